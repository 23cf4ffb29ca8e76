"""Effort values as a description: "gives Speed EVs", 给速度努力值."""

from __future__ import annotations

from ..algebra import GivesEffort
from ..clause import Clause
from .piece import Piece

_STATS = ("hp", "attack", "defense", "special-attack", "special-defense", "speed")


def effort_pieces(clause: Clause) -> list[Piece]:
    """ "gives Speed EVs", 给速度努力值: the stat named beside the word for effort values."""
    marks = clause.find("attr", "ev-yield")
    gives = clause.find("effort", "give")
    stats = [i for i in clause.find("attr") if any(s in clause.tokens[i].readings["attr"] for s in _STATS)]
    if len(marks) != 1 or len(stats) != 1 or abs(stats[0] - marks[0]) > 4 or clause.mons(again=True):
        return []
    if not gives and not clause.has("noun", "pokemon") and not clause.has("wh", "which", "who"):
        return []
    stat = next(s for s in _STATS if s in clause.tokens[stats[0]].readings["attr"])
    points = None
    for n in clause.find("number"):
        if abs(n - stats[0]) <= 2 or abs(n - marks[0]) <= 2:
            points = int(clause.value(n, "number"))
            clause.take(n, *(k for k in (n + 1,) if clause.at(k, "unit", "point")))
    taken = [*marks, *stats, *gives]
    clause.take(*taken, *clause.find("beaten"), *clause.find("wh", "when"))
    return [Piece(min(taken), max(taken) + 1, GivesEffort(stat, points))]
