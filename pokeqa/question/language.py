"""The language an answer is written in: the question's."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .fold import _hans
from .lexer import Token
from .understanding import AnswerLanguage


def _is_kana(character: str) -> bool:
    return "\u3040" <= character <= "\u30ff" and character not in "・ー"


def _is_han(character: str) -> bool:
    return "\u3400" <= character <= "\u9fff"


#: Characters of a question behind a Japanese name that a Japanese question has, too.
_SHARED = "何体重高英語進化特性弱点種族値技威力命中率効果攻撃防御努個世代出現場所図鑑番号道具性格孵化歩数最終合計"
#: What is written alike in all languages ("地震 PP").
_SIGNS = re.compile(r"\b(?:pp|hp|tm|hm|tr|evs?|ivs?|lv|vs|mega|v|ok)\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]")
#: Names of things that a question of another language may hold.
_THINGS = ("move", "ability", "item", "nature")


def _is_a_foreign_name(token: Token) -> bool:
    """Is it the name of a thing and nothing else, written in characters ("What does 威吓 do?")?"""
    return bool(token.name) and all(tag in _THINGS for tag in token.readings) and not token.text.isascii()


def answer_language(text: str, tokens: Sequence[Token], locale: str) -> AnswerLanguage:
    """The language of a text, names left out of account: リザードン的中文名是什么 is Chinese.

    `locale` "en" or "zh" overrules the text's own language; within Chinese, the characters decide the script.
    """
    rest = list(text)
    for token in tokens:
        if token.has("mon") or token.has("unknown") or _is_a_foreign_name(token):
            for i in range(*token.origin):
                rest[i] = " "
    own = "".join(rest)
    letters = own if _WORD.search(_SIGNS.sub(" ", own)) else text
    traditional = sum(ord(c) in _hans() for c in text)
    if locale == "en":
        return "en"
    if locale == "zh":
        return "zh-hant" if traditional else "zh-hans"
    if any(_is_kana(c) for c in letters):
        return "ja"
    if any(_is_han(c) for c in letters):
        japanese = any(_is_kana(c) for c in text) and not any(_is_han(c) and c not in _SHARED for c in letters)
        return "ja" if japanese else "zh-hant" if traditional else "zh-hans"
    return "en"
