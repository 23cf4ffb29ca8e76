"""Whether a move is all that a Pokémon learns."""

from __future__ import annotations

from ..algebra import Learn, Query
from ..clause import Clause
from .moves import moves_named


def sole_move(clause: Clause) -> Query | None:
    """ "Is Transform the only move Ditto learns?", 百变怪只会变身吗: whether there is any other."""
    mons, moves = clause.mons(), moves_named(clause)
    only = [i for i in (*clause.find("signature", "only"), *clause.find("adv", "only")) if i not in moves]
    if len(mons) != 1 or len(moves) != 1 or not only or not clause.is_yes_no():
        return None
    if clause.has("noun", "pokemon") or clause.has("cls") or clause.is_negated() or clause.has("type"):
        return None
    k = only[0]
    learns = [*clause.find("learn", "learn"), *(i for i in clause.find("aux", "can") if clause.language != "en")]
    behind = next((i for i in range(k + 1, len(clause.tokens)) if not clause.at(i, "prep", "of")), k)
    of_the_move = clause.at(behind, "noun", "move") or clause.at(behind, "moveset")
    of_the_learning = clause.at(k, "adv", "only") and mons[0] < k < moves[0] and behind in learns
    of_the_learning = of_the_learning and not clause.at(k, "signature")
    if not (of_the_move or of_the_learning):
        return None
    clause.take(*mons, *moves, *only, *learns, *clause.find("noun", "move"), *clause.find("prep", "getv"))
    return Learn(clause.mon(mons[0]), None, "can", None, clause.scope(), negated=True,
                 apart_id=clause.value(moves[0], "move"))  # fmt: skip
