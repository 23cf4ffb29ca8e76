"""Natures: which one does what, and what one does."""

from __future__ import annotations

from typing import Any

from ..algebra import Facts, Query, Thing
from ..calculations import NatureCheck, NatureSearch, Stat
from ..clause import Clause
from ..slots import stat_at


def nature(clause: Clause) -> Query | None:
    """ "Which nature raises Speed and lowers Attack?", 加速度减特攻的性格, "does Jolly lower Attack?"."""
    if clause.mons() or clause.has("ball") or clause.has("wh", "level"):
        return None
    named = clause.find("nature")
    if named:
        return _of_natures(clause, named)
    if not clause.has("noun", "nature") and not (clause.has("bend", "neutral") and clause.has("list", "list")):
        return None
    bends = _bends(clause)
    clause.take(*clause.find("noun", "nature"))
    many = clause.take_all("wh", "howmany")
    clause.take(*clause.find("list"), *clause.find("exist"), *clause.find("noun", "stat"), *clause.find("attr", "name"))
    output: Any = "count" if many else "list"
    if bends is None:
        if clause.take_all("bend", "neutral"):
            return NatureSearch(neutral=True, output=output)
        return NatureSearch(output=output) if many or clause.has("list", "list", "all") else None
    raises, lowers, keeps = bends
    if len(raises) > 1 or len(lowers) > 1:
        return None
    return NatureSearch(raises[0] if raises else None, lowers[0] if lowers else None, keeps, False, output)


def _bends(clause: Clause) -> tuple[list[Stat], list[Stat], tuple[Stat, ...]] | None:
    """The stats said to be raised, lowered and not lowered, explained; None where nothing is said of a stat."""
    words = clause.find("bend", "raises", "lowers")
    stats = [(i, stat) for i in range(len(clause.tokens)) if (stat := stat_at(clause, i)) is not None]
    if not words or not stats or any(stat == "hp" for _, stat in stats):
        return None
    in_front = clause.language == "en" or words[0] < stats[0][0]
    raises: list[Stat] = []
    lowers: list[Stat] = []
    keeps: list[Stat] = []
    for i, stat in stats:
        near = [w for w in words if (w < i if in_front else w > i)]
        if not near:
            return None
        word = near[-1] if in_front else near[0]
        negation = _negation(clause, word)
        if negation is not None:
            if not clause.at(word, "bend", "lowers"):
                return None
            keeps.append(stat)
            clause.take(negation)
        else:
            (lowers if clause.at(word, "bend", "lowers") else raises).append(stat)
        clause.take(i, word)
    return raises, lowers, tuple(keeps)


def _negation(clause: Clause, word: int) -> int | None:
    k = word - 1
    while clause.at(k, "aux") or (clause.at(k, "filler") and not clause.at(k, "neg")):
        k -= 1
    return k if clause.at(k, "neg", "neg") else None


def _of_natures(clause: Clause, named: list[int]) -> Query | None:
    """What natures do; or whether one does what is said."""
    clause.take(*named, *clause.find("noun", "nature"))
    words = clause.find("bend", "raises", "lowers")
    stats = [(i, stat) for i in range(len(clause.tokens)) if (stat := stat_at(clause, i)) is not None]
    if clause.is_yes_no() and len(named) == len(words) == len(stats) == 1:
        negation = _negation(clause, words[0])
        clause.take(words[0], stats[0][0], *([negation] if negation is not None else []))
        way: Any = "lowers" if clause.at(words[0], "bend", "lowers") else "raises"
        return NatureCheck(clause.value(named[0], "nature"), stats[0][1], way, negation is not None)
    if clause.is_yes_no() and len(named) == 1 and not words and clause.has("noun", "nature") and len(stats) == 1:
        clause.take(stats[0][0])  # "Is Jolly a Speed nature?"
        return NatureCheck(clause.value(named[0], "nature"), stats[0][1], "raises")
    if clause.is_yes_no() and len(named) == 1 and clause.take_all("bend", "neutral"):
        return NatureCheck(clause.value(named[0], "nature"), None, "neutral")
    if not words or stats or clause.is_yes_no():
        return None
    # "what does Jolly raise and lower", 爽朗加什么减什么
    clause.take(*words, *clause.find("noun", "stat"), *clause.find("attr", "stats"), *clause.find("wh", "how"))
    things = tuple(Thing("nature", clause.value(i, "nature")) for i in named)
    return Facts(things, ("effect",))
