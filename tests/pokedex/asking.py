"""Typed queries from plain JSON values, as `tests/question/plain.py` writes them: identifiers instead of ids."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from pokeqa.pokedex.answer import Answer
from pokeqa.pokedex.answers import answer
from pokeqa.pokedex.dataset import Dataset
from pokeqa.question import algebra
from pokeqa.question.algebra import Mon, Subject, Thing
from pokeqa.question.asked import Premise, Question

_TABLES = {"type": "types", "move": "moves", "ability": "abilities", "egg_group": "egg_groups", "region": "regions",
           "version_group": "version_groups", "version": "versions", "item": "items", "apart": "moves"}  # fmt: skip
_SUBJECTS = ("subject", "subjects", "other", "pokemon", "target", "found")


class Ask:
    """Builds queries on a dataset and has them answered."""

    def __init__(self, dataset: Dataset) -> None:
        self.dataset = dataset
        self._species = {record.identifier: record for record in dataset.species.values()}
        self._pokemon = {record.identifier: record for record in dataset.pokemon.values()}

    def answer(
        self, plain: dict[str, Any], language: str = "en", premises: list[dict[str, Any]] | None = None
    ) -> Answer:
        """The answer to a query given in plain values."""
        taken = tuple(Premise(self.subject(one["subject"]), self.build(one["condition"])) for one in premises or ())
        return answer(Question(self.build(plain), taken), self.dataset, language)

    def id(self, kind: str, identifier: str) -> int:
        """The id of a record by its identifier."""
        records = getattr(self.dataset, _TABLES[kind]).values()
        return next(record.id for record in records if record.identifier == identifier)

    def subject(self, name: str) -> Subject:
        """A Pokémon ("garchomp", "raichu-alola") or another thing ("move:surf")."""
        kind, _, identifier = name.rpartition(":")
        if kind:
            return Thing(kind, self.id(kind, identifier))
        if name in self._species:
            species = self._species[name]
            return Mon(species.id, species.default_pokemon_id)
        pokemon = self._pokemon[name]
        return Mon(pokemon.species_id, pokemon.id, form_named=True)

    def build(self, plain: Any) -> Any:
        """A query, a condition or a part of one."""
        if not isinstance(plain, dict):
            return tuple(self.build(one) for one in plain) if isinstance(plain, list) else plain
        kind = getattr(algebra, plain["is"])
        values = {}
        for field in fields(kind):
            short = field.name.removesuffix("_id")
            if field.name in plain and field.name in _SUBJECTS:
                given = plain[field.name]
                values[field.name] = (
                    tuple(self.subject(one) for one in given) if isinstance(given, list) else self.subject(given)
                )
            elif field.name in ("attacker", "defender") and isinstance(plain.get(field.name), str):
                values[field.name] = self.subject(plain[field.name])
            elif field.name.endswith("_ids") and f"{field.name.removesuffix('_ids')}s" in plain:
                several = field.name.removesuffix("_ids")
                values[field.name] = tuple(self.id(several, one) for one in plain[f"{several}s"])
            elif field.name in ("version_groups", "versions") and field.name in plain:
                values[field.name] = tuple(self.id(field.name.removesuffix("s"), one) for one in plain[field.name])
            elif short != field.name and isinstance(plain.get(short), str):
                values[field.name] = self.id(short, plain[short])
            elif field.name in plain:
                values[field.name] = self.build(plain[field.name])
        return kind(**values)
