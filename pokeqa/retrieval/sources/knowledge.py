"""The knowledge base as an evidence source.

It costs nothing until it is asked: the engines load on the first question, in worker threads, and a base that is not
built yet is built in the background while the question is told so. With Milvus or the model missing, the program
starts and answers; this source says what is missing.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from ...errors import PokeqaError, RequestError, SourceError
from ...pokedex.phrases import phrases_for
from ...question.algebra import Mon
from ...question.understanding import Understanding
from ...settings import Settings
from ..bases import Indexing, IndexingStoppedError, KnowledgeBases
from ..builtin import BUILTIN_ID
from ..evidence import Evidence, SourceQuery, SourceResult
from ..rerank import Reranker, RerankQuery, ScoreReranker, positions, reranker_for
from ..search import DENSE_ONLY, HYBRID, LIMIT_MAX, Candidate, SearchRequest, hybrid_search

if TYPE_CHECKING:
    from ...pokedex.dataset import Dataset

logger = logging.getLogger(__name__)

T = TypeVar("T")

#: How many times `top_k` candidates are fetched for the reranker to choose from, and at least how many.
OVER_FETCH = 4
FETCH_MIN = 20

#: How many positions the trace lists: enough to see what moved.
POSITIONS_MAX = 10

#: Searches that run at the same time; each is mostly one processor's work.
WORKERS = 4

#: How long a failed attempt to open Milvus is remembered, so that not every question waits for it.
RETRY_AFTER_S = 10.0

#: How long a server's port may take to answer when the page asks whether it is there.
PROBE_TIMEOUT_S = 1.0
MILVUS_PORT = 19530


class KnowledgeSource:
    """Searches the base that a question asks for (`meta.db_id`), the built-in one by default."""

    name = "knowledge_base"
    supports_caching = True

    def __init__(
        self,
        settings: Settings,
        dataset: Callable[[], Dataset],
        *,
        bases: KnowledgeBases | None = None,
        reranker: Reranker | None = None,
    ) -> None:
        self._settings = settings
        self._dataset = dataset
        self.bases = bases or KnowledgeBases(settings, dataset)
        self._reranker = reranker or reranker_for(settings.rerank_model)
        self._workers = ThreadPoolExecutor(WORKERS, thread_name_prefix="knowledge-base")
        self._lock = threading.Lock()
        self._building: dict[str, threading.Thread] = {}
        self._checked: set[str] = set()
        self._failure: tuple[float, str] | None = None
        self._closed = False

    # ------------------------------------------------------------------ the Source protocol

    async def search(self, query: SourceQuery) -> SourceResult:
        """The passages for a question, best first. Raises `SourceError` with a sentence."""
        db_id = query.meta.db_id or BUILTIN_ID
        try:
            async with asyncio.timeout(self._settings.kb_timeout_s):
                return await self._in_worker(lambda: self._search(db_id, query))
        except TimeoutError as error:
            raise SourceError(
                f"The knowledge base did not answer within {self._settings.kb_timeout_s:g} s "
                "(POKEQA_KB_TIMEOUT_S). Ask again; the first question after a start takes longer."
            ) from error
        except RequestError as error:
            raise SourceError(str(error)) from error

    async def available(self) -> str | None:
        """None when a base can be asked; else why not. Cheap: loads no engine."""
        return await self._in_worker(self._unavailable)

    async def close(self) -> None:
        """Stop indexing, and let go of connections and files. A second call does nothing."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
        await asyncio.to_thread(self.bases.close)
        self._workers.shutdown(wait=False, cancel_futures=True)

    async def _in_worker(self, call: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._workers, call)

    # ------------------------------------------------------------------ readiness

    def prepare_in_background(self) -> None:
        """Load the engines and bring the built-in base up to date in a thread, so that the first question is quick."""
        self._build(BUILTIN_ID)

    def wait_until_ready(self, db_id: str = BUILTIN_ID, timeout_s: float | None = None) -> None:
        """Wait for a base that is being built. Raises `SourceError` when it could not be."""
        with self._lock:
            thread = self._building.get(db_id)
        if thread is not None:
            thread.join(timeout_s)
        if self._failure is not None:
            raise SourceError(self._failure[1])

    def note(self, language: str) -> str:
        """What the base runs on and how it is searched, in a sentence; loads nothing."""
        opened = self.bases.opened()
        kind = "unopened" if opened is None else "hybrid" if opened.hybrid else "dense_only"
        engine = self.bases.address.label + (f" ({opened.version})" if opened is not None else "")
        return phrases_for(language).say(f"note.{kind}", engine=engine, embedder=self.bases.embedder.choice.label)

    def status(self) -> dict[str, Any]:
        """What the page's Status tab shows: engine, model, bases, and what is being built."""
        bases, embedder, opened = self.bases, self.bases.embedder, self.bases.opened()
        return {
            "engine": bases.address.label,
            "engine_version": None if opened is None else opened.version,
            "search": None if opened is None else HYBRID if opened.hybrid else DENSE_ONLY,
            "embedder": {"id": embedder.id, "label": embedder.choice.label, "loaded": embedder.loaded},
            "reranker": self._reranker.name,
            "problem": self._unavailable(),
            "bases": [
                {"db_id": base.db_id, "title": base.title, "documents": base.documents, "passages": base.passages,
                 "version": base.version}
                for base in bases.list_bases()
            ],
        }  # fmt: skip

    def _unavailable(self) -> str | None:
        problem = self.bases.problem() or self._recent_failure() or self._unreachable()
        if problem is not None:
            return problem
        try:
            filled = any(base.documents for base in self.bases.list_bases())
        except PokeqaError as error:
            return str(error)
        return None if filled else self._not_built(BUILTIN_ID)

    def _not_built(self, db_id: str) -> str | None:
        progress = self.bases.progress(db_id)
        return None if progress is None else _building(progress)

    def _recent_failure(self) -> str | None:
        if self._failure is not None and time.monotonic() - self._failure[0] < RETRY_AFTER_S:
            return self._failure[1]
        return None

    def _unreachable(self) -> str | None:
        """Why a Milvus server's port does not answer; None for the embedded engine."""
        address = self.bases.address
        if address.lite:
            return None
        parts = urlsplit(address.uri)
        try:
            with socket.create_connection((parts.hostname or "", parts.port or MILVUS_PORT), PROBE_TIMEOUT_S):
                return None
        except OSError:
            return (
                f"{address.label} did not answer within {PROBE_TIMEOUT_S:g} s. Start it, or unset POKEQA_MILVUS_URI to "
                "use the local file."
            )

    def _ensure_ready(self, db_id: str) -> None:
        """Open what a search needs. Raises `SourceError` while the base has nothing to search yet."""
        failure = self._recent_failure()
        if failure is not None:
            raise SourceError(failure)
        base = self.bases.get(db_id)
        if db_id not in self._checked:
            # What an interrupted run left is finished, and what another embedder indexed is indexed again. Meanwhile
            # the documents that count already are searched.
            self._build(db_id)
        if db_id == BUILTIN_ID and not base.documents:
            progress = self.bases.progress(db_id) or Indexing(db_id, "reading", 0, 0)
            raise SourceError(_building(progress))

    def _build(self, db_id: str) -> None:
        with self._lock:
            running = self._building.get(db_id)
            if self._closed or (running is not None and running.is_alive()):
                return
            thread = threading.Thread(target=self._run_build, args=(db_id,), name=f"index-{db_id}", daemon=True)
            self._building[db_id] = thread
            thread.start()

    def _run_build(self, db_id: str) -> None:
        try:
            if db_id == BUILTIN_ID:
                self.bases.ensure_builtin()
            else:
                self.bases.finish(db_id)
            self.bases.open(db_id)
            self._failure = None
            self._checked.add(db_id)
        except IndexingStoppedError:
            logger.info("Indexing of %s was interrupted; it goes on at the next start.", db_id)
        except PokeqaError as error:
            logger.warning("The knowledge base %s could not be built: %s", db_id, error)
            self._failure = (time.monotonic(), str(error))
        except Exception as error:
            if not self._closed:  # closing pulls the files from under a thread that is still at work
                logger.exception("The knowledge base %s could not be built.", db_id)
                self._failure = (time.monotonic(), f"The knowledge base could not be built ({error}). Restart the app.")

    # ------------------------------------------------------------------ searching

    def _search(self, db_id: str, query: SourceQuery) -> SourceResult:
        self._ensure_ready(db_id)
        base = self.bases.get(db_id)
        if not base.documents:
            return SourceResult(message=f"The knowledge base {base.title!r} is empty. Add documents to it.")
        meta, understanding = query.meta, query.understanding
        entity = self._entity(understanding)
        limit = min(LIMIT_MAX, max(FETCH_MIN, meta.top_k * OVER_FETCH)) if meta.rerank else meta.top_k
        started = time.perf_counter()
        try:
            found = hybrid_search(self.bases, db_id, SearchRequest(query.text, entity=entity, limit=limit))
        except SourceError as error:
            self._failure = (time.monotonic(), str(error))
            raise
        detail: dict[str, Any] = {"db_id": db_id, "version": base.version, **found.detail}
        detail["search_ms"] = round((time.perf_counter() - started) * 1000, 1)
        ordered: Sequence[Candidate] = found.candidates
        if meta.rerank:
            ordered = self._reranked(RerankQuery(query.text, understanding.language, entity), found.candidates, detail)
        near = [one for one in ordered if one.scores["dense"] >= meta.distance_threshold]
        results = tuple(_evidence(one, base.title, db_id) for one in near[: meta.top_k])
        return SourceResult(results, _message(results, ordered, meta.distance_threshold), detail=detail)

    def _reranked(
        self, query: RerankQuery, candidates: Sequence[Candidate], detail: dict[str, Any]
    ) -> Sequence[Candidate]:
        started = time.perf_counter()
        reranker = self._reranker
        try:
            ordered = reranker.rerank(query, candidates)
        except SourceError as error:
            detail["rerank_message"] = str(error)
            reranker = ScoreReranker()
            ordered = reranker.rerank(query, candidates)
        detail["rerank"] = {
            "by": reranker.name,
            "ms": round((time.perf_counter() - started) * 1000, 1),
            "positions": positions(candidates, ordered)[:POSITIONS_MAX],
        }
        return ordered

    def _entity(self, understanding: Understanding) -> str | None:
        """The identifier of the one species that a question names; None for none or several."""
        named = {
            subject.species_id
            for mention in understanding.mentions
            for subject in mention.subjects
            if isinstance(subject, Mon)
        }
        return self._dataset().species[named.pop()].identifier if len(named) == 1 else None


def _building(progress: Indexing) -> str:
    share = f"{100 * progress.done // progress.total} % done" if progress.total else "just started"
    return f"The knowledge base is being built ({share}). Ask again in a minute."


def _message(results: Sequence[Evidence], ordered: Sequence[Candidate], threshold: float) -> str | None:
    if results:
        return None
    if not ordered:
        return "No passage shares a word or a meaning with the question. Ask it in other words."
    best = max(one.scores["dense"] for one in ordered)
    return (
        f"No passage is similar enough: the best has {best:.2f}, the threshold asks for {threshold:.2f}. "
        "Lower distance_threshold."
    )


def _evidence(candidate: Candidate, base_title: str, db_id: str) -> Evidence:
    heading = str(candidate.metadata.get("heading") or "")
    place = f"{base_title} › {candidate.title}"
    return Evidence(
        id=candidate.id,
        source=KnowledgeSource.name,
        title=candidate.title,
        text=candidate.text,
        where=f"{place} › {heading}" if heading else place,
        scores=dict(candidate.scores),
        metadata={"db_id": db_id, **candidate.metadata},
    )
