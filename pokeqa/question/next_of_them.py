"""The same fact of another of several: "Base Speed of the first? And the second?"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .algebra import Facts, Mon
from .clause import is_free
from .context import Context
from .lexer import Token

#: Where a word for a place stands, counted from 0.
_AT = {"first": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4, "sixth": 5, "last": -1,
       "1": 0, "2": 1, "3": 2, "4": 3, "5": 4, "6": 5, "-1": -1}  # fmt: skip


def next_of_them(tokens: Sequence[Token], context: Context) -> tuple[Facts, Token] | None:
    """The last question of the one at a place among those an answer named, and its name; None where more is said."""
    last = context.query
    if context.lost or not isinstance(last, Facts) or len(last.subjects) != 1 or not isinstance(last.subjects[0], Mon):
        return None
    said = [t for t in tokens if not (t.has("ell") or t.has("bool", "and"))]
    content = [t for t in said if not is_free(t) or t.text.casefold() == "first"]
    group = context.offered or context.group()
    if len(content) != 1 or not any(last.subjects[0] in t.readings["mon"] for t in group):
        return None
    places = [*content[0].readings.get("pron", ()), *map(str, content[0].readings.get("rank", ()))]
    places += ["first"] if content[0].text.casefold() == "first" else []
    at = next((_AT[place] for place in places if place in _AT), None)
    if at is None or at >= len(group):
        return None
    return replace(last, subjects=(group[at].value("mon"),)), group[at]
