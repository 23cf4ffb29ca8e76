"""Whether there are so many: "are there more than fifty Psychic types?", "no Bug type resists Fire, right?"."""

from __future__ import annotations

from typing import get_args

from ..algebra import ALL, Query
from ..clause import Clause
from ..describe import conditions
from ..set_queries import CountClaim
from ..slots import whole
from ..terms import Operator
from ..word_lists import word_list
from .set_asked import asks_whether_any

#: Words that make another question of it.
_OTHERWISE = ("sup", "agg", "share", "mu", "item", "unit", "contrast", "every", "dexstep", "times", "percent")


def count_claim(clause: Clause) -> Query | None:
    """A yes/no question whose only number, with a bound, counts the set that the rest describes."""
    numbers = clause.find("number") or _one(clause)
    if len(numbers) != 1 or clause.mons() or any(map(clause.has, _OTHERWISE)) or clause.is_negated():
        return None
    if clause.has("move") and not clause.has("learn") and clause.language == "en":
        return None
    at = numbers[0]
    near = (at - 1, at + 1, at + 2, at - 2)
    bound = next(((i, op) for i in near for op in get_args(Operator) if clause.at(i, "op", op)), None)
    bound = bound or _exactly(clause, at)
    value = 1 if clause.at(at, "list", "one") else whole(clause, at)
    if bound is None or value is None or not _asks(clause):
        return None
    if any(not clause.at(i, "noun", "type", "ability") and not clause.at(i, "aux") for i in _attributes(clause)):
        return None  # "are there Psychic types with more than 50 HP?"
    clause.take(at, bound[0], *clause.find("exist"), *clause.find("sumword"), *clause.find("cmp", ":gt", ":lt"))
    clause.take(
        *(i for i in clause.find("owning") if i <= 1), *(i for i in clause.find("hist") if clause.at(i, "hist", "now"))
    )
    condition = conditions(clause)
    if condition is None and not clause.has("noun", "pokemon"):
        return None
    clause.take(*clause.find("noun", "pokemon", "type"), *clause.find("wh", "howmany"), *clause.find("pron", "them"))
    clause.take(*clause.find("attr", "type"))
    op: Operator = bound[1]
    return CountClaim(condition or ALL, op, value, clause.scope())


def _attributes(clause: Clause) -> list[int]:
    return clause.find("attr", again=True)


def _asks(clause: Clause) -> bool:
    """A yes/no question; 总数超过一千了吗, ゴーストタイプは50匹以上いる."""
    if clause.is_yes_no() or asks_whether_any(clause):
        return True
    if clause.has("yn") and clause.has("wh", "howmany") and clause.language != "en":
        return not clause.has("wh", "what", "which", "who", "how")
    return clause.language == "ja" and not clause.has("wh") and clause.at(len(clause.tokens) - 1, "exist")


def _one(clause: Clause) -> list[int]:
    """ "More than one": a number, which "one" is nowhere else."""
    return [
        i for i in clause.find("list", "one") if clause.at(i - 1, "op") and clause.tokens[i].text.casefold() == "one"
    ]


def _exactly(clause: Clause, at: int) -> tuple[int, Operator] | None:
    """ "There are only three Fire/Dragon Pokémon, is that so?": so many and no others."""
    counted = any(clause.at(i, "noun", "pokemon") or clause.at(i, "type") for i in (at + 1, at + 2))
    if not clause.has("yn") or not clause.has("exist") or not counted:
        return None
    only = clause.find("adv", "only")
    return (only[0] if only and at - only[0] == 1 else at), "eq"


#: How it is denied that there is any.
_NONE = frozenset(word_list("count-claim/none"))
#: What may stand in front of the denial.
_LEADS = ("yn", "exist", "aux", "filler", "pointer", "light", "neg")


def none_claim(clause: Clause) -> Query | None:
    """ "There is no Pokémon that is Normal and Ghost, right?", "no Bug type resists Fire, correct?", 没有……，对吗."""
    at = next((i for i, t in enumerate(clause.tokens[:6]) if t.text.casefold() in _NONE), None)
    if at is None or clause.mons() or clause.has("wh") or clause.has("number") or any(map(clause.has, _NONE_BUT_MU)):
        return None
    before = range(at)
    if not all(any(clause.at(i, tag) for tag in _LEADS) for i in before):
        return None
    there = any(clause.at(i, "exist") or clause.at(i, "pointer") for i in before) or clause.at(at, "exist")
    asked = any(not clause.at(i, "filler") for i in clause.find("yn", again=True))  # 难道没有……吗 asks for them
    asked = asked or (clause.language == "en" and clause.at(len(clause.tokens) - 1, "exist"))
    asked = asked or any(clause.at(i, "neg", "negyn") for i in before)
    if not asked or not (there or at == 0 or clause.language != "en" or clause.at(at - 1, "yn")):
        return None
    if clause.at(at + 1, "noun", "type") and not clause.at(at + 1, "type"):
        return None  # "no type that is immune to Fairy"
    clause.take(at, *before, *clause.find("exist"), *clause.find("yn"), *clause.find("pron", "it"))
    condition = conditions(clause)
    if condition is None:
        return None
    clause.take(*clause.find("noun", "pokemon", "type"), *clause.find("attr", "type"), *clause.find("list", "one"))
    return CountClaim(condition, "eq", 0, clause.scope())


_NONE_BUT_MU = tuple(tag for tag in _OTHERWISE if tag != "mu")
