"""Searches: which Pokémon fulfil a condition, how many they are, which ones are ahead of all others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...question.algebra import (
    And,
    Attribute,
    Defends,
    HasType,
    IsClass,
    Not,
    Number,
    NumberAgainst,
    Order,
    Search,
    TypeCount,
)
from ..answer import Answer
from ..model import Pokemon
from ..numbers import POKEMON_NUMBERS, number_of
from . import search_then, search_things
from .cards import TABLE_ROWS, Card, table_card
from .context import Context
from .found import SPECIES_NUMBERS, Found, battle_forms, find, leaves
from .reasons import ATTRIBUTES
from .units import measure_both
from .values import READABLE, number_value, value_of
from .wording import Literal, Wording, literals, plain_form

#: How many names a sentence holds, and how many of them with a mark each.
NAMED = 12
MARKED = 6

#: The form of an opponent that nobody can own.
NOT_PLAYABLE = "eternamax"

#: How many battle forms a note names.
NOTED = 4


def answer(query: Search, context: Context) -> Answer:
    """The hits of a search: listed, counted or ranked."""
    if query.what != "pokemon":
        return search_things.answer(query, context)
    found = find(query, context.dataset)
    if not found.main:
        return _nothing(query, context)
    if query.then != "none":
        return search_then.answer(query, found, context)
    if query.order is not None:
        return _ranked(query, query.order, found, context)
    return _listed(query, found, context)


# --------------------------------------------------------------------------- lists and counts


def _listed(query: Search, found: Found, context: Context) -> Answer:
    clauses = _clauses(query, found, len(found.main), context)
    hits = found.main
    names = _names(query, hits[:NAMED], context)
    mark = _mark(query, found, context)
    count = len(hits)
    if query.output == "exists":
        key = "search.exists"
    elif query.amount is not None and query.output == "list" and query.amount < count:
        key = "search.example"
        names = _names(query, hits[: query.amount], context)
    elif count > NAMED:
        key = "search.count" if query.output == "count" else "search.first"
    else:
        key = "search.found"
    details = []
    if key == "search.example":
        plural = _clauses(query, found, count, context)
        rest = _names(query, hits[:NAMED], context)
        details.append(_sentence("search.found" if count <= NAMED else "search.count", plural, context, n=count,
                                 names=rest, mark=mark if count > NAMED else ""))  # fmt: skip
        mark = ""
    headline = _sentence(key, clauses, context, n=count, names=names, first=NAMED, mark=mark)
    if found.by_extras:
        details.append(_only_forms(hits, context))
    if found.extras:
        extras = _names(replace(query, show=()), _by_name(found.extras, context)[:NAMED], context)
        more = found.extra_species
        headline = context.sentences((headline, context.say("search.extras", n=more, count=more, names=extras)))
        details.append(context.say("search.extras-why", total=count + more))
    return context.answer(
        _in_scope(query, headline, context),
        details=details,
        cards=[_table(query, hits + found.extras, clauses, context)],
        follow_ups=_follow_ups(hits[0], context),
    )


def _only_forms(hits: Sequence[Pokemon], context: Context) -> str:
    """A word on hits that are no ordinary forms."""
    regions = dict.fromkeys(
        value_of("region", pokemon, context).text or "" for pokemon in hits if pokemon.form_kind == "regional"
    )
    if not regions or any(pokemon.form_kind != "regional" for pokemon in hits):
        return context.say("search.only-forms")
    return context.say("search.only-regional", regions=context.phrases.join(regions))


def _nothing(query: Search, context: Context) -> Answer:
    """Says plainly that nothing fulfils the condition, and which battle forms would."""
    clauses = _clauses(query, Found(()), 2, context)
    mark = context.mark(
        context.table_row("pokemon", f"search {clauses}".strip(), "count", "0", clauses or context.label("pokemon"))
    )
    key = "search.none-exists" if query.output == "exists" else "search.none"
    headline = context.say(key, clauses=clauses, things=context.say("search.things.pokemon", n=2), mark=mark)
    forms = _by_name(battle_forms(query, context.dataset), context)
    note = context.say("search.battle-forms", names=_plain_names(forms[:NOTED], context)) if forms else ""
    return context.answer(_in_scope(query, headline, context), details=note)


def _sentence(key: str, clauses: str, context: Context, *, n: int, **values: str | int) -> str:
    """A sentence about hits, in its variant for a search without a condition."""
    variant = key if clauses else f"{key}-all"
    things = context.say("search.things.pokemon", n=n)
    return context.say(variant, clauses=clauses, things=things, n=n, count=n, **values)


# --------------------------------------------------------------------------- rankings


@dataclass(frozen=True, slots=True)
class Ranking:
    """The first `limit` hits by a number, ties at the edge included; `tied` is how many share the last place."""

    hits: tuple[tuple[Pokemon, float], ...]
    tied: int


def rank(pool: Sequence[Pokemon], order: Order, query: Search, context: Context) -> Ranking:
    """Rank Pokémon by a numeric attribute; unknown numbers take no part."""
    number = number_of(order.attribute, context.dataset, query.scope)
    known = [(pokemon, value) for pokemon in pool if (value := number(pokemon)) is not None]
    known.sort(key=lambda pair: -pair[1] if order.sense == "max" else pair[1])
    if len(known) <= order.limit:
        return Ranking(tuple(known), 1)
    edge = known[order.limit - 1][1]
    hits = [pair for i, pair in enumerate(known) if i < order.limit or pair[1] == edge]
    return Ranking(tuple(hits), sum(value == edge for _, value in hits))


def _ranked(query: Search, order: Order, found: Found, context: Context) -> Answer:
    ranking = rank(found.main, order, query, context)
    if not ranking.hits:
        return _nothing(query, context)
    clauses = _clauses(query, found, 2, context)
    group = context.say("search.among", clauses=clauses) if clauses else context.say("search.of-all")
    noun = context.say(f"noun.{order.attribute}")
    if order.limit == 1:
        headline = _leaders(ranking, order, query, group, noun, context)
    else:
        count = len(ranking.hits)
        names = [
            context.say("search.with-value", name=context.mon_name(pokemon), value=measure_both(order.attribute, value))
            + _value_mark(pokemon, order.attribute, query, context)
            for pokemon, value in ranking.hits[:NAMED]
        ]
        extra = context.say("search.edge", tied=ranking.tied, count=count) if count > order.limit else ""
        headline = context.say(
            f"search.ranking.{order.sense}", count=count, noun=noun, group=group,
            names=context.say("list.comma").join(names), edge=extra,
        )  # fmt: skip
    if query.output == "exists":
        headline = context.say("search.yes", sentence=headline)
    hits = [pokemon for pokemon, _ in ranking.hits]
    return context.answer(
        _in_scope(query, headline, context),
        details=(
            _without_mythical(query, order, ranking, context),
            _other_forms(query, order, ranking, context),
        ),
        cards=[_table(query, tuple(hits), clauses, context)],
        follow_ups=_follow_ups(hits[0], context),
    )


def _leaders(ranking: Ranking, order: Order, query: Search, group: str, noun: str, context: Context) -> str:
    """The sentence about who is ahead of all others."""
    hits = ranking.hits
    value = measure_both(order.attribute, hits[0][1])
    names = [
        context.mon_name(pokemon) + _value_mark(pokemon, order.attribute, query, context) for pokemon, _ in hits[:NAMED]
    ]
    key = f"search.top.{order.attribute}.{order.sense}"
    verb = context.say(key if key in context.phrases else f"search.top.default.{order.sense}", n=len(hits), noun=noun)
    sentence = "search.leaders" if len(hits) <= NAMED else "search.many-leaders"
    return context.say(sentence, names=context.phrases.join(names), top=verb, noun=noun, group=group, value=value,
                       n=len(hits), count=len(hits))  # fmt: skip


def _without_mythical(query: Search, order: Order, ranking: Ranking, context: Context) -> str:
    """A word on who is ahead with Mythical Pokémon left out too, where only Legendary ones were."""
    if order.limit != 1 or Literal(IsClass("legendary"), False) not in literals(plain_form(query.condition)):
        return ""
    condition = And((query.condition, Not(IsClass("special"))))
    best = rank(find(replace(query, condition=condition), context.dataset).main, order, query, context)
    if not best.hits or best.hits[0][0].id == ranking.hits[0][0].id:
        return ""
    names = _plain_names([pokemon for pokemon, _ in best.hits[:NAMED]], context)
    mark = _value_mark(best.hits[0][0], order.attribute, query, context)
    value = measure_both(order.attribute, best.hits[0][1])
    return context.say("search.without-mythical", names=names, value=value, mark=mark)


def _other_forms(query: Search, order: Order, ranking: Ranking, context: Context) -> str:
    """A word on who would be ahead with every form counted, where that is somebody else."""
    if query.forms == "all" or order.limit != 1 or order.attribute in SPECIES_NUMBERS:
        return ""
    every = [one for one in find(replace(query, forms="all"), context.dataset).main if one.form != NOT_PLAYABLE]
    best = rank(every, order, replace(query, forms="all"), context)
    ahead = [pokemon for pokemon, _ in best.hits]
    ours = {pokemon.id for pokemon, _ in ranking.hits}
    new = _by_name([pokemon for pokemon in ahead if pokemon.id not in ours], context)
    if not new:
        return ""
    value = measure_both(order.attribute, best.hits[0][1])
    mark = _value_mark(new[0], order.attribute, query, context)
    key = "search.other-forms-tie" if best.hits[0][1] == ranking.hits[0][1] else "search.other-forms"
    return context.say(key, names=_plain_names(new[:NOTED], context), value=value, mark=mark, n=len(new))


def _value_mark(pokemon: Pokemon, attribute: Attribute, query: Search, context: Context) -> str:
    return context.mark(number_value(attribute, pokemon, context, query.scope).row)


# --------------------------------------------------------------------------- words and cards


def _clauses(query: Search, found: Found, number: int, context: Context) -> str:
    return Wording(context, number, first_starters=found.first_starters).condition(query.condition)


def _in_scope(query: Search, headline: str, context: Context) -> str:
    if query.scope.generation is None:
        return headline
    return context.say("search.in-scope", when=context.scope_name(query.scope), sentence=headline)


def _names(query: Search, hits: Sequence[Pokemon], context: Context) -> str:
    """The names of hits, with what is to be shown of each, and a mark each where they are few."""
    shown = _shown(query)
    names = []
    for pokemon in hits:
        name = context.mon_name(pokemon)
        values = [value_of(attribute, pokemon, context, query.scope) for attribute in shown]
        if values:
            texts = context.say("list.comma").join(value.text or context.say("answer.unknown") for value in values)
            name = context.say("search.with-value", name=name, value=texts)
        if len(hits) <= MARKED:
            rows = [value.row for value in values] or [value_of(_telling(query), pokemon, context, query.scope).row]
            name += context.mark(*rows)
        names.append(name)
    return context.phrases.join(names)


def _plain_names(hits: Sequence[Pokemon], context: Context) -> str:
    return context.phrases.join(context.mon_name(pokemon) for pokemon in hits)


def _by_name(hits: Sequence[Pokemon], context: Context) -> list[Pokemon]:
    """The hits without those that go by a name already taken."""
    return list({context.mon_name(pokemon): pokemon for pokemon in reversed(hits)}.values())[::-1]


def _shown(query: Search) -> tuple[Attribute, ...]:
    return tuple(attribute for attribute in query.show if attribute in READABLE)


def _telling(query: Search) -> Attribute:
    """The attribute whose row best shows that a hit fulfils the condition."""
    for leaf in leaves(query.condition):
        if isinstance(leaf, Number | NumberAgainst):
            return leaf.attribute
        if isinstance(leaf, HasType | TypeCount | Defends):
            return "type"
        attribute = ATTRIBUTES.get(type(leaf))
        if attribute is not None:
            return attribute
    return "dex-number"


def _mark(query: Search, found: Found, context: Context) -> str:
    """The mark of the whole list, where its names have none of their own."""
    if len(found.main) <= MARKED:
        return ""
    clauses = _clauses(query, found, 2, context)
    title = context.say("search.title", clauses=clauses) if clauses else context.label("pokemon")
    return context.mark(context.table_row("pokemon", f"search {clauses}".strip(), "count", str(len(found.main)), title))


def _table(query: Search, hits: Sequence[Pokemon], clauses: str, context: Context) -> Card:
    columns: list[Attribute] = ["type"]
    if query.order is not None:
        columns.append(query.order.attribute)
    columns.extend(leaf.attribute for leaf in leaves(query.condition) if isinstance(leaf, Number | NumberAgainst))
    columns = list(dict.fromkeys([*columns, *_shown(query)]))
    rows = [
        [context.mon_name(pokemon),
         *(value_of(column, pokemon, context, query.scope).text or context.say("answer.unknown") for column in columns)]
        for pokemon in hits[:TABLE_ROWS]
    ]  # fmt: skip
    labels = [(context.label("pokemon"), "left")]
    labels += [(context.label(column), "right" if column in POKEMON_NUMBERS else "left") for column in columns]
    title = context.say("search.title", clauses=clauses) if clauses else context.label("pokemon")
    return table_card(title, labels, rows, total=len(hits))


def _follow_ups(first: Pokemon, context: Context) -> list[str]:
    return context.follow_ups(first, "profile", "weakness", "evolution")
