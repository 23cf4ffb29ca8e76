"""The words and cards that all answers to searches share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from ...question.algebra import (
    Attribute,
    Condition,
    Defends,
    HasType,
    IsA,
    Learns,
    Measure,
    MetAt,
    Number,
    NumberAgainst,
    NumberOwn,
    Order,
    Search,
    TypeCount,
    TypeSlot,
)
from ...question.conditions import leaves
from ..answer import Answer, Row
from ..model import Pokemon
from ..numbers import POKEMON_NUMBERS
from .becoming import becomes, names_ways, targets
from .cards import TABLE_ROWS, Card, table_card
from .context import Context
from .found import Found, battle_forms
from .places import meeting_value
from .ranking import Ranking
from .reasons import ATTRIBUTES
from .values import READABLE, number_value, value_of
from .wording import Wording

#: How many names a sentence holds, and how many of them with a mark each.
T = TypeVar("T")

NAMED = 12
MARKED = 6

#: How many battle forms a note names.
NOTED = 4


def no_hits(
    query: Search, context: Context, told: Callable[[Search, str, Context], str | None] | None = None
) -> Answer:
    """Says plainly that nothing fulfils the condition, and which battle forms would; `told` may say it in its words."""
    clauses = clauses_of(query, Found(()), 2, context)
    whole = set_of(query.condition, context)
    mark = context.mark(
        context.table_row("pokemon", f"search {clauses}".strip(), "count", "0", clauses or context.label("pokemon"))
    )
    key = "search.none-exists" if query.output == "exists" else "search.none"
    headline = told(query, mark, context) if told is not None else None
    headline = headline or context.say(key, set=whole, things=context.say("search.things.pokemon", n=2), mark=mark)
    forms = by_name(battle_forms(query, context.dataset), context)
    note = context.say("search.battle-forms", names=plain_names(forms[:NOTED], context)) if forms else ""
    return context.answer(in_scope(query, headline, context), details=[note, *without_sketch(query, context)])


def without_sketch(query: Search, context: Context) -> list[str]:
    """A word on the moves that are copied, where several moves are wanted of one Pokémon: who has Sketch has any."""
    learnt = {leaf.move_id for leaf in leaves(query.condition) if isinstance(leaf, Learns)}
    return [context.say("search.sketch")] if len(learnt) > 1 else []


def value_mark(pokemon: Pokemon, attribute: Measure, query: Search, context: Context) -> str:
    """The mark of the row that holds a Pokémon's value."""
    return context.mark(number_value(attribute, pokemon, context, query.scope).row)


def set_of(condition: Condition, context: Context, *, kind: str = "pokemon", first_starters: bool = False) -> str:
    """The things that fulfil a condition, as a noun: "Pokémon that are Fire type", 火属性宝可梦."""
    return Wording(context, 2, kind=kind, first_starters=first_starters).noun(condition)


def group_of(query: Search, found: Found, context: Context) -> str:
    """The set that a ranking is among."""
    if isinstance(query.condition, IsA) and query.forms == "all":
        return context.say("search.among-forms", name=context.species_name(query.condition.other.species_id))
    whole = set_of(query.condition, context, first_starters=found.first_starters)
    return context.say("search.among" if clauses_of(query, found, 2, context) else "search.of-all", set=whole)


def clauses_of(query: Search, found: Found, number: int, context: Context) -> str:
    """The condition of a search as the end of a sentence about its hits."""
    return Wording(context, number, first_starters=found.first_starters).condition(query.condition)


def in_scope(query: Search, headline: str, context: Context) -> str:
    """The headline with the time it speaks of in front."""
    if query.scope.generation is None:
        return headline
    return context.say("search.in-scope", when=context.scope_name(query.scope), sentence=headline)


def held_places(
    ranking: Ranking[T], order: Order, group: str, noun: str, shown: Callable[[tuple[T, float]], str], context: Context
) -> str:
    """The sentence about what holds the places behind the first, and what is ahead of it; `shown` names a hit."""
    names = context.phrases.join(map(shown, ranking.hits[:NAMED]))
    first, last = ranking.places
    key = "search.place" if first == last else "search.places"
    headline = context.say(f"{key}.{order.sense}", names=names, place=context.place(first), first=first, last=last,
                           noun=noun, group=group, n=len(ranking.hits), count=len(ranking.hits))  # fmt: skip
    if not ranking.ahead:
        return headline
    before = context.phrases.join(map(shown, ranking.ahead[-NAMED:]))
    return context.sentences((headline, context.say("search.ahead", names=before, n=len(ranking.ahead))))


