"""The language an answer is written in: the question's."""

from __future__ import annotations

from collections.abc import Sequence

from .fold import _hans
from .lexer import Token
from .understanding import AnswerLanguage


def _is_kana(character: str) -> bool:
    return "\u3040" <= character <= "\u30ff" and character not in "・ー"


def _is_han(character: str) -> bool:
    return "\u3400" <= character <= "\u9fff"


def answer_language(text: str, tokens: Sequence[Token], locale: str) -> AnswerLanguage:
    """The language of a text, names left out of account: リザードン的中文名是什么 is Chinese.

    `locale` "en" or "zh" overrules the text's own language; within Chinese, the characters decide the script.
    """
    rest = list(text)
    for token in tokens:
        if token.has("mon") or token.has("unknown"):
            for i in range(*token.origin):
                rest[i] = " "
    own = "".join(rest)
    letters = own if any(c.isalpha() for c in own) else text
    traditional = sum(ord(c) in _hans() for c in text)
    if locale == "en":
        return "en"
    if locale == "zh":
        return "zh-hant" if traditional else "zh-hans"
    if any(_is_kana(c) for c in letters):
        return "ja"
    if any(_is_han(c) for c in letters):
        japanese = any(_is_kana(c) for c in text) and not any(_is_han(c) and c not in "何体重高" for c in letters)
        return "ja" if japanese else "zh-hant" if traditional else "zh-hans"
    return "en"
