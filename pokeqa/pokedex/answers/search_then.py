"""Searches that ask for something of each hit: "the final evolution of each Kanto starter"."""

from __future__ import annotations

from ...question.algebra import Search
from ..answer import Answer, Row
from ..model import Pokemon
from .cards import table_card
from .context import Context
from .found import Found
from .search_words import group_of
from .values import value_of

#: How many pairs a sentence holds.
PAIRS = 12


def answer(query: Search, found: Found, context: Context) -> Answer:
    """Each hit with what it becomes or came from."""
    pairs = [(pokemon, targets_of(pokemon, query.then, context)) for pokemon in found.main]
    shown = [
        context.say("search.pair", name=context.mon_name(pokemon), other=_told(targets, query, context))
        + context.mark(_row(pokemon, query.then, targets, context))
        for pokemon, targets in pairs[:PAIRS]
    ]
    group = group_of(query, found, context)
    key = "search.pairs" if len(pairs) <= PAIRS else "search.first-pairs"
    headline = context.say(
        f"{key}.{query.then}",
        pairs=context.say("list.semicolon").join(shown),
        group=group,
        count=len(pairs),
        n=len(pairs),
    )
    labels = [(context.label("pokemon"), "left"), (context.say(f"search.then.{query.then}"), "left")]
    rows = [[context.mon_name(pokemon), _target_names(targets, context)] for pokemon, targets in pairs]
    last = next((targets[0] for _, targets in reversed(pairs) if targets), pairs[0][0])
    return context.answer(
        headline,
        cards=[table_card(context.say(f"search.then.{query.then}"), labels, rows)],
        follow_ups=context.follow_ups(last, "profile", "weakness"),
    )


def targets_of(pokemon: Pokemon, then: str, context: Context) -> list[Pokemon]:
    """The final evolutions, the next evolutions or the pre-evolution of a Pokémon, in dex order."""
    dataset = context.dataset
    if then == "pre-evolution":
        ids = {way.from_pokemon_id for way in dataset.evolutions_to(pokemon)}
    elif then == "evolution":
        ids = {way.to_pokemon_id for way in dataset.evolutions_from(pokemon)}
    else:
        ids = _ends(pokemon.id, context)
    found = [dataset.pokemon[one] for one in ids if one != pokemon.id]
    return sorted(found, key=lambda one: (one.species_id, one.id))


def _ends(pokemon_id: int, context: Context) -> set[int]:
    """The last stages that can be reached."""
    open_ids, seen, ends = [pokemon_id], {pokemon_id}, set()
    while open_ids:
        current = open_ids.pop()
        following = {way.to_pokemon_id for way in context.dataset.evolutions_from(current)} - seen
        if not context.dataset.evolutions_from(current):
            ends.add(current)
        seen |= following
        open_ids.extend(following)
    return ends


def _target_names(targets: list[Pokemon], context: Context) -> str:
    names = dict.fromkeys(context.mon_name(target) for target in targets)
    return context.phrases.join(names) or context.say("facts.none")


def _told(targets: list[Pokemon], query: Search, context: Context) -> str:
    """The names, each with what is wanted of it: its types, or the level it is reached at."""
    if not query.show:
        return _target_names(targets, context)
    said = []
    for target in targets:
        values = [_level(target, context) if one == "evolution-level" else value_of(one, target, context).text
                  for one in query.show]  # fmt: skip
        known = context.say("list.comma").join(value for value in values if value)
        name = context.mon_name(target)
        said.append(context.say("search.with-value", name=name, value=known) if known else name)
    return context.phrases.join(dict.fromkeys(said)) or context.say("facts.none")


def _level(pokemon: Pokemon, context: Context) -> str:
    """The level at which a Pokémon is reached, in words; nothing where it is not by level."""
    levels = sorted({way.level for way in context.dataset.evolutions_to(pokemon) if way.level})
    return context.say("evolve.trigger.level", level=levels[0]) if levels else ""


def _row(pokemon: Pokemon, then: str, targets: list[Pokemon], context: Context) -> Row:
    return context.pokemon_row(pokemon, then, _target_names(targets, context))
