"""Which varieties of a species count when: the ordinary ones, the lasting others, and the classes they belong to."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Mapping
from functools import cache, cached_property

from ..errors import DatasetError
from ..paths import DATA
from ..question.fold import fold
from .dataset import Dataset
from .effectiveness import Attack, Chart
from .model import Pokemon, Species

#: Forms that a Pokémon can keep, with numbers or types of its own. The rest last for a battle or are only looks.
LASTING_KINDS = ("regional", "other")

#: Forms that the source lists like lasting ones: the gift Pikachu and Eevee of Let's Go, which nobody means by their
#: names, and what an ability turns into in battle.
NOT_LASTING = ("starter", "battle-bond", "power-construct")

#: The source does not mark that Minior shows its core in battle only.
MINIOR = 774


class VarietyIndex:
    """Lists over a dataset that searches walk through, made once."""

    def __init__(self, dataset: Dataset) -> None:
        self._dataset = dataset
        self._matchups: dict[tuple[tuple[int, ...], tuple[int, ...], int | None], Mapping[str, int]] = {}
        self._charts: dict[int | None, Chart] = {}
        species = sorted(dataset.species.values(), key=lambda one: one.id)
        #: The ordinary variety of every species, in dex order.
        self.ordinary: tuple[Pokemon, ...] = tuple(dataset.pokemon[one.default_pokemon_id] for one in species)
        #: Regional and other lasting forms, by species id.
        self.lasting: Mapping[int, tuple[Pokemon, ...]] = {
            one.id: found for one in species if (found := tuple(filter(is_lasting, self._varieties(one))))
        }
        #: Every variety, in dex order; and without those that are looks only.
        self.all: tuple[Pokemon, ...] = tuple(p for one in species for p in self._varieties(one))
        self.distinct: tuple[Pokemon, ...] = tuple(p for p in self.all if p.form_kind != "cosmetic")

    def matchups(
        self, types: tuple[int, ...], abilities: tuple[int, ...], generation: int | None = None
    ) -> Mapping[str, int]:
        """How many attacking types a defender is weak to, resists and is immune to, by attribute.

        An ability counts where every one of `abilities` gives the same.
        """
        chart = self._charts.get(generation)
        if chart is None:
            chart = self._charts[generation] = Chart(self._dataset, generation)
        if not all(chart.ability_rules(ability) for ability in abilities):
            abilities = ()  # with one of them nothing changes, so nothing is certain but the types
        known = self._matchups.get((types, abilities, generation))
        if known is None:
            factors = [chart.certain(Attack(attack), types, abilities) for attack in chart.types]
            known = {
                "weakness": sum(factor > 1 for factor in factors),
                "resistance": sum(0 < factor < 1 for factor in factors),
                "immunity": sum(factor == 0 for factor in factors),
            }
            self._matchups[types, abilities, generation] = known
        return known

    @cached_property
    def forms(self) -> Mapping[int, int]:
        """How many forms each species has, looks included."""
        varieties = self._dataset.pokemon
        shared = Counter(varieties[form.pokemon_id].species_id for form in self._dataset.cosmetic_forms.values()
                         if not form.is_default)  # fmt: skip
        return {one.id: len(one.pokemon_ids) + shared[one.id] for one in self._dataset.species.values()}

    @cached_property
    def genera(self) -> Mapping[str, int]:
        """Every genus in every language, folded, with the first species that has it."""
        found: dict[str, int] = {}
        for one in sorted(self._dataset.species.values(), key=lambda one: one.id):
            for name in one.genus.values():
                found.setdefault(fold(name), one.id)
        return found

    @cached_property
    def form_words(self) -> Mapping[int, frozenset[str]]:
        """The kinds of forms each species has: "mega", "gigantamax", "primal", "regional", "alola" ..."""
        words: dict[int, set[str]] = {one: set() for one in self._dataset.species}
        for pokemon in self.all:
            words[pokemon.species_id] |= form_words(pokemon)
        return {key: frozenset(value) for key, value in words.items()}

    def forms_of_kind(self, kind: str) -> Counter[int]:
        """How many forms of a kind each species has."""
        return Counter(one.species_id for one in self.all if kind in form_words(one))

    @cached_property
    def classes(self) -> Mapping[str, frozenset[int]]:
        """The species ids of each class; "starter" holds whole families, "first-starter" the ones one is given."""
        species = self._dataset.species.values()
        by_name = {one.identifier: one for one in species}
        found: dict[str, set[int]] = {}
        for name, identifier in _class_rows():
            if identifier not in by_name:
                raise DatasetError(f"classes.csv names {identifier!r}, which the Pokédex does not hold. Correct it.")
            found.setdefault(name, set()).add(by_name[identifier].id)
        first = frozenset(found["starter"])
        chains = {self._dataset.species[one].chain_id for one in first}
        return {
            **{name: frozenset(ids) for name, ids in found.items()},
            "first-starter": first,
            "starter": frozenset(one.id for one in species if one.chain_id in chains),
            "legendary": frozenset(one.id for one in species if one.is_legendary),
            "mythical": frozenset(one.id for one in species if one.is_mythical),
            "baby": frozenset(one.id for one in species if one.is_baby),
            "special": frozenset(one.id for one in species if one.is_legendary or one.is_mythical),
        }

    def _varieties(self, species: Species) -> tuple[Pokemon, ...]:
        return tuple(self._dataset.pokemon[one] for one in species.pokemon_ids)


def introduced_in(pokemon: Pokemon, dataset: Dataset) -> int:
    """The generation of a species, or of a form that came later."""
    return dataset.species[pokemon.species_id].generation if pokemon.is_default else pokemon.generation


def is_lasting(pokemon: Pokemon) -> bool:
    """Whether a variety is a form a Pokémon can keep, other than the ordinary one."""
    return (
        not pokemon.is_default
        and not pokemon.is_battle_only
        and pokemon.form_kind in LASTING_KINDS
        and pokemon.species_id != MINIOR
        and not pokemon.form.endswith(NOT_LASTING)
    )


def form_words(pokemon: Pokemon) -> frozenset[str]:
    """The words of `HasForm` that fit a variety."""
    words = set()
    if pokemon.form_kind in ("mega", "primal", "regional"):
        words.add(pokemon.form_kind)
    if pokemon.form_kind == "gigantamax" and "gmax" in pokemon.form:
        words.add("gigantamax")
    if pokemon.form_kind == "regional":
        words |= {"alola", "galar", "hisui", "paldea"} & (set(pokemon.form.split("-")) | pokemon.form_tags)
    return frozenset(words)


_INDEXES: dict[int, tuple[Dataset, VarietyIndex]] = {}


def index_of(dataset: Dataset) -> VarietyIndex:
    """The index of a dataset, made on first use and kept as long as the process."""
    found = _INDEXES.get(id(dataset))
    if found is None:
        found = _INDEXES[id(dataset)] = (dataset, VarietyIndex(dataset))
    return found[1]


@cache
def _class_rows() -> tuple[tuple[str, str], ...]:
    path = DATA / "pokedex" / "classes.csv"
    try:
        with path.open(encoding="utf-8", newline="") as file:
            return tuple((row["class"], row["species"]) for row in csv.DictReader(file))
    except FileNotFoundError as error:
        raise DatasetError("The data file classes.csv is missing from pokedex/. Restore it.") from error
