"""Moves as descriptions: "learns both Surf and Fly", "by level-up before level 30", 既不会冲浪也不会飞翔."""

from __future__ import annotations

from dataclasses import replace

from ..algebra import NOW, And, Condition, LearnedBy, Learns, MoveIs, Not, Operator, Or, Scope
from ..clause import Clause
from ..word_lists import word_list
from .piece import Piece, ordered

#: The ways to learn a move that a description can name.
#: Words that leave a move out of account.
_OTHER_THAN = frozenset(word_list("other-than"))
#: "Use", between what can be done and a move (能用蝶舞的宝可梦).
_USED = word_list("used")
#: What several are said to be able to do.
_ALL_CAN = word_list("all-can")
#: More learners of the same moves than these are no question that anybody asks.
_MOST_LEARNERS = 4
METHODS = ("level-up", "machine", "egg", "tutor")


#: What leads from a set of moves to one of them ("such as Solar Beam"), and what leaves one out behind it.
_FOR_EXAMPLE = frozenset(word_list("example-of-moves"))
_BEHIND = frozenset(word_list("piece/behind"))
#: Words for coming to a level, at which something is learnt.
_REACHES = frozenset(word_list("reaches-level"))


def moves_left_out(clause: Clause) -> list[tuple[int, list[int]]]:
    """ "Besides Moonblast and U-turn", 月亮之力以外: the moves of a set that do not count, with their words."""
    found: list[tuple[int, list[int]]] = []
    for i in clause.find("move", again=True):
        leads = clause.tokens[i - 1].text.casefold() if i else ""
        before = clause.at(i - 1, "neg", "neg") and leads in _OTHER_THAN
        after = clause.at(i + 1, "neg", "neg") and clause.tokens[i + 1].text.casefold() in _BEHIND
        joined = bool(found) and clause.at(i - 1, "bool") and found[-1][0] == i - 2
        if before or after or joined:
            found.append((i, [i, *([i - 1] if before or joined else []), *([i + 1] if after else [])]))
    return found


def excluded_move_pieces(clause: Clause) -> list[Piece]:
    """The moves that do not count, as conditions."""
    left_out = moves_left_out(clause)
    pieces: list[Piece] = []
    for i, words in left_out:
        clause.take(*words)
        name = clause.dataset.moves[clause.value(i, "move")].identifier
        pieces.append(Piece(i, i + 1, Not(MoveIs("named", name))))
    clause.take(*(clause.find("signature", "else") if pieces else ()))
    return pieces


def example_of_moves(clause: Clause) -> list[int]:
    """ "Moves with a charging turn, such as Solar Beam": the example at the end says nothing of the set."""
    moves, last = clause.find("move", again=True), len(clause.tokens) - 1
    k = last
    while k and clause.tokens[k - 1].text.casefold() in _FOR_EXAMPLE:
        k -= 1
    return list(range(k, last + 1)) if moves == [last] and k < last else []


