""" "Does Mega Blastoise become Water/Steel?", 超级进化后变成火龙了吗: a form is of a type, and evolves into none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .lexer import Token


def with_types_taken_on(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with the word for becoming as that for being, where a form of battle takes on types."""
    result = list(tokens)
    forms = [t for t in tokens if t.has("mon") and t.how == "form" and t.readings["mon"][0].form_named]
    if len(forms) != 1 or sum(t.has("mon") for t in tokens) != 1:
        return result
    for i, token in enumerate(result[:-1]):
        if not token.has("ev", "into") or not result[i + 1].has("type"):
            continue
        start = i
        while start > 0 and result[start - 1].has("ev", "post"):
            start -= 1  # 超级|进化后|变成
        return [*result[:start], replace(token, readings={"aux": ("be",), "filler": ("filler",)}), *result[i + 1 :]]
    return result
