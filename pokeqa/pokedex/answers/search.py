"""Searches: which Pokémon fulfil a condition, how many they are, which ones are ahead of all others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...question.algebra import And, Condition, Defends, Or, Search
from ...question.conditions import leaves
from ...question.set_queries import CountClaim
from ..answer import Answer
from ..model import Pokemon
from ..numbers import OPERATORS
from . import search_named, search_ranked, search_then, search_things
from .context import Context
from .found import Found, find
from .search_words import (
    NAMED,
    by_name,
    clauses_of,
    follow_ups,
    hits_table,
    in_scope,
    list_mark,
    names_of,
    no_hits,
    set_of,
    without_sketch,
)
from .values import value_of


def answer(query: Search | CountClaim, context: Context) -> Answer:
    """The hits of a search: listed, counted or ranked."""
    if isinstance(query, CountClaim):
        return _claimed(query, context)
    if query.what != "pokemon":
        return search_things.answer(query, context)
    found = find(query, context.dataset)
    if not found.main:
        return _with_immunities(query, context) or no_hits(query, context, search_named.none_of)
    if query.then != "none":
        return search_then.answer(query, found, context)
    if query.order is not None:
        return search_ranked.answer(query, query.order, found, context)
    return _listed(query, found, context)


# --------------------------------------------------------------------------- lists and counts


def _with_immunities(query: Search, context: Context) -> Answer | None:
    """Where none resists all that is asked: those that take less damage from each of them, or none at all."""
    widened = replace(query, condition=_or_immune(query.condition))
    if widened == query or query.output != "list" or query.order is not None or query.then != "none":
        return None
    found = find(widened, context.dataset)
    if not found.main:
        return None
    none, others = no_hits(query, context), _listed(widened, found, context)
    return replace(others, headline=context.sentences((none.headline, others.headline)))


def _or_immune(condition: Condition) -> Condition:
    """The condition with "resists or is immune to" in place of "resists"."""
    if isinstance(condition, And):
        return And(tuple(_or_immune(one) for one in condition.conditions))
    if isinstance(condition, Defends) and condition.relation == "resist":
        return Or((condition, replace(condition, relation="immune")))
    return condition


def _listed(query: Search, found: Found, context: Context) -> Answer:
    clauses = clauses_of(query, found, len(found.main), context)
    whole = set_of(query.condition, context, first_starters=found.first_starters)
    hits = found.main
    names = names_of(query, hits[:NAMED], context)
    mark = list_mark(query, found, context)
    count = len(hits)
    if query.output == "exists":
        key = "search.exists"
        names = names_of(query, hits[: min(query.amount or NAMED, NAMED)], context)
    elif query.amount is not None and query.output == "list" and query.amount < count:
        key = "search.example"
        names = names_of(query, hits[: query.amount], context)
    elif count > NAMED:
        key = "search.count" if query.output == "count" else "search.first"
    else:
        key = "search.found"
    details = []
    if key == "search.example":
        plural = clauses_of(query, found, count, context)
        rest = names_of(query, hits[:NAMED], context)
        details.append(_sentence("search.found" if count <= NAMED else "search.count", plural, context, n=count,
                                 set=whole, names=rest, mark=mark if count > NAMED else ""))  # fmt: skip
        mark = ""
    headline = _sentence(key, clauses, context, n=count, set=whole, names=names, first=NAMED, mark=mark)
    among = search_named.headline(query, found, context)
    headline = among or headline
    if (
        not among
        and query.forms == "all"
        and query.output == "count"
        and (species := len({one.species_id for one in hits})) < count
    ):
        details.append(context.say("search.each-form", n=species))
    if found.by_extras:
        details.append(_only_forms(hits, context))
    defends = {one.relation for one in leaves(query.condition) if isinstance(one, Defends)}
    if query.output == "list" and "resist" in defends and "immune" not in defends:
        details.append(context.say("search.less-only"))
    details += without_sketch(query, context)
    if found.extras and key != "search.example":
        extras = names_of(replace(query, show=()), by_name(found.extras, context)[:NAMED], context)
        more = found.extra_species
        headline = context.sentences((headline, context.say("search.extras", n=more, count=more, names=extras)))
        details.append(context.say("search.extras-why", total=count + more))
    return context.answer(
        in_scope(query, headline, context),
        details=details,
        cards=[hits_table(query, hits + found.extras, clauses, context)],
        follow_ups=follow_ups(hits[0], context),
    )


def _only_forms(hits: Sequence[Pokemon], context: Context) -> str:
    """A word on hits that are no ordinary forms."""
    regions = dict.fromkeys(
        value_of("region", pokemon, context).text or "" for pokemon in hits if pokemon.form_kind == "regional"
    )
    if not regions or any(pokemon.form_kind != "regional" for pokemon in hits):
        return context.say("search.only-forms")
    return context.say("search.only-regional", regions=context.phrases.join(regions))


def _sentence(key: str, clauses: str, context: Context, *, n: int, **values: str | int) -> str:
    """A sentence about hits, in its variant for a search without a condition."""
    variant = key if clauses else f"{key}-all"
    things = context.say("search.things.pokemon", n=n)
    return context.say(variant, clauses=clauses, things=things, n=n, count=n, **values)


def _claimed(query: CountClaim, context: Context) -> Answer:
    """Whether there are as many as claimed, and how many there are."""
    search = Search("pokemon", query.condition, output="count", scope=query.scope)
    found = find(search, context.dataset)
    if not found.main:
        none = no_hits(search, context)
        if query.op == "eq" and not query.value:  # "There is no Normal/Ghost Pokémon, right?"
            none = replace(none, headline=context.say("search.yes", sentence=none.headline))
        return none
    holds = OPERATORS[query.op](len(found.main), query.value)
    counted = _listed(search, found, context)
    return replace(counted, headline=context.say("search.yes" if holds else "search.no", sentence=counted.headline))
