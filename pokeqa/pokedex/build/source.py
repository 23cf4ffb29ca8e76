"""The source: CSV files, found by name wherever they lie under one directory."""

from __future__ import annotations

import csv
import lzma
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from ...errors import BuildError

Row = dict[str, str]


class Source:
    """The tables of a source directory. Each is read once, so that a correction to a row is seen by every reader."""

    def __init__(self, directory: Path) -> None:
        if not directory.is_dir():
            raise BuildError(f"{directory} is not a directory. Pass the directory that holds the CSV files.")
        self.directory = directory
        self._paths: dict[str, Path] = {}
        for path in sorted(directory.rglob("*.csv*")):
            self._paths.setdefault(path.name, path)
        self._tables: dict[str, list[Row]] = {}

    def has(self, name: str) -> bool:
        """Whether the source holds a table."""
        return self._path(name) is not None

    def rows(self, name: str) -> list[Row]:
        """The rows of a table (`pokemon` is pokemon.csv)."""
        if name not in self._tables:
            self._tables[name] = list(self.stream(name))
        return self._tables[name]

    def first_of(self, *names: str) -> str:
        """The first of several tables that the source holds."""
        for name in names:
            if self.has(name):
                return name
        raise BuildError(f"{self.directory} holds none of {', '.join(f'{name}.csv' for name in names)}.")

    def stream(self, name: str) -> Iterator[Row]:
        """The rows of a table without keeping them."""
        path = self._path(name)
        if path is None:
            raise BuildError(f"{self.directory} holds no {name}.csv.")
        if path.suffix == ".xz":
            with lzma.open(path, "rt", encoding="utf-8", newline="") as text:
                yield from csv.DictReader(text)
        else:
            with path.open(encoding="utf-8", newline="") as plain:
                yield from csv.DictReader(plain)

    def identifiers(self, name: str) -> dict[str, int]:
        """Identifier -> id of a table."""
        return {row["identifier"]: int(row["id"]) for row in self.rows(name)}

    def grouped(self, name: str, column: str) -> dict[int, list[Row]]:
        """The rows of a table by one of its id columns, in the table's order."""
        groups: dict[int, list[Row]] = defaultdict(list)
        for row in self.rows(name):
            groups[int(row[column])].append(row)
        return groups

    def _path(self, name: str) -> Path | None:
        return self._paths.get(f"{name}.csv") or self._paths.get(f"{name}.csv.xz")


def number(text: str) -> int | None:
    """A whole number, or None where the cell is empty."""
    return int(text) if text else None


def flag(text: str) -> bool:
    """A yes/no cell."""
    return text == "1"
