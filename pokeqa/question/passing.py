"""Verbs for being faster where one is trained for Speed: "what can go before max Speed Zacian?", 谁能超过满速耿鬼."""

from __future__ import annotations

from dataclasses import replace

from .lexer import Token

_FILLER = {"filler": ("filler",)}
_FASTER = {"cmp": ("speed:gt",)}
#: What the foe follows behind such a verb.
_AGAINST = ("against", "before", "than", "over", "ahead of", "of")


def with_passing(tokens: list[Token]) -> list[Token]:
    """The tokens with such a verb read as being faster."""
    trained = any(t.has("extreme", "max-speed") or t.has("evs", "full") or t.has("invest") for t in tokens)
    if not trained or sum(t.has("mon") for t in tokens) != 1 or any(t.has("cmp") or t.has("move") for t in tokens):
        return tokens
    if not any(t.has("wh", "who") or t.has("wh", "what") or t.has("wh", "which") or t.has("exist") for t in tokens):
        return tokens
    of_speed = any(t.has("extreme", "max-speed") or t.has("attr", "speed") for t in tokens)
    for i, token in enumerate(tokens):
        passes = token.has("op", "gt") and not any(t.has("number") for t in tokens)
        first = token.has("attr", "priority")
        beats = token.has("mu", "weak:att") and any(t.has("attr", "speed") for t in tokens[i + 1 :])
        if not of_speed or not (passes or first or beats):
            continue
        result = [*tokens[:i], replace(token, readings=_FASTER), *tokens[i + 1 :]]
        if i + 1 < len(result) and result[i + 1].text.casefold() in _AGAINST:
            result[i + 1] = replace(result[i + 1], readings=_FILLER)
        return result
    return tokens
