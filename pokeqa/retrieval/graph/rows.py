"""The dataset as rows of the graph: one iterator for each label and each relation, in the order of the schema."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from ...pokedex.answers.context import Context
from ...pokedex.answers.evolve_how import How
from ...pokedex.answers.evolve_line import Lines
from ...pokedex.dataset import Dataset
from ...pokedex.model import Ability, Generation, Move, Named, Pokemon, Species, Type
from .schema import NODES, RELATIONS

Value: TypeAlias = int | float | str | bool | None
Row: TypeAlias = tuple[Value, ...]

#: Decimetres in a metre, hectograms in a kilogram.
_TENTH = 10


class GraphRows:
    """The rows of one dataset. A node row follows the columns of `NODES`; a relation row is (from, to, *properties)."""

    def __init__(self, dataset: Dataset) -> None:
        self._dataset = dataset
        self._en = Context(dataset, "en")
        self._zh = Context(dataset, "zh-hans")
        self._nodes: Mapping[str, Callable[[], Iterator[Row]]] = {
            "Pokemon": self._pokemon,
            "Species": lambda: (self._named(one) for one in dataset.species.values()),
            "Type": lambda: (self._named(one) for one in dataset.types.values() if one.id in self._chart),
            "Ability": lambda: ((*self._named(one), one.generation) for one in dataset.abilities.values()),
            "Move": self._moves,
            "EggGroup": lambda: (self._named(one) for one in dataset.egg_groups.values()),
            "Game": self._games,
            "Generation": lambda: (self._named(one) for one in dataset.generations.values()),
        }
        self._relations: Mapping[str, Callable[[], Iterator[Row]]] = {
            "FORM_OF": lambda: ((p.id, p.species_id) for p in dataset.pokemon.values()),
            "EVOLVES_TO": self._evolutions,
            "HAS_TYPE": lambda: (
                (p.id, type_id, slot) for p in dataset.pokemon.values() for slot, type_id in enumerate(p.types, 1)
            ),
            "HAS_ABILITY": self._abilities,
            "LEARNS": self._learnsets,
            "IN_EGG_GROUP": lambda: (
                (p.id, group) for p in dataset.pokemon.values() for group in dataset.species[p.species_id].egg_groups
            ),
            "APPEARS_IN": lambda: (
                (p.id, group) for p in dataset.pokemon.values() for group in dataset.learnsets.version_groups_of(p.id)
            ),
            "WEAK_TO": lambda: self._defences(lambda factor: factor > 1),
            "RESISTS": lambda: self._defences(lambda factor: 0 < factor < 1),
            "IMMUNE_TO": lambda: self._defences(lambda factor: factor == 0),
            "OF_TYPE": lambda: ((m.id, m.type_id) for m in dataset.moves.values() if m.type_id in self._chart),
            "INTRODUCED_IN": lambda: ((s.id, s.generation) for s in dataset.species.values()),
            "RELEASED_IN": lambda: ((g.id, g.generation) for g in dataset.version_groups.values()),
            "STRONG_AGAINST": lambda: self._efficacy(lambda factor: factor > 1),
            "RESISTED_BY": lambda: self._efficacy(lambda factor: 0 < factor < 1),
            "NO_EFFECT_ON": lambda: self._efficacy(lambda factor: factor == 0),
        }
        self._chart = dataset.chart_types()
        assert self._nodes.keys() == NODES.keys()
        assert self._relations.keys() == RELATIONS.keys()

    def nodes(self, label: str) -> Iterator[Row]:
        """The rows of a label."""
        return self._nodes[label]()

    def relations(self, kind: str) -> Iterator[Row]:
        """The rows of a relation."""
        return self._relations[kind]()

    # ------------------------------------------------------------------ nodes

    def _named(self, one: Named | Species | Type | Ability | Move | Generation) -> Row:
        return one.id, one.identifier, self._en.name(one.names), self._zh.name(one.names)

    def _pokemon(self) -> Iterator[Row]:
        for one in self._dataset.pokemon.values():
            species = self._dataset.species[one.species_id]
            stats: tuple[int | None, ...] = one.stats or (None,) * 6
            yield (
                one.id, one.identifier, self._en.mon_name(one), self._zh.mon_name(one),
                one.species_id, species.chain_id, one.is_default, one.form_kind,
                one.generation, species.is_legendary, species.is_mythical, one.is_battle_only,
                *stats, sum(one.stats) if one.stats else None,
                _tenth(one.height_dm), _tenth(one.weight_hg),
            )  # fmt: skip

    def _moves(self) -> Iterator[Row]:
        for one in self._dataset.moves.values():
            yield (
                *self._named(one), one.generation, one.power, one.accuracy, one.pp, one.priority, one.damage_class,
            )  # fmt: skip

    def _games(self) -> Iterator[Row]:
        for one in self._dataset.version_groups.values():
            names = self._en.version_group_name(one.id), self._zh.version_group_name(one.id)
            yield (one.id, one.identifier, *names, one.order)

    # ------------------------------------------------------------------ relations

    def _evolutions(self) -> Iterator[Row]:
        lines = Lines(self._dataset)
        en, zh = How(self._en, lines), How(self._zh, lines)
        for pokemon_id in self._dataset.pokemon:
            for step in lines.into(pokemon_id):
                yield step.source, step.target, en.short(step), zh.short(step)

    def _abilities(self) -> Iterator[Row]:
        for one in self._dataset.pokemon.values():
            slots = one.abilities
            seen: set[int] = set()
            for slot, ability in (("first", slots.first), ("second", slots.second), ("hidden", slots.hidden)):
                if ability is not None and ability not in seen:
                    seen.add(ability)
                    yield one.id, ability, slot

    def _learnsets(self) -> Iterator[Row]:
        learnsets = self._dataset.learnsets
        for pokemon_id in self._dataset.pokemon:
            for move_id, methods in learnsets.methods_of(pokemon_id).items():
                yield pokemon_id, move_id, ", ".join(methods)

    def _defences(self, holds: Callable[[float], bool]) -> Iterator[Row]:
        for one in self._dataset.pokemon.values():
            yield from self._against(one, holds)

    def _against(self, one: Pokemon, holds: Callable[[float], bool]) -> Iterator[Row]:
        for type_id in self._chart:
            factor = self._dataset.effectiveness(type_id, one.types)
            if holds(factor):
                yield one.id, type_id, factor

    def _efficacy(self, holds: Callable[[float], bool]) -> Iterator[Row]:
        for attacking in self._chart:
            for defending in self._chart:
                factor = self._dataset.efficacy(attacking, defending)
                if holds(factor):
                    yield attacking, defending, factor


def _tenth(value: int | None) -> float | None:
    """Decimetres as metres, hectograms as kilograms."""
    return None if value is None else value / _TENTH
