"""A stat of one Pokémon against another stat of another: "is Garchomp's Attack higher than Alakazam's Sp. Atk?"."""

from __future__ import annotations

from typing import Literal

from ..algebra import Query, Sum
from ..clause import Clause
from ..describe.measures import attribute_named
from ..joint_queries import Measured
from ..slots import stat_at

_PAIR = 2
#: What makes another question of it.
_OTHERS = ("number", "move", "item", "nature", "evs", "iv", "level", "weather", "stages", "ev", "sup", "type")


def crosswise(clause: Clause) -> Query | None:
    """Which of two stats, each of its own Pokémon, is the higher one, and by how much."""
    mons, words = clause.mons(), clause.find("cmp")
    if len(mons) != _PAIR or not words or clause.mon(mons[0]) == clause.mon(mons[1]) or clause.is_negated():
        return None
    senses = {str(sense) for i in words for sense in clause.tokens[i].readings["cmp"]} & {":gt", ":lt"}
    at = [i for i in clause.find("attr") if stat_at(clause, i) is not None]
    stats = [stat for i in at if (stat := stat_at(clause, i)) is not None]
    if len(senses) != 1 or len(set(stats)) != _PAIR or len(stats) != _PAIR or any(map(clause.has, _OTHERS)):
        return None
    if not (mons[0] < at[0] < mons[1] < at[1] or at[0] < mons[0] < at[1] < mons[1]):
        return None
    than = clause.find("prep", "than") or [i for i in words if clause.tokens[i].text.casefold().endswith(" than")]
    claim: Literal["none", "more", "less"] = "none"
    if than and (clause.is_yes_no() or not clause.has("wh")):
        claim = "more" if senses == {":gt"} else "less"
    clause.take(*mons, *at, *words, *than, *clause.find("bool"), *clause.find("wh"), *clause.find("bymuch"))
    clause.take(*clause.find("op", "range"), *clause.find("noun", "stat"), *clause.find("attr", "stats"))
    subjects = tuple(clause.mon(i) for i in mons)
    return Measured(subjects, Sum(tuple(map(attribute_named, stats))), clause.scope(), "crosswise", claim)
