"""Speed in a battle: with training, an item, an ability, the weather and changes of it."""

from __future__ import annotations

from dataclasses import replace

from ....question.calculations import Battler, Field
from ...formulas.modifiers import Situation, chained, holds, modifiers, scaled, staged
from ...formulas.stats import LOWERED, NEUTRAL
from ...model import STATS, Pokemon
from ..context import Context
from .sides import LEVEL, stages_of
from .training import Trained, trained, value

SPEED = "speed"


def speed_of(pokemon: Pokemon, said: Battler, one: Trained, field: Field, context: Context) -> int:
    """The Speed in battle; `one` is the training that counts."""
    found = staged(value(pokemon, SPEED, said.level or LEVEL, one), stages_of(said, SPEED, SPEED))
    factors = [factor for _, _, factor in speed_factors(pokemon, said, field, context)]
    paralysed = [f for kind, _, f in speed_factors(pokemon, said, field, context) if kind == "ailment"]
    others = list(factors)
    for one_factor in paralysed:
        others.remove(one_factor)
    found = scaled(found, chained(others))
    for one_factor in paralysed:
        found = found * one_factor // 4096
    return max(1, found)


def speed_factors(pokemon: Pokemon, said: Battler, field: Field, context: Context) -> list[tuple[str, str, int]]:
    """What changes the Speed, by kind, name and factor in 4096ths."""
    now = Situation(
        species=context.dataset.species[pokemon.species_id].identifier, weather=field.weather, terrain=field.terrain,
        ailment=said.ailment, other_ability=said.ability or "",
    )  # fmt: skip
    named = [("item", said.item), ("ability", said.ability), ("ailment", said.ailment)]
    named += [("help", name) for name in field.helps]
    return [
        (kind, name, row.factor)
        for kind, name in named if name
        for row in modifiers(kind, name, "any") if row.place == SPEED and holds(row, now)
    ]  # fmt: skip


def said_training(said: Battler, context: Context) -> Trained:
    """What is said of the training for Speed. EVs without a nature have a neutral one; a nature that lowers Speed, or
    an IV of 0, is had by a Pokémon without EVs in it.
    """
    found = trained(said.spread, SPEED, context)
    if found.ev is None and (found.bent == LOWERED or found.iv == 0):
        found = replace(found, ev=0)
    if found.bent is None and found.ev is not None:
        found = replace(found, bent=NEUTRAL)
    return found


def base_speed(pokemon: Pokemon) -> int:
    """The base Speed."""
    return pokemon.stats[STATS.index(SPEED)]
