"""Sets side by side: which type has the most Pokémon, which pair of types nothing has."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from itertools import combinations
from statistics import fmean

from ...question.algebra import NOW
from ...question.set_queries import Groups
from ..answer import Answer
from ..model import Move, Pokemon
from ..numbers import move_number_of, number_of
from ..varieties import introduced_in
from .aggregate import members_of, moves_of
from .cards import table_card
from .context import Context
from .search_words import NAMED, set_of
from .units import measure_both, plain
from .values import look_name

Key = Hashable


def answer(query: Groups, context: Context) -> Answer:
    """The group or groups in front, with what they are ranked by."""
    members = _members(query, context)
    if query.empty:
        return _empty(query, members, context)
    ranked = _ranked(query, members, context)
    if query.each and ranked:
        return _each(query, ranked, context)
    kind = context.say(f"groups.kind.{query.by}", n=1)
    whole = set_of(query.condition, context, kind=query.what)
    if not ranked:
        return context.answer(context.say("aggregate.empty", set=whole))
    rows = [[_name(query, key, context), _value(query, value, context)] for key, value in ranked]
    column = context.label("pokemon") if query.attribute is None else context.label(query.attribute)
    if query.attribute is None and query.what == "move":
        column = context.say("search.things.move", n=2)
    card = table_card(kind, [(kind, "left"), (column, "right")], rows)
    row = context.table_row(query.what, f"by {query.by} {whole}", "ranking", rows[0][1], kind)
    wanted = ranked[query.start - 1 : query.start - 1 + query.limit]
    if not wanted:
        return context.answer(context.say("groups.none", n=len(ranked)), cards=[card])
    edge = wanted[-1][1]
    values = [value for _, value in ranked]
    first = values.index(wanted[0][1]) if query.start > 1 else 0
    last = len(values) - values[::-1].index(edge)
    hits = ranked[first:last]
    names = context.say("list.comma").join(
        context.say("search.with-value", name=_name(query, key, context), value=_value(query, value, context))
        for key, value in hits[:NAMED]
    )
    by = "count" if query.attribute is None else "average"
    noun = context.noun(query.attribute) if query.attribute else ""
    what = context.say(f"groups.what.{by}.{query.sense}", set=whole, noun=noun)
    template = "groups.place" if query.start > 1 else "groups.top" if query.limit == 1 else "groups.ranking"
    kinds = context.say(f"groups.kind.{query.by}", n=len(hits))
    place, mark = context.place(first + 1), context.mark(row)
    headline = context.say(template, kind=kinds, names=names, what=what, n=len(hits), count=len(hits), place=place,
                           mark=mark)  # fmt: skip
    return context.answer(headline, details=_note(query, context), cards=[card])


def _note(query: Groups, context: Context) -> str:
    """How is counted; a move has one type and one generation, so there is nothing to say."""
    return "" if query.what == "move" else context.say(f"groups.note.{query.by}")


def _each(query: Groups, ranked: list[tuple[Key, float]], context: Context) -> Answer:
    """The number of every group, generations in their order and the others from the largest down."""
    kind = context.say(f"groups.kind.{query.by}", n=1)
    whole = set_of(query.condition, context, kind=query.what)
    if query.by == "generation":
        ranked = sorted(ranked, key=lambda pair: str(pair[0]))
    rows = [[_name(query, key, context), _value(query, value, context)] for key, value in ranked]
    column = context.say("search.things.move", n=2) if query.what == "move" else context.label("pokemon")
    card = table_card(kind, [(kind, "left"), (column, "right")], rows)
    row = context.table_row(query.what, f"by {query.by} {whole}", "count", rows[0][1], kind)
    names = context.say("list.comma").join(context.say("groups.number", name=name, value=n) for name, n in rows)
    headline = context.say("groups.each", kind=kind, set=whole, names=names, mark=context.mark(row))
    return context.answer(headline, details=_note(query, context), cards=[card])


def _empty(query: Groups, members: dict[Key, list[Pokemon | Move]], context: Context) -> Answer:
    """The pairs of types that no Pokémon has."""
    pairs = [frozenset(pair) for pair in combinations(context.dataset.chart_types(), 2)]
    free = [pair for pair in pairs if pair not in members]
    names = [_name(query, pair, context) for pair in free]
    row = context.table_row("pokemon", "typings without Pokémon", "count", str(len(free)), names[0] if names else "0")
    headline = context.say("groups.empty", n=len(free), count=len(free), total=len(pairs), mark=context.mark(row),
                           names=context.say("list.comma").join(names))  # fmt: skip
    return context.answer(headline, details=context.say("groups.note.empty"))


def _members(query: Groups, context: Context) -> dict[Key, list[Pokemon | Move]]:
    """The members of each group; one that belongs to two groups counts in both."""
    found: dict[Key, list[Pokemon | Move]] = defaultdict(list)
    if query.what == "move":
        for move in moves_of(query.condition, NOW, context):
            found[move.type_id if query.by == "type" else move.generation].append(move)
        return found
    keys = _keys(query, context)
    pool: Iterable[Pokemon] = members_of(query.condition, NOW, context)
    if query.empty:
        pool = (one for one in context.dataset.pokemon.values() if one.types)
    for pokemon in pool:
        for key in keys(pokemon):
            found[key].append(pokemon)
    return found


def _keys(query: Groups, context: Context) -> Callable[[Pokemon], Iterable[Key]]:
    species = context.dataset.species
    match query.by:
        case "type":
            return lambda pokemon: pokemon.types
        case "typing":
            return lambda pokemon: (frozenset(pokemon.types),) if len(pokemon.types) > 1 else ()
        case "generation":
            return lambda pokemon: (introduced_in(pokemon, context.dataset),)
        case "egg-group":
            return lambda pokemon: species[pokemon.species_id].egg_groups
        case "ability":
            return lambda pokemon: pokemon.abilities.all()
        case "color":
            return lambda pokemon: (species[pokemon.species_id].color_id,)
        case "shape":
            return lambda pokemon: _known(species[pokemon.species_id].shape_id)
        case "habitat":
            return lambda pokemon: _known(species[pokemon.species_id].habitat_id)


def _known(value: int | None) -> tuple[int, ...]:
    return () if value is None else (value,)


def _ranked(query: Groups, members: dict[Key, list[Pokemon | Move]], context: Context) -> list[tuple[Key, float]]:
    """The groups with their count or average, in order; groups without members are left out."""
    sign = 1 if query.sense == "min" else -1
    values: list[tuple[Key, float]] = []
    for key, found in members.items():
        number = float(len(found)) if query.attribute is None else _average(query, found, context)
        if number is not None:
            values.append((key, number))
    names = {key: _name(query, key, context) for key, _ in values}
    return sorted(values, key=lambda pair: (sign * pair[1], names[pair[0]]))


def _average(query: Groups, found: list[Pokemon | Move], context: Context) -> float | None:
    assert query.attribute is not None
    if query.what == "move":
        of_move = move_number_of(query.attribute, context.dataset)
        known = [value for one in found if isinstance(one, Move) and (value := of_move(one)) is not None]
    else:
        of_pokemon = number_of(query.attribute, context.dataset)
        known = [value for one in found if isinstance(one, Pokemon) and (value := of_pokemon(one)) is not None]
    return round(fmean(known), 2) if known else None


def _value(query: Groups, value: float, context: Context) -> str:
    return plain(value) if query.attribute is None else measure_both(query.attribute, value)


def _name(query: Groups, key: Key, context: Context) -> str:
    if isinstance(key, frozenset):
        return context.type_names(sorted(key))
    assert isinstance(key, int)
    match query.by:
        case "type":
            return context.type_name(key)
        case "generation":
            return context.generation_region(key)
        case "egg-group":
            return context.name(context.dataset.egg_groups[key].names)
        case "ability":
            return context.ability_name(key)
    return look_name(context, f"{query.by}s", key)
