"""What hatches from an Egg: the first stage of the parent's family, with the few families that differ.

The families that differ are data: `data/pokedex/eggs.csv` names, for the first stage of such a family, all that can
hatch. A baby for which breeding took an incense is given with that item.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from ...errors import DatasetError
from ...paths import DATA
from ..dataset import Dataset
from ..model import Pokemon


@dataclass(frozen=True, slots=True)
class Hatchlings:
    """What may hatch, as Pokémon ids; `item_id` is the incense for it, `without` what hatches without that."""

    pokemon_ids: tuple[int, ...]
    item_id: int | None = None
    without: int | None = None


def hatchlings(parent: Pokemon, dataset: Dataset) -> Hatchlings:
    """What hatches from an Egg of a variety; a regional one has the first stage of its own line."""
    line = [parent.id]
    while ways := dataset.evolutions_to(line[-1]):
        line.append(ways[0].from_pokemon_id)
    first = dataset.species[dataset.pokemon[line[-1]].species_id]
    others = _families().get(first.identifier)
    if others is not None:
        by_identifier = {one.identifier: one.default_pokemon_id for one in dataset.species.values()}
        return Hatchlings(tuple(by_identifier[one] for one in others))
    item = dataset.baby_items.get(first.chain_id)
    if item is not None and first.is_baby and len(line) > 1:
        return Hatchlings((line[-1],), item, line[-2])
    return Hatchlings((line[-1],))


@cache
def _families() -> Mapping[str, tuple[str, ...]]:
    path = DATA / "pokedex" / "eggs.csv"
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
    except FileNotFoundError as error:
        raise DatasetError("The data file eggs.csv is missing from pokedex/. Restore it.") from error
    found: dict[str, tuple[str, ...]] = {}
    for row in rows:
        found[row["root"]] = (*found.get(row["root"], ()), row["hatches"])
    return found
