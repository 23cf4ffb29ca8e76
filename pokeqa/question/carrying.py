"""The query about what wild Pokémon carry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .terms import NOW, Mon, Scope


@dataclass(frozen=True, slots=True)
class WildItem:
    """What a wild Pokémon may carry (`item_id` None), who may carry an item (`pokemon` None), or whether one does.

    `aspect`: "list" which ones, "count" how many, "any" whether there is one, "check" yes or no, "chance" how likely.
    No scope: every game that the data covers.
    """

    pokemon: Mon | None = None
    item_id: int | None = None
    aspect: Literal["list", "count", "any", "check", "chance"] = "list"
    scope: Scope = NOW
