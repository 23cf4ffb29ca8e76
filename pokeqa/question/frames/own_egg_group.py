"""Egg Groups of a single Pokémon: "which Pokémon has an Egg Group all to itself?", 自成一个蛋群."""

from __future__ import annotations

from ..algebra import Condition, InEggGroup, Or, Query, Search
from ..clause import Clause
from ..word_lists import word_list

#: What says that there is nobody else in it, as phrases of tokens run together.
_ALONE = frozenset(word_list("alone-in-it"))
#: Of these words, the ones that count what stands behind them.
_FEW = frozenset(word_list("counts-behind"))
_OTHERWISE = ("type", "move", "ability", "item", "gen", "region", "sup", "agg", "share", "number", "mu", "ev", "cls",
              "egg_group", "color")  # fmt: skip
#: An ordinary group has more than this many in it.
_ONE = 1


def own_egg_group(clause: Clause) -> Query | None:
    """Those that are in an Egg Group with no other species."""
    groups = clause.find("attr", "egg-group")
    if len(groups) != 1 or clause.mons() or any(map(clause.has, _OTHERWISE)) or clause.is_negated():
        return None
    words = [i for i, t in enumerate(clause.tokens) if t.text.casefold() in _ALONE]
    clause.take(*(clause.find("egg", "egg") if words else ()))  # 的蛋 in 谁的蛋群里只有它自己
    single: list[int] = []
    for i in clause.find("signature", "only") + clause.find("list", "one"):
        noun = i + 2 if clause.at(i + 1, "list", "one") else i + 1  # 只有一只宝可梦的
        single += [i] if clause.at(noun, "noun", "pokemon") else []
    words += [i for i in single if i not in words and (clause.at(i, "signature") or clause.has("contain"))]
    if not words or any(i + 1 == groups[0] and clause.tokens[i].text.casefold() in _FEW for i in words):
        return None  # "Which Pokémon have only one Egg Group?" counts theirs
    members: dict[int, int] = {}
    for species in clause.dataset.species.values():
        for group in species.egg_groups:
            members[group] = members.get(group, 0) + 1
    alone: list[Condition] = [InEggGroup(group) for group in sorted(members) if members[group] == _ONE]
    if not alone:
        return None
    clause.take(*groups, *words, *clause.find("wh", "which", "who", "what"), *clause.find("noun", "pokemon", "egg"))
    clause.take(*clause.find("prep"), *clause.find("breed", "itself"), *clause.find("exist"), *clause.find("list"))
    clause.take(*clause.find("pron"), *clause.find("adv", "only"), *clause.find("signature", "only", "signature"))
    clause.take(*clause.find("wh", "howmany"), *clause.find("owning"), *clause.find("bool", "and"))
    clause.take(*clause.find("contain"), *clause.find("neg", "negyn"))
    return Search("pokemon", alone[0] if len(alone) == 1 else Or(tuple(alone)))
