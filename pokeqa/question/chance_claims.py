"""A claim about how often a move does something: "Is Scald's burn chance 30%?", "does Nuzzle always paralyze?"."""

from __future__ import annotations

from .algebra import Facts, Query, Thing
from .clause import Clause
from .effect_claims import EffectClaim

_ALWAYS = 100


def claimed_chance(clause: Clause, thing: Thing, number: float | None = None) -> Query:
    """A yes or a no where the move has one chance of what is named; else what it does, which tells the chance.

    Without a number each time is meant.
    """
    effect = Facts((thing,), ("effect",))
    chances = _chances(clause, thing)
    if len(chances) != 1 or clause.is_negated() or not (clause.is_yes_no() or _has_asking_have(clause)):
        return effect
    return EffectClaim(thing, next(iter(chances)) == (_ALWAYS if number is None else number))


def _has_asking_have(clause: Clause) -> bool:
    return bool(clause.tokens) and clause.tokens[-1].has("yn", "yn")


def _chances(clause: Clause, thing: Thing) -> set[int]:
    """The chances in percent of what is named, or, where nothing is, of all that the move may do besides."""
    meta = clause.dataset.moves[thing.id].meta
    if meta is None or clause.dataset.moves[thing.id].damage_class == "status":
        return set()
    found = {meta.ailment: meta.ailment_chance, "flinch": meta.flinch_chance, "stat": meta.stat_chance}
    named = {
        value
        for tag in ("statusword", "ailment", "moveail", "movedoes")
        for i in clause.find(tag, again=True)
        for value in clause.tokens[i].readings[tag]
    } & {*found, "paralysis", "burn", "freeze", "poison", "sleep", "confusion"}
    named |= {"stat"} if clause.find("bend", again=True) else set()
    if named:
        return {found.get(one, 0) for one in named}
    return {chance for chance in found.values() if chance}
