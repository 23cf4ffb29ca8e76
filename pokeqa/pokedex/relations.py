"""Conditions about evolution, kinship, names and yields as functions of a Pokémon.

Each function takes a condition and the dataset and gives a predicate; None means that the dataset does not know.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from ..question.algebra import (
    EvolvesBy,
    GivesEffort,
    NameIs,
    NumberAgainst,
    NumberOwn,
    RelativeOf,
    Scope,
    SharesWith,
    ShieldedByAbility,
)
from ..question.fold import fold
from .dataset import Dataset
from .effectiveness import Attack, Chart
from .model import STATS, Evolution, Pokemon
from .numbers import OPERATORS, PokemonNumber, in_source_unit, number_of
from .phrases import FALLBACK
from .varieties import introduced_in

Predicate = Callable[[Pokemon], bool | None]


def against(condition: NumberAgainst, dataset: Dataset, scope: Scope) -> Predicate:
    """A measure against another Pokémon's."""
    value = number_of(condition.attribute, dataset, scope)
    other = value(dataset.pokemon[condition.other.pokemon_id])
    if other is None:
        return lambda _: None
    limit = other * condition.factor + in_source_unit(condition.attribute, condition.margin)
    holds = bounded(value, OPERATORS[condition.op], limit)
    if condition.op != "eq":
        return holds
    own = condition.other.species_id  # none is as heavy as itself
    return lambda pokemon: holds(pokemon) and pokemon.species_id != own


def bounded(value: PokemonNumber, compare: Callable[[float, float], bool], limit: float) -> Predicate:
    """A measure against a fixed number."""

    def holds(pokemon: Pokemon) -> bool | None:
        own = value(pokemon)
        return None if own is None else compare(own, limit)

    return holds


def own_numbers(condition: NumberOwn, dataset: Dataset, scope: Scope) -> Predicate:
    """Two measures of the same Pokémon."""
    first, second = number_of(condition.attribute, dataset, scope), number_of(condition.than, dataset, scope)
    compare = OPERATORS[condition.op]

    def holds(pokemon: Pokemon) -> bool | None:
        left, right = first(pokemon), second(pokemon)
        if left is None or right is None:
            return None
        return compare(left, right * condition.factor + condition.margin)

    return holds


def relative_of(condition: RelativeOf, dataset: Dataset) -> Predicate:
    """Evolves directly from another, or directly into it; a species named plainly stands for its forms too."""
    other = condition.other
    if other.form_named:
        others = frozenset({other.pokemon_id})
    else:
        others = frozenset(dataset.species[other.species_id].pokemon_ids)
    if condition.relation in ("below", "line"):
        found = _line(others, dataset, upwards=condition.relation == "line")
        return lambda pokemon: pokemon.id in found
    ways = [way for way in dataset.evolutions if condition.by is None or fits_way(way, condition.by)]
    if condition.relation == "from":
        found = {way.to_pokemon_id for way in ways if way.from_pokemon_id in others}
    else:
        found = {way.from_pokemon_id for way in ways if way.to_pokemon_id in others}
    return lambda pokemon: pokemon.id in found


def _line(start: frozenset[int], dataset: Dataset, *, upwards: bool) -> set[int]:
    """Everything that evolves from some varieties in the end; `upwards`: with them, and with all they came from."""
    roots = set(start)
    if upwards:
        before = roots
        while before:
            before = {way.from_pokemon_id for way in dataset.evolutions if way.to_pokemon_id in before} - roots
            roots |= before
    found, open_ids = (set(roots) if upwards else set()), roots
    while open_ids:
        open_ids = {way.to_pokemon_id for way in dataset.evolutions if way.from_pokemon_id in open_ids} - found
        found |= open_ids
    return found


#: Sun, Moon, Fire, Thunder, Water, Leaf, Shiny, Dusk, Dawn and Ice Stone: the items that are used as evolution stones.
EVOLUTION_STONES = frozenset((80, 81, 82, 83, 84, 85, 107, 108, 109, 885))


def fits_way(way: Evolution, condition: EvolvesBy) -> bool:
    """Whether one way to evolve is of the kind that a condition asks for."""
    if condition.also:
        kinds = (condition.way, *condition.also)
        alone = (replace(condition, way=kind, also=()) for kind in kinds)
        return all(way.trigger == "level-up" if one.way == "level" else fits_way(way, one) for one in alone)
    match condition.way:
        case "item":
            if condition.item_id is None:
                return way.item_id is not None
            return condition.item_id in (way.item_id, way.held_item_id)
        case "stone":
            return way.item_id in EVOLUTION_STONES
        case "any-item":
            return way.item_id is not None or way.held_item_id is not None
        case "held-item":
            return way.held_item_id is not None and condition.item_id in (None, way.held_item_id)
        case "trade":
            return way.trigger == "trade"
        case "friendship":
            return way.happiness is not None or way.affection is not None
        case "level":
            if way.trigger != "level-up" or way.level is None:
                return False
            return condition.level is None or OPERATORS[condition.level_op](way.level, condition.level)
        case "day" | "night" | "full-moon":
            return way.time_of_day == condition.way
        case "move":
            return (way.known_move_id or way.known_move_type_id or way.used_move_id) is not None
        case "female" | "male":
            return way.gender == condition.way
        case "place":
            return way.location_id is not None or way.special_rock
        case "rain":
            return way.rain
        case "party":
            return way.party_species_id is not None or way.party_type_id is not None


