"""Match-ups as descriptions: "immune to Ground", 抵抗冰."""

from __future__ import annotations

from ..algebra import (
    And,
    Condition,
    Defends,
    Not,
    Or,
)
from ..clause import Clause
from .piece import Piece, ordered

_RELATION = {"weak:def": "weak", "resist:def": "resist", "immune:def": "immune"}


def defends_pieces(clause: Clause) -> list[Piece]:
    """ "immune to Ground", 抵抗冰, "weak to Fire but not Water": a relation with the attacking types behind it."""
    pieces: list[Piece] = []
    for i in clause.find("mu", "weak:def", "resist:def", "immune:def"):
        relation = next(_RELATION[v] for v in clause.tokens[i].readings["mu"] if v in _RELATION)
        j = i + 1
        while j < len(clause.tokens) and (clause.at(j, "prep") or clause.at(j, "filler")) and not clause.at(j, "type"):
            j += 1
        condition, end = _attacks(clause, j, relation)
        start = i
        if condition is None and clause.language == "ja":
            back = i - 1
            while back >= 0 and (clause.at(back, "noun", "type") or clause.at(back, "filler")):
                back -= 1
            if clause.at(back, "type"):
                condition, start, end = Defends(clause.value(back, "type"), relation), back, i + 1  # type: ignore[arg-type]
        if condition is None:
            continue
        clause.take(*range(start, end))
        pieces.append(Piece(start, end, condition))
    return pieces


def _attacks(clause: Clause, j: int, relation: str) -> tuple[Condition | None, int]:
    """The attacking types from token j on: one, or a list with "and", "or", "but not"; and where it ends."""
    found: list[Condition] = []
    either = False
    end = k = j
    while k < len(clause.tokens):
        joint = k
        negated = False
        while clause.at(joint, "bool") or clause.at(joint, "neg", "neg"):
            either = either or (clause.at(joint, "bool", "or") and not clause.at(joint, "bool", "and"))
            negated = negated or clause.at(joint, "neg", "neg")
            joint += 1
        if (found and joint == k) or not clause.at(joint, "type") or joint in clause.used:
            break
        one: Condition = Defends(clause.value(joint, "type"), relation)  # type: ignore[arg-type]
        found.append(Not(one) if negated else one)
        k = joint + 1
        while clause.at(k, "noun", "type", "move"):
            k += 1
        end = k
    if not found:
        return None, j
    if len(found) == 1:
        return found[0], end
    return (Or(ordered(found)) if either else And(ordered(found))), end
