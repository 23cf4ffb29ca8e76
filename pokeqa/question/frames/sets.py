"""Numbers over sets, shares of sets, and sets side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from ..algebra import ALL, Condition, Measure, Query, Scope, Sense, Sum, Unit
from ..clause import Clause
from ..describe import conditions
from ..describe.measures import measure_named, measure_words
from ..set_queries import Aggregate, Groups, Share
from ..word_lists import word_list

Thing = Literal["pokemon", "move"]
GroupKind = Literal["type", "typing", "generation", "egg-group", "color", "shape", "habitat", "ability"]
Function = Literal["average", "median", "sum"]
#: Chinese for "among", behind the whole.
_INSIDE = frozenset(word_list("inside"))
#: Words for the generation that ask for it themselves.
_GENERATIONS = frozenset(word_list("generations"))


def _thing(clause: Clause) -> Thing:
    return "move" if clause.has("noun", "move") and not clause.has("noun", "pokemon") else "pokemon"


#: An average or a sum may be said in front and once more behind.
_TWICE = 2


def aggregate(clause: Clause) -> Query | None:
    """ "average Speed of Electric types", 钢系HP的中位数."""
    words = clause.find("agg") or _added_up(clause)
    twice = len(words) == _TWICE  # "the typical Rock type on average", "median or just average HP"
    if not (len(words) == 1 or twice) or clause.mons() or clause.has("sup") or clause.has("cmp"):
        return None
    if _asks_how_many(clause):
        return None
    asked: list[Function] = ["median" if clause.at(i, "agg", "median") else "average" for i in clause.find("agg")]
    function, beside = (asked or ["sum"])[0], next((one for one in asked if one != asked[0]), None)
    what = _thing(clause)
    runs = measure_words(clause)
    near = min(runs, key=lambda run: min(abs(run.start - words[0]), abs(run.end - 1 - words[0])), default=None)
    if near is None or near.measure is None:
        return None
    measure = near.measure
    clause.take(*words, *near.tokens, *clause.find("noun", "stat"))
    unit = _unit(clause)
    condition = conditions(clause, moves=what == "move")
    if condition is None and not clause.has("noun", "pokemon", "move"):
        return None
    scope = clause.scope()
    clause.take(*clause.find("noun", "pokemon", "move", "dex"), *clause.find("wh", "howmuch"), *clause.find("exist"))
    clause.take(*clause.find("each"))
    return Aggregate(function, measure, condition or ALL, what, scope, unit, beside)


def _added_up(clause: Clause) -> list[int]:
    """ "how much do all Eeveelutions weigh together", "total weight of the starters", 体重加起来: over a whole set."""
    runs = measure_words(clause)
    if len(runs) != 1 or len(runs[0].attributes) != 1 or clause.has("number"):
        return []
    totals = [i for i in clause.find("attr", "total") if i + 1 == runs[0].start or runs[0].attributes[0] != "total"]
    return clause.find("sumword") or totals[:1]


def _asks_how_many(clause: Clause) -> bool:
    """Is a count asked for? 多少 asks for any number."""
    return any(not clause.at(i, "wh", "howmuch") for i in clause.find("wh", "howmany"))


def _unit(clause: Clause) -> Unit | None:
    units = [i for i in clause.find("unit") if not clause.at(i - 1, "number")]
    if len(units) != 1:
        return None
    shown: Unit
    for shown in get_args(Unit):
        if clause.at(units[0], "unit", shown):
            clause.take(units[0])
            return shown
    return None


def share(clause: Clause) -> Query | None:
    """ "what share of Dragon types are Legendary?", 龙系里有百分之几是传说, 水系占全部的百分之几."""
    words = clause.find("share", "share")
    if len(words) != 1 or clause.has("sup") or clause.has("agg"):
        return None
    at = words[0]
    what = _thing(clause)
    size = len(clause.tokens)
    parts: tuple[range, range] | None = None
    if clause.language == "en":
        verb = next((k for k in range(at + 1, size) if clause.at(k, "aux") or clause.at(k, "learn", "learn")
                     or clause.at(k, "mu") or clause.at(k, "neg", "neg")), None)  # fmt: skip
        of = next((k for k in range(at + 1, size) if clause.at(k, "prep", "of")), None)
        if verb is not None and of is not None and of < verb:
            parts = range(of, verb), range(verb, size)
    else:
        held = clause.find("share", "of")
        takes = held[0] if held and held[0] != at else None
        if takes is not None and takes < at:
            parts = range(takes + 1, at), range(takes)  # 水系占全部宝可梦的百分之几
        elif clause.tokens[at].text.startswith(("占", "占了")):
            parts = range(0), range(at)
        else:
            parts = range(at), range(at + 1, size)  # 龙系里有百分之几是传说
    if clause.language != "en" and parts is not None and len(parts[1]) and at < parts[1].start:
        inside = next((k for k in range(at) if clause.tokens[k].text in _INSIDE), None)
        if inside is not None and not any(clause.at(k, "cls") or clause.at(k, "type") for k in parts[1]):
            parts = range(inside), range(inside + 1, at)  # 龙系中传说的比例是多少
    if parts is None:
        return None
    whole, part = (_condition_in(clause, span, what) for span in parts)
    if part is None:
        return None
    clause.take(
        *words, *clause.find("share", "of"), *clause.find("wh", "howmany", "howmuch"), *clause.find("adv", "tie")
    )
    clause.take(*clause.find("noun", "pokemon", "move", "dex"), *clause.find("wh", "what", "which"))
    for span in parts:
        clause.take(*(k for k in span if clause.at(k, "share") or clause.at(k, "noun", "stat")))
    return Share(whole or ALL, part, what, _scope_of(clause))


def _scope_of(clause: Clause) -> Scope:
    return clause.scope()


def _condition_in(clause: Clause, span: range, what: Thing) -> Condition | None:
    """What the tokens of a span say of a set; they are explained in the whole clause."""
    inner = Clause([clause.tokens[k] for k in span], clause.dataset, clause.language)
    found = conditions(inner, moves=what == "move")
    clause.take(*(span[k] for k in inner.used))
    return found


@dataclass(frozen=True, slots=True)
class _Ranked:
    """What a ranking of groups is by."""

    sense: Sense
    start: int
    tokens: tuple[int, ...]
    own: Measure | None = None


def groups(clause: Clause) -> Query | None:
    """ "which type has the most Pokémon?", 最常见的属性, "which pair of types does nothing have?"."""
    if (
        clause.mons()
        or any(not clause.at(i, "attr") for i in clause.find("mu"))
        or (clause.has("number") and not clause.has("sup"))
    ):
        return None
    named = [i for i in clause.find("wh", "which", "what") if clause.at(i + 1, "noun", "pokemon")]
    if clause.language == "en" and any(not clause.at(i + 2, "group") for i in named):
        return None  # "Which Pokémon has the most abilities?" asks for Pokémon
    held = [i for i in clause.find("noun", "pokemon") if clause.at(i + 1, "aux", "have")]
    if clause.language == "en" and held and not clause.has("wh"):
        return None  # "Pokémon with the most abilities"
    by = _group(clause)
    if by is None:
        return None
    kind, mark = by
    unused = clause.find("unused")
    if kind == "typing" and unused:
        clause.take(*mark, *unused, *_neutral(clause), *clause.find("wh", "howmany"), *clause.find("noun", "type"))
        clause.take(*clause.find("neg"), *clause.find("exist"), *clause.find("attr", "type"))
        return Groups("typing", empty=True)
    ranked = _ranked(clause)
    if ranked is None:
        return None
    what = _thing(clause)
    clause.take(*mark, *ranked.tokens)
    limit = 1
    for n in clause.find("number"):
        value = clause.value(n, "number")
        if any(clause.at(k, "sup") or clause.at(k, "ord") or clause.at(k, "common") for k in (n - 1, n + 1)):
            limit = max(1, int(value))
            clause.take(n)
    clause.take(*clause.find("ord"))
    measure: Measure | None = None
    averages = clause.find("agg", "average")
    runs = measure_words(clause)
    if averages and ranked.own is not None:
        measure = ranked.own  # 平均体重最重的属性
        clause.take(*averages)
    elif averages and runs and runs[0].measure is not None:
        measure = runs[0].measure
        clause.take(*averages, *runs[0].tokens)
    elif averages:
        return None
    elif any(clause.at(t, "sup") for t in ranked.tokens) and not _counts(clause, kind):
        return None  # "which type has the highest ..." of what?
    condition = conditions(clause, moves=what == "move")
    clause.take(*_neutral(clause), *clause.find("adv", "tie"), *clause.find("intro"))
    if isinstance(measure, Sum) and what == "move":
        return None
    if what == "move" and kind not in ("type", "generation"):
        return None
    return Groups(kind, condition or ALL, ranked.sense, limit, ranked.start, what, measure)


def _counts(clause: Clause, kind: str) -> bool:
    """Does the ranking count members: "the most Pokémon", "the most Dragon types", 宝可梦最多?"""
    if clause.has("noun", "pokemon", "move") or clause.has("cls"):
        return True
    return kind != "type" and bool(clause.find("type"))


def _neutral(clause: Clause) -> list[int]:
    return [*clause.find("noun", "pokemon", "move", "type", "dex", "generation", "egg", "ability", "stat"),
            *clause.find("exist"), *clause.find("wh", "which", "what", "who"),
            *clause.find("attr", "type")]  # fmt: skip


def _group(clause: Clause) -> tuple[GroupKind, list[int]] | None:
    """What kind of group is asked for: the noun behind "which" or behind the superlative, or 属性 in front."""
    if clause.find("group", "typing") and not (clause.language == "en" and clause.has("noun", "pokemon")
                                               and not clause.has("wh", "which", "what")):  # fmt: skip
        marks = clause.find("group", "typing")
        named = [i for i in marks if not clause.at(i, "typecount") or clause.has("common") or clause.has("unused")]
        if named:
            return "typing", named
    generations = clause.find("attr", "generation")
    asked_whole = [i for i in generations if clause.tokens[i].text.casefold().rstrip("的") in _GENERATIONS]
    if asked_whole:
        return "generation", asked_whole
    kinds: tuple[GroupKind, ...] = ("egg-group", "ability", "generation", "color", "shape", "habitat", "type")
    for kind in kinds:
        for i in clause.find("group", kind):
            before = next((k for k in range(i - 1, -1, -1) if not clause.at(k, "filler")), -1)
            after = next((k for k in range(i + 1, len(clause.tokens)) if not clause.at(k, "filler")), -1)
            asked = clause.at(before, "wh", "which", "what") or clause.at(before, "common") or clause.at(before, "rank")
            asked = asked or (clause.at(before, "sup") and not clause.at(before, "sup", "total:max", "total:min"))
            asked = asked or (clause.language != "en" and clause.at(before, "prep", "of"))
            inside = clause.tokens[i].text.startswith(("哪", "什么", "第几")) or clause.tokens[
                i
            ].text.casefold().startswith(("which", "what"))
            if (asked or inside) and not clause.at(before, "type") and not clause.at(after, "type"):
                return kind, [i]
    return None


def _ranked(clause: Clause) -> _Ranked | None:
    start = 1
    ranks = clause.find("rank")
    if len(ranks) > 1:
        return None
    if ranks:
        start = int(clause.value(ranks[0], "rank"))
        if start < 0:
            return None
    common = clause.find("common")
    tops = [i for i in clause.find("sup") if i not in common and not clause.at(i, "ord")]
    if len(common) == 1 and not tops:
        sense: Sense = "min" if clause.at(common[0], "common", "min") else "max"
        return _Ranked(sense, start, (*common, *ranks))
    if len(tops) == 1 and not common and clause.at(tops[0], "sup", ":max", ":min"):
        sense = "max" if clause.at(tops[0], "sup", ":max") else "min"
        return _Ranked(sense, start, (*tops, *ranks))
    if len(tops) == 1 and not common and clause.has("agg", "average"):
        own, _, way = str(clause.value(tops[0], "sup")).partition(":")
        if own != "total":
            return _Ranked("max" if way == "max" else "min", start, (*tops, *ranks), measure_named(own))
    return None
