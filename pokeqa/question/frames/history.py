"""How a fact changed over the generations, and whether it was always so."""

from __future__ import annotations

from typing import Literal

from ..algebra import History, Query
from ..clause import Clause
from ..past_claims import PastClaim, claim_of, number_claim
from ..word_lists import word_list
from .attributes import OF_POKEMON, STATS, attributes

#: What the data holds of every generation.
_SPANNED = frozenset({*STATS, "type", "ability", "ordinary-ability", "hidden-ability", "stats", "profile"})
#: Words that set a value beside an earlier one.
_BESIDE = frozenset(word_list("beside"))
#: Auxiliaries of a time that is over, and what is only said of stats.
_HAVE_BEEN = frozenset(word_list("history/have-been"))
_BUFFS = word_list("history/buffs")
_NERFS = word_list("history/nerfs")


def history(clause: Clause) -> Query | None:
    """ "Did Pikachu's base Defense ever change?", 波克比以前是什么属性,现在又是什么."""
    changed = clause.find("hist", "change")
    past = clause.find("hist", "past")
    if past and not changed and (clause.has("gen") or clause.has("vg")):
        # "lost stats in gen 8, what was its Defense before?"
        changed = clause.find("lost") or clause.find("bend", "raises", "lowers")
    lasting = _always_so(clause) or _always_this(clause) or _had_ability(clause) or _lost(clause)
    if lasting is not None:
        return lasting
    beside = [i for i in clause.find("prep", "between", "than") if clause.tokens[i].text.casefold() in _BESIDE]
    timed = clause.has("gen") or clause.has("vg")
    same = [*clause.find("shares", "same"), *clause.find("cmp", ":eq")] if timed else []
    ells = [i for i in clause.find("ell") if clause.tokens[i].text.casefold() == "and now"]
    several = len({clause.value(i, "gen") for i in clause.find("gen")}) > 1 and not clause.has("bool", "or")
    then_and_now = timed and (
        several or clause.has("hist", "now") or bool(ells) or bool(beside) or (bool(same) and clause.is_yes_no())
    )
    if then_and_now:  # "in generation 4 vs now", "compared with before Gen 6"
        clause.scope()
        clause.take(*(clause.find("each") if several else ()))  # "its types in gen 5 and in gen 6, each"
        clause.take(*beside, *same, *clause.find("mu", "effect:att"), *clause.find("wh", "howmuch"))
    elif changed and (clause.has("gen") or clause.has("vg")):
        clause.scope()  # "was it different in Gen 5?": all changes are told, with their generations
    elif (not changed and not past) or clause.has("gen") or clause.has("vg"):
        return None
    mons = clause.mons()
    if len(mons) != 1:
        return None
    weighed = clause.mon(mons[0]).form_named and clause.has("contrast", "differences")
    if weighed and not past and not timed:
        return None  # "Does Origin Giratina have a different ability than Altered?" asks of forms, and of no time
    if clause.has("ev") or any(not clause.at(i, "attr", "attack") for i in clause.find("mu")):
        return None
    found = attributes(clause, OF_POKEMON)
    if changed and past and len(found) == 2 and "stats" in found:
        found.remove("stats")  # of the stats that were changed one is asked for
    yes_no = clause.is_yes_no()
    types = clause.find("type")
    if not found and types and yes_no and past:
        return None
    if not found and changed and not types and clause.has("wh", "how", "what"):
        found = ["profile"]  # "how did Clefairy change in Gen 6?"
    if not found and changed and not types and yes_no and _is_past(clause, changed):
        if _bent(clause, changed) is not None:
            return None  # "was Raichu nerfed": one stat may be higher now and another lower
        found = ["profile"]  # "has Clefairy ever changed?"
    if found[:1] in (["region"], ["generation"]) and not changed:
        return None  # "which region is Crobat originally from": it has one
    if len(found) != 1 or (several and found[0] not in _SPANNED):
        return None
    clause.take(*(clause.find("gen") if several else ()))
    clause.take(*mons, *changed, *past, *clause.find("hist", "now"), *clause.find("wh", "how", "when"))
    clause.take(*clause.find("ell"))
    if past or changed:  # "before it was raised", "was changed and by how much"
        clause.take(*clause.find("bend", "raises", "lowers"), *clause.find("bymuch"), *clause.find("wh", "howmuch"))
    claimed = number_claim(clause, found[0])
    if claimed is not None:  # "was Pikachu's Speed lower before?"
        clause.take(*claimed[1])
        return History(clause.mon(mons[0]), found[0], claim=claimed[0])  # type: ignore[arg-type]
    bent = _bent(clause, changed) if yes_no and found[0] in STATS else None
    if bent is not None:  # "did Alakazam get a Special Defense buff?"
        return History(clause.mon(mons[0]), found[0], claim=PastClaim(bent))  # type: ignore[arg-type]
    return History(clause.mon(mons[0]), found[0], yes_no and bool(changed))  # type: ignore[arg-type]


