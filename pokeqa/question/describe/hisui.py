"""Hisui opened no generation: from there are the forms and the few species that were first met there."""

from __future__ import annotations

from ..clause import Clause
from ..conditions import FromHisui
from ..word_lists import word_list
from .piece import Piece

#: Words in front of a region, or behind it, that tell where somebody comes from.
_FROM = frozenset(word_list("hisui/from"))
_OF = word_list("hisui/of")


def from_hisui(clause: Clause, i: int) -> Piece | None:
    """ "Ghost types from Hisui", 洗翠地区的宝可梦, "not from Hisui"."""
    end = i + 1 + clause.at(i + 1, "noun", "region")
    if clause.at(end, "noun", "dex") or clause.at(end, "noun", "form") or clause.at(end, "noun", "game"):
        return None
    said = clause.tokens[i - 1].text.casefold() in _FROM if i else False
    debuts = i > 1 and clause.at(i - 1, "prep", "in") and clause.at(i - 2, "intro")  # "debuted in Hisui"
    if debuts:
        clause.take(i - 2)
    said = said or debuts
    behind = end < len(clause.tokens) and clause.tokens[end].text.startswith(_OF)
    if not said and not behind:
        return None
    return Piece(i - said, end, FromHisui())
