"""The extractive answer: the sentences of the evidence that answer a question best, word for word, with their marks.

This is what answers where no language model is set up, and what takes its place when it fails. It never says anything
that the evidence does not: where no sentence matches well, it says that the sources do not say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..pokedex.dataset import Dataset
from ..pokedex.phrases import phrases_for
from ..question.understanding import Understanding
from ..retrieval.documents import language_of
from ..retrieval.evidence import Evidence
from .citations import without_marks
from .markup import quotable
from .relevance import Relevance, asks_for_number, concepts_of, leans, text_of
from .sentences import Sentence, sentences_of, width

#: The share of a question's concepts that a sentence must hold to be its answer.
THRESHOLD = 0.52
#: A sentence that holds at least this is shown as the nearest one where none is an answer.
NEAREST = 0.3
#: And of those that are not names: that a text is about the right Pokémon does not make it an answer.
CONTENT = 0.4
#: And of those counted by rarity: the one rare word of a question is often what it is about.
RARITY = 0.05
#: What the source's own opinion counts: its first passage is more likely to hold the answer.
FIRST = 0.05
#: A question that names nothing of Pokémon must share this with the title, or a passage holds less of it.
OWN_SUBJECT, STRANGE = 0.2, 0.6
#: What a concept counts that stands in the title above a sentence, or elsewhere in the passage, not in the sentence.
HEAD, AROUND = 0.6, 0.3
#: A sentence that begins with what is asked about is more direct.
OPENING, OPENING_CHARS = 0.1, 24
#: At most so many sentences; a further one must come this near to the best.
SENTENCES_MAX, NEAR = 3, 0.8
#: A sentence that shares more than this of its words with a chosen one says the same.
SAME = 0.6


@dataclass(frozen=True, slots=True)
class Quote:
    """A sentence of evidence number `number`. `coverage` is how far it holds the question, `score` ranks it."""

    number: int
    text: str
    coverage: float
    score: float
    place: int


@dataclass(frozen=True, slots=True)
class Extract:
    """An extractive answer. `text` is Markdown with marks; without `quotes` it says that the sources do not say."""

    text: str
    quotes: tuple[Quote, ...]
    best: float

    @property
    def answered(self) -> bool:
        """Whether the evidence holds an answer."""
        return bool(self.quotes)


def compose(
    understanding: Understanding,
    numbered: Mapping[int, Evidence],
    dataset: Dataset,
    summaries: Mapping[str, tuple[str, Sequence[int]]] | None = None,
    threshold: float = THRESHOLD,
    about: Mapping[str, str] | None = None,
) -> Extract:
    """The answer to a question from numbered evidence. `summaries` are sentences of sources, with what they rest on.

    `about` maps a source to the words of the question that its sentence is the answer to, whatever its own words.
    """
    phrases = phrases_for(understanding.language)
    summaries = summaries or {}
    ranked = rank(understanding, numbered, dataset, summaries, about)
    best = max((quote.coverage for quote in ranked), default=0.0)
    marked = _Marks(numbered, summaries)
    chosen = _choose(ranked, threshold)
    if chosen:
        return Extract(" ".join(marked.text(quote) for quote in chosen), tuple(chosen), best)
    nearest = max(ranked, key=lambda quote: quote.coverage, default=None)
    own = next((quote for quote in ranked if quote.number < 0 and quote.place == 0), None)
    if own is not None and (nearest is None or nearest.coverage < NEAREST):
        # A source's own sentence (the graph's) is about what the question names, in whatever words it was asked.
        nearest = own
    elif nearest is None or nearest.coverage < NEAREST:
        return Extract(phrases.say("retrieval.do_not_say"), (), best)
    return Extract(phrases.say("retrieval.nearest", sentence=marked.text(nearest)), (), best)


class _Marks:
    """Puts marks behind sentences. A summary rests on several pieces of evidence; its own number is negative."""

    def __init__(self, numbered: Mapping[int, Evidence], summaries: Mapping[str, tuple[str, Sequence[int]]]) -> None:
        self._numbers: dict[int, Sequence[int]] = {number: (number,) for number in numbered}
        self._numbers |= dict(enumerate((numbers for _, numbers in summaries.values()), start=-len(summaries)))

    def text(self, quote: Quote) -> str:
        """A quote as it stands in the answer: as Markdown that does nothing, ended, with its marks."""
        marks = "".join(f"[{number}]" for number in self._numbers[quote.number])
        return f"{_ended(quotable(without_marks(quote.text)))} {marks}".rstrip()


def rank(
    understanding: Understanding,
    numbered: Mapping[int, Evidence],
    dataset: Dataset,
    summaries: Mapping[str, tuple[str, Sequence[int]]],
    about: Mapping[str, str] | None = None,
) -> list[Quote]:
    """Every sentence of the evidence, best first. Those of summaries have negative numbers."""
    pieces = [(number, _readable(piece), piece.text) for number, piece in numbered.items()]
    pieces += [
        (place, (about or {}).get(source, ""), sentence)
        for place, (source, (sentence, _)) in enumerate(summaries.items(), start=-len(summaries))
    ]
    split = [(number, head, text, sentences_of(text)) for number, head, text in pieces]
    texts = {(number, one.place): text_of(one.text) for number, _, _, found in split for one in found}
    measure = Relevance(concepts_of(understanding, dataset), list(texts.values()))
    wants_number = asks_for_number(understanding.full_text)
    quotes = []
    for position, (number, head, text, found) in enumerate(split):
        title, around = text_of(head), text_of(text)
        foreign = _other_language(text, understanding.language)
        for one in found:
            own = texts[number, one.place]
            match = measure.of(((1.0, own), (HEAD, title), (AROUND, around)), other_language=foreign)
            direct = measure.of(((1.0, own),), other_language=foreign)
            score = 0.5 * match.rarity + 0.5 * direct.rarity
            score += _worth(one, position, foreign=foreign, wants_number=wants_number)
            score += OPENING * measure.of(((1.0, text_of(one.text[:OPENING_CHARS])),)).coverage
            coverage = match.coverage if match.content >= CONTENT else min(match.coverage, match.content)
            coverage = min(coverage, match.rarity + RARITY)
            coverage += FIRST if position == 0 and coverage else 0.0
            if not measure.special and measure.of(((1.0, title),)).content < OWN_SUBJECT:
                coverage *= STRANGE
            quotes.append(Quote(number, one.text, coverage, score, one.place))
    return sorted(quotes, key=lambda quote: (-quote.score, quote.number, quote.place))


def _worth(one: Sentence, position: int, *, foreign: bool, wants_number: bool) -> float:
    """What speaks for a sentence besides its words, and against it."""
    worth = 0.12 / (1 + position)
    worth += 0.02 if one.opens else 0.0
    worth -= 0.06 if one.kind == "row" else 0.02 if one.kind == "item" else 0.0
    worth -= 0.08 if leans(one.text) else 0.0
    worth -= 0.15 if foreign else 0.0
    worth -= 0.05 if width(one.text) > 300 or width(one.text) < 25 else 0.0
    worth += 0.06 if wants_number and any(map(str.isdigit, one.text)) else 0.0
    return worth


def _choose(ranked: Sequence[Quote], threshold: float) -> list[Quote]:
    """The best sentence and what adds to it: the best first, the rest in the evidence's order."""
    ranked = [quote for quote in ranked if quote.coverage >= threshold]
    if not ranked:
        return []
    chosen = [ranked[0]]
    words = [text_of(ranked[0].text).terms]
    for quote in ranked[1:]:
        if len(chosen) == SENTENCES_MAX or quote.score < NEAR * ranked[0].score:
            break
        own = text_of(quote.text).terms
        if all(_shared(own, other) <= SAME for other in words):
            chosen.append(quote)
            words.append(own)
    return [
        chosen[0],
        *sorted(chosen[1:], key=lambda quote: (quote.number != chosen[0].number, quote.number, quote.place)),
    ]


def _shared(a: frozenset[str], b: frozenset[str]) -> float:
    return len(a & b) / min(len(a), len(b)) if a and b else 0.0


def _readable(piece: Evidence) -> str:
    """What stands above a passage: its title and heading."""
    return f"{piece.title} {piece.metadata.get('heading') or ''}"


def _other_language(text: str, language: str) -> bool:
    return language_of(text).split("-")[0] != language.split("-")[0]


def _ended(sentence: str) -> str:
    """A sentence with its full stop; rows and list items often have none."""
    if sentence[-1:] in ".!?…。！？\"'”’」』）)":
        return sentence
    return sentence + ("。" if text_is_cjk(sentence) else ".")


def text_is_cjk(text: str) -> bool:
    """Whether a text is mostly Chinese or Japanese."""
    return width(text) > 1.5 * len(text)
