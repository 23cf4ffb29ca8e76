"""Which of two trained Pokémon is faster."""

from __future__ import annotations

from ....question.algebra import Mon
from ....question.calculations import Battler, Field, SpeedPair
from ...answer import Answer, Row
from ..context import Context
from .battle_words import also_counted
from .sides import LEVEL, stages_of
from .speeds import SPEED, base_speed, said_training, speed_factors, speed_of
from .training import Trained, best, words


def answer(query: SpeedPair, context: Context) -> Answer:
    """The Speeds of both, who is ahead, and with which training."""
    pokemon = [context.pokemon(query.first), context.pokemon(query.second)]
    names = [context.mon_name(query.first), context.mon_name(query.second)]
    for one, name in zip(pokemon, names, strict=True):
        if not one.stats:
            return context.answer(context.say("speed-pair.unknown", name=name))
    said = (query.own, query.foe)
    if names[0] == names[1]:
        names = [f"{name} ({_brief(one, query.field, context)})" for name, one in zip(names, said, strict=True)]
    trainings = [best(said_training(one, context)) for one in said]
    speeds = [
        speed_of(one, told, training, query.field if side == 0 else _of_other(query), context)
        for side, (one, told, training) in enumerate(zip(pokemon, said, trainings, strict=True))
    ]
    mark = context.mark(*(_row(one, context) for one in (query.first, query.second)))
    text = _told(query, names, speeds, mark, context)
    bases = [base_speed(one) for one in pokemon]
    notes = [
        *([context.say("speed-pair.base", a=names[0], x=bases[0], b=names[1], y=bases[1])]
          if query.first != query.second else []),
        context.say("list.semicolon").join(
            context.say("speed-pair.side", name=name, training=_training(mon, one, training, field, context))
            for name, mon, one, training, field in zip(
                names, (query.first, query.second), said, trainings,
                (query.field, _of_other(query)), strict=True
            )
        ),
        context.say("speed-pair.assumed"),
    ]  # fmt: skip
    return context.answer(text, details=notes)


def _of_other(query: SpeedPair) -> Field:
    """The field as it is for the other side: a tailwind blows for one."""
    field = query.field
    return Field(field.weather, field.terrain, field.screens, query.foe_helps, field.doubles)


def _told(query: SpeedPair, names: list[str], speeds: list[int], mark: str, context: Context) -> str:
    levels = [query.own.level or LEVEL, query.foe.level or LEVEL]
    first_wins = speeds[0] > speeds[1]
    if speeds[0] == speeds[1]:
        text = context.say("speed-pair.tie", a=names[0], b=names[1], x=speeds[0], level=_level(levels, context),
                           mark=mark)  # fmt: skip
        return (context.say("speed-pair.no") if query.claim != "none" else "") + text
    if query.trick_room:
        first_wins = not first_wins
    ahead, behind = (0, 1) if first_wins else (1, 0)
    text = context.say(
        "speed-pair.first" if query.trick_room else "speed-pair.faster", a=names[ahead], x=speeds[ahead],
        b=names[behind], y=speeds[behind], level=_level([levels[ahead], levels[behind]], context), mark=mark,
    )  # fmt: skip
    if query.claim == "none":
        return text
    holds = speeds[0] < speeds[1] if query.claim == "slower" else speeds[0] > speeds[1]
    if query.claim == "moves-first":
        holds = first_wins
    return context.say("speed-pair.yes" if holds else "speed-pair.no") + text


def _level(levels: list[int], context: Context) -> str:
    if levels[0] == levels[1]:
        return str(levels[0])
    return context.say("speed-pair.levels", m=levels[0], n=levels[1])


def _training(mon: Mon, said: Battler, training: Trained, field: Field, context: Context) -> str:
    """Training and everything that changes the Speed."""
    parts = [words(training, SPEED, said.spread, context)]
    extra = _brief(said, field, context, mon)
    return context.say("list.comma").join([*parts, *([extra] if extra else [])])


def _brief(said: Battler, field: Field, context: Context, mon: Mon | None = None) -> str:
    stages = stages_of(said, SPEED, SPEED)
    parts = [context.say("battle.stages", stages=f"{stages:+d}".replace("-", "−"))] if stages else []
    if mon is not None:
        found = speed_factors(context.pokemon(mon), said, field, context)
        parts += [also_counted(((kind, name, round(factor / 4096, 2)),), context) for kind, name, factor in found]
    elif said.item:
        parts.append(also_counted((("item", said.item, 0.0),), context))
    if mon is None and not parts:
        parts.append(words(said_training(said, context), SPEED, said.spread, context))
    return context.say("list.comma").join(parts)


def _row(mon: Mon, context: Context) -> Row:
    pokemon = context.pokemon(mon)
    return context.pokemon_row(pokemon, "stats.speed", str(base_speed(pokemon)))
