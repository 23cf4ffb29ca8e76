"""Yes or no to what is claimed of an ability, an item or a move, with the sentence that tells it."""

from __future__ import annotations

from dataclasses import replace

from ...question.algebra import Facts
from ...question.effect_claims import EffectClaim
from ..answer import Answer
from . import things
from .context import Context


def answer(query: EffectClaim, context: Context) -> Answer:
    """The yes or the no, and what the thing does."""
    told = things.answer(Facts((query.subject,), ("effect",)), context)
    key = "effects.claim.holds" if query.holds else "effects.claim.fails"
    return replace(told, headline=context.say(key, text=told.headline))
