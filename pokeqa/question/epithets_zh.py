"""Epithets: what Chinese says around a Pokémon's name that does not change which one is meant.

我弟弟的皮卡丘, 胖乎乎的卡比兽, 皮卡丘这家伙: the words are data (`data/lexicon/epithets_zh.yaml`). They count only next
to a name, without a sign between, and only where no name runs into them. What is left out becomes blanks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

from ..paths import DATA
from ..yaml_files import read_yaml
from .fold import CJK, Folded, fold, fold_text, kind_of
from .names import NameIndex

#: A word that holds one thing against another gives what stands behind it another part: 比皮卡丘厉害的喷火龙.
_AGAINST = "比"
#: Words for oneself, which stay.
_OWN = "我咱俺"
#: How long a word that paints may be, with 的: 圆圆的, 胖乎乎的, 普普通通的.
_PAINTED = range(3, 6)
#: So far in front of a place a name is looked for that runs into it.
_LONGEST_NAME = 8


class _Epithets(NamedTuple):
    """Folded spellings, with their lengths by the character that they end (in front) or begin with (behind)."""

    before: frozenset[str]
    behind: frozenset[str]
    painted: re.Pattern[str]
    lengths_before: tuple[int, ...]
    lengths_behind: tuple[int, ...]
    ends: frozenset[str]
    begins: frozenset[str]


@cache
def _epithets() -> _Epithets:
    listed: dict[str, list[str]] = read_yaml(DATA / "lexicon" / "epithets_zh.yaml")
    owned = (*product(listed["mine"], listed["of"]), *product(listed["owners"], [*listed["belongs"], *listed["of"]]))
    spellings = {*listed["before"], *map("".join, owned)}
    spellings.update(f"{degree}{quality}的" for degree, quality in product(listed["degrees"], listed["qualities"]))
    before = frozenset(map(fold, spellings))
    behind = frozenset(map(fold, listed["behind"]))
    painted = re.compile(rf"(?:.(?:{'|'.join(map(fold, listed['painted']))})|(.)\1(?:(.)\2)?)的")
    return _Epithets(
        before, behind, painted, tuple(sorted({len(one) for one in before}, reverse=True)),
        tuple(sorted({len(one) for one in behind}, reverse=True)),
        frozenset(one[-1] for one in before), frozenset(one[0] for one in behind),
    )  # fmt: skip


def without_chinese_epithets(text: str, index: NameIndex) -> Folded:
    """A normalised text, folded, with blanks for the epithets in it."""
    folded = fold_text(text)
    if folded.chars.isascii():
        return folded
    spans = list(_spans(folded, _NamesOf(folded, index)))
    if not spans:
        return folded
    for start, end in spans:
        first, last = folded.starts[start], folded.ends[end - 1]
        text = text[:first] + " " * (last - first) + text[last:]
    return fold_text(text)


class _NamesOf:
    """The names in a text, looked up where they are asked for."""

    def __init__(self, folded: Folded, index: NameIndex) -> None:
        self._folded, self._index = folded, index
        self._known: dict[int, tuple[tuple[int, bool], ...]] = {}

    def at(self, start: int) -> tuple[tuple[int, bool], ...]:
        """Where each name that begins there ends, and whether it is a Pokémon's."""
        if start not in self._known:
            found = self._index.at(self._folded, start) if start < len(self._folded.chars) else ()
            self._known[start] = tuple((end, any(n.kind == "pokemon" for n in names)) for end, names in found)
        return self._known[start]

    def begins(self, start: int) -> bool:
        """Does a Pokémon's name begin there?"""
        return any(of_pokemon for _, of_pokemon in self.at(start))

    def ends(self, end: int) -> bool:
        """Does a Pokémon's name end there?"""
        return any((end, True) in self.at(start) for start in range(max(0, end - _LONGEST_NAME), end))

    def run_into(self, start: int, end: int, *, within: bool = False) -> bool:
        """Does a name run into what stands there, or stand `within` it?"""
        first = max(0, start - _LONGEST_NAME)
        return any(
            stop > start and (place < start or stop > end or within)
            for place in range(first, end)
            for stop, _ in self.at(place)
        )


def _spans(folded: Folded, names: _NamesOf) -> Iterator[tuple[int, int]]:
    """The folded spans of epithets, from the last to the first."""
    chars, words = folded.chars, _epithets()
    led: set[int] = set()  # where an epithet begins that a name follows
    taken = len(chars) + 1
    for place in range(len(chars), 0, -1):
        if place > taken:
            continue
        if place < len(chars) and chars[place] in words.begins and kind_of(chars[place]) == CJK and names.ends(place):
            end = _longest(chars, place, words)
            if end and end <= taken and not names.run_into(place, end) and _together(folded, place):
                yield place, end
                continue
        if chars[place - 1] not in words.ends or place == len(chars) or not _together(folded, place):
            continue
        if place not in led and not names.begins(place):
            continue
        start = _furthest(chars, place, words, names)
        if start is not None and _AGAINST not in chars[:start]:
            led.add(start)
            taken = start
            # whether it is one's own is read with the question: 我养的鬼斯通为什么不进化
            yield start + (chars[start] in _OWN), place


def _longest(chars: str, start: int, words: _Epithets) -> int:
    """Where the longest epithet behind a name ends."""
    return next((start + n for n in words.lengths_behind if chars[start : start + n] in words.behind), 0)


def _furthest(chars: str, end: int, words: _Epithets, names: _NamesOf) -> int | None:
    """Where the longest epithet in front of a name begins that no name runs into."""
    for length in words.lengths_before:
        start = end - length
        if start < 0:
            continue
        if chars[start:end] in words.before and not names.run_into(start, end):
            return start
        painted = length in _PAINTED and words.painted.fullmatch(chars, start, end)
        if painted and not names.run_into(start, end, within=True):
            return start
    return None


def _together(folded: Folded, place: int) -> bool:
    """Does nothing but blanks part the characters on both sides of a place?"""
    return not folded.text[folded.ends[place - 1] : folded.starts[place]].strip()
