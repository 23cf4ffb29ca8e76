"""Stats at a level."""

from __future__ import annotations

from fractions import Fraction

from ....question.calculations import UNTRAINED, Spread, StatAt
from ...answer import Answer
from ...formulas.stats import MAX_EV, SHEDINJA
from ..cards import table_card
from ..context import Context
from .training import Trained, best, trained, value, words, worst

#: The levels that are given where none is named.
USUAL_LEVELS = (50, 100)


def answer(query: StatAt, context: Context) -> Answer:
    """The stats with the training that is named, or the range that is possible."""
    pokemon, name = context.pokemon(query.pokemon), context.mon_name(query.pokemon)
    bases = context.stats(query.pokemon, query.scope)
    if not bases:
        mark = context.mark(context.pokemon_row(pokemon, "stats", context.say("answer.unknown")))
        return context.answer(context.say("facts.unknown", label=context.label("stats"), name=name, mark=mark))
    levels = USUAL_LEVELS if query.level is None else (query.level,)
    values = {stat: [_ends(query, stat, level, bases[stat], context) for level in levels] for stat in query.stats}
    marks = {
        stat: context.mark(context.pokemon_row(pokemon, f"stats.{stat}", str(bases[stat]))) for stat in query.stats
    }
    if query.part is not None:
        headline = _part(query.part, name, values["hp"], levels, marks["hp"], context)
    elif len(query.stats) == 1:
        (stat,) = query.stats
        headline = _single(query, name, stat, values[stat], levels, marks[stat], context)
        if query.reach is not None:
            reached = any(high >= query.reach for _, high in values[stat])
            headline = context.say("stat-at.can" if reached else "stat-at.cannot") + headline
    else:
        parts = [
            context.say("stat-at.part", stat=context.stat_name(stat), value=_span(values[stat][-1]), mark=marks[stat])
            for stat in query.stats
        ]
        headline = context.say("stat-at.several", name=name, level=levels[-1], values=context.phrases.join(parts))
    columns = [(context.say("stat-at.stat"), "left")]
    columns += [(context.say("experience.level", level=level), "right") for level in levels]
    rows = [(context.stat_name(stat), *(_span(ends) for ends in values[stat])) for stat in query.stats]
    return context.answer(
        headline,
        details=(_assumed(query, context), context.say("stat-at.formula")),
        cards=(table_card(name, columns, rows),),
        follow_ups=context.follow_ups(query.pokemon, "stats"),
    )


def _ends(query: StatAt, stat: str, level: int, base: int, context: Context) -> tuple[int, int]:
    """The least and the most that the stat can be with what is said."""
    pokemon = context.pokemon(query.pokemon)
    low, high = trainings(query.spread, query.extreme, stat, context)
    return value(pokemon, stat, level, low, base), value(pokemon, stat, level, high, base)


def trainings(spread: Spread, extreme: str | None, stat: str, context: Context) -> tuple[Trained, Trained]:
    """The worst and the best training for a stat with what is said; an `extreme` is both."""
    own = trained(spread, stat, context)
    if extreme is not None:
        end = best(own) if extreme == "max" else worst(own)
        return end, end
    if spread == UNTRAINED:
        return worst(own), best(own)
    if own.ev is None:
        return Trained(own.iv, 0, own.bent), Trained(own.iv, MAX_EV, own.bent)
    return own, own


def _span(ends: tuple[int, int]) -> str:
    low, high = ends
    return str(low) if low == high else f"{low}–{high}"


def _single(
    query: StatAt, name: str, stat: str, values: list[tuple[int, int]], levels: tuple[int, ...], mark: str,
    context: Context,
) -> str:  # fmt: skip
    if stat == "hp" and query.pokemon.species_id == SHEDINJA:
        return context.say("stat-at.shedinja", name=name, mark=mark)
    fixed = all(low == high for low, high in values)
    parts = [
        context.say("stat-at.value" if fixed else "stat-at.range", low=low, high=high, level=level)
        for (low, high), level in zip(values, levels, strict=True)
    ]
    key = {"max": "most", "min": "least"}.get(query.extreme or "", "is" if fixed else "lies")
    return context.say(f"stat-at.{key}", name=name, stat=context.stat_name(stat),
                       values=context.phrases.join(parts), mark=mark)  # fmt: skip


def _part(
    part: Fraction, name: str, values: list[tuple[int, int]], levels: tuple[int, ...], mark: str, context: Context
) -> str:
    """A share of the HP, rounded down as the games do."""
    parts = [
        context.say("stat-at.share-at", value=_span((max(1, int(low * part)), max(1, int(high * part)))),
                    hp=_span((low, high)), level=level)
        for (low, high), level in zip(values, levels, strict=True)
    ]  # fmt: skip
    return context.say("stat-at.share", part=str(part), name=name, values=context.phrases.join(parts), mark=mark)


def _assumed(query: StatAt, context: Context) -> str:
    """With what training the numbers hold."""
    stat = next((one for one in query.stats if one != "hp"), query.stats[0])
    low, high = trainings(query.spread, query.extreme, stat, context)
    if low == high:
        return context.say("stat-at.with", training=words(low, stat, query.spread, context))
    return context.say("stat-at.from-to", low=words(low, stat, query.spread, context),
                       high=words(high, stat, query.spread, context))  # fmt: skip
