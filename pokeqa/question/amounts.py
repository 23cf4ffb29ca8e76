"""Amounts that several words say ("a foot", "half a metre", 一米八), and numbers that only count names before them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .lexer import Token
from .word_lists import word_list

_ONE = frozenset(word_list("amounts/one"))
_HALF = frozenset(word_list("half"))
#: Counters behind a number: 三只, 三个.
_COUNTERS = frozenset(word_list("amounts/counters"))
#: A lone letter is rather a name than a unit: "a m".
_SHORTEST_UNIT = 2
#: What may be said in tenths behind a unit: 一米八.
_DIGITS = range(1, 10)
#: The tokens of 两米半: a number, its unit, a half.
_UNIT_AND_HALF = 3


def amounts(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with such an amount as one number, and without numbers that only count names."""
    result: list[Token] = []
    i = 0
    while i < len(tokens):
        token = tokens[i]
        unit = i + 1 + (_text(tokens, i + 1) in _ONE)
        if token.text.casefold() in _HALF and _is_unit(tokens, unit):
            result.append(replace(token, readings={"number": (0.5,)}))
            i = unit
        elif token.text.casefold() in _ONE and _is_unit(tokens, i + 1) and len(_text(tokens, i + 1)) > _SHORTEST_UNIT:
            result.append(replace(token, readings={"number": (1.0,)}))
            i += 1
        elif (end := _and_a_half(tokens, i)) is not None:
            kept = [tokens[i + 1]] if end == i + _UNIT_AND_HALF and _is_unit(tokens, i + 1) else []
            result += [replace(token, readings={"number": (token.value("number") + 0.5,)}), *kept]
            i = end
        elif _in_tenths(tokens, i):
            whole, tenths = token.value("number"), tokens[i + 2].value("number")
            result += [replace(token, readings={"number": (whole + tenths / 10,)}), tokens[i + 1]]
            i += 3
        elif token.has("number") and _counts_names(tokens, i):
            i += 2
        else:
            result.append(token)
            i += 1
    return result


def _text(tokens: Sequence[Token], i: int) -> str:
    return tokens[i].text.casefold() if 0 <= i < len(tokens) else ""


def _is_unit(tokens: Sequence[Token], i: int) -> bool:
    return 0 <= i < len(tokens) and tokens[i].has("unit") and not tokens[i].has("unit", "point")


def _and_a_half(tokens: Sequence[Token], i: int) -> int | None:
    """ "Six and a half metres", 两米半: where the half ends behind a number; None where there is none."""
    if not tokens[i].has("number"):
        return None
    if _is_unit(tokens, i + 1) and _text(tokens, i + 2) == "半":
        return i + _UNIT_AND_HALF
    k = i + 2 + (_text(tokens, i + 2) in _ONE)
    joined = _text(tokens, i + 1) == "and" and _text(tokens, k) in _HALF
    return k + 1 if joined and _is_unit(tokens, k + 1) else None


def _in_tenths(tokens: Sequence[Token], i: int) -> bool:
    """一米八, 1米8: a digit right behind a Chinese unit, with no unit of its own."""
    if i + 2 >= len(tokens) or not (
        tokens[i].has("number") and _is_unit(tokens, i + 1) and tokens[i + 2].has("number")
    ):
        return False
    touches = tokens[i + 1].origin[1] == tokens[i + 2].origin[0] and not tokens[i + 1].text.isascii()
    return touches and tokens[i + 2].value("number") in _DIGITS and not _is_unit(tokens, i + 3)


def _counts_names(tokens: Sequence[Token], i: int) -> bool:
    """烈焰猴、火焰鸡、闪焰王牌三只: as many as there are names in front."""
    if not (i and tokens[i - 1].has("mon")) or _text(tokens, i + 1) not in _COUNTERS:
        return False
    return bool(tokens[i].value("number") == sum(token.has("mon") for token in tokens[:i]) > 1)
