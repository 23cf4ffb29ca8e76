"""Match-ups with a choice of judgements: "does Thunderbolt hit Gliscor or is it immune", "resists or is immune to"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..algebra import Matchup, Query
from ..clause import Clause

#: What stands between "or" and the other judgement: "or is it", "or does it not".
_BETWEEN = ("bool", "aux", "pron", "filler", "prep")


def judged_otherwise(clause: Clause, verbs: Sequence[int]) -> list[int]:
    """The words of all judgements but the first, where "or" sets them side by side; empty where there is one.

    With a side of its own behind each ("weak to Ice or immune to Electric") they are two questions.
    """
    if len(verbs) < 2:
        return []
    found: list[int] = []
    for i in clause.find("bool", "or"):
        behind = i + 1
        while behind not in verbs and any(clause.at(behind, tag) for tag in _BETWEEN):
            behind += 1
        if behind not in verbs or verbs[0] > i:
            continue
        if _names(clause, verbs[0] + 1, i) and _names(clause, behind + 1, len(clause.tokens)):
            return []
        found += range(i, behind + 1)
        k = i - 1
        while k in verbs and k - 1 in verbs:  # "weak, neutral or immune"
            found.append(k)
            k -= 1
    return found


def whichever(clause: Clause, query: Query | None, verbs: Sequence[int], others: Sequence[int]) -> Query | None:
    """The query for what it really is, where several judgements are offered."""
    if not others or not isinstance(query, Matchup):
        return query
    if query.attacker is not None and query.defender is not None:
        return replace(query, relation="effect", yes_no=False, negated=False)
    said = {v.split(":")[0] for i in verbs for v in clause.tokens[i].readings["mu"][:1]}
    one_side = query.attacker is None or query.asked == "types"
    if said == {"resist", "immune"} and one_side and not query.yes_no:
        return replace(query, relation="resist")  # which tells the immunities too
    return None


def _names(clause: Clause, start: int, end: int) -> bool:
    return any(clause.at(k, tag) for k in range(start, end) for tag in ("mon", "type", "move"))
