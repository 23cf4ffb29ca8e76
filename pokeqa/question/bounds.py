""" "A higher base Speed than 140", "less Attack than 50": the bound of a number with its stat in between."""

from __future__ import annotations

from dataclasses import replace

from .lexer import Token

_OPERATORS = {":gt": "gt", ":lt": "lt"}


def with_bounds(tokens: list[Token]) -> list[Token]:
    """The tokens with each bound by itself, where another one stands in front of it or a stat between."""
    return _with_than(_before_the_stat(_parted(_behind_the_unit(tokens))))


def _behind_the_unit(tokens: list[Token]) -> list[Token]:
    """The tokens with "12 feet tall or more" read as "12 feet or more tall"."""
    for i in range(2, len(tokens) - 1):
        size, bound = tokens[i], tokens[i + 1]
        measured = tokens[i - 1].has("unit") and tokens[i - 2].has("number") and size.has("attr")
        if measured and bound.text.casefold().startswith("or ") and any(bound.has("op", op) for op in ("ge", "le")):
            return [*tokens[:i], bound, size, *tokens[i + 2 :]]
    return tokens


def _before_the_stat(tokens: list[Token]) -> list[Token]:
    """The tokens with "over a Speed of 110", "reach a Speed of 110" read as "a Speed over 110"."""
    result = tokens
    for i, token in enumerate(tokens[:-3]):
        if "op" not in token.readings:
            continue
        operator = next((v for v in token.readings["op"] if v in _BOUNDS), None)
        if operator is None:
            continue
        k = i + 1 + (tokens[i + 1].has("filler") or tokens[i + 1].has("list", "one"))
        if tokens[k].has("attr") and tokens[k].text.casefold().endswith(" of") and tokens[k + 1].has("number"):
            bound = replace(token, readings={"op": (operator,)}, start=tokens[k].end)
            return [*tokens[:i], *tokens[i + 1 : k + 1], bound, *_before_the_stat(tokens[k + 1 :])]
        if k + 2 >= len(tokens) or not tokens[k].has("attr") or not tokens[k + 2].has("number"):
            continue
        if tokens[k + 1].text.casefold() == "of":
            result = result if result is not tokens else list(tokens)
            result[i] = replace(token, readings={"filler": ("filler",)})
            result[k + 1] = replace(tokens[k + 1], readings={"op": (operator,)})
    return result


#: The bounds of a number.
_BOUNDS = frozenset({"gt", "ge", "lt", "le", "eq"})


def _parted(tokens: list[Token]) -> list[Token]:
    """The tokens with the "or below" of "above 100 or below 20" read as a joint and the bound of what follows."""
    result: list[Token] = []
    bounded = False
    for i, token in enumerate(tokens):
        joint, _, word = token.text.casefold().partition(" ")
        joined = joint in ("and", "or") and word in _STRICT and token.has("op")
        if joined and bounded and i + 1 < len(tokens) and tokens[i + 1].has("number"):
            middle = token.origin[0] + len(joint)
            result.append(replace(token, text=joint, readings={"bool": (joint,)}, origin=(token.origin[0], middle)))
            result.append(
                replace(token, text=word, readings={"op": (_STRICT[word],)}, origin=(middle, token.origin[1]))
            )
            continue
        bounded = bounded or any(token.has("op", op) for op in ("gt", "ge", "lt", "le"))
        result.append(token)
    return result


#: Words that bound the number behind them.
_STRICT = {"below": "lt", "under": "lt", "less": "lt", "above": "gt", "over": "gt", "higher": "gt", "lower": "lt"}


def _with_than(tokens: list[Token]) -> list[Token]:
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
