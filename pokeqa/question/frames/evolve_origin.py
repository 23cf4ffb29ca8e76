"""The evolution of one that goes no further: "is Machamp a trade evolution?" asks how it came about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from ..algebra import EvolutionWay, Evolve, EvolvesBy, Mon, Query
from ..clause import Clause


def before_it(clause: Clause, mon: Mon) -> Mon | None:
    """The one Pokémon that evolves into the last stage `mon`."""
    steps = clause.dataset.evolutions_to(mon.pokemon_id)
    sources = {step.from_pokemon_id for step in steps}
    if clause.dataset.evolutions_from(mon.pokemon_id) or len(sources) != 1:
        return None
    source = clause.dataset.pokemon[sources.pop()]
    default = clause.dataset.species[source.species_id].default_pokemon_id
    return Mon(source.species_id, source.id, source.id != default)


def alone_before_it(clause: Clause, mon: Mon) -> Mon | None:
    """The one Pokémon that evolves into the last stage `mon`, and into nothing else."""
    source = before_it(clause, mon)
    if source is None:
        return None
    ends = {step.to_pokemon_id for step in clause.dataset.evolutions_from(source.pokemon_id)}
    return source if ends == {mon.pokemon_id} else None


def came_about(clause: Clause, mon: Mon, by: EvolvesBy) -> Query | None:
    """Whether the last stage `mon` comes about this way; "can Machamp evolve by trade?" asks how it goes on."""
    source = before_it(clause, mon)
    if source is None or clause.has("aux", "can") or by.level_op != "eq" or by.also or by.only:
        return None
    ways = (by.way,) if by.item_id is None and by.level is None and by.way in get_args(EvolutionWay) else ()
    return Evolve(source, "into", "how", target=mon, yes_no=True, ways=ways, item_id=by.item_id, level=by.level)


def said_of_its_origin(clause: Clause, mon: Mon, said: Mapping[str, Any]) -> Query | None:
    """The same of the ways, the item or the level that a question about its evolution names."""
    ways, item, level = said["ways"], said["item_id"], said["level"]
    named = len(ways) == 1 or item is not None or level is not None
    if not named or not clause.is_yes_no() or said["negated"] or said["expected"] is not None:
        return None
    return came_about(clause, mon, EvolvesBy(ways[0] if ways else "item", item, level))