def evolves_by(condition: EvolvesBy, dataset: Dataset) -> Predicate:
    """Evolves into something this way."""
    fitting = {way.from_pokemon_id for way in dataset.evolutions if fits_way(way, condition)}
    if condition.only:
        fitting -= {
            way.from_pokemon_id for way in dataset.evolutions if way.is_default and not fits_way(way, condition)
        }
    return lambda pokemon: pokemon.id in fitting


def hatches_with_item(dataset: Dataset) -> Predicate:
    """Is a baby whose parent has to hold an item."""
    species = dataset.species
    return lambda pokemon: (
        species[pokemon.species_id].is_baby and species[pokemon.species_id].chain_id in dataset.baby_items
    )


def from_hisui(dataset: Dataset) -> Predicate:
    """Came with the games of Hisui."""
    games = {group.id for group in dataset.version_groups.values() if group.identifier == "legends-arceus"}
    return lambda pokemon: pokemon.version_group_id in games


def shielded_by_ability(condition: ShieldedByAbility, dataset: Dataset, scope: Scope) -> Predicate:
    """Can have an ability that lets no attack of the type through, where its types alone would."""
    chart, attack = Chart(dataset, scope.generation), Attack(condition.type_id)

    @cache
    def of(types: tuple[int, ...], abilities: tuple[int, ...]) -> bool:
        if chart.factor(attack, types) == 0:
            return False
        return any(chart.hit(attack, types, ability).factor == 0 for ability in abilities)

    def holds(pokemon: Pokemon) -> bool | None:
        slots = pokemon.abilities if scope.generation is None else dataset.abilities_of(pokemon, scope.generation)
        every = slots.all()
        return of(dataset.types_of(pokemon, scope.generation), tuple(every)) if every else None

    return holds


#: What is shared, as a function of a Pokémon's row and the dataset, for the measures that are one value.
_VALUES: dict[str, Callable[[Pokemon, Dataset], object]] = {
    "typing": lambda pokemon, _: frozenset(pokemon.types),
    "color": lambda pokemon, dataset: dataset.species[pokemon.species_id].color_id,
    "shape": lambda pokemon, dataset: dataset.species[pokemon.species_id].shape_id,
    "habitat": lambda pokemon, dataset: dataset.species[pokemon.species_id].habitat_id,
    "generation": introduced_in,
    "growth-rate": lambda pokemon, dataset: dataset.species[pokemon.species_id].growth_rate_id,
    "capture-rate": lambda pokemon, dataset: dataset.species[pokemon.species_id].capture_rate,
    "total": lambda pokemon, _: sum(pokemon.stats) or None,
    "height": lambda pokemon, _: pokemon.height_dm,
    "weight": lambda pokemon, _: pokemon.weight_hg,
}  # fmt: skip

_SETS: dict[str, Callable[[Pokemon, Dataset], frozenset[int]]] = {
    "type": lambda pokemon, _: frozenset(pokemon.types),
    "ability": lambda pokemon, _: frozenset(pokemon.abilities.all()),
    "egg-group": lambda pokemon, dataset: frozenset(dataset.species[pokemon.species_id].egg_groups),
}


def _stat_reader(slot: int) -> Callable[[Pokemon, Dataset], object]:
    return lambda pokemon, _: pokemon.stats[slot] if pokemon.stats else None


def shares_with(condition: SharesWith, dataset: Dataset) -> Predicate:
    """Has something in common with another Pokémon; the other itself does not count."""
    other = dataset.pokemon[condition.other.pokemon_id]
    if condition.what in _SETS:
        read_set = _SETS[condition.what]
        theirs = read_set(other, dataset)
        return lambda pokemon: pokemon.id != other.id and not theirs.isdisjoint(read_set(pokemon, dataset))
    read = _stat_reader(STATS.index(condition.what)) if condition.what in STATS else _VALUES[condition.what]
    value = read(other, dataset)
    if value is None:
        return lambda _: None
    return lambda pokemon: pokemon.id != other.id and read(pokemon, dataset) == value


def gives_effort(condition: GivesEffort) -> Predicate:
    """Gives effort values in a stat."""
    slot, compare = STATS.index(condition.stat), OPERATORS[condition.op]

    def holds(pokemon: Pokemon) -> bool | None:
        if not pokemon.effort:
            return None
        points = pokemon.effort[slot]
        return points > 0 if condition.points is None else points > 0 and compare(points, condition.points)

    return holds


def name_is(condition: NameIs, dataset: Dataset) -> Predicate:
    """Its species' name in a language begins with, ends with or holds these letters."""
    text, language = fold(condition.text), condition.language
    tests: dict[str, Callable[[str], bool]] = {
        "begins": lambda name: name.startswith(text),
        "ends": lambda name: name.endswith(text),
        "holds": lambda name: text in name,
    }
    fits = tests[condition.place]

    def holds(pokemon: Pokemon) -> bool | None:
        names = dataset.species[pokemon.species_id].names
        name = names.get(language) or names.get(FALLBACK.get(language, "en"))
        return None if name is None else fits(fold(name))

    return holds
