"""What wild Pokémon carry: `data/pokedex/wild_items.csv`, by the games' own tables.

A line names a Pokémon, an item, the chance in per cent and the games, alone or as a range in the order of the source
(`diamond..white`). The games that no line names are not known, which is not the same as games where nothing is carried
(`WildItems.versions` tells them apart). An empty chance is one that the source gives but that cannot be right: it
reads 5 % in Moon and Ultra Sun for whatever was certain in every game before, because it takes two equal slots for the
second alone.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..errors import DatasetError
from ..paths import DATA
from .dataset import Dataset
from .varieties import index_of

FILE = DATA / "pokedex" / "wild_items.csv"

#: What stands between the first and the last game of a range.
RANGE = ".."

#: Forms that the tables list and that nobody meets in the wild: gifts, and those that trials set up.
_NOT_WILD = ("totem", "cap")


@dataclass(frozen=True, slots=True)
class Carried:
    """An item that a Pokémon may carry in some games; `chance` in per cent, None where the source cannot be right."""

    pokemon_id: int
    item_id: int
    chance: int | None
    version_ids: tuple[int, ...]


class WildItems:
    """Every line, by Pokémon and by item. Read-only."""

    def __init__(self, lines: Iterable[Carried]) -> None:
        self._by_pokemon: dict[int, list[Carried]] = defaultdict(list)
        self._by_item: dict[int, list[Carried]] = defaultdict(list)
        for line in lines:
            self._by_pokemon[line.pokemon_id].append(line)
            self._by_item[line.item_id].append(line)
        every = (line for lines in self._by_pokemon.values() for line in lines)
        #: The games that the source knows, in its order.
        self.versions: tuple[int, ...] = tuple(sorted({one for line in every for one in line.version_ids}))

    def of(self, pokemon_id: int, versions: Sequence[int]) -> list[Carried]:
        """What a Pokémon may carry in these games, each with those of them it holds for."""
        return list(_within(self._by_pokemon.get(pokemon_id, ()), versions))

    def carriers(self, item_id: int, versions: Sequence[int]) -> list[Carried]:
        """Who may carry an item in these games, each with those of them it holds for."""
        return list(_within(self._by_item.get(item_id, ()), versions))


def is_met(pokemon_id: int, dataset: Dataset) -> bool:
    """Whether a variety is one that players can meet: an ordinary or a lasting form, and no gift."""
    pokemon = dataset.pokemon[pokemon_id]
    if pokemon.form_tags & set(_NOT_WILD) or set(pokemon.form.split("-")) & set(_NOT_WILD):
        return False
    return pokemon.is_default or pokemon in index_of(dataset).lasting.get(pokemon.species_id, ())


def read_wild_items(dataset: Dataset, path: Path = FILE) -> list[Carried]:
    """The lines of the file. Raises `DatasetError` where it is missing or names what the Pokédex does not hold."""
    pokemon = {one.identifier: one.id for one in dataset.pokemon.values()}
    items = {one.identifier: one.id for one in dataset.items.values()}
    versions = {one.identifier: one.id for one in dataset.versions.values()}
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
    except FileNotFoundError as error:
        raise DatasetError(f"The data file {path.name} is missing from pokedex/. Restore it.") from error
    try:
        return [
            Carried(pokemon[row["pokemon"]], items[row["item"]], int(row["chance"]) if row["chance"] else None,
                    tuple(_games(row["games"], versions)))
            for row in rows
        ]  # fmt: skip
    except KeyError as error:
        raise DatasetError(f"{path.name} names {error}, which the Pokédex does not hold. Correct it.") from error


def _games(written: str, versions: Mapping[str, int]) -> Iterator[int]:
    for part in written.split():
        first, _, last = part.partition(RANGE)
        yield from range(versions[first], versions[last or first] + 1)


def _within(lines: Iterable[Carried], versions: Sequence[int]) -> Iterator[Carried]:
    for line in lines:
        kept = tuple(one for one in line.version_ids if one in versions)
        if kept:
            yield Carried(line.pokemon_id, line.item_id, line.chance, kept)


_READ: dict[int, tuple[Dataset, WildItems]] = {}


def wild_items(dataset: Dataset) -> WildItems:
    """The wild items of a dataset, read on first use and kept as long as the process."""
    found = _READ.get(id(dataset))
    if found is None:
        found = _READ[id(dataset)] = (dataset, WildItems(read_wild_items(dataset)))
    return found[1]
