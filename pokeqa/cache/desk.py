"""What the page's caches tab works with: the kept answers, the figures, and why two questions share an answer."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..errors import PokeqaError
from .answers import AnswerCacheLayer
from .explain import Vectors, Verdict, as_asked, explain
from .listing import Listing, list_entries
from .metrics import Moment
from .store import StoreStats

if TYPE_CHECKING:
    from ..engine import Understander
    from ..pokedex.dataset import Dataset
    from ..question.understanding import Understanding
    from .retrievals import RetrievalCache

#: How long an explanation waits for the embedder, which may still be loading.
EMBED_TIMEOUT_S = 5.0


@dataclass(frozen=True, slots=True)
class CacheFigures:
    """The caches in figures: the answer cache's counts and timeline, its store, and the retrieval cache's two arms."""

    counts: Mapping[str, float]
    timeline: Sequence[Moment]
    store: StoreStats
    arms: Mapping[str, Mapping[str, float]]
    bypass_share: float
    conversations: int


class CacheDesk:
    """Looks into the caches of one process, and empties them."""

    def __init__(
        self, answers: AnswerCacheLayer, retrievals: RetrievalCache | None, parser: Understander, dataset: Dataset
    ) -> None:
        self._answers = answers
        self._retrievals = retrievals
        self._parser = parser
        self._dataset = dataset

    async def entries(self, search: str = "", limit: int = 50) -> Listing:
        """The newest kept answers whose question, tag or model contains `search`."""
        store, hits = self._answers.store, self._answers.metrics.hits_of
        return await asyncio.to_thread(lambda: list_entries(store, hits, search=search, limit=limit))

    async def figures(self) -> CacheFigures:
        """The caches in figures, as they stand now."""
        metrics, retrievals = self._answers.metrics, self._retrievals
        stats = await asyncio.to_thread(self._answers.store.stats)
        if retrievals is not None:
            retrievals.refresh()
        return CacheFigures(
            metrics.to_json(), metrics.timeline(), stats,
            {} if retrievals is None else retrievals.figures(),
            0.0 if retrievals is None else retrievals.settings.bypass_share,
            0 if retrievals is None else len(retrievals.conversations),
        )  # fmt: skip

    async def forget(self, key: str) -> int:
        """Forget one entry; how many there were. Raises `StoreError` when the store cannot be used."""
        return int(await asyncio.to_thread(self._answers.store.delete, key))

    async def forget_tag(self, tag: str) -> int:
        """Forget every entry with a tag; how many there were. Raises `StoreError` when the store cannot be used."""
        return await asyncio.to_thread(self._answers.store.evict, tag)

    async def forget_all(self) -> int:
        """Forget everything; how many entries there were. Raises `StoreError` when the store cannot be used."""
        return await asyncio.to_thread(self._answers.store.clear)

    async def explain(self, a: str, b: str) -> Verdict:
        """Whether the answer of one question is served for another, and why."""
        one, other = self._parser.understand(a, (), "auto"), self._parser.understand(b, (), "auto")
        try:
            async with asyncio.timeout(EMBED_TIMEOUT_S):
                vectors = (await self._vectors(one), await self._vectors(other))
        except (PokeqaError, TimeoutError):
            vectors = (Vectors(), Vectors())
        return explain(one, other, self._dataset, vectors)

    async def _vectors(self, understanding: Understanding) -> Vectors:
        """Raises what the embedder raises."""
        embed, words = self._answers.embed, " ".join(as_asked(understanding).words)
        if embed is None:
            return Vectors()
        return Vectors(await embed(understanding.text), await embed(words) if words else None)
