"""How a whole line evolves: "at what levels does the Dratini line evolve?", 超音蝠家族最后一阶段怎么进化."""

from __future__ import annotations

from ..algebra import Evolve, Query
from ..clause import Clause

#: Words that name the line or its end, and those that may stand beside them.
_OF_LINE = ("family", "final")
_BESIDE = ("bare", "into", "from", "post", "stage", "stages", *_OF_LINE)
#: What makes another question of it.
_OTHERS = ("type", "move", "ability", "cmp", "sup", "mu", "item", "region", "neg", "evtime", "look")


def line_steps(clause: Clause, mons: list[int], verbs: list[int]) -> Query | None:
    """How one of a line comes to its end, where both the line or its end and a verb are said."""
    asked = clause.find("wh", "level", "how", "when", "item")
    if len(mons) != 1 or any(map(clause.has, _OTHERS)) or clause.has("wh", "howmany") or clause.is_yes_no():
        return None
    named = [i for i in verbs if clause.at(i, "ev", *_OF_LINE)]
    two = [i for i in (*clause.find("pron", "them"), *clause.find("number")) if clause.at(i + 1, "ev", "from", "post")]
    if not named and two:  # "at what levels do the two evolutions of Charmander happen"
        named = verbs
    if len(asked) != 1 or not named or not all(clause.at(i, "ev", *_BESIDE) for i in verbs):
        return None
    numbers = [i for i in clause.find("number") if clause.at(i - 1, "wh", "level") or clause.at(i + 1, "wh", "level")]
    if len(verbs) == len(named) == 1 and not (numbers or two):
        return None  # other frames read these
    if numbers and not clause.has("wh", "which", "what", "who"):
        return None
    if any(clause.at(i, "ev", "from") for i in verbs) and not any(
        clause.at(i, "ev", *_OF_LINE) for i in verbs
    ) and not two:  # fmt: skip
        return None
    clause.take(*mons, *verbs, *asked, *two, *numbers, *clause.find("stageword", "stage"), *clause.find("each"))
    clause.take(*clause.find("evolveby", "level"), *clause.find("require"), *clause.find("exp", "reach"))
    clause.take(*clause.find("occurs"), *clause.find("oblige"), *clause.find("pron", "them", "it"))
    clause.take(*clause.find("wh", "what", "which"), *clause.find("adv", "finally"), *clause.find("list"))
    return Evolve(clause.mon(mons[0]), "family", "how", scope=clause.scope())
