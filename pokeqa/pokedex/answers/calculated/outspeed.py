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
from .battle_words import also_counted
from .sides import LEVEL, stages_of
from .speeds import SPEED, base_speed, said_training, speed_factors, speed_of
from .training import Trained, best, value, words

#: How many names the sentence gives.
NAMED = 15


def answer(query: Outspeed, context: Context) -> Answer:
    """The Pokémon that can be faster (or cannot keep up), all with the best training for Speed."""
    level = query.own.level or LEVEL
    pokemon, name = context.pokemon(query.pokemon), context.mon_name(query.pokemon)
    if not pokemon.stats:
        mark = context.mark(_row(pokemon, context))
        return context.answer(context.say("facts.unknown", label=context.stat_name(SPEED), name=name, mark=mark))
    own = best(said_training(query.own, context))
    speed = speed_of(pokemon, query.own, own, query.field, context)
    top = best(Trained(None, None, None))
    others = [one for one in _field(context) if one.id != pokemon.id and one.stats]
    kind = context.say("outspeed.any")
    if query.type_id is not None:
        others = [one for one in others if query.type_id in one.types]
        kind = context.say("outspeed.of-type", type=context.type_name(query.type_id))
    faster = query.direction == "faster"
    speeds = {one.id: value(one, SPEED, level, top) for one in others}
    found = [one for one in others if (speeds[one.id] > speed if faster else speeds[one.id] < speed)]
    found.sort(key=lambda one: (-speeds[one.id], one.species_id))
    ties = [one for one in others if speeds[one.id] == speed]
    mark = context.mark(_row(pokemon, context))
    names = shortened([context.mon_name(one) for one in found], NAMED, context)
    key = "outspeed.faster" if faster else "outspeed.slower"
    headline = context.say(key if found else f"{key}-none", name=name, speed=speed, level=level, n=len(found),
                           names=names, mark=mark, kind=kind)  # fmt: skip
    if query.yes_no:
        headline = context.say("nature.yes" if found else "nature.no", text=headline)
    training = context.say("list.comma").join([words(own, SPEED, query.own.spread, context), *_also(query, context)])
    notes = [context.say("outspeed.with", training=training)]
    if faster and found:
        plain = Trained(MAX_IV, MAX_EV, NEUTRAL)
        sure = [one for one in found if value(one, SPEED, level, plain) > speed]
        notes.append(context.say("outspeed.neutral", n=len(sure)) if sure else "")
    if ties:
        tied = shortened([context.mon_name(one) for one in ties], NAMED, context)
        notes.append(context.say("outspeed.ties", names=tied))
    notes.append(context.say("outspeed.assumed"))
    columns = ((context.say("attribute.pokemon"), "left"), (context.say("outspeed.base"), "right"),
               (context.say("outspeed.at", level=level), "right"))  # fmt: skip
    rows = [(context.mon_name(one), str(one.stats[STATS.index(SPEED)]), str(speeds[one.id])) for one in found]
    return context.answer(headline, details=notes, cards=(table_card(name, columns, rows),))


def _also(query: Outspeed, context: Context) -> list[str]:
    """What changes its Speed beside its training."""
    stages = stages_of(query.own, SPEED, SPEED)
    parts = [context.say("battle.stages", stages=f"{stages:+d}".replace("-", "−"))] if stages else []
    for kind, name, factor in speed_factors(context.pokemon(query.pokemon), query.own, query.field, context):
        parts.append(also_counted(((kind, name, round(factor / 4096, 2)),), context))
    return parts


def _field(context: Context) -> list[Pokemon]:
    """Every ordinary Pokémon and every lasting form."""
    index = index_of(context.dataset)
    return [*index.ordinary, *(form for forms in index.lasting.values() for form in forms)]


def _row(pokemon: Pokemon, context: Context) -> Row:
    base = str(base_speed(pokemon)) if pokemon.stats else context.say("answer.unknown")
    return context.pokemon_row(pokemon, "stats.speed", base)
