"""What the project adds to the source: corrections of known errors, and names that the source lacks.

Both are lists in data/pokedex, and both are strict: an entry whose source no longer says what the entry expects stops
the build, so that a corrected source is noticed.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from ...errors import BuildError
from .source import Row, Source

#: The guard column that a value like `2(attack)=55` is checked against.
_GUARD_COLUMN = {"pokemon_stats_past": "base_stat", "pokemon_stats": "base_stat"}

#: A correction's value: the cell, a remark in brackets, and what the guard column must hold.
_VALUE = re.compile(r"(?P<cell>[^(=]*)(\((?P<remark>[^)]*)\))?(=(?P<guard>.*))?")
#: A correction's key: an identifier, a pattern or `#id`, the generation it means, and how many rows a pattern means.
_KEY = re.compile(r"(?P<identifier>\S+?)( gen(?P<generation>\d+))?( \((?P<count>\d+)\))?")


@dataclass(frozen=True, slots=True)
class Applied:
    """One correction as the manifest lists it, with the number of rows that it changed."""

    table: str
    key: str
    column: str
    source_value: str
    corrected_value: str
    why: str
    rows: int


@dataclass(frozen=True, slots=True)
class AddedName:
    """A name that the project gives to a record: `replaces` is the source's name, "" where it has none."""

    table: str
    key: str
    language: str
    replaces: str
    name: str


def read_list(path: Path) -> list[Row]:
    """The rows of one of the project's own CSV lists."""
    try:
        with path.open(encoding="utf-8", newline="") as text:
            return list(csv.DictReader(text))
    except FileNotFoundError as error:
        raise BuildError(f"{path} is missing; it belongs to the project's own data.") from error


def apply_corrections(source: Source, corrections: list[Row]) -> list[Applied]:
    """Changes the source's rows in place; what was changed, in the order of the list."""
    return [_apply(source, entry) for entry in corrections]


def _apply(source: Source, entry: Row) -> Applied:
    table, key, column = entry["table"], entry["key"], entry["column"]
    label = f"The correction {table} / {key} / {column}"
    wanted, old, new = (
        _parse(_KEY, key, label),
        _parse(_VALUE, entry["pokeapi_value"], label),
        _parse(_VALUE, entry["corrected_value"], label),
    )
    identifiers = _identifiers(source, table)
    matches = [row for row in source.rows(table) if _is_meant(row, identifiers(row), wanted)]
    guard = _GUARD_COLUMN.get(table)
    if old["guard"]:
        if guard is None:
            raise BuildError(f"{label} has a value with `=`, and {table} has no column for that.")
        matches = [row for row in matches if row[guard] == old["guard"] and row.get(column) == old["cell"]]
    if not matches:
        raise BuildError(f"{label} matches no row of the source. Remove it, or correct its key.")
    if column not in matches[0]:
        raise BuildError(f"{label}: {table} has no column {column}.")
    if wanted["count"] and len(matches) != int(wanted["count"]):
        raise BuildError(f"{label} is meant for {wanted['count']} rows and matches {len(matches)}.")
    for row in matches:
        if row[column] != old["cell"]:
            raise BuildError(
                f"{label} expects {old['cell']!r} in the source, which holds {row[column]!r}. "
                "If the source has been corrected, remove the correction."
            )
        row[column] = new["cell"]
        if new["guard"] and guard is not None:
            row[guard] = new["guard"]
    return Applied(
        table, key, column, entry["pokeapi_value"], entry["corrected_value"], entry.get("why", ""), len(matches)
    )


def add_move_changes(source: Source, added: list[Row]) -> None:
    """Adds to the source's rows what moves were before changes that the source does not know."""
    moves = {row["identifier"]: row["id"] for row in source.rows("moves")}
    groups = {row["identifier"]: row["id"] for row in source.rows("version_groups")}
    rows = source.rows("move_changelog")
    for entry in added:
        label = f"The added change of {entry['move']} in {entry['changed_in']}"
        if entry["move"] not in moves or entry["changed_in"] not in groups:
            raise BuildError(f"{label} names what the source does not hold.")
        columns = rows[0] if rows else {}
        if entry["column"] not in columns:
            raise BuildError(f"{label}: move_changelog has no column {entry['column']}.")
        when = {"move_id": moves[entry["move"]], "changed_in_version_group_id": groups[entry["changed_in"]]}
        if any(when.items() <= row.items() and row[entry["column"]] for row in rows):
            raise BuildError(f"{label} stands in the source by now. Remove it.")
        rows.append(dict.fromkeys(columns, "") | when | {entry["column"]: entry["before"]})


def _parse(pattern: re.Pattern[str], text: str, label: str) -> dict[str, str]:
    match = pattern.fullmatch(text)
    if match is None:
        raise BuildError(f"{label} has {text!r}, which cannot be read.")
    return {name: value or "" for name, value in match.groupdict().items()}


def _is_meant(row: Row, identifier: str, wanted: dict[str, str]) -> bool:
    if wanted["generation"] and row["generation_id"] != wanted["generation"]:
        return False
    return fnmatchcase(identifier, wanted["identifier"])


def _identifiers(source: Source, table: str) -> Callable[[Row], str]:
    """How the rows of a table are called: by their own identifier, that of the record they belong to, or `#id`."""
    columns = source.rows(table)[0] if source.rows(table) else {}
    if "identifier" in columns:
        return lambda row: row["identifier"]
    for column, owner in (("pokemon_id", "pokemon"), ("species_id", "pokemon_species"), ("move_id", "moves")):
        if column in columns:
            owners = {row["id"]: row["identifier"] for row in source.rows(owner)}
            return lambda row, column=column, owners=owners: owners.get(row[column], "")  # type: ignore[misc]
    return lambda row: f"#{row['id']}"


def read_names(path: Path) -> list[AddedName]:
    """The names that the project adds."""
    return [
        AddedName(row["table"], row["key"], row["language"], row["replaces"], row["name"]) for row in read_list(path)
    ]
