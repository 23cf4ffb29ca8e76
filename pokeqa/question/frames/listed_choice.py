"""Which of several values a Pokémon is listed with: "is Chansey pink or white?", 皮卡丘住森林还是草原."""

from __future__ import annotations

from typing import Any

from ..algebra import Facts, Query
from ..clause import Clause

#: Words that make another question of it.
_OTHERWISE = ("sup", "cmp", "agg", "share", "shares", "similar", "learn", "ev", "mu", "move", "ability", "item", "type",
              "number", "gen", "region", "contrast", "quiz", "random", "whoami")  # fmt: skip
#: What a word describes, by the tag or by the table in front of the colon, and the attribute that tells it.
_TOLD: dict[str, Any] = {"color": "color", "cls": "status", "shape": "shape", "habitat": "habitat"}


def listed_choice(clause: Clause) -> Query | None:
    """The colour, the shape, the habitat or the class of Pokémon that are asked for with several to choose from."""
    mons, either = clause.mons(), clause.find("bool", "or")
    if not mons or not either or any(map(clause.has, _OTHERWISE)) or clause.is_negated():
        return None
    offered = {kind: found for kind in _TOLD if len(found := _offered(clause, kind)) > 1}
    if len(offered) != 1:
        return None
    kind, words = next(iter(offered.items()))
    if not any(words[0] < i < words[-1] for i in either) or any(words[0] < i < words[-1] for i in mons):
        return None
    if kind == "color" and any(clause.at(i, "vg") and clause.at(i - 1, "prep", "in") for i in words):
        return None  # "in Red or in Yellow" are games
    told = _TOLD[kind]
    clause.take(*mons, *words, *either, *clause.find("attr", told), *clause.find("listed"), *clause.find("each"))
    clause.take(*clause.find("noun", "dex"), *clause.find("noun", "pokemon"), *clause.find("pron"))
    if kind == "habitat":
        clause.take(*clause.find("home"), *clause.find("wh", "where"), *clause.find("attr", "region"))
        clause.take(*clause.find("noun", "region"))
    if kind in ("color", "shape"):
        clause.take(*clause.find("adv", "more"))
    return Facts(tuple(dict.fromkeys(clause.mon(i) for i in mons)), (told,))


def _offered(clause: Clause, kind: str) -> list[int]:
    """The words of one kind."""
    if kind in ("color", "cls"):
        return clause.find(kind)
    return [i for i in clause.find("look") if any(v.startswith(f"{kind}:") for v in clause.tokens[i].readings["look"])]
