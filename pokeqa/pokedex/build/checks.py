"""What must hold of a compiled Pokédex before it is written. Each check yields sentences about what is wrong."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields

from ...errors import BuildError
from ..dataset import LAST_CHART_TYPE, Dataset
from ..model import LANGUAGES
from .columns import BigTables
from .compile import Compiled
from .fixes import Applied

#: How many wrong things of one kind the error message names.
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Expected:
    """How many records the source holds; a number that differs means another source, or a damaged one."""

    species: int = 1025
    pokemon: int = 1351
    forms: int = 1579
    moves: int = 937
    shadow_moves: int = 18
    abilities: int = 313
    legendary: int = 71
    mythical: int = 23
    babies: int = 19
    natures: int = 25
    learnset_rows: int = 638321
    encounter_rows: int = 29851


def check(compiled: Compiled, expected: Expected) -> None:
    """Raises BuildError with the first wrong things of every kind."""
    dataset = compiled.dataset
    problems = [
        *counts(compiled, expected),
        *some(references(dataset)),
        *some(big_references(dataset, compiled.big)),
        *some(type_chart(dataset)),
        *some(species_names(dataset)),
        *some(varieties(dataset)),
        *some(evolutions(dataset)),
        *corrections(compiled.corrections),
    ]
    if problems:
        raise BuildError("The compiled Pokédex is not sound:\n- " + "\n- ".join(problems))


def some(problems: Iterable[str]) -> Iterator[str]:
    """The first few problems, and how many more there are."""
    found = list(problems)
    yield from found[:_SHOWN]
    if len(found) > _SHOWN:
        yield f"… and {len(found) - _SHOWN} more of this kind."


def counts(compiled: Compiled, expected: Expected) -> Iterator[str]:
    """The number of records of each kind."""
    dataset = compiled.dataset
    found = Expected(
        species=len(dataset.species),
        pokemon=len(dataset.pokemon),
        forms=compiled.form_rows,
        moves=len(dataset.moves),
        shadow_moves=sum(move.is_shadow for move in dataset.moves.values()),
        abilities=len(dataset.abilities),
        legendary=sum(species.is_legendary for species in dataset.species.values()),
        mythical=sum(species.is_mythical for species in dataset.species.values()),
        babies=sum(species.is_baby for species in dataset.species.values()),
        natures=len(dataset.natures),
        learnset_rows=len(compiled.big.learnsets["move"]),
        encounter_rows=len(compiled.big.encounters["pokemon"]),
    )
    for item in fields(Expected):
        is_, should = getattr(found, item.name), getattr(expected, item.name)
        if is_ != should:
            yield f"There are {is_} {item.name.replace('_', ' ')}, there should be {should}."


#: Table -> column of its records -> table that the column's ids point into. Dotted columns hold several ids.
_REFERENCES: Mapping[str, Mapping[str, str]] = {
    "species": {
        "evolves_from": "species", "color_id": "colors", "shape_id": "shapes", "habitat_id": "habitats",
        "growth_rate_id": "growth_rates", "egg_groups": "egg_groups", "dex_numbers": "pokedexes",
        "pokemon_ids": "pokemon", "default_pokemon_id": "pokemon", "generation": "generations",
    },
    "pokemon": {
        "species_id": "species", "generation": "generations", "version_group_id": "version_groups", "types": "types",
    },
    "cosmetic_forms": {"pokemon_id": "pokemon", "types": "types"},
    "moves": {"generation": "generations", "type_id": "types"},
    "abilities": {"generation": "generations"},
    "types": {"generation": "generations"},
    "generations": {"region_id": "regions"},
    "versions": {"version_group_id": "version_groups"},
    "version_groups": {"generation": "generations", "version_ids": "versions"},
    "locations": {"region_id": "regions"},
    "machines": {"version_group_id": "version_groups", "move_id": "moves"},
    "evolutions": {
        "from_pokemon_id": "pokemon", "to_pokemon_id": "pokemon", "version_group_id": "version_groups",
        "item_id": "items", "location_id": "locations", "held_item_id": "items", "known_move_id": "moves",
        "known_move_type_id": "types", "party_species_id": "species", "party_type_id": "types",
        "trade_species_id": "species", "region_id": "regions", "used_move_id": "moves",
        "from_form_id": "cosmetic_forms", "to_form_id": "cosmetic_forms",
    },
    "form_conditions": {
        "pokemon_id": "pokemon", "cosmetic_form_id": "cosmetic_forms", "item_id": "items", "ability_id": "abilities",
        "move_id": "moves",
    },
}  # fmt: skip


def references(dataset: Dataset) -> Iterator[str]:
    """Every id points at a record."""
    for table, columns in _REFERENCES.items():
        records = getattr(dataset, table)
        for record in records.values() if isinstance(records, Mapping) else records:
            for column, target in columns.items():
                yield from _dangling(_label(table, record), getattr(record, column), target, dataset, column)
    for pokemon in dataset.pokemon.values():
        slots = [ability for s in (pokemon.abilities, *pokemon.abilities_past.values()) for ability in s.all()]
        yield from _dangling(pokemon.identifier, slots, "abilities", dataset)
        for types in pokemon.types_past.values():
            yield from _dangling(pokemon.identifier, types, "types", dataset)
    for move in dataset.moves.values():
        for change in move.changes:
            yield from _dangling(move.identifier, change.version_group_id, "version_groups", dataset)
            yield from _dangling(move.identifier, change.type_id, "types", dataset)
    chains = {species.chain_id for species in dataset.species.values()}
    for chain, item in dataset.baby_items.items():
        yield from _dangling(f"The baby of chain {chain}", item, "items", dataset)
        if chain not in chains:
            yield f"No species belongs to chain {chain}, whose baby needs an item."


def _dangling(
    who: str, value: int | Iterable[int] | None, target: str, dataset: Dataset, column: str = ""
) -> Iterator[str]:
    """The ids of a value that the target table lacks."""
    for i in (value,) if isinstance(value, int) else value or ():
        if i not in getattr(dataset, target):
            yield f"{who} has {column or 'the id'} {i}, which {target} lacks."


def _label(table: str, record: object) -> str:
    if table == "evolutions":
        return f"The evolution {getattr(record, 'from_pokemon_id', '?')} → {getattr(record, 'to_pokemon_id', '?')}"
    return f"{table} / {getattr(record, 'identifier', record)}"


def big_references(dataset: Dataset, big: BigTables) -> Iterator[str]:
    """Every id of the learnsets and encounters points at a record."""
    wanted: tuple[tuple[str, Mapping[str, Iterable[int]], str, Mapping[int, object]], ...] = (
        ("learnsets", big.learnsets, "group_pokemon", dataset.pokemon),
        ("learnsets", big.learnsets, "group_version_group", dataset.version_groups),
        ("learnsets", big.learnsets, "move", dataset.moves),
        ("learnsets", big.learnsets, "method", dict(enumerate(big.methods))),
        ("encounters", big.encounters, "pokemon", dataset.pokemon),
        ("encounters", big.encounters, "version", dataset.versions),
        ("encounters", big.encounters, "location", dataset.locations),
    )
    for table, columns, column, target in wanted:
        for i in sorted(set(columns[column]) - set(target)):
            yield f"The {table} have the {column} {i}, which does not exist."
    if sum(big.learnsets["group_rows"]) != len(big.learnsets["move"]):
        yield "The learnset groups do not hold as many rows as there are."


def type_chart(dataset: Dataset) -> Iterator[str]:
    """All 18 × 18 pairs, each with a factor that the games know."""
    chart = range(1, LAST_CHART_TYPE + 1)
    for attack in chart:
        for defence in chart:
            factor = dataset.type_efficacy.get((attack, defence))
            if factor not in (0, 50, 100, 200):
                yield f"The type chart has {factor} for {attack} against {defence}."


def species_names(dataset: Dataset) -> Iterator[str]:
    """Every species is named in every language."""
    for species in dataset.species.values():
        missing = [language for language in LANGUAGES if not species.names.get(language)]
        if missing:
            yield f"{species.identifier} has no name in {', '.join(missing)}."


def varieties(dataset: Dataset) -> Iterator[str]:
    """Varieties of a species can be told apart, and each has an English name."""
    by_tags: dict[tuple[int, frozenset[str]], list[str]] = defaultdict(list)
    for pokemon in dataset.pokemon.values():
        if pokemon.form_kind != "cosmetic":
            by_tags[pokemon.species_id, pokemon.form_tags].append(pokemon.identifier)
        if not pokemon.names.get("en"):
            yield f"{pokemon.identifier} has no English name."
    for identifiers in by_tags.values():
        if len(identifiers) > 1:
            yield f"{' and '.join(identifiers)} have the same form tags."


def evolutions(dataset: Dataset) -> Iterator[str]:
    """Both ends of every way are in one chain, from parent to child; every species with a parent has a way."""
    reached = set()
    for way in dataset.evolutions:
        start, end = dataset.pokemon.get(way.from_pokemon_id), dataset.pokemon.get(way.to_pokemon_id)
        if start is None or end is None:
            continue  # `references` says so
        reached.add(end.species_id)
        parent, child = dataset.species[start.species_id], dataset.species[end.species_id]
        if parent.chain_id != child.chain_id:
            yield f"{start.identifier} evolves into {end.identifier} in another chain."
        elif child.evolves_from != parent.id:
            yield f"{start.identifier} evolves into {end.identifier}, whose species has another parent."
    for species in dataset.species.values():
        if species.evolves_from is not None and species.id not in reached:
            yield f"Nothing evolves into {species.identifier}, which has a parent."


def corrections(applied: Iterable[Applied]) -> Iterator[str]:
    """Every listed correction changed something."""
    for entry in applied:
        if entry.rows < 1:
            yield f"The correction {entry.table} / {entry.key} / {entry.column} changed nothing."
