"""The compiled Pokédex in memory (contract; the loader fills it)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .model import (
    Ability,
    CosmeticForm,
    Evolution,
    Generation,
    GrowthRate,
    Item,
    Machine,
    Move,
    Named,
    Nature,
    Pokemon,
    Species,
    Type,
    Version,
    VersionGroup,
)


@dataclass(frozen=True, slots=True)
class Dataset:
    """Every table by id, and the look-ups that several readers share. Read-only after loading."""

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
    locations: Mapping[int, Named]
    machines: tuple[Machine, ...]
    evolutions: tuple[Evolution, ...]
    baby_items: Mapping[int, int]