def _bent(clause: Clause, changed: list[int]) -> Literal["more", "less"] | None:
    """What a number must have been before, where it is said to have been buffed or nerfed."""
    said = [clause.tokens[i].text.casefold() for i in changed]
    up, down = (any(word in text for text in said for word in words) for words in (_BUFFS, _NERFS))
    return None if up == down else "less" if up else "more"


def _is_past(clause: Clause, changed: list[int]) -> bool:
    """ "Did it change?", 被加强过吗: does a yes/no question speak of what is over?"""
    return clause.tokens[0].text.casefold() in _HAVE_BEEN or any("过" in clause.tokens[i].text for i in changed)


def _always_so(clause: Clause) -> Query | None:
    """ "Was Magnemite always part Steel?", 皮皮一直是妖精属性吗: its types over the generations."""
    always, mons, types = clause.find("adv", "always"), clause.mons(), clause.find("type")
    always = always or clause.find("hist", "past")
    if not always or len(mons) != 1 or not types or not clause.is_yes_no() or clause.find("mu") or clause.has("gen"):
        return None
    if clause.has("ability") or clause.has("bool", "or") or clause.has("ev"):
        return None
    clause.take(*always, *mons, *types, *clause.find("noun", "type"), *clause.find("attr", "type"))
    clause.take(*clause.find("typecount"), *clause.find("adv", "only"), *clause.find("signature", "only"))
    return History(clause.mon(mons[0]), "type", claim=claim_of(clause, types=types, abilities=[]))


def _always_this(clause: Clause) -> Query | None:
    """ "Has Pikachu's Defense always been 40?": its base stat over the generations."""
    always, mons, numbers = clause.find("adv", "always"), clause.mons(), clause.find("number")
    if not always or len(mons) != 1 or len(numbers) != 1 or not clause.is_yes_no() or clause.is_negated():
        return None
    found = attributes(clause, frozenset(STATS[:-1]))
    if len(found) != 1 or any(map(clause.has, ("gen", "vg", "wh", "move", "item", "evs", "iv", "nature"))):
        return None
    clause.take(*always, *mons, *numbers)
    return History(clause.mon(mons[0]), found[0])  # type: ignore[arg-type]


def _had_ability(clause: Clause) -> Query | None:
    """ "Did Gengar ever have Levitate?", 耿鬼曾经有漂浮特性吗: its abilities over the generations."""
    past, mons, abilities = clause.find("hist", "past"), clause.mons(), clause.find("ability")
    past = past or clause.find("adv", "always")
    if not past or len(mons) != 1 or not abilities or not clause.is_yes_no() or clause.find("mu") or clause.has("gen"):
        return None
    if clause.has("type") or clause.has("bool", "or") or clause.has("ev") or clause.has("vg"):
        return None
    clause.take(*past, *mons, *abilities, *clause.find("noun", "ability"), *clause.find("attr", "ability"))
    return History(clause.mon(mons[0]), "ability", claim=claim_of(clause, types=[], abilities=abilities))


def _lost(clause: Clause) -> Query | None:
    """ "When did Gengar lose Levitate?", "since when is it Fairy?", "when was Gengar's ability changed?"."""
    lost, changed, mons = clause.find("lost"), clause.find("hist", "change"), clause.mons()
    abilities, types = clause.find("ability"), clause.find("type")
    when = [*clause.find("wh", "when"), *clause.find("attr", "generation")]
    if when and not lost:
        lost = clause.find("since")  # "since when is Clefairy a Fairy type?"
    if when and abilities:
        lost += clause.find("neg", "neg")  # 耿鬼哪一代开始没有漂浮了
    if len(mons) != 1 or not (lost or changed) or not (when or (lost and clause.is_yes_no())):
        return None
    named = [*clause.find("attr", "ability", "type"), *clause.find("noun", "ability", "type")]
    if (bool(abilities) and bool(types)) or len(abilities) > 1 or len(types) > 1 or clause.has("ev", "into"):
        return None
    of_ability = bool(abilities) or any(clause.at(i, "attr", "ability") for i in named)
    of_type = bool(types) or any(clause.at(i, "attr", "type") for i in named)
    if of_ability == of_type or any(map(clause.has, ("gen", "vg", "sup", "cmp", "learn", "move", "item"))):
        return None
    clause.take(*mons, *lost, *changed, *when, *abilities, *types, *named, *clause.find("neg"))
    clause.take(*clause.find("noun", "generation", "game"), *clause.find("hist", "now"), *clause.find("beaten", "get"))
    clause.take(*clause.find("since"))
    return History(clause.mon(mons[0]), "ability" if of_ability else "type")
