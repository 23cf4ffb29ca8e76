"""Rules that belong to no Pokémon: status conditions, limits of EVs and IVs, critical hits, the same-type bonus.

Each rule is told whole, so that whatever detail of it a question asks about is in the answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import get_args

from ...paths import DATA
from ...yaml_files import read_yaml
from ..algebra import Query
from ..clause import Clause
from ..rules import Rule, RuleName
from ..slots import stat_at

#: What makes another question of it.
_OTHERS = ("mon", "ability", "item", "ball", "machine", "nature", "cls", "egg", "region", "learn", "signature", "ev",
           "sex", "meet", "color", "role", "team")  # fmt: skip
#: Words that speak of what a condition does, and when.
_DETAILS = (
    "mu", "damagecalc", "harms", "effecttalk", "bend", "usedoes", "wh", "percent", "fraction", "outcome", "itemuse",
    "inflict", "statusword", "ailment", "moveclass", "each", "hpstate", "movedoes", "factor", "bymuch", "foe",
    "ownside", "pron", "lost", "share", "times", "list", "dexend", "evtime", "learnplace", "battlewords", "catch",
    "ell", "stage", "drain", "hist", "gen", "beaten", "effort", "exp", "stageword", "stages", "passive", "sumword",
    "unit", "suppose", "critical", "stab", "number", "grant", "adv", "exist", "cmp", "sup", "prep", "op", "moveset",
    "light", "heal",
)  # fmt: skip
_ATTRIBUTES = ("effect", "drain", "chance", "hp", "power", "attack", "defense", "speed", "stats", "accuracy", "hits",
               "height", "total")  # fmt: skip
#: Those that show that what it does is asked for.
_ASKING = ("wh", "outcome", "effecttalk", "damagecalc", "harms", "bend")
#: Readings of what does away with a condition, or keeps from it.
_AGAINST = ("cure", "prevent", "switch")


def rule(clause: Clause) -> Query | None:
    """ "How much damage does a burn do each turn?", 麻痹有什么效果, "max EVs in one stat", 个体值最高多少."""
    others = [i for tag in _OTHERS for i in clause.find(tag) if not clause.at(i, "sup") and not clause.at(i, "chance")]
    if any(not clause.at(i, "attr", "chance") for i in others) or clause.is_negated():
        return None
    if clause.is_yes_no():
        return _claim(clause)
    if clause.has("wh", "who", "where", "why", "item", "level") or clause.has("noun", "ability", "item", "type"):
        return None
    limit = _limit(clause)
    return limit if limit is not None else _condition(clause)


def _claim(clause: Clause) -> Query | None:
    """ "Does paralysis lower Speed?", 灼伤会降攻击吗: whether it is a stat that the condition lowers."""
    found = _named(clause)
    stats = [i for i in clause.find("attr") if stat_at(clause, i) is not None]
    lowered = [*clause.find("bend", "lowers"), *clause.find("fraction"), *clause.find("halved")]
    lowered += _spoken(clause, "lowering")
    if found is None or len(stats) != 1 or not lowered or clause.has("bool", "or") or clause.has("move"):
        return None
    name, at = found
    if _acts_on_it(clause, stats, at[0]):
        return None
    clause.take(*at, *stats, *lowered, *clause.find("pron"), *clause.find("noun", "pokemon", "stat"))
    clause.take(*clause.find("mu", "effect:att"), *clause.find("effecttalk"), *_spoken(clause, "with"))
    return Rule(name, f"{name}:{stat_at(clause, stats[0])}" in _words()["lowers"])


def _limit(clause: Clause) -> Query | None:
    """The most EVs or IVs, or the highest level."""
    level = clause.find("exp", "maxlevel")
    if level and len(clause.content()) == len(level):
        clause.take(*level)
        return Rule("level")
    effort, individual = [*clause.find("attr", "ev-yield"), *clause.find("evs", "full")], clause.find("iv")
    if bool(effort) == bool(individual) or clause.has("move") or clause.has("type") or clause.has("vg"):
        return None
    if any(clause.tokens[i - 1].text.casefold() not in _words()["one"] for i in clause.find("noun", "pokemon")):
        return None  # "which Pokémon gives the most EVs"
    full = [*clause.find("sup", ":max"), *clause.find("extreme", "max"), *clause.find("evs", "full")]
    full += clause.find("iv", "full")
    full += _spoken(clause, "most")
    can = (clause.has("wh", "howmany", "howmuch") or clause.has("effecttalk")) and clause.has("aux", "can")
    if not (full or can) or clause.has("beaten") or clause.has("effort", "give") or clause.has("exp", "gives"):
        return None
    stats = clause.find("attr", "stats", "total", "height", "hp", "attack", "defense", "speed")
    ones = [i for i in clause.find("number") if clause.value(i, "number") in (1, 6)]
    clause.take(*effort, *individual, *full, *stats, *ones, *clause.find("noun", "stat", "pokemon"), *clause.find("wh"))
    clause.take(*clause.find("sumword"), *clause.find("listed"), *clause.find("itemuse"), *clause.find("each"))
    clause.take(*clause.find("exist"), *clause.find("op", "le"), *clause.find("list"), *clause.find("prep"))
    clause.take(*clause.find("exp", "reach"), *clause.find("effecttalk"), *clause.find("bend", "raises"))
    clause.take(*_spoken(clause, "beside"))
    return Rule("effort" if effort else "individual")


def _acts_on_it(clause: Clause, attributes: Sequence[int], at: int) -> bool:
    """ "How does Speed affect paralysis?", 速度怎么影响麻痹: what a stat does to the condition."""
    acting = [i for i in range(at) if clause.at(i, "mu") or clause.tokens[i].text == "影响"]
    passive = clause.has("passive") or any(clause.tokens[i].text.endswith(" by") for i in acting)
    return bool(acting and attributes) and attributes[0] < acting[0] and not passive


def _condition(clause: Clause) -> Query | None:
    """What a status condition, a critical hit or the same-type bonus does."""
    found = _named(clause)
    if found is None:
        return None
    name, at = found
    if any(i not in at and not clause.at(i, "bend") for i in clause.find("move")):
        return None
    if clause.has("noun", "move") and (clause.has("wh", "which") or clause.has("noun", "pokemon")):
        return None
    if any(i not in at for i in clause.find("type")) or clause.has("usedoes", *_AGAINST) or clause.has("heal"):
        return None
    if any(i < at[0] and not clause.at(i, "outcome") for i in clause.find("inflict")):
        return None  # "what causes a burn"
    if clause.tokens[at[0] - 1].text in _words()["dealt"] and at[0]:
        return None  # 打麻痹的概率 is that of a move
    if any(
        clause.tokens[i].text.casefold() in _words()["acts"] and attribute < i < at[0]
        for i in clause.find("mu", "effect:att")
        for attribute in clause.find("attr")
    ):
        return None  # "how does Speed affect paralysis"
    attributes = clause.find("attr", *_ATTRIBUTES)
    if _acts_on_it(clause, attributes, at[0]):
        return None
    told = bool(attributes) or clause.has("outcome") or clause.has("catch", "chance") or clause.has("list", "list")
    if not (told or any(clause.has(tag) for tag in _ASKING)) or (
        set(clause.content()) <= set(at) and not told and not (name == "stab" and clause.has("wh", "what"))
    ):
        return None  # a condition has other sides; "What is STAB?" asks for the rule
    if clause.has("wh", "which") and clause.has("noun", "pokemon"):
        return None
    clause.take(*at, *attributes, *(i for tag in _DETAILS for i in clause.find(tag)))
    clause.take(*clause.find("noun", "pokemon", "move", "stat", "effect"), *clause.find("attr", "special-attack"))
    clause.take(*clause.find("stays"), *_spoken(clause, "with"))
    return Rule(name)


def _named(clause: Clause) -> tuple[RuleName, list[int]] | None:
    """The one rule that is named, and where."""
    hits: dict[RuleName, list[int]] = {}
    own = clause.has("ownside", "own")
    for name in get_args(RuleName):
        at = [*clause.find("ailment", name), *clause.find("statusword", name)]
        if name in ("critical", "stab"):
            at = clause.find(name)
        if name == "confusion" and own:  # "hit yourself in confusion": not the move
            at += [i for i, token in enumerate(clause.tokens) if token.text.casefold() == name]
        if name == "poison" and (clause.has("usedoes", "turn") or clause.has("attr", "drain")):
            # "from poison each turn"
            at += [i for i in clause.find("type") if clause.tokens[i].text.casefold() == name]
        if at:
            hits[name] = sorted(set(at))
    if len(hits) != 1:
        return None
    return next(iter(hits.items()))


def _spoken(clause: Clause, part: str) -> list[int]:
    """The tokens that stand in a list of `data/effects/rules.yaml`."""
    return [i for i, token in enumerate(clause.tokens) if token.text.casefold() in _words()[part]]


@cache
def _words() -> Mapping[str, Sequence[str]]:
    table: Mapping[str, Sequence[str]] = read_yaml(DATA / "effects" / "rules.yaml")
    return table
