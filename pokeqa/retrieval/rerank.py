"""Puts candidates in a better order before they are cut to `top_k`.

The default weighs what is known of each candidate anyway: how near its vector is, its BM25 score, whether it is about
the Pokémon named, and whether it is in the question's language. A cross-encoder, which reads question and passage
together, takes its place when `POKEQA_RERANK_MODEL` names one that is on this disk.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Protocol

from ..errors import SourceError
from .embedders import weights_on_disk
from .search import Candidate, with_score


@dataclass(frozen=True, slots=True)
class RerankQuery:
    """What candidates are ordered for: the question, its language, and the one Pokémon it names."""

    text: str
    language: str
    entity: str | None = None


class Reranker(Protocol):
    """Orders candidates."""

    name: str

    def rerank(self, query: RerankQuery, candidates: Sequence[Candidate]) -> list[Candidate]:
        """The candidates, best first, each with a score "rerank", without needless translations. Blocking."""
        ...


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each thing counts; a candidate that has all of them scores their sum."""

    dense: float = 0.60
    bm25: float = 0.40
    entity: float = 0.15
    language: float = 0.03
    #: Taken off for each better candidate of the same article, in whatever language.
    repeat: float = 0.08


class ScoreReranker:
    """Orders by a weighted sum of the scores that the search gave."""

    name = "scores"

    def __init__(self, weights: Weights | None = None) -> None:
        self.weights = weights or Weights()

    def rerank(self, query: RerankQuery, candidates: Sequence[Candidate]) -> list[Candidate]:
        """The candidates, best first."""
        if not candidates:
            return []
        dense = _scaled([candidate.scores["dense"] for candidate in candidates])
        bm25 = _scaled([candidate.scores["bm25"] for candidate in candidates], lowest=0.0)
        weights = self.weights
        rated = [
            (
                weights.dense * dense[i]
                + weights.bm25 * bm25[i]
                + weights.entity * _about(candidate, query.entity)
                + weights.language * _same_language(candidate, query.language),
                candidate,
            )
            for i, candidate in enumerate(candidates)
        ]
        return spread(without_translations(rated, query.language), weights.repeat)


class CrossEncoderReranker:
    """Orders by a sentence-transformers cross-encoder; loaded on first use, never downloaded."""

    def __init__(self, model: str, repeat: float = 0.0) -> None:
        self.name = model
        self._repeat = repeat
        self._lock = threading.Lock()
        self._model: Any = None

    def problem(self) -> str | None:
        """None when the model can be loaded; else what to do."""
        if find_spec("sentence_transformers") is None:
            return (
                f"POKEQA_RERANK_MODEL={self.name} needs sentence-transformers. "
                "Run `pip install sentence-transformers`, or unset it."
            )
        if not weights_on_disk(self.name):
            return (
                f"The weights of {self.name} are not on this disk. Download them with `hf download {self.name}`, "
                "or unset POKEQA_RERANK_MODEL."
            )
        return None

    def rerank(self, query: RerankQuery, candidates: Sequence[Candidate]) -> list[Candidate]:
        """The candidates, best first. Raises `SourceError` when the model cannot be loaded."""
        if not candidates:
            return []
        with self._lock:
            if self._model is None:
                problem = self.problem()
                if problem is not None:
                    raise SourceError(problem)
                from sentence_transformers import CrossEncoder

                self._model = CrossEncoder(self.name, device="cpu", local_files_only=True)
            pairs = [(query.text, f"{candidate.title}\n{candidate.text}") for candidate in candidates]
            scores = self._model.predict(pairs, show_progress_bar=False)
        rated = [(float(score), one) for score, one in zip(scores, candidates, strict=True)]
        return spread(without_translations(rated, query.language), self._repeat)


def reranker_for(model: str | None) -> Reranker:
    """The reranker that the settings ask for."""
    return CrossEncoderReranker(model) if model else ScoreReranker()


def without_translations(rated: Sequence[tuple[float, Candidate]], language: str) -> list[tuple[float, Candidate]]:
    """The candidates but those whose article was also found in the question's language."""
    there = {one.slug for _, one in rated if _same_language(one, language)}
    return [pair for pair in rated if _same_language(pair[1], language) or pair[1].slug not in there]


def spread(rated: Sequence[tuple[float, Candidate]], repeat: float) -> list[Candidate]:
    """Candidates by falling score, where each further one of the same article is held back a little."""
    left = sorted(rated, key=lambda pair: (-pair[0], pair[1].id))
    seen: Counter[str] = Counter()
    ordered: list[Candidate] = []
    while left:
        best = max(range(len(left)), key=lambda i: (left[i][0] - repeat * seen[left[i][1].slug], -i))
        rating, candidate = left.pop(best)
        ordered.append(with_score(candidate, "rerank", rating - repeat * seen[candidate.slug]))
        seen[candidate.slug] += 1
    return ordered


def positions(before: Sequence[Candidate], after: Sequence[Candidate]) -> list[Mapping[str, Any]]:
    """Where each candidate stood before and after, counted from 1, for the trace."""
    earlier = {candidate.id: place for place, candidate in enumerate(before, start=1)}
    return [
        {"id": candidate.id, "title": candidate.title, "before": earlier[candidate.id], "after": place}
        for place, candidate in enumerate(after, start=1)
    ]


def _scaled(values: Sequence[float], lowest: float | None = None) -> list[float]:
    """Values as shares of the way from the lowest to the highest."""
    low = min(values) if lowest is None else lowest
    span = max(values) - low
    return [(value - low) / span if span > 0 else 0.0 for value in values]


def _about(candidate: Candidate, entity: str | None) -> float:
    """How much a candidate is about a Pokémon: 1 for its own page, less for one of many."""
    entities = candidate.metadata.get("entities") or ()
    return 1 / len(entities) ** 0.5 if entity is not None and entity in entities else 0.0


def _same_language(candidate: Candidate, language: str) -> float:
    own = str(candidate.metadata.get("lang", ""))
    return float(own.split("-")[0] == language.split("-")[0])