def learn_pieces(clause: Clause) -> list[Piece]:
    """ "learns Surf", 会冲浪的: moves that are learnt, each list of moves a piece of its own."""
    moves = clause.find("move")
    verbs = learn_verbs(clause, moves)
    if clause.language != "en":  # 会冲浪的火系宝可梦
        verbs += [m - 1 for m in moves if clause.at(m - 1, "aux", "can") and m - 1 not in verbs]
        verbs += [m - 2 for m in moves if clause.tokens[m - 1].text in _USED and clause.at(m - 2, "aux", "can")]
        verbs += [m - 1 for m in moves if clause.at(m - 1, "neg", "neg") and clause.tokens[m - 1].text[-1:] in "会能"]
    if not verbs or not moves:
        return []
    scope = learnt_games(clause)
    method = next((m for m in METHODS if clause.find("learn", m)), None)
    level, op, said = level_bound(clause)
    if level is not None and method not in (None, "level-up"):
        return []
    pieces: list[Piece] = []
    for run in _runs(clause, moves, verbs):
        verb = max((v for v in verbs if v < run[0]), default=min(verbs))
        conditions: list[Condition] = []
        mode = "and"
        inner: list[int] = []
        for at, m in enumerate(run):
            condition: Condition = Learns(clause.value(m, "move"), scope, method, level, op)
            if at:
                between = range(run[at - 1] + 1, m)
                inner += [k for k in between if clause.at(k, "bool") or clause.at(k, "neg", "neg")]
                joints = [k for k in between if clause.at(k, "bool", "or") and not clause.at(k, "bool", "and")]
                denied = [k for k in between if clause.at(k, "neg", "neg")]
                if joints:
                    mode = "or"
                if denied and not all(clause.tokens[k].text.casefold() == "nor" for k in denied):
                    condition = Not(condition)  # "Surf but not Fly"
                elif denied:
                    mode = "or"  # "neither Surf nor Fly": the negation in front covers an "or"
            conditions.append(condition)
            for k in (m - 1, m + 1):
                if clause.at(k, "noun", "move") or clause.at(k, "each"):
                    inner.append(k)
        # "cannot learn Surf and Fly": a negation in front of a list covers all of it.
        if mode == "and" and len(run) > 1 and _denied(clause, verb) and not any(isinstance(c, Not) for c in conditions):
            mode = "or"
        whole = (
            conditions[0]
            if len(conditions) == 1
            else (Or(ordered(conditions)) if mode == "or" else And(ordered(conditions)))
        )
        ahead = [k for k in range(verb + 1, run[0]) if clause.at(k, "neg", "neg")]
        if clause.mons(again=True) and any(clause.tokens[k].text.casefold() in _OTHER_THAN for k in ahead):
            return []  # "Does Abra learn anything other than Teleport?"
        if ahead:  # "learn neither Surf nor Fly"
            whole = Not(Or(ordered(conditions)) if len(conditions) > 1 else whole)
        clause.take(*run, *inner, *ahead)
        start = run[0] if clause.at(verb, "neg", "neg") else min(verb, run[0])
        pieces.append(Piece(start, max(verb, run[-1]) + 1, whole))
    clause.take(*(v for v in verbs if not clause.at(v, "neg", "neg")), *said)
    if method:
        clause.take_all("learn", method)
    return pieces


def learn_verbs(clause: Clause, moves: list[int]) -> list[int]:
    """The words for learning; "does Snorlax get Recover?" has one only before a move."""
    verbs = clause.find("learn", "learn")
    mons = clause.mons(again=True)
    if verbs or clause.language != "en" or len(mons) > 1 or not moves or clause.has("ability"):
        return verbs
    asks = clause.is_yes_no() if mons else clause.has("wh", "which", "who", "what", "howmany") or clause.has("list")
    return [i for i in clause.find("aux", "have") if clause.at(i, "prep", "getv") or (i < moves[0] and asks)]


def learnt_games(clause: Clause) -> Scope:
    """The games in which a move is learnt: "in Gen 3", 在第三世代; "Gen 3 Pokémon" are of that generation."""
    times = clause.find("gen")
    if not times:
        return clause.scope() if clause.find("vg") else NOW
    return NOW if any(_says_whose(clause, i) for i in times) else clause.scope()


def _says_whose(clause: Clause, i: int) -> bool:
    """Does a generation describe the Pokémon behind it: "Gen 3 Pokémon", "Gen 3 Water types", 第三世代的宝可梦?"""
    if clause.at(i - 1, "prep", "in") and not clause.at(i - 1, "filler"):
        return False
    k = i + 1
    while clause.at(k, "filler") or clause.at(k, "prep", "of") or clause.at(k, "noun", "generation"):
        k += 1
    return clause.at(k, "noun", "pokemon") or clause.at(k, "type") or clause.at(k, "cls")


def learnt_in(condition: Condition, scope: Scope) -> Condition:
    """A condition with its moves learnt in these games."""
    match condition:
        case Learns():
            return replace(condition, scope=scope)
        case Not(inner):
            return Not(learnt_in(inner, scope))
        case And(parts):
            return And(tuple(learnt_in(part, scope) for part in parts))
        case Or(parts):
            return Or(tuple(learnt_in(part, scope) for part in parts))
    return condition


def _denied(clause: Clause, verb: int) -> bool:
    k = verb - 1
    while k >= 0 and (clause.at(k, "filler") or clause.at(k, "aux")) and not clause.at(k, "neg", "neg"):
        k -= 1
    return clause.at(k, "neg", "neg") or clause.at(verb, "neg", "neg")


def _runs(clause: Clause, moves: list[int], verbs: list[int]) -> list[list[int]]:
    """The moves in lists: a new verb, or anything with content between two moves, begins another."""
    runs: list[list[int]] = []
    for m in moves:
        last = runs[-1][-1] if runs else None
        if last is not None and all(_in_list(clause, k) and k not in verbs for k in range(last + 1, m)):
            runs[-1].append(m)
        else:
            runs.append([m])
    return runs


