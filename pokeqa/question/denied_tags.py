""" "Tyranitar and Dragonite can breed, can't they?": a denial at the end that only asks for a yes or no."""

from __future__ import annotations

from dataclasses import replace

from .clause import is_negative_auxiliary
from .lexer import Token

#: A statement has at least so many tokens in front of the tag.
_STATED = 3


def with_question_tags(tokens: list[Token]) -> list[Token]:
    """The tokens with such a tag as the mark of a yes/no question."""
    if len(tokens) < _STATED + 2 or not _stands_for(tokens[-1]) or not is_negative_auxiliary(tokens[-2].text):
        return tokens
    stated = tokens[:-2]
    if stated[0].has("aux") or any(t.has("wh") or t.has("neg") or is_negative_auxiliary(t.text) for t in stated):
        return tokens
    if not any(t.has("aux") or t.has("mon") for t in stated):
        return tokens
    return [*stated, replace(tokens[-2], readings={"yn": ("yn",)})]


def _stands_for(token: Token) -> bool:
    return token.has("pron") or token.text.casefold() in ("you", "we", "i")
