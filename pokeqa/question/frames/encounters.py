"""Where a Pokémon is met in a game."""

from __future__ import annotations

from ..algebra import Facts, Query
from ..clause import Clause


def whereabouts(clause: Clause) -> Query | None:
    """ "Where is Ditto found in Red?", 皮卡丘在火红哪里出现: places of encounter."""
    mons, where = clause.mons(), clause.find("wh", "where")
    if len(mons) != 1 or not where or clause.is_negated() or clause.has("move") or clause.has("attr"):
        return None
    met, appears = clause.find("meet", "meet"), clause.find("meet", "appear")
    if not met and not (appears and clause.has("vg")):
        return None
    clause.take(*mons, *where, *met, *appears, *clause.find("catch", "catch"))
    return Facts((clause.mon(mons[0]),), ("locations",), clause.scope())
