"""Queries about the rules of the games that name no Pokémon."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

RuleName = Literal["burn", "poison", "paralysis", "sleep", "freeze", "confusion", "effort", "individual", "level",
                   "critical", "stab"]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rule:
    """What a status condition does, how many EVs or IVs there can be, what a critical hit does.

    `holds`: a yes or a no to what is claimed of it; None where nothing is claimed.
    """

    name: RuleName
    holds: bool | None = None
