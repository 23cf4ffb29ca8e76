"""Which of several attacks does more to a defender, or to which of several defenders an attack does more."""

from __future__ import annotations

from collections.abc import Sequence

from ....question.algebra import Mon, Subject, Thing
from ....question.type_calculations import MatchupChoice
from ...answer import Answer
from ...effectiveness import Attack, Chart
from ..context import Context


def answer(query: MatchupChoice, context: Context) -> Answer:
    """The one that is ahead, with the factor of each; or that none is."""
    chart = Chart(context.dataset, query.scope.generation)
    factors = [_factor(query, one, chart, context) for one in query.options]
    ranked = sorted(zip(query.options, factors, strict=True), key=lambda pair: pair[1], reverse=query.sense == "max")
    parts = context.say("list.comma").join(
        context.say("search.with-value", name=_name(one, context), value=_times(factor, context))
        for one, factor in ranked
    )
    ahead = [one for one, factor in ranked if factor == ranked[0][1]]
    key = "even" if len(ahead) == len(ranked) else query.sense
    side = "attack" if query.attacking else "defend"
    rows = [context.table_row("type_efficacy", f"{_key(one, context)} choice", "factor", f"{factor:g}",
                              _name(one, context)) for one, factor in ranked]  # fmt: skip
    text = context.say(
        f"choice.{side}.{key}", best=context.phrases.join(_name(one, context) for one in ahead), parts=parts,
        other=_other(query.other, context), n=len(ahead), mark=context.mark(*rows),
    )  # fmt: skip
    if query.scope.generation is not None:
        text = context.say("search.in-scope", when=context.scope_name(query.scope), sentence=text)
    return context.answer(text, details=context.say("choice.note"))


def _factor(query: MatchupChoice, option: Subject, chart: Chart, context: Context) -> float:
    attacker, defenders = (option, query.other) if query.attacking else (query.other[0], (option,))
    return chart.certain(_attack(attacker, query, context), *_defence(defenders, query, context))


def _attack(subject: Subject, query: MatchupChoice, context: Context) -> Attack:
    assert isinstance(subject, Thing)
    if subject.kind == "type":
        return Attack(subject.id)
    return Attack(
        context.dataset.move_in(subject.id, query.scope.generation).type_id, context.dataset.moves[subject.id]
    )


def _defence(
    subjects: Sequence[Subject], query: MatchupChoice, context: Context
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The types and the possible abilities of a defender."""
    first = subjects[0]
    if isinstance(first, Mon):
        return context.types(first, query.scope), context.abilities(first, query.scope).all()
    return tuple(one.id for one in subjects if isinstance(one, Thing)), ()


def _name(subject: Subject, context: Context) -> str:
    return context.mon_name(subject) if isinstance(subject, Mon) else context.thing_name(subject)


def _other(subjects: Sequence[Subject], context: Context) -> str:
    if len(subjects) > 1:
        return context.type_names([one.id for one in subjects if isinstance(one, Thing)])
    return _name(subjects[0], context)


def _key(subject: Subject, context: Context) -> str:
    return str(subject.pokemon_id) if isinstance(subject, Mon) else f"{subject.kind}-{subject.id}"


def _times(factor: float, context: Context) -> str:
    return context.say("matchup.factor", value=f"{factor:g}")
