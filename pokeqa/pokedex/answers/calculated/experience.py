"""Experience points from level to level."""

from __future__ import annotations

from ....question.calculations import Experience
from ...answer import Answer
from ..cards import facts_card
from ..context import Context


def answer(query: Experience, context: Context) -> Answer:
    """The points that the species' growth rate asks for, or a growth rate by itself."""
    rate = context.dataset.growth_rates[_growth_rate(query, context)]
    points = rate.experience[query.last - 1] - rate.experience[query.first - 1]
    rate_name = context.say(f"growth-rate.{rate.identifier}")
    rows = [context.table_row("growth_rates", str(rate.id), f"experience.{query.last}",
                              str(rate.experience[query.last - 1]), rate_name)]  # fmt: skip
    if query.pokemon is None:
        name = context.say("experience.any")
    else:
        name = context.mon_name(query.pokemon)
        rows.insert(0, context.species_row(context.species(query.pokemon), "growth_rate", rate_name))
    mark = context.mark(*rows)
    key = "experience.in-all" if query.first == 1 else "experience.between"
    headline = context.say(
        key, name=name, points=context.grouped(points), first=query.first, last=query.last, rate=rate_name, mark=mark
    )
    levels = sorted({query.first, 50, query.last, 100})
    facts = [
        {"label": context.say("experience.level", level=level), "value": context.grouped(rate.experience[level - 1]),
         "highlight": level == query.last}
        for level in levels
    ]  # fmt: skip
    return context.answer(
        headline, cards=(facts_card(context.say("experience.card", name=name, rate=rate_name), facts),)
    )


def _growth_rate(query: Experience, context: Context) -> int:
    if query.pokemon is not None:
        return context.species(query.pokemon).growth_rate_id
    if query.growth_rate_id is None:
        raise ValueError("Experience is asked of a Pokémon or of a growth rate.")
    return query.growth_rate_id
