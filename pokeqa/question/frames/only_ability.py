"""Whether a Pokémon has no other ability than this one: "is Truant Slaking's only ability?", 请假王的特性只有懒惰吗."""

from __future__ import annotations

from ..algebra import Check, HasAbility, Query
from ..clause import Clause
from ..word_lists import word_list

#: Words that make another question of it.
_OTHERWISE = ("move", "type", "cmp", "sup", "agg", "share", "learn", "cls", "mu", "contrast", "stage", "slot", "ev",
              "intro", "item")  # fmt: skip
#: "Only has", with the ability behind it.
_HOLDING = frozenset(word_list("only-ability/holding"))


def only_ability(clause: Clause) -> Query | None:
    """The word for "only" limits what the Pokémon has; where it limits who has it, `sole_holder` reads it."""
    mons, abilities = clause.mons(), clause.find("ability")
    if len(mons) != 1 or len(abilities) != 1 or mons == abilities or any(map(clause.has, _OTHERWISE)):
        return None
    if not clause.is_yes_no() or clause.is_negated() or clause.has("wh"):
        return None
    nouns = clause.find("attr", "ability") + clause.find("noun", "ability")
    words = {*clause.find("adv", "only"), *clause.find("signature", "only"), *clause.find("typecount", "1")}
    limits = [i for i in words if _limits(clause, i, mons[0], abilities[0], nouns)]
    if not limits or clause.has("noun", "pokemon"):
        return None
    clause.take(*mons, *abilities, *nouns, *words, *clause.find("number"), *clause.find("list", "one"))
    clause.take(*clause.find("exist"), *clause.find("neg", "negyn"), *clause.find("oblige"))
    return Check(clause.mon(mons[0]), HasAbility(clause.value(abilities[0], "ability"), "only"), clause.scope())


def _limits(clause: Clause, i: int, mon: int, ability: int, nouns: list[int]) -> bool:
    """Does this word limit the abilities: "only ability", 唯一的特性, 特性只有懒惰, "only has Truant"?"""
    behind = i + 1
    while clause.at(behind, "prep", "of"):
        behind += 1
    if behind in nouns:
        return True
    if clause.language == "ja":
        return i == ability + 1 and mon < ability
    if not mon < i < ability:
        return False
    between = range(i + 1, ability)
    if clause.language == "en":
        if clause.tokens[i].text.casefold().endswith("one") or clause.tokens[i - 1].text.casefold() == "the":
            return False  # "Is Slaking the only one with Truant?"
        return bool(between) and all(clause.tokens[k].text.casefold() in _HOLDING for k in between)
    return all(k in nouns or clause.at(k, "prep") or clause.at(k, "exist") for k in between)
