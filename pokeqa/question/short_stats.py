"""A number with a stat's short name behind it, in a description of a set: 130速的宝可梦."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .lexer import Token

#: What makes the number one of a spread, or of one Pokémon at a level.
_OTHERWISE = ("effort", "nature", "level", "iv", "ev", "damagecalc")
#: What is described.
_SETS = ("wh", "type", "cls", "list")


def with_short_stats(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with such a short name as that of the base stat."""
    result = list(tokens)
    named = any(t.has("mon") for t in tokens) and not any(t.has("neg") for t in tokens)
    if named or any(t.has(tag) for t in tokens for tag in _OTHERWISE):
        return result
    if not any(t.has(tag) for t in tokens for tag in _SETS) and not any(t.has("noun", "pokemon") for t in tokens):
        return result
    for i in range(1, len(result)):
        if result[i].has("shortstat") and result[i - 1].has("number") and not result[i].has("attr"):
            result[i] = replace(result[i], readings={"attr": result[i].readings["shortstat"]})
            if i + 1 < len(result) and result[i + 1].has("op"):
                result[i - 1], result[i] = result[i], result[i - 1]  # 100速以上
    return result
