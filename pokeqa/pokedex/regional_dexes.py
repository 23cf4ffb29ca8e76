"""Which regional Pokédexes belong to which games and regions: `data/pokedex/regional_dexes.csv`."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from ..errors import DatasetError
from ..paths import DATA
from .dataset import Dataset


@dataclass(frozen=True, slots=True)
class RegionalDex:
    """A regional Pokédex by identifiers: its own, its region's and those of its games (version groups)."""

    pokedex: str
    region: str
    games: frozenset[str]


def dexes_of_games(dataset: Dataset, version_group_id: int) -> tuple[int, ...]:
    """The ids of the regional Pokédexes of some games."""
    games = dataset.version_groups[version_group_id].identifier
    return tuple(_ids(dataset)[one.pokedex] for one in _rows() if games in one.games)


def dexes_of_region(dataset: Dataset, region_id: int) -> tuple[int, ...]:
    """The ids of the regional Pokédexes of a region, the oldest first."""
    region = dataset.regions[region_id].identifier
    return tuple(_ids(dataset)[one.pokedex] for one in _rows() if one.region == region)


def games_of_region(dataset: Dataset, region_id: int) -> tuple[int, ...]:
    """The ids of the games (version groups) that have a Pokédex of a region, the oldest first."""
    region = dataset.regions[region_id].identifier
    games = {game for one in _rows() if one.region == region for game in one.games}
    return tuple(group.id for group in dataset.version_groups.values() if group.identifier in games)


def regions_of_games(dataset: Dataset, version_group_id: int) -> tuple[int, ...]:
    """The ids of the regions whose Pokédexes some games have."""
    games = dataset.version_groups[version_group_id].identifier
    named = {one.region for one in _rows() if games in one.games}
    return tuple(region.id for region in dataset.regions.values() if region.identifier in named)


def _ids(dataset: Dataset) -> Mapping[str, int]:
    ids = {one.identifier: one.id for one in dataset.pokedexes.values()}
    missing = [one.pokedex for one in _rows() if one.pokedex not in ids]
    if missing:
        raise DatasetError(f"regional_dexes.csv names {missing[0]!r}, which the Pokédex does not hold. Correct it.")
    return ids


@cache
def _rows() -> tuple[RegionalDex, ...]:
    path = DATA / "pokedex" / "regional_dexes.csv"
    try:
        with path.open(encoding="utf-8", newline="") as file:
            return tuple(
                RegionalDex(row["pokedex"], row["region"], frozenset(row["games"].split()))
                for row in csv.DictReader(file)
            )
    except FileNotFoundError as error:
        raise DatasetError("The data file regional_dexes.csv is missing from pokedex/. Restore it.") from error
