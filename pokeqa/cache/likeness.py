"""When two questions that are not understood whole ask the same, and whether a question stands by itself."""

from __future__ import annotations

import re
from array import array
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

from ..errors import LexiconError
from ..paths import DATA
from ..question.fold import fold
from ..question.signature import FEATURE, Signature
from ..question.understanding import Understanding
from ..request import Turn
from ..yaml_files import read_yaml

#: The shortest stem that two inflections of a word share.
_STEM_MIN = 3

#: A text without a question word or a request is a sentence of its own from this many words of its own on.
_WORDS_OF_A_SENTENCE = 4

#: Points at something known; the lexer joins it to what stands in front ("what's the").
_ARTICLE = "the"

_FILE = DATA / "cache" / "likeness.yaml"
_WORD = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)*")


def words(signature: Signature, language: str) -> tuple[str, ...]:
    """The words of a remainder that can make a difference, in order."""
    fillers = _listed("fillers", language)
    return tuple(word for word in signature.remainder.split() if word not in fillers)


def shape(signature: Signature, remainder: Sequence[str]) -> str:
    """The remainder's words with a mark wherever something known stands between two of them.

    "Red's Pikachu against Blue" and "Red against Blue's Pikachu" have the same words and the same name.
    """
    left = list(remainder)
    found: list[str] = []
    for word in signature.layout.split():
        if left and word == left[0]:
            found.append(left.pop(0))
        elif word == FEATURE and found and left and found[-1] != FEATURE:
            found.append(FEATURE)
    return " ".join(found)


def threshold(intent: str) -> float:
    """The likeness from which remainders of this intent count as the same (0 to 1)."""
    values = _data()["thresholds"]
    return float(values.get(intent, values["default"]))


def decisive_difference(a: Sequence[str], b: Sequence[str], language: str) -> str | None:
    """A word by which two remainders differ and that is enough to tell them apart; None for none.

    A word may be there in another inflection ("work", "works"). Any other word, a number and a character of a language
    without spaces is decisive: of the pairs measured, likeness finds no difference between "raise" and "lower".
    """
    decisive = _listed("decisive", language)
    only_a, only_b = Counter(a) - Counter(b), Counter(b) - Counter(a)
    left = sorted(only_b.elements())
    for word in sorted(only_a.elements()):
        other = next((other for other in left if _inflected(word, other)), None)
        if other is None or word in decisive or other in decisive:
            return word
        left.remove(other)
    return left[0] if left else None


def _inflected(a: str, b: str) -> bool:
    """Whether one word is an inflection of the other, by its spelling: only an ending may differ."""
    if not (a.isascii() and a.isalpha() and b.isascii() and b.isalpha()):
        return False
    endings = _data()["endings"]
    return any(
        a[:stem] == b[:stem] and a[stem:] in endings and b[stem:] in endings
        for stem in range(_STEM_MIN, min(len(a), len(b)) + 1)
    )


def likeness(a: Sequence[float], b: Sequence[float]) -> float:
    """The cosine of two vectors of length 1."""
    return sum(x * y for x, y in zip(a, b, strict=True)) if len(a) == len(b) else 0.0


def stands_alone(understanding: Understanding, history: Sequence[Turn]) -> bool:
    """Whether a question means the same without the turns before it.

    What is understood whole does: a follow-up is completed from the turns before it, and its signature holds what they
    supplied. One that is not understood may lean on them with a word nobody explained, or by what it leaves out.
    """
    if not history:
        return understanding.self_contained
    if understanding.signature.complete:
        return not (understanding.self_contained and _is_only_names(understanding))
    return understanding.self_contained and not _points_back(understanding) and _says_enough(understanding)


def _is_only_names(understanding: Understanding) -> bool:
    """Whether there is nothing but names: after a question about another Pokémon, "Pikachu?" asks the same of it."""
    return not any(character.isalnum() for character in _without_names(understanding))


def _points_back(understanding: Understanding) -> bool:
    """Whether a word points at something said before."""
    text = understanding.text.casefold()
    language = understanding.language.partition("-")[0]
    if understanding.signature.refers or text.startswith(tuple(_data()["referring_openings"].get(language, ()))):
        return True
    if text.rstrip("?？。！! ").endswith(tuple(_data()["referring_closings"].get(language, ()))):
        return True
    referring = _listed("referring", language)
    if language == "en":
        return any(fold(word) in referring or word in referring for word in _WORD.findall(text))
    # Names hold such characters too (那 in a transcription), so they are left out.
    left = _without_names(understanding)
    return any(word in left for word in referring)


def _says_enough(understanding: Understanding) -> bool:
    """Whether a question says what it is about: a question word or a request, and a name or a word of its own.

    "Why?", "What level?", "For doubles?" and "Any exceptions?" say nothing without the turn before.
    """
    signature, language = understanding.signature, understanding.language.partition("-")[0]
    own = [word for word in words(signature, language) if word not in _listed("vague", language)]
    if not understanding.mentions:
        # Without a name, "the shiny" is that of the Pokémon the talk is about; a lone character (用) is anything's.
        if any(word.endswith(_ARTICLE) for word in signature.remainder.split()) and language == "en":
            return False
        own = [word for word in own if language == "en" or len(word) > 1]
    requests = tuple(_data()["requests"].get(language, ()))
    asks = signature.asks or understanding.text.casefold().startswith(requests)
    return bool(own) and (asks or len(own) >= _WORDS_OF_A_SENTENCE)


def _without_names(understanding: Understanding) -> str:
    """The text, with blanks where names are."""
    rest = list(understanding.text)
    for mention in understanding.mentions:
        rest[mention.start : mention.end] = " " * (mention.end - mention.start)
    return "".join(rest)


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
    listed = _data()[name].get(language, ())
    if any(not isinstance(word, str) for word in listed):
        raise LexiconError(f"{_FILE.name}: quote the words under {name}.{language} that YAML takes for something else.")
    return frozenset(listed)
