"""When two questions that are not understood whole ask the same, and whether a question stands by itself."""

from __future__ import annotations

import re
from array import array
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

from ..paths import DATA
from ..question.fold import fold
from ..question.signature import Signature
from ..question.understanding import Understanding
from ..request import Turn
from ..yaml_files import read_yaml

_FILE = DATA / "cache" / "likeness.yaml"
_NAME = "§"
_DIGIT = re.compile(r"\d")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)*")


def words(signature: Signature, language: str) -> tuple[str, ...]:
    """The words of a remainder that can make a difference, in order."""
    fillers = _listed("fillers", language)
    return tuple(word for word in signature.remainder.split() if word not in fillers)


def shape(understanding: Understanding, remainder: Sequence[str]) -> str:
    """The remainder's words with a mark wherever a name stands between two of them.

    "Red's Pikachu against Blue" and "Red against Blue's Pikachu" have the same words and the same name.
    """
    text, pieces, end = understanding.text, [], 0
    for mention in sorted(understanding.mentions, key=lambda one: one.start):
        if mention.start >= end:
            pieces.append(fold(text[end : mention.start]))
            end = mention.end
    pieces.append(fold(text[end:]))
    joined = _NAME.join(pieces)
    found: list[str] = []
    place = 0
    for word in remainder:
        at = joined.find(word, place)
        if at < 0:
            return joined  # written in a way that cannot be followed: only the same text is the same
        if found and _NAME in joined[place:at]:
            found.append(_NAME)
        found.append(word)
        place = at + len(word)
    return " ".join(found)


def threshold(intent: str) -> float:
    """The likeness from which remainders of this intent count as the same (0 to 1)."""
    values = _data()["thresholds"]
    return float(values.get(intent, values["default"]))


def decisive_difference(a: Sequence[str], b: Sequence[str], language: str) -> str | None:
    """A word by which two remainders differ and that is enough to tell them apart; None for none."""
    decisive = _listed("decisive", language)
    for word in sorted(((Counter(a) - Counter(b)) + (Counter(b) - Counter(a))).keys()):
        if word in decisive or _DIGIT.search(word):
            return word
    return None


def likeness(a: Sequence[float], b: Sequence[float]) -> float:
    """The cosine of two vectors of length 1."""
    return sum(x * y for x, y in zip(a, b, strict=True)) if len(a) == len(b) else 0.0


def stands_alone(understanding: Understanding, history: Sequence[Turn]) -> bool:
    """Whether a question means the same without the turns before it.

    What is understood whole says so itself. In one that is not, a word nobody explained may still point back.
    """
    if not understanding.self_contained:
        return False
    if understanding.signature.complete or not history:
        return True
    text = understanding.text.casefold()
    language = understanding.language.partition("-")[0]
    if text.startswith(tuple(_data()["referring_openings"].get(language, ()))):
        return False
    referring = _listed("referring", language)
    if language == "en":
        return not any(fold(word) in referring or word in referring for word in _WORD.findall(text))
    # Names hold such characters too (那 in a transcription), so they are taken out first.
    rest = list(text)
    for mention in understanding.mentions:
        rest[mention.start : mention.end] = " " * (mention.end - mention.start)
    left = "".join(rest)
    return not any(word in left for word in referring)


def pack(vector: Sequence[float]) -> str:
    """A vector as text, 4 bytes a number."""
    return b64encode(array("f", vector).tobytes()).decode("ascii")


def unpack(text: str) -> array[float]:
    """The vector in a text."""
    vector = array("f")
    vector.frombytes(b64decode(text))
    return vector


@cache
def _data() -> dict[str, Any]:
    data: dict[str, Any] = read_yaml(_FILE)
    return data


@cache
def _listed(name: str, language: str) -> frozenset[str]:
    return frozenset(str(word) for word in _data()[name].get(language, ()))
