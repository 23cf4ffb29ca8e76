"""What a Japanese negation denies: the noun in front of it (みずタイプではない御三家), what AでもBでもない lists."""

from __future__ import annotations

from collections.abc import Sequence

from ..algebra import And, Not
from ..clause import Clause
from ..word_lists import word_list
from .piece import Piece

#: Negations of a noun.
OF_NOUNS = frozenset(word_list("of-nouns"))
#: The negation at the end of AでもBでもない.
_OF_LISTS = frozenset(word_list("of-lists"))
#: What stands between a noun and what denies it.
_BETWEEN = ("filler", "prep", "aux")


def denied_in_japanese(clause: Clause, pieces: Sequence[Piece]) -> dict[int, int] | None:
    """The negation of each piece that is denied, by where the piece starts; None where what is denied is not told."""
    told: dict[int, int] = {}
    for i in clause.find("neg", "neg"):
        text = clause.tokens[i].text
        listed = text in _OF_LISTS and _is_one_of_several(clause, i)
        if not listed and text not in OF_NOUNS:
            return None
        before = [piece for piece in pieces if _ends_at(clause, piece, i)]
        if len(before) != 1 or isinstance(before[0].condition, And | Not):
            return None  # でんき・ドラゴンではない: neither, or not both
        told[before[0].start] = i
        at = list(pieces).index(before[0])
        while (
            listed
            and at
            and _is_one_of_several(clause, pieces[at].start)
            and _ends_at(clause, pieces[at - 1], pieces[at].start)
        ):
            at -= 1
            told[pieces[at].start] = i
    return told


def _is_one_of_several(clause: Clause, end: int) -> bool:
    """Does でも stand in front?"""
    return end > 1 and "".join(clause.tokens[k].text for k in (end - 2, end - 1)).endswith(("でも", "にも"))


def _ends_at(clause: Clause, piece: Piece, i: int) -> bool:
    k = piece.end
    while k < i and clause.at(k, "noun", "type", "pokemon"):
        k += 1
    return k <= i and all(any(clause.at(j, tag) for tag in _BETWEEN) for j in range(k, i))
