"""The numeric attributes of Pokémon and moves: what can be compared, ranked and filtered by.

    speed = number_of("speed", dataset)
    speed(garchomp)                                                  102

Values are in the dataset's own units (decimetres, hectograms); None means unknown. `in_source_unit` brings a value of
a query (metres, kilograms) to that unit.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Literal

from ..question.algebra import NOW, Attribute, Measure, Operator, Scope, Sum
from .dataset import Dataset
from .model import STATS, Move, MoveValues, Pokemon
from .varieties import index_of, introduced_in

PokemonNumber = Callable[[Pokemon], float | None]
MoveNumber = Callable[[Move], float | None]

OPERATORS: dict[Operator, Callable[[Any, Any], bool]] = {
    "gt": operator.gt, "ge": operator.ge, "lt": operator.lt, "le": operator.le, "eq": operator.eq, "ne": operator.ne,
}  # fmt: skip

#: How far a base stat total may be from another Pokémon's to be called close.
CLOSE_TOTAL = 30
#: The stats of `model.STATS`, as attributes.
STAT_ATTRIBUTES: tuple[Attribute, ...] = ("hp", "attack", "defense", "special-attack", "special-defense", "speed")

#: Attributes of a Pokémon with a numeric value.
POKEMON_NUMBERS: frozenset[Attribute] = frozenset({
    *STAT_ATTRIBUTES, "total", "height", "weight", "bmi", "generation", "dex-number", "id", "capture-rate", "hatch",
    "base-experience", "happiness", "gender-ratio", "growth-rate", "ev-yield", "weakness", "resistance", "immunity",
    "forms", "evolution", "ability", "name-length", "name-length-zh", "evolution-level",
})  # fmt: skip

#: Attributes of a move with a numeric value.
MOVE_NUMBERS: frozenset[Attribute] = frozenset({"power", "accuracy", "pp", "priority", "generation", "id"})

#: The single stat that generation 1 had instead of Sp. Atk and Sp. Def.
SPECIAL = "special"

#: The source gives 0 or 1 as the power of moves whose power is variable or was never published.
POWER_PLACEHOLDER = 1


def in_source_unit(attribute: Measure, value: float) -> float:
    """A value of a query (kg, m) in the dataset's own unit (hectograms, decimetres)."""
    return round(value * 10, 6) if attribute in ("weight", "height") else value


def number_of(attribute: Measure, dataset: Dataset, scope: Scope = NOW) -> PokemonNumber:
    """A function from a Pokémon to one measure. Raises `ValueError` for an attribute that is no number.

    A sum of which a part is unknown is unknown.
    """
    if isinstance(attribute, Sum):
        return _sum_of([number_of(one, dataset, scope) for one in attribute.attributes])
    if attribute in STATS or attribute == "total":
        return _stat_number(attribute, dataset, scope)
    species = dataset.species
    match attribute:
        case "height":
            return lambda pokemon: pokemon.height_dm
        case "weight":
            return lambda pokemon: pokemon.weight_hg
        case "bmi":
            return _bmi
        case "generation":
            return lambda pokemon: introduced_in(pokemon, dataset)
        case "dex-number" | "id":
            return lambda pokemon: pokemon.species_id
        case "capture-rate":
            return lambda pokemon: species[pokemon.species_id].capture_rate
        case "hatch":
            return lambda pokemon: species[pokemon.species_id].hatch_counter
        case "base-experience":
            return lambda pokemon: pokemon.base_experience
        case "happiness":
            return lambda pokemon: species[pokemon.species_id].base_happiness
        case "gender-ratio":
            return lambda pokemon: female_percent(species[pokemon.species_id].gender_rate)
        case "growth-rate":
            return lambda pokemon: dataset.growth_rates[species[pokemon.species_id].growth_rate_id].experience[-1]
        case "ev-yield":
            return lambda pokemon: sum(pokemon.effort) or None
        case "ability":
            return lambda pokemon: len(pokemon.abilities.all()) or None
        case "weakness" | "resistance" | "immunity":
            return _type_count(attribute, dataset, scope)
        case "forms":
            forms = index_of(dataset).forms
            return lambda pokemon: forms[pokemon.species_id]
        case "name-length" | "name-length-zh":
            language = "en" if attribute == "name-length" else "zh-hans"
            return lambda pokemon: _letters(species[pokemon.species_id].names.get(language))
        case "evolution-level":
            return _evolution_level(dataset)
        case "evolution":
            pokemon_of, ways = dataset.pokemon, dataset.evolutions_from
            return lambda pokemon: len({pokemon_of[way.to_pokemon_id].species_id for way in ways(pokemon)})
    raise ValueError(f"{attribute!r} is not a numeric attribute of a Pokémon; the numeric ones are in POKEMON_NUMBERS.")


