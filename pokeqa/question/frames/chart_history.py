"""When one type began or ceased to resist another: "when did Steel stop resisting Ghost?", 钢从哪一代开始不抗恶了."""

from __future__ import annotations

from ..algebra import Matchup, Query, Scope, Types
from ..clause import Clause

#: What makes another question of it.
_OTHERS = ("mon", "ability", "item", "gen", "vg", "sup", "cmp", "learn", "egg", "typecount", "coverage")


def chart_history(clause: Clause) -> Query | None:
    """The last generation in which the chart was another one for the two types; the answer tells all of them."""
    types, verbs = clause.find("type"), clause.find("mu")
    when = [*clause.find("wh", "when"), *clause.find("attr", "generation"), *clause.find("noun", "generation")]
    verbs = [i for i in verbs if not clause.at(i, "type")]
    if len(types) != 2 or len(verbs) != 1 or not when or any(map(clause.has, _OTHERS)) or clause.is_yes_no():
        return None
    defends = any(str(v).endswith(":def") for v in clause.tokens[verbs[0]].readings["mu"])
    if not defends and not any(str(v).endswith(":att") for v in clause.tokens[verbs[0]].readings["mu"]):
        return None
    first, second = (clause.value(i, "type") for i in types)
    attack, own = (second, first) if defends else (first, second)
    data = clause.dataset
    born = max(data.types[one].generation for one in (attack, own))
    now = data.efficacy(attack, own)
    others = [g for g in data.generations if g >= born and data.efficacy(attack, own, g) != now]
    if not others:
        return None
    clause.take(*types, *verbs, *when, *clause.find("lost"), *clause.find("hist"), *clause.find("since"))
    clause.take(*clause.find("neg"), *clause.find("ev", "into"), *clause.find("noun", "type", "move"))
    clause.take(*clause.find("attr", "type"), *clause.find("prep", "getv"), *clause.find("wh", "how"))
    return Matchup(Types((attack,)), Types((own,)), "effect", Scope(max(others)))
