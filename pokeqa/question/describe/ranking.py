"""The words of a ranking: "the second fastest", "top 5 by Attack", 最重的五只, 速度第二快."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ...pokedex.model import STATS
from ..algebra import Attribute, Measure, Order, Sense
from ..clause import Clause
from ..word_lists import word_list
from .measures import MeasureWords, attribute_named, measure_named, measure_words
from .yields import effort_words

#: Words that ask for a list, and name an attribute elsewhere.
_DAMAGE = frozenset(word_list("does-most-damage"))
_COMMANDS = frozenset(word_list("commands"))
_VERBS: dict[str, Attribute] = {"weak:def": "weakness", "resist:def": "resistance", "immune:def": "immunity"}
#: Attributes that are ranked but bound by no number.
_ONLY_RANKED = ("weakness", "resistance", "immunity", "forms")


@dataclass(frozen=True, slots=True)
class RankingWords:
    """The order that is asked for, and every token that says so; `order` None where there is none to be read."""

    order: Order | None = None
    tokens: frozenset[int] = frozenset()


NONE = RankingWords()
#: A superlative and the word for levels that it ranks stand nearer than this.
_LEVEL_REACH = 3
#: The limit of an order that gives every place.
ALL_PLACES = 0
#: More places than these are no number of places.
_MOST_PLACES = 100


def ranking_words(clause: Clause, what: Literal["pokemon", "move"] = "pokemon") -> RankingWords:
    """The ranking of a clause; nothing is marked as explained."""
    ends = _dex_end(clause)
    if ends is not None:
        return ends
    grown = _evolution_level(clause)
    if grown is not None:
        return grown
    sorts = clause.find("sort", again=True)
    # 防御排名前三, "a ranking of the ten fastest": the word for the order says no more
    placed = clause.has("rank") or clause.has("ord") or (clause.language == "en" and clause.has("sup"))
    if sorts and not (placed and all(clause.at(i, "sort", ":") for i in sorts)):
        return _sorted(clause, sorts)
    tops = [i for i in clause.find("sup", again=True) if not _is_free_sup(clause, i)]
    ranks = clause.find("rank", again=True)
    ords = clause.find("ord", again=True)
    plain = [i for i in tops if i not in ords]
    if not (tops or ranks or ords):
        return _listed_by(clause)
    if len(plain) > 1 or len(ranks) > 1:
        return NONE
    anchor = plain[0] if plain else ranks[0] if ranks else (tops or ords)[0]
    limits = _limits(clause, tops + ranks + ords)
    tokens: set[int] = {*tops, *ranks, *ords, *limits, *sorts}
    senses = [s for i in tops for s in clause.tokens[i].readings["sup"]]
    if ranks and not plain:
        k = ranks[0] + 1
        while clause.at(k, "filler") and not clause.at(k, "cmp"):
            k += 1
        if clause.at(k, "cmp"):  # 第二快
            senses = [_superlative(s) for s in clause.tokens[k].readings["cmp"] if not s.endswith(":eq")]
            tokens.add(k)
            anchor = k
        else:
            senses = [":max"]  # 速度第二
    if not senses and limits and clause.language == "ja":
        compared = [i for i in clause.find("cmp", again=True) if len(clause.tokens[i].readings) == 1]
        senses = [_superlative(s) for i in compared[:1] for s in clause.tokens[i].readings["cmp"]]
        tokens.update(compared[:1])  # 重いポケモンベスト3
    if not senses and limits:
        senses = [":max"]  # 速度前三
    beside = _measure_beside(clause, anchor, frozenset(limits))
    measure, sense, used = _chosen(senses, beside, clause, what)
    if measure is None or sense is None:
        return NONE
    tokens |= used
    limit = max(1, int(clause.value(limits[0], "number"))) if limits else 1
    start = int(clause.value(ranks[0], "rank")) if ranks else 1
    if start < 0 and sense == "min":
        return NONE  # 倒数第二慢 is said of the second slowest and of the second fastest
    if start < 0:
        start, sense = -start, "min" if sense == "max" else "max"
    if start > 1 and limits:
        return NONE  # "the second top 5" is not a place
    return RankingWords(Order(measure, sense, limit, start), frozenset(tokens))


def _evolution_level(clause: Clause) -> RankingWords | None:
    """ "evolves at the highest level", "evolves latest", 最晚进化的: the level is what is ranked."""
    verbs = clause.find("ev", "bare", again=True)
    levels = clause.find("wh", "level", again=True)
    late = clause.find("evtime", again=True)
    tops = [i for i in clause.find("sup", again=True) if clause.at(i, "sup", ":max", ":min")]
    if len(verbs) > 1 or clause.has("number") or clause.has("rank") or clause.has("stage"):
        return None
    whole = clause.find("sup", "evolution-level:max", "evolution-level:min", again=True)
    if len(whole) == 1:
        sense: Sense = "max" if clause.at(whole[0], "sup", "evolution-level:max") else "min"
        return RankingWords(Order("evolution-level", sense), frozenset((*whole, *verbs, *levels)))
    if not verbs:
        return None
    if len(late) == 1 and not [i for i in tops if i not in late] and not clause.mons():
        sense = "max" if clause.at(late[0], "evtime", "max") else "min"
        return RankingWords(Order("evolution-level", sense), frozenset((*verbs, *late, *levels)))
    if len(tops) == len(levels) == 1 and abs(tops[0] - levels[0]) < _LEVEL_REACH:
        sense = "max" if clause.at(tops[0], "sup", ":max") else "min"
        return RankingWords(Order("evolution-level", sense), frozenset((*verbs, *tops, *levels)))
    return None


def _sorted(clause: Clause, sorts: list[int]) -> RankingWords:
    """ "ranked by Speed", "from fastest to slowest", 按速度从高到低排序: every place, in order."""
    senses = [str(clause.value(i, "sort")).partition(":") for i in sorts]
    named = [(own, way) for own, _, way in senses if own]
    ways = [way for _, _, way in senses if way]
    tops = [i for i in clause.find("sup", again=True) if not _is_free_sup(clause, i)]
    if len(named) > 1 or len(set(ways)) > 1 or clause.has("rank") or clause.has("ord") or tops:
        return NONE
    sense: Sense = "min" if "min" in ways else "max"
    counted = [n for n in clause.find("number") if any(clause.at(k, "sort") for k in (n - 1, n + 1))]
    counted = [n for n in counted if not clause.at(n + 1, "unit") and 1 <= clause.value(n, "number") <= _MOST_PLACES]
    places = int(clause.value(counted[0], "number")) if len(counted) == 1 else ALL_PLACES  # 高い順に10匹
    sorts = [*sorts, *(counted if places else ())]
    if named:
        same = [run for run in measure_words(clause) if run.measure == measure_named(named[0][0])]
        return RankingWords(Order(measure_named(named[0][0]), sense, places), frozenset((*sorts, *_words(same))))
    runs = measure_words(clause)
    last = [run for run in runs if any(_joins_sort(clause, run, i) for i in sorts)] or (runs if len(runs) == 1 else [])
    if not last or last[0].measure is None:
        return NONE
    return RankingWords(Order(last[0].measure, sense, places), frozenset((*sorts, *last[0].tokens)))


def _listed_by(clause: Clause) -> RankingWords:
    """ "the Eeveelutions by Speed": a measure that the sentence ends with, behind "by"."""
    if clause.language != "en" or clause.mons() or clause.has("cmp") or clause.is_yes_no():
        return NONE
    for run in measure_words(clause):
        k = run.start - 1
        while clause.at(k, "filler") or clause.at(k, "noun", "stat"):
            k -= 1
        ends = all(_thin(clause, i) for i in range(run.end, len(clause.tokens)))
        if ends and run.measure is not None and k > 0 and clause.at(k, "passive", "by"):
            return RankingWords(Order(run.measure, "max", ALL_PLACES), frozenset(run.tokens))
    return NONE


def _words(runs: list[MeasureWords]) -> list[int]:
    return [token for run in runs[:1] for token in run.tokens]


def _joins_sort(clause: Clause, run: MeasureWords, i: int) -> bool:
    """Does the measure belong to the word for sorting: "ranked by Speed", "by Speed, from high to low", 按速度排序?"""
    between = range(i + 1, run.start) if i < run.start else range(run.end, i)
    return all(_thin(clause, k) or clause.at(k, "passive") or clause.at(k, "sort") for k in between)


def _dex_end(clause: Clause) -> RankingWords | None:
    """ "the first Fire type in the National Dex", 全国图鉴里最后一只龙系: the word for the Pokédex makes it a place."""
    ends = clause.find("dexend", again=True)
    dexes = clause.find("noun", "dex", again=True)
    if not dexes and clause.language == "en" and (clause.has("gen") or clause.has("region")):
        numbers = clause.find("attr", "dex-number", again=True)
        if numbers and clause.at(numbers[0] - 1, "passive", "by"):
            dexes = [*numbers, *clause.find("noun", "pokemon", again=True)]  # "the first of Gen 6 by dex number"
    if len(ends) == 1 and not dexes and (clause.has("gen") or clause.has("region")):
        dexes = clause.find("noun", "pokemon", again=True)  # 第五代最后一只宝可梦, "the last Pokémon of gen 5"
        if not dexes and clause.language != "en" and clause.has("wh", "which", "who"):
            dexes = ends  # 第一世代的第一只是谁
    if len(ends) != 1 or not dexes or clause.has("sup") or clause.has("rank"):
        return None
    sense: Sense = "min" if clause.at(ends[0], "dexend", "min") else "max"
    return RankingWords(Order("dex-number", sense), frozenset((*ends, *dexes)))


def _is_free_sup(clause: Clause, i: int) -> bool:
    """Words like "most" that belong to something else ("at most" is one token of its own).

    "The most Speed EVs" are so many for each, and no rank in Speed.
    """
    of_effort = clause.at(i, "sup", ":max") and bool(effort_words(clause))
    return clause.at(i, "common") or (of_effort and any(clause.has("attr", stat) for stat in STATS))


def _superlative(comparative: str) -> str:
    own, _, direction = comparative.partition(":")
    return f"{own}:{'max' if direction == 'gt' else 'min'}"


def _limits(clause: Clause, anchors: list[int]) -> list[int]:
    """The number that says how many are wanted."""
    for n in clause.find("number", again=True):
        value = clause.value(n, "number")
        if value != int(value) or not 1 <= value <= 100 or clause.at(n + 1, "unit") or clause.at(n, "gen"):
            continue
        if any(clause.at(k, "sup") or clause.at(k, "ord") for k in (n - 1, n + 1)) and not _bounds(clause, n):
            return [n]
        k = n - 1
        while k >= 0 and clause.at(k, "filler") and k not in anchors:
            k -= 1
        counted = n + 1 < len(clause.tokens) and (
            clause.tokens[n + 1].text in ("只", "个", "种", "隻") or clause.at(n + 1, "noun", "pokemon", "move")
        )
        if k in anchors and k >= 0 and (counted or clause.language == "en") and not _bounds(clause, n):
            return [n]  # 最重的五只
        wanted = counted or clause.at(n + 1, "type") or clause.at(n + 1, "cls")
        if wanted and anchors and not _bounds(clause, n) and not clause.at(n - 1, "rank"):
            return [n]  # "which 3 Fire types have the highest Attack"
    return []


def _bounds(clause: Clause, n: int) -> bool:
    """Is the number a bound or a value, and no count?"""
    return (
        clause.at(n - 1, "op", "gt", "ge", "lt", "le", "eq", "between", "range")
        or clause.at(n + 1, "op", "ge", "le", "gt", "lt", "range")
        or (clause.at(n - 1, "attr") and clause.language == "en" and not clause.at(n - 1, "sup"))
        or clause.at(n - 1, "cmp")
    )


def _measure_beside(clause: Clause, anchor: int, limits: frozenset[int]) -> MeasureWords | None:
    """The measure that a superlative ranks by: right behind it, right before it, or the only one there is."""
    runs = measure_words(clause, without=limits)
    for run in runs:
        if run.start > anchor and all(_thin(clause, k) or k in limits for k in range(anchor + 1, run.start)):
            return run
    for run in reversed(runs):
        if run.end <= anchor and all(_thin(clause, k) for k in range(run.end, anchor)):
            return run
    for run in runs:
        if anchor in run.words:
            return run
    numbers = [n for n in clause.find("number") if n not in limits]
    return runs[0] if len(runs) == 1 and not numbers else None


def _thin(clause: Clause, k: int) -> bool:
    return (
        clause.at(k, "filler")
        or clause.at(k, "prep", "of", "in")
        or clause.at(k, "aux", "be", "have")
        or clause.at(k, "noun", "stat")
        or clause.at(k, "sumword")
        or clause.at(k, "ord")
        or clause.at(k, "adv", "tie")
    )


def _chosen(
    senses: list[str], beside: MeasureWords | None, clause: Clause, what: str
) -> tuple[Measure | None, Sense | None, set[int]]:
    """The measure and the sense that the words agree on, with the tokens of the measure."""
    named = beside.measure if beside is not None else None
    used = set(beside.tokens) if beside is not None and named is not None else set()
    for sense in senses:
        own, _, direction = sense.partition(":")
        if not own or direction not in ("max", "min"):
            continue
        way: Sense = "max" if direction == "max" else "min"
        if own == "total":
            # "Strongest" alone is an opinion; of moves it is their power, of Pokémon it needs "by base stats".
            if named is not None:
                return named, way, used
            if what == "move":
                return "power", way, set()
            continue
        names = clause.find("attr", "name")
        alone = ":" + direction not in senses  # 最高 is said of any number, 最矮 of a height
        if own == "height" and alone and names and not _commands(clause, names[0]):
            # "the shortest name": names have a length, and no height
            return ("name-length" if clause.language == "en" else "name-length-zh"), way, set(names)
        if (named is None and (beside is None or alone)) or named == measure_named(own):
            return measure_named(own), way, used
    for sense in senses:
        own, _, direction = sense.partition(":")
        if own or direction not in ("max", "min"):
            continue
        way = "max" if direction == "max" else "min"
        if named is not None:
            return named, way, used
        if what == "move" and any(t.has("sup") and t.text.casefold() in _DAMAGE for t in clause.tokens):
            return "power", way, set()  # "which Fairy move deals the most damage"
        if what == "move" and clause.find("movekind", "priority", again=True):
            return "priority", way, set()  # "the highest priority moves"
        only = _only_ranked(clause) if what == "pokemon" and beside is None else None
        if only is not None:
            return only[0], way, only[1]
    for sense in senses:  # "the tallest with the most Attack" names another number: that is a condition's
        own, _, direction = sense.partition(":")
        if own and own != "total" and direction in ("max", "min"):
            return measure_named(own), "max" if direction == "max" else "min", set()
    return None, None, set()


def _commands(clause: Clause, i: int) -> bool:
    """ "Name the second tallest": a word for what is asked for, at the beginning, and no noun."""
    text = clause.tokens[i].text.casefold()
    leads = clause.language == "en" and all(clause.at(k, "filler") for k in range(i)) and clause.at(i + 1, "filler")
    return text in _COMMANDS or (leads and text == "name" and clause.at(i, "list"))


def _ranked_by_verb(clause: Clause) -> tuple[Attribute, set[int]] | None:
    """ "resists the most types", 免疫的属性最多: the number of types that stand in the verb's relation."""
    verbs = clause.find("mu", *_VERBS)
    if len(verbs) != 1 or clause.find("type"):
        return None
    value = next(_VERBS[v] for v in clause.tokens[verbs[0]].readings["mu"] if v in _VERBS)
    return value, {verbs[0], *clause.find("noun", "type"), *clause.find("attr", "type")}


def _only_ranked(clause: Clause) -> tuple[Attribute, set[int]] | None:
    """What is only ranked by, with the tokens that say so."""
    found = clause.find("attr", *_ONLY_RANKED)
    grown = clause.find("ev", "post")
    if not found and len(grown) == 1 and not clause.mons():
        return "evolution", {grown[0]}  # "the most evolutions"
    if not found:
        return _ranked_by_verb(clause)
    name = next(v for v in clause.tokens[found[0]].readings["attr"] if v in _ONLY_RANKED)
    return attribute_named(name), {found[0]}
