"""What a base stat comes to at a level, and how high a base Speed must be to be faster than a Pokémon."""

from __future__ import annotations

from ....question.bases import BaseNeeded, StatOfBase
from ....question.calculations import EMPTY_FIELD
from ...answer import Answer
from ...formulas.stats import MAX_EV, MAX_IV, NEUTRAL, RAISED, stat_at
from ...model import STATS
from ..context import Context
from .sides import LEVEL
from .speeds import SPEED, base_speed, said_training, speed_factors, speed_of
from .stats import USUAL_LEVELS, trainings
from .training import Trained, best, words

#: The highest base stat that there is.
_HIGHEST_BASE = 255
#: What an item, an ability and the like do is counted in parts of this.
_WHOLE = 4096


def answer(query: StatOfBase | BaseNeeded, context: Context) -> Answer:
    """The numbers, then the training that they hold for."""
    return _needed(query, context) if isinstance(query, BaseNeeded) else _of_base(query, context)


def _of_base(query: StatOfBase, context: Context) -> Answer:
    low, high = trainings(query.spread, query.extreme, query.stat, context)
    levels = USUAL_LEVELS if query.level is None else (query.level,)
    ends = [(_at(query, low, level), _at(query, high, level)) for level in levels]
    fixed = all(a == b for a, b in ends)
    parts = [
        context.say("stat-at.value" if fixed else "stat-at.range", low=a, high=b, level=level)
        for (a, b), level in zip(ends, levels, strict=True)
    ]
    key = {"max": "most", "min": "least"}.get(query.extreme or "", "is" if fixed else "lies")
    name = context.stat_name(query.stat)
    row = context.table_row("stats", query.stat, "formula", "; ".join(parts), name)
    headline = context.say(f"bases.{key}", stat=name, base=query.base, values=context.phrases.join(parts),
                           mark=context.mark(row))  # fmt: skip
    if query.outrun:
        beats = [context.say("stat-at.value", low=b + 1, high=b + 1, level=level)
                 for (_, b), level in zip(ends, levels, strict=True)]  # fmt: skip
        headline = context.sentences((headline, context.say("bases.outrun", values=context.phrases.join(beats))))
    if low == high:
        assumed = context.say("stat-at.with", training=words(low, query.stat, query.spread, context))
    else:
        assumed = context.say("stat-at.from-to", low=words(low, query.stat, query.spread, context),
                              high=words(high, query.stat, query.spread, context))  # fmt: skip
    return context.answer(headline, details=(assumed, context.say("stat-at.formula")))


def _at(query: StatOfBase, one: Trained, level: int) -> int:
    iv = MAX_IV if one.iv is None else one.iv
    return stat_at(query.stat, query.base, level, iv=iv, ev=one.ev or 0, bent=one.bent or NEUTRAL)


def _needed(query: BaseNeeded, context: Context) -> Answer:
    foe, name = context.pokemon(query.foe), context.mon_name(query.foe)
    row = context.pokemon_row(foe, "stats.speed", str(base_speed(foe)) if foe.stats else context.say("answer.unknown"))
    if not foe.stats:
        mark = context.mark(row)
        return context.answer(context.say("facts.unknown", label=context.stat_name(SPEED), name=name, mark=mark))
    level = query.own.level or LEVEL
    other = best(said_training(query.other, context))
    speed = speed_of(foe, query.other, other, EMPTY_FIELD, context)
    own = best(said_training(query.own, context))
    # Where no nature is said, that of one which does nothing for Speed is given too.
    trained = [own, *([Trained(MAX_IV, MAX_EV, NEUTRAL)] if own == Trained(MAX_IV, MAX_EV, RAISED)
                      and query.own.spread.nature_id is None and query.own.spread.bent is None else [])]  # fmt: skip
    factor = 1.0
    for _, _, changed in speed_factors(foe, query.own, EMPTY_FIELD, context):
        factor *= changed / _WHOLE
    said = []
    for one in trained:
        base = _least(speed, one, level, factor)
        training = words(one, SPEED, query.own.spread, context)
        key = "bases.base" if base is not None else "bases.no-base"
        said.append(context.say(key, base=base or 0, training=training))
    item = _item(query.own.item, context) if query.own.item else ""
    headline = context.say("bases.needed", name=name, level=level, speed=speed, needed=speed + 1,
                           bases=context.phrases.join(said), mark=context.mark(row))  # fmt: skip
    foe_training = words(other, SPEED, query.other.spread, context)
    notes = [context.say("bases.foe", name=name, base=foe.stats[STATS.index(SPEED)], training=foe_training)]
    if item:
        notes.append(context.say("bases.own-item", item=item))
    return context.answer(headline, details=notes)


def _least(speed: int, one: Trained, level: int, factor: float) -> int | None:
    """The lowest base Speed whose Speed is above that of the other; None: none is so high."""
    for base in range(1, _HIGHEST_BASE + 1):
        iv = MAX_IV if one.iv is None else one.iv
        found = stat_at(SPEED, base, level, iv=iv, ev=one.ev or 0, bent=one.bent or NEUTRAL)
        if int(found * factor) > speed:
            return base
    return None


def _item(identifier: str, context: Context) -> str:
    return next(context.item_name(one.id) for one in context.dataset.items.values() if one.identifier == identifier)
