"""Hybrid search in one knowledge base: dense vectors and BM25, filtered by the Pokémon named, fused by rank.

    found = hybrid_search(bases, "pokedex", SearchRequest("how do I breed for IVs?", limit=20))

Each candidate keeps what every search said of it, so that a reader can see why it is where it is. Equal scores are
ordered by id, so the same question always gets the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from .bases import KnowledgeBases
from .milvus_store import ChunkStore, Hit, filter_expression
from .terms import passage_vector, query_vector, score, terms

#: The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009).
RRF_K = 60

#: Candidates of each search; more than are shown, so that reranking has a choice.
FETCH = 40

#: How many times more is fetched when too much of what was found no longer counts.
FETCH_MAX = 16

LISTS = ("dense", "bm25")


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

    ranked: dict[str, list[Hit]] = {}
    if request.entity is not None:
        expression = filter_expression({"entities": request.entity})
        for name, search in searches.items():
            ranked[f"{name}_entity"] = _counting(search, visible, expression)
    for name, search in searches.items():
        ranked[name] = _counting(search, visible, "")

    fused = fuse(ranked)
    order = sorted(fused, key=lambda one: (-fused[one], one))[: request.limit]
    measured = {hit.id: hit.score for name in ("dense", "dense_entity") for hit in ranked.get(name, ())}
    candidates = _candidates(store, order, fused, measured, vector, weights)
    return Found(tuple(candidates), _detail(bases, store, request, ranked))


def fuse(ranked: Mapping[str, Sequence[Hit]]) -> dict[str, float]:
    """Reciprocal rank fusion: id -> the sum of 1 / (60 + rank) over the lists it is in."""
    fused: dict[str, float] = {}
    for hits in ranked.values():
        ordered = sorted(hits, key=lambda hit: (-hit.score, hit.id))
        for rank, hit in enumerate(ordered, start=1):
            fused[hit.id] = fused.get(hit.id, 0.0) + 1 / (RRF_K + rank)
    return fused


def _counting(search: Callable[[int, str], list[Hit]], visible: frozenset[str], expression: str) -> list[Hit]:
    """The hits that count. While old and new chunks lie side by side, more is fetched until there are enough."""
    limit = FETCH
    while True:
        found = search(limit, expression)
        hits = [hit for hit in found if hit.document_hash in visible]
        if len(hits) >= FETCH or len(found) < limit or limit >= FETCH * FETCH_MAX:
            return hits[:FETCH]
        limit *= 4


def _candidates(
    store: ChunkStore,
    order: Sequence[str],
    fused: Mapping[str, float],
    dense: Mapping[str, float],
    vector: Sequence[float],
    weights: Mapping[int, float],
) -> Iterable[Candidate]:
    from collections import Counter

    nodes = store.nodes(order)
    for one in order:
        if one not in nodes:
            continue
        node, own = nodes[one]
        cosine = dense[one] if one in dense else sum(a * b for a, b in zip(vector, own, strict=True))
        metadata = dict(node.metadata)
        head = int(metadata.pop("head_chars", 0))
        yield Candidate(
            id=one,
            text=node.text[head:],
            title=str(metadata["title"]),
            scores={
                "dense": round(cosine, 4),
                "bm25": round(score(weights, passage_vector(Counter(terms(node.text)))), 4),
                "fused": round(fused[one], 6),
            },
            metadata=metadata,
        )


def _detail(
    bases: KnowledgeBases, store: ChunkStore, request: SearchRequest, ranked: Mapping[str, Sequence[Hit]]
) -> dict[str, Any]:
    return {
        "engine": bases.address.label,
        "engine_version": store.version,
        "embedder": bases.embedder.choice.label,
        "search": "dense + BM25, fused by rank" if store.hybrid else "dense only: this Milvus has no sparse vectors",
        "filter": request.entity,
        "found": {name: len(hits) for name, hits in ranked.items()},
    }


def with_score(candidate: Candidate, name: str, value: float) -> Candidate:
    """The candidate with one more score."""
    return replace(candidate, scores={**candidate.scores, name: round(value, 4)})
