"""Who else is of the types of a Pokémon: "does any other Pokémon have Spiritomb's types?", 还有谁和花岩怪属性一样."""

from __future__ import annotations

from ..algebra import Query, Search, SharesWith
from ..clause import Clause

#: Words that make another question of it.
_OTHERWISE = ("type", "ability", "move", "item", "sup", "agg", "share", "learn", "gen", "vg", "cls", "mu", "similar",
              "number", "neg", "ev", "egg_group")  # fmt: skip


def same_typing(clause: Clause) -> Query | None:
    """All others of its types; "else" says that it is left out."""
    others = clause.find("signature", "else")
    if not others or any(map(clause.has, _OTHERWISE)):
        return None
    mons, words = clause.mons(), clause.find("attr", "type")
    if len(mons) != 1 or not words or len(clause.find("attr")) > len(words):
        return None
    clause.take(*others, *mons, *words, *clause.find("wh", "who", "which", "what"), *clause.find("shares", "same"))
    clause.take(*clause.find("cmp", ":eq"), *clause.find("noun", "pokemon"), *clause.find("exist"), *clause.find("foe"))
    clause.take(*clause.find("bool", "and"), *clause.find("op"), *clause.find("prep"), *clause.find("list"))
    return Search(
        "pokemon", SharesWith("typing", clause.mon(mons[0])), output="exists" if clause.is_yes_no() else "list"
    )
