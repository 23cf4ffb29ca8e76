"""Difference said without its word: "what sets A apart from B", "another type than", "X and Y: what changes?"."""

from __future__ import annotations

from collections.abc import Sequence

from ..algebra import Mon
from ..clause import VERSUS, Clause
from ..word_lists import word_list

#: Words that set one apart from another only together, and that are not the same as another's.
_APART = frozenset(word_list("set-apart/apart"))
_ANOTHER = frozenset(word_list("set-apart/another"))
_PAIR = 2
#: What asks for something of its own.
_ASKING = ("attr", "cmp", "sup", "type", "move", "ability", "item", "ev", "gen", "vg", "lang", "number", "wish",
           "owning", "learn", "breed", "suits", "nature")  # fmt: skip


def said_apart(clause: Clause, subjects: Sequence[Mon]) -> list[int]:
    """The words by which two are held to differ where no word for a difference stands, without their taking."""
    if changes_when_taken_on(clause, subjects):
        return clause.find("hist", "change")
    if len(subjects) != _PAIR:
        return []
    if _changes_between(clause, subjects):
        return clause.find("hist", "change")
    folded = [token.text.casefold() for token in clause.tokens]
    apart = [i for i, text in enumerate(folded) if text in _APART and clause.has("usedoes", "set")]
    if apart:
        return [*apart, *clause.find("usedoes", "set")]
    another = [i for i, text in enumerate(folded) if text in _ANOTHER and clause.at(i + 1, "attr")]
    if another and clause.has("prep", "than"):
        return another
    unshared = _not_of_both(clause)
    if unshared:
        return unshared
    if subjects[0].species_id != subjects[1].species_id or any(map(clause.has, _ASKING)):
        return []
    margin = clause.find("renew", "margin")
    if margin:
        return margin
    if clause.has("hist", "change") and clause.has("wh", "what", "which", "how"):
        return clause.find("hist", "change")
    if not clause.has("wh") and not clause.is_yes_no():  # "Shaymin Land vs Sky Forme"
        return [i for i, text in enumerate(folded) if text in VERSUS and (clause.at(i, "mu") or clause.at(i, "prep"))]
    return []


def _not_of_both(clause: Clause) -> list[int]:
    """ "Which weakness do A and B not share?", "what weaknesses has A that B doesn't have?", A有B没有的弱点."""
    denied = clause.find("neg", "neg") or [i for i in clause.find("lost") if clause.language != "en"]
    if len(denied) != 1 or not clause.has("attr") or clause.is_yes_no():
        return []
    i = denied[0]
    if clause.at(i + 1, "shares", "same"):
        return [i, i + 1]
    has = clause.find("exist") + clause.find("aux", "have")
    behind = [k for k in range(i + 1, len(clause.tokens)) if clause.at(k, "mon") or clause.at(k, "neg")]
    return [i, *(k for k in has if k != i)] if clause.at(i - 1, "mon") and not behind else []


def _changes_between(clause: Clause, subjects: Sequence[Mon]) -> bool:
    """ "Changes in stats between Aegislash's Shield and Blade forms": what is other in the second, at no time."""
    between = clause.has("prep", "between") or clause.has("op", "between")
    timed = clause.has("gen") or clause.has("vg") or clause.has("hist", "past")
    same = subjects[0].species_id == subjects[1].species_id
    return between and same and not timed and clause.has("hist", "change")


def changes_when_taken_on(clause: Clause, subjects: Sequence[Mon]) -> bool:
    """ "What changes when Aegislash goes into Blade Forme?", "X and Mega X: what changes?": what is other in it."""
    if not clause.has("hist", "change") or not clause.has("wh", "what") or any(map(clause.has, _ASKING)):
        return False
    if len(subjects) == _PAIR:
        return subjects[0].species_id == subjects[1].species_id and not clause.has("prep", "into")
    circumstance = clause.find("wh", "when") + clause.find("times", "1") + clause.find("suppose")
    if len(subjects) != 1 or not subjects[0].form_named or not circumstance:
        return False
    clause.take(*circumstance, *clause.find("taking"), *clause.find("prep"), *clause.find("wh"))
    return True
