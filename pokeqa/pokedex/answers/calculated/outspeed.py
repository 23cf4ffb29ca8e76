"""Who is faster than a Pokémon that is trained for Speed."""

from __future__ import annotations

from ....question.calculations import Outspeed
from ...answer import Answer, Row
from ...formulas.stats import MAX_EV, MAX_IV, NEUTRAL
from ...model import STATS, Pokemon
from ...varieties import index_of
from ..cards import table_card
from ..context import Context
from ..facts import shortened
from .training import Trained, best, trained, value, words

#: The level at which speeds are compared where none is named; the order is the same at any level.
LEVEL = 50

#: How many names the sentence gives.
NAMED = 15

SPEED = "speed"


def answer(query: Outspeed, context: Context) -> Answer:
    """The Pokémon that can be faster (or cannot keep up), all with the best training for Speed."""
    level = query.level or LEVEL
    pokemon, name = context.pokemon(query.pokemon), context.mon_name(query.pokemon)
    own = best(trained(query.spread, SPEED, context)) if query.other is None else best(Trained(None, None, None))
    if not pokemon.stats:
        mark = context.mark(_row(pokemon, context))
        return context.answer(context.say("facts.unknown", label=context.stat_name(SPEED), name=name, mark=mark))
    speed = value(pokemon, SPEED, level, own)
    if query.other is not None:
        return _pair(query, level, speed, context)
    top = best(Trained(None, None, None))
    others = [one for one in _field(context) if one.id != pokemon.id and one.stats]
    faster = query.direction == "faster"
    speeds = {one.id: value(one, SPEED, level, top) for one in others}
    found = [one for one in others if (speeds[one.id] > speed if faster else speeds[one.id] < speed)]
    found.sort(key=lambda one: (-speeds[one.id], one.species_id))
    ties = [one for one in others if speeds[one.id] == speed]
    mark = context.mark(_row(pokemon, context))
    names = shortened([context.mon_name(one) for one in found], NAMED, context)
    key = "outspeed.faster" if faster else "outspeed.slower"
    headline = context.say(key if found else f"{key}-none", name=name, speed=speed, level=level, n=len(found),
                           names=names, mark=mark)  # fmt: skip
    notes = [context.say("outspeed.with", training=words(own, SPEED, query.spread, context))]
    if faster and found:
        plain = Trained(MAX_IV, MAX_EV, NEUTRAL)
        sure = [one for one in found if value(one, SPEED, level, plain) > speed]
        notes.append(context.say("outspeed.neutral", n=len(sure)))
    if ties:
        tied = shortened([context.mon_name(one) for one in ties], NAMED, context)
        notes.append(context.say("outspeed.ties", names=tied))
    notes.append(context.say("outspeed.assumed"))
    columns = ((context.say("attribute.pokemon"), "left"), (context.say("outspeed.base"), "right"),
               (context.say("outspeed.at", level=level), "right"))  # fmt: skip
    rows = [(context.mon_name(one), str(one.stats[STATS.index(SPEED)]), str(speeds[one.id])) for one in found]
    return context.answer(headline, details=notes, cards=(table_card(name, columns, rows),))


def _pair(query: Outspeed, level: int, speed: int, context: Context) -> Answer:
    """Whether one is faster than the other at its best."""
    assert query.other is not None
    other = context.pokemon(query.other)
    own = best(trained(query.spread, SPEED, context))
    first = value(other, SPEED, level, own)
    holds = first > speed if query.direction == "faster" else first < speed
    text = context.say(
        "outspeed.pair", level=level, a=context.mon_name(query.other), x=first,
        b=context.mon_name(query.pokemon), y=speed,
        mark=context.mark(_row(other, context), _row(context.pokemon(query.pokemon), context)),
    )  # fmt: skip
    headline = context.say("outspeed.yes" if holds else "outspeed.no", text=text)
    details = (context.say("outspeed.with", training=words(own, SPEED, query.spread, context)),
               context.say("outspeed.other-best"))  # fmt: skip
    return context.answer(headline, details=details)


def _field(context: Context) -> list[Pokemon]:
    """Every ordinary Pokémon and every lasting form."""
    index = index_of(context.dataset)
    return [*index.ordinary, *(form for forms in index.lasting.values() for form in forms)]


def _row(pokemon: Pokemon, context: Context) -> Row:
    base = str(pokemon.stats[STATS.index(SPEED)]) if pokemon.stats else context.say("answer.unknown")
    return context.pokemon_row(pokemon, "stats.speed", base)
