"""Searches of moves, types and abilities: listed, counted, ranked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ...question.algebra import (
    ALL,
    Condition,
    ExistsIn,
    FromGeneration,
    Measure,
    Number,
    Order,
    Search,
    Thing,
    Top,
)
from ...question.conditions import leaves
from ..answer import Answer, Row
from ..conditions import compile_move_condition
from ..model import Ability, Move, Type
from ..numbers import OPERATORS, move_number_of
from . import ability_search
from .cards import TABLE_ROWS, Card, table_card
from .context import Context
from .ranking import ranked
from .search_words import held_places, set_of
from .units import measure
from .values import field_of
from .wording import Wording

NAMED = 12
MARKED = 6

#: Z-Moves are the moves of generation 7 with a single PP; Max Moves all begin with the same word.
Z_MOVE_GENERATION = 7
MAX_MOVE = "max-"


def answer(query: Search, context: Context) -> Answer:
    """The moves, types or abilities that fulfil a condition."""
    if query.what == "move":
        return _moves(query, context)
    if query.what == "ability" and ability_search.can_answer(query):
        return ability_search.answer(query, context)
    if query.what == "type":
        records: Sequence[Type | Ability] = [context.dataset.types[one] for one in context.dataset.chart_types()]
    else:
        records = list(context.dataset.abilities.values())
    holds = _since(query.condition)
    hits = [Thing("type" if query.what == "type" else "ability", one.id) for one in records if holds(one)]
    return _listed(query, hits, context)


def is_ordinary(move: Move) -> bool:
    """Whether a move can be learnt: no Shadow Move, Z-Move or Max Move."""
    is_z = move.generation == Z_MOVE_GENERATION and move.pp == 1
    return not (move.is_shadow or is_z or move.identifier.startswith(MAX_MOVE))


def _since(condition: Condition) -> Callable[[Type | Ability], bool]:
    """A condition about when a type or an ability came. Raises `ValueError` for any other."""
    wanted = list(leaves(condition))
    for leaf in wanted:
        if not isinstance(leaf, FromGeneration | ExistsIn):
            raise ValueError(f"The condition {leaf!r} has no meaning for a type or an ability.")

    def holds(record: Type | Ability) -> bool:
        return all(
            record.generation <= leaf.generation
            if isinstance(leaf, ExistsIn)
            else OPERATORS[leaf.op](record.generation, leaf.generation)
            for leaf in wanted
            if isinstance(leaf, ExistsIn | FromGeneration)
        )

    return holds


# --------------------------------------------------------------------------- moves


def _moves(query: Search, context: Context) -> Answer:
    holds = compile_move_condition(query.condition, context.dataset, query.scope)
    hits = [move for move in context.dataset.moves.values() if is_ordinary(move) and holds(move)]
    if query.order is not None and hits:
        return _ranked(query, query.order, hits, context)
    return _listed(query, [Thing("move", move.id) for move in hits], context)


def _ranked(query: Search, order: Order, pool: Sequence[Move], context: Context) -> Answer:
    number = move_number_of(order.attribute, context.dataset, query.scope)
    ranking = ranked([(move, value) for move in pool if (value := number(move)) is not None], order)
    hits = ranking.hits
    if not hits:
        return _listed(query, [], context)
    whole = set_of(query.condition, context, kind=query.what)
    group = context.say("search.of-all-things" if query.condition == ALL else "search.among-things", set=whole)
    noun = context.noun(order.attribute)
    if order.start > 1:
        headline = held_places(ranking, order, group, noun, lambda one: _with_value(one, order, context), context)
    elif order.limit == 1:
        names = [context.move_name(move.id) + _mark(move, order.attribute, value, context)
                 for move, value in hits[:NAMED]]  # fmt: skip
        verb = context.say(f"search.top.default.{order.sense}", n=len(hits), noun=noun)
        headline = context.say(
            "search.leaders" if len(hits) <= NAMED else "search.many-leaders",
            names=context.phrases.join(names), top=verb, group=group, noun=noun,
            value=measure(order.attribute, hits[0][1]), n=len(hits), count=len(hits),
        )  # fmt: skip
    else:
        names = [_with_value(one, order, context) for one in hits[:NAMED]]
        over = order.limit and len(hits) > order.limit
        extra = context.say("search.edge", tied=ranking.tied, count=len(hits)) if over else ""
        key = "ranking" if order.limit else "sorted" if len(hits) <= NAMED else "sorted-first"
        headline = context.say(f"search.{key}.{order.sense}", count=len(hits), noun=noun, group=group, first=NAMED,
                               names=context.say("list.comma").join(names), edge=extra)  # fmt: skip
    things_found = [Thing("move", move.id) for move, _ in hits]
    return context.answer(
        headline, details=context.say("search.moves-counted"), cards=[_table(query, things_found, context)]
    )


def top(query: Top, subject: Thing, context: Context) -> Answer:
    """Yes or no, which move holds the place, and the value of the one that is asked about."""
    search, order = query.search, query.search.order
    if order is None:
        raise ValueError("Only a ranked search has places.")
    holds = compile_move_condition(search.condition, context.dataset, search.scope)
    pool = [move for move in context.dataset.moves.values() if is_ordinary(move) and holds(move)]
    number = move_number_of(order.attribute, context.dataset, search.scope)
    hits = ranked([(move, value) for move in pool if (value := number(move)) is not None], order).hits
    told = answer(search, context)
    same = any(move.id == subject.id for move, _ in hits)
    move = context.dataset.moves[subject.id]
    value = number(move)
    own = "" if same else context.say(
        "search.own-value", name=context.move_name(move.id),
        mark="" if value is None else _mark(move, order.attribute, value, context),
        value=context.say("answer.unknown") if value is None else measure(order.attribute, value),
    )  # fmt: skip
    text = context.say("search.yes" if same else "search.no", sentence=told.headline)
    return replace(told, headline=context.sentences((text, own)))


def _with_value(hit: tuple[Move, float], order: Order, context: Context) -> str:
    move, value = hit
    text = context.say("search.with-value", name=context.move_name(move.id), value=measure(order.attribute, value))
    return text + _mark(move, order.attribute, value, context)


def _mark(move: Move, attribute: Measure, value: float, context: Context) -> str:
    return context.mark(context.thing_row(Thing("move", move.id), field_of(attribute), measure(attribute, value)))


# --------------------------------------------------------------------------- lists


def _listed(query: Search, hits: Sequence[Thing], context: Context) -> Answer:
    clauses = Wording(context, max(len(hits), 2), kind=query.what).condition(query.condition)
    whole = set_of(query.condition, context, kind=query.what)
    count = len(hits)
    title = context.say(f"search.things.{query.what}", n=2)
    few = count <= MARKED
    mark = "" if few and hits else context.mark(
        context.table_row(query.what, f"search {clauses}".strip(), "count", str(count), clauses or title)
    )  # fmt: skip
    names = [context.thing_name(hit) + (context.mark(_row(hit, context)) if few else "")
             for hit in hits[:NAMED]]  # fmt: skip
    if not hits:
        key = "search.none-exists" if query.output == "exists" else "search.none"
        return context.answer(context.say(key, set=whole, things=title, mark=mark))
    if query.output == "exists":
        key = "search.exists"
    elif count > NAMED:
        key = "search.count" if query.output == "count" or query.what == "type" else "search.first"
    else:
        key = "search.found"
    singular = Wording(context, count, kind=query.what).condition(query.condition) if query.condition != ALL else ""
    headline = context.say(
        key if singular else f"{key}-all", things=context.say(f"search.things.{query.what}", n=count), clauses=singular,
        set=whole, n=count, count=count, names=context.phrases.join(names), first=NAMED, mark=mark,
    )  # fmt: skip
    details = context.say("search.moves-counted") if query.what == "move" else ""
    if query.what == "type":
        details = context.phrases.join(context.thing_name(hit) for hit in hits) if count > NAMED else ""
    return context.answer(headline, details=details, cards=[_table(query, hits, context)])


def _row(hit: Thing, context: Context) -> Row:
    return context.thing_row(hit, "generation", str(context.generation_of(hit)))


def _table(query: Search, hits: Sequence[Thing], context: Context) -> Card:
    title = context.say(f"search.things.{query.what}", n=2)
    if query.what != "move":
        rows = [[context.thing_name(hit)] for hit in hits[:TABLE_ROWS]]
        return table_card(title, [(title, "left")], rows, total=len(hits))
    columns: list[Measure] = ["type", "damage-class", "power", "accuracy", "pp"]
    columns += [leaf.attribute for leaf in leaves(query.condition) if isinstance(leaf, Number)]
    if query.order is not None:
        columns.append(query.order.attribute)
    columns = list(dict.fromkeys(columns))
    labels = [(context.label("move"), "left")]
    labels += [(context.label(one), "left" if one in ("type", "damage-class") else "right") for one in columns]
    rows = [
        [context.thing_name(hit), *(_cell(hit, one, query, context) for one in columns)] for hit in hits[:TABLE_ROWS]
    ]
    return table_card(title, labels, rows, total=len(hits))


def _cell(hit: Thing, attribute: Measure, query: Search, context: Context) -> str:
    then = context.dataset.move_in(hit.id, query.scope.generation)
    if attribute == "type":
        return context.type_name(then.type_id)
    if attribute == "damage-class":
        return context.say(f"damage-class.{then.damage_class}")
    number = move_number_of(attribute, context.dataset, query.scope)(context.dataset.moves[hit.id])
    return context.say("search.no-value") if number is None else measure(attribute, number)
