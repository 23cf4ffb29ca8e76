"""How well a text answers a question, by the words and names they share.

A question is read as concepts: the names in it, the topics that go by several names, and its other words. A concept is
found in a text by any of its spellings, in any language, and counts the more the rarer it is in the evidence at hand
(Robertson and Spärck Jones's inverse document frequency). No model is needed, so it is the same everywhere.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from ..paths import DATA
from ..pokedex.dataset import Dataset
from ..question.algebra import Mon
from ..question.fold import fold, normalise
from ..question.understanding import Understanding
from ..retrieval.rewrite import names_of, topics
from ..retrieval.terms import terms
from ..yaml_files import read_yaml

#: What a concept counts: a name, a topic, any other word, and a word that says how something is asked.
NAME, TOPIC, WORD, ASKING = 1.6, 1.2, 1.0, 0.25
#: What is left of that for a run of characters that no text holds, and for a word that a text's language cannot hold.
UNSEEN, FOREIGN = 0.5, 0.5
#: A concept that is found further than this counts as being in a text.
FOUND = 0.5

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
    in part. `crosses` is whether a text in another language can hold it, `special` whether it is of Pokémon (a name, a
    topic), `is_name` whether it is a Pokémon or a region.
    """

    weight: float
    spellings: tuple[frozenset[str], ...] = ()
    names: tuple[str, ...] = ()
    pattern: re.Pattern[str] | None = None
    run: tuple[str, ...] = ()
    crosses: bool = False
    is_name: bool = False
    special: bool = False

    def found(self, text: Text) -> float:
        """How far a text holds the concept, 0 to 1."""
        if any(spelling <= text.terms for spelling in self.spellings):
            return 1.0
        if any(name in text.folded for name in self.names):
            return 1.0
        if self.pattern is not None and _search(self.pattern, text.spaced, text.folded) is not None:
            return 1.0
        if self.run:
            covered = set[int]()
            for place, pair in enumerate(self.run):
                if pair in text.terms:
                    covered.update(range(place, place + len(pair)))
            return len(covered) / (len(self.run) + len(self.run[0]) - 1)
        return 0.0


@lru_cache(maxsize=8192)
def text_of(text: str) -> Text:
    """A text made ready for looking up concepts."""
    normal = normalise(text)
    return Text(frozenset(terms(text)), fold(normal), _spaced(normal))


def concepts_of(understanding: Understanding, dataset: Dataset) -> tuple[Concept, ...]:
    """The concepts of a question: regions, topics and names first, then what words are left."""
    left = normalise(understanding.full_text)
    found: list[Concept] = []
    for region in dataset.regions.values():
        spellings = {region.names[tag] for tag in ("en", understanding.language, "zh-hans") if tag in region.names}
        here = next((one for one in sorted(spellings) if re.search(_whole(one), left, re.IGNORECASE)), None)
        if here is not None:
            found.append(_named(spellings, is_name=True))
            left = re.sub(_whole(here), " ", left, flags=re.IGNORECASE)
    for topic in topics():
        match = _search(topic.pattern, _spaced(left), fold(left))
        if match is not None:
            found.append(Concept(TOPIC, pattern=topic.pattern, crosses=True, special=True))
            left = re.sub(_loosely(match[0]), " ", left, flags=re.IGNORECASE)
    for mention in understanding.mentions:
        if mention.text not in left or (mention.how == "fuzzy" and _CJK.search(mention.text)):
            continue
        spellings = {mention.text, mention.name}
        for subject in mention.subjects:
            names = names_of(subject, dataset) or {}
            spellings |= {
                names[language] for language in ("en", understanding.language, "zh-hans") if language in names
            }
        is_pokemon = any(isinstance(subject, Mon) for subject in mention.subjects)
        found.append(_named(spellings, is_name=is_pokemon and mention.how != "fuzzy"))
        left = left.replace(mention.text, " ")
    words = list(_words(left))
    if not found and all(concept.weight <= ASKING for concept in words):
        # "How many Pokémon are there?": such words are all there is to go by.
        words = [replace(concept, weight=WORD) for concept in words]
    return (*found, *words)


def _named(spellings: Iterable[str], *, is_name: bool) -> Concept:
    latin = tuple(frozenset(terms(one)) for one in sorted(spellings) if not _CJK.search(one))
    other = tuple(fold(one) for one in sorted(spellings) if _CJK.search(one))
    return Concept(NAME, tuple(one for one in latin if one), other, crosses=True, is_name=is_name, special=True)


