"""The rules of the games by themselves, each in a sentence."""

from __future__ import annotations

from ....question.rules import Rule
from ...answer import Answer
from ..context import Context


def answer(query: Rule, context: Context) -> Answer:
    """The sentence of the rule."""
    row = context.table_row("rules", query.name, "rule", query.name, context.say(f"rule.title.{query.name}"))
    told = context.say(f"rule.{query.name}", mark=context.mark(row))
    if query.holds is not None:
        told = context.say("effects.claim.holds" if query.holds else "effects.claim.fails", text=told)
    return context.answer(told)
