"""Ordinary words with a slip of the fingers or the ear ("hwo mny", "wut", "diffrence"), written as they are meant.

Names and the field's own words are mended by nearness (`fuzzy.py`). Words that stand between them are too short for
that, so their slips are known beforehand: those listed in `data/lexicon/misspelled.yaml`, and the commonest ones of
the words it names. What is itself a word or a name is no slip.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from ..paths import DATA
from ..yaml_files import read_yaml
from .fold import fold
from .lexicon import lexicon
from .list_marks import without_list_marks

if TYPE_CHECKING:
    from .fuzzy import FuzzyNames

_WORD = re.compile(r"(?<![\w'’-])[A-Za-z]{2,14}(?![\w-]|['’]t)")  # and no part of a name (Chi-Yu)
_VOWELS = "aeiou"
#: In shorter words another letter makes another word.
_SHORTEST, _SHORTEST_WITHOUT, _SHORTEST_VOWEL = 4, 5, 6


def as_read(text: str, fuzzy: FuzzyNames) -> str:
    """A normalised text as it is read: without the marks of a list, and with ordinary words as they are meant."""
    return respelled(without_list_marks(text), fuzzy)


def warm_slips(fuzzy: FuzzyNames) -> None:
    """Build the table of slips now, so that the first question does not wait for it."""
    _slips(fuzzy)


def respelled(text: str, fuzzy: FuzzyNames) -> str:
    """The text with the slips in ordinary words mended."""
    slips = _slips(fuzzy)

    def meant(found: re.Match[str]) -> str:
        word = found[0]
        right = slips.get(word if word.islower() else word[:1].lower() + word[1:])
        if right is None:
            return word
        return right if word.islower() else right[:1].upper() + right[1:]

    return _WORD.sub(meant, text)


@lru_cache(maxsize=2)
def _slips(fuzzy: FuzzyNames) -> Mapping[str, str]:
    """A word with a slip in it, and the word that is meant."""
    lists = read_yaml(DATA / "lexicon" / "misspelled.yaml")
    words = dict.fromkeys(str(word) for word in lists["slips_of"])
    times = Counter(slip for word in words for slip in set(_with_a_slip(word)))
    worked_out = {
        slip: word
        for word in words
        for slip in _with_a_slip(word)
        if times[slip] == 1 and not fuzzy.is_plain_word(slip) and _is_free(slip, fuzzy)
    }
    listed = {str(slip): str(word) for word, some in lists["spelled"].items() for slip in some}
    return {**worked_out, **{slip: word for slip, word in listed.items() if _is_free(slip, fuzzy)}}


def _is_free(slip: str, fuzzy: FuzzyNames) -> bool:
    """Is it neither a name nor a word of the lexicon?"""
    return fold(slip) not in lexicon().senses and fold(slip) not in fuzzy.words_of_names


def _with_a_slip(word: str) -> Iterator[str]:
    """A word with two letters in the wrong order, one left out, one doubled, or another vowel."""
    if len(word) < _SHORTEST or "'" in word:
        return
    for i in range(1, len(word)):
        if word[i] != word[i - 1]:
            yield word[: i - 1] + word[i] + word[i - 1] + word[i + 1 :]
        if len(word) >= _SHORTEST_WITHOUT:
            yield word[:i] + word[i + 1 :]
        yield word[:i] + word[i] + word[i:]
        if len(word) >= _SHORTEST_VOWEL and word[i] in _VOWELS:
            yield from (word[:i] + other + word[i + 1 :] for other in _VOWELS if other != word[i])