def names_of(query: Search, hits: Sequence[Pokemon], context: Context) -> str:
    """The names of hits, with what is to be shown of each, and a mark each where they are few."""
    shown = shown_of(query)
    names = []
    for pokemon in hits:
        name = context.mon_name(pokemon)
        if query.language is not None:
            name = _with_name_in(query.language, pokemon, name, context)
        values = [value_of(attribute, pokemon, context, query.scope) for attribute in shown]
        texts = [value.text or context.say("answer.unknown") for value in values]
        texts += [text for text in (becomes(query.condition, pokemon, context),) if text]
        if texts:
            name = context.say("search.with-value", name=name, value=context.say("list.comma").join(texts))
        if len(hits) <= MARKED:
            rows = [value.row for value in values] or [_telling_row(query, pokemon, context)]
            name += context.mark(*rows)
        names.append(name)
    return context.phrases.join(names)


def _with_name_in(language: str, pokemon: Pokemon, name: str, context: Context) -> str:
    """A hit with its name in another language."""
    names = pokemon.names if language in pokemon.names else context.dataset.species[pokemon.species_id].names
    return context.say("search.with-value", name=name, value=names.get(language) or context.say("answer.unknown"))


def plain_names(hits: Sequence[Pokemon], context: Context) -> str:
    """Names without values and marks."""
    return context.phrases.join(context.mon_name(pokemon) for pokemon in hits)


def by_name(hits: Sequence[Pokemon], context: Context) -> list[Pokemon]:
    """The hits without those that go by a name already taken."""
    return list({context.mon_name(pokemon): pokemon for pokemon in reversed(hits)}.values())[::-1]


def shown_of(query: Search) -> tuple[Attribute, ...]:
    """What is to be shown of each hit."""
    return tuple(attribute for attribute in query.show if attribute in READABLE)


def telling(query: Search) -> Measure:
    """The attribute whose row best shows that a hit fulfils the condition."""
    for leaf in leaves(query.condition):
        if isinstance(leaf, Number | NumberAgainst | NumberOwn):
            return leaf.attribute
        if isinstance(leaf, HasType | TypeSlot | TypeCount | Defends):
            return "type"
        attribute = ATTRIBUTES.get(type(leaf))
        if attribute is not None:
            return attribute
    return "dex-number"


def _telling_row(query: Search, pokemon: Pokemon, context: Context) -> Row:
    """The row that best shows that a hit fulfils the condition."""
    met = next((leaf for leaf in leaves(query.condition) if isinstance(leaf, MetAt)), None)
    if met is not None:
        return meeting_value(pokemon, met, context).row
    return value_of(telling(query), pokemon, context, query.scope).row


def list_mark(query: Search, found: Found, context: Context) -> str:
    """The mark of the whole list, where its names have none of their own."""
    if len(found.main) <= MARKED:
        return ""
    clauses = clauses_of(query, found, 2, context)
    title = set_of(query.condition, context)
    return context.mark(context.table_row("pokemon", f"search {clauses}".strip(), "count", str(len(found.main)), title))


def hits_table(query: Search, hits: Sequence[Pokemon], clauses: str, context: Context) -> Card:
    """The hits as a table."""
    columns: list[Measure] = ["type"]
    if query.order is not None:
        columns.append(query.order.attribute)
    for leaf in leaves(query.condition):
        if isinstance(leaf, Number | NumberAgainst | NumberOwn):
            columns.append(leaf.attribute)
        if isinstance(leaf, NumberOwn):
            columns.append(leaf.than)
    columns = list(dict.fromkeys([*columns, *shown_of(query)]))
    evolving = names_ways(query.condition)
    rows = [
        [context.mon_name(pokemon), *([targets(query.condition, pokemon, context)] if evolving else []),
         *(value_of(column, pokemon, context, query.scope).text or context.say("answer.unknown") for column in columns)]
        for pokemon in hits[:TABLE_ROWS]
    ]  # fmt: skip
    labels = [
        (context.label("pokemon"), "left"),
        *([(context.say("search.then.evolution"), "left")] if evolving else []),
    ]
    labels += [
        (context.label(column), "left" if column in READABLE - POKEMON_NUMBERS else "right") for column in columns
    ]
    title = set_of(query.condition, context)
    return table_card(title, labels, rows, total=len(hits))


def follow_ups(first: Pokemon, context: Context) -> list[str]:
    """What may be asked next."""
    return context.follow_ups(first, "profile", "weakness", "evolution")
