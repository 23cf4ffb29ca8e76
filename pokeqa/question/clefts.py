""" "Is it Onix or Steelix that is heavier?" asks which is heavier, Onix or Steelix."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .lexer import Token
from .word_lists import word_list

_ENDS = frozenset(word_list("cleft"))
#: What one is chosen from.
_CHOSEN = ("mon", "type", "move", "ability", "item", "cls", "egg_group", "nature")
#: What may stand between them.
_JOINS = ("bool", "filler", "noun")


def with_clefts(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with such a choice behind what is asked of it."""
    result = list(tokens)
    at = 0 if result and result[0].has("aux", "be") else 1
    if len(result) < at + 6 or not result[at].has("aux", "be") or not result[at + 1].has("pron", "it"):
        return result
    if result[at + 1].text.casefold() != "it" or (at and not result[0].has("bool")):
        return result
    end = at + 2
    while end < len(result) and any(result[end].has(tag) for tag in (*_CHOSEN, *_JOINS)):
        if result[end].text.casefold() in _ENDS:
            break
        end += 1
    chosen = result[at + 2 : end]
    asked = result[end + 1 :]
    if (
        end + 1 >= len(result)
        or result[end].text.casefold() not in _ENDS
        or not (any(t.has("bool", "or") for t in chosen) or _claims_one(chosen, asked))
    ):
        return result
    named = [t for t in chosen if any(t.has(tag) for tag in _CHOSEN)]
    if _claims_one(chosen, asked):
        return [result[at], *chosen, *asked]  # "Is it Shuckle that has the highest Defense?"
    if len(named) < 2 or any(t.has("wh") or t.has("ev") for t in asked):
        return result
    which = replace(result[at], text="which", readings={"wh": ("which",)})
    verb = (
        [replace(result[end], text="is", readings={"aux": ("be",)})] if result[end].text.casefold()[-1] == "s" else []
    )
    return [which, *verb, *asked, *chosen]


def _claims_one(chosen: Sequence[Token], asked: Sequence[Token]) -> bool:
    """Is one Pokémon said to rank first?"""
    one = sum(t.has("mon") for t in chosen) == 1 and not any(t.has("bool") for t in chosen)
    return one and any(t.has("sup") for t in asked)
