"""Habits of spoken Chinese and Japanese: a denial at the end that asks, 那只 for a Pokémon that is described."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .lexer import Token
from .word_lists import word_list

#: Negations that ask, at the end of a Chinese sentence: 蛋组一样不, 进化了没.
_ASKING = frozenset(word_list("spoken-habits/asking"))


def with_final_question(tokens: list[Token]) -> list[Token]:
    """The tokens with a negation at their end read as a question particle."""
    last = next((i for i in range(len(tokens) - 1, -1, -1) if not tokens[i].has("filler")), 0)
    if last and tokens[last].text in _ASKING and tokens[last].has("neg"):
        tokens[last] = replace(tokens[last], readings={"yn": ("yn",), "neg": ("negyn",)})
    return tokens


#: A bare denial, with which spoken Chinese ends a yes/no question (会飞翔不, 有弱点没).
_DENIALS = frozenset(word_list("spoken-habits/denials"))
#: Words that point, which behind 的 stand for the Pokémon that is described (最重的那只).
_POINTERS = frozenset(word_list("pointers"))


def with_spoken(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with two habits of spoken Chinese read as what they say: 会飞翔不 asks, 最重的那只 is a Pokémon."""
    result = list(tokens)
    for i, token in enumerate(tokens):
        if i > 0 and token.text in _DENIALS and _ends_a_sentence(tokens, i):
            result[i] = replace(token, readings={"neg": ("negyn",)})
        elif token.text == "はどう" and i + 1 < len(tokens) and (tokens[i + 1].has("ev") or tokens[i + 1].has("learn")):
            result[i] = replace(token, readings={"wh": ("how",)})  # マニューラはどう進化する
        elif token.has("moveclass") and token.has("hist") and i > 0 and tokens[i - 1].has("aux", "be"):
            result[i] = replace(token, readings={"moveclass": token.readings["moveclass"]})  # 是变化吗
        elif token.text == "係":  # Cantonese; its simplified character is also the word for a type
            result[i] = replace(token, readings={"aux": ("be",)})
        elif i > 0 and token.text in _POINTERS and tokens[i - 1].text == "的":
            result[i] = replace(token, readings={"noun": ("pokemon",)})
    return result


def _ends_a_sentence(tokens: Sequence[Token], i: int) -> bool:
    """Is token i the last of all, or is there a sign behind it?"""
    return i + 1 == len(tokens) or tokens[i + 1].origin[0] > tokens[i].origin[1]
