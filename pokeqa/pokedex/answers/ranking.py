"""Places in a ranking, with ties at the edges."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from ...question.algebra import Order

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Ranking(Generic[T]):
    """The hits of the places asked for, ties at the edges included.

    `places` are the first and the last place that the hits share or fill; `tied` is how many share the last value;
    `ahead` are the hits before them.
    """

    hits: tuple[tuple[T, float], ...]
    tied: int
    places: tuple[int, int] = (1, 1)
    ahead: tuple[tuple[T, float], ...] = ()


def ranked(known: Iterable[tuple[T, float]], order: Order) -> Ranking[T]:
    """Rank things by their numbers."""
    found = sorted(known, key=lambda pair: -pair[1] if order.sense == "max" else pair[1])
    limit = order.limit or len(found)
    wanted = found[order.start - 1 : order.start - 1 + limit]
    if not wanted:
        return Ranking((), 0)
    first, edge = wanted[0][1], wanted[-1][1]
    values = [value for _, value in found]
    begin = values.index(first) if order.start > 1 else 0
    end = len(values) - values[::-1].index(edge)
    if len(found) <= limit:
        return Ranking(tuple(found), 1, (1, len(found)))
    return Ranking(tuple(found[begin:end]), values.count(edge), (begin + 1, end), tuple(found[:begin]))
