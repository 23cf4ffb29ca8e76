"""How often a move can be used at most: "max PP of Fire Blast with PP Ups?", 大字爆炎的PP上限."""

from __future__ import annotations

from ..algebra import Facts, Query, Thing
from ..clause import Clause
from ..word_lists import word_list

#: What makes another question of it.
_OTHERS = ("type", "ability", "cmp", "agg", "learn", "wild", "noun", "neg", "moveclass", "bool", "gen", "vg", "hist")
_OF_ANOTHER = ("which", "who", "where", "why", "when")
_AFTER = frozenset(word_list("after"))
#: Words for the most there can be.
_MOST = frozenset(word_list("most-uses/most"))


def most_uses(clause: Clause) -> Query | None:
    """The PP of a move, with which the most that PP Ups make of it is told."""
    uses = clause.find("attr", "pp") or clause.find("usesraise")
    moves = [i for i in clause.find("move") if not clause.at(i, "mon")]
    if not uses or len(moves) != 1 or clause.mons() or clause.is_yes_no():
        return None
    if any(map(clause.has, _OTHERS)) or clause.has("wh", *_OF_ANOTHER):
        return None
    raised = clause.find("usesraise")
    most = [i for i, token in enumerate(clause.tokens) if token.text.casefold() in _MOST and i not in moves]
    if not raised and not most:
        return None
    clause.take(*(i for i, token in enumerate(clause.tokens) if token.text.casefold() in _AFTER))
    clause.take(*uses, *moves, *raised, *most, *clause.find("wh"), *clause.find("aux"), *clause.find("prep"))
    clause.take(*clause.find("itemuse"), *clause.find("pron", "it"), *clause.find("suppose"), *clause.find("exist"))
    clause.take(*clause.find("exp", "reach"), *clause.find("bend", "raises"), *clause.find("number"))
    clause.take(*clause.find("ev", "post", "pre"), *clause.find("list"), *clause.find("grant"), *clause.find("op"))
    return Facts((Thing("move", clause.value(moves[0], "move")),), ("pp",))
