"""Facts that are the same in every generation, or that only one of them has: to name it changes nothing."""

from __future__ import annotations

from collections.abc import Sequence

from ..algebra import NOW, Scope
from ..clause import Clause

#: The generations since which an attribute has been what it is today.
_SINCE = {
    "habitat": 3, "growth-rate": 1, "gender-ratio": 2, "hatch": 2, "genus": 1, "dex-number": 1, "generation": 1,
    "egg-group": 8, "color": 6, "shape": 6, "name": 6,
}  # fmt: skip
#: The last generation with an attribute, where it is not today's.
_UNTIL = {"habitat": 3}


def timeless(clause: Clause, found: Sequence[str], mons: Sequence[int], scope: Scope) -> bool:
    """ "Habitat of Sableye (gen 3 dex)": is what is asked for of the generation that is named what it is today?"""
    if scope is NOW or scope.generation is None or not found:
        return False
    latest = max(g.generation for g in clause.dataset.version_groups.values())
    own = max(clause.dataset.species[clause.mon(i).species_id].generation for i in mons)
    if any(clause.mon(i).form_named for i in mons) or scope.generation < own:
        return False
    return all(_SINCE.get(a, latest) <= scope.generation <= _UNTIL.get(a, latest) for a in found)


def of_a_time(clause: Clause, mons: Sequence[int]) -> list[str]:
    """ "What was Magnemite in Generation 1?": what a generation can have otherwise; empty where more is said."""
    said = {*mons, *clause.find("gen"), *clause.find("wh", "what")}
    asked = clause.has("gen") and clause.has("wh", "what") and not clause.is_yes_no()
    return ["type", "stats"] if asked and len(mons) == 1 and set(clause.content()) <= said else []
