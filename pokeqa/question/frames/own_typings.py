"""Pairs of types that one Pokémon alone has: "which type combinations are unique?", 哪些属性组合只有一只宝可梦有."""

from __future__ import annotations

from ..algebra import Query
from ..clause import Clause
from ..set_queries import Groups
from ..word_lists import word_list

#: Words that make another question of it.
_OTHERWISE = ("mon", "type", "move", "ability", "cmp", "sup", "agg", "share", "learn", "mu", "number", "quiz", "random")
#: Words for having no other owner.
_ALONE = frozenset(word_list("own-typings/alone"))


def own_typings(clause: Clause) -> Query | None:
    """All pairs of types with a single Pokémon."""
    pairs = clause.find("group", "typing")
    if not pairs or any(map(clause.has, _OTHERWISE)) or clause.has("neg", "neg"):
        return None
    alone = [i for i, token in enumerate(clause.tokens) if token.text.casefold() in _ALONE]
    alone += clause.find("signature", "only", "signature")
    if not alone:
        return None
    clause.take(*pairs, *alone, *clause.find("noun", "pokemon"), *clause.find("list"), *clause.find("exist"))
    clause.take(*clause.find("wh"), *clause.find("typecount", "1"), *clause.find("adv", "only"), *clause.find("meet"))
    clause.take(*clause.find("damagecalc"), *clause.find("intro"), *clause.find("beaten", "get"))
    return Groups("typing", sense="min")
