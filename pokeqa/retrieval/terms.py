"""The words of a text as BM25 counts them, in any of the project's languages.

English words are stemmed (Snowball), Chinese is cut into single characters and overlapping pairs, and everything is
folded first (case, accents, traditional characters). Pairs need no dictionary, so names of Pokémon that no
segmenter knows are matched as well as common words.

A passage becomes a sparse vector of BM25's term-frequency part, a question one of inverse document frequencies;
their inner product is the BM25 score (Robertson and Zaragoza, 2009). So any vector store with sparse vectors can
rank by BM25, whichever analyzers it has.
"""

from __future__ import annotations

import hashlib
import math
import re
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from typing import Any

from ..paths import DATA
from ..question.fold import fold, normalise
from ..yaml_files import read_yaml

#: BM25's saturation of repeated words, and how much long passages are held back.
K1 = 1.2
B = 0.6

#: Terms of a passage of ordinary length. A constant, so that a passage's vector never depends on other passages.
AVERAGE_TERMS = 120

_HAN = "\u3400-\u4dbf\u4e00-\u9fff"
_KANA, _HANGUL = "\u3040-\u30ff", "\uac00-\ud7a3"
_PIECE = re.compile(rf"[{_HAN}]+|[{_KANA}]+|[{_HANGUL}]+|[^\W_{_HAN}{_KANA}{_HANGUL}]+(?:['’][^\W\d_]+)*")
_NUMBER = re.compile(r"(?<=\d)[,.](?=\d{3}(?!\d))")

_stemming = threading.local()


def terms(text: str) -> list[str]:
    """The terms of a text in order, stop words left out."""
    found: list[str] = []
    for piece in _PIECE.findall(_NUMBER.sub("", normalise(text))):
        if "\u3040" <= piece[0] <= "\u9fff" or "\uac00" <= piece[0] <= "\ud7a3":
            found.extend(_pairs(fold(piece)))
        else:
            term = _stem(piece)
            if term:
                found.append(term)
    return found


def term_id(term: str) -> int:
    """The place of a term in a sparse vector: 31 bits of its hash."""
    return int.from_bytes(hashlib.blake2b(term.encode(), digest_size=4).digest(), "big") & 0x7FFFFFFF


def passage_vector(counts: Mapping[str, int]) -> dict[int, float]:
    """BM25's term-frequency part of a passage by term id."""
    length = sum(counts.values())
    norm = K1 * (1 - B + B * length / AVERAGE_TERMS)
    return {term_id(term): count * (K1 + 1) / (count + norm) for term, count in counts.items()}


def query_vector(
    words: Iterable[str], frequency: Callable[[list[str]], tuple[Mapping[str, int], int]]
) -> dict[int, float]:
    """Inverse document frequencies of a question's terms by term id.

    `frequency` gives, for terms, the number of passages that hold each, and the number of all passages. A term that
    no passage holds is left out.
    """
    counts = Counter(words)
    found, total = frequency(list(counts))
    return {
        term_id(term): min(count, 2) * math.log(1 + (total - found[term] + 0.5) / (found[term] + 0.5))
        for term, count in counts.items()
        if found.get(term)
    }


def score(query: Mapping[int, float], passage: Mapping[int, float]) -> float:
    """The BM25 score of a passage: the inner product of the two vectors."""
    return sum(weight * passage.get(key, 0.0) for key, weight in query.items())


def _pairs(run: str) -> list[str]:
    """Overlapping pairs of a run of characters, broken at stop words; what stands alone is itself."""
    found: list[str] = []
    for part in _stop_runs().split(run):
        if part:
            found.extend([part] if len(part) == 1 else [part[i : i + 2] for i in range(len(part) - 1)])
    return found


@lru_cache(maxsize=50_000)
def _stem(word: str) -> str:
    """The stem of a word; "" for a stop word."""
    folded = fold(re.sub(r"['’]s$", "", word.lower()))
    if folded in _stop_words():
        return ""
    return str(_stemmer().stemWord(folded)) if folded.isascii() else folded


def _stemmer() -> Any:
    """The stemmer of this thread: the library's objects keep state and must not be shared."""
    if not hasattr(_stemming, "english"):
        from Stemmer import Stemmer  # type: ignore[import-not-found]

        _stemming.english = Stemmer("english")
    return _stemming.english


@cache
def _stop_words() -> frozenset[str]:
    return frozenset(fold(word) for word in read_yaml(DATA / "lexicon" / "stop_words.yaml")["en"])


@cache
def _stop_runs() -> re.Pattern[str]:
    words = sorted(read_yaml(DATA / "lexicon" / "stop_words.yaml")["zh"], key=len, reverse=True)
    return re.compile("|".join(map(re.escape, words)))
