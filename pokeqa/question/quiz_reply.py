"""Replies to a quiz question: "answer", "I give up", or a guess. The quiz question itself is then what is asked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from ..pokedex.phrases import phrases_for
from ..request import Turn
from .clause import is_free
from .lexer import Token

_MARK = re.compile(r"\s*\[\d+\]")
_LANGUAGES = ("en", "zh-hans", "zh-hant", "ja")

#: What a guess is made of: names, and small words.
_GUESSED = ("mon", "type", "ability", "gen", "number", "bool", "yn")
#: The letters in front of choices.
_LETTERS = tuple("abcdef")


def quiz_question(history: Sequence[Turn]) -> str | None:
    """The question that the last answer put to the reader; None where it put none."""
    if not history or history[-1].role != "assistant":
        return None
    first = history[-1].content.split("\n", 1)[0]
    for prefix in _prefixes():
        if first.startswith(prefix):
            return _MARK.sub("", first.removeprefix(prefix)).strip() or None
    return None


def is_reply(tokens: Sequence[Token]) -> bool:
    """Whether a text asks for the solution, or only names what might be it."""
    if any(t.has("quiz", "reveal") for t in tokens):
        return all(t.has("quiz", "reveal") or is_free(t) or t.has("pron") for t in tokens)
    if len(tokens) == 1 and tokens[0].text.casefold() in _LETTERS:
        return True
    named = any(t.has("mon") or t.has("type") or t.has("ability") or t.has("gen") for t in tokens)
    return named and all(is_free(t) or t.has("noun", "type") or any(t.has(tag) for tag in _GUESSED) for t in tokens)


@cache
def _prefixes() -> tuple[str, ...]:
    return tuple(phrases_for(one).say("quiz.asked", question="") for one in _LANGUAGES)
