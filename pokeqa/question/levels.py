"""Levels that are told without the word: "Does Magikarp evolve at 25?"."""

from __future__ import annotations

from dataclasses import replace

from .lexer import Token


def with_levels(tokens: list[Token]) -> list[Token]:
    """The tokens with the level named between "evolves at" and a number that no unit follows."""
    result: list[Token] = []
    for token, after in zip(tokens, (*tokens[1:], None), strict=False):
        result.append(token)
        if after is None or not token.has("ev", "bare") or not token.text.casefold().endswith(" at"):
            continue
        if after.has("number") and not after.has("wh"):
            result.append(replace(token, readings={"wh": ("level",)}, text="at level", start=token.end))
    return result
