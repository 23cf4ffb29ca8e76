"""Who learns which move, in which games, and how: every learnset row, packed.

The rows are grouped by Pokémon and version group. Reading the file takes some tenths of a second and about 10 MB;
`Dataset.learnsets` does it on first use.
"""

from __future__ import annotations

import json
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from functools import partial
from itertools import accumulate, repeat
from operator import itemgetter
from pathlib import Path

from .model import LearnRow
from .store import Manifest, decode_columns, read_file

FILE = "learnsets.bin.xz"
METHODS_FILE = "learn_methods.json"


class Learnsets:
    """The learnset rows. Read-only; safe for any number of threads."""

    def __init__(self, columns: dict[str, array[int]], methods: Sequence[str]) -> None:
        self._methods = tuple(methods)
        self._move, self._method, self._level = columns["move"], columns["method"], columns["level"]
        self._groups = columns["group_pokemon"]
        self._start = array("I", accumulate(columns["group_rows"], initial=0))
        self._pokemon, self._version_group = array("H"), array("B")
        for pokemon, version_group, count in zip(
            self._groups, columns["group_version_group"], columns["group_rows"], strict=True
        ):
            self._pokemon.extend(repeat(pokemon, count))
            self._version_group.extend(repeat(version_group, count))
        self._by_move, self._move_start = _sorted_by(self._move)

    def __len__(self) -> int:
        return len(self._move)

    def of(self, pokemon_id: int, version_group_id: int | None = None) -> list[LearnRow]:
        """What a Pokémon learns, by version group, method and level; in one version group, or in all."""
        return self._rows(self._within(self._indexes_of(pokemon_id), version_group_id))

    def methods_of(self, pokemon_id: int) -> dict[int, tuple[str, ...]]:
        """Every move that a Pokémon learns in any game, with the ways it learns it, each once."""
        methods: dict[int, dict[str, None]] = {}
        for row in self.of(pokemon_id):
            methods.setdefault(row.move_id, {})[row.method] = None
        return {move_id: tuple(found) for move_id, found in methods.items()}

    def learners(self, move_id: int, version_group_id: int | None = None) -> list[LearnRow]:
        """Who learns a move and how, by Pokémon and version group; in one version group, or in all."""
        return self._rows(self._within(self._indexes_with(move_id), version_group_id))

    def learner_ids(self, move_id: int, version_group_id: int | None = None) -> frozenset[int]:
        """The Pokémon that learn a move in any way; in one version group, or in any."""
        return frozenset(map(self._pokemon.__getitem__, self._within(self._indexes_with(move_id), version_group_id)))

    def find(self, pokemon_id: int, move_id: int, version_group_id: int | None = None) -> list[LearnRow]:
        """How a Pokémon learns a move, by version group; in one version group, or in all."""
        rows = self._within(self._indexes_of(pokemon_id), version_group_id)
        return self._rows([i for i in rows if self._move[i] == move_id])

    def ever(self, pokemon_id: int) -> frozenset[int]:
        """Every move that a Pokémon has learnt in any game; empty where the source knows no learnset."""
        rows = self._indexes_of(pokemon_id)
        return frozenset(self._move[rows.start : rows.stop])

    def version_groups_of(self, pokemon_id: int) -> tuple[int, ...]:
        """The version groups that have a learnset for a Pokémon, by id."""
        rows = self._indexes_of(pokemon_id)
        return tuple(sorted(set(self._version_group[rows.start : rows.stop])))

    def version_groups(self) -> frozenset[int]:
        """The version groups that have learnsets at all."""
        return frozenset(self._version_group)

    def _indexes_of(self, pokemon_id: int) -> range:
        """The rows of a Pokémon."""
        first = bisect_left(self._groups, pokemon_id)
        last = bisect_right(self._groups, pokemon_id, lo=first)
        return range(self._start[first], self._start[last])

    def _indexes_with(self, move_id: int) -> Sequence[int]:
        """The rows that have a move, ascending."""
        span = self._move_start.get(move_id)
        return self._by_move[slice(*span)] if span is not None else ()

    def _within(self, indexes: Sequence[int], version_group_id: int | None) -> Sequence[int]:
        if version_group_id is None:
            return indexes
        return [i for i in indexes if self._version_group[i] == version_group_id]

    def _rows(self, indexes: Sequence[int]) -> list[LearnRow]:
        if len(indexes) < 2:
            return [
                LearnRow(
                    self._pokemon[i],
                    self._version_group[i],
                    self._move[i],
                    self._methods[self._method[i]],
                    self._level[i],
                )
                for i in indexes
            ]
        pick = itemgetter(*indexes)
        methods = itemgetter(*pick(self._method))(self._methods)
        columns = (pick(self._pokemon), pick(self._version_group), pick(self._move), methods, pick(self._level))
        return list(map(_row, zip(*columns, strict=True)))


#: Makes a row of a tuple, past the named constructor: a search for a common move has 12,000 rows.
_row: Callable[[tuple[int, int, int, str, int]], LearnRow] = partial(tuple.__new__, LearnRow)


def _sorted_by(column: array[int]) -> tuple[array[int], dict[int, tuple[int, int]]]:
    """The row numbers sorted by a column (counting sort), and where each value's rows begin and end among them."""
    counts = [0] * (max(column, default=0) + 2)
    for value in column:
        counts[value + 1] += 1
    places = list(accumulate(counts))
    spans = {value: (places[value], places[value + 1]) for value in range(len(places) - 1) if counts[value + 1]}
    order = array("I", bytes(4 * len(column)))
    for i, value in enumerate(column):
        order[places[value]] = i
        places[value] += 1
    return order, spans


def load_learnsets(directory: Path, manifest: Manifest) -> Learnsets:
    """The learnsets of a compiled Pokédex."""
    columns = decode_columns(read_file(directory, manifest, FILE))
    return Learnsets(columns, json.loads(read_file(directory, manifest, METHODS_FILE)))
