""" "How many Moon Stones does Eevee need?": one item is used at a time, so what is asked is how it evolves with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .lexer import Token
from .word_lists import word_list

#: Words that count things in Chinese and Japanese.
_COUNTERS = frozenset(word_list("counted-items/counters"))


def without_counts(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with a number asked of an item that makes a Pokémon evolve read as the question for the item."""
    result = list(tokens)
    if not any(t.has("ev") for t in tokens) or not any(t.has("mon") for t in tokens):
        return result
    for i, token in enumerate(result[:-1]):
        if not token.has("wh", "howmany"):
            continue
        k = i + 1
        while k < len(result) - 1 and result[k].text in _COUNTERS:
            k += 1
        if result[k].has("item"):
            return [*result[:i], replace(token, readings={"wh": ("item",)}), *result[k:]]
    return result
