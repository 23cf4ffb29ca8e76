"""Moves and who learns them."""

from __future__ import annotations

from typing import Any

from ..algebra import ALL, Learn, Query
from ..clause import Clause, is_negative_auxiliary
from ..describe import conditions


def learn(clause: Clause) -> Query | None:
    """ "Can Pikachu learn Surf?", 皮卡丘几级学会十万伏特, "moves Garchomp learns by TM"."""
    if clause.is_universal():
        return None
    verbs = clause.find("learn", "learn")
    methods = [m for m in ("level-up", "machine", "egg", "tutor") if clause.has("learn", m)]
    moves = [
        i
        for i in clause.find("move")
        if not clause.at(i, "filler") and not clause.at(i, "learn") and not clause.at(i, "mon")
    ]
    mons = clause.mons()
    nouns = clause.find("noun", "move")
    knows = bool(verbs) or bool(methods)
    if clause.language != "en" and not verbs and len(mons) == 1 and len(moves) == 1 and not clause.has("mu"):
        # 皮卡丘会冲浪吗: 会 before a move is "knows how to".
        knows = clause.at(moves[0] - 1, "aux", "can")
    if clause.language != "en" and not verbs and not mons and len(moves) == 1 and clause.has("wh", "who", "which"):
        # 谁会自爆, 哪只会飞翔: the same of all Pokémon.
        knows = clause.at(moves[0] - 1, "aux", "can") and any(i < moves[0] for i in clause.find("wh", "who", "which"))
    if clause.language == "en" and not verbs and len(mons) == 1 and len(moves) == 1 and not clause.has("ability"):
        # "Does Snorlax get Recover?"
        got = [i for i in clause.find("aux", "have") if clause.at(i, "prep", "getv") or clause.at(i, "learn", "learn")]
        verbs, knows = [*verbs, *got], knows or bool(got)
    if not knows and not (nouns and len(mons) == 1 and not moves):
        return None
    if clause.has("mu") or clause.has("ev") or len(mons) > 1 or len(moves) > 1:
        return None
    if mons and moves and (clause.has("wh", "which", "who") or clause.has("noun", "pokemon")):
        return None  # "Which Pokémon besides Mew ..." asks for learners
    level = clause.find("wh", "level")
    how = clause.find("wh", "how", "when", "where")
    many = clause.find("wh", "howmany")
    negated = False
    yes_no = clause.is_yes_no()
    method: Any = methods[0] if len(methods) == 1 else None
    if len(methods) > 1:
        return None
    clause.take(*verbs, *moves, *nouns)
    for m in methods:
        clause.take_all("learn", m)
    if mons and moves:
        clause.take(*mons, *level, *how, *many, *clause.find("attr", "machine"))
        if clause.is_universal() or any(clause.tokens[i].text.casefold() == "but" for i in clause.find("bool")):
            return None
        for i in clause.find("neg"):
            if not clause.at(i, "neg", "negyn"):
                if not is_negative_auxiliary(clause.tokens[i].text) and clause.tokens[i].text not in ("不能", "不会"):
                    return None  # "anything besides Splash"
                negated = True
            clause.take(i)
        aspect: Any = "level" if level else "how" if how else "can"
        if aspect == "can" and not yes_no and not clause.has("aux"):
            return None
        scope = clause.scope()
        return Learn(clause.mon(mons[0]), clause.value(moves[0], "move"), aspect, method, scope, negated=negated)
    if moves:
        if many:
            clause.take(*many)
        scope = clause.scope()
        clause.take(*clause.find("list"), *how, *level)
        if how or level:
            return None
        clause.take(*clause.find("noun", "pokemon"))
        condition = conditions(clause)
        return Learn(None, clause.value(moves[0], "move"), "count" if many else "list", method, scope, condition or ALL)
    if mons:
        clause.take(*mons)
        move_type = None
        for i in clause.find("type"):
            move_type = clause.value(i, "type")
            clause.take(i, *clause.find("noun", "type"))
        # "What does Pikachu learn?" asks for moves; "what can it use" alone does not.
        if not nouns and (not verbs or not clause.has("wh", "what", "which")):
            return None
        if yes_no or level or how:
            return None
        clause.take(*many, *clause.find("list"), *clause.find("attr", "machine"))
        if clause.has("attr", "machine"):
            method = "machine"
        scope = clause.scope()
        return Learn(clause.mon(mons[0]), None, "count" if many else "list", method, scope, move_type_id=move_type)
    return None
