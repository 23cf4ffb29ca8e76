"""Which species learn a move at all, for the questions of whose alone it is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from .dataset import Dataset

#: By the dataset's identity, with the dataset, so that the identity stays its own.
_TABLES: dict[int, tuple[Dataset, Mapping[int, tuple[int, ...]]]] = {}


def species_by_move(dataset: Dataset) -> Mapping[int, tuple[int, ...]]:
    """The species that learn each move in any game, by number; made on first use and kept as long as the process.

    A move that only a disguise of Pikachu learns beside its owner is no less the owner's.
    """
    found = _TABLES.get(id(dataset))
    if found is None:
        found = _TABLES[id(dataset)] = (dataset, _made(dataset))
    return found[1]


def _made(dataset: Dataset) -> Mapping[int, tuple[int, ...]]:
    plain: dict[int, set[int]] = defaultdict(set)
    cosmetic: dict[int, set[int]] = defaultdict(set)
    learnsets = dataset.learnsets
    for pokemon in dataset.pokemon.values():
        table = cosmetic if pokemon.form_kind == "cosmetic" else plain
        for move in learnsets.ever(pokemon.id):
            table[move].add(pokemon.species_id)
    return {move: tuple(sorted(plain[move] or cosmetic[move])) for move in {*plain, *cosmetic}}
