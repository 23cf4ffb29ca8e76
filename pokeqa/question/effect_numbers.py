"""Numbers in a question about what things do, held against the sentences that say what they do.

"by 20%" is said as "1.2 times" or "20%", "a sixteenth" and "6.25%" as "1/16", 1.5倍 as "1.5 times".
"""

from __future__ import annotations

import re
from fractions import Fraction

from ..pokedex.dataset import Dataset
from ..pokedex.effects import effect_of
from .algebra import Thing
from .clause import Clause

#: Shares as the sentences write them.
_SHARES = {
    Fraction(1, 2): ("half", "halve", "halves", "halved"),
    Fraction(2): ("double", "doubles", "doubled", "twice"),
}
#: Uses that tell a factor.
_FACTORS = {"double": Fraction(2), "half": Fraction(1, 2)}
#: Words by which a choice of one move is told, and how the sentences say it.
_LOCKS, _LOCKED = ("lock", "锁", "鎖"), "can only use"

#: At how much HP it happens is not what it does, nor is what it did in older games.
_CONDITION = re.compile(r"(?:down to|At) [\w/ ]+ or less|\([^)]*\)")


def said_numbers(clause: Clause) -> tuple[list[int], list[tuple[str, ...]]]:
    """The tokens of the numbers in a clause, and for each number the ways a sentence may say it."""
    used: list[int] = []
    ways: list[tuple[str, ...]] = []
    for i in clause.find("number"):
        if i in used:
            continue
        value = Fraction(str(clause.value(i, "number")))
        if i + 2 < len(clause.tokens) and clause.tokens[i + 1].text == "/" and clause.at(i + 2, "number"):
            value /= Fraction(str(clause.value(i + 2, "number"))) or 1
            used += [i, i + 1, i + 2]
            ways.append(_share(value))
        elif clause.at(i, "percent") or clause.at(i + 1, "percent"):
            used += [i, *([i + 1] if clause.at(i + 1, "percent") else [])]
            ways.append((f"{float(value):g}%", f"{float(1 + value / 100):g} times", *_share(value / 100)))
        else:
            used.append(i)
            ways.append((f"{float(value):g}", *_SHARES.get(value, ())))
    for i in clause.find("fraction"):
        used.append(i)
        ways.append(_share(Fraction(1, int(clause.value(i, "fraction")))))
    for i in clause.find("hpstate"):
        if "%" in clause.tokens[i].text and not clause.at(i - 1, "op") and not clause.at(i - 1, "prep"):
            used.append(i)  # "restores 25% HP"
            ways.append(_share(Fraction(int(clause.value(i, "hpstate")), 100)))
    if any(clause.tokens[i].text.casefold().startswith(_LOCKS) for i in clause.find("effecttalk")):
        ways.append((_LOCKED,))
    return used, ways


def claimed_numbers(clause: Clause) -> tuple[list[int], list[tuple[str, ...]]]:
    """The same with the factors that a claim tells ("doubles attack", "triples")."""
    used, ways = said_numbers(clause)
    for i in clause.find("factor"):
        used.append(i)
        ways.append(_times(Fraction(str(clause.value(i, "factor")).removesuffix("x"))))
    for i in clause.find("use"):
        what = str(clause.value(i, "use")).partition(":")[0]
        if what in _FACTORS:
            used.append(i)
            ways.append(_times(_FACTORS[what]))
    return used, ways


def _times(value: Fraction) -> tuple[str, ...]:
    return (*_SHARES.get(value, ()), f"{float(value):g} times")


def _share(value: Fraction) -> tuple[str, ...]:
    """The ways in which a sentence says a share: in words, or as a fraction in figures (33% is a third)."""
    near = value.limit_denominator(16)
    said = _SHARES.get(near, ())
    return (*said, f"{near.numerator}/{near.denominator}") if abs(near - value) < Fraction(1, 100) else ("?",)


def says_all(dataset: Dataset, thing: Thing, ways: list[tuple[str, ...]]) -> bool:
    """Does the thing's sentence say each of the numbers?"""
    effect = effect_of(dataset, thing)
    if effect is None or not effect.sentences:
        return False
    sentence = _CONDITION.sub("", effect.sentences["en"])

    def says(way: str) -> bool:
        return bool(re.search(rf"(?<![\w.]){re.escape(way)}(?![\w.]\d|\w)", sentence, re.IGNORECASE))

    return all(any(map(says, one)) for one in ways)
