"""Numbers at a level: experience, stats with training, and who is faster with it."""

from __future__ import annotations

from typing import Any

from ...pokedex.formulas.stats import FIRST_WITH_NATURES, MAX_LEVEL
from ..algebra import NOW, Facts, Query, Scope
from ..calculations import ALL_STATS, Experience, Stat, StatAt
from ..clause import Clause
from ..describe.looks import growth_rate_at
from ..slots import bare_evs, extremes, levels, plain_levels, share_of_hp, stat_at, training, whole
from ..word_lists import word_list

#: What speaks of a level or of training; without any, a question about a stat is one about the base stat.
_TRAINING = ("number", "sup", "extreme", "nature", "evs", "iv", "bend", "invest", "fraction", "hpstate")


#: Verbs of beating in the words for what somebody gives.
_BEATEN = word_list("beaten")


#: Words by which a Pokémon is what the points come from.
_GIVING = frozenset(word_list("giving"))


#: Verbs of coming to a level that need no word for it.
_HITS = frozenset(word_list("hits-a-level"))


def experience(clause: Clause) -> Query | None:
    """ "How much exp does Garchomp need from level 50 to 60?", 烈咬陆鲨升到100级要多少经验."""
    words = clause.find("exp", "exp")
    mons = clause.mons()
    more = [i for i in clause.find("cmp") if clause.tokens[i].text.casefold() == "more"]
    tops = [i for i in clause.find("sup", ":max") if clause.tokens[i].text.casefold() in ("max", "maximum")]
    rate = growth_rate_at(clause) if not mons else None
    if (
        not words
        or (len(mons) != 1 and rate is None)
        or len(clause.find("sup")) > len(tops)
        or len(clause.find("cmp")) > len(more)
    ):
        return None
    clause.take(*more)
    found = [level.value for level in levels(clause)]
    for i in clause.find("number"):
        # "from level 50 to 60": the second number needs no word of its own.
        value = whole(clause, i)
        joined = clause.at(i - 1, "op", "range", "between") or clause.at(i - 1, "prep", "to", "upto", "from")
        hit = i and clause.has("prep", "upto") and clause.tokens[i - 1].text.casefold() in _HITS
        if value is not None and 1 <= value <= MAX_LEVEL and (joined or hit or clause.at(i - 1, "exp", "reach")):
            found.append(value)
            clause.take(i, *([i - 1] if hit else []))  # "how much xp till my Mudkip hits 16"
    gives = clause.find("exp", "gives")
    if gives and not found and mons and not clause.is_yes_no():
        clause.take(*mons, *words, *gives, *clause.find("wh", "howmany", "howmuch"), *clause.find("list"))
        clause.take(*clause.find("beaten"), *clause.find("effort"))  # 打幸福蛋能得多少经验
        return Facts((clause.mon(mons[0]),), ("base-experience",))
    beaten = [i for i in gives if any(verb in clause.tokens[i].text.casefold() for verb in _BEATEN)]
    giving = any(clause.tokens[i].text.casefold() in _GIVING for i in gives)
    if found and mons and (beaten or giving or clause.has("beaten", "beaten") or clause.has("wild")):
        return _given(clause, mons[0], [*mons, *words, *gives])
    if not found and tops:
        clause.take(*tops)  # "exp to max"
        found = [MAX_LEVEL]
    if not found and any(_says_all(clause, i) for i in clause.find("exp", "reach")):
        found = [MAX_LEVEL]
    if not found and rate is not None and not gives and not clause.has("number"):
        found = [MAX_LEVEL]  # "total exp for the fluctuating group"
    if not 1 <= len(found) <= 2:
        return None
    clause.take(*mons, *words, *clause.find("exp", "reach"), *clause.find("wh", "howmany", "howmuch", "level"))
    clause.take(*clause.find("op", "range", "between", "rangeend"), *clause.find("learn", "level-up"))
    clause.take(*clause.find("prep", "upto", "getv"), *clause.find("attr", "total"), *clause.find("list"))
    first, last = (1, found[0]) if len(found) == 1 else (min(found), max(found))
    if clause.is_yes_no() or first == last == 1 or (len(found) == 2 and found[0] > found[1]):
        return None
    clause.take(*clause.find("require"), *clause.find("oblige"))
    takes = clause.find("mu", "effect:def", again=True)
    clause.take(*takes, *(clause.find("pron", "it") if takes and mons else ()))  # "how much exp does it take"
    clause.take(*clause.find("noun", "pokemon"), *clause.find("beaten", "get"), *clause.find("exp", "gives"))
    return Experience(clause.mon(mons[0]) if mons else None, first, last, rate)


def _given(clause: Clause, mon: int, words: list[int]) -> Query | None:
    """ "How much exp does a level 30 Audino give?": what comes of its base experience at a level is told with it."""
    if clause.is_yes_no() or clause.has("prep", "upto") or len(clause.find("number")) > 0:
        return None
    clause.take(*words, *clause.find("wh", "howmany", "howmuch", "level"), *clause.find("list"), *clause.find("wild"))
    clause.take(
        *clause.find("beaten"),
        *clause.find("exp", "reach"),
        *clause.find("effort"),
        *clause.find("op"),
        *clause.find("suppose"),
    )
    return Facts((clause.mon(mon),), ("base-experience",))


def _says_all(clause: Clause, i: int) -> bool:
    return clause.tokens[i].text.casefold() in ("max out", "满级", "练满", "升满")


