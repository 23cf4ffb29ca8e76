"""Effort values as a description: "gives Speed EVs", "the best to farm for 3 Attack EVs", 刷速度努力值打谁."""

from __future__ import annotations

from ..algebra import And, GivesEffort, Operator
from ..clause import Clause, is_free
from ..word_lists import word_list
from .piece import Piece

_STATS = ("hp", "attack", "defense", "special-attack", "special-defense", "speed")
#: The most effort values in one stat that any Pokémon gives.
MOST_POINTS = 3
#: A number of points stands no further from the stat or from the word for effort values.
_REACH = 3
#: Words for one point, right in front of the stat ("a" is an article there).
_SINGLE = frozenset(word_list("single-one"))


def effort_pieces(clause: Clause) -> list[Piece]:
    """ "gives Speed EVs", 给速度努力值: the stat named beside the word for effort values."""
    gives = clause.find("effort", "give")
    marks = effort_words(clause)
    stats = [i for i in clause.find("attr") if any(s in clause.tokens[i].readings["attr"] for s in _STATS)]
    if len(stats) == len(("one", "other")):
        return _of_both(clause, gives, marks, stats)
    if len(marks) != 1 or len(stats) != 1 or abs(stats[0] - marks[0]) > 4 or clause.mons(again=True):
        return []
    asked = clause.find("wh", "what") if clause.has("beaten") else []  # "what should I defeat to get Speed EVs"
    asked += [i for i in clause.find("handdown") if clause.tokens[i].text.casefold() == "from whom"]
    if not (gives or asked) and not clause.has("noun", "pokemon") and not clause.has("wh", "which", "who"):
        return []
    stat = next(s for s in _STATS if s in clause.tokens[stats[0]].readings["attr"])
    points, op = _points(clause, (stats[0], marks[0]))
    tops = clause.find("sup", ":max") + clause.find("efficient")
    if tops and points is None:
        points = MOST_POINTS  # "the most Speed EVs", "the best to farm for Speed EVs": so many for each
    taken = [*marks, *stats, *gives]
    clause.take(*taken, *tops, *clause.find("beaten"), *clause.find("wh", "when"), *clause.find("suits", "suits"))
    clause.take(*clause.find("wild"), *asked, *_raised(clause))
    clause.take(*(i for i in clause.find("mu", "weak:att") if clause.tokens[i].text == "适合打"))
    # "to train Attack EVs against", "to fight for Speed EVs with"
    clause.take(*(i for i in clause.find("mu", "effect:att") if clause.tokens[i].text.casefold() == "against"))
    return [Piece(min(taken), max(taken) + 1, GivesEffort(stat, points, op))]


def _raised(clause: Clause) -> list[int]:
    """ "Where do I get Speed EVs from, which Pokémon", "to raise Speed EVs": whom they come from is asked."""
    wanted = clause.has("noun", "pokemon") or clause.has("wh", "who") or clause.has("beaten")
    where = clause.find("attr", "locations") if wanted else []
    return [*where, *clause.find("bend", "raises"), *clause.find("prep", "getv"), *clause.find("beaten", "get")]


def _of_both(clause: Clause, gives: list[int], marks: list[int], stats: list[int]) -> list[Piece]:
    """ "gives both Attack and Speed EVs", 同时给攻击和速度努力值, "2 Attack and 1 Speed EV"."""
    if not marks and clause.has("beaten"):
        marks = [i for i in gives if clause.tokens[i].text == "刷"]  # 打谁能同时刷攻击和速度
    between = range(stats[0] + 1, stats[1])
    numbers = [
        n for i in stats for n in (i - 1,) if clause.at(n, "number") and clause.value(n, "number") <= MOST_POINTS
    ]
    joined = all(clause.at(i, "bool", "and") or i in numbers or is_free(clause.tokens[i]) for i in between)
    if len(marks) != 1 or not joined or len(numbers) == 1 or clause.mons(again=True):
        return []
    if any(clause.at(i, "bool", "or") for i in between) or min(abs(i - marks[0]) for i in stats) > _REACH + 1:
        return []
    if not gives and not clause.has("noun", "pokemon") and not clause.has("wh", "which", "who"):
        return []
    names = [next(s for s in _STATS if s in clause.tokens[i].readings["attr"]) for i in stats]
    points: list[int | None] = [int(clause.value(n, "number")) for n in numbers]
    points = points or [None, None]
    taken = [*marks, *stats, *gives, *numbers, *between, *clause.find("bool", "and"), *clause.find("team", "shared")]
    clause.take(*taken, *clause.find("beaten"), *clause.find("wh", "when"), *clause.find("each"))
    conditions = tuple(GivesEffort(name, count) for name, count in zip(names, points, strict=True))
    return [Piece(min(taken), max(taken) + 1, And(conditions))]


def effort_words(clause: Clause) -> list[int]:
    """The word for effort values; "Speed points" that are given, where nothing else says it."""
    named = clause.find("attr", "ev-yield")
    if not named:  # "good for HP EV training"
        named = [i for i in clause.find("effort", "give") if clause.tokens[i].text.casefold().startswith("ev ")]
    if named or not clause.find("effort", "give"):
        return named
    points = [
        i for i in clause.find("unit", "point")
        if any(clause.at(i - 1, "attr", stat) for stat in _STATS) or clause.at(i - 1, "number")
    ]  # fmt: skip
    asked = [i for i in clause.find("wh", "howmuch") if clause.tokens[i].text == "几点"]
    return points or (asked if clause.has("beaten") else [])


def _points(clause: Clause, beside: tuple[int, int]) -> tuple[int | None, Operator]:
    """How many points are given, with the bound that is set to them: 3, "at least 2", "2 or more"."""
    first = min(i for i in beside if i >= 0)
    if clause.at(first - 1, "list", "one") and clause.tokens[first - 1].text.casefold() in _SINGLE:
        return 1, "eq"  # "give one Speed EV"
    for n in clause.find("number"):
        far = min(abs(n - i) for i in beside) > _REACH and not clause.at(n - 1, "effort", "give")
        if far or clause.value(n, "number") > MOST_POINTS:
            continue
        bounds = [
            i for i in clause.find("op", "ge", "gt", "le", "lt")
            if abs(i - n) == 1 or (i == n + 2 and clause.at(n + 1, "unit", "point"))
        ]  # fmt: skip
        other = n + 2
        if clause.at(n + 1, "bool", "or") and clause.at(other, "number"):  # "2 or 3"
            ends = {clause.value(n, "number"), clause.value(other, "number")}
            if ends in ({1, 2}, {2, 3}):
                clause.take(n, n + 1, other, *(k for k in (other + 1,) if clause.at(k, "unit", "point")))
                return 2, "le" if 1 in ends else "ge"
        said = clause.value(bounds[0], "op") if bounds else "eq"
        clause.take(n, *bounds, *(k for k in (n + 1,) if clause.at(k, "unit", "point")))
        points = int(clause.value(n, "number")) + (said == "gt") - (said == "lt")
        op: Operator = "ge" if said in ("gt", "ge") else "le" if said in ("lt", "le") else "eq"
        return points, op
    return None, "eq"
