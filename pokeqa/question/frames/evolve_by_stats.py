"""What a Pokémon becomes by what its battles took: "which one is it when Attack is higher than Defense?"."""

from __future__ import annotations

from ..algebra import Evolve, Mon, Query
from ..clause import Clause

#: The stats of which the higher one decides, where one of them decides at all.
_STATS = ("attack", "defense")
#: How the first of two stats stands to the second.
_SIGNS = ((1, "cmp", ":gt"), (-1, "cmp", ":lt"), (1, "op", "gt"), (-1, "op", "lt"), (0, "op", "eq"), (0, "cmp", ":eq"))
#: What may stand around the two.
_AROUND = ("cmp", "op", "suppose", "pron", "prep", "aux", "ev", "had", "outcome", "meet", "grant", "require", "bool")


def by_own_stats(clause: Clause) -> Query | None:
    """What Tyrogue becomes when the first of its stats is higher or lower than the second."""
    mons = clause.mons()
    if len(mons) != 1 or not (clause.has("cmp") or clause.has("op")) or clause.is_yes_no() or clause.has("neg"):
        return None
    ways = [w for w in clause.dataset.evolutions_from(clause.mon(mons[0]).pokemon_id)
            if w.relative_physical_stats is not None]  # fmt: skip
    stats = [i for name in _STATS for i in clause.find("attr", name)]
    asked = clause.find("wh", "what", "which", "who") + clause.find("ev", "post")
    told = len(stats) == len(_STATS) and (clause.has("ev") or clause.has("suppose") or _is_supposed(clause))
    if not ways or not asked or not told:
        return None
    sign = next((sign for sign, tag, value in _SIGNS if any(clause.at(i, tag, value) for i in clause.find(tag))), None)
    if sign is None:
        return None
    sign = sign if stats[0] < stats[1] else -sign
    end = next((way.to_pokemon_id for way in ways if way.relative_physical_stats == sign), None)
    if end is None:
        return None
    clause.take(*mons, *stats, *asked, *clause.find("wh", "when"), *clause.find("catch", "hypothetical"))
    for tag in _AROUND:
        clause.take(*clause.find(tag))
    species = clause.dataset.pokemon[end].species_id
    return Evolve(clause.mon(mons[0]), "into", "how", target=Mon(species, end))


def _is_supposed(clause: Clause) -> bool:
    """Is a case put, or something got by it ("which do you get when", 会得到哪个)?"""
    return bool(clause.find("catch", "hypothetical") or clause.find("prep", "getv") or clause.find("had")
                or clause.find("meet"))  # fmt: skip
