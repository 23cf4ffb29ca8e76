"""How far a negation in front of a list reaches: "not Rock, Ground or Poison", 不怕飞行、地面和冰."""

from __future__ import annotations

from ..algebra import And, Condition, Defends, HasType, Or
from ..clause import Clause
from ..word_lists import word_list
from .piece import Piece

#: Words that say that all of a list is meant at once.
_AT_ONCE = frozenset(word_list("at-once"))
#: What stands between the two types of a pair.
_PAIRED = ("/", "+", "&")
#: The two types of a pair.
_TWO = "2"


def denied_list(clause: Clause, piece: Piece, negation: int, *, excluded: bool) -> Condition | None:
    """What a negation in front of a piece denies: of a list each member; None where its reach is not told.

    "Except Water and Flying types" takes out what is either, 不怕飞行和冰 fears neither; "Water/Flying" is a pair.
    """
    condition = piece.condition
    if not isinstance(condition, And) or not _is_list(condition):
        return condition
    if _is_pair(clause, piece):
        return condition
    if any(token.text.casefold() in _AT_ONCE for token in clause.tokens) or clause.has("typecount", _TWO):
        return None if clause.language != "en" else condition
    if excluded or clause.language != "en" or _has_comma(clause, piece.start, piece.end):
        return Or(condition.conditions)
    return None  # "not Fire and Flying": neither of them, or not both


def each_of(clause: Clause, piece: Piece) -> Condition | None:
    """What goes on a list that is denied: each member of it; None for a pair in the list."""
    if isinstance(piece.condition, And):
        return None if _is_pair(clause, piece) else Or(piece.condition.conditions)
    return piece.condition


def goes_on(clause: Clause, before: Piece, piece: Piece) -> bool:
    """Does a comma alone part two pieces of a list of types?"""
    return _of_types(before) and _of_types(piece) and _only_comma(clause, before, piece)


def runs_on(clause: Clause, negation: int, before: Piece, piece: Piece) -> bool:
    """Does a list of types stand right behind a type that is denied, with nothing between?"""
    attributive = clause.tokens[negation].text.casefold().startswith(("non", "非"))
    listed = isinstance(piece.condition, And | Or) and not _is_pair(clause, piece)
    return listed and not attributive and _of_types(before) and _of_types(piece) and before.end == piece.start


def _of_types(piece: Piece) -> bool:
    parts = piece.condition.conditions if isinstance(piece.condition, And | Or) else (piece.condition,)
    return all(isinstance(part, HasType) for part in parts)


def _is_list(condition: And) -> bool:
    return all(isinstance(c, HasType) for c in condition.conditions) or all(
        isinstance(c, Defends) for c in condition.conditions
    )


def _is_pair(clause: Clause, piece: Piece) -> bool:
    return any(clause.tokens[k].text in _PAIRED for k in range(piece.start, piece.end))


def _only_comma(clause: Clause, before: Piece, piece: Piece) -> bool:
    """Do the pieces follow each other with a mark between them?"""
    return before.end == piece.start and _comma_before(clause, piece.start)


def _has_comma(clause: Clause, start: int, end: int) -> bool:
    return any(_comma_before(clause, k) for k in range(start + 1, end))


def _comma_before(clause: Clause, k: int) -> bool:
    """Is there more than a space between token k and the one before it?"""
    gap = clause.tokens[k].origin[0] - clause.tokens[k - 1].origin[1]
    return gap > (1 if clause.language == "en" else 0)
