"""The choices of a quiz question: the right one among others that are wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import SystemRandom

from ...dataset import LAST_CHART_TYPE
from ...model import Pokemon
from ...varieties import index_of
from ..context import Context

_CHANCE = SystemRandom()
#: The letters in front of the choices.
LETTERS = "ABCDEF"
#: Ground, Fire, Water, Grass, Electric and Ice: many an ability changes what these do to its owner.
_BY_ABILITY = frozenset({5, 10, 11, 12, 13, 15})


def choices(topic: str, one: Pokemon, wanted: int, context: Context) -> str:
    """The choices in a row, each behind its letter; empty where the topic has none for this Pokémon."""
    right, wrong = _told(topic, one, context)
    others = sorted({text for text in wrong if text not in right})
    if not right or len(others) < wanted - 1:
        return ""
    shown = [_CHANCE.choice(sorted(right)), *_CHANCE.sample(others, wanted - 1)]
    _CHANCE.shuffle(shown)
    return " · ".join(f"{letter}: {text}" for letter, text in zip(LETTERS, shown, strict=False))


def _told(topic: str, one: Pokemon, context: Context) -> tuple[set[str], Iterable[str]]:
    """What answers the question, and what the others may be taken from."""
    data = context.dataset
    ordinary = index_of(data).ordinary
    match topic:
        case "type":
            return _of(one, ordinary, lambda mon: context.type_names(mon.types))
        case "ability":
            hidden = one.abilities.hidden
            own = {context.ability_name(a) for a in (*one.abilities.ordinary(), hidden) if a is not None}
            others = (context.ability_name(mon.abilities.hidden) for mon in ordinary if mon.abilities.hidden)
            return (set() if hidden is None else {context.ability_name(hidden)}), (t for t in others if t not in own)
        case "generation":
            return _of(one, ordinary, lambda mon: context.generation_name(context.species(mon).generation))
        case "weakness":
            factors = {
                t: data.effectiveness(t, one.types) for t in data.types if t <= LAST_CHART_TYPE and t not in _BY_ABILITY
            }
            weak = {context.type_name(t) for t, factor in factors.items() if factor > 1}
            return weak, (context.type_name(t) for t, factor in factors.items() if factor <= 1)
        case "evolution":
            after = {way.to_pokemon_id for way in data.evolutions_from(one)}
            line = {data.pokemon[i].species_id for i in after} | {one.species_id}
            names = (context.mon_name(mon) for mon in ordinary if mon.species_id not in line)
            return {context.mon_name(data.pokemon[i]) for i in after}, names
    return {context.mon_name(one)}, (context.mon_name(mon) for mon in ordinary)


def _of(one: Pokemon, others: Iterable[Pokemon], told: Callable[[Pokemon], str]) -> tuple[set[str], Iterable[str]]:
    return {told(one)}, map(told, others)
