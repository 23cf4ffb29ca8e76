"""Numbers over sets: averages, medians, sums, and shares in percent."""

from __future__ import annotations

from collections.abc import Callable
from statistics import fmean, median

from ...question.algebra import Condition, Scope, Search
from ...question.set_queries import Aggregate
from ..answer import Answer
from ..conditions import compile_move_condition
from ..model import Move, Pokemon
from ..numbers import move_number_of, number_of
from .context import Context
from .found import find
from .search_things import is_ordinary
from .search_words import set_of
from .units import measure_both

#: What each number over a set is calculated by.
_OVER: dict[str, Callable[[list[float]], float]] = {"average": fmean, "median": median, "sum": sum}


def members_of(condition: Condition, scope: Scope, context: Context) -> tuple[Pokemon, ...]:
    """The ordinary forms that fulfil a condition: a species counts once."""
    query = Search("pokemon", condition, forms="ordinary", scope=scope)
    return find(query, context.dataset).main


def moves_of(condition: Condition, scope: Scope, context: Context) -> tuple[Move, ...]:
    """The moves that fulfil a condition, without Z-Moves, Max Moves and Shadow Moves."""
    holds = compile_move_condition(condition, context.dataset, scope)
    return tuple(move for move in context.dataset.moves.values() if is_ordinary(move) and holds(move))


def numbers_of(query: Aggregate, context: Context) -> list[float]:
    """The known values of the measure over the set."""
    if query.what == "move":
        of_move = move_number_of(query.attribute, context.dataset, query.scope)
        found = [of_move(move) for move in moves_of(query.condition, query.scope, context)]
    else:
        of_pokemon = number_of(query.attribute, context.dataset, query.scope)
        found = [of_pokemon(pokemon) for pokemon in members_of(query.condition, query.scope, context)]
    return [value for value in found if value is not None]


def answer(query: Aggregate, context: Context) -> Answer:
    """The average, median or sum of a measure over a set, and of how many values it is."""
    values = numbers_of(query, context)
    whole = set_of(query.condition, context, kind=query.what)
    if not values:
        return context.answer(context.say("aggregate.unknown", set=whole, noun=context.noun(query.attribute)))
    told = []
    for function in (query.function, *((query.beside,) if query.beside else ())):
        text = measure_both(query.attribute, round(_OVER[function](values), 2), query.unit)
        row = context.table_row(query.what, f"{function} {whole}", function, text, whole)
        told.append(context.say(
            f"aggregate.{function}", noun=context.noun(query.attribute), set=whole, value=text, n=len(values),
            count=len(values), mark=context.mark(row), unit=context.say(f"aggregate.unit.{query.what}"),
        ))  # fmt: skip
    headline = context.sentences(told)
    low, high = (measure_both(query.attribute, one) for one in (min(values), max(values)))
    detail = context.say("aggregate.range", low=low, high=high) if len(values) > 1 else ""
    note = context.say("search.moves-counted" if query.what == "move" else "aggregate.ordinary")
    if query.scope.generation is not None:
        headline = context.say("search.in-scope", when=context.scope_name(query.scope), sentence=headline)
    return context.answer(headline, details=context.sentences((detail, note)))
