"""Which of several is of a sex: "of Latias and Latios, which one is the girl?", 尼多朗和尼多兰,母的是哪只."""

from __future__ import annotations

from ..algebra import Facts, Query
from ..clause import Clause
from ..word_lists import word_list

#: What makes another question of it.
_OTHERS = ("type", "move", "ability", "cmp", "sup", "gen", "vg", "breed", "learn", "ball", "ev", "egg", "attr",
           "number", "item", "neg", "catch")  # fmt: skip
_PAIR = 2


#: Words for a sex that a name behind a comma is read with.
_SEXES = word_list("which-sex/sexes")


def which_sex(clause: Clause) -> Query | None:
    """The gender ratios of those that are put up for choice."""
    mons, words = clause.mons(), clause.find("sex", "male", "female")
    # 尼多朗和尼多兰,母的是哪只: the word for the sex behind a comma was read with the name
    words = words or [i for i in mons if _says_a_sex(clause.tokens[i].text.casefold())]
    if len({clause.mon(i) for i in mons}) < _PAIR or not words or any(map(clause.has, _OTHERS)):
        return None
    asks = clause.find("wh", "which", "who")
    if not asks or clause.is_yes_no():
        return None
    clause.take(*mons, *words, *asks, *clause.find("evolveby", "male", "female"), *clause.find("bool"))
    clause.take(*clause.find("noun", "pokemon"), *clause.find("pron"), *clause.find("list"), *clause.find("each"))
    return Facts(tuple(dict.fromkeys(clause.mon(i) for i in mons)), ("gender-ratio",))


def _says_a_sex(text: str) -> bool:
    """Is a word for a sex, and no other form, read with a name behind a sign?"""
    return ("," in text or "，" in text) and any(word in text for word in _SEXES)
