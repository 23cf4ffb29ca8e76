""" "No items, weather or abilities", 无道具天气: what a calculation is told to leave out, and leaves out anyway."""

from __future__ import annotations

from .clause import Clause
from .word_lists import word_list

#: Words that leave out what they stand beside.
_NONE = frozenset(word_list("none"))
#: What can be left out besides items, abilities, critical hits and stages, and words that close such a list.
_LEFT_OUT = frozenset(word_list("bare-terms/left-out"))


def leave_out_the_rest(clause: Clause) -> list[int]:
    """Explain the words that say that nothing else is counted ("no items", 不考虑道具和特性); where they are."""
    words: list[int] = []
    for i in clause.find("neg"):
        if clause.tokens[i].text.casefold() not in _NONE:
            continue
        ahead = _run(clause, i + 1, 1)
        found = ahead if any(_is_left_out(clause, k) for k in ahead) else _run(clause, i - 1, -1)
        if any(_is_left_out(clause, k) for k in found):
            words += [i, *found]
    clause.take(*words)
    return words


def _run(clause: Clause, k: int, step: int) -> list[int]:
    """The names of conditions that stand in a row."""
    found: list[int] = []
    while 0 <= k < len(clause.tokens) and (_is_left_out(clause, k) or _joins(clause, k)):
        found.append(k)
        k += step
    while found and not _is_left_out(clause, found[-1]):
        found.pop()
    return found


def _is_left_out(clause: Clause, k: int) -> bool:
    named = any(clause.at(k, tag) for tag in ("mon", "move", "item", "battleitem", "type", "number"))
    words = clause.at(k, "noun", "item", "ability") or clause.at(k, "critical") or clause.at(k, "stages", "boosted")
    return not named and (words or clause.tokens[k].text.casefold() in _LEFT_OUT)


def _joins(clause: Clause, k: int) -> bool:
    return clause.at(k, "bool") or clause.at(k, "filler") or clause.at(k, "list", "all")
