"""Moves and stages as descriptions: "learns Surf", "cannot evolve", "evolves with a Moon Stone"."""

from __future__ import annotations

from ..algebra import (
    EvolvesBy,
    Learns,
    Stage,
)
from ..clause import Clause
from .piece import Piece


def learn_pieces(clause: Clause) -> list[Piece]:
    """ "learns Surf", 会冲浪的: moves that are learnt."""
    pieces: list[Piece] = []
    verbs = clause.find("learn", "learn")
    moves = clause.find("move")
    if not verbs and clause.language != "en":
        verbs = [m - 1 for m in moves if clause.at(m - 1, "aux", "can")]  # 会冲浪的火系宝可梦
    if not verbs or not moves:
        return pieces
    method = next((m for m in ("level-up", "machine", "egg", "tutor") if clause.find("learn", m)), None)
    for v in verbs:
        clause.take(v)
    for m in moves:
        clause.take(m)
        start, end = min(*verbs, m), max(*verbs, m) + 1
        pieces.append(Piece(start if m == moves[0] else m, end, Learns(clause.value(m, "move"), method=method)))
        for k in (m - 1, m + 1):
            if clause.at(k, "noun", "move"):
                clause.take(k)
    if method:
        clause.take_all("learn", method)
    return pieces


def stage_pieces(clause: Clause) -> list[Piece]:
    """ "cannot evolve", "fully evolved", "evolves with a Moon Stone"."""
    pieces: list[Piece] = []
    for i in clause.find("stage"):
        clause.take(i)
        pieces.append(Piece(i, i + 1, Stage(clause.value(i, "stage"))))
    for i in clause.find("ev", "bare"):
        if clause.mons(again=True):
            continue
        clause.take(i)
        way = _way(clause)
        if way is not None:
            pieces.append(Piece(i, i + 1, way))
            continue
        start = i
        while start > 0 and (clause.at(start - 1, "aux", "can") or clause.at(start - 1, "hist")):
            if clause.at(start - 1, "hist"):
                break
            start -= 1
        pieces.append(Piece(start, i + 1, Stage("can-evolve")))
    return pieces


def _way(clause: Clause) -> EvolvesBy | None:
    """ "evolve with a Moon Stone", 用水之石进化, "evolve by trading": how the set evolves."""
    items = clause.find("item")
    if len(items) == 1:
        uses = (*clause.find("learn", "learn"), *clause.find("itemuse"))
        clause.take(items[0], *clause.find("noun", "item"), *uses)
        return EvolvesBy("item", clause.value(items[0], "item"))
    ways = clause.find("evolveby")
    if len(ways) == 1:
        clause.take(ways[0])
        return EvolvesBy(clause.value(ways[0], "evolveby"))
    return None
