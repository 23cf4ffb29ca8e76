""" "防御最高的是壶壶?": who comes first, told and asked back by nothing but its tone, is a claim to be weighed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .lexer import Token
from .word_lists import word_list

_IS = frozenset(word_list("told-is"))
#: What asks by itself.
_ASKS = ("wh", "yn", "ell", "level", "ev", "cmp", "bool", "attr")


def with_told_tops(tokens: Sequence[Token]) -> list[Token]:
    """The tokens of such a claim with the particle that asks."""
    result = list(tokens)
    if len(result) < 3 or not result[-1].has("mon") or result[-1].text.isascii():
        return result
    said, front = result[-2], result[:-2]
    if said.text not in _IS or not any(t.has("sup") for t in front) or any(t.has("mon") for t in front):
        return result
    if any(t.has(tag) for t in front for tag in _ASKS if not t.has("sup")):
        return result
    last = result[-1]
    asking = replace(last, text="吗", readings={"yn": ("yn",), "filler": ("filler",)}, start=last.end, mark="")
    return [*result, replace(asking, origin=(last.origin[1], last.origin[1]))]
