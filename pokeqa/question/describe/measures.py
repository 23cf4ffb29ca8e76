"""Which measure a number, a comparison or a ranking is about: one attribute word, several added up, or each of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

from ...pokedex.model import STATS
from ..algebra import And, Attribute, Condition, Measure, Or, Sum
from ..clause import Clause
from .piece import NUMERIC, numeric_attribute, ordered

#: Attributes that add up to something: the six stats.
_SUMMABLE = frozenset({"hp", "attack", "defense", "special-attack", "special-defense", "speed", "height", "weight"})
_ATTRIBUTES: dict[str, Attribute] = {
    str(one): one for group in get_args(Attribute) for one in (get_args(group) or (group,))
}  # fmt: skip


#: Measures that players have one word for ("bulkiest"), and what they add up.
_COMPOSITES: dict[str, Sum] = {
    "bulk": Sum(("hp", "defense", "special-defense")),
    "physical-bulk": Sum(("hp", "defense")),
    "special-bulk": Sum(("hp", "special-defense")),
    "offense": Sum(("attack", "special-attack")),
}


def attribute_named(name: str) -> Attribute:
    """The attribute of this name."""
    return _ATTRIBUTES[name]


def measure_named(name: str) -> Measure:
    """The attribute of this name, or what a word like "bulk" adds up."""
    return _COMPOSITES.get(name) or _ATTRIBUTES[name]


@dataclass(frozen=True, slots=True)
class MeasureWords:
    """A run of attribute words: what they name, how they belong together, and every token that says so."""

    attributes: tuple[Attribute, ...]
    mode: Literal["one", "sum", "and", "or"]
    words: tuple[int, ...]
    tokens: tuple[int, ...]

    @property
    def start(self) -> int:
        """The first token of the run."""
        return self.words[0]

    @property
    def end(self) -> int:
        """The token behind the run's last word."""
        return self.words[-1] + 1

    @property
    def measure(self) -> Measure | None:
        """The one measure the words name; None where they name each of several."""
        if self.mode == "one":
            return self.attributes[0]
        return Sum(self.attributes) if self.mode == "sum" else None

    def condition(self, make: Callable[[Measure], Condition]) -> Condition:
        """A condition made for the measure, or for each attribute."""
        if self.measure is not None:
            return make(self.measure)
        parts = ordered([make(one) for one in self.attributes])
        return Or(parts) if self.mode == "or" else And(parts)


def measure_words(clause: Clause, *, without: frozenset[int] = frozenset()) -> list[MeasureWords]:
    """The runs of attribute words in a clause that nothing has explained."""
    found: list[MeasureWords] = []
    i = 0
    while i < len(clause.tokens):
        if not _is_measure(clause, i) or i in without or (found and _only_says_stat(clause, found[-1].end, i)):
            i += 1
            continue
        run = _run(clause, i, without)
        found.append(run)
        i = max(run.end, i + 1)
    return found


def _only_says_stat(clause: Clause, end: int, i: int) -> bool:
    """HPの種族値, "attack stats": the word for base stats behind a stat is no measure of its own."""
    if not clause.at(i, "attr", "stats") or clause.at(i, "attr", "total"):
        return False
    return all(clause.at(k, "filler") or clause.at(k, "prep", "of") for k in range(end, i))


def _is_measure(clause: Clause, i: int) -> bool:
    named = 0 <= i < len(clause.tokens) and (numeric_attribute(clause, i) is not None or clause.at(i, "everystat"))
    return named and i not in clause.used


_SIX: tuple[Attribute, ...] = ("hp", "attack", "defense", "special-attack", "special-defense", "speed")


def _run(clause: Clause, i: int, without: frozenset[int]) -> MeasureWords:
    if clause.at(i, "everystat"):
        behind = [k for k in (i + 1,) if clause.at(k, "each")]
        return MeasureWords(_SIX, "and", (i,), (i, *behind))
    words, joints = [i], []
    either = summed = False
    k = i + 1
    while True:
        j = k
        between: list[int] = []
        joined = False
        while j < len(clause.tokens) and not _is_measure(clause, j) and _joins(clause, j):
            either = either or (clause.at(j, "bool", "or") and not clause.at(j, "bool", "and"))
            summed = summed or clause.at(j, "sumword")
            joined = joined or clause.at(j, "bool") or clause.at(j, "sumword") or clause.at(j, "op", "range")
            between.append(j)
            j += 1
        # Neighbours without a joint ("HP, Attack and Speed") belong together as well.
        if not _is_measure(clause, j) or j in without or not (joined or not between):
            break
        if clause.at(j, "attr", "stats") and not clause.at(j, "attr", "total"):
            break  # "attack stats" are no second measure
        words.append(j)
        joints += between
        k = j + 1
    if any(clause.at(w, "everystat") for w in words):
        return MeasureWords(_SIX, "and", tuple(words), (*words, *joints))  # 种族值每项都
    names = list(dict.fromkeys(str(numeric_attribute(clause, w)) for w in words))
    if len(names) > 2 and "total" in names and all(n in _SUMMABLE for n in names if n != "total"):
        names, summed = [n for n in names if n != "total"], True  # "the sum of HP and Defense", "HP and Defense total"
    marks, each = _marks(clause, words)
    if marks:
        summed = True
    if each and names == ["total"] and not any(clause.at(w, "attr", "total") for w in words):
        names = [*STATS]  # 六项种族值都是100: each of the six
    names.sort(key=NUMERIC.index)
    attributes = tuple(attribute_named(name) for name in names)
    if len(attributes) == 1:
        return MeasureWords(attributes, "one", tuple(words), (*words, *joints))
    if summed and not each and all(name in _SUMMABLE for name in names):
        return MeasureWords(attributes, "sum", tuple(words), (*words, *joints, *marks))
    return MeasureWords(attributes, "or" if either else "and", tuple(words), (*words, *joints, *each))


def _joins(clause: Clause, j: int) -> bool:
    if clause.at(j, "bool") or clause.at(j, "sumword") or clause.at(j, "op", "range"):
        return True
    return clause.at(j, "noun", "stat") or (
        clause.at(j, "filler") and clause.tokens[j].text.casefold() in ("its", "the")
    )


def _marks(clause: Clause, words: list[int]) -> tuple[list[int], list[int]]:
    """The words beside a run that add it up, and those that take each of it."""
    sums: list[int] = []
    each: list[int] = []
    for step, edge in ((1, words[-1] + 1), (-1, words[0] - 1)):
        k = edge
        while 0 <= k < len(clause.tokens):
            if clause.at(k, "sumword"):
                sums.append(k)
            elif clause.at(k, "each"):
                each.append(k)
            elif not (clause.at(k, "noun", "stat") or clause.at(k, "prep", "of") or clause.at(k, "aux", "be")
                      or clause.at(k, "filler")):  # fmt: skip
                break
            k += step
    return sums, each
