"""Training in numbers and in words, shared by the answers that need a stat at a level."""

from __future__ import annotations

from dataclasses import dataclass

from ....question.calculations import Spread
from ...formulas.stats import LOWERED, MAX_EV, MAX_IV, NEUTRAL, RAISED, bent_by, hp_at, stat_at
from ...model import STATS, Pokemon
from ..context import Context

_BENT = {"raises": RAISED, "lowers": LOWERED, "neutral": NEUTRAL}


@dataclass(frozen=True, slots=True)
class Trained:
    """What counts for one stat: IV, EVs and the nature's tenths; None where the question leaves it open."""

    iv: int | None
    ev: int | None
    bent: int | None


def trained(spread: Spread, stat: str, context: Context) -> Trained:
    """What a question says of one stat's training; a value without a stat is that of any stat."""
    bent = None
    if spread.nature_id is not None:
        bent = bent_by(context.dataset.natures[spread.nature_id], stat)
    elif spread.bent is not None:
        bent = _BENT[spread.bent]
    return Trained(_value(spread.ivs, stat), _value(spread.evs, stat), bent)


def _value(values: tuple[tuple[str | None, int], ...], stat: str) -> int | None:
    named = [value for own, value in values if own == stat]
    return named[0] if named else next((value for own, value in values if own is None), None)


def value(pokemon: Pokemon, stat: str, level: int, one: Trained, base: int | None = None) -> int:
    """A stat at a level; what is open counts as 31 IVs, no EVs and a neutral nature."""
    base = pokemon.stats[STATS.index(stat)] if base is None else base
    iv, ev = MAX_IV if one.iv is None else one.iv, one.ev or 0
    if stat == "hp":
        return hp_at(pokemon.species_id, base, level, iv=iv, ev=ev)
    return stat_at(stat, base, level, iv=iv, ev=ev, bent=one.bent or NEUTRAL)


def best(one: Trained) -> Trained:
    """The same with everything open at its best."""
    return Trained(_or(one.iv, MAX_IV), _or(one.ev, MAX_EV), _or(one.bent, RAISED))


def worst(one: Trained) -> Trained:
    """The same with everything open at its worst."""
    return Trained(_or(one.iv, 0), _or(one.ev, 0), _or(one.bent, LOWERED))


def _or(value: int | None, other: int) -> int:
    return other if value is None else value


def words(one: Trained, stat: str, spread: Spread, context: Context) -> str:
    """Training as words: "31 IVs, 252 EVs, Jolly nature"."""
    parts = [
        context.say("training.iv", value=MAX_IV if one.iv is None else one.iv),
        context.say("training.ev", value=one.ev or 0),
    ]
    if stat != "hp":
        if spread.nature_id is not None:
            name = context.name(context.dataset.natures[spread.nature_id].names)
            parts.append(context.say("training.nature", name=name))
        else:
            parts.append(context.say(f"training.bent-{one.bent or NEUTRAL}"))
    return context.say("list.comma").join(parts)