def _in_list(clause: Clause, k: int) -> bool:
    return (
        clause.at(k, "bool")
        or clause.at(k, "neg", "neg")
        or clause.at(k, "filler")
        or clause.at(k, "noun", "move")
        or clause.at(k, "prep", "of")
    )


def level_bound(clause: Clause) -> tuple[int | None, Operator, list[int]]:
    """The level that a move is learnt by: "before level 30", "by level 20", 30级之前."""
    for i in clause.find("wh", "level", again=True):
        for n in (i + 1, i - 1):
            if not clause.at(n, "number") or n in clause.used or (n < i and clause.language == "en"):
                continue
            first, last = min(i, n), max(i, n)
            said = [i, n]
            op: Operator = "eq"
            before, behind = first - 1, last + 1
            if clause.at(before, "hist", "past") or clause.tokens[max(before, 0)].text.casefold() in (
                "before",
                "under",
            ):
                op = "lt"
                said.append(before)
            elif before >= 0 and clause.tokens[before].text.casefold() in _REACHES:
                said.append(before)  # "upon reaching level 50", "when it hits level 24"
            elif clause.at(before, "op", "lt", "le", "gt", "ge"):
                op = next(v for v in clause.tokens[before].readings["op"] if v in ("lt", "le", "gt", "ge"))
                said.append(before)
            elif before >= 0 and clause.tokens[before].text.casefold() in ("by", "until", "up to"):
                op = "le"
                said.append(before)
            elif before >= 0 and clause.tokens[before].text.casefold() == "after":
                op = "gt"
                said.append(before)
            elif clause.at(behind, "hist", "past") or (
                behind < len(clause.tokens) and clause.tokens[behind].text in ("之前", "以前", "前")
            ):
                op = "lt"
                said.append(behind)
            elif clause.at(behind, "op", "lt", "le", "gt", "ge"):
                op = next(v for v in clause.tokens[behind].readings["op"] if v in ("lt", "le", "gt", "ge"))
                said.append(behind)
            return int(clause.value(n, "number")), op, said
    at = [n for n in clause.find("number") if n and clause.tokens[n - 1].text.casefold() == "at"]
    if len(at) == 1 and clause.at(at[0] - 2, "learn", "learn") and at[0] == len(clause.tokens) - 1:
        return int(clause.value(at[0], "number")), "eq", [at[0] - 1, at[0]]  # "what does Vulpix learn at 28"
    return None, "le", []


def learned_by_pieces(clause: Clause) -> list[Piece]:
    """For sets of moves: "that Charizard learns", 喷火龙能学会的, "that both Lugia and Ho-Oh can learn"."""
    mons = clause.mons()
    if len({clause.value(i, "gen") for i in clause.find("gen")}) > 1:
        return []  # "in gen 1 and gen 2": the moves of one are not those of both
    verbs = clause.find("learn", "learn") or clause.find("prep", "getv")
    if not verbs and len(mons) > 1:
        verbs = [*clause.find("shares", "same"), *clause.find("contrast", "common")]  # "moves that both share"
    if mons and clause.language != "en" and clause.tokens[min(mons[-1] + 1, len(clause.tokens) - 1)].text in _ALL_CAN:
        verbs = [*verbs, mons[-1] + 1]  # 妙蛙花和蔓藤怪都会的招式
    if not mons or len(mons) > _MOST_LEARNERS or (len(mons) > 1 and clause.has("bool", "or")):
        return []
    if not (verbs or (clause.language != "en" and clause.at(mons[0] + 1, "aux", "can"))):
        return []
    method = next((m for m in METHODS if clause.find("learn", m)), None)
    denied = [v + 1 for v in verbs if clause.language != "en" and clause.at(v + 1, "neg", "neg")]
    if denied and len(mons) > 1:
        return []
    clause.take(*mons, *verbs, *denied, *(i for i in clause.find("bool", "and") if mons[0] < i < mons[-1]))
    if len(mons) > 1:
        clause.take(*clause.find("each"))
    if method:
        clause.take_all("learn", method)
    low, high = min([mons[0], *verbs]), max([mons[-1], *verbs, *denied])
    scope = clause.scope()
    learned = [LearnedBy(clause.mon(i), scope, method) for i in mons]
    if denied:
        return [Piece(low, high + 1, Not(learned[0]))]  # 学不会的幽灵系招式
    return [Piece(low, high + 1, learned[0] if len(learned) == 1 else And(ordered(list(learned))))]
