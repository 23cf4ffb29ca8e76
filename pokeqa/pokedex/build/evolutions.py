"""Who evolves into whom, and how; the varieties at both ends told apart.

The source's columns `base_form_id` and `evolved_form_id` hold Pokémon ids. Where they are empty, the ordinary varieties
are meant, except that a species whose varieties or cosmetic forms all come from one row (Wormadam's cloaks, the two
sexes of Meowstic) has that row once in the source: those are spread out here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from ...errors import BuildError
from ..model import CosmeticForm, Evolution, Pokemon, Species
from .source import Row, Source, flag, number

#: Flag of Evolution -> column of the source.
_FLAGS = {
    "rain": "needs_overworld_rain", "upside_down": "turn_upside_down", "multiplayer": "needs_multiplayer",
    "special_rock": "near_special_rock",
}  # fmt: skip

#: Number of Evolution -> column of the source.
_NUMBERS = {
    "version_group_id": "version_group_id", "item_id": "trigger_item_id", "level": "minimum_level",
    "location_id": "location_id", "held_item_id": "held_item_id", "known_move_id": "known_move_id",
    "known_move_type_id": "known_move_type_id", "happiness": "minimum_happiness", "beauty": "minimum_beauty",
    "affection": "minimum_affection", "relative_physical_stats": "relative_physical_stats",
    "party_species_id": "party_species_id", "party_type_id": "party_type_id", "trade_species_id": "trade_species_id",
    "region_id": "region_id", "used_move_id": "used_move_id", "move_count": "minimum_move_count",
    "steps": "minimum_steps", "damage_taken": "minimum_damage_taken",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Spread:
    """Makes one source row of a species into one way per form.

    `to` are the identifiers of the varieties it leads to; `start` and `end` the cosmetic forms it needs at either end,
    one for each of `to`; `gender` and `note` likewise.
    """

    to: tuple[str, ...]
    start: tuple[str, ...] = ()
    end: tuple[str, ...] = ()
    gender: tuple[str, ...] = ()
    note: tuple[str, ...] = ()


_BY_SEX = ("male", "female")

#: Identifier of the evolved species -> how its one row is spread out. Facts of the games that the source, which
#: describes species here, has no column for.
_SPREADS: Mapping[str, Spread] = {
    "wormadam": Spread(
        ("wormadam-plant", "wormadam-sandy", "wormadam-trash"), ("burmy-plant", "burmy-sandy", "burmy-trash")
    ),
    "meowstic": Spread(("meowstic-male", "meowstic-female"), gender=_BY_SEX),
    "basculegion": Spread(("basculegion-male", "basculegion-female"), gender=_BY_SEX),
    "oinkologne": Spread(("oinkologne-male", "oinkologne-female"), gender=_BY_SEX),
    "toxtricity": Spread(("toxtricity-amped", "toxtricity-low-key"), note=("amped-nature", "low-key-nature")),
    "maushold": Spread(("maushold-family-of-four", "maushold-family-of-three"), note=("random-form",) * 2),
    "dudunsparce": Spread(("dudunsparce-two-segment", "dudunsparce-three-segment"), note=("random-form",) * 2),
    "alcremie": Spread(("alcremie",), note=("sweet",)),
}

#: Identifier of the evolved species -> further varieties that evolve into it in the same way.
_ALSO_FROM: Mapping[str, tuple[str, ...]] = {"gholdengo": ("gimmighoul-roaming",)}

#: Item -> the cosmetic forms at both ends of the way that it opens.
_FORMS_OF_ITEM: Mapping[str, tuple[str, str]] = {
    "cracked-pot": ("sinistea-phony", "polteageist-phony"),
    "chipped-pot": ("sinistea-antique", "polteageist-antique"),
    "unremarkable-teacup": ("poltchageist-counterfeit", "sinistcha-unremarkable"),
    "masterpiece-teacup": ("poltchageist-artisan", "sinistcha-masterpiece"),
}

#: Nincada leaves a Shedinja behind when it becomes a Ninjask; the source's row lacks the level of that.
_SHED_LEVEL = 20


class Evolutions:
    """Compiles pokemon_evolution.csv."""

    def __init__(
        self, source: Source, species: Iterable[Species], pokemon: Iterable[Pokemon], forms: Iterable[CosmeticForm]
    ) -> None:
        self._source = source
        self._species = {record.id: record for record in species}
        pokemon = list(pokemon)
        self._ids = {record.identifier: record.id for record in pokemon}
        self._species_of = {record.id: record.species_id for record in pokemon}
        self._introduced = {record.id: record.version_group_id for record in pokemon}
        self._order = {int(row["id"]): int(row["order"]) for row in source.rows("version_groups")}
        self._form_ids = {record.identifier: record.id for record in forms}
        self._triggers = {int(row["id"]): row["identifier"] for row in source.rows("evolution_triggers")}
        self._genders = {int(row["id"]): row["identifier"] for row in source.rows("genders")}
        self._items = {int(row["id"]): row["identifier"] for row in source.rows("items")}

    def all(self) -> tuple[Evolution, ...]:
        """Every way, by evolved and evolving Pokémon; ways that differ in nothing but when they were added once."""
        ways = [self._dated(way) for row in self._source.rows("pokemon_evolution") for way in self._ways(row)]
        ways.extend(self._without_row(ways))
        ways.sort(key=lambda way: self._order.get(way.version_group_id or 0, 0))
        once: dict[Evolution, Evolution] = {}
        for way in ways:
            once.setdefault(replace(way, version_group_id=None, is_default=True), way)
        ordered = sorted(
            once.values(), key=lambda way: (self._species_of[way.to_pokemon_id], way.to_pokemon_id, way.from_pokemon_id)
        )
        return tuple(ordered)

    def _ways(self, row: Row) -> Iterator[Evolution]:
        species = self._species[int(row["evolved_species_id"])]
        if species.evolves_from is None:
            raise BuildError(f"{species.identifier} has a row in pokemon_evolution.csv and no species to evolve from.")
        way = Evolution(
            from_pokemon_id=number(row["base_form_id"]) or self._species[species.evolves_from].default_pokemon_id,
            to_pokemon_id=number(row["evolved_form_id"]) or species.default_pokemon_id,
            trigger=self._triggers[int(row["evolution_trigger_id"])],
            is_default=flag(row["is_default"]),
            gender=self._genders[int(row["gender_id"])] if row["gender_id"] else None,
            time_of_day=row["time_of_day"] or None,
            **{field: number(row[column]) for field, column in _NUMBERS.items()},  # type: ignore[arg-type]
            **{field: flag(row[column]) for field, column in _FLAGS.items()},  # type: ignore[arg-type]
        )
        if way.trigger == "shed":
            way = replace(way, level=_SHED_LEVEL, note="shed")
        if (forms := _FORMS_OF_ITEM.get(self._items.get(way.item_id or 0, ""))) is not None:
            way = replace(way, from_form_id=self._form_ids[forms[0]], to_form_id=self._form_ids[forms[1]])
        for spread in self._spread(way, species):
            yield spread
            for identifier in _ALSO_FROM.get(species.identifier, ()):
                yield replace(spread, from_pokemon_id=self._ids[identifier])

    def _dated(self, way: Evolution) -> Evolution:
        """A way is no older than its two ends: Pichu came after Pikachu, and the source dates the way by Pikachu."""
        groups = [self._introduced[way.from_pokemon_id], self._introduced[way.to_pokemon_id], way.version_group_id or 0]
        return replace(way, version_group_id=max(groups, key=lambda group: self._order.get(group, 0)))

    def _spread(self, way: Evolution, species: Species) -> Iterator[Evolution]:
        spread = _SPREADS.get(species.identifier)
        if spread is None:
            yield way
            return
        for i, identifier in enumerate(spread.to):
            yield replace(
                way,
                to_pokemon_id=self._ids[identifier],
                from_form_id=self._form_ids[spread.start[i]] if spread.start else way.from_form_id,
                to_form_id=self._form_ids[spread.end[i]] if spread.end else way.to_form_id,
                gender=spread.gender[i] if spread.gender else way.gender,
                note=spread.note[i] if spread.note else way.note,
            )

    def _without_row(self, ways: Iterable[Evolution]) -> Iterator[Evolution]:
        """Species that have a parent and no row: Melmetal, which takes 400 Meltan Candies in Pokémon GO."""
        evolved = {self._species_of[way.to_pokemon_id] for way in ways}
        for species in self._species.values():
            if species.evolves_from is None or species.id in evolved:
                continue
            if species.identifier != "melmetal":
                raise BuildError(f"{species.identifier} has a parent and no row in pokemon_evolution.csv.")
            parent = self._species[species.evolves_from].default_pokemon_id
            yield Evolution(parent, species.default_pokemon_id, trigger="other", note="meltan-candy")
