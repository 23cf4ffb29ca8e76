"""要么钢要么岩石系: the first of two words for "either" joins nothing yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .lexer import Token
from .word_lists import word_list

_EITHER = frozenset(word_list("either-or"))


def without_first_either(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with the first of them as a word that says nothing, and the others as "or"."""
    places = [i for i, t in enumerate(tokens) if t.text in _EITHER]
    result = list(tokens)
    if len(places) > 1 and len({tokens[i].text for i in places}) == 1:
        result[places[0]] = replace(tokens[places[0]], readings={"filler": ("filler",)})
        for i in places[1:]:
            result[i] = replace(tokens[i], readings={"bool": ("or",)})
    return result
