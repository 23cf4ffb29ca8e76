"""Queries about a base stat by its number: what it comes to at a level, and how high it must be to be faster."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from .terms import Mon

if TYPE_CHECKING:
    from .calculations import Battler, Spread, Stat


@dataclass(frozen=True, slots=True)
class StatOfBase:
    """A stat at a level (None: at 50 and 100) of any Pokémon with a base stat of so much; `outrun`: what beats it."""

    base: int
    stat: Stat
    level: int | None
    spread: Spread
    extreme: Literal["max", "min"] | None = None
    outrun: bool = False


@dataclass(frozen=True, slots=True)
class BaseNeeded:
    """The Speed, and the base Speed for it, that is faster than a Pokémon; both with what is said of them."""

    foe: Mon
    own: Battler
    other: Battler
