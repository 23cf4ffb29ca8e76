"""The dataset as SQL tables: their columns and their rows. SQLite and a server database are filled from these."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

from ..pokedex.answers.context import Context
from ..pokedex.answers.evolve_how import How
from ..pokedex.answers.evolve_line import Lines
from ..pokedex.dataset import Dataset
from ..pokedex.model import STATS

#: Changes with the tables below: a file of another number is made anew.
TABLES_FORMAT = 1

Kind = Literal["INTEGER", "REAL", "TEXT"]
Value: TypeAlias = int | float | str | None

_NAMED: Mapping[str, Kind] = {"id": "INTEGER", "identifier": "TEXT", "name": "TEXT", "name_zh": "TEXT"}

#: Table -> columns. `*_id` points at the `id` of the table it names; booleans are 0 and 1; NULL means unknown.
TABLES: Mapping[str, Mapping[str, Kind]] = {
    "pokemon": {
        **_NAMED,
        "species_id": "INTEGER", "is_default": "INTEGER", "form_kind": "TEXT", "generation": "INTEGER",
        "type1": "TEXT", "type2": "TEXT", "hp": "INTEGER", "attack": "INTEGER", "defense": "INTEGER",
        "special_attack": "INTEGER", "special_defense": "INTEGER", "speed": "INTEGER", "total": "INTEGER",
        "height_m": "REAL", "weight_kg": "REAL", "base_experience": "INTEGER",
    },
    "species": {
        **_NAMED,
        "generation": "INTEGER", "evolves_from_id": "INTEGER", "color": "TEXT", "capture_rate": "INTEGER",
        "base_happiness": "INTEGER", "gender_rate": "INTEGER", "hatch_counter": "INTEGER", "growth_rate": "TEXT",
        "is_baby": "INTEGER", "is_legendary": "INTEGER", "is_mythical": "INTEGER",
    },
    "types": _NAMED,
    "abilities": {**_NAMED, "generation": "INTEGER"},
    "moves": {
        **_NAMED,
        "generation": "INTEGER", "type": "TEXT", "damage_class": "TEXT", "power": "INTEGER", "accuracy": "INTEGER",
        "pp": "INTEGER", "priority": "INTEGER",
    },
    "items": {**_NAMED, "cost": "INTEGER"},
    "natures": {**_NAMED, "increased_stat": "TEXT", "decreased_stat": "TEXT"},
    "games": {**_NAMED, "generation": "INTEGER", "release_order": "INTEGER"},
    "pokemon_abilities": {"pokemon_id": "INTEGER", "ability_id": "INTEGER", "slot": "TEXT"},
    "pokemon_moves": {"pokemon_id": "INTEGER", "move_id": "INTEGER", "methods": "TEXT"},
    "pokemon_games": {"pokemon_id": "INTEGER", "game_id": "INTEGER"},
    "species_egg_groups": {"species_id": "INTEGER", "egg_group": "TEXT"},
    "evolutions": {"from_pokemon_id": "INTEGER", "to_pokemon_id": "INTEGER", "how": "TEXT"},
    "type_efficacy": {"attacking": "TEXT", "defending": "TEXT", "factor": "REAL"},
}  # fmt: skip

#: Columns that look-ups go by.
INDEXES: Mapping[str, tuple[str, ...]] = {
    "pokemon": ("species_id", "name"), "pokemon_abilities": ("pokemon_id", "ability_id"),
    "pokemon_moves": ("pokemon_id", "move_id"), "pokemon_games": ("pokemon_id", "game_id"), "moves": ("name",),
    "species_egg_groups": ("species_id",), "evolutions": ("from_pokemon_id", "to_pokemon_id"),
}  # fmt: skip


def describe() -> str:
    """The tables with their columns, one a line."""
    return "\n".join(f"{table}({', '.join(columns)})" for table, columns in TABLES.items())


class TableRows:
    """The rows of every table, in the order of its columns."""

    def __init__(self, dataset: Dataset) -> None:
        self._dataset = dataset
        self._en = Context(dataset, "en")
        self._zh = Context(dataset, "zh-hans")

    def of(self, table: str) -> Iterator[tuple[Value, ...]]:
        """The rows of one table."""
        rows: Iterator[tuple[Value, ...]] = getattr(self, f"_{table}")()
        return rows

    def _named(self, one: object) -> tuple[Value, ...]:
        names = one.names  # type: ignore[attr-defined]
        return one.id, one.identifier, self._en.name(names), self._zh.name(names)  # type: ignore[attr-defined]

    def _type(self, type_id: int) -> str:
        return self._dataset.types[type_id].identifier

    def _pokemon(self) -> Iterator[tuple[Value, ...]]:
        for one in self._dataset.pokemon.values():
            stats: tuple[int | None, ...] = one.stats or (None,) * len(STATS)
            yield (
                one.id, one.identifier, self._en.mon_name(one), self._zh.mon_name(one),
                one.species_id, int(one.is_default), one.form_kind, one.generation,
                self._type(one.types[0]), self._type(one.types[1]) if len(one.types) > 1 else None,
                *stats, sum(one.stats) if one.stats else None,
                None if one.height_dm is None else one.height_dm / 10,
                None if one.weight_hg is None else one.weight_hg / 10,
                one.base_experience,
            )  # fmt: skip

    def _species(self) -> Iterator[tuple[Value, ...]]:
        data = self._dataset
        for one in data.species.values():
            yield (
                *self._named(one), one.generation, one.evolves_from, data.colors[one.color_id].identifier,
                one.capture_rate, one.base_happiness, one.gender_rate, one.hatch_counter,
                data.growth_rates[one.growth_rate_id].identifier, int(one.is_baby), int(one.is_legendary),
                int(one.is_mythical),
            )  # fmt: skip

    def _types(self) -> Iterator[tuple[Value, ...]]:
        return (self._named(self._dataset.types[type_id]) for type_id in self._dataset.chart_types())

    def _abilities(self) -> Iterator[tuple[Value, ...]]:
        return ((*self._named(one), one.generation) for one in self._dataset.abilities.values())

    def _moves(self) -> Iterator[tuple[Value, ...]]:
        for one in self._dataset.moves.values():
            yield (
                *self._named(one), one.generation, self._type(one.type_id), one.damage_class, one.power, one.accuracy,
                one.pp, one.priority,
            )  # fmt: skip

    def _items(self) -> Iterator[tuple[Value, ...]]:
        return ((*self._named(one), one.cost) for one in self._dataset.items.values())

    def _natures(self) -> Iterator[tuple[Value, ...]]:
        for one in self._dataset.natures.values():
            yield (*self._named(one), one.increased_stat, one.decreased_stat)

    def _games(self) -> Iterator[tuple[Value, ...]]:
        for one in self._dataset.version_groups.values():
            names = self._en.version_group_name(one.id), self._zh.version_group_name(one.id)
            yield one.id, one.identifier, *names, one.generation, one.order

    def _pokemon_abilities(self) -> Iterator[tuple[Value, ...]]:
        for one in self._dataset.pokemon.values():
            slots = one.abilities
            for slot, ability in (("first", slots.first), ("second", slots.second), ("hidden", slots.hidden)):
                if ability is not None:
                    yield one.id, ability, slot

    def _pokemon_moves(self) -> Iterator[tuple[Value, ...]]:
        learnsets = self._dataset.learnsets
        for pokemon_id in self._dataset.pokemon:
            for move_id, methods in learnsets.methods_of(pokemon_id).items():
                yield pokemon_id, move_id, ", ".join(methods)

    def _pokemon_games(self) -> Iterator[tuple[Value, ...]]:
        for pokemon_id in self._dataset.pokemon:
            for group in self._dataset.learnsets.version_groups_of(pokemon_id):
                yield pokemon_id, group

    def _species_egg_groups(self) -> Iterator[tuple[Value, ...]]:
        for one in self._dataset.species.values():
            for group in one.egg_groups:
                yield one.id, self._dataset.egg_groups[group].identifier

    def _evolutions(self) -> Iterator[tuple[Value, ...]]:
        lines = Lines(self._dataset)
        how = How(self._en, lines)
        for pokemon_id in self._dataset.pokemon:
            for step in lines.into(pokemon_id):
                yield step.source, step.target, how.short(step)

    def _type_efficacy(self) -> Iterator[tuple[Value, ...]]:
        chart = self._dataset.chart_types()
        for attacking in chart:
            for defending in chart:
                factor = self._dataset.efficacy(attacking, defending)
                yield self._type(attacking), self._type(defending), factor
