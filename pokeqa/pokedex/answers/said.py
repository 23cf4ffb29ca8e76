"""A part of an answer: a sentence, what else is worth saying, and cards."""

from __future__ import annotations

from dataclasses import dataclass

from ..answer import Answer
from .cards import Card


@dataclass(frozen=True, slots=True)
class Said:
    """One sentence of a headline with its notes (paragraphs of the details) and cards."""

    sentence: str
    notes: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()

    @staticmethod
    def of(answer: Answer) -> Said:
        """A finished answer as a part of a larger one in the same context."""
        return Said(answer.headline, (answer.details,) if answer.details else (), answer.cards)