def stats_at_level(clause: Clause) -> Query | None:
    """ "Garchomp's Speed at level 100 with Jolly, 252 EVs, 31 IVs", 烈咬陆鲨50级极速多少."""
    mons = clause.mons()
    if len(mons) != 1 or clause.has("cmp") or not any(clause.has(tag) for tag in _TRAINING):
        return None
    if any(not clause.at(i, "room") for i in clause.find("move")):
        return None  # a Pokémon for Trick Room has its own stats
    if any(
        stat_at(clause, i) is None and not (clause.at(i, "exp", "reach") or clause.at(i, "bend"))
        for i in clause.find("mu")
    ):
        return None
    if clause.has("exp", "exp") or clause.has("ball") or clause.has("ev") or clause.has("wh", "who"):
        return None  # 极速耿鬼之上还有谁 asks for others
    level = levels(clause)
    reach = _reach(clause) if clause.is_yes_no() and level else None
    trained = training(clause)
    bare_evs(clause, trained)
    if not level:
        level = plain_levels(clause)
    part = share_of_hp(clause)
    extreme, stats = extremes(clause)
    if extreme is None:
        extreme, stats = most_or_least(clause)
    if not trained.consistent or len(level) > 1:
        return None
    for i in range(len(clause.tokens)):
        stat = stat_at(clause, i)
        if stat is None or i in clause.used:
            continue
        if names_base(clause.tokens[i].text):
            return None
        stats.append(stat)
        clause.take(i)
    whole_set = bool(clause.take_all("attr", "stats"))
    if part is not None:
        if set(stats) - {"hp"} or not (stats or clause.has("hpstate")):
            return None  # "half of Pikachu" is no HP
        extreme, stats = None, ["hp"]  # "a quarter of its max HP" is one of all its HP
    if not stats:
        stats = [stat for _, stat, _ in (*trained.evs, *trained.ivs) if stat is not None][:1]
    if not stats:
        alone = bool(trained.natures) and set(clause.content()) <= {*clause.used, *mons}  # 保守沙奈朵
        if not (whole_set or alone or clause.has("extreme", "actual")) or (extreme and not level):
            return None  # "Garchomp's highest stat" is another question
        stats = list(ALL_STATS)
    elif extreme and whole_set and not level:
        return None
    if not (level or trained.said or extreme or part):
        return None
    if clause.is_yes_no() and (reach is None or len(set(stats)) != 1):
        return None
    clause.take(*clause.find("suppose"), *clause.find("pron", "it"))
    scope = clause.scope()
    if scope.generation is not None and (scope.generation < FIRST_WITH_NATURES or scope.version_groups):
        return None
    clause.take(*mons, *clause.find("extreme", "actual", "range"), *clause.find("noun", "stat"), *clause.find("list"))
    clause.take(*clause.find("wh", "how", "howmany", "howmuch"), *clause.find("itemuse"), *clause.find("passive"))
    clause.take(*clause.find("exp", "reach"), *clause.find("catch", "calculator", "hypothetical"))
    clause.take(*clause.find("battlewords"), *clause.find("room"), *clause.find("damagecalc", "calc"))
    # "Blissey at level 100, 252 HP EVs -> HP?", "... = ?"
    clause.take(*(i for i in clause.find("op") if clause.tokens[i].text in (">", "=")))
    if clause.has("bool", "or"):
        return None
    return StatAt(
        clause.mon(mons[0]), tuple(dict.fromkeys(stats)), level[0].value if level else None, trained.spread(), extreme,
        NOW if scope.generation is None else Scope(scope.generation), part, reach,
    )  # fmt: skip


def _reach(clause: Clause) -> int | None:
    """The value that a stat is asked to reach: "can it hit 200 Speed at level 50?"."""
    verbs = clause.find("exp", "reach")
    numbers = [i for i in clause.find("number") if any(0 < i - verb <= 3 for verb in verbs)]
    value = whole(clause, numbers[0]) if len(numbers) == 1 else None
    if value is not None:
        clause.take(numbers[0], *verbs, *clause.find("op", "ge"), *clause.find("unit", "point"))
    return value


def names_base(text: str) -> bool:
    """Does the word for a stat mean the base stat?"""
    return text.casefold().startswith("base") or any(word in text for word in ("种族", "種族", "基础", "基礎"))


def most_or_least(clause: Clause) -> tuple[Any, list[Stat]]:
    """Whether the most or the least is asked for, and of which stat where one word says both (极速)."""
    found: Any = None
    stats: list[Stat] = []
    for i in clause.find("extreme", "max-speed", "neutral-speed"):
        if clause.at(i, "extreme", "neutral-speed"):
            continue
        clause.take(i)
        found, stats = "max", ["speed"]
    for stat in ALL_STATS:
        for i in clause.find("sup", f"{stat}:max", f"{stat}:min"):
            if found is None:  # 50级最快多少, "how fast at its fastest", 100级物攻最高多少
                found, stats = ("max" if clause.at(i, "sup", f"{stat}:max") else "min"), [stat]
                clause.take(i)
    for i in clause.find("sup", ":max", ":min"):
        if found is None and clause.tokens[i].text.casefold() not in ("top", "first", "number one", "worst", "best"):
            found = "max" if clause.at(i, "sup", ":max") else "min"
            clause.take(i)
    for i in clause.find("extreme", "max", "min"):
        if found is None or clause.at(i, "extreme", found):
            found = "max" if clause.at(i, "extreme", "max") else "min"
            clause.take(i)
    return found, stats
