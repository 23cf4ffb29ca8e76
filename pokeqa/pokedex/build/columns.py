"""Learnsets and encounters: hundreds of thousands of rows, packed as columns.

A learnset table is a list of groups (a Pokémon in a version group), each with as many rows as `group_rows` says, in the
order in which the games list them.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from dataclasses import dataclass
from itertools import groupby

from ...errors import BuildError
from .source import Source

#: What a learnset row is sorted by within its group.
_LearnKey = tuple[int, int, int, int, int, int]


@dataclass(frozen=True, slots=True)
class BigTables:
    """The packed tables, the number of rows in each, and the learn methods that the rows point at."""

    learnsets: dict[str, array[int]]
    encounters: dict[str, array[int]]
    methods: list[str]


def learnsets(source: Source) -> tuple[dict[str, array[int]], list[str]]:
    """The learnset columns, and the methods by the number that stands for them."""
    table = source.first_of("pokemon_moves_full", "pokemon_moves")
    method_rows = source.rows("pokemon_move_methods")
    methods = [row["identifier"] for row in method_rows]
    index = {row["id"]: i for i, row in enumerate(method_rows)}
    rows: list[_LearnKey] = sorted(
        (
            int(row["pokemon_id"]),
            int(row["version_group_id"]),
            index[row["pokemon_move_method_id"]],
            int(row["level"]),
            int(row["order"] or 0),
            int(row["move_id"]),
        )
        for row in source.stream(table)
    )
    columns: dict[str, array[int]] = {
        "group_pokemon": array("H"), "group_version_group": array("B"), "group_rows": array("H"), "move": array("H"),
        "method": array("B"), "level": array("B"),
    }  # fmt: skip
    for (pokemon, version_group), group in groupby(rows, key=lambda row: row[:2]):
        members = list(group)
        columns["group_pokemon"].append(pokemon)
        columns["group_version_group"].append(version_group)
        columns["group_rows"].append(len(members))
        columns["method"].extend(row[2] for row in members)
        columns["level"].extend(row[3] for row in members)
        columns["move"].extend(row[5] for row in members)
    _compare_with_ever(source, rows)
    return columns, methods


def _compare_with_ever(source: Source, rows: list[_LearnKey]) -> None:
    """`pokemon_moves_ever` says nothing that the full rows do not: it is derived from them, and checked here."""
    if not source.has("pokemon_moves_ever"):
        return
    learnt: dict[int, set[int]] = defaultdict(set)
    for row in rows:
        learnt[row[0]].add(row[5])
    for entry in source.rows("pokemon_moves_ever"):
        pokemon = int(entry["pokemon_id"])
        more = {int(move) for move in entry["move_ids"].split()} - learnt[pokemon]
        if more:
            raise BuildError(
                f"pokemon_moves_ever.csv lists {len(more)} moves of Pokémon {pokemon} that no learnset row has."
            )


def encounters(source: Source) -> dict[str, array[int]]:
    """The encounter columns, by Pokémon, version and location."""
    columns: dict[str, array[int]] = {
        "pokemon": array("H"), "version": array("B"), "location": array("H"), "min_level": array("B"),
        "max_level": array("B"),
    }  # fmt: skip
    sources = ("pokemon_id", "version_id", "location_id", "min_level", "max_level")
    for row in sorted(tuple(int(row[name]) for name in sources) for row in source.stream("encounter_locations")):
        for column, value in zip(columns.values(), row, strict=True):
            column.append(value)
    return columns
