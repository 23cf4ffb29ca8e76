"""What the hits of a search for ways to evolve become: "Togetic (into Togekiss)"."""

from __future__ import annotations

from collections.abc import Iterable

from ...question.algebra import And, Condition, EvolvesBy, Or
from ..model import Pokemon
from ..relations import fits_way
from .context import Context


def becomes(condition: Condition, pokemon: Pokemon, context: Context) -> str:
    """The same behind the name of a hit; nothing where the condition names no way to evolve."""
    names = targets(condition, pokemon, context)
    return context.say("search.into", names=names) if names else ""


def targets(condition: Condition, pokemon: Pokemon, context: Context) -> str:
    """The names of what a Pokémon evolves into in the ways that a condition names."""
    ways = tuple(_ways(condition))
    rows = context.dataset.evolutions_from(pokemon.id) if ways else ()
    found = [row.to_pokemon_id for row in rows if any(fits_way(row, way) for way in ways)]
    return context.phrases.join(dict.fromkeys(context.mon_name(context.dataset.pokemon[one]) for one in found), "or")


def names_ways(condition: Condition) -> bool:
    """Whether a condition names a way to evolve at all."""
    return any(True for _ in _ways(condition))


def _ways(condition: Condition) -> Iterable[EvolvesBy]:
    """The ways to evolve that hits of a condition have; what is denied they have not."""
    match condition:
        case EvolvesBy():
            yield condition
        case And(parts) | Or(parts):
            for part in parts:
                yield from _ways(part)
        case _:
            pass
