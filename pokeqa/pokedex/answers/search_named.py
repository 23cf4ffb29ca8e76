"""Hits among Pokémon that the question names: the forms of one ("Meowth has 2 regional forms"), or some of several."""

from __future__ import annotations

from ...question.algebra import And, Condition, HasForm, IsA, Mon, Or, Search
from .context import Context
from .found import Found
from .search_words import clauses_of, list_mark, names_of, set_of


def headline(query: Search, found: Found, context: Context) -> str | None:
    """The sentence about the hits; None where the question names no Pokémon to choose from."""
    if query.output == "exists" or not isinstance(query.condition, And):
        return None
    parts = query.condition.conditions
    names = names_of(query, found.main, context)
    mark, count = list_mark(query, found, context), len(found.main)
    own = [part.other for part in parts if isinstance(part, IsA)]
    kinds = [part.name for part in parts if isinstance(part, HasForm)]
    if len(parts) == 2 and own and kinds:
        name = context.species_name(own[0].species_id)
        return context.say(f"search.forms-of.{kinds[0]}", name=name, n=count, count=count, names=names, mark=mark)
    if query.forms == "all" and len(own) == 1:
        told = _rest([part for part in parts if not isinstance(part, IsA)])
        name = context.species_name(own[0].species_id)
        return context.say("search.forms-that", name=name, n=count, count=count, names=names, mark=mark,
                           clauses=clauses_of(Search("pokemon", told), found, count, context))  # fmt: skip
    choices = next((mons for part in parts if (mons := _named(part))), [])
    rest = [part for part in parts if not _named(part)]
    if not choices or len(rest) != len(parts) - 1:
        return None
    told = _rest(rest)
    whole = set_of(told, context, first_starters=found.first_starters)
    clauses = clauses_of(Search("pokemon", told), found, count, context)
    everyone = context.phrases.join(context.mon_name(mon) for mon in choices)
    return context.say("search.of-named", all=everyone, n=count, count=count, set=whole, clauses=clauses, names=names,
                       mark=mark)  # fmt: skip


def none_of(query: Search, mark: str, context: Context) -> str | None:
    """ "Of Lunala and Solgaleo, none can learn Surf."; None where the question names no Pokémon to choose from."""
    if query.output != "list" or not isinstance(query.condition, And):
        return None
    parts = query.condition.conditions
    own = [part.other for part in parts if isinstance(part, IsA)]
    kinds = [part.name for part in parts if isinstance(part, HasForm)]
    if len(parts) == 2 and own and kinds:
        return context.say(f"search.no-form.{kinds[0]}", name=context.species_name(own[0].species_id), mark=mark)
    choices = next((mons for part in parts if (mons := _named(part))), [])
    rest = [part for part in parts if not _named(part)]
    if len(choices) < 2 or len(rest) != len(parts) - 1:
        return None
    told = _rest(rest)
    everyone = context.phrases.join(context.mon_name(mon) for mon in choices)
    clauses = clauses_of(Search("pokemon", told), Found(()), 1, context)
    return context.say("search.none-of-named", all=everyone, set=set_of(told, context), clauses=clauses, mark=mark)


def _rest(parts: list[Condition]) -> Condition:
    """The conditions beside the one that names the Pokémon."""
    return parts[0] if len(parts) == 1 else And(tuple(parts))


def _named(condition: Condition) -> list[Mon]:
    """The Pokémon of a condition that only says which ones are asked about."""
    if not isinstance(condition, Or):
        return []
    mons = [one.other for one in condition.conditions if isinstance(one, IsA)]
    return mons if len(mons) == len(condition.conditions) else []
