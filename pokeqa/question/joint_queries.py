"""The queries that take Pokémon together: what they share, what they come to, which one is like another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .terms import NOW, Attribute, Measure, Mon, Scope, Unit


@dataclass(frozen=True, slots=True)
class Contrast:
    """What several Pokémon have in common, or what sets them apart.

    `attributes`: only these are compared; `claimed`: whether they are the same in them, or differ, is asked.
    """

    subjects: tuple[Mon, ...]
    aspect: Literal["differences", "common"]
    attributes: tuple[Attribute, ...] = ()
    claimed: Literal["", "same", "differ"] = ""


@dataclass(frozen=True, slots=True)
class Measured:
    """Numeric attributes of Pokémon added up: "Attack plus Speed of Garchomp".

    `how` "difference": how far two of them are apart; "average": what they come to on average; "crosswise": the first
    of the first Pokémon against the second of the second one, of which `claim` says that it is more, or less.
    """

    subjects: tuple[Mon, ...]
    measure: Measure
    scope: Scope = NOW
    how: Literal["sum", "difference", "average", "crosswise"] = "sum"
    claim: Literal["none", "more", "less"] = "none"


@dataclass(frozen=True, slots=True)
class Together:
    """A number of several Pokémon in one: "the combined Speed of Gengar and Garchomp", their average."""

    subjects: tuple[Mon, ...]
    measure: Measure
    how: Literal["sum", "average"] = "sum"
    scope: Scope = NOW
    unit: Unit | None = None


@dataclass(frozen=True, slots=True)
class Similar:
    """The Pokémon most like one: the same types, and a base stat total close to its own; or by its six base stats."""

    subject: Mon
    by: Literal["types", "stats"] = "types"
