"""Queries about the rules of catching and growing that name no Pokémon."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class GrowthRates:
    """The growth rates by the experience that level 100 takes: the one of the least ("min") or the most, or all."""

    sense: Literal["min", "max"] | None = None


@dataclass(frozen=True, slots=True)
class CatchFactor:
    """What a status condition multiplies the catch rate by; `ailment` None: what each of them does."""

    ailment: Literal["sleep", "freeze", "paralysis", "burn", "poison"] | None = None
    generation: int | None = None
