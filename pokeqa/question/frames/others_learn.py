"""Whether anyone but one Pokémon learns a move."""

from __future__ import annotations

from ..algebra import And, IsA, Learns, Not, Query, Search
from ..clause import Clause
from ..word_lists import word_list
from .moves import moves_named

#: How the words end that leave out what stands behind them, and what stands for anyone in front of them.
_BUT = word_list("others-learn/but")
_ANYONE = word_list("others-learn/anyone")


def others_learn(clause: Clause) -> Query | None:
    """ "Does anything besides Arceus learn Judgment?", "any Pokémon other than Ho-Oh that learns Sacred Fire"."""
    mons, moves = clause.mons(), moves_named(clause)
    if len(mons) != 1 or len(moves) != 1 or mons[0] > moves[0] or clause.language != "en":
        return None
    k = mons[0] - 1
    said = clause.tokens[k].text.casefold() if k >= 0 else ""
    if not (clause.at(k, "neg", "neg") or clause.at(k, "bool")) or not said.endswith(_BUT):
        return None
    lead = [i for i in range(max(0, k - 3), k) if clause.tokens[i].text.casefold() in _ANYONE]
    lead += [i for i in range(max(0, k - 3), k) if clause.at(i, "noun", "pokemon")]
    if not (lead or said.startswith("any")) or clause.has("wh") or clause.has("type") or clause.has("cls"):
        return None
    learns = clause.find("learn", "learn")
    has = [i for i in (*clause.find("aux", "have"), *clause.find("itemuse")) if mons[0] < i < moves[0]]
    if not (learns or has) or clause.has("number") or len(clause.find("neg", "neg")) > 1:
        return None
    clause.take(k, *lead, *mons, *moves, *learns, *has, *clause.find("exist"), *clause.find("noun", "move"))
    scope = clause.scope()
    learnt = Learns(clause.value(moves[0], "move"), scope)
    return Search("pokemon", And((learnt, Not(IsA(clause.mon(mons[0]))))), None, "exists")
