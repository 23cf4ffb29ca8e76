"""Rankings: who is ahead of all others, who comes second, the first five."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...question.algebra import And, Facts, IsClass, Mon, Not, Order, Search, Thing, Top
from ..answer import Answer
from ..model import Pokemon
from ..numbers import number_of
from . import facts, search_things
from .context import Context
from .found import SPECIES_NUMBERS, Found, find
from .ranking import Ranking, ranked
from .search_words import (
    NAMED,
    NOTED,
    by_name,
    clauses_of,
    follow_ups,
    group_of,
    held_places,
    hits_table,
    in_scope,
    no_hits,
    plain_names,
    value_mark,
)
from .units import measure_both
from .values import number_value
from .wording import Literal, literals, plain_form

#: Of so many that share a place more is told.
MOST_TOLD = 4
#: The form of an opponent that nobody can own.
NOT_PLAYABLE = "eternamax"


def rank(pool: Sequence[Pokemon], order: Order, query: Search, context: Context) -> Ranking[Pokemon]:
    """Rank Pokémon by a measure; unknown numbers take no part."""
    number = number_of(order.attribute, context.dataset, query.scope)
    return ranked([(pokemon, value) for pokemon in pool if (value := number(pokemon)) is not None], order)


def answer(query: Search, order: Order, found: Found, context: Context) -> Answer:
    """Who holds the places asked for, with every value."""
    ranking = rank(found.main, order, query, context)
    if not ranking.hits:
        return no_hits(query, context)
    clauses = clauses_of(query, found, 2, context)
    group = group_of(query, found, context)
    noun = context.noun(order.attribute)
    if order.start > 1:
        headline = held_places(
            ranking, order, group, noun, lambda one: _with_value(one, order, query, context), context
        )
    elif not order.limit:
        headline = _in_order(ranking, order, query, group, noun, context)
    elif order.limit == 1:
        headline = _leaders(ranking, order, query, group, noun, context)
    else:
        count = len(ranking.hits)
        names = [_with_value(one, order, query, context) for one in ranking.hits[:NAMED]]
        extra = context.say("search.edge", tied=ranking.tied, count=count) if count > order.limit else ""
        headline = context.say(
            f"search.ranking.{order.sense}", count=count, noun=noun, group=group,
            names=context.say("list.comma").join(names), edge=extra,
        )  # fmt: skip
    if query.output == "exists":
        headline = context.say("search.yes", sentence=headline)
    hits = [pokemon for pokemon, _ in ranking.hits]
    if query.show and len(hits) <= MOST_TOLD:
        # "Which one is the fastest, and what type is it?"
        told = [Mon(one.species_id, one.id, not one.is_default) for one in hits]
        headline = context.sentences([headline, *facts.sentences(Facts(tuple(told), query.show), context)])
    return context.answer(
        in_scope(query, headline, context),
        details=(
            _without_mythical(query, order, ranking, context),
            _other_forms(query, order, ranking, context),
        ),
        cards=[hits_table(query, tuple(hits), clauses, context)],
        follow_ups=follow_ups(hits[0], context),
    )


def top(query: Top, context: Context) -> Answer:
    """Yes or no, who holds the place, and the value of the one that is asked about."""
    search, subject = query.search, query.subject
    if isinstance(subject, Thing):
        return search_things.top(query, subject, context)
    if search.order is None:
        raise ValueError("Only a ranked search has places.")
    found = find(search, context.dataset)
    ranking = rank(found.main, search.order, search, context)
    if not ranking.hits:
        return no_hits(search, context)
    same = [p for p, _ in ranking.hits if p.id == subject.pokemon_id
            or (not subject.form_named and p.species_id == subject.species_id)]  # fmt: skip
    told = answer(search, search.order, found, context)
    value = number_value(search.order.attribute, subject, context, search.scope)
    own = "" if same else context.say("search.own-value", name=context.mon_name(subject), mark=context.mark(value.row),
                                      value=value.text or context.say("answer.unknown"))  # fmt: skip
    key = "search.yes" if same else "search.no"
    headline = context.sentences((context.say(key, sentence=told.headline), own))
    return replace(told, headline=headline)


def _in_order(ranking: Ranking[Pokemon], order: Order, query: Search, group: str, noun: str, context: Context) -> str:
    """The sentence that gives all of a set in the order of a measure; the first ones of a large set."""
    count = len(ranking.hits)
    names = [_with_value(one, order, query, context) for one in ranking.hits[:NAMED]]
    key = "search.sorted" if count <= NAMED else "search.sorted-first"
    return context.say(f"{key}.{order.sense}", count=count, n=count, first=NAMED, noun=noun, group=group,
                       names=context.say("list.comma").join(names))  # fmt: skip


def _with_value(hit: tuple[Pokemon, float], order: Order, query: Search, context: Context) -> str:
    pokemon, value = hit
    text = context.say("search.with-value", name=context.mon_name(pokemon), value=measure_both(order.attribute, value))
    return text + value_mark(pokemon, order.attribute, query, context)


def _leaders(ranking: Ranking[Pokemon], order: Order, query: Search, group: str, noun: str, context: Context) -> str:
    """The sentence about who is ahead of all others."""
    hits = ranking.hits
    value = measure_both(order.attribute, hits[0][1])
    names = [
        context.mon_name(pokemon) + value_mark(pokemon, order.attribute, query, context) for pokemon, _ in hits[:NAMED]
    ]
    key = f"search.top.{order.attribute}.{order.sense}"
    verb = context.say(key if key in context.phrases else f"search.top.default.{order.sense}", n=len(hits), noun=noun)
    sentence = "search.leaders" if len(hits) <= NAMED else "search.many-leaders"
    return context.say(sentence, names=context.phrases.join(names), top=verb, noun=noun, group=group, value=value,
                       n=len(hits), count=len(hits))  # fmt: skip


def _without_mythical(query: Search, order: Order, ranking: Ranking[Pokemon], context: Context) -> str:
    """A word on who is ahead with Mythical Pokémon left out too, where only Legendary ones were."""
    if (
        order.limit != 1
        or order.start != 1
        or Literal(IsClass("legendary"), False) not in literals(plain_form(query.condition))
    ):
        return ""
    condition = And((query.condition, Not(IsClass("special"))))
    best = rank(find(replace(query, condition=condition), context.dataset).main, order, query, context)
    if not best.hits or best.hits[0][0].id == ranking.hits[0][0].id:
        return ""
    names = plain_names([pokemon for pokemon, _ in best.hits[:NAMED]], context)
    mark = value_mark(best.hits[0][0], order.attribute, query, context)
    value = measure_both(order.attribute, best.hits[0][1])
    return context.say("search.without-mythical", names=names, value=value, mark=mark)


def _other_forms(query: Search, order: Order, ranking: Ranking[Pokemon], context: Context) -> str:
    """A word on who would be ahead with every form counted, where that is somebody else."""
    if query.forms == "all" or order.limit != 1 or order.start != 1 or order.attribute in SPECIES_NUMBERS:
        return ""
    every = [one for one in find(replace(query, forms="all"), context.dataset).main if one.form != NOT_PLAYABLE]
    best = rank(every, order, replace(query, forms="all"), context)
    ahead = [pokemon for pokemon, _ in best.hits]
    ours = {pokemon.id for pokemon, _ in ranking.hits}
    new = by_name([pokemon for pokemon in ahead if pokemon.id not in ours], context)
    if not new:
        return ""
    value = measure_both(order.attribute, best.hits[0][1])
    mark = value_mark(new[0], order.attribute, query, context)
    key = "search.other-forms-tie" if best.hits[0][1] == ranking.hits[0][1] else "search.other-forms"
    return context.say(key, names=plain_names(new[:NOTED], context), value=value, mark=mark, n=len(new))
