"""What moves do as descriptions: "put the opponent to sleep", "raise the user's Speed", 降低对手防御, "hit both foes".

Whom an effect is for stands beside it or not at all: a raised stat is then the user's own, a lowered one the target's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from ..algebra import And, Condition, MoveIs, Not, Number, Operator
from ..clause import Clause
from ..word_lists import word_list
from .piece import Piece, ordered

Owner = Literal["own", "foe"]

#: The stats that moves raise and lower.
_STATS = ("attack", "defense", "special-attack", "special-defense", "speed", "accuracy")
_EVERY = ("attack", "defense", "special-attack", "special-defense", "speed")
#: Words for a stat, whichever it is.
_ANY_STAT = frozenset(word_list("any-stat"))
#: Endings of the words that make "sound" or "powder" a kind of move.
_BASED = word_list("based")


def effect_pieces(clause: Clause, *, asked_of_one: bool = False) -> list[Piece]:
    """Everything a clause says of what moves do.

    `asked_of_one`: it is asked whether one move does so; a stat that is lowered may then be anybody's.
    """
    pieces: list[Piece] = []
    for i in range(len(clause.tokens)):
        if i in clause.used:
            continue
        piece = _status(clause, i) or _stat_change(clause, i, asked_of_one) or _done(clause, i) or _reach(clause, i)
        if piece is None:
            continue
        clause.take(*range(piece.start, piece.end))
        pieces.append(piece)
    return pieces


def _thin(clause: Clause, k: int) -> bool:
    """Words around an effect that say nothing of their own."""
    return (
        clause.at(k, "inflict") or clause.at(k, "foe", "foe") or clause.at(k, "filler") or clause.at(k, "aux")
        or clause.at(k, "prep") or clause.at(k, "grant") or clause.at(k, "passive") or clause.at(k, "pron", "it")
    ) and not (clause.at(k, "noun", "move") or clause.at(k, "neg"))  # fmt: skip


def _around(clause: Clause, i: int) -> tuple[int, int]:
    """The span of an effect: its word, the verb and the receiver before and behind it."""
    start, end = i, i + 1
    k = i - 1
    while k >= 0 and _thin(clause, k) and k not in clause.used:
        if clause.at(k, "inflict") or clause.at(k, "foe", "foe") or clause.at(k, "grant"):
            start = k
        k -= 1
    k = i + 1
    while k < len(clause.tokens) and _thin(clause, k) and k not in clause.used:
        if clause.at(k, "inflict") or clause.at(k, "foe", "foe"):
            end = k + 1
        k += 1
    return start, end


def _status(clause: Clause, i: int) -> Piece | None:
    """ "can paralyze the opponent", "sleep moves", 使对手中毒."""
    tag = next((tag for tag in ("moveail", "statusword", "ailment") if clause.at(i, tag)), None)
    if tag is None or clause.at(i, "type"):
        return None
    start, end = _around(clause, i)
    return Piece(start, end, MoveIs("ailment", str(clause.value(i, tag))))


#: Words for Defense and Special Defense at once; "your defenses" may be one of them alone.
DEFENSES: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("defenses", "defences"), ("defense",)),
    **dict.fromkeys(("both defenses", "both defences", "双防", "雙防", "两防"), ("defense", "special-defense")),
}


def _stat_at(clause: Clause, k: int, asked_of_one: bool = False) -> str | None:
    named = clause.at(k, "noun", "stat") or (asked_of_one and clause.at(k, "attr", "stats"))
    any_stat = named and clause.tokens[k].text.casefold() in _ANY_STAT
    if any_stat and (clause.has("stageword") or asked_of_one):
        return "any"  # "raise a stat by two stages", "does Rapid Spin raise any stat"
    if clause.at(k, "battlestat"):
        return str(clause.value(k, "battlestat"))
    return next((v for v in clause.tokens[k].readings.get("attr", ()) if v in _STATS), None) if k >= 0 else None


def _joined(clause: Clause, k: int) -> bool:
    """Does a stat go with the one before it: "and" between them, or one word for both (双防)?"""
    both = clause.tokens[k].start == clause.tokens[k - 1].start
    return both or clause.at(k - 1, "bool", "and") or clause.at(k - 1, "prep", "of")


def _stat_change(clause: Clause, i: int, asked_of_one: bool) -> Piece | None:
    """ "raise the user's Speed", 能让对手攻击下降: the verb before or behind the stat."""
    if not clause.at(i, "bend", "raises", "lowers"):
        return None
    way: Literal["raises", "lowers"] = "raises" if clause.at(i, "bend", "raises") else "lowers"
    owner: Owner | None = None
    stats: list[str] = []
    at = -1
    steps = (range(i + 1, len(clause.tokens)), range(i - 1, -1, -1))
    for step in steps if clause.language != "en" else steps[:1]:
        for k in step:
            found = _stat_at(clause, k, asked_of_one)
            if clause.at(k, "everystat") and not stats:
                stats, at = list(_EVERY), k
                continue
            if not stats and (told := DEFENSES.get(clause.tokens[k].text.casefold())):
                stats, at = [*told], k
                continue
            if found is not None and (not stats or _joined(clause, k)):
                stats.append(found)
                at = k
            elif stats and clause.at(k, "bool", "and") and _stat_at(clause, k + 1) is not None:
                continue
            elif clause.at(k, "list", "all") and _stat_at(clause, k + 1, asked_of_one) == "any":
                continue  # "raise any stat"
            elif clause.at(k, "ownside", "own") and not clause.at(k, "foe"):
                owner = owner or "own"
            elif clause.at(k, "foe", "foe"):
                owner = owner or "foe"
            elif not _thin(clause, k):
                break
        if stats:
            break
    if not stats:
        return None
    start, end = min(i, at), max(i, at) + 1
    for k in range(start - 1, -1, -1):
        whose = "own" if clause.at(k, "ownside", "own") else "foe" if clause.at(k, "foe", "foe") else None
        if whose is not None:
            owner = owner or ("own" if whose == "own" else "foe")
            start = k
        elif clause.at(k, "inflict"):
            start = k
        elif not _thin(clause, k):
            break
    while end < len(clause.tokens) and clause.at(end, "noun", "stat"):
        end += 1
    if owner is None and not asked_of_one:
        owner = "own" if way == "raises" else "foe"
    size, end = _stages(clause, start, end)
    start = min(start, i - 1) if clause.at(i - 1, "stagesize") else start
    whose = f"{owner}:" if owner is not None else ""
    changed = [MoveIs(way, f"{whose}{stat}{size}") for stat in dict.fromkeys(stats)]
    return Piece(start, end, changed[0] if len(changed) == 1 else And(ordered(list(changed))))


def _stages(clause: Clause, start: int, end: int) -> tuple[str, int]:
    """By how many stages a stat is changed (":2"), explained, and where that ends: "sharply", "by two stages", 两级."""
    sizes = [k for k in range(max(start - 2, 0), min(end + 2, len(clause.tokens))) if clause.at(k, "stagesize")]
    behind = end
    while clause.at(behind, "passive") or clause.at(behind, "prep", "of"):
        behind += 1
    counted = clause.at(behind, "number") or clause.at(behind, "list", "one")
    if counted and clause.at(behind + 1, "stageword"):
        clause.take(behind, behind + 1, *sizes)
        number = int(clause.value(behind, "number")) if clause.at(behind, "number") else 1
        return f":{number}", behind + 2
    if not sizes:
        return "", end
    clause.take(*sizes)
    return f":{clause.value(sizes[0], 'stagesize')}", max(end, sizes[-1] + 1)


def _done(clause: Clause, i: int) -> Piece | None:
    """One word for what a move does or is: recoil, 吸血, "always go first", "sound based"."""
    condition: Condition | None = None
    end = i + 1
    if clause.at(i, "movedoes", "misses"):
        condition = Not(MoveIs("does", "never-misses"))
    elif clause.at(i, "movedoes"):
        condition = MoveIs("does", str(clause.value(i, "movedoes")))
    elif clause.at(i, "moveflag"):
        condition = MoveIs("flag", str(clause.value(i, "moveflag")))
    elif clause.at(i, "flagword") and i + 1 < len(clause.tokens):
        based = clause.tokens[i + 1].text.casefold() in _BASED
        if based or clause.at(i + 1, "noun", "move"):
            condition = MoveIs("flag", str(clause.value(i, "flagword")))
            end = i + 2 if based else i + 1
    elif clause.at(i, "attacking"):
        condition = Not(MoveIs("damage-class", "status"))
    elif clause.at(i, "attr", "priority") and (signed := _sign_beside(clause, i)) is not None:
        start, end, condition = signed
        return Piece(start, end, condition)
    elif clause.at(i, "movekind", "negative"):
        condition = Number("priority", "lt", 0)
    elif clause.at(i, "movekind", "priority"):
        condition, end = Number("priority", "gt", 0), i + 1
        if clause.at(i, "attr", "priority") and (value := _plus_value(clause, i)) is not None:
            condition, end = Number("priority", "eq", value), i + 3
    if condition is None:
        return None
    start = _around(clause, i)[0] if clause.at(i, "movedoes", "flinch") else i
    while start > 0 and (clause.at(start - 1, "adv", "always") or clause.at(start - 1, "inflict")):
        start -= 1
    while clause.at(end, "foe", "foe") and not clause.at(end, "noun"):
        end += 1
    return Piece(start, end, condition)


def _sign_beside(clause: Clause, i: int) -> tuple[int, int, Condition] | None:
    """ "priority below zero", 先制度是负的: the sign before or behind the word."""
    for step in (1, -1):
        k = i + step
        while clause.at(k, "filler") or clause.at(k, "aux") or clause.at(k, "prep"):
            k += step
        if clause.at(k, "plusminus"):
            op: Operator = "lt" if clause.at(k, "plusminus", "negative") else "gt"
            return min(i, k), max(i, k) + 1, Number("priority", op, 0)
    return None


def _plus_value(clause: Clause, i: int) -> float | None:
    """先制+2: the number behind the word and the sign."""
    if i + 2 >= len(clause.tokens) or clause.tokens[i + 1].text != "+" or not clause.at(i + 2, "number"):
        return None
    return float(clause.value(i + 2, "number"))


def _reach(clause: Clause, i: int) -> Piece | None:
    """ "hit both opponents", 攻击全体对手; "hit your ally" is what strikes all around the user."""
    if clause.at(i, "foe", "many"):
        does = "spread"
    elif clause.at(i, "foe", "each"):
        does = "hits-allies"
    else:
        return None
    start = i
    while start > 0 and (clause.at(start - 1, "mu", "effect:att") or clause.at(start - 1, "foe", "foe")):
        start -= 1
    end = i + 1
    while clause.at(end, "mu", "effect:att"):
        end += 1
    return Piece(start, end, MoveIs("does", does))
