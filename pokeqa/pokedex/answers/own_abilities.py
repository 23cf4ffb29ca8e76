"""Abilities that one family alone can have."""

from __future__ import annotations

from collections import defaultdict

from ...question.algebra import Thing
from ...question.set_queries import OwnAbilities
from ..answer import Answer
from .cards import table_card
from .context import Context

#: How many abilities a sentence names.
NAMED = 12


def answer(query: OwnAbilities, context: Context) -> Answer:
    """A Pokémon's abilities that no other family has, or all such abilities."""
    owners = _owners(context)
    if query.pokemon is None:
        return _all(owners, context)
    species = context.dataset.species[query.pokemon.species_id]
    held = [a for a, found in owners.items() if species.id in found]
    own = [a for a in held if _chains(owners[a], context) == {species.chain_id}]
    name = context.species_name(species.id)
    if not own:
        names = context.phrases.join(context.ability_name(a) for a in held)
        mark = context.mark(*(context.thing_row(Thing("ability", a), "owners", str(len(owners[a]))) for a in held))
        return context.answer(context.say("own-abilities.none", name=name, names=names, n=len(held), mark=mark))
    said = []
    alone = [a for a in own if owners[a] == {species.id}]
    for key, found in (("alone", alone), ("family", [a for a in own if a not in alone])):
        if found:
            mark = context.mark(*(context.thing_row(Thing("ability", a), "owners", str(len(owners[a]))) for a in found))
            names = context.phrases.join(context.ability_name(a) for a in found)
            said.append(context.say(f"own-abilities.{key}", name=name, names=names, n=len(found), mark=mark))
    return context.answer(context.sentences(said), details=context.say("own-abilities.limit"))


def _all(owners: dict[int, set[int]], context: Context) -> Answer:
    own = [a for a, found in sorted(owners.items()) if len(_chains(found, context)) == 1]
    rows = [
        (context.ability_name(a), context.phrases.join(context.species_name(s) for s in sorted(owners[a]))) for a in own
    ]
    mark = context.mark(context.table_row("ability", "abilities of one family", "count", str(len(own)), rows[0][0]))
    names = context.say("list.comma").join(
        context.say("search.with-value", name=name, value=holders) for name, holders in rows[:NAMED]
    )
    columns = ((context.label("ability"), "left"), (context.label("pokemon"), "left"))
    headline = context.say("own-abilities.all", n=len(own), count=len(own), first=min(NAMED, len(own)), names=names,
                           mark=mark)  # fmt: skip
    return context.answer(headline, details=context.say("own-abilities.limit"), cards=[table_card("", columns, rows)])


def _owners(context: Context) -> dict[int, set[int]]:
    """The species that can have each ability, in any form."""
    owners: dict[int, set[int]] = defaultdict(set)
    for pokemon in context.dataset.pokemon.values():
        for ability in pokemon.abilities.all():
            owners[ability].add(pokemon.species_id)
    return owners


def _chains(species: set[int], context: Context) -> set[int]:
    return {context.dataset.species[one].chain_id for one in species}
