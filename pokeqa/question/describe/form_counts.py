"""Several forms of one kind: "with two Mega Evolutions", 有两种超级进化."""

from __future__ import annotations

from ..algebra import HasForm
from ..clause import Clause
from ..word_lists import word_list
from .piece import Piece

#: Kinds that a species can have several of.
_SEVERAL = ("mega", "gigantamax", "regional")
#: Words between a number and the forms.
_APART = frozenset(word_list("form-counts/apart"))
#: Words that say more than one, and pointing words of Chinese that count two.
_MANY = {"multiple": 2, "several": 2, "more than one": 2, "两个": 2, "两种": 2, "多种": 2, "多个": 2, "不止一种": 2,
         "不止一个": 2, "二つの": 2, "two different": 2}  # fmt: skip
#: Most species have fewer.
_MOST = 5


def several_forms(clause: Clause, i: int) -> Piece | None:
    """The form kind at i with a number of two or more in front of it."""
    kind = str(clause.value(i, "formkind"))
    if kind not in _SEVERAL:
        return None
    k = i - 1
    while k >= 0 and (
        clause.tokens[k].text.casefold() in _APART or (clause.at(k, "filler") and not _says_one(clause, k))
    ):
        k -= 1
    if k < 0:
        return None
    least = _MANY.get(clause.tokens[k].text.casefold(), 0)
    if clause.at(k, "number") and not clause.at(k - 1, "op"):
        value = float(clause.value(k, "number"))
        least = int(value) if value.is_integer() else 0
    elif _says_one(clause, k) and clause.at(k - 1, "op", "gt"):
        k, least = k - 1, 2
    elif clause.at(k, "number") and clause.at(k - 1, "op", "ge", "gt"):
        least = int(clause.value(k, "number")) + clause.at(k - 1, "op", "gt")
        k -= 1
    if not 1 < least <= _MOST:
        return None
    return Piece(k, i + 1, HasForm(clause.value(i, "formkind"), least))


def _says_one(clause: Clause, k: int) -> bool:
    return clause.at(k, "list", "one") and clause.tokens[k].text.casefold() in ("one", "a single", "一个", "一种")
