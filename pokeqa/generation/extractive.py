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
from .markup import quotable
from .relevance import Relevance, Text, asks_for_number, concepts_of, leans, text_of
from .sentences import Sentence, sentences_of, width

#: The share of a question's concepts that a sentence must hold to be its answer.
THRESHOLD = 0.5
#: What a concept counts that stands in the title above a sentence, or elsewhere in the passage, not in the sentence.
HEAD, AROUND = 0.6, 0.3
#: At most so many sentences; a further one must come this near to the best.
SENTENCES_MAX, NEAR = 3, 0.8
#: A sentence that shares more than this of its words with a chosen one says the same.
SAME = 0.6
#: Sources that are named where none says it.
NEAREST_MAX = 2


@dataclass(frozen=True, slots=True)
class Quote:
    """A sentence of evidence number `number`. `coverage` is how far it holds the question, `score` its rank among all."""

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
) -> Extract:
    """The answer to a question from numbered evidence. `summaries` are sentences of sources, with what they rest on."""
    phrases = phrases_for(understanding.language)
    ranked = rank(understanding, numbered, dataset, summaries or {})
    best = ranked[0].coverage if ranked else 0.0
    chosen = _choose(ranked, threshold)
    if not chosen:
        text = phrases.say("retrieval.do_not_say")
        nearest = _nearest(ranked, numbered)
        if nearest:
            titles = phrases.join(
                phrases.say("retrieval.titled", title=quotable(numbered[n].title), mark=f"[{n}]") for n in nearest
            )
            text += phrases.say("list.sentence") + phrases.say("retrieval.nearest", titles=titles)
        return Extract(text, (), best)
    marks = {number: f"[{number}]" for number in numbered}
    by_summary = {id_: numbers for id_, (_, numbers) in enumerate((summaries or {}).values(), start=-len(summaries or {}))}
    pieces = []
    for quote in chosen:
        numbers = by_summary.get(quote.number, (quote.number,))
        pieces.append(f"{_ended(quotable(quote.text))} {''.join(marks[n] for n in numbers if n in marks)}".rstrip())
    return Extract(" ".join(pieces), tuple(chosen), best)


def rank(
    understanding: Understanding,
    numbered: Mapping[int, Evidence],
    dataset: Dataset,
    summaries: Mapping[str, tuple[str, Sequence[int]]],
) -> list[Quote]:
    """Every sentence of the evidence, best first. Those of summaries have negative numbers."""
    pieces = [(number, _readable(piece), piece.text) for number, piece in numbered.items()]
    pieces += [
        (place, "", sentence) for place, (sentence, _) in enumerate(summaries.values(), start=-len(summaries))
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
            coverage = measure.of(((1.0, own), (HEAD, title), (AROUND, around)), other_language=foreign)
            direct = measure.of(((1.0, own),), other_language=foreign)
            score = 0.5 * coverage + 0.5 * direct + _worth(one, position, foreign=foreign, wants_number=wants_number)
            quotes.append(Quote(number, one.text, coverage, score, one.place))
    return sorted(quotes, key=lambda quote: (-quote.score, quote.number, quote.place))


def _worth(one: Sentence, position: int, *, foreign: bool, wants_number: bool) -> float:
    """What speaks for a sentence besides its words, and against it."""
    worth = 0.12 / (1 + position)
    worth += 0.02 if one.opens else 0.0
    worth -= 0.06 if one.kind == "row" else 0.02 if one.kind == "item" else 0.0
    worth -= 0.08 if leans(one.text) else 0.0
    worth -= 0.15 if foreign else 0.0
    worth -= 0.05 if width(one.text) > 300 or width(one.text) < 25 else 0.0  # noqa: PLR2004
    worth += 0.06 if wants_number and any(map(str.isdigit, one.text)) else 0.0
    return worth


def _choose(ranked: Sequence[Quote], threshold: float) -> list[Quote]:
    """The best sentence and what adds to it: the best first, the rest in the evidence's order."""
    if not ranked or ranked[0].coverage < threshold:
        return []
    chosen = [ranked[0]]
    words = [text_of(ranked[0].text).terms]
    for quote in ranked[1:]:
        if len(chosen) == SENTENCES_MAX or quote.score < NEAR * ranked[0].score:
            break
        own = text_of(quote.text).terms
        if quote.coverage >= threshold and all(_shared(own, other) <= SAME for other in words):
            chosen.append(quote)
            words.append(own)
    return [chosen[0], *sorted(chosen[1:], key=lambda quote: (quote.number != chosen[0].number, quote.number, quote.place))]


def _shared(a: frozenset[str], b: frozenset[str]) -> float:
    return len(a & b) / min(len(a), len(b)) if a and b else 0.0


def _nearest(ranked: Sequence[Quote], numbered: Mapping[int, Evidence]) -> list[int]:
    """The passages that come nearest, one for each title."""
    found: dict[str, int] = {}
    for quote in ranked:
        if quote.number in numbered and quote.coverage > 0:
            found.setdefault(numbered[quote.number].title, quote.number)
    return list(found.values())[:NEAREST_MAX]


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
    return width(text) > 1.5 * len(text)  # noqa: PLR2004


__all__ = ["THRESHOLD", "Extract", "Quote", "Text", "compose", "rank"]
