"""Types side by side: which has the fewest weaknesses, which resists both of two, which pair resists the most."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from ....question.type_calculations import TypeClaim, TypeRelation, TypeSearch, TypeTally
from ...answer import Answer
from ...effectiveness import Attack, Chart
from ...numbers import OPERATORS
from ..cards import TABLE_ROWS, Card, table_card
from ..context import Context

#: How many types or pairs a sentence names.
NAMED = 12

#: The most types or pairs for which the sentence says which types are counted.
DETAILED = 6

#: The relations in which the type attacks.
ATTACKING = frozenset({"strong", "resisted", "no-effect"})

Typing = tuple[int, ...]


def answer(query: TypeTally | TypeSearch, context: Context) -> Answer:
    """The types that are in front, or that fulfil what is asked."""
    return _tally(query, context) if isinstance(query, TypeTally) else _search(query, context)


def related(typing: Typing, relation: TypeRelation, chart: Chart) -> tuple[int, ...]:
    """The types that a type or a pair of types stands in this relation to; of two attacking types the better counts."""
    if relation in ATTACKING:
        factors = {t: max(chart.single(own, t) for own in typing) for t in chart.types}
    else:
        factors = {t: chart.factor(Attack(t), typing) for t in chart.types}
    return tuple(t for t, factor in factors.items() if _is(factor, relation))


def _is(factor: float, relation: TypeRelation) -> bool:
    if relation in ("weak", "strong"):
        return factor > 1
    return factor == 0 if relation in ("immune", "no-effect") else 0 < factor < 1


# --------------------------------------------------------------------------- ranked and counted


def _tally(query: TypeTally, context: Context) -> Answer:
    chart = Chart(context.dataset, query.scope.generation)
    pool: list[Typing] = [(t,) for t in chart.types]
    if query.of == "typing":
        pool = list(combinations(chart.types, 2))
    counted = {typing: related(typing, query.relation, chart) for typing in pool}
    if query.sense is not None:
        return _ranked(query, counted, context)
    assert query.op is not None
    holds = OPERATORS[query.op]
    hits = [typing for typing, found in counted.items() if holds(len(found), query.number)]
    bound = "none" if query.op == "eq" and query.number == 0 else query.op
    amount = context.say(f"type-chart.amount.{bound}", number=query.number)
    what = context.say(f"type-chart.what.{query.relation}", n=2 if query.op != "eq" else query.number, amount=amount)
    mark = _mark(query, len(hits), context)
    kinds = context.say(f"type-chart.kind.{query.of}", n=len(hits))
    if not hits:
        least = min(len(found) for found in counted.values())
        text = context.say("type-chart.none", kinds=kinds, what=what, mark=mark)
        rest = _ranked(_nearest(query), counted, context).headline if query.number == 0 and least > 0 else ""
        return context.answer(_said(query, text, context), details=(rest, _note(query, context)))
    names = _names(query, hits, counted, context, told=query.number > 0 or query.op != "eq")
    key = "type-chart.count" if len(hits) > NAMED else "type-chart.found"
    text = context.say(key, n=len(hits), count=len(hits), kinds=kinds, what=what, names=names, mark=mark)
    return context.answer(
        _said(query, text, context), details=_note(query, context), cards=[_card(query, hits, counted, context)]
    )


def _nearest(query: TypeTally) -> TypeTally:
    """The question for those that come nearest where nothing has none."""
    return TypeTally(query.relation, query.of, "min", scope=query.scope)


def _ranked(query: TypeTally, counted: dict[Typing, tuple[int, ...]], context: Context) -> Answer:
    ordered = sorted(counted, key=lambda one: len(counted[one]) * (1 if query.sense == "min" else -1))
    values = sorted({len(found) for found in counted.values()}, reverse=query.sense == "max")
    if query.limit > 1:
        edge = len(counted[ordered[min(query.limit, len(ordered)) - 1]])
        hits = [one for i, one in enumerate(ordered) if i < query.limit or len(counted[one]) == edge]
    else:
        wanted = values[min(query.start, len(values)) - 1]
        hits = [one for one in ordered if len(counted[one]) == wanted]
    count = len(counted[hits[0]])
    names = _names(query, hits, counted, context, told=count > 0 or query.limit > 1)
    place = context.place(query.start) if query.start > 1 else ""
    key = "place" if query.start > 1 else "ranking" if query.limit > 1 else "top"
    text = context.say(
        f"type-chart.{key}", n=len(hits), names=names, value=count, place=place,
        kinds=context.say(f"type-chart.kind.{query.of}", n=len(hits)),
        top=context.say(f"type-chart.rank.{query.relation}.{query.sense}", n=len(hits)),
        number=context.say(f"type-chart.number.{query.relation}"), mark=_mark(query, count, context),
    )  # fmt: skip
    return context.answer(
        _said(query, text, context), details=_note(query, context), cards=[_card(query, ordered, counted, context)]
    )


def _names(
    query: TypeTally, hits: Sequence[Typing], counted: dict[Typing, tuple[int, ...]], context: Context, *, told: bool
) -> str:
    """The types or pairs by name, with the types that are counted where they are few."""
    names = []
    for typing in hits[:NAMED]:
        name = context.type_names(typing)
        if told and len(hits) <= DETAILED:
            types = context.phrases.join(context.type_name(t) for t in counted[typing]) or context.say("things.none")
            key = "type-chart.with-number" if query.limit > 1 else "type-chart.with"
            name = context.say(key, name=name, types=types, value=len(counted[typing]))
        elif told and len({len(counted[one]) for one in hits}) > 1:
            name = context.say("search.with-value", name=name, value=len(counted[typing]))
        names.append(name)
    if len(hits) <= NAMED:
        return context.phrases.join(names)
    return context.say("type-chart.more", names=context.say("list.comma").join(names), rest=len(hits) - NAMED)


def _note(query: TypeTally, context: Context) -> str:
    if query.of != "typing":
        return ""
    side = "attacking" if query.relation in ATTACKING else "defending"
    return context.say(f"type-chart.pairs-{side}")


def _said(query: TypeTally | TypeSearch, text: str, context: Context) -> str:
    if query.scope.generation is None:
        return text
    return context.say("search.in-scope", when=context.scope_name(query.scope), sentence=text)


def _mark(query: TypeTally, count: int, context: Context) -> str:
    title = context.say(f"type-chart.number.{query.relation}")
    generation = "" if query.scope.generation is None else f"gen{query.scope.generation}-"
    row = context.table_row("type_efficacy", f"{generation}{query.of} {query.relation}", "count", str(count), title)
    return context.mark(row)


def _card(query: TypeTally, shown: Sequence[Typing], counted: dict[Typing, tuple[int, ...]], context: Context) -> Card:
    title = context.say(f"type-chart.number.{query.relation}")
    columns = [(context.label("type"), "left"), (title, "right"), (context.say("type-chart.which"), "left")]
    rows = [
        [context.type_names(one), str(len(counted[one])), context.phrases.join(map(context.type_name, counted[one]))]
        for one in shown[:TABLE_ROWS]
    ]
    return table_card(title, columns, rows, total=len(shown))


# --------------------------------------------------------------------------- several claims at once


def _search(query: TypeSearch, context: Context) -> Answer:
    chart = Chart(context.dataset, query.scope.generation)
    hits = [t for t in chart.types if all(_true_of(t, claim, chart) for claim in query.claims)]
    what = _claims(query.claims, len(hits), context)
    rows = [
        context.table_row("type_efficacy", f"{_key(one, context)} {one.relation}", "factor", _named(one, context),
                          _named(one, context)) for one in query.claims
    ]  # fmt: skip
    mark = context.mark(*rows)
    details = [_each(claim, chart, context) for claim in query.claims if claim.type_id is not None]
    if not hits:
        text = context.say("type-chart.search-none", what=what, mark=mark)
        return context.answer(_said(query, text, context), details=details)
    names = context.phrases.join(map(context.type_name, hits))
    key = "type-chart.search-count" if query.output == "count" else "type-chart.search"
    text = context.say(key, names=names, what=what, n=len(hits), count=len(hits), mark=mark)
    return context.answer(_said(query, text, context), details=details)


def _true_of(type_id: int, claim: TypeClaim, chart: Chart) -> bool:
    found = related((type_id,), claim.relation, chart)
    wanted = type_id if claim.type_id is None else claim.type_id
    return (wanted in found and (len(found) == 1 or not claim.only)) is not claim.negated


def _claims(claims: Sequence[TypeClaim], number: int, context: Context) -> str:
    """What all claims say, claims of one kind together: "resists Fire and Water and is not weak to Rock"."""
    kinds = list(dict.fromkeys((claim.relation, claim.negated) for claim in claims))
    parts = []
    for relation, negated in kinds:
        types = [_named(c, context, number or 1) for c in claims if (c.relation, c.negated) == (relation, negated)]
        key = f"type-chart.claim{'-not' if negated else ''}.{relation}"
        text = context.say(key, n=number or 1, types=context.phrases.join(types, "or" if negated else "and"))
        only = any(c.only for c in claims if c.relation == relation)
        parts.append(context.say("type-chart.only", text=text) if only else text)
    return context.say("list.both").join(parts)


def _named(claim: TypeClaim, context: Context, number: int = 1) -> str:
    return context.say("type-chart.itself", n=number) if claim.type_id is None else context.type_name(claim.type_id)


def _key(claim: TypeClaim, context: Context) -> str:
    return "itself" if claim.type_id is None else context.dataset.types[claim.type_id].identifier


def _each(claim: TypeClaim, chart: Chart, context: Context) -> str:
    """The types of which one claim alone is true."""
    hits = [t for t in chart.types if claim.type_id in related((t,), claim.relation, chart)]
    names = context.phrases.join(map(context.type_name, hits)) or context.say("things.none")
    what = context.say(f"type-chart.claim.{claim.relation}", n=2, types=_named(claim, context))
    return context.say("type-chart.each", names=names, what=what)
