"""Whether there are so many: "are there more than fifty Psychic types?", 幽灵系超过50种吗."""

from __future__ import annotations

from typing import get_args

from ..algebra import ALL, Query
from ..clause import Clause
from ..describe import conditions
from ..set_queries import CountClaim
from ..slots import whole
from ..terms import Operator
from .set_asked import asks_whether_any

#: Words that make another question of it.
_OTHERWISE = ("sup", "agg", "share", "mu", "move", "item", "unit", "contrast", "every", "dexstep", "times", "percent")


def count_claim(clause: Clause) -> Query | None:
    """A yes/no question whose only number, with a bound, counts the set that the rest describes."""
    numbers = clause.find("number")
    if len(numbers) != 1 or clause.mons() or any(map(clause.has, _OTHERWISE)) or clause.is_negated():
        return None
    at = numbers[0]
    near = (at - 1, at + 1, at + 2, at - 2)
    bound = next(((i, op) for i in near for op in get_args(Operator) if clause.at(i, "op", op)), None)
    value = whole(clause, at)
    if bound is None or value is None or not (clause.is_yes_no() or asks_whether_any(clause)):
        return None
    if any(not clause.at(i, "noun", "type") and not clause.at(i, "aux") for i in clause.find("attr", again=True)):
        return None  # "are there Psychic types with more than 50 HP?"
    clause.take(at, bound[0], *clause.find("exist"), *clause.find("sumword"), *clause.find("cmp", ":gt", ":lt"))
    condition = conditions(clause)
    if condition is None and not clause.has("noun", "pokemon"):
        return None
    clause.take(*clause.find("noun", "pokemon", "type"), *clause.find("wh", "howmany"), *clause.find("pron", "them"))
    clause.take(*clause.find("attr", "type"))
    op: Operator = bound[1]
    return CountClaim(condition or ALL, op, value, clause.scope())
