"""Two sets by what they have on average: "Which are faster on average, Water or Fire?", 水系的平均速度比火系高吗."""

from __future__ import annotations

from typing import Literal

from ..algebra import ALL, Condition, Query, Sense
from ..clause import Clause
from ..describe.measures import measure_named, measure_words
from ..set_queries import CompareSets
from .every import read_span


def average_sides(clause: Clause) -> Query | None:
    """Which of two sets has the higher, or the lower, average of a number."""
    means, words = clause.find("agg", "average"), clause.find("cmp")
    if not means or len(words) != 1 or clause.mons() or clause.has("number") or clause.has("sup"):
        return None
    w = words[0]
    than = clause.find("prep", "than")
    same = "than" in clause.tokens[w].text.casefold()
    joints = [k for k in clause.find("bool") if clause.at(k, "bool", "or", "and")]
    cuts = than[-1:] or ([w] if same else []) or joints[-1:]
    runs = measure_words(clause)
    senses = [str(sense) for sense in clause.tokens[w].readings["cmp"]]
    plain = next((sense for sense in senses if sense.startswith(":")), senses[0])
    own, _, way = (plain if runs else senses[0]).partition(":")
    if len(cuts) != 1 or len(runs) > 1 or way not in ("gt", "lt") or not (runs or own):
        return None
    measure = runs[0].measure if runs else measure_named(own)
    if measure is None or (own and runs and measure != measure_named(own)):
        return None
    gone = {*means, w, *cuts, *joints, *(k for run in runs for k in run.tokens)}
    spans = [
        [k for k in side if k not in gone and not any(clause.at(k, tag) for tag in ("wh", "aux", "prep", "pron"))]
        for side in (range(cuts[0]), range(cuts[0] + 1, len(clause.tokens)))
    ]
    sets: list[Condition] = []
    for span in spans:
        one = read_span(clause, span) if span else None
        if one is None or one == ALL:
            return None
        sets.append(one)
    claim: Literal["none", "max", "min"] = "max" if way == "gt" else "min"
    claimed = clause.is_yes_no() and not clause.has("bool", "or")
    clause.take(*range(len(clause.tokens)))
    sense: Sense = "max" if way == "gt" else "min"
    return CompareSets(tuple(sets), claim if claimed else "none", clause.scope(), measure, sense)
