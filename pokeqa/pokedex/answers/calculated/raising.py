"""The growth rates side by side, and what status conditions do for a catch."""

from __future__ import annotations

from ....question.raising import CatchFactor, GrowthRates
from ....question.rules import Rule
from ...answer import Answer
from ...formulas.catching import status_factor
from ..cards import facts_card, table_card
from ..context import Context
from . import rules

#: Status conditions in the order of what they do for a catch.
AILMENTS = ("sleep", "freeze", "paralysis", "burn", "poison")
#: The last generation in which sleep and freeze counted double.
DOUBLE_UNTIL = 4


def answer(query: GrowthRates | CatchFactor | Rule, context: Context) -> Answer:
    """The growth rates, what a status does for a catch, or another rule."""
    if isinstance(query, Rule):
        return rules.answer(query, context)
    return growth_rates(query, context) if isinstance(query, GrowthRates) else catch_factor(query, context)


def growth_rates(query: GrowthRates, context: Context) -> Answer:
    """The growth rates by the points that level 100 takes, the least or the most first."""
    rates = sorted(context.dataset.growth_rates.values(), key=lambda rate: rate.experience[-1],
                   reverse=query.sense == "max")  # fmt: skip
    rows = [
        context.table_row("growth_rates", str(rate.id), "experience.100", str(rate.experience[-1]),
                          context.say(f"growth-rate.{rate.identifier}"))
        for rate in rates
    ]  # fmt: skip
    said = [
        context.say("growth.rate", name=context.say(f"growth-rate.{rate.identifier}"),
                    points=context.grouped(rate.experience[-1]))
        for rate in rates
    ]  # fmt: skip
    key = f"growth.{query.sense}" if query.sense else "growth.all"
    headline = context.say(key, first=said[0], rest=context.phrases.join(said[1:]), all=context.phrases.join(said),
                           n=len(said), mark=context.mark(*(rows[:1] if query.sense else rows)))  # fmt: skip
    columns = [(context.label("growth-rate"), "left"), (context.say("experience.level", level=100), "right"),
               (context.say("attribute.pokemon"), "right")]  # fmt: skip
    counts = {rate.id: 0 for rate in rates}
    for species in context.dataset.species.values():
        counts[species.growth_rate_id] += 1
    table = [
        [context.say(f"growth-rate.{rate.identifier}"), context.grouped(rate.experience[-1]), str(counts[rate.id])]
        for rate in rates
    ]
    return context.answer(headline, cards=(table_card(context.label("growth-rate"), columns, table),))


def catch_factor(query: CatchFactor, context: Context) -> Answer:
    """What a status condition multiplies the catch rate by, now and in the older games."""
    generation = query.generation if query.generation is not None else max(context.dataset.generations)
    asked = (query.ailment,) if query.ailment else AILMENTS
    row = context.table_row("balls", "status", "factor", ", ".join(
        f"{one} {status_factor(one, generation):g}" for one in asked
    ), context.label("capture-rate"))  # fmt: skip
    said = context.phrases.join(
        context.say("catch.status", ailment=context.say(f"catch.ailment.{one}"),
                    factor=f"{status_factor(one, generation):g}")
        for one in asked
    )  # fmt: skip
    headline = context.say("catch.status-factor", factors=said, when=context.generation_name(generation),
                           mark=context.mark(row))  # fmt: skip
    doubled = status_factor(asked[0], DOUBLE_UNTIL)
    changed = query.generation is None and doubled != status_factor(asked[0], generation)
    notes = [context.say("catch.status-before", factor=f"{doubled:g}") if changed else ""]
    facts = [
        {"label": context.say(f"catch.ailment.{one}"), "value": f"×{status_factor(one, generation):g}",
         "highlight": one == query.ailment}
        for one in AILMENTS
    ]  # fmt: skip
    return context.answer(
        headline, details=context.sentences(notes), cards=(facts_card(context.label("capture-rate"), facts),)
    )
