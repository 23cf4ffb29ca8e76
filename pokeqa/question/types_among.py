"""The query for what several types do to one another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .terms import NOW, Scope


@dataclass(frozen=True, slots=True)
class TypesAmong:
    """What each of some types does to the others; `claim`: that all of them do so to each other is asked."""

    type_ids: tuple[int, ...]
    claim: Literal["weak", "resist", "immune"] | None = None
    scope: Scope = NOW
