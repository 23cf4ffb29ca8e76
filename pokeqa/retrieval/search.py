"""Hybrid search in one knowledge base: dense vectors and BM25, filtered by the Pokémon named, fused by rank.

    found = hybrid_search(bases, "pokedex", SearchRequest("how do I breed for IVs?", limit=20))

Each candidate keeps what every search said of it, so that a reader can see why it is where it is. Equal scores are
ordered by id, so the same question always gets the same order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from .bases import KnowledgeBases
from .milvus_store import ChunkStore, Hit, filter_expression
from .terms import passage_vector, query_vector, score, terms

#: The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009), and what BM25's ranks count for. With
#: the usual 60 and 1, a passage that both searches put in the middle overtakes the first of either; these measured
#: best in `bench.retrieval`.
RRF_K = 5
BM25_SHARE = 0.7

#: Candidates that each search gives at least, and the most that are asked for: more than are shown, so that reranking
#: has a choice. Each costs time: with 40 instead of 24, `bench.retrieval` finds the same articles.
FETCH = 24
LIMIT_MAX = 40

#: Documents about one Pokémon that a search is filtered by.
ABOUT_MAX = 200

#: How many times more is fetched when too much of what was found no longer counts.
FETCH_MAX = 16

LISTS = ("dense", "bm25")

#: How a base is searched, for the trace.
HYBRID = "dense + BM25, fused by rank"
DENSE_ONLY = "dense only: this Milvus is older than 2.5, which searches by words as well"


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """What is searched: `text` for both searches, unless `dense_text` gives the dense one another.

    `entity` is the identifier of the one Pokémon named. `limit` candidates are given, fused from `lists`.
    """

    text: str
    dense_text: str | None = None
    entity: str | None = None
    limit: int = 20
    lists: Sequence[str] = LISTS


@dataclass(frozen=True, slots=True)
class Candidate:
    """A chunk that was found. `scores` has "dense" (cosine), "bm25" and "fused"; `metadata` is its node's."""

    id: str
    text: str
    title: str
    scores: Mapping[str, float]
    metadata: Mapping[str, Any]

    @property
    def slug(self) -> str:
        """What the chunk's document shares with its translations."""
        return str(self.metadata["slug"])


@dataclass(frozen=True, slots=True)
class Found:
    """The candidates, best first, and how the search went for the trace."""

    candidates: tuple[Candidate, ...]
    detail: dict[str, Any] = field(default_factory=dict)


def hybrid_search(bases: KnowledgeBases, db_id: str, request: SearchRequest) -> Found:
    """Search a base. Blocking. Raises `SourceError` with a sentence when Milvus or the model cannot be used."""
    store = bases.open(db_id)
    visible = bases.visible(db_id)
    vector = bases.embedder.embed_query(request.dense_text or request.text)
    weights = query_vector(terms(request.text), lambda words: bases.catalogue.frequencies(db_id, words))
    searches: dict[str, Callable[[int, str], list[Hit]]] = {}
    if "dense" in request.lists:
        searches["dense"] = lambda limit, expression: store.dense(vector, limit, expression)
    if "bm25" in request.lists and store.hybrid:
        searches["bm25"] = lambda limit, expression: store.sparse(weights, limit, expression)

    fetch = max(FETCH, request.limit)
    ranked: dict[str, list[Hit]] = {}
    about = bases.catalogue.about(db_id, request.entity)[:ABOUT_MAX] if request.entity is not None else []
    if about:
        expression = filter_expression({"doc_id": about})
        for name, search in searches.items():
            ranked[f"{name}_entity"] = _counting(search, visible, expression, fetch)
    for name, search in searches.items():
        ranked[name] = _counting(search, visible, "", fetch)

    fused = fuse(ranked)
    order = sorted(fused, key=lambda one: (-fused[one], one))[: request.limit]
    candidates = _Builder(store, ranked, fused, vector, weights).candidates(order)
    return Found(tuple(candidates), _detail(bases, store, request, len(about), ranked))


def fuse(ranked: Mapping[str, Sequence[Hit]]) -> dict[str, float]:
    """Reciprocal rank fusion: id -> the sum of share / (`RRF_K` + rank) over the lists it is in."""
    fused: dict[str, float] = {}
    for name, hits in ranked.items():
        share = BM25_SHARE if name.startswith("bm25") else 1.0
        ordered = sorted(hits, key=lambda hit: (-hit.score, hit.id))
        for rank, hit in enumerate(ordered, start=1):
            fused[hit.id] = fused.get(hit.id, 0.0) + share / (RRF_K + rank)
    return fused


def _counting(
    search: Callable[[int, str], list[Hit]], visible: frozenset[str], expression: str, fetch: int
) -> list[Hit]:
    """The hits that count. While old and new chunks lie side by side, more is fetched until there are enough."""
    limit = fetch
    while True:
        found = search(limit, expression)
        hits = [hit for hit in found if hit.document_hash in visible]
        if len(hits) >= fetch or len(found) < limit or limit >= fetch * FETCH_MAX:
            return hits[:fetch]
        limit *= 4


class _Builder:
    """Makes candidates of ids: reads their text, and works out the scores that no search has given."""

    def __init__(
        self,
        store: ChunkStore,
        ranked: Mapping[str, Sequence[Hit]],
        fused: Mapping[str, float],
        vector: Sequence[float],
        weights: Mapping[int, float],
    ) -> None:
        self._store = store
        self._fused = fused
        self._vector = vector
        self._weights = weights
        self._measured = {
            name: {hit.id: hit.score for one in (name, f"{name}_entity") for hit in ranked.get(one, ())}
            for name in LISTS
        }

    def candidates(self, order: Sequence[str]) -> Iterator[Candidate]:
        """The candidates in this order; a chunk that is gone meanwhile is left out."""
        nodes = self._store.nodes(order)
        for one in order:
            if one in nodes:
                node, vector = nodes[one]
                metadata = dict(node.metadata)
                head = int(metadata.pop("head_chars", 0))
                scores = {
                    "dense": round(self._dense(one, vector), 4),
                    "bm25": round(self._bm25(one, node.text), 4),
                    "fused": round(self._fused[one], 6),
                }
                yield Candidate(one, node.text[head:], str(metadata["title"]), scores, metadata)

    def _dense(self, one: str, vector: Sequence[float]) -> float:
        known = self._measured["dense"].get(one)
        return sum(a * b for a, b in zip(self._vector, vector, strict=True)) if known is None else known

    def _bm25(self, one: str, text: str) -> float:
        known = self._measured["bm25"].get(one)
        return score(self._weights, passage_vector(Counter(terms(text)))) if known is None else known


def _detail(
    bases: KnowledgeBases, store: ChunkStore, request: SearchRequest, about: int, ranked: Mapping[str, Sequence[Hit]]
) -> dict[str, Any]:
    return {
        "engine": bases.address.label,
        "engine_version": store.version,
        "embedder": bases.embedder.choice.label,
        "search": HYBRID if store.hybrid else DENSE_ONLY,
        "filter": {"entity": request.entity, "documents": about} if about else None,
        "found": {name: len(hits) for name, hits in ranked.items()},
    }


def with_score(candidate: Candidate, name: str, value: float) -> Candidate:
    """The candidate with one more score."""
    return replace(candidate, scores={**candidate.scores, name: round(value, 4)})
