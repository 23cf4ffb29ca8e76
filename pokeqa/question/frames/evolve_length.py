"""How long an evolution line is, and all of it: "a three-stage family?", 进化有几个阶段, "from Gible to Garchomp"."""

from __future__ import annotations

from ..algebra import Evolve, Mon, Query
from ..chains import relatives
from ..clause import Clause
from ..word_lists import word_list

#: What makes another question of it.
_OTHERS = ("type", "move", "ability", "cmp", "sup", "mu", "item", "vg", "gen", "neg", "learn", "breed", "egg", "sex",
           "evolveby", "contrast", "rank")  # fmt: skip
#: A line has so many stages at most; a greater number is a level.
_MOST_STAGES = 4
#: Words for a line, for a part of it, and for evolving.
#: What wishes for all of it in one word: 全部教えて.
_ALL_TOLD = word_list("all-told")
#: What asks for several, and what they are called in Chinese.
_WHICH_ONES = frozenset(word_list("evolve-length/which-ones"))
_FORMS = frozenset(word_list("evolve-length/forms"))
_LINE = ("family",)
_STAGES = ("stages", "stage")
_PAIR = 2


def line_length(clause: Clause, mons: list[int], verbs: list[int]) -> Query | None:
    """ "Is the Zubat family a three-stage one?", "how long is Beldum's line?", 进化有几个阶段: its stages, counted."""
    if len(mons) != 1 or any(map(clause.has, _OTHERS)) or clause.has("wh", "level", "how", "when", "item", "where"):
        return None
    stages = [i for i in verbs if clause.at(i, "ev", *_STAGES)] + clause.find("stageword", "stage")
    lines = [i for i in verbs if clause.at(i, "ev", *_LINE)]
    numbers = [i for i in clause.find("number") if clause.value(i, "number") <= _MOST_STAGES]
    choice = clause.find("bool", "or")
    offered = [i for i in numbers if choice or i + 1 in stages or (lines and clause.at(i + 1, "noun", "pokemon"))]
    yes_no = clause.is_yes_no() and len(offered) == 1 and not choice
    counted = yes_no or (len(choice) == 1 and len(offered) == _PAIR and offered[0] < choice[0] < offered[1])
    counted = counted or (not numbers and _counts(clause, stages, lines))
    if not counted or len(numbers) != len(offered) or not (stages or lines):
        return None
    clause.take(*mons, *verbs, *stages, *offered, *choice, *clause.find("wh", "howmany", "howmuch"))
    clause.take(*clause.find("noun", "pokemon"), *clause.find("sumword"), *clause.find("contain"))
    if not numbers:
        clause.take(*clause.find("attr", "height"))
    expected = int(clause.value(offered[0], "number")) if yes_no else None
    return Evolve(clause.mon(mons[0]), "family", "stages", yes_no=yes_no, expected=expected)


def _counts(clause: Clause, stages: list[int], lines: list[int]) -> bool:
    """ "How long is the line", 几段进化, 有几个阶段: is a number of stages asked for?"""
    if any(i not in stages for i in clause.find("attr")):
        return bool(lines) and len(clause.find("attr")) == 1 and clause.has("attr", "height") and not clause.has("noun")
    if clause.is_yes_no() or not stages:
        return False
    return clause.has("wh", "howmany") or any(clause.tokens[i].text.startswith(("几", "幾", "多少")) for i in stages)


def all_stages(clause: Clause, mons: list[int], verbs: list[int]) -> Query | None:
    """ "All evolutions of Sewaddle", 科斯莫古的全部进化: the line, where it goes further than one step."""
    every = clause.find("list", "all") + [
        i for i in clause.find("list", "list") if clause.tokens[i].text.startswith(_ALL_TOLD)
    ]
    listed = [i for i in verbs if clause.at(i, "ev", "post", "bare", "from", "into")]
    if len(mons) != 1 or listed != verbs or clause.is_yes_no() or any(map(clause.has, (*_OTHERS, "number", "attr"))):
        return None
    plural = [i for i in listed if clause.tokens[i].text.casefold() in ("evolutions", "evolutions of")]
    asked = clause.find("wh")
    several = [i for i in asked if clause.tokens[i].text.casefold() in _WHICH_ONES]
    forms = several and any(clause.tokens[i].text in _FORMS for i in listed)  # 进化型有哪些
    if not (plural or forms or (every and clause.language != "en")) or asked != several:
        return None
    if plural and asked and not every:
        return None  # "What are Charmander's evolutions?": the next of each step
    if any(clause.at(i, "ev", "from") for i in listed) and not plural:
        return None
    subject = clause.mon(mons[0])
    after = relatives(subject, "post", clause.dataset)
    if not any(relatives(one, "post", clause.dataset) for one in after):
        return None
    clause.take(*mons, *verbs, *every, *several, *clause.find("noun", "form", "pokemon"))
    return Evolve(subject, "family", "what", scope=clause.scope())


def between_two(clause: Clause, mons: list[int], verbs: list[int]) -> Query | None:
    """ "Every stage from Ralts to Gardevoir", 迷你龙到快龙的进化过程: the steps from one to the other."""
    if len(mons) != _PAIR or clause.is_yes_no() or any(clause.has(tag) for tag in _OTHERS if tag != "egg"):
        return None
    if clause.has("number") or clause.has("attr") or clause.has("wh", "item", "level", "when", "where", "why", "who"):
        return None
    steps = clause.find("stageword") + clause.find("egg", "steps") + clause.find("outcome")
    if not verbs and not steps:
        return None
    joined = clause.has("prep", "to", "from", "into") or clause.has("op", "range", "between")
    if not joined or not all(clause.at(i, "ev", "family", "stage", "stages", "bare", "post") for i in verbs):
        return None
    start, end = clause.mon(mons[0]), clause.mon(mons[1])
    if not _comes_to(clause, start, end):
        return None
    clause.take(*mons, *verbs, *steps, *clause.find("op"), *clause.find("list"), *clause.find("prep"))
    clause.take(*clause.find("wh", "what", "how"), *clause.find("each"), *clause.find("stages"))
    return Evolve(start, "into", "how", target=end, scope=clause.scope())


def _comes_to(clause: Clause, start: Mon, end: Mon) -> bool:
    after = relatives(start, "post", clause.dataset)
    further = [two for one in after for two in relatives(one, "post", clause.dataset)]
    return any(one.species_id == end.species_id for one in (*after, *further))
