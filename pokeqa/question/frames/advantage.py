"""Which of two Pokémon has the better of the other by their types: "who has the type advantage, A or B?"."""

from __future__ import annotations

from ..algebra import Matchup, Query
from ..clause import Clause

#: What else would be asked about, or change what the types say.
_OTHERS = (
    "move",
    "ability",
    "item",
    "type",
    "cls",
    "learn",
    "ev",
    "coverage",
    "team",
    "suppose",
    "sup",
    "tera",
    "number",
)


def advantage(clause: Clause) -> Query | None:
    """ "Does Charizard have a type advantage over Venusaur?", 喷火龙和水箭龟谁克谁: both ways, and who is ahead."""
    mons = clause.mons()
    said = clause.find("advantage")
    asked = clause.find("wh", "who", "which")
    verbs = [i for i in clause.find("mu", "weak:att") if i - 1 in asked and i + 1 in asked]  # 谁克谁
    if len(mons) != 2 or not (said or verbs):
        return None
    if any(not clause.at(i, "advantage") and not clause.at(i, "mu") for tag in _OTHERS for i in clause.find(tag)):
        return None
    first, second = (clause.mon(i) for i in mons)
    if first == second:
        return None
    clause.take(*mons, *said, *verbs, *asked, *clause.find("bool"), *clause.find("aux"), *clause.find("exist"))
    clause.take(*clause.find("mu", "effect:att"), *clause.find("prep"), *clause.find("noun", "type", "pokemon"))
    clause.take(*clause.find("attr", "type"), *clause.find("winning"), *clause.find("foe"), *clause.find("list", "one"))
    clause.take(*clause.find("wh", "how"), *clause.find("pron", "them"))
    if clause.is_negated():
        return None
    return Matchup(first, second, "effect", mutual=True, yes_no=clause.is_yes_no(), scope=clause.scope())
