"""Numbers that are said to have been so: "was Hypnosis ever 70 accurate?", 皮卡丘的防御以前是30吧."""

from __future__ import annotations

from typing import Literal

from ..algebra import History, Query, Subject, Thing
from ..clause import Clause
from ..past_claims import PastClaim
from ..word_lists import word_list
from .attributes import STATS, attributes

#: What makes another question of it.
_OTHERS = ("gen", "vg", "wh", "cmp", "sup", "type", "ability", "item", "nature", "evs", "iv", "ev", "learn", "ball",
           "agg", "effort", "exp", "suppose")  # fmt: skip
_NUMBERS = frozenset({*STATS[:-1], "power", "accuracy", "pp", "priority"})
_OF_MOVES = ("power", "accuracy", "pp", "priority")
_NEVER = (*(tag for tag in _OTHERS if tag not in ("gen", "vg", "cmp")), "number")
_BEFORE = frozenset(word_list("past-number/before"))
#: Verbs of the past, which make a past claim in front, or with the others somewhere.
_WAS = frozenset(word_list("past-number/was"))
_HAD = frozenset(word_list("past-number/had"))
_ALWAYS = frozenset(word_list("past-number/always"))
_EVER = frozenset(word_list("past-number/ever"))


def past_compared(clause: Clause) -> Query | None:
    """ "Was Pikachu's Defense lower before X and Y?", "was Thunderbolt stronger before gen 6?"."""
    before = [i for i, token in enumerate(clause.tokens) if token.text.casefold() in _BEFORE]
    ways = {"gt": "more", "lt": "less"}
    compared = [i for i in clause.find("cmp") if _way(clause, i) in ways]
    if not before or len(compared) != 1 or not clause.is_yes_no() or clause.find("neg", "neg"):
        return None
    if not (clause.has("gen") or clause.has("vg")) or any(map(clause.has, _NEVER)):
        return None
    mons = clause.mons()
    moves = [i for i in clause.find("move") if i not in mons and not clause.at(i, "filler")]
    if len(mons) + len(moves) != 1:
        return None
    found = [value for value in attributes(clause, _NUMBERS) if value in (STATS if mons else _OF_MOVES)]
    if moves and not found and any(":" in str(v) for v in clause.tokens[compared[0]].readings["cmp"]):
        found = ["power"]
    if len(found) != 1:
        return None
    clause.scope()  # every change is told with its time
    clause.take(*mons, *moves, *before, *compared, *clause.find("hist"), *clause.find("prep", "than"))
    subject: Subject = clause.mon(mons[0]) if mons else Thing("move", clause.value(moves[0], "move"))
    kind: Literal["more", "less"] = "more" if _way(clause, compared[0]) == "gt" else "less"
    return History(subject, found[0], claim=PastClaim(kind))  # type: ignore[arg-type]


def _way(clause: Clause, i: int) -> str:
    return str(clause.tokens[i].readings["cmp"][0]).rpartition(":")[2]


def past_number(clause: Clause) -> Query | None:
    """Whether a number of a Pokémon or a move ever was, or always was, what is claimed."""
    numbers = clause.find("number")
    if len(numbers) != 1 or not clause.is_yes_no() or any(map(clause.has, _OTHERS)):
        return None
    mons = clause.mons()
    moves = [i for i in clause.find("move") if i not in mons and not clause.at(i, "filler")]
    if len(mons) + len(moves) != 1:
        return None
    texts = [token.text.casefold() for token in clause.tokens]
    past = clause.find("hist", "past")
    always = clause.find("adv", "always") + [i for i, text in enumerate(texts) if text in _ALWAYS]
    ever = [i for i, text in enumerate(texts) if text in _EVER]
    been = [i for i, text in enumerate(texts) if text in _HAD]
    first = next(iter(texts), "")
    if not (past or first in _WAS or ((ever or always) and been) or ((been or always) and clause.language != "en")):
        return None
    denials = [i for i in clause.find("neg", "neg") if i]
    if denials:
        return None
    found = attributes(clause, _NUMBERS)
    if len(found) != 1 or (mons and found[0] not in STATS) or (moves and found[0] in STATS):
        return None
    clause.take(*mons, *moves, *numbers, *past, *always, *ever, *been, *clause.find("neg"), *clause.find("percent"))
    clause.take(*clause.find("noun", "move", "stat"), *clause.find("aux"), *clause.find("times", "1"))
    clause.take(*clause.find("hist", "change"), *clause.find("pron", "it"))
    subject: Subject = clause.mon(mons[0]) if mons else Thing("move", clause.value(moves[0], "move"))
    kind: Literal["always", "ever", "before"] = "always" if always else "before" if past and not ever else "ever"
    claim = PastClaim(kind, value=float(clause.value(numbers[0], "number")))
    return History(subject, found[0], claim=claim)  # type: ignore[arg-type]
