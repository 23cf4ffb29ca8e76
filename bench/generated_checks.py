"""How the answers to generated questions are judged: by whole words and numbers of the headline.

A check is made for one question; it takes an answer and gives what is wrong with it, or None.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

#: Stands where a name was blanked.
BOX = "□"
_NUMBER = re.compile(r"(?<![\d.])\d+(?:\.\d+)?(?![\d])")
_FACTOR = re.compile(r"(\d+(?:\.\d+)?)\s?(?:×|倍)")
_LATIN = "[0-9A-Za-z\u00c0-\u024f]"
_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
_CLAUSE_END = re.compile(r"[;；。]|(?<!Jr)(?<!Mr)\.(?= |$)")

Check = Callable[["Told"], str | None]


@dataclass(frozen=True, slots=True)
class Told:
    """An answer as it is judged: the headline without its `[n]` marks, and everything that was said."""

    headline: str
    whole: str


def pattern(alternatives: Iterable[str]) -> re.Pattern[str]:
    """Any of the words, longest first; one in Latin letters must not touch a letter or a digit."""
    parts = [
        re.escape(w) if _CJK.search(w) else rf"(?<!{_LATIN}){re.escape(w)}(?!{_LATIN})"
        for w in sorted(set(alternatives), key=lambda w: (-len(w), w))
        if w
    ]
    return re.compile("|".join(parts) or r"(?!)")


@lru_cache(maxsize=4096)
def one_word(word: str) -> re.Pattern[str]:
    """A whole word, or one of those of "A|B"."""
    return pattern(word.split("|"))


def without(text: str, unwanted: Sequence[str]) -> str:
    """The text with a box in the place of each unwanted name."""
    return one_word("|".join(unwanted)).sub(BOX, text) if unwanted else text


def numbers_in(text: str) -> set[float]:
    """Every number that stands alone."""
    return {float(digits) for digits in _NUMBER.findall(text.replace(",", ""))}


def number(value: float | None, name: str, unknown: str, also: Iterable[float] = ()) -> Check:
    """The headline must hold this number alone (and may hold those of `also`), or the words for an unknown value."""

    def check(told: Told) -> str | None:
        found = numbers_in(without(told.headline, [name]))
        if value is None:
            if found:
                return f"says {found}, which the source does not know"
            return None if re.search(unknown, told.headline) else "does not say that there is none"
        if value not in found:
            return f"lacks the number {value:g}"
        return f"says {found}" if found - {value, *also} else None

    return check


def names(expected: Collection[str], vocabulary: re.Pattern[str], own: Sequence[str], none: str = "") -> Check:
    """The names of a vocabulary in the headline must be the expected ones; without any, it must say `none`."""
    blanked = [name for name in own if name not in expected]

    def check(told: Told) -> str | None:
        found = set(vocabulary.findall(without(told.headline, blanked)))
        if missing := set(expected) - found:
            return f"lacks {sorted(missing)}"
        if wrong := found - set(expected):
            return f"says {sorted(wrong)}"
        return None if expected or re.search(none, told.headline) else "does not say that there is none"

    return check


def words(*alternatives: str) -> Check:
    """Each of these must stand in the headline as a whole word ("A|B": one of them)."""

    def check(told: Told) -> str | None:
        missing = [word for word in alternatives if not one_word(word).search(told.headline)]
        return f"lacks {missing}" if missing else None

    return check


def both(*checks: Check) -> Check:
    """The first problem of several checks."""

    def check(told: Told) -> str | None:
        return next((problem for one in checks if (problem := one(told)) is not None), None)

    return check


def says(wanted: str) -> Check:
    """The headline must match."""

    def check(told: Told) -> str | None:
        return None if re.search(wanted, told.headline) else f"does not say {wanted}"

    return check


def polarity(expected: bool, yes: str, no: str) -> Check:
    """The headline must open with yes, or with no."""

    def check(told: Told) -> str | None:
        said = True if re.match(yes, told.headline) else False if re.match(no, told.headline) else None
        if said is expected:
            return None
        return f"says {'neither yes nor no' if said is None else 'yes' if said else 'no'}"

    return check


def named_first(expected: str, name: str, other: str) -> Check:
    """Of two names, the headline must put this one first."""

    def check(told: Told) -> str | None:
        first = one_word(f"{name}|{other}").search(told.headline)
        return None if first and first[0] == expected else f"puts {first[0] if first else None} ahead"

    return check


def assigned(text: str, any_type: re.Pattern[str]) -> dict[str, float | None]:
    """The types of a sentence, each with the factor that follows it."""
    found: dict[str, float | None] = {}
    waiting: list[str] = []
    for match in re.finditer(f"(?P<type>{any_type.pattern})|{_FACTOR.pattern}", text):
        if match["type"]:
            waiting.append(match["type"])
            found[match["type"]] = None
        else:
            found |= dict.fromkeys(waiting, float(match[match.lastindex or 0]))
            waiting = []
    return found


def repeated(headline: str) -> str | None:
    """What is wrong with a headline that says a clause twice."""
    clauses = [clause.strip().casefold() for clause in _CLAUSE_END.split(headline)]
    twice = [clause for i, clause in enumerate(clauses) if clause and clause in clauses[:i]]
    return f"says twice: {twice[0]}" if twice else None
