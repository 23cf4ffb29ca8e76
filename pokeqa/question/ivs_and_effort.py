"""31/252: the individual value and the effort values of a stat, written with a stroke between them.

Also that a stat has none ("no Defense EVs").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .lexer import Token
from .word_lists import word_list

#: What individual values are written so, and the most effort values of one stat.
_IVS = (0, 31)
_MOST_EFFORT = 252
_STROKES = frozenset("/／")
_NONE = frozenset(word_list("no-effort"))


def with_ivs_and_effort(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with words for the two, where a stat is worked out for a level or a nature."""
    result = list(tokens)
    if not any(t.has("nature") or t.has("wh", "level") for t in tokens) or not any(t.has("mon") for t in tokens):
        return result
    for i in range(len(result) - 2):
        if _gives_none(result[i : i + 3]):  # "no Defense EVs"
            result[i] = replace(result[i], readings={"number": (0.0,)})
        ivs, stroke, effort = result[i : i + 3]
        if stroke.text not in _STROKES or not (ivs.has("number") and effort.has("number")):
            continue
        if ivs.value("number") in _IVS and _IVS[1] < effort.value("number") <= _MOST_EFFORT:
            said = replace(stroke, readings={"iv": ("iv",)})
            given = replace(effort, readings={"attr": ("ev-yield",), "battlewords": ("with",)})
            return [*result[: i + 1], said, effort, given, *result[i + 3 :]]
    return result


def _gives_none(tokens: Sequence[Token]) -> bool:
    """Is that a denial, a stat and the word for effort values?"""
    denied, stat, effort = tokens
    return denied.text.casefold() in _NONE and stat.has("attr") and effort.has("attr", "ev-yield")
