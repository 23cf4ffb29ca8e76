"""What is wanted of a set: what is shown of each, how many, the last of a line, or which of those that are named."""

from __future__ import annotations

from typing import Any

from ..algebra import Condition, IsA, Or, Order
from ..clause import Clause
from ..word_lists import word_list
from .attributes import attributes

#: More examples than these are all of them.
_MOST_WANTED = 12


#: What leaves free which ones of a set are told.
_ANY = frozenset(word_list("search/any"))


def shown(clause: Clause, what: str, order: Order | None) -> list[Any]:
    """What is wanted of each hit: "the tallest and its weight", "list gen 2 babies with their heights"."""
    known = frozenset({"height", "weight", "total", "stats"}) if what == "pokemon" else frozenset[str]()
    show: list[Any] = list(attributes(clause, known))
    if order is not None:
        joint = min(clause.find("bool", "and"), default=len(clause.tokens))
        own = [i for i in clause.find("pron", "it", "them") if i > joint or clause.at(i + 1, "attr")]
        clause.take(*own)  # "and how tall is it", "with their weights"
        return [a for a in show if a != order.attribute and not (a == "stats" and order.attribute == "total")]
    if show:
        clause.take(*clause.find("pron", "them"))
    return show


def names_in(clause: Clause) -> str | None:
    """ "The Kanto starters in Chinese": the one language that the names are asked for in, explained."""
    words = clause.find("lang")
    if len(words) != 1:
        return None
    clause.take(*words, *clause.find("attr", "name"))
    return str(clause.value(words[0], "lang"))


def asks_for_the_end(clause: Clause, final: int) -> bool:
    """ "The final evolutions of the Kanto starters", 关都御三家的最终进化: the end of each line is asked for."""
    if clause.language != "en":
        nouns = clause.find("noun", "pokemon", again=True)
        if nouns and any(clause.tokens[i].text == "是" for i in range(nouns[0], final)):
            return False  # 有一只宝可梦,…,是御三家最后的样子: says which one it is
        return final == max(clause.content(), default=-1) or not any(i < final for i in clause.content())
    if any(clause.at(k, "prep", "in") for k in (final - 1, final - 2)) and clause.has("number"):
        return False  # "Starters over 100 base Speed in their final form"
    word = clause.tokens[final].text.casefold()
    last = final == max(clause.content(), default=-1)
    if word.startswith(("evolve", "grow", "turn", "become")):
        return last  # "What do the Johto starters evolve into?"
    return word.endswith("of") or clause.at(final + 1, "prep", "of") or (last and final > 0 and not clause.has("wh"))


def amount_wanted(clause: Clause) -> int | None:
    """How many are wanted of a list: "name 3 Ghost types", 说出三只火系."""
    for i in clause.find("number"):
        value = clause.value(i, "number")
        k = i - 1
        first = k if clause.at(k, "list", "first") else None  # "which are the first three?"
        while clause.at(k, "filler") or clause.at(k, "list", "one", "first") or _is_any(clause, k):
            k -= 1
        if clause.language == "ja" and not clause.at(k, "list", "list"):
            k = i + 1  # 5匹挙げて
            while clause.at(k, "filler"):
                k += 1
        if clause.at(k, "list", "list") and value == int(value) and 1 <= value <= _MOST_WANTED:
            clause.take(i, *(() if first is None else (first,)))
            return int(value)
    return None


def _is_any(clause: Clause, i: int) -> bool:
    """Does a word stand there that leaves free which ones: "any three"?"""
    return i > 0 and clause.tokens[i].text.casefold() in _ANY


def named_choices(clause: Clause) -> Condition | None:
    """ "Who cannot learn Surf, Charizard or Blastoise?": the Pokémon that it is asked of."""
    mons = clause.mons()
    if len(mons) < 2 or not clause.has("wh", "which", "who", "what") or clause.is_yes_no():
        return None
    between = [i for i in range(mons[0] + 1, mons[-1]) if i not in mons]
    if not any(clause.at(i, "bool", "or") for i in between) and not _chooses_among(clause, mons):
        return None
    if not all(clause.at(i, "bool") or clause.at(i, "filler") for i in between):
        return None
    clause.take(*mons, *(i for i in between if clause.at(i, "bool")), *clause.find("pron", "them"))
    return Or(tuple(IsA(clause.mon(i)) for i in mons))


def _chooses_among(clause: Clause, mons: list[int]) -> bool:
    """ "Which of Mew and Misdreavus is a Ghost type?", 梦幻和梦妖哪个是幽灵系: one of those that are named."""
    asked = clause.find("wh", "which", "who", again=True)
    if len(asked) != 1:
        return False
    if clause.language == "en":
        return asked[0] < mons[0] and all(
            clause.at(k, "prep", "of", "between") or clause.at(k, "filler") or clause.at(k, "pron", "them")
            for k in range(asked[0] + 1, mons[0])
        ) and asked[0] + 1 < mons[0]  # fmt: skip
    return mons[-1] < asked[0] and all(
        clause.at(k, "prep")
        or clause.at(k, "filler")
        or clause.at(k, "pron", "them")
        or clause.at(k, "noun", "pokemon")
        for k in range(mons[-1] + 1, asked[0])
    )
