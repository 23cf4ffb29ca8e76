"""Abilities that one family alone has: "Mimikyu's signature ability", 只有谜拟Q才有的特性."""

from __future__ import annotations

from ..algebra import HasAbility, Query
from ..clause import Clause
from ..set_queries import Only, OwnAbilities
from ..word_lists import word_list

#: Words that make another question of it.
_OTHERWISE = ("move", "type", "cmp", "sup", "agg", "share", "learn", "gen", "vg", "cls", "mu", "contrast")


#: Verbs for having that a single owner makes an only one.
_BELONG = frozenset(word_list("belong"))


def _belonging(clause: Clause) -> list[int]:
    """ "Belong to a single Pokémon": the words for it."""
    ones = [i for i in clause.find("list", "one") if clause.tokens[i].text.casefold() in _BELONG]
    ones += [i for i in clause.find("typecount", "1") if clause.tokens[i].text.casefold() in _BELONG]
    return [i for i in ones if i and clause.at(i + 1, "noun", "pokemon")]


def own_abilities(clause: Clause) -> Query | None:
    """What a Pokémon alone has as its ability, whether it alone has this one, or all abilities of a single family."""
    mons, abilities = clause.mons(), clause.find("ability")
    words = clause.find("signature", "signature", "only") + _belonging(clause)
    if clause.language == "en":
        words += clause.find("adv", "only")
    nouns = clause.find("noun", "ability") + clause.find("attr", "ability")
    nouns += [i for i in words if clause.tokens[i].text.casefold().endswith(("ability", "abilities", "特性"))]
    if not words or len(mons) > 1 or len(abilities) > 1 or any(map(clause.has, _OTHERWISE)):
        return None
    if clause.has("noun", "move") or clause.is_negated() or not (nouns or abilities):
        return None
    if mons and abilities:
        # "Is Disguise exclusive to Mimikyu?"; who "the only one" is said of, other frames tell.
        if not clause.is_yes_no() or not clause.has("signature", "signature"):
            return None
        clause.take(*mons, *abilities, *words, *nouns, *clause.find("noun", "pokemon"), *clause.find("neg", "negyn"))
        return Only(clause.mon(mons[0]), HasAbility(clause.value(abilities[0], "ability")))
    if abilities or not nouns:
        return None
    clause.take(*words, *nouns, *clause.find("exist"), *clause.find("list"), *clause.find("attr", "name"))
    clause.take(*clause.find("oblige"), *clause.find("intro"), *clause.find("noun", "pokemon"))
    if mons:
        # "Is Levitate the only ability of Gengar?", 耿鬼只有一个特性吗: how many it has
        limits = any(
            clause.at(i, "adv", "only") or i > mons[0] for i in words if not clause.at(i, "signature", "signature")
        )
        if limits or clause.has("number") or (clause.is_yes_no() and not clause.has("signature", "signature")):
            return None
        clause.take(mons[0])
        return OwnAbilities(clause.mon(mons[0]))
    single = clause.find("number") + clause.find("list", "one")
    if clause.is_yes_no() or not _of_one(clause, words, nouns):
        return None
    clause.take(*single, *clause.find("wh", "howmany"), *clause.find("adv", "only"), *clause.find("typecount", "1"))
    return OwnAbilities(None)


def _of_one(clause: Clause, words: list[int], nouns: list[int]) -> bool:
    """Are abilities of one alone asked for: 只有一只宝可梦有的特性, "signature abilities", 哪些特性是独有的?"""
    owned = [i for i in words if clause.at(i, "signature", "signature")]
    if any(i + 1 in nouns or i in nouns for i in owned):
        many = any(clause.tokens[i].text.casefold().endswith("s") for i in nouns)
        return many or clause.has("wh", "which", "howmany") or clause.has("list", "list", "all")
    one = (
        clause.has("list", "one")
        or any(clause.tokens[i].text.casefold() == "only one" for i in words)
        or any(clause.value(i, "number") == 1 for i in clause.find("number"))
    )
    if not one:
        return False
    if min(nouns) < min(words):
        return True  # "Which Pokémon only have one ability?" asks for those Pokémon
    behind = max(nouns)
    counted = [i for i in clause.find("list", "one") if clause.at(i + 1, "noun", "pokemon") and i > min(words)]
    return clause.language != "en" and any(k < behind for k in counted)
