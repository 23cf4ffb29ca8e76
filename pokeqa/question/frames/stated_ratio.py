"""A gender ratio that a question states: "gender ratio of Eevee, is it 7 to 1?", "is one Eevee in eight female?"."""

from __future__ import annotations

from typing import Any

from ..algebra import Check, Facts, IsGender, Query
from ..clause import Clause
from ..describe.gender_ratio import RATIOS, sexes_in

#: What makes another question of it.
_OTHERS = ("type", "move", "ability", "cmp", "sup", "gen", "vg", "cls", "breed", "learn", "ball", "catch", "noun",
           "ev", "wild")  # fmt: skip
_PAIR = 2
_EIGHTHS = 8


def stated_ratio(clause: Clause) -> Query | None:
    """Whether one ratio is that of a Pokémon; where several are offered, its ratio."""
    mons = clause.mons()
    if len(mons) != 1 or any(map(clause.has, _OTHERS)) or clause.has("neg", "neg"):
        return None
    words = clause.find("attr", "gender-ratio")
    said = clause.find("sex", "male", "female")
    if not (words or said) or any(i not in words for i in clause.find("attr")):
        return None
    ones = [i for i in clause.find("list", "one") if said and clause.tokens[i].text.casefold() == "one"]
    numbers = sorted([*clause.find("number"), *clause.find("fraction", "2"), *ones])
    if len(numbers) not in (_PAIR, 2 * _PAIR):
        return None
    apart = [i for i in range(numbers[0] + 1, numbers[1]) if i not in said and i not in mons]
    if not all(any(clause.at(i, tag) for tag in ("prep", "op", "bool", "filler", "share")) for i in apart):
        return None
    clause.take(*mons, *numbers, *words, *said, *apart, *clause.find("pron", "it"), *clause.find("wh", "what"))
    clause.take(*clause.find("share"), *clause.find("bool"), *clause.find("op", "range"), *clause.find("exist"))
    clause.take(*clause.find("neg", "negyn"), *clause.find("egg", "hatch", "out"), *clause.find("adv", "only"))
    mon = clause.mon(mons[0])
    name = _ratio(clause, numbers, words, said, among=any(clause.at(i, "prep", "in", "from", "of") for i in apart))
    holds = name is not None and RATIOS.get(clause.dataset.species[mon.species_id].gender_rate) == name
    if name is None or (words and not holds and _turned(clause, mon.species_id, name)):
        return Facts((mon,), ("gender-ratio",))
    return Check(mon, IsGender(name))


def _ratio(clause: Clause, numbers: list[int], words: list[int], said: list[int], *, among: bool) -> Any:
    """The one ratio that two numbers state: of males to females, or of one sex among all."""
    if len(numbers) > _PAIR:
        return None
    first, second = (_number(clause, i) for i in numbers)
    if not first + second:
        return None
    whole = max(first, second)
    if len(said) == 1 and (among or any(clause.tokens[i].text == "/" for i in range(numbers[0], numbers[1]))):
        share = min(first, second) / whole
        return RATIOS.get(_EIGHTHS * (share if clause.at(said[0], "sex", "female") else 1 - share))
    order = tuple(clause.value(i, "sex") for i in said) or sexes_in(clause.tokens[words[0]].text.casefold())
    females = first if order[:1] == ("female",) else second
    return RATIOS.get(_EIGHTHS * females / (first + second))


def _number(clause: Clause, i: int) -> float:
    """What a number, a word for a half or the word "one" stands for."""
    if clause.at(i, "number"):
        return float(clause.value(i, "number"))
    return 50.0 if clause.at(i, "fraction") else 1.0


def _turned(clause: Clause, species_id: int, name: str) -> bool:
    """雌雄比7:1: the word names the sexes in another order than the numbers may be meant in."""
    rate = clause.dataset.species[species_id].gender_rate
    return RATIOS.get(_EIGHTHS - rate) == name and rate * 2 != _EIGHTHS
