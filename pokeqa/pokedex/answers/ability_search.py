"""Which abilities keep attacks of a type off: from the match-up rules, with what each of them does."""

from __future__ import annotations

from ...question.algebra import Defends, Facts, Search, Thing
from ..answer import Answer
from ..dataset import Dataset
from ..effectiveness import ability_rules
from . import effects
from .context import Context

#: Rules that concern all attacks of one type.
BY_TYPE = ("type", "airborne")


def can_answer(query: Search) -> bool:
    """Whether a search of abilities is one that the match-up rules answer."""
    return isinstance(query.condition, Defends) and query.condition.relation == "immune"


def immune_abilities(type_id: int, dataset: Dataset) -> list[int]:
    """The abilities that make a Pokémon immune to attacks of a type today, by id."""
    newest = max(dataset.generations)
    return sorted(
        ability_id
        for ability_id, rules in ability_rules(dataset).items()
        for rule in rules
        if rule.kind in BY_TYPE and rule.type_id == type_id and rule.factor == 0 and (rule.until or newest) >= newest
    )


def answer(query: Search, context: Context) -> Answer:
    """The abilities by name, and what each of them does."""
    assert isinstance(query.condition, Defends)
    type_id = query.condition.type_id
    found = [Thing("ability", one) for one in immune_abilities(type_id, context.dataset)]
    name = context.type_name(type_id)
    if not found:
        row = context.table_row("ability_matchups", context.dataset.types[type_id].identifier, "count", "0", name)
        return context.answer(context.say("effects.immune_none", type=name, mark=context.mark(row)))
    names = [context.thing_name(one) + context.mark(context.thing_row(one, "factor", f"{name} ×0")) for one in found]
    headline = context.say("effects.immune", n=len(found), type=name, list=context.phrases.join(names))
    query_of = Facts(tuple(found), ("effect",))
    details = [context.say("things.sentence", text=effects.ability(query_of, one, context).sentence) for one in found]
    return context.answer(headline, details=[*details, context.say("effects.immune_note")])
