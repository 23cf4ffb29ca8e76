"""Which of two moves is better, where no number is named: both are told side by side."""

from __future__ import annotations

from ..algebra import NOW, Facts, Query, Thing
from ..clause import Clause
from ..word_lists import word_list

#: Words by which one of two is called better, whatever that means.
_BETTER = frozenset(word_list("better-one"))


def better_move(clause: Clause, moves: list[int], versus: list[int]) -> Query | None:
    """ "Crunch vs Bite: which is better?": no number is asked for, so what both do is set side by side."""
    words = [i for i in clause.find("cmp") if i not in moves]
    if any(clause.tokens[i].text.casefold() not in _BETTER for i in words) or not (words or versus):
        return None
    if clause.is_yes_no() or clause.is_negated() or clause.has("type") or clause.scope() != NOW:
        return None
    clause.take(*moves, *words, *versus, *clause.find("bool", "or", "and"), *clause.find("noun", "move"))
    clause.take(*clause.find("wh", "which", "what"), *clause.find("prep", "between", "than"), *clause.find("winning"))
    return Facts(tuple(Thing("move", clause.value(i, "move")) for i in moves), ("profile",))
