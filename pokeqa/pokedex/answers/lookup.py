"""Look-ups: which Pokémon has this number, and is there anything of this name?"""

from __future__ import annotations

from ...echo import echo
from ...question.algebra import DexLookup, Exists, Facts, Mon, Subject, Thing
from ..answer import Answer
from ..regional_dexes import dexes_of_region
from . import facts
from .cards import Card, pokemon_card
from .context import Context
from .values import value_of


def answer(query: DexLookup | Exists, context: Context) -> Answer:
    """The Pokémon of a number, or whether a name means something."""
    if isinstance(query, Exists):
        return _exists(query, context)
    return _regional(query, query.region_id, context) if query.region_id is not None else _national(query, context)


# --------------------------------------------------------------------------- numbers


def _national(query: DexLookup, context: Context) -> Answer:
    species = context.dataset.species
    if query.number not in species:
        last = max(species)
        mark = context.mark(context.species_row(last, "dex_numbers.national", str(last)))
        return context.answer(
            context.say("lookup.no-number", number=query.number, last=last, name=context.species_name(last), mark=mark)
        )
    mon = _ordinary(query.number, context)
    value = value_of("dex-number", mon, context)
    headline = context.say(
        "lookup.number", number=query.number, name=context.mon_name(mon), mark=context.mark(value.row)
    )
    return _with_attributes(query, [mon], headline, context)


def _regional(query: DexLookup, region_id: int, context: Context) -> Answer:
    """The Pokémon of a number in each Pokédex of a region; games of one region number differently."""
    region = context.name(context.dataset.regions[region_id].names)
    found = [
        (dex, species.id)
        for dex in dexes_of_region(context.dataset, region_id)
        for species in context.dataset.species.values()
        if species.dex_numbers.get(dex) == query.number
    ]
    if not found:
        return context.answer(context.say("lookup.no-regional-number", number=query.number, region=region))
    parts = []
    for species_id in dict.fromkeys(species for _, species in found):
        dexes = [dex for dex, one in found if one == species_id]
        names = context.phrases.join(context.name(context.dataset.pokedexes[dex].names) for dex in dexes)
        row = context.species_row(species_id, "dex_numbers", f"{names}: {query.number}")
        name = context.species_name(species_id) + context.mark(row)
        parts.append(context.say("lookup.in-dex", name=name, dexes=names))
    mons = [_ordinary(one, context) for one in dict.fromkeys(species for _, species in found)]
    if len(mons) == 1:
        name = context.mon_name(mons[0]) + context.mark(context.rows[0])
        headline = context.say("lookup.regional-number", number=query.number, region=region, name=name)
    else:
        headline = context.say(
            "lookup.regional-numbers",
            number=query.number,
            region=region,
            names=context.say("list.semicolon").join(parts),
        )
    return _with_attributes(query, mons, headline, context)


def _with_attributes(query: DexLookup, mons: list[Mon], headline: str, context: Context) -> Answer:
    if not query.attributes:
        return context.answer(
            headline,
            cards=[pokemon_card(context, mon) for mon in mons],
            follow_ups=context.follow_ups(mons[0], "profile", "type", "evolution"),
        )
    more = facts.answer(Facts(tuple(mons), query.attributes), context)
    return context.answer(
        context.sentences((headline, more.headline)), details=more.details, cards=more.cards, follow_ups=more.follow_ups
    )


def _ordinary(species_id: int, context: Context) -> Mon:
    return Mon(species_id, context.dataset.species[species_id].default_pokemon_id)


# --------------------------------------------------------------------------- names


def _exists(query: Exists, context: Context) -> Answer:
    name = echo(query.name)
    if not query.found:
        return context.answer(context.say("lookup.no-name", name=name))
    said = [_what_it_is(subject, context) for subject in query.found]
    cards: list[Card] = [pokemon_card(context, one) for one in query.found if isinstance(one, Mon)]
    follow_ups = [question for one in query.found if isinstance(one, Mon)
                  for question in context.follow_ups(one, "profile", "type")]  # fmt: skip
    key = "lookup.name" if any(isinstance(one, Mon) for one in query.found) else "lookup.no-pokemon"
    headline = context.say(key, name=name, said=context.say("list.semicolon").join(said))
    return context.answer(headline, cards=cards, follow_ups=follow_ups[:3])


def _what_it_is(subject: Subject, context: Context) -> str:
    if isinstance(subject, Thing):
        row = context.thing_row(subject, "name", context.thing_name(subject))
        return context.say(f"lookup.is.{subject.kind}", name=context.thing_name(subject), mark=context.mark(row))
    number, types = value_of("dex-number", subject, context), value_of("type", subject, context)
    return context.say(
        "lookup.is.pokemon", name=context.mon_name(subject), number=number.text, types=types.text,
        mark=context.mark(number.row, types.row),
    )  # fmt: skip
