"""Another place in the ranking that the talk was about: "the second tallest?", "and the third?", 第二名呢."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from .algebra import Measure, Query, Search, Sense
from .clause import is_free
from .context import Context
from .describe.measures import measure_named
from .lexer import Token

#: "The second one" is a place behind a ranking.
_ONES = {"first": 1, "second": 2, "third": 3, "last": -1}
#: More places than these are no "top three".
_MOST_PLACES = 100


def placed_again(tokens: Sequence[Token], context: Context) -> Query | None:
    """The last ranking at another place; None where the clause says anything else than a place and what is ranked."""
    query = context.query
    if context.lost or not isinstance(query, Search) or query.order is None:
        return None
    content = [t for t in tokens if not ((is_free(t) and not t.has("step")) or t.has("ell") or t.has("light"))]
    order = query.order
    places = [t for t in content if t.has("rank") or _one(t) is not None or t.has("step", "next")]
    numbers = [t for t in content if t.has("number") and any(o.has("ord") for o in content)]
    tops = [t for t in content if t not in places and any(t.has(tag) for tag in ("sup", "cmp", "ord"))]
    if len(places) + len(numbers) != 1 or len(content) != len(places) + len(numbers) + len(tops) or len(tops) > 1:
        return None
    if tops and not (numbers and tops[0].has("ord")):
        ranked = _ranked(tops[0], order.attribute)
        if ranked is None:
            return None
        attribute, sense = ranked
    else:
        attribute, sense = order.attribute, order.sense
    if numbers:
        limit = int(numbers[0].readings["number"][0])
        if not 0 < limit <= _MOST_PLACES:
            return None
        return replace(query, order=replace(order, attribute=attribute, sense=sense, limit=limit, start=1))
    place = _place(places[0], order.start + max(order.limit, 1))
    if place < 0:
        place, sense = -place, "min" if sense == "max" else "max"
    return replace(query, order=replace(order, attribute=attribute, sense=sense, limit=1, start=place), amount=None)


def _one(token: Token) -> int | None:
    return next((place for word, place in _ONES.items() if token.has("pron", word)), None)


def _place(token: Token, following: int) -> int:
    if token.has("rank"):
        return int(token.readings["rank"][0])
    return _one(token) or following


def _ranked(token: Token, before: Measure) -> tuple[Measure, Sense] | None:
    """What a superlative ranks by, and which way: what was ranked by before, where it names nothing else."""
    senses = [str(sense).partition(":") for tag in ("sup", "cmp") for sense in token.readings.get(tag, ())]
    ways: dict[str, Literal["max", "min"]] = {"max": "max", "gt": "max", "min": "min", "lt": "min"}
    known = [(own, ways[way]) for own, _, way in senses if way in ways]
    same = [way for own, way in known if not own or measure_named(own) == before]
    if same:
        return before, same[0]
    return (measure_named(known[0][0]), known[0][1]) if known else None
