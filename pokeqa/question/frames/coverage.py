"""What moves hit together, and what hits a team."""

from __future__ import annotations

from ..algebra import NOW, Query
from ..calculations import Coverage, TeamMatchup
from ..clause import Clause

#: A team has this many members at most.
TEAM_SIZE = 6


def coverage(clause: Clause) -> Query | None:
    """ "Type coverage of Ice and Ground", "what do Earthquake and Ice Beam cover?", 冰和地面的打击面."""
    words = clause.find("coverage")
    if not words or clause.mons() or clause.is_yes_no():
        return None
    clause.take(*words)
    types = [i for i in clause.find("type") if i not in clause.used]
    moves = [i for i in clause.find("move") if i not in types and not clause.at(i, "filler")]
    if not 1 <= len(types) + len(moves) <= 4:
        return None
    clause.take(*types, *moves, *clause.find("noun", "type", "move"), *clause.find("attr", "type", "matchup"))
    clause.take(*clause.find("attr", "strengths"), *clause.find("wh", "how", "howmany"), *clause.find("list"))
    if clause.has("bool", "or") or clause.scope() != NOW:
        return None
    move_ids = tuple(clause.value(i, "move") for i in moves)
    if any(clause.dataset.moves[m].damage_class == "status" for m in move_ids):
        return None
    ids = [*(clause.value(i, "type") for i in types), *(clause.dataset.moves[m].type_id for m in move_ids)]
    return Coverage(tuple(sorted(dict.fromkeys(ids))), move_ids)


_TEAM = {"weakness": "weak", "resistance": "resist", "immunity": "immune", "matchup": "all"}


def team(clause: Clause) -> Query | None:
    """ "What is my team of Garchomp, Gyarados and Pikachu weak to?", 队伍烈咬陆鲨、暴鲤龙的弱点."""
    words = clause.find("team", "team")
    mons = clause.mons()
    if not (2 if words else 3) <= len(mons) <= TEAM_SIZE:
        return None
    relations = {v for i in clause.find("attr") for a, v in _TEAM.items() if clause.at(i, "attr", a)}
    verbs = clause.find("mu", "weak:def", "resist:def", "immune:def")
    relations |= {v.split(":")[0] for i in verbs for v in clause.tokens[i].readings["mu"] if v.endswith(":def")}
    if len(relations & {"weak", "resist", "immune", "all"}) != 1:
        return None
    relation = (relations & {"weak", "resist", "immune", "all"}).pop()
    clause.take(*words, *mons, *verbs, *clause.find("attr", *_TEAM), *clause.find("team", "shared"))
    clause.take(*clause.find("noun", "type"), *clause.find("attr", "type"), *clause.find("list"))
    clause.take(*clause.find("wh", "howmany", "how"), *clause.find("aux", "have"), *clause.find("sup", ":max"))
    if clause.is_yes_no() or clause.has("bool", "or") or clause.has("type") or clause.is_negated():
        return None
    return TeamMatchup(tuple(dict.fromkeys(clause.mon(i) for i in mons)), relation)  # type: ignore[arg-type]
