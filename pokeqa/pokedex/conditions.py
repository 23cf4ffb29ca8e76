"""Conditions of a query as functions: does it hold for this Pokémon, for this move?

    fast_fire = compile_condition(And((HasType(FIRE), Number("speed", "gt", 100))), dataset)
    fast_fire(talonflame)                                            True

The logic has three values: None means that the dataset does not know (a weight of "???"). Not(unknown) stays unknown,
so that a Pokémon of unknown weight is neither "heavier than 500 kg" nor "not heavier than 500 kg".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import TypeVar

from ..question.algebra import (
    NOW,
    And,
    ChangedIn,
    Condition,
    Defends,
    EvolvesBy,
    ExistsIn,
    FromGeneration,
    GivesEffort,
    HasAbility,
    HasForm,
    HasGenus,
    HasType,
    HatchesWithItem,
    InEggGroup,
    InRegionalDex,
    IsA,
    IsClass,
    IsColor,
    IsGender,
    LearnedBy,
    Learns,
    MetAt,
    MoveIs,
    NameIs,
    Not,
    Number,
    NumberAgainst,
    NumberOwn,
    OneOf,
    Or,
    RelativeOf,
    Scope,
    SharesWith,
    ShieldedByAbility,
    Stage,
    TypeCount,
    TypeSlot,
)
from ..question.conditions import FromHisui
from . import changes, relations
from .dataset import Dataset
from .model import Move, Pokemon
from .move_conditions import MoveLeaves, MovePredicate
from .numbers import OPERATORS, in_source_unit, number_of
from .regional_dexes import dexes_of_games
from .varieties import form_words, index_of, introduced_in

Predicate = Callable[[Pokemon], bool | None]
Judged = TypeVar("Judged", Pokemon, Move)

_DEFENDS: dict[str, Callable[[float], bool]] = {
    "weak": lambda factor: factor > 1,
    "resist": lambda factor: 0 < factor < 1,
    "immune": lambda factor: factor == 0,
    "not-immune": lambda factor: factor > 0,
    "neutral": lambda factor: factor == 1,
    "4x": lambda factor: factor == 4,
    "2x": lambda factor: factor == 2,
    "0.5x": lambda factor: factor == 0.5,
    "0.25x": lambda factor: factor == 0.25,
}

_GENDER_RATES = {
    "male-only": frozenset({0}), "female-only": frozenset({8}), "genderless": frozenset({-1}),
    "can-be-male": frozenset(range(8)), "can-be-female": frozenset(range(1, 9)),
    "one-eighth-female": frozenset({1}), "quarter-female": frozenset({2}), "half-female": frozenset({4}),
    "three-quarters-female": frozenset({6}), "seven-eighths-female": frozenset({7}),
    "mostly-male": frozenset({1, 2}), "mostly-female": frozenset({6, 7}),
}  # fmt: skip


def compile_condition(
    condition: Condition,
    dataset: Dataset,
    scope: Scope = NOW,
    *,
    by_form: bool = False,
    first_starters: bool = False,
) -> Predicate:
    """The condition as a function of a Pokémon.

    `scope` is the time of types, stats and abilities. `by_form`: "from generation" and "has a form" are about the
    very variety, as where every variety is asked for; otherwise an ordinary form stands for its species.
    `first_starters`: a starter is one of those that are given, not its whole family.
    """
    return _Compiler(dataset, scope, by_form, first_starters).compile(condition)


def compile_move_condition(condition: Condition, dataset: Dataset, scope: Scope = NOW) -> MovePredicate:
    """The condition as a function of a move. Raises `ValueError` for a condition that only Pokémon can fulfil."""
    return _connected(condition, MoveLeaves(dataset, scope).leaf)


def _connected(
    condition: Condition, leaf: Callable[[Condition], Callable[[Judged], bool | None]]
) -> Callable[[Judged], bool | None]:
    """And, Or and Not over leaves that `leaf` compiles; what is unknown stays unknown."""
    if isinstance(condition, And):
        parts = [_connected(part, leaf) for part in condition.conditions]
        if len(parts) == 1:
            return parts[0]
        return lambda judged: all_of(part(judged) for part in parts)
    if isinstance(condition, Or):
        options = [_connected(part, leaf) for part in condition.conditions]
        return lambda judged: any_of(option(judged) for option in options)
    if isinstance(condition, Not):
        inner = _connected(condition.condition, leaf)
        return lambda judged: negate(inner(judged))
    return leaf(condition)


def all_of(values: Iterable[bool | None]) -> bool | None:
    """And in three values."""
    known = True
    for value in values:
        if value is False:
            return False
        known = known and value is not None
    return True if known else None


def any_of(values: Iterable[bool | None]) -> bool | None:
    """Or in three values."""
    known = True
    for value in values:
        if value:
            return True
        known = known and value is not None
    return False if known else None


def negate(value: bool | None) -> bool | None:
    """Not in three values."""
    return None if value is None else not value


def learner_ids(condition: Learns, dataset: Dataset) -> frozenset[int]:
    """The ids of the Pokémon that learn the move, in the scope's games and by its method."""
    groups: list[int | None] = [*condition.scope.version_groups]
    if not groups and condition.scope.generation is not None:
        groups = [group.id for group in dataset.version_groups_of_generation(condition.scope.generation)]
    learnsets = dataset.learnsets
    if condition.method is None and condition.level is None:
        return frozenset().union(*(learnsets.learner_ids(condition.move_id, group) for group in groups or [None]))
    rows = (row for group in groups or [None] for row in learnsets.learners(condition.move_id, group))
    if condition.level is None:
        return frozenset(row.pokemon_id for row in rows if row.method == condition.method)
    # Level 0 stands for a move learnt on evolving, 1 for one that is known from the start.
    compare, level = OPERATORS[condition.level_op], condition.level
    return frozenset(row.pokemon_id for row in rows if row.method == "level-up" and compare(row.level, level))


