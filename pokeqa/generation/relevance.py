"""How well a text answers a question, by the words and names they share.

A question is read as concepts: the names in it, the topics that go by several names, and its other words. A concept is
found in a text by any of its spellings, in any language, and counts the more the rarer it is in the evidence at hand
(Robertson and Spärck Jones's inverse document frequency). No model is needed, so it is the same everywhere.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from ..paths import DATA
from ..pokedex.dataset import Dataset
from ..question.fold import fold, normalise
from ..question.understanding import Understanding
from ..retrieval.rewrite import names_of, topics
from ..retrieval.terms import terms
from ..yaml_files import read_yaml

#: What a concept counts: a name, a topic, any other word, and a word that says how something is asked.
NAME, TOPIC, WORD, ASKING = 1.6, 1.2, 1.0, 0.25

_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Text:
    """A text as concepts are looked up in it."""

    terms: frozenset[str]
    folded: str
    spaced: str


@dataclass(frozen=True, slots=True)
class Concept:
    """One thing that a question is about.

    It is found where all terms of one of `spellings`, one of the folded `names` (of a script without blanks), or
    `pattern` is found. `run` are the overlapping pairs of a run of Chinese or Japanese characters, which may be found
    in part. `crosses` is whether a text in another language can hold it.
    """

    weight: float
    spellings: tuple[frozenset[str], ...] = ()
    names: tuple[str, ...] = ()
    pattern: re.Pattern[str] | None = None
    run: tuple[str, ...] = ()
    crosses: bool = False

    def found(self, text: Text) -> float:
        """How far a text holds the concept, 0 to 1."""
        if any(spelling <= text.terms for spelling in self.spellings):
            return 1.0
        if any(name in text.folded for name in self.names):
            return 1.0
        if self.pattern is not None and (self.pattern.search(text.spaced) or self.pattern.search(text.folded)):
            return 1.0
        if self.run:
            covered = set[int]()
            for place, pair in enumerate(self.run):
                if pair in text.terms:
                    covered.update(range(place, place + len(pair)))
            return len(covered) / (len(self.run) + len(self.run[0]) - 1)
        return 0.0


def text_of(text: str) -> Text:
    """A text made ready for looking up concepts."""
    normal = normalise(text)
    return Text(frozenset(terms(text)), fold(normal), _spaced(normal))


def concepts_of(understanding: Understanding, dataset: Dataset) -> tuple[Concept, ...]:
    """The concepts of a question: names first, then topics, then what words are left."""
    question = understanding.full_text
    left = question
    found: list[Concept] = []
    for mention in understanding.mentions:
        spellings = {mention.text, mention.name}
        for subject in mention.subjects:
            names = names_of(subject, dataset) or {}
            spellings |= {names[language] for language in ("en", understanding.language, "zh-hans") if language in names}
        found.append(_named(NAME, spellings, crosses=True))
        left = left.replace(mention.text, " ")
    for topic in topics():
        match = topic.pattern.search(_spaced(normalise(left))) or topic.pattern.search(fold(left))
        if match:
            found.append(Concept(TOPIC, pattern=topic.pattern, crosses=True))
            left = re.sub(_loosely(match[0]), " ", normalise(left), flags=re.IGNORECASE)
    return (*found, *_words(left))


def _named(weight: float, spellings: Iterable[str], *, crosses: bool) -> Concept:
    latin = tuple(frozenset(terms(one)) for one in sorted(spellings) if not _CJK.search(one))
    other = tuple(fold(one) for one in sorted(spellings) if _CJK.search(one))
    return Concept(weight, tuple(one for one in latin if one), other, crosses=crosses)


def _words(text: str) -> Iterator[Concept]:
    asking = _asking()
    run: list[str] = []
    for term in (*dict.fromkeys(terms(text)), ""):
        cjk = bool(_CJK.match(term))
        if run and not (cjk and len(term) > 1 and run[-1][-1] == term[0]):
            yield Concept(ASKING if "".join(run) in asking or run[0] in asking else WORD * _size(run), run=tuple(run))
            run = []
        if cjk:
            run.append(term)
        elif term:
            yield Concept(ASKING if term in asking else WORD, (frozenset((term,)),), crosses=term.isdigit())


def _size(run: Sequence[str]) -> float:
    """What a run of characters counts as, in words: about two characters are one."""
    return max(0.5, (len(run) + len(run[0]) - 1) / 2)


class Relevance:
    """Measures texts against one question. `texts` are all texts at hand: they say how rare a concept is."""

    def __init__(self, concepts: Sequence[Concept], texts: Sequence[Text]) -> None:
        counts = [sum(concept.found(text) > 0.5 for text in texts) for concept in concepts]  # noqa: PLR2004
        self._concepts = concepts
        self._weights = [
            concept.weight * math.log(1 + (len(texts) + 1) / (max(count, 1) + 0.5))
            for concept, count in zip(concepts, counts, strict=True)
        ]

    def of(self, layers: Sequence[tuple[float, Text]], *, other_language: bool = False) -> float:
        """How far texts hold the question's concepts, 0 to 1.

        `layers` are the text itself and what stands around it, each with the share that a concept found there counts.
        With `other_language`, only concepts that the text's language can hold are asked for.
        """
        total = reached = 0.0
        for concept, weight in zip(self._concepts, self._weights, strict=True):
            if other_language and not concept.crosses:
                continue
            total += weight
            reached += weight * max(share * concept.found(text) for share, text in layers)
        return reached / total if total else 0.0


def asks_for_number(question: str) -> bool:
    """Whether a question asks for a number, a year or a chance."""
    return bool(_number_words().search(_spaced(normalise(question))))


def leans(sentence: str) -> bool:
    """Whether a sentence begins with a word that leans on the sentence before it."""
    return bool(_leaning().match(_spaced(normalise(sentence))))


def _spaced(normal: str) -> str:
    return " ".join(normal.casefold().split())


def _loosely(text: str) -> str:
    """A folded text as it may stand in a question: with blanks between its characters where folding took them."""
    return r"[\s'’-]*".join(map(re.escape, text)) if _CJK.search(text) else re.escape(text)


@cache
def _question_words() -> Mapping[str, Sequence[str]]:
    words: Mapping[str, Sequence[str]] = read_yaml(DATA / "lexicon" / "question_words.yaml")
    return words


@cache
def _asking() -> frozenset[str]:
    words = _question_words()
    return frozenset(term for language in ("en", "zh", "ja") for word in words[language] for term in terms(word))


@cache
def _number_words() -> re.Pattern[str]:
    return _any_of(_question_words()["number"])


@cache
def _leaning() -> re.Pattern[str]:
    return _any_of(_question_words()["leaning"])


def _any_of(words: Sequence[str]) -> re.Pattern[str]:
    latin = "|".join(re.escape(word) for word in words if not _CJK.search(word))
    other = "|".join(re.escape(word) for word in words if _CJK.search(word))
    return re.compile(rf"\b(?:{latin})\b|(?:{other})")
