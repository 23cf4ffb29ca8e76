"""Answers that are worked out by a rule of the games: each module has one family of `Calculation`."""

from __future__ import annotations

from typing import assert_never

from ....question.bases import BaseNeeded, StatOfBase
from ....question.calculations import (
    BattleStat,
    Breed,
    Calculation,
    Catch,
    CompareMoves,
    Damage,
    Exclusive,
    Experience,
    Inherit,
    MachineLookup,
    NatureCheck,
    NatureFor,
    NatureSearch,
    Outspeed,
    Quiz,
    RandomPick,
    SpeedPair,
    StatAt,
    Translate,
)
from ....question.carrying import WildItem
from ....question.raising import CatchFactor, GrowthRates
from ....question.rules import Rule
from ....question.type_calculations import (
    Coverage,
    MatchupChoice,
    Stab,
    StatusMatchup,
    TeamMatchup,
    TypeSearch,
    TypeTally,
)
from ....question.types_among import TypesAmong
from ....question.within import Within
from ...answer import Answer
from ..context import Context
from . import (
    bases,
    battle_stat,
    breeding,
    catching,
    coverage,
    damage,
    experience,
    inheritance,
    matchup_choice,
    moves,
    names,
    nature_for,
    natures,
    outspeed,
    play,
    raising,
    speed_pair,
    stab,
    stats,
    status_matchup,
    type_chart,
    types_among,
    wild_items,
    within,
)


def answer(query: Calculation, context: Context) -> Answer:
    """The answer to a calculation; the fact first, then what was assumed."""
    match query:
        case Translate():
            return names.answer(query, context)
        case Breed():
            return breeding.answer(query, context)
        case Inherit():
            return inheritance.answer(query, context)
        case Catch():
            return catching.answer(query, context)
        case Experience():
            return experience.answer(query, context)
        case NatureSearch() | NatureCheck():
            return natures.answer(query, context)
        case NatureFor():
            return nature_for.answer(query, context)
        case StatAt():
            return stats.answer(query, context)
        case Outspeed():
            return outspeed.answer(query, context)
        case SpeedPair():
            return speed_pair.answer(query, context)
        case BattleStat():
            return battle_stat.answer(query, context)
        case Damage():
            return damage.answer(query, context)
        case Coverage() | TeamMatchup():
            return coverage.answer(query, context)
        case TypeTally() | TypeSearch():
            return type_chart.answer(query, context)
        case TypesAmong():
            return types_among.answer(query, context)
        case StatusMatchup():
            return status_matchup.answer(query, context)
        case MatchupChoice():
            return matchup_choice.answer(query, context)
        case Stab():
            return stab.answer(query, context)
        case MachineLookup() | Exclusive() | CompareMoves():
            return moves.answer(query, context)
        case WildItem():
            return wild_items.answer(query, context)
        case GrowthRates() | CatchFactor() | Rule():
            return raising.answer(query, context)
        case StatOfBase() | BaseNeeded():
            return bases.answer(query, context)
        case Within():
            return within.answer(query, context)
        case RandomPick() | Quiz():
            return play.answer(query, context)
    assert_never(query)
