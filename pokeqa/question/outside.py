""" "Fire types outside Kanto", "legendaries from outside Johto" are those that are not from there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .lexer import Token
from .word_lists import word_list

_OUTSIDE = frozenset(word_list("outside"))
#: What describes a set in front of such a word.
_SET = ("type", "cls", "color", "look", "formkind", "egg_group", "ability")
_PLACES = ("region", "gen")


def with_outside(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with such a word behind a set and in front of a region read as a denial of it."""
    result = list(tokens)
    for i in range(1, len(result) - 1):
        if result[i].text.casefold() not in _OUTSIDE:
            continue
        end = i + 1
        while end < len(result) and (result[end].has("filler") or result[end].has("prep", "of")):
            end += 1
        if end == len(result) or not any(result[end].has(tag) for tag in _PLACES):
            continue
        before = i - 1
        from_there = False
        while before > 0 and any(result[before].has(tag) for tag in ("intro", "prep", "aux", "filler", "pron")):
            from_there = from_there or result[before].has("intro")
            before -= 1
        noun = result[before].has("noun", "pokemon") or result[before].has("noun", "type")
        if noun or any(result[before].has(tag) for tag in _SET):
            denied = replace(result[i], text="not", readings={"neg": ("neg",)})
            came = replace(result[i], text="from", readings={"intro": ("intro",), "prep": ("from",)})
            kept = [t for t in result[before + 1 : i] if t.has("aux")] if from_there else result[before + 1 : i]
            return [*result[: before + 1], *kept, denied, came, *result[end:]]
    return result
