"""A stat in battle: trained, then changed by stages, an item, an ability, the weather."""

from __future__ import annotations

from ....question.calculations import BattleStat
from ...answer import Answer
from ...formulas.modifiers import ONE, Modifier, Situation, chained, holds, modifiers, scaled, staged
from ..context import Context
from .battle_words import also_counted
from .sides import LEVEL, stages_of
from .speeds import SPEED, said_training, speed_of
from .training import best, trained, value, words

#: The number of the data file that each stat is changed by.
_PLACES = {"attack": "attack", "special-attack": "attack", "defense": "defence", "special-defense": "defence"}


def answer(query: BattleStat, context: Context) -> Answer:
    """The stat with everything that is said, and what was counted."""
    pokemon, name, stat = context.pokemon(query.pokemon), context.mon_name(query.pokemon), query.stat
    base = context.stats(query.pokemon)
    if not base:
        mark = context.mark(context.pokemon_row(pokemon, "stats", context.say("answer.unknown")))
        return context.answer(context.say("facts.unknown", label=context.label("stats"), name=name, mark=mark))
    level = query.own.level or LEVEL
    training = said_training(query.own, context) if stat == SPEED else trained(query.own.spread, stat, context)
    training = best(training)
    plain = value(pokemon, stat, level, training)
    rows = _rows(query, context)
    if stat == SPEED:
        found = speed_of(pokemon, query.own, training, query.field, context)
    else:
        found = scaled(staged(plain, stages_of(query.own, stat, stat)), chained([row.factor for row in rows]))
    mark = context.mark(context.pokemon_row(pokemon, f"stats.{stat}", str(base[stat])))
    headline = context.say("stat-at.battle", name=name, stat=context.stat_name(stat), value=found, level=level,
                           plain=plain, mark=mark)  # fmt: skip
    stages = stages_of(query.own, stat, stat)
    counted = [context.say("battle.stages", stages=f"{stages:+d}".replace("-", "−"))] if stages else []
    counted += [also_counted(((row.kind, row.name, round(row.factor / ONE, 2)),), context) for row in rows]
    parts = [words(training, stat, query.own.spread, context), *counted]
    details = (context.say("stat-at.with", training=context.say("list.comma").join(parts)),)
    return context.answer(headline, details=details, follow_ups=context.follow_ups(query.pokemon, "stats"))


def _rows(query: BattleStat, context: Context) -> list[Modifier]:
    """What changes the stat beside its stages."""
    own, pokemon = query.own, context.pokemon(query.pokemon)
    place = SPEED if query.stat == SPEED else _PLACES.get(query.stat, "")
    now = Situation(
        species=context.dataset.species[pokemon.species_id].identifier,
        types=tuple(context.dataset.types[t].identifier for t in pokemon.types), stat=query.stat,
        weather=query.field.weather, terrain=query.field.terrain, ailment=own.ailment, other_ability=own.ability or "",
        evolves=bool(context.dataset.evolutions_from(pokemon)),
        damage_class="physical" if query.stat == "attack" else "special",
    )  # fmt: skip
    named = [("item", own.item), ("ability", own.ability), ("weather", query.field.weather)]
    if query.stat == SPEED:
        named += [("ailment", own.ailment), *(("help", name) for name in query.field.helps)]
    places = (place, "step") if place == "defence" else (place,)
    return [
        row for kind, name in named if name for row in modifiers(kind, name) if row.place in places and holds(row, now)
    ]