def _sum_of(parts: list[PokemonNumber]) -> PokemonNumber:
    def total(pokemon: Pokemon) -> float | None:
        values = [value for part in parts if (value := part(pokemon)) is not None]
        return sum(values) if len(values) == len(parts) else None

    return total


def move_number_of(attribute: Measure, dataset: Dataset, scope: Scope = NOW) -> MoveNumber:
    """A function from a move to one numeric attribute. Raises `ValueError` for an attribute that is no number."""
    game = scope.version_groups[0] if len(scope.version_groups) == 1 else None

    def at(move: Move) -> Move | MoveValues:
        return move if scope.generation is None else dataset.move_in(move.id, scope.generation, game)

    match attribute:
        case "power":
            return lambda move: _power(at(move).power)
        case "accuracy":
            return lambda move: at(move).accuracy
        case "pp":
            return lambda move: at(move).pp
        case "priority":
            return lambda move: at(move).priority
        case "generation":
            return lambda move: move.generation
        case "id":
            return lambda move: move.id
    raise ValueError(f"{attribute!r} is not a numeric attribute of a move; the numeric ones are in MOVE_NUMBERS.")


def female_percent(gender_rate: int) -> float | None:
    """The share of females in percent; None for the genderless."""
    return None if gender_rate < 0 else gender_rate * 12.5


def _stat_number(attribute: Attribute, dataset: Dataset, scope: Scope) -> PokemonNumber:
    generation = scope.generation
    if attribute == "total":
        if generation is None:
            return lambda pokemon: sum(pokemon.stats) or None
        return lambda pokemon: sum(dataset.stats_of(pokemon, generation).values()) or None
    slot = STATS.index(attribute)
    if generation is None:
        return lambda pokemon: pokemon.stats[slot] if pokemon.stats else None

    def stat_then(pokemon: Pokemon) -> int | None:
        stats = dataset.stats_of(pokemon, generation)
        return stats.get(attribute, stats.get(SPECIAL))

    return stat_then


def _evolution_level(dataset: Dataset) -> PokemonNumber:
    """The lowest level at which levelling up makes a Pokémon evolve today; unknown where it takes other things."""

    def level(pokemon: Pokemon) -> int | None:
        ways = [way for way in dataset.evolutions_from(pokemon) if way.is_default and way.trigger == "level-up"]
        return min((way.level for way in ways if way.level is not None), default=None)

    return level


def _letters(name: str | None) -> int | None:
    """How many letters or characters a name has; marks and spaces do not count."""
    return None if name is None else sum(character.isalpha() or character.isdigit() for character in name)


def _bmi(pokemon: Pokemon) -> float | None:
    if pokemon.height_dm is None or pokemon.weight_hg is None:
        return None
    return (pokemon.weight_hg / 10) / (pokemon.height_dm / 10) ** 2


def _type_count(
    attribute: Literal["weakness", "resistance", "immunity"], dataset: Dataset, scope: Scope
) -> PokemonNumber:
    """How many attacking types a Pokémon is weak to, resists or is immune to."""
    index, generation = index_of(dataset), scope.generation

    def count(pokemon: Pokemon) -> int | None:
        types = pokemon.types if generation is None else dataset.types_of(pokemon, generation)
        abilities = dataset.abilities_of(pokemon, generation).all()
        return index.matchups(types, abilities, generation)[attribute] if types else None

    return count


def _power(power: int | None) -> int | None:
    return power if power is not None and power > POWER_PLACEHOLDER else None
