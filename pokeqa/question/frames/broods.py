"""Eggs of sets: whether any of a set can have Eggs."""

from __future__ import annotations

from ..algebra import ALL, And, InEggGroup, Not, Query, Search
from ..clause import Clause
from ..describe import conditions
from ..describe.features import NO_EGGS
from ..describe.piece import ordered


def set_breeds(clause: Clause) -> Query | None:
    """ "Can legendary Pokémon breed?", 传说宝可梦能孵蛋吗: whether there is any of them that can."""
    words = clause.find("breed", "breed")
    if not words or clause.mons() or not clause.is_yes_no() or clause.is_negated() or clause.is_universal():
        return None
    if not (clause.has("cls") or clause.has("type") or clause.has("gender")) or clause.has("egg_group"):
        return None
    clause.take(*words, *clause.find("breed", "itself"), *clause.find("neg", "negyn"), *clause.find("egg"))
    condition = conditions(clause)
    if condition is None or condition == ALL:
        return None
    none = next(group.id for group in clause.dataset.egg_groups.values() if group.identifier == NO_EGGS)
    clause.take(*clause.find("noun", "pokemon"), *clause.find("list"))
    parts = condition.conditions if isinstance(condition, And) else (condition,)
    return Search(condition=And(ordered([*parts, Not(InEggGroup(none))])), output="exists")
