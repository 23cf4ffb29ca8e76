"""Two sets by what they have on average: "Which are faster on average, Water or Fire?", 水系的平均速度比火系高吗."""

from __future__ import annotations

from typing import Literal

from ..algebra import ALL, Condition, HasType, Query, Sense
from ..clause import Clause
from ..describe.measures import measure_named, measure_words
from ..set_queries import CompareSets
from ..word_lists import word_list
from .every import read_span

#: What joins two types of one Pokémon.
_PAIRED = frozenset(word_list("matchup/paired"))


#: 虫系平均速度高还是龙系高 says twice who has more.
_TWICE = 2


def average_sides(clause: Clause) -> Query | None:
    """Which of two sets has the higher, or the lower, average of a number."""
    means, words = clause.find("agg", "average"), clause.find("cmp")
    if means and not words:
        return _of_each(clause, means)
    twice = len(words) == _TWICE and clause.tokens[words[0]].readings["cmp"] == clause.tokens[words[1]].readings["cmp"]
    if not means or not (len(words) == 1 or twice) or clause.mons() or clause.has("number") or clause.has("sup"):
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
    gone = {*means, *words, *cuts, *joints, *(k for run in runs for k in run.tokens)}
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


def _of_each(clause: Clause, means: list[int]) -> Query | None:
    """ "Average Speed of Water and Fire types": that of each, where nothing says that both are meant at once."""
    types, runs = clause.find("type"), measure_words(clause)
    nouns = clause.find("noun", "type", "pokemon")
    if len(types) != 2 or len(runs) != 1 or not nouns or clause.is_yes_no() or clause.has("gen"):
        return None
    between = [k for k in range(types[0] + 1, types[1]) if k not in nouns]
    if len(between) != 1 or not clause.at(between[0], "bool", "and") or clause.tokens[between[0]].text in _PAIRED:
        return None
    plural = clause.tokens[types[1] + 1 : types[1] + 2]
    if clause.language == "en" and not (plural and plural[0].text.casefold() == "types"):
        return None  # "Water and Flying Pokémon" may be of both types
    clause.take(*means, *types, *between, *nouns, *runs[0].tokens, *clause.find("attr", "type"), *clause.find("each"))
    clause.take(*clause.find("wh", "what", "howmuch", "howmany"), *clause.find("prep"))
    sets = tuple(HasType(clause.value(i, "type")) for i in types)
    return CompareSets(sets, "none", clause.scope(), runs[0].measure, "max")
