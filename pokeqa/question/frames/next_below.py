"""Who comes right behind one in a number: "After Shuckle, who has the next highest Defense?", 速度仅次于铁面忍者."""

from __future__ import annotations

from ..algebra import And, Condition, NumberAgainst, Order, Query, Search, Sense
from ..clause import Clause
from ..describe import conditions
from ..describe.measures import measure_named, measure_words
from ..describe.piece import ordered
from ..word_lists import word_list

#: What stands in front of the one that is ranked ahead: 排在战槌龙后面.
_PLACED = frozenset(word_list("next-below/placed"))
#: What makes another question of it.
_OTHERWISE = ("ev", "move", "number", "agg", "nature", "iv", "evs", "sort")


def next_below(clause: Clause) -> Query | None:
    """The first of those that have less of a number than one that is named, or more of the lowest."""
    marks = clause.find("below") or clause.find("dexstep", "next")
    if not marks or clause.is_yes_no() or clause.has("noun", "dex") or clause.has("wh", "how", "howmuch", "howmany"):
        return None
    mons = clause.mons()
    steps = set(clause.find("dexstep", "next"))
    if len(mons) != 1 or any(i not in steps for tag in _OTHERWISE for i in clause.find(tag)):
        return None
    tops, runs = clause.find("sup"), measure_words(clause)
    if clause.find("cmp") and (clause.language != "ja" or tops):
        return None
    tops = tops or clause.find("cmp")  # ソーナンスの次にHPが高い
    senses = [str(s).partition(":") for i in tops for t in ("sup", "cmp")
              for s in clause.tokens[i].readings.get(t, ())]  # fmt: skip
    own = next((name for name, _, _ in senses if name and name != "total"), None)
    if len(tops) > 1 or len(runs) > 1 or (runs and runs[0].measure is None) or not (runs or own):
        return None
    placed = [i for i, token in enumerate(clause.tokens) if token.text in _PLACED]
    led = bool(runs) and (clause.at(runs[0].start - 1, "prep", "in") or clause.at(runs[0].start - 1, "passive", "by"))
    if not clause.has("below") and not (tops or placed or led):
        return None  # "How heavy is the one after Pikachu?": the next one of the Pokédex
    measure = runs[0].measure if runs else measure_named(str(own))
    if measure is None:
        return None
    sense: Sense = "min" if any(way in ("min", "lt") for _, _, way in senses) else "max"
    mon = clause.mon(mons[0])
    clause.take(*mons, *marks, *steps, *tops, *placed, *(k for run in runs for k in run.tokens))
    clause.take(*clause.find("rank", "2"), *clause.find("adv", "only"), *clause.find("typecount"))
    clause.take(*clause.find("noun", "stat", "pokemon"), *clause.find("signature", "else"))
    rest = conditions(clause)
    behind = NumberAgainst(measure, "lt" if sense == "max" else "gt", mon)
    parts: list[Condition] = (
        [behind] if rest is None else [*(rest.conditions if isinstance(rest, And) else (rest,)), behind]
    )
    clause.take(*clause.find("noun", "type"))
    return Search("pokemon", And(ordered(parts)) if len(parts) > 1 else behind, Order(measure, sense))
