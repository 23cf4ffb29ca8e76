""" "Anything both Ground and Flying?": a word for whatever there is, in front of a description."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .lexer import ANY, Token
from .word_lists import word_list

_ANY = frozenset(word_list("anything"))
#: What such a description is made of.
_DESCRIBING = ("type", "bool", "team", "each", "typecount", "cls", "color", "region", "gen", "filler", "neg")


def with_anything(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with such a word as "which Pokémon are", where nothing but types and the like stands behind it."""
    result = list(tokens)
    k = next((i for i, t in enumerate(result[:2]) if t.text.casefold() in _ANY), None)
    if k is None or len(result) < k + 2 or (k and not result[0].has("filler")):
        return result
    rest = result[k + 1 :]
    described = all(any(t.has(tag) for tag in _DESCRIBING) or t.has("noun", "type") for t in rest)
    if not described or not any(t.has("type") for t in rest):
        return result
    first = result[k]
    which = replace(first, text="which", readings={"wh": ("which",)}, mark="")
    of_those = first.text.casefold().split()[0] == "any"  # "any that aren't Grass?" may ask of a set that was told of
    noun = replace(
        first,
        how=ANY if of_those else first.how,
        text="pokemon",
        readings={"noun": ("pokemon",)},
        start=first.end,
        mark="",
    )
    be = replace(first, text="are", readings={"aux": ("be",)}, start=first.end, mark="")
    return [which, noun, be, *rest]
