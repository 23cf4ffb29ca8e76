"""Which of several generations a Pokémon is from: "is Togekiss gen 2, 3 or 4?", 路卡利欧是第四世代还是第五世代的."""

from __future__ import annotations

from ..algebra import Facts, Query
from ..clause import Clause

#: Words that make another question of it.
_OTHERWISE = (
    "sup",
    "cmp",
    "agg",
    "share",
    "learn",
    "ev",
    "mu",
    "move",
    "ability",
    "item",
    "type",
    "vg",
    "history",
    "cls",
)


def generation_choice(clause: Clause) -> Query | None:
    """The generation of a Pokémon that is asked for with several to choose from."""
    mons, either = clause.mons(), clause.find("bool", "or")
    games = clause.find("vg") if clause.has("intro") else []  # "was Mime Jr. introduced in Diamond or in Ruby?"
    placed = clause.find("gen") + clause.find("region") + games
    other = any(clause.has(tag) for tag in _OTHERWISE if tag != "vg" or not games)
    if len(mons) != 1 or len(placed) < 2 or not either or other or clause.is_negated():
        return None
    if not (placed[0] if clause.language == "en" else min(placed)) - 1 <= max(either) <= max(placed):
        return None
    clause.take(*mons, *placed, *either, *clause.find("intro"), *clause.find("attr", "generation", "region"))
    clause.take(*clause.find("noun", "generation", "region", "pokemon"), *clause.find("op", "between"))
    return Facts((clause.mon(mons[0]),), ("generation",))
