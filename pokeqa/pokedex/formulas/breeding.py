"""Whether two Pokémon can have an Egg: egg groups, genders, and Ditto."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..dataset import Dataset
from ..model import Species

DITTO = "ditto"
#: Egg groups that are none: of those that cannot breed, and Ditto's own.
UNDISCOVERED, DITTO_GROUP = "no-eggs", "ditto"

GENDERLESS, MALE_ONLY, FEMALE_ONLY = -1, 0, 8

Reason = Literal["group", "ditto", "two-dittos", "undiscovered", "genderless", "males", "females", "no-group"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether an Egg is possible and why. `groups` are the shared egg groups; `culprit` the species that stands in the
    way, where one does.
    """

    possible: bool
    reason: Reason
    groups: tuple[int, ...] = ()
    culprit: Species | None = None


def is_ditto(species: Species) -> bool:
    """Whether this is Ditto, which breeds with almost anything."""
    return species.identifier == DITTO


def is_undiscovered(species: Species, dataset: Dataset) -> bool:
    """Whether a species can have no Egg at all."""
    return any(dataset.egg_groups[g].identifier == UNDISCOVERED for g in species.egg_groups)


def verdict(first: Species, second: Species, dataset: Dataset) -> Verdict:
    """Whether these two can have an Egg. Of one species, two individuals of it are meant."""
    if is_ditto(first) and is_ditto(second):
        return Verdict(False, "two-dittos")
    for one in (first, second):
        if is_undiscovered(one, dataset):
            return Verdict(False, "undiscovered", culprit=one)
    if is_ditto(first) or is_ditto(second):
        return Verdict(True, "ditto")
    for one in (first, second):
        if one.gender_rate == GENDERLESS:
            return Verdict(False, "genderless", culprit=one)
    groups = tuple(g for g in first.egg_groups if g in second.egg_groups)
    if first.gender_rate == second.gender_rate == MALE_ONLY:
        return Verdict(False, "males", groups)
    if first.gender_rate == second.gender_rate == FEMALE_ONLY:
        return Verdict(False, "females", groups)
    if not groups:
        return Verdict(False, "no-group")
    return Verdict(True, "group", groups)


def partners(species: Species, dataset: Dataset) -> tuple[Species, ...]:
    """Every species that can have an Egg with this one, in dex order; itself and Ditto where that is so."""
    return tuple(
        one for one in sorted(dataset.species.values(), key=lambda s: s.id) if verdict(species, one, dataset).possible
    )