def _words(text: str) -> Iterator[Concept]:
    asking = _asking()
    run: list[str] = []
    for term in (*dict.fromkeys(terms(_particles().sub(" ", text))), ""):
        cjk = bool(_CJK.match(term))
        if run and not (cjk and len(term) > 1 and len(run[-1]) > 1 and run[-1][-1] == term[0]):
            whole = run[0] + "".join(pair[-1] for pair in run[1:])
            if len(whole) == 1:
                yield Concept(ASKING, names=(whole,))
            else:
                yield Concept(ASKING if whole in asking else _size(whole), run=tuple(run))
            run = []
        if cjk:
            run.append(term)
        elif term:
            yield Concept(ASKING if term in asking else WORD, (frozenset((term,)),), crosses=term.isdigit())


def _size(run: str) -> float:
    """What a run of characters counts as, in words: about two characters are one."""
    return max(0.5, min(len(run) / 2, 2.0)) * WORD


@dataclass(frozen=True, slots=True)
class Match:
    """How far a text holds a question, 0 to 1: `coverage` counts each concept alike, `rarity` the rarer the more.

    `content` is the coverage of everything but names; 1 for a question of names alone.
    """

    coverage: float
    rarity: float
    content: float


class Relevance:
    """Measures texts against one question. `texts` are all texts at hand: they say how rare a concept is."""

    def __init__(self, concepts: Sequence[Concept], texts: Sequence[Text]) -> None:
        counts = [sum(concept.found(text) > FOUND for text in texts) for concept in concepts]
        self._concepts = tuple(
            # A run of characters that nothing holds is often no word at all.
            replace(concept, weight=concept.weight * UNSEEN) if concept.run and not count else concept
            for concept, count in zip(concepts, counts, strict=True)
        )
        #: Whether the question says by itself that it is about Pokémon.
        self.special = any(concept.special for concept in concepts)
        self._rarity = [math.log(1 + (len(texts) + 1) / (max(count, 1) + 0.5)) for count in counts]

    def of(self, layers: Sequence[tuple[float, Text]], *, other_language: bool = False) -> Match:
        """How far texts hold the question's concepts.

        `layers` are the text itself and what stands around it, each with the share that a concept found there counts.
        With `other_language`, a concept that the text's language cannot hold counts half as missing.
        """
        total = reached = rare_total = rare_reached = content_total = content_reached = 0.0
        for concept, rarity in zip(self._concepts, self._rarity, strict=True):
            weight = concept.weight * (FOREIGN if other_language and not concept.crosses else 1.0)
            found = max(share * concept.found(text) for share, text in layers)
            total += weight
            reached += weight * found
            rare_total += weight * rarity
            rare_reached += weight * rarity * found
            if not concept.is_name:
                content_total += weight
                content_reached += weight * found
        return Match(
            reached / total if total else 0.0,
            rare_reached / rare_total if rare_total else 0.0,
            content_reached / content_total if content_total else 1.0,
        )


def asks_for_number(question: str) -> bool:
    """Whether a question asks for a number, a year or a chance."""
    return bool(_number_words().search(_spaced(normalise(question))))


def leans(sentence: str) -> bool:
    """Whether a sentence begins with a word that leans on the sentence before it."""
    return bool(_leaning().match(_spaced(normalise(sentence))))


def _spaced(normal: str) -> str:
    return " ".join(normal.casefold().split())


def _search(pattern: re.Pattern[str], spaced: str, folded: str) -> re.Match[str] | None:
    """A topic in a text, whether it is written with hyphens or with blanks."""
    return pattern.search(spaced) or pattern.search(spaced.replace("-", " ")) or pattern.search(folded)


def _whole(name: str) -> str:
    """A region's name as it stands in a text: whole, unless its script has no blanks, with the word for "region"."""
    return rf"{re.escape(name)}(?:地区|地區|地方)?" if _CJK.search(name) else rf"\b{re.escape(name)}(?: region)?\b"


def _loosely(text: str) -> str:
    """A folded text as it may stand in a question: with blanks between its characters where folding took them."""
    return r"[\s'’-]*".join(map(re.escape, text)) if _CJK.search(text) else re.escape(text).replace(r"\ ", r"[\s-]+")


@cache
def _question_words() -> Mapping[str, Sequence[str]]:
    words: Mapping[str, Sequence[str]] = read_yaml(DATA / "lexicon" / "question_words.yaml")
    return words


@cache
def _asking() -> frozenset[str]:
    words = _question_words()
    return frozenset(term for word in words["en"] for term in terms(word)) | {
        fold(word) for language in ("zh", "ja") for word in words[language]
    }


@cache
def _particles() -> re.Pattern[str]:
    """Chinese words of a question at which a run of characters is cut, longest first."""
    return re.compile("|".join(map(re.escape, sorted(_question_words()["particles"], key=len, reverse=True))))


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
