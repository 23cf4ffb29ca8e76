"""The steps of a possessive chain in words: "Charizard's pre-evolution is Charmeleon."."""

from __future__ import annotations

from ...question.asked import Step
from .context import Context


def said(step: Step, context: Context) -> str:
    """Who the relative is, with its row."""
    names = context.phrases.join(context.mon_name(mon) for mon in step.results)
    name = context.mon_name(step.subject)
    row = context.pokemon_row(context.pokemon(step.subject), f"evolution.{step.relation}", names)
    key = f"chain.{step.relation}" if step.type_id is None else "chain.typed"
    types = "" if step.type_id is None else context.type_name(step.type_id)
    return context.say(key, name=name, names=names, types=types, n=len(step.results), mark=context.mark(row))
