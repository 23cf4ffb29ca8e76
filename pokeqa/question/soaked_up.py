""" "Which ability lets Jolteon soak up Electric attacks?": what an ability takes in does a Pokémon no harm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .lexer import Token
from .word_lists import word_list

_SOAKING = frozenset(word_list("soaked_up/soaking"))
#: Words that belong to the verb: "soak up", "draw in", "heal itself with", 吸收掉.
_BEHIND = frozenset(word_list("soaked_up/behind"))
#: How many such words may stand between the verb and the type.
_MOST_BEHIND = 3


def with_soaked_up(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with the word for taking in a type as that for being immune, where one's ability is spoken of."""
    result = list(tokens)
    if not (any(t.has("noun", "ability") for t in tokens) and any(t.has("mon") for t in tokens)):
        return result
    for i, token in enumerate(result):
        if token.text.casefold() not in _SOAKING:
            continue
        end = i + 1
        while end < len(result) and end - i <= _MOST_BEHIND and result[end].text.casefold() in _BEHIND:
            end += 1
        if end < len(result) and result[end].has("type"):
            return [*result[:i], replace(token, readings={"mu": ("immune:def",)}), *result[end:]]
    return result
