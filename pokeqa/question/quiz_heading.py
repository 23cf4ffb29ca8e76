"""A quiz as the heading of a question that is told: "Fire type trivia: who is the fastest?" asks for no quiz."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .lexer import Token
from .word_lists import word_list

#: What parts a heading from its question.
_HEADED = re.compile(r"\s*(?:[:：!！]|[-–—]+\s)")
_LOOSELY = re.compile(r"\s*[,，.。、?？]")
#: Words for a quiz that wish for none by themselves, so that a comma parts them too.
_HEADINGS = frozenset(word_list("quiz-headings"))
#: So many words may stand in front.
_LONGEST = 6
#: What a question has.
_ASKS = ("wh", "aux", "sup", "yn", "cmp")
#: What a question without such a word has: a name, and what is asked of it.
_OF_ONE = (lambda t: t.has("mon"), lambda t: t.has("attr"))


def heading_of(text: str, tokens: Sequence[Token]) -> tuple[int, int] | None:
    """Where in the text the words for a quiz stand that only head a question; None where a quiz may be wished for."""
    for i, token in enumerate(tokens[:_LONGEST]):
        if not token.has("quiz", "quiz") or i + 1 == len(tokens):
            continue
        last, behind = token.origin[1], tokens[i + 1].origin[0]
        plain = token.text.casefold() in _HEADINGS
        if not (_HEADED.match(text, last, behind) or (plain and _LOOSELY.match(text, last, behind))):
            return None
        rest = tokens[i + 1 :]
        asks = any(any(t.has(tag) for tag in _ASKS) for t in rest) or all(any(map(has, rest)) for has in _OF_ONE)
        asks = asks and not any(t.has("quiz") for t in rest)
        begins = plain or any(rest[0].has(tag) for tag in (*_ASKS, "mon"))
        return token.origin if asks and begins and len(rest) > 1 else None
    return None
