"""Where Pokémon are met, game by game: every encounter row, packed.

The source ends before Brilliant Diamond and Shining Pearl: a game without rows is a game that it does not know, never
one without wild Pokémon (`versions()` tells them apart).
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from .model import EncounterRow
from .store import Manifest, decode_columns, read_file

FILE = "encounters.bin.xz"


class Encounters:
    """The encounter rows. Read-only; safe for any number of threads."""

    def __init__(self, columns: dict[str, array[int]]) -> None:
        self._columns = tuple(columns[name] for name in ("pokemon", "version", "location", "min_level", "max_level"))
        self._pokemon, self._version = columns["pokemon"], columns["version"]
        self._versions = frozenset(self._version)
        self._by_location: dict[int, array[int]] = defaultdict(lambda: array("I"))
        for i, location in enumerate(columns["location"]):
            self._by_location[location].append(i)

    def __len__(self) -> int:
        return len(self._pokemon)

    def of(self, pokemon_id: int, version_id: int | None = None) -> list[EncounterRow]:
        """Where a Pokémon is met, by version and location; in one game, or in all."""
        first = bisect_left(self._pokemon, pokemon_id)
        last = bisect_right(self._pokemon, pokemon_id, lo=first)
        rows = map(EncounterRow, *(column[first:last] for column in self._columns))
        return [row for row in rows if version_id is None or row.version_id == version_id]

    def at(self, location_id: int, version_id: int | None = None) -> list[EncounterRow]:
        """What is met at a location, by Pokémon and version; in one game, or in all."""
        indexes = self._by_location.get(location_id, ())
        return [
            EncounterRow(*(column[i] for column in self._columns))
            for i in indexes
            if version_id is None or self._version[i] == version_id
        ]

    def pokemon_ids(self, location_ids: Iterable[int], version_ids: Iterable[int]) -> frozenset[int]:
        """The Pokémon that are met at any of these locations (none: anywhere) in any of these games (none: in any)."""
        locations, versions = tuple(location_ids), frozenset(version_ids)
        indexes = (i for one in locations for i in self._by_location.get(one, ())) if locations else range(len(self))
        return frozenset(self._pokemon[i] for i in indexes if not versions or self._version[i] in versions)

    def with_encounters(self, location_ids: Iterable[int], version_ids: Iterable[int]) -> tuple[int, ...]:
        """Those of the locations where anything is met in any of these games."""
        versions = frozenset(version_ids)
        return tuple(
            one for one in location_ids if any(self._version[i] in versions for i in self._by_location.get(one, ()))
        )

    def locations(self) -> frozenset[int]:
        """The places where anything is met."""
        return frozenset(self._by_location)

    def versions(self) -> frozenset[int]:
        """The games whose encounters the source knows."""
        return self._versions


def load_encounters(directory: Path, manifest: Manifest) -> Encounters:
    """The encounters of a compiled Pokédex."""
    return Encounters(decode_columns(read_file(directory, manifest, FILE)))
