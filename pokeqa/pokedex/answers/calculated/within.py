"""One Pokémon within one place: in which games, and at which levels."""

from __future__ import annotations

from ....question.algebra import MetAt
from ....question.within import Within
from ...answer import Answer
from ..context import Context
from ..facts_more import levels_of
from ..places import meetings, place_names


def answer(query: Within, context: Context) -> Answer:
    """The games and the levels; which floor or room it is, the source does not say."""
    rows = meetings(query.pokemon, MetAt(query.location_ids, query.version_ids), context)
    dataset, name = context.dataset, context.mon_name(query.pokemon)
    games = context.phrases.join(dict.fromkeys(context.name(dataset.versions[row.version_id].names) for row in rows))
    mark = context.mark(context.pokemon_row(context.pokemon(query.pokemon), "encounters",
                                            games or context.say("facts.none")))  # fmt: skip
    met = dict.fromkeys(row.location_id for row in rows)
    place = place_names(met or query.location_ids, context)
    notes = [context.say("within.no-part")] if query.part and rows else []
    if not rows:
        asked = dict.fromkeys(context.name(dataset.versions[one].names) for one in query.version_ids)
        key = "within.none-in" if asked else "within.none"
        text = context.say(key, name=name, place=place, games=context.phrases.join(asked), mark=mark)
        return context.answer(text, follow_ups=context.follow_ups(query.pokemon, "type", "evolution"))
    text = context.say("within.met", name=name, place=place, games=games, levels=levels_of(rows, context), mark=mark)
    return context.answer(context.sentences([text, *notes]),
                          follow_ups=context.follow_ups(query.pokemon, "type", "evolution"))  # fmt: skip
