"""Which stat of a Pokémon is its highest or lowest, where the word for stats and the one for the end stand apart."""

from __future__ import annotations

from ..algebra import Facts, Query
from ..clause import Clause
from ..word_lists import word_list

#: Ends that are said of a stat; "top" and "first" are places of a list.
_ENDS = frozenset(word_list("ends"))


def best_stat(clause: Clause) -> Query | None:
    """ "Which stat is highest for Aggron?", "which of its stats is the worst?"."""
    mons = clause.mons()
    ends = [i for i in clause.find("sup", ":max", ":min") if clause.tokens[i].text.casefold() in _ENDS]
    asked = [*clause.find("attr", "stats"), *clause.find("noun", "stat")]
    if len(mons) != 1 or len(ends) != 1 or not asked or not clause.has("wh", "which", "what") or clause.has("move"):
        return None
    others = [i for i in clause.find("attr") if i not in asked]
    if others or clause.has("noun", "pokemon") or clause.is_negated() or clause.is_yes_no():
        return None
    clause.take(*mons, *ends, *asked, *clause.find("prep"), *clause.find("aux"))
    lowest = clause.at(ends[0], "sup", ":min")
    return Facts((clause.mon(mons[0]),), ("worst-stat" if lowest else "best-stat",), clause.scope())
