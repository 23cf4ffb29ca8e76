"""The same fact of another of several: "Base Speed of the first? And the second?"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .algebra import Evolve, Facts, Mon, Query
from .clause import is_free
from .context import Context
from .lexer import Token

#: Where a word for a place stands, counted from 0.
_AT = {"first": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4, "sixth": 5, "last": -1,
       "1": 0, "2": 1, "3": 2, "4": 3, "5": 4, "6": 5, "-1": -1}  # fmt: skip


def next_of_them(tokens: Sequence[Token], context: Context) -> tuple[Facts | Evolve, Token] | None:
    """The last question of the one at a place among those an answer named, and its name; None where more is said."""
    last = context.query
    whose = _whose(last)
    if context.lost or whose is None:
        return None
    said = [t for t in tokens if not (t.has("ell") or t.has("bool", "and"))]
    content = [t for t in said if not is_free(t) or t.text.casefold() in ("first", "last")]
    group = context.offered or context.group()
    if len(content) != 1 or not any(whose in t.readings["mon"] for t in group):
        return None
    places = [*content[0].readings.get("pron", ()), *map(str, content[0].readings.get("rank", ()))]
    places += ["first"] if content[0].text.casefold() == "first" else []
    at = next((_AT[place] for place in places if place in _AT), None)
    if at is None or at >= len(group):
        return None
    one: Mon = group[at].value("mon")
    if isinstance(last, Evolve):
        return replace(last, subject=one), group[at]
    assert isinstance(last, Facts)
    return replace(last, subjects=(one,)), group[at]


def _whose(query: Query | None) -> Mon | None:
    """The one Pokémon that a question which can be asked of another was about."""
    if isinstance(query, Evolve):
        return query.subject if query.target is None and query.direction == "into" else None
    if isinstance(query, Facts) and len(query.subjects) == 1 and isinstance(query.subjects[0], Mon):
        return query.subjects[0]
    return None
