"""The rules of catching and growing by themselves: growth rates, and what a status condition does for a catch."""

from __future__ import annotations

from typing import Any

from ...pokedex.dataset import SIDE_GAMES
from ...pokedex.formulas.catching import FIRST_GENERATION
from ...pokedex.formulas.stats import MAX_LEVEL
from ..algebra import Facts, Query
from ..clause import Clause
from ..raising import CatchFactor, GrowthRates
from ..slots import levels

#: What makes another question of one about growth rates.
_OTHERS = ("mon", "move", "item", "type", "cls", "gen", "vg", "look", "mu", "ability", "region")
#: Status conditions that help to catch.
_AILMENTS = ("sleep", "freeze", "paralysis", "burn", "poison")


def growth_rates(clause: Clause) -> Query | None:
    """ "Which growth rate is fastest to level 100?", 升到100级经验最少的是哪种成长类型, "list the growth rates"."""
    rates = clause.find("attr", "growth-rate")
    looks = [i for i in clause.find("look") if clause.tokens[i].text in ("最快", "最慢")]
    others = [tag for tag in _OTHERS if clause.has(tag) and not (tag == "look" and looks)]
    if not rates or others or clause.has("noun", "pokemon") or clause.is_yes_no():
        return None
    if looks and not clause.has("learn", "level-up"):
        return None
    fast, slow = clause.find("sup", "speed:max"), clause.find("sup", "speed:min")
    if clause.has("learn", "level-up"):  # 哪个经验组升级最快: 最快 and 最慢 are names of rates as well
        fast += [i for i in looks if clause.tokens[i].text == "最快"]
        slow += [i for i in looks if clause.tokens[i].text == "最慢"]
    least, most = clause.find("sup", ":min"), clause.find("sup", ":max")
    exp = clause.find("exp", "exp")
    if len(fast) + len(slow) + len(least) + len(most) > 1 or clause.is_negated() or clause.has("cmp"):
        return None
    if (least or most) and not exp:
        return None  # "the highest growth rate" says neither how fast nor how much
    if not (fast or slow or least or most or clause.has("list", "list", "all") or clause.has("wh", "what", "howmany")):
        return None
    reached = levels(clause)
    if any(level.value != MAX_LEVEL for level in reached):
        return None
    # "who has it", 有谁: whoever is of the rate
    clause.take(*rates, *fast, *slow, *least, *most, *exp, *clause.find("exp", "reach"), *clause.find("evolveby"))
    clause.take(*clause.find("wh", "howmany", "howmuch", "level", "how"), *clause.find("require"))
    clause.take(*clause.find("learn", "level-up"), *clause.find("list"), *clause.find("exist"))
    clause.take(*clause.find("noun", "game"), *clause.find("contrast"), *clause.find("prep", "getv"))
    clause.take(*clause.find("pron", "it"), *clause.find("attr", "total"), *clause.find("beaten", "get"))
    clause.take(*clause.find("ev", "into"), *clause.find("moveset"))
    return GrowthRates("min" if fast or least else "max" if slow or most else None)


def catch_factor(clause: Clause) -> Query | None:
    """ "How much does sleep raise the catch rate?", 睡眠状态能把捕获率提高多少倍."""
    rate = [*clause.find("attr", "capture-rate"), *clause.find("catch", "catch", "chance")]
    rate = [i for i in rate if not clause.at(i, "attr", "chance")]  # "the chance of full paralysis"
    ailments = clause.find("ailment")
    named = {clause.value(i, "ailment") for i in ailments}
    words = clause.find("statusword") if not ailments else []
    if not rate or clause.mons() or clause.has("ball") or clause.has("hpstate") or len(named) > 1:
        return None
    asked = clause.find("wh", "howmuch", "howmany", "how", "what") or clause.find("mu", "effect:att")
    more = [*clause.find("bend"), *clause.find("factor"), *clause.find("cmp"), *clause.find("attr", "effect")]
    if not (ailments or words) or not named.issubset(_AILMENTS) or not (asked or more) or clause.is_negated():
        return None
    scope = clause.scope()
    side = any(clause.dataset.version_groups[g].identifier in SIDE_GAMES for g in scope.version_groups)
    if side or (scope.generation is not None and scope.generation < FIRST_GENERATION):
        return None
    clause.take(*rate, *ailments, *words, *asked, *more, *clause.find("inflict"), *clause.find("effecttalk"))
    clause.take(*clause.find("grant"), *clause.find("catch"), *clause.find("mu", "effect:att"), *clause.find("pron"))
    clause.take(*clause.find("beaten", "get"), *clause.find("noun", "pokemon"), *clause.find("wild"))
    clause.take(*clause.find("sex", "often"), *clause.find("meet", "meet"), *clause.find("neg", "negyn"))
    ailment: Any = next(iter(named), None)
    return CatchFactor(ailment, scope.generation)


def one_of_values(clause: Clause) -> Query | None:
    """ "Is Larvitar slow or medium slow?", "catch rate 45 or 3 for Zapdos": values to choose from; the fact tells."""
    mons, choice = clause.mons(), clause.find("bool", "or")
    if len(mons) != 1 or len(choice) != 1 or clause.is_negated() or clause.has("sup") or clause.has("move"):
        return None
    at = choice[0]
    looks = [i for i in clause.find("look") if str(clause.value(i, "look")).startswith("growth_rate:")]
    beside = [i for i in looks if i < at], [i for i in looks if i > at]
    if all(len(side) == 1 for side in beside) and not clause.find("attr", "speed"):
        clause.take(*mons, *looks, *choice, *clause.find("attr", "growth-rate"), *clause.find("wh", "which"))
        return Facts((clause.mon(mons[0]),), ("growth-rate",))
    numbers = [i for i in clause.find("number") if abs(i - at) <= 2]
    named = clause.find("attr", "capture-rate", "hatch", "happiness", "base-experience")
    if len(numbers) == 2 and numbers[0] < at < numbers[1] and len(named) == 1 and not clause.has("cmp"):
        clause.take(*mons, *numbers, *choice, *named, *clause.find("wh", "which"))
        return Facts((clause.mon(mons[0]),), (clause.value(named[0], "attr"),))
    return None
