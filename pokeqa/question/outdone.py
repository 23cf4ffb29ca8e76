""" "Does Onix beat Geodude in Defense?": to be ahead by a number, said with a verb for winning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..pokedex.numbers import POKEMON_NUMBERS
from .lexer import Token
from .word_lists import word_list

_VERBS = frozenset(word_list("outdone/verbs"))
_BY = frozenset(word_list("outdone/by"))


def with_outdone(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with the verb as the comparative of the number that stands behind the second Pokémon."""
    result = list(tokens)
    for i in range(len(result) - 3):
        verb, other, by, number = result[i : i + 4]
        if verb.text.casefold() not in _VERBS or not (other.has("mon") or other.has("pron")):
            continue
        named = [a for a in number.readings.get("attr", ()) if a in POKEMON_NUMBERS]
        if by.text.casefold() not in _BY or not named:
            continue
        if number.has("noun", "stat") and len(named) > 1:
            continue
        more = replace(verb, readings={"cmp": (f"{named[0]}:gt",)})
        return [*result[:i], more, other, *result[i + 4 :]]
    return result
