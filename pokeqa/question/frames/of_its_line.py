"""What all of an evolution line share: "egg groups dragapult line", 多龙梅西亚一家的蛋群."""

from __future__ import annotations

from ..algebra import Facts, Query
from ..clause import Clause
from .attributes import attributes

#: What is the same for a whole line, or nearly so.
_SHARED = frozenset({"egg-group", "growth-rate", "hatch", "gender-ratio"})
#: What makes another question of it.
_OTHERS = ("type", "move", "ability", "cmp", "sup", "gen", "vg", "breed", "learn", "number", "item", "neg", "bool")


def of_its_line(clause: Clause) -> Query | None:
    """The facts of the one that a line is named by."""
    mons, lines = clause.mons(), clause.find("ev", "family")
    if len(mons) != 1 or not lines or len(clause.find("ev")) > len(lines) or any(map(clause.has, _OTHERS)):
        return None
    if clause.is_yes_no() or clause.has("wh", "who"):
        return None
    found = attributes(clause, _SHARED)
    if not found:
        return None
    clause.take(*mons, *lines, *clause.find("wh"), *clause.find("list"), *clause.find("noun", "pokemon", "egg"))
    return Facts((clause.mon(mons[0]),), tuple(found))  # type: ignore[arg-type]
