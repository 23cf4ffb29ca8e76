"""A range of levels at which moves are learnt: "between level 20 and 40", 20级到40级之间."""

from __future__ import annotations

from dataclasses import dataclass

from ..clause import Clause
from ..slots import whole

#: Words that may stand inside such a range, or on its edges.
_RANGES = ("range", "between", "rangeend")


@dataclass(frozen=True, slots=True)
class LevelRange:
    """The first and the last level, and the indices of the words that say so."""

    first: int
    last: int
    said: tuple[int, ...]


def level_range(clause: Clause) -> LevelRange | None:
    """The range that a clause names; None where it names none, or two numbers that are no range of levels."""
    numbers = clause.find("number")
    if len(numbers) != 2:
        return None
    low, high = numbers
    first, last = whole(clause, low), whole(clause, high)
    if first is None or last is None or not 1 <= first < last <= 100 or high - low > 3:
        return None
    said = set(numbers)
    between = [k for k in range(low + 1, high) if not clause.at(k, "wh", "level")]
    levels = [k for k in range(low - 1, high + 2) if clause.at(k, "wh", "level")]
    if not all(_joins(clause, k) for k in between) or not (between or levels):
        return None
    edges = [k for k in (low - 1, low - 2, high + 1, high + 2) if clause.at(k, "op", *_RANGES)]
    edges += [k for k in (high + 1, high + 2) if clause.at(k, "exp", "reach")]  # 40までに
    if not levels and not edges:
        return None
    return LevelRange(first, last, tuple(sorted(said | set(between) | set(levels) | set(edges))))


def _joins(clause: Clause, i: int) -> bool:
    said = clause.tokens[i].text.casefold()
    if clause.at(i, "op", *_RANGES) or clause.at(i, "prep", "to", "upto"):
        return True
    return clause.at(i, "exp", "reach") or said in ("-", "–", "~", "and")
