"""The names of places, and the games and places where one Pokémon is met."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ...question.algebra import MetAt, Mon
from ..model import EncounterRow, Pokemon
from .context import Context
from .values import Value

_NUMBERED = re.compile(r"(Sea )?Route (\d+)")


def place_name(location_id: int, context: Context) -> str:
    """A place's name; where the source has none in the answer's language, the project's own."""
    location = context.dataset.locations[location_id]
    key = f"place.{location.identifier}"
    if key in context.phrases:
        return context.say(key)
    numbered = _NUMBERED.fullmatch(location.names.get("en", ""))
    route = "sea-route" if numbered and numbered.group(1) else "route"
    if numbered and route in context.phrases:
        return context.say(route, number=numbered.group(2))
    return context.name(location.names)


def place_names(location_ids: Iterable[int], context: Context) -> str:
    """Places that go by one name, with their regions where they are in several: "Route 1 (Kanto and Unova)"."""
    dataset = context.dataset
    ids = tuple(location_ids)
    names = list(dict.fromkeys(place_name(one, context) for one in ids))
    regions = dict.fromkeys(dataset.locations[one].region_id for one in ids)
    joined = context.phrases.join(names, "or")
    if len(regions) < 2:
        return joined
    where = context.phrases.join(context.name(dataset.regions[one].names) for one in regions if one is not None)
    return context.say("facts.place-regions", place=joined, regions=where)


def meetings(mon: Mon | Pokemon, condition: MetAt, context: Context) -> list[EncounterRow]:
    """The encounters of a Pokémon that a condition speaks of."""
    rows = context.dataset.encounters.of(context.pokemon(mon).id)
    return [
        row for row in rows
        if (not condition.location_ids or row.location_id in condition.location_ids)
        and (not condition.version_ids or row.version_id in condition.version_ids)
    ]  # fmt: skip


def meeting_value(mon: Mon | Pokemon, condition: MetAt, context: Context) -> Value:
    """The games in which a Pokémon is met as a condition says, with the row they were read from."""
    rows = meetings(mon, condition, context)
    games = dict.fromkeys(context.name(context.dataset.versions[row.version_id].names) for row in rows)
    text = context.phrases.join(games) or None
    row = context.pokemon_row(context.pokemon(mon), "encounters", text or context.say("facts.none"))
    return Value(text, row, count=len(games))