class _Compiler:
    """Makes the predicate of a condition over Pokémon."""

    def __init__(self, dataset: Dataset, scope: Scope, by_form: bool, first_starters: bool) -> None:
        self.dataset = dataset
        self.first_starters = first_starters
        self.scope = scope
        self.by_form = by_form
        self.index = index_of(dataset)

    def compile(self, condition: Condition) -> Predicate:
        return _connected(condition, self._leaf)

    def _leaf(self, condition: Condition) -> Predicate:
        match condition:
            case HasType(type_id):
                return self._has_type(type_id)
            case TypeSlot(type_id, slot):
                return lambda pokemon: self._types(pokemon)[slot - 1 : slot] == (type_id,)
            case TypeCount(count):
                return lambda pokemon: len(self._types(pokemon)) == count
            case Defends():
                return self._defends(condition)
            case Number():
                return self._number(condition)
            case NumberAgainst():
                return relations.against(condition, self.dataset, self.scope)
            case NumberOwn():
                return relations.own_numbers(condition, self.dataset, self.scope)
            case HasAbility():
                return self._has_ability(condition)
            case Learns():
                return self._learns(condition)
            case Stage(name):
                return self._stage(name)
            case HasForm(name, least) if least > 1:
                forms = self.index.forms_of_kind(name)
                return lambda pokemon: forms[pokemon.species_id] >= least
            case HasForm(name):
                if self.by_form:
                    return lambda pokemon: name in form_words(pokemon)
                words = self.index.form_words
                return lambda pokemon: name in words[pokemon.species_id]
            case EvolvesBy():
                return relations.evolves_by(condition, self.dataset)
            case HatchesWithItem():
                return relations.hatches_with_item(self.dataset)
            case FromHisui():
                return relations.from_hisui(self.dataset)
            case MetAt(location_ids, version_ids):
                met = self.dataset.encounters.pokemon_ids(location_ids, version_ids)
                return lambda pokemon: pokemon.id in met
            case OneOf(pokemon_ids):
                found = frozenset(pokemon_ids)
                return lambda pokemon: pokemon.id in found
            case ShieldedByAbility():
                return relations.shielded_by_ability(condition, self.dataset, self.scope)
            case ChangedIn():
                return changes.changed_pokemon(condition, self.dataset)
            case MoveIs() | LearnedBy():
                raise ValueError(f"{condition!r} is about moves; a Pokémon cannot fulfil it.")
        return self._of_species(condition)

    def _of_species(self, condition: Condition) -> Predicate:
        species = self.dataset.species
        match condition:
            case FromGeneration(generation, op):
                compare = OPERATORS[op]
                return lambda pokemon: compare(introduced_in(pokemon, self.dataset), generation)
            case ExistsIn(generation):
                return lambda pokemon: introduced_in(pokemon, self.dataset) <= generation
            case InRegionalDex(version_groups):
                dexes = {dex for group in version_groups for dex in dexes_of_games(self.dataset, group)}
                return lambda pokemon: not dexes.isdisjoint(species[pokemon.species_id].dex_numbers)
            case IsClass(name):
                first = name == "starter" and self.first_starters
                members = self.index.classes["first-starter" if first else name]
                return lambda pokemon: pokemon.species_id in members
            case InEggGroup(egg_group_id, only=True):
                return lambda pokemon: tuple(species[pokemon.species_id].egg_groups) == (egg_group_id,)
            case InEggGroup(egg_group_id):
                return lambda pokemon: egg_group_id in species[pokemon.species_id].egg_groups
            case IsColor(table, row_id):
                attribute = f"{table}_id"

                def has_look(pokemon: Pokemon) -> bool | None:
                    own = getattr(species[pokemon.species_id], attribute)
                    return None if own is None else own == row_id

                return has_look
            case HasGenus(like):
                genus = species[like.species_id].genus.get("en")
                return lambda pokemon: species[pokemon.species_id].genus.get("en") == genus
            case IsGender(name):
                rates = _GENDER_RATES[name]
                return lambda pokemon: species[pokemon.species_id].gender_rate in rates
            case RelativeOf():
                return relations.relative_of(condition, self.dataset)
            case SharesWith():
                return relations.shares_with(condition, self.dataset)
            case GivesEffort():
                return relations.gives_effort(condition)
            case NameIs():
                return relations.name_is(condition, self.dataset)
            case IsA(other):
                if other.form_named:
                    return lambda pokemon: pokemon.id == other.pokemon_id
                return lambda pokemon: pokemon.species_id == other.species_id
        raise ValueError(f"The condition {condition!r} has no meaning for a Pokémon.")

    def _types(self, pokemon: Pokemon) -> tuple[int, ...]:
        return pokemon.types if self.scope.generation is None else self.dataset.types_of(pokemon, self.scope.generation)

    def _has_type(self, type_id: int) -> Predicate:
        if self.scope.generation is None:
            return lambda pokemon: type_id in pokemon.types
        return lambda pokemon: type_id in self._types(pokemon)

    def _defends(self, condition: Defends) -> Predicate:
        holds, attack, generation = _DEFENDS[condition.relation], condition.type_id, self.scope.generation
        if generation is not None and self.dataset.types[attack].generation > generation:
            return lambda _: False  # nothing was hit by a type that was not there

        @cache
        def of_types(types: tuple[int, ...]) -> bool:
            return holds(self.dataset.effectiveness(attack, types, generation))

        return lambda pokemon: of_types(self._types(pokemon))

    def _number(self, condition: Number) -> Predicate:
        limit = in_source_unit(condition.attribute, condition.value)
        return relations.bounded(
            number_of(condition.attribute, self.dataset, self.scope), OPERATORS[condition.op], limit
        )

    def _has_ability(self, condition: HasAbility) -> Predicate:
        ability_id, slot, generation = condition.ability_id, condition.slot, self.scope.generation

        def has_ability(pokemon: Pokemon) -> bool | None:
            slots = pokemon.abilities if generation is None else self.dataset.abilities_of(pokemon, generation)
            every = slots.all()
            if not every:
                return None
            if slot == "hidden":
                return slots.hidden == ability_id
            if slot == "only":
                return set(every) == {ability_id}
            return ability_id in (every if slot == "any" else slots.ordinary())

        return has_ability

    def _learns(self, condition: Learns) -> Predicate:
        learners = learner_ids(condition, self.dataset)
        # A form without a learnset of its own is not known to lack a move.
        ever = self.dataset.learnsets.ever
        return lambda pokemon: pokemon.id in learners or (False if ever(pokemon.id) else None)

    def _stage(self, name: str) -> Predicate:
        species = self.dataset.species

        def evolves(pokemon: Pokemon) -> bool:
            return bool(self.dataset.evolutions_from(pokemon.id))

        def evolved(pokemon: Pokemon) -> bool:
            return species[pokemon.species_id].evolves_from is not None

        def evolves_on(pokemon: Pokemon) -> bool:
            ways = self.dataset.evolutions_from(pokemon.id)
            return any(self.dataset.evolutions_from(way.to_pokemon_id) for way in ways)

        stages: dict[str, Predicate] = {
            "final": lambda pokemon: not evolves(pokemon),
            "can-evolve": evolves,
            "first": lambda pokemon: not evolved(pokemon),
            "middle": lambda pokemon: evolves(pokemon) and evolved(pokemon),
            "single": lambda pokemon: not evolves(pokemon) and not evolved(pokemon),
            "evolved": evolved,
            "once": lambda pokemon: evolves(pokemon) and not evolves_on(pokemon),
            "twice": evolves_on,
        }
        return stages[name]
