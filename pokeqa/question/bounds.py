""" "A higher base Speed than 140", "less Attack than 50": the bound of a number with its stat in between."""

from __future__ import annotations

from dataclasses import replace

from .lexer import Token

_OPERATORS = {":gt": "gt", ":lt": "lt"}


def with_bounds(tokens: list[Token]) -> list[Token]:
    """The tokens with "than" in front of a number read as the bound, where the comparison stands before a stat."""
    if not any(t.has("cmp") for t in tokens):
        return tokens
    result = list(tokens)
    for i, token in enumerate(tokens[:-3]):
        operator = next((_OPERATORS[v] for v in token.readings.get("cmp", ()) if v in _OPERATORS), None)
        if operator is None or not tokens[i + 1].has("attr"):
            continue
        k = i + 2
        while k < len(tokens) and tokens[k].has("noun", "stat"):
            k += 1
        n = k + 1
        while n < len(tokens) and tokens[n].has("filler"):
            n += 1
        if n < len(tokens) and tokens[k].has("prep", "than") and tokens[n].has("number"):
            result[i] = replace(token, readings={"filler": ("filler",)})
            result[k] = replace(tokens[k], readings={"op": (operator,)})
    return result
