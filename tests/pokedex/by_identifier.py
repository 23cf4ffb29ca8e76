"""Records of the compiled Pokédex by the identifiers of the source, for tests that name what they speak of."""

from __future__ import annotations

from collections.abc import Iterable

from pokeqa.pokedex.dataset import Dataset
from pokeqa.pokedex.model import AbilitySlots, Evolution, Pokemon, Species


class Names:
    """Records by identifier, and lists of records as identifiers."""

    def __init__(self, dataset: Dataset) -> None:
        self._dataset = dataset
        self._pokemon = {record.identifier: record for record in dataset.pokemon.values()}
        self._species = {record.identifier: record for record in dataset.species.values()}

    def __getitem__(self, identifier: str) -> Pokemon:
        return self._pokemon[identifier]

    def species(self, identifier: str) -> Species:
        return self._species[identifier]

    def id(self, table: str, identifier: str) -> int:
        return next(record.id for record in getattr(self._dataset, table).values() if record.identifier == identifier)

    def types(self, ids: Iterable[int]) -> tuple[str, ...]:
        return tuple(self._dataset.types[i].identifier for i in ids)

    def abilities(self, slots: AbilitySlots) -> list[str | None]:
        by_id = self._dataset.abilities
        return [None if i is None else by_id[i].identifier for i in (slots.first, slots.second, slots.hidden)]

    def ways(self, start: str, end: str) -> list[Evolution]:
        goal = self._pokemon[end].id
        return [way for way in self._dataset.evolutions_from(self._pokemon[start].id) if way.to_pokemon_id == goal]

    def way(self, start: str, end: str) -> Evolution:
        (way,) = self.ways(start, end)
        return way
