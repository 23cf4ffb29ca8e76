"""A name in front of its question: "Gastly, can it evolve without trading?" asks "can Gastly evolve"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .lexer import Token
from .word_lists import word_list

#: Pronouns for the name in front.
_IT = frozenset(word_list("it"))


def with_fronted_name(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with the auxiliary in front of the name, where a name is taken up by a pronoun right behind it."""
    result = list(tokens)
    for i in range(len(result) - 3):
        name, verb, it = result[i : i + 3]
        if not name.has("mon"):
            if not (name.has("filler") or name.has("list", "one") or name.has("sex")):
                break
            continue
        asks = verb.has("aux", "can") or verb.has("aux", "do") or verb.has("aux", "be")
        if not asks or not verb.text.isascii() or it.text.casefold() not in _IT or not it.has("pron"):
            break
        if sum(t.has("mon") for t in result) > 1 and not any(t.has("ev") for t in result[i:]):
            break
        span = (name.origin[0], it.origin[1])
        return [replace(verb, origin=(span[0], span[0])), *result[:i], replace(name, origin=span), *result[i + 3 :]]
    return result
