"""Sets by what they have on average: "Are Water types faster than Fire types on average?"."""

from __future__ import annotations

from statistics import fmean

from ...question.algebra import Measure
from ...question.set_queries import Aggregate, CompareSets
from ..answer import Answer
from .aggregate import numbers_of
from .context import Context
from .search_words import set_of
from .units import measure


def compare_averages(query: CompareSets, attribute: Measure, context: Context) -> Answer:
    """The average of each set, the one that is asked for first, and how far they are apart."""
    told: list[tuple[float, str, str]] = []
    for condition in query.sets:
        name = set_of(condition, context)
        numbers = numbers_of(Aggregate("average", attribute, condition, scope=query.scope), context)
        if not numbers:
            return context.answer(context.say("aggregate.unknown", set=name, noun=context.noun(attribute)))
        mean = round(fmean(numbers), 2)
        text = measure(attribute, mean)
        row = context.table_row("pokemon", f"average {name}", "average", text, name)
        told.append((mean, name, text + context.mark(row)))
    ahead = sorted(told, key=lambda one: -one[0] if query.sense == "max" else one[0])
    (first, name, value), (second, other, less) = ahead
    level = first == second
    headline = context.say(
        "every.average-level" if level else f"every.average-{query.sense}", noun=context.noun(attribute), name=name,
        other=other, value=value, less=less, difference=measure(attribute, round(abs(first - second), 2)),
    )  # fmt: skip
    if query.claim != "none":
        holds = not level and ahead[0] == told[0]
        headline = context.say("compare.yes" if holds else "compare.no") + headline
    headline = headline[:1].upper() + headline[1:]
    if query.scope.generation is not None:
        headline = context.say("search.in-scope", when=context.scope_name(query.scope), sentence=headline)
    return context.answer(headline, details=context.say("aggregate.ordinary"))
