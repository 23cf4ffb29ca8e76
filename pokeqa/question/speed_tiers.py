"""100族: Pokémon by their base Speed, as players call a group of the same one."""

from __future__ import annotations

from dataclasses import replace

from .lexer import Token
from .word_lists import word_list

#: Words behind the number.
TIER = frozenset(word_list("tier"))


def with_speed_tiers(tokens: list[Token]) -> list[Token]:
    """The tokens with the word behind a number read as base Speed; behind 速度100 it stands for the Pokémon."""
    result = list(tokens)
    for i, token in enumerate(tokens[1:], start=1):
        if token.text not in TIER or not tokens[i - 1].has("number"):
            continue
        named = i > 1 and tokens[i - 2].has("attr")
        result[i] = replace(token, readings={"noun": ("pokemon",)} if named else {"attr": ("speed",)})
    return result
