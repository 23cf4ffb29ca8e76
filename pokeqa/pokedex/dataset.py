"""The compiled Pokédex in memory, and the look-ups that every reader shares.

`load_dataset()` reads the files that `python -m pokeqa.pokedex.build` wrote; the learnsets and the encounters, which
are large, are read when they are first asked for. A question about an earlier time is answered here as well: the
`generation` of a look-up is the one whose facts are wanted, None the current ones.

    dataset = load_dataset()
    dataset.stats_of(25, generation=5)["defense"]  # 30
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

from ..errors import DatasetError
from .model import (
    STATS,
    Ability,
    AbilitySlots,
    CosmeticForm,
    Evolution,
    FormCondition,
    Generation,
    GrowthRate,
    Item,
    Location,
    Machine,
    Move,
    MoveValues,
    Named,
    Nature,
    Pokemon,
    Species,
    Type,
    Version,
    VersionGroup,
)

if TYPE_CHECKING:
    from .encounters import Encounters
    from .learnsets import Learnsets
    from .store import Manifest

#: Types with an id up to this one have a place in the type chart.
LAST_CHART_TYPE = 18

#: The old ??? type, which nothing was weak or resistant to.
UNKNOWN_TYPE = 10001

#: Version groups that do not speak for their generation: spin-offs, and games with values of their own.
SIDE_GAMES = frozenset(
    {
        "colosseum", "xd", "lets-go-pikachu-lets-go-eevee", "legends-arceus", "legends-za", "mega-dimension",
        "champions",
    }
)  # fmt: skip

#: Abilities came with generation 3, the split of physical and special moves with generation 4.
FIRST_WITH_ABILITIES = 3
FIRST_WITH_SPLIT = 4

T = TypeVar("T")

_LOADING = Lock()


@dataclass(frozen=True)
class Dataset:
    """Every table by id, and the look-ups that several readers share. Read-only after loading.

    `type_efficacy` maps (attacking type, defending type) to damage in per cent, `type_efficacy_past` to the LAST
    generation in which a value held; `baby_items` an evolution chain to the incense that breeding its baby takes.
    Where a look-up takes a Pokémon, its id will do.
    """

    version: str
    source_commit: str
    source_date: str
    species: Mapping[int, Species]
    pokemon: Mapping[int, Pokemon]
    cosmetic_forms: Mapping[int, CosmeticForm]
    moves: Mapping[int, Move]
    abilities: Mapping[int, Ability]
    types: Mapping[int, Type]
    natures: Mapping[int, Nature]
    items: Mapping[int, Item]
    egg_groups: Mapping[int, Named]
    colors: Mapping[int, Named]
    shapes: Mapping[int, Named]
    habitats: Mapping[int, Named]
    regions: Mapping[int, Named]
    growth_rates: Mapping[int, GrowthRate]
    generations: Mapping[int, Generation]
    versions: Mapping[int, Version]
    version_groups: Mapping[int, VersionGroup]
    pokedexes: Mapping[int, Named]
    locations: Mapping[int, Location]
    machines: tuple[Machine, ...]
    evolutions: tuple[Evolution, ...]
    baby_items: Mapping[int, int]
    type_efficacy: Mapping[tuple[int, int], int] = field(default_factory=dict)
    type_efficacy_past: Mapping[tuple[int, int], Mapping[int, int]] = field(default_factory=dict)
    form_conditions: tuple[FormCondition, ...] = ()
    directory: Path | None = None

    # ------------------------------------------------------------------ the large tables

    @property
    def learnsets(self) -> Learnsets:
        """Who learns which move where; read on first use."""
        with _LOADING:
            return self._learnsets

    @property
    def encounters(self) -> Encounters:
        """Where Pokémon are met; read on first use."""
        with _LOADING:
            return self._encounters

    @cached_property
    def _learnsets(self) -> Learnsets:
        from .learnsets import load_learnsets

        return load_learnsets(*self._files())

    @cached_property
    def _encounters(self) -> Encounters:
        from .encounters import load_encounters

        return load_encounters(*self._files())

    def _files(self) -> tuple[Path, Manifest]:
        from .store import read_manifest

        if self.directory is None:
            raise DatasetError("This dataset was not loaded from files. Load it with load_dataset().")
        manifest = read_manifest(self.directory)
        if manifest.dataset_version != self.version:
            raise DatasetError(
                f"The files in {self.directory} changed to version {manifest.dataset_version} after version "
                f"{self.version} was loaded. Restart the program."
            )
        return self.directory, manifest

    # ------------------------------------------------------------------ varieties

    def default_pokemon(self, species_id: int) -> Pokemon:
        """The ordinary variety of a species."""
        return self.pokemon[self.species[species_id].default_pokemon_id]

    def varieties(self, species_id: int) -> tuple[Pokemon, ...]:
        """Every variety of a species, the ordinary one first."""
        return tuple(self.pokemon[p] for p in self.species[species_id].pokemon_ids)

    def cosmetic_forms_of(self, pokemon: Pokemon | int) -> tuple[CosmeticForm, ...]:
        """The cosmetic forms of a variety, its own default among them; empty where it has one look only."""
        return self._cosmetic_forms_by_pokemon.get(_id(pokemon), ())

    def form_conditions_of(self, pokemon: Pokemon | int) -> tuple[FormCondition, ...]:
        """What brings a variety about (or one of its cosmetic forms): stones, plates, abilities, moves."""
        return self._form_conditions_by_pokemon.get(_id(pokemon), ())

    def with_ability(self, ability_id: int) -> tuple[Pokemon, ...]:
        """The varieties that can have an ability now, hidden or not, by id."""
        return self._pokemon_by_ability.get(ability_id, ())

    def exists_in_generation(self, pokemon: Pokemon | int, generation: int) -> bool:
        """Whether a variety had been introduced by a generation. That it can be had in its games is not said."""
        return self._record(pokemon).generation <= generation

    # ------------------------------------------------------------------ evolution

    def evolutions_from(self, pokemon: Pokemon | int) -> tuple[Evolution, ...]:
        """The ways that lead on from a variety."""
        return self._evolutions_by_start.get(_id(pokemon), ())

    def evolutions_to(self, pokemon: Pokemon | int) -> tuple[Evolution, ...]:
        """The ways that lead to a variety."""
        return self._evolutions_by_end.get(_id(pokemon), ())

    def chain(self, chain_id: int) -> tuple[Species, ...]:
        """The species of an evolution chain, by id."""
        return self._species_by_chain.get(chain_id, ())

    # ------------------------------------------------------------------ facts in their time

    def types_of(self, pokemon: Pokemon | int, generation: int | None = None) -> tuple[int, ...]:
        """The one or two type ids of a variety."""
        record = self._record(pokemon)
        return _at(record.types_past, generation, record.types)

    def stats_of(self, pokemon: Pokemon | int, generation: int | None = None) -> Mapping[str, int]:
        """The base stats of a variety, in the order of `STATS`; in generation 1 "special" takes two places."""
        record = self._record(pokemon)
        values = dict(zip(STATS, record.stats, strict=True))
        if generation is None:
            return values
        for last in sorted(record.stats_past, reverse=True):
            if last >= generation:
                values.update(record.stats_past[last])
        special = values.pop("special", None)
        if special is not None:
            values = {name: values[name] for name in ("hp", "attack", "defense")} | {
                "special": special,
                "speed": values["speed"],
            }
        return values

    def abilities_of(self, pokemon: Pokemon | int, generation: int | None = None) -> AbilitySlots:
        """The abilities of a variety; none in generations 1 and 2, which had no abilities."""
        record = self._record(pokemon)
        if generation is not None and generation < FIRST_WITH_ABILITIES:
            return AbilitySlots()
        return _at(record.abilities_past, generation, record.abilities)

    def move_in(self, move_id: int, generation: int | None = None, version_group_id: int | None = None) -> MoveValues:
        """What a move was in a game, or in the last main game of a generation; now, if neither is given.

        Before generation 4 the class of a damaging move was that of its type.
        """
        move = self.moves[move_id]
        group = None
        if version_group_id is not None:
            group = self.version_groups[version_group_id]
        elif generation is not None:
            group = self.main_version_groups(generation)[-1]
        type_id, power, pp, accuracy = move.type_id, move.power, move.pp, move.accuracy
        priority, effect_chance, damage_class = move.priority, move.effect_chance, move.damage_class
        if group is not None:
            for change in reversed(move.changes):
                if self.version_groups[change.version_group_id].order <= group.order:
                    break
                type_id = _or(change.type_id, type_id)
                power = power if change.power is None else change.power or None
                pp, accuracy = _or(change.pp, pp), _or(change.accuracy, accuracy)
                priority = _or(change.priority, priority)
                effect_chance = _or(change.effect_chance, effect_chance)
            by_type = self.types[type_id].damage_class
            if group.generation < FIRST_WITH_SPLIT and damage_class != "status" and by_type is not None:
                damage_class = by_type
        return MoveValues(type_id, power, pp, accuracy, priority, effect_chance, damage_class)

    # ------------------------------------------------------------------ types

    def chart_types(self, generation: int | None = None) -> tuple[int, ...]:
        """The type ids of the type chart: 15 in generation 1, 17 up to generation 5, 18 since."""
        return tuple(
            t.id for t in self.types.values()
            if t.id <= LAST_CHART_TYPE and (generation is None or t.generation <= generation)
        )  # fmt: skip

    def efficacy(self, attack_type: int, defence_type: int, generation: int | None = None) -> float:
        """What a move of one type does to a Pokémon of another: 0, 0.5, 1 or 2 times its damage.

        Raises DatasetError for types that the chart of that time does not have (Stellar, Shadow, Fairy before
        generation 6). The old ??? type is neutral.
        """
        for type_id in (attack_type, defence_type):
            record = self.types[type_id]
            if type_id == UNKNOWN_TYPE:
                return 1.0
            if type_id > LAST_CHART_TYPE or (generation is not None and record.generation > generation):
                when = "" if generation is None else f" of generation {generation}"
                raise DatasetError(f"The type chart{when} does not have the type {record.identifier}.")
        pair = (attack_type, defence_type)
        return _at(self.type_efficacy_past.get(pair, {}), generation, self.type_efficacy[pair]) / 100

    def effectiveness(self, attack_type: int, defence_types: Iterable[int], generation: int | None = None) -> float:
        """What a move of a type does to a Pokémon of one or two types: 0 to 4 times its damage."""
        result = 1.0
        for defence_type in defence_types:
            result *= self.efficacy(attack_type, defence_type, generation)
        return result

    # ------------------------------------------------------------------ games

    def version_groups_of_generation(self, generation: int) -> tuple[VersionGroup, ...]:
        """The version groups of a generation, in the order of release."""
        return self._groups_by_generation.get(generation, ())

    def main_version_groups(self, generation: int) -> tuple[VersionGroup, ...]:
        """The version groups that speak for a generation, in the order of release (see `SIDE_GAMES`)."""
        return tuple(g for g in self.version_groups_of_generation(generation) if g.identifier not in SIDE_GAMES)

    def dex_number(self, species_id: int, pokedex_id: int = 1) -> int | None:
        """The number of a species in a Pokédex (1 is the National one), None where it is not listed."""
        return self.species[species_id].dex_numbers.get(pokedex_id)

    # ------------------------------------------------------------------ indexes

    def _record(self, pokemon: Pokemon | int) -> Pokemon:
        return self.pokemon[pokemon] if isinstance(pokemon, int) else pokemon

    @cached_property
    def _cosmetic_forms_by_pokemon(self) -> Mapping[int, tuple[CosmeticForm, ...]]:
        return _group((form.pokemon_id, form) for form in self.cosmetic_forms.values())

    @cached_property
    def _form_conditions_by_pokemon(self) -> Mapping[int, tuple[FormCondition, ...]]:
        return _group((condition.pokemon_id, condition) for condition in self.form_conditions)

    @cached_property
    def _pokemon_by_ability(self) -> Mapping[int, tuple[Pokemon, ...]]:
        return _group((ability, p) for p in self.pokemon.values() for ability in p.abilities.all())

    @cached_property
    def _evolutions_by_start(self) -> Mapping[int, tuple[Evolution, ...]]:
        return _group((way.from_pokemon_id, way) for way in self.evolutions)

    @cached_property
    def _evolutions_by_end(self) -> Mapping[int, tuple[Evolution, ...]]:
        return _group((way.to_pokemon_id, way) for way in self.evolutions)

    @cached_property
    def _species_by_chain(self) -> Mapping[int, tuple[Species, ...]]:
        return _group((species.chain_id, species) for species in self.species.values())

    @cached_property
    def _groups_by_generation(self) -> Mapping[int, tuple[VersionGroup, ...]]:
        ordered = sorted(self.version_groups.values(), key=lambda group: group.order)
        return _group((group.generation, group) for group in ordered)


def load_dataset(directory: Path | None = None) -> Dataset:
    """The compiled Pokédex of a directory, by default the project's own (`data/pokedex`).

    Raises DatasetError where files are missing, damaged, or of another format.
    """
    from .tables import read_dataset

    return read_dataset(directory)


def _id(pokemon: Pokemon | int) -> int:
    return pokemon if isinstance(pokemon, int) else pokemon.id


def _or(then: T | None, now: T) -> T:
    return now if then is None else then


def _at(past: Mapping[int, T], generation: int | None, now: T) -> T:
    """The value that held in a generation: that of the first entry which lasted at least so long."""
    if generation is not None:
        for last in sorted(past):
            if last >= generation:
                return past[last]
    return now


def _group(pairs: Iterable[tuple[int, Any]]) -> dict[int, tuple[Any, ...]]:
    groups: dict[int, list[Any]] = defaultdict(list)
    for key, value in pairs:
        groups[key].append(value)
    return {key: tuple(values) for key, values in groups.items()}
