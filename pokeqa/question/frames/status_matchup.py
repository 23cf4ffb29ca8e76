"""Whom a status move or a status condition can reach: "does Thunder Wave affect Ground types?"."""

from __future__ import annotations

from ...pokedex.status_matchups import covers
from ..algebra import NOW, Mon, Query
from ..calculations import StatusMatchup
from ..clause import Clause

#: What may be said of a move and whom it meets.
_EFFECT = ("effect:att", "effect:def", "immune:att", "immune:def")


def status_matchup(clause: Clause) -> Query | None:
    """ "Can Charizard be burned?", 电磁波对地面系有效吗, "which types are immune to Toxic?"."""
    moves = [i for i in clause.find("move") if not clause.at(i, "mu") and not clause.at(i, "ailment")]
    ailments = [i for i in clause.find("ailment") if i not in moves]
    if len(moves) + len(ailments) != 1 or _names_an_ability(clause) or clause.has("ev") or clause.has("chance"):
        return None
    verbs = clause.find("mu")
    if any(not clause.at(i, "mu", *_EFFECT) for i in verbs) or clause.has("hpstate") or clause.has("ball"):
        return None
    types = clause.find("type")
    mons = clause.mons()
    if len(mons) > 1 or (mons and types) or len(types) > 2 or clause.has("bool", "or"):
        return None
    if moves and (not covers(clause.dataset.moves[clause.value(moves[0], "move")]) or not verbs):
        return None
    if ailments and not _suffered(clause, ailments[0]):
        return None
    yes_no = clause.is_yes_no()
    open_side = not mons and not types
    if open_side and (yes_no or not (clause.find("noun", "type") or clause.find("attr", "type"))):
        return None
    if not open_side and not yes_no and not clause.has("wh", "how"):
        return None
    if clause.scope() is not NOW:
        return None
    immune = any(clause.at(i, "mu", "immune:att", "immune:def") for i in verbs)
    immune = immune or bool(clause.find("attr", "immunity"))
    for i in clause.find("neg"):
        if not clause.at(i, "neg", "negyn"):
            immune = not immune
        clause.take(i)
    if open_side and not immune:
        return None
    clause.take(*moves, *ailments, *verbs, *mons, *types, *clause.find("attr", "immunity", "type", "effect"))
    clause.take(*clause.find("noun", "type", "move", "pokemon"), *clause.find("passive"), *clause.find("wh", "how"))
    clause.take(*clause.find("itemuse"), *clause.find("learn", "learn"), *clause.find("exist"))
    defender: Mon | None = clause.mon(mons[0]) if mons else None
    return StatusMatchup(
        defender,
        tuple(sorted({clause.value(i, "type") for i in types})),
        clause.value(moves[0], "move") if moves else None,
        clause.value(ailments[0], "ailment") if ailments else None,
        yes_no,
        immune,
    )


def _names_an_ability(clause: Clause) -> bool:
    return any(not clause.at(i, "mu") and not clause.at(i, "attr") for i in clause.find("ability"))


def _suffered(clause: Clause, i: int) -> bool:
    """Is the condition suffered by what is named: "be burned", "immune to poison", 会被灼伤, 会中毒?"""
    if clause.find("mu", "immune:def") or clause.find("attr", "immunity"):
        return True
    before = i - 1
    while clause.at(before, "filler") and not clause.at(before, "aux"):
        before -= 1
    if clause.language != "en":
        return clause.at(before, "passive", "by") or clause.at(before, "aux", "can") or clause.at(before, "neg")
    asked = clause.has("aux", "can", "do") or clause.has("neg", "neg")
    if before >= 0 and clause.tokens[before].text.casefold() in ("be", "get", "being", "become"):
        return asked
    # "Can you paralyze a Ground type?"
    named = [k for k in range(len(clause.tokens)) if clause.at(k, "mon") or clause.at(k, "type")]
    return clause.has("aux", "can") and bool(named) and min(named) > i
