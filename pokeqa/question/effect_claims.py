"""A claim about what an ability, an item or a move does: "does Focus Sash work at full HP only?"."""

from __future__ import annotations

from dataclasses import dataclass

from .terms import Thing


@dataclass(frozen=True, slots=True)
class EffectClaim:
    """What a thing does, with a yes or a no to what is claimed of it."""

    subject: Thing
    holds: bool
