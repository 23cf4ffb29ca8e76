"""Which of several Pokémon has a number: "is 151 Mew or Mewtwo?", 第25号是皮卡丘还是雷丘."""

from __future__ import annotations

from ..algebra import DexLookup, Query
from ..clause import Clause

#: Words that make another question of it.
_OTHERWISE = ("op", "unit", "cmp", "sup", "type", "gen", "region", "level", "mu", "move", "learn", "ev", "agg", "item",
              "ability", "sumword")  # fmt: skip


def dex_choice(clause: Clause) -> Query | None:
    """The Pokémon of a number that is asked for with several to choose from."""
    mons, numbers, either = clause.mons(), clause.find("number"), clause.find("bool", "or")
    if len(mons) < 2 or len(numbers) != 1 or not either or any(map(clause.has, _OTHERWISE)):
        return None
    if any(not clause.at(i, "noun", "number") for i in clause.find("neg", "neg")):
        return None
    i = numbers[0]
    value = float(clause.value(i, "number"))
    if not any(mons[0] < k < mons[-1] for k in either) or mons[0] < i < mons[-1] or value != int(value):
        return None
    marks = [*clause.find("noun", "number", "dex"), *clause.find("attr", "dex-number")]
    bare = clause.at(i - 1, "aux", "be") and i + 1 == mons[0] and int(value) in clause.dataset.species
    if not marks and not bare:
        return None
    clause.take(*mons, i, *marks, *either, *clause.find("wh"), *clause.find("noun", "pokemon"), *clause.find("each"))
    return DexLookup(int(value))
