"""Words that point at the name right behind them ("this Gengar", 这只伊布): the name says all that they say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .lexer import Token


def pointed(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with each pointing word in front of a Pokémon's name read as one that says nothing."""
    return [
        replace(token, readings={"filler": ("pointer",)})
        if token.has("pointer") and i + 1 < len(tokens) and tokens[i + 1].has("mon")
        else token
        for i, token in enumerate(tokens)
    ]
