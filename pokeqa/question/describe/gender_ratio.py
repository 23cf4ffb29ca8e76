"""Gender ratios as conditions: "87.5% male", 雌雄比例1:3, "mostly female"."""

from __future__ import annotations

from functools import cache
from typing import Any

from ..algebra import IsGender, Not
from ..clause import Clause
from ..lexicon import lexicon
from ..word_lists import word_list
from .piece import Piece

#: How many of eight are female, and the condition that says so.
RATIOS: dict[float, Any] = {
    1: "one-eighth-female", 2: "quarter-female", 4: "half-female", 6: "three-quarters-female",
    7: "seven-eighths-female",
}  # fmt: skip
#: Shares that are said of nothing but a ratio, with or without the sign behind them.
_PLAIN = (12.5, 25.0, 75.0, 87.5)
#: How many words may stand between a share and whose it is ("87.5% of them are male").
_REACH = 4
#: Words for having one, whichever it is.
_ANY = frozenset(word_list("any-gender"))


def gender_pieces(clause: Clause) -> list[Piece]:
    """The condition that a share of males or females, a ratio of both, or "mostly" before one of them states."""
    if not (clause.has("sex", "male", "female") or clause.has("attr", "gender-ratio")):
        return []
    return _of_ratio(clause) or _of_shares(clause) or _mostly(clause) or _any_at_all(clause)


def _any_at_all(clause: Clause) -> list[Piece]:
    """ "Which legendary Pokémon have a gender?", 有性别的神兽: all but those without."""
    words = [i for i in clause.find("attr", "gender-ratio") if clause.tokens[i].text.casefold() in _ANY]
    if len(words) != 1 or clause.mons(again=True) or clause.is_negated():
        return []
    clause.take(*words)
    return [Piece(words[0], words[0] + 1, Not(IsGender("genderless")))]


def _sex_said(clause: Clause, i: int) -> str | None:
    """The one sex that a word names."""
    if clause.at(i, "sex", "male", "female"):
        return str(clause.value(i, "sex"))
    if not clause.at(i, "attr", "gender-ratio"):
        return None
    said = sexes_in(clause.tokens[i].text.casefold())
    return said[0] if len(said) == 1 else None


@cache
def sexes_in(text: str) -> tuple[str, ...]:
    """The sexes that a text names ("chance of being female", 雌雄比例), the first first."""
    places: dict[str, int] = {}
    for sex in ("female", "male"):  # the word for one is in the word for the other
        words = [word for word, senses in lexicon().senses.items() if ("sex", sex) in senses and word in text]
        if words:
            places[sex] = min(map(text.index, words))
        for word in sorted(words, key=len, reverse=True):
            text = text.replace(word, " " * len(word))
    return tuple(sorted(places, key=lambda sex: places[sex]))


def _between(clause: Clause, i: int) -> bool:
    """May the word stand between a share and whose it is?"""
    if clause.at(i, "sex", "often") or clause.at(i, "sex", "most"):
        return True
    if clause.at(i, "bool") or clause.at(i, "number"):
        return False
    tags = ("aux", "prep", "pron", "share", "filler")
    return any(clause.at(i, tag) for tag in tags) or clause.at(i, "attr", "gender-ratio")


def _whose(clause: Clause, i: int) -> tuple[int, str] | None:
    """Where the sex stands that a share belongs to: behind it, else before it."""
    for step in (1, -1):
        for k in range(i + step, i + step * (_REACH + 1), step):
            if not 0 <= k < len(clause.tokens):
                break
            said = _sex_said(clause, k)
            if said is not None:
                return k, said
            if not _between(clause, k):
                break
    return None


def _of_shares(clause: Clause) -> list[Piece]:
    """ "87.5% male", "75% male, 25% female", "half male half female"."""
    found: set[float] = set()
    pieces: list[Piece] = []
    shares = [(i, float(clause.value(i, "number"))) for i in clause.find("number")]
    shares += [(i, 50.0) for i in clause.find("fraction", "2")]
    for i, share in shares:
        signed = clause.at(i, "percent") or clause.at(i, "fraction") or share in _PLAIN
        whose = _whose(clause, i) if signed else None
        if whose is None:
            continue
        k, said = whose
        found.add((share if said == "female" else 100 - share) * 8 / 100)
        first, last = min(i, k), max(i, k)
        clause.take(*range(first, last + 1))
        pieces.append(Piece(first, last + 1, IsGender("half-female")))
    name = RATIOS.get(next(iter(found))) if len(found) == 1 else None
    if name is None:
        clause.used.difference_update(i for piece in pieces for i in range(piece.start, piece.end))
        return []
    clause.take(*clause.find("attr", "gender-ratio"))
    return [Piece(min(p.start for p in pieces), max(p.end for p in pieces), IsGender(name))]


def _of_ratio(clause: Clause) -> list[Piece]:
    """ "A 7:1 male to female ratio", 雌雄比例1:3; where no order is said, the males stand first."""
    numbers = clause.find("number")
    ratios = clause.find("attr", "gender-ratio")
    if len(numbers) != 2 or not ratios or clause.has("sex", "male", "female"):
        return []
    first, last = numbers
    apart = range(first + 1, last)
    if len(apart) > 1 or any(not (clause.at(i, "bool", "and") or clause.at(i, "prep")) for i in apart):
        return []
    males, females = (float(clause.value(i, "number")) for i in numbers)
    if sexes_in(clause.tokens[ratios[0]].text.casefold())[:1] == ("female",):
        males, females = females, males
    name = RATIOS.get(females * 8 / (males + females)) if males + females else None
    if name is None:
        return []
    clause.take(*numbers, *ratios, *apart)
    return [Piece(min(first, ratios[0]), max(last, ratios[0]) + 1, IsGender(name))]


def _mostly(clause: Clause) -> list[Piece]:
    """ "Mostly female", 大多是雌性, 雌性比较多: more of one sex than of the other, and not all of it."""
    sexes = clause.find("sex", "male", "female")
    if len(sexes) != 1 or not clause.has("sex", "most") or clause.has("bool", "or") or clause.has("mon"):
        return []
    i = sexes[0]
    words = [k for k in (i - 1, i + 1, i + 2) if clause.at(k, "sex", "most")]
    if not words:
        return []
    said = str(clause.value(i, "sex"))
    clause.take(i, *words)
    name: Any = f"mostly-{said}"
    return [Piece(min(i, *words), max(i, *words) + 1, IsGender(name))]
