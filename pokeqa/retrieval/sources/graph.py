"""The graph as an evidence source: templates chosen by the typed query, or Cypher by a language model under guard."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, TypeVar

from ...errors import SourceError
from ...pokedex.dataset import Dataset
from ...settings import Settings
from ..completion import Complete
from ..evidence import Evidence, SourceQuery, SourceResult
from ..graph.choose import Choice, choose
from ..graph.engine import GraphEngine, GraphError, GraphTimeoutError
from ..graph.guard import QueryRefusedError
from ..graph.paths import Rows
from ..graph.templates import Call
from ..graph.text_to_cypher import write_cypher
from ..graph.words import GraphWords

logger = logging.getLogger(__name__)

T = TypeVar("T")

#: Queries that run at the same time; a stopped query may need a moment to let go of its thread.
THREADS = 4


def open_engine(settings: Settings, dataset: Dataset) -> GraphEngine:
    """The engine of the settings, filled with the dataset; blocks while the graph is built or loaded."""
    package = "neo4j" if settings.neo4j_uri else "ladybug"
    try:
        import_module(package)
    except ImportError as error:
        raise GraphError(f"The package {package} is not installed. Install it: pip install {package}.") from error
    if settings.neo4j_uri:
        from ..graph.neo4j_engine import Neo4jEngine

        password = settings.neo4j_password.get_secret_value() if settings.neo4j_password else None
        server = Neo4jEngine(settings.neo4j_uri, settings.neo4j_user, password)
        try:
            server.ensure_loaded(dataset)
        except GraphError:
            server.close()
            raise
        return server
    from ..graph.ladybug_engine import LadybugEngine, ensure_graph

    return LadybugEngine(ensure_graph(settings.data_dir, dataset))


@dataclass(slots=True)
class _Found:
    """What the queries of one question gave."""

    results: list[Evidence] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    queries: list[dict[str, Any]] = field(default_factory=list)


class GraphSource:
    """The graph. Nothing is opened before the first question; one engine serves all of them."""

    name = "graph"
    supports_caching = True

    def __init__(
        self,
        settings: Settings,
        dataset: Dataset,
        complete: Complete | None = None,
        *,
        open_with: Callable[[Settings, Dataset], GraphEngine] = open_engine,
    ) -> None:
        self._settings = settings
        self._dataset = dataset
        self._complete = complete
        self._open_with = open_with
        self._lock = threading.Lock()
        self._threads: ThreadPoolExecutor | None = None
        self._engine: Future[GraphEngine] | None = None
        self._words: dict[str, GraphWords] = {}

    # ------------------------------------------------------------------ the source

    async def search(self, query: SourceQuery) -> SourceResult:
        """The paths that answer a question, and a sentence. Raises `GraphError` when the graph cannot be asked."""
        words = self._words_for(query.understanding.language)
        choice = choose(query.understanding, self._dataset)
        detail: dict[str, Any] = {"why": choice.why, "words": choice.words}
        if choice.past:
            return SourceResult(message=words.say("graph.message.past"), detail=detail)
        began = time.perf_counter()
        refused: str | None = None
        if self._complete is not None and (choice.general or not choice.calls):
            try:
                return await self._by_model(query, words, detail)
            except QueryRefusedError as error:
                refused = words.say("graph.message.refused", why=str(error))
                detail["refused"] = refused
            except GraphError as error:
                refused = str(error)
                detail["refused"] = refused
        if not choice.calls:
            return SourceResult(message=refused or words.say("graph.message.no_names"), detail=detail)
        engine = await self._ready()
        found = await self._in_thread(lambda: self._run(engine, choice, words))
        detail |= {"engine": engine.title, "queries": found.queries, "ms": _ms(began)}
        return SourceResult(
            results=tuple({one.id: one for one in found.results}.values()),
            message=refused or (None if found.results or found.answers else words.say("graph.message.empty")),
            answer=words.say("list.sentence").join(dict.fromkeys(found.answers)) or None,
            detail=detail,
        )

    async def available(self) -> str | None:
        """None when the graph can be asked, else why not."""
        try:
            await self._ready()
        except GraphError as error:
            return str(error)
        return None

    async def close(self) -> None:
        """Close the engine."""
        with self._lock:
            future, self._engine = self._engine, None
            threads, self._threads = self._threads, None
        if future is not None and future.done() and future.exception() is None:
            await asyncio.to_thread(future.result().close)
        if threads is not None:
            threads.shutdown(wait=False, cancel_futures=True)

    # ------------------------------------------------------------------ the engine

    async def _ready(self) -> GraphEngine:
        """The open engine. While it is built for the first time, waits for as long as a query may take."""
        future = self._opening()
        try:
            async with asyncio.timeout(self._settings.graph_timeout_s):
                return await asyncio.shield(asyncio.wrap_future(future))
        except TimeoutError as error:
            raise GraphTimeoutError(
                "The graph is still being built or opened for the first time. Ask again in a few seconds."
            ) from error
        except GraphError:
            with self._lock:
                if self._engine is future:
                    self._engine = None
            raise

    def _opening(self) -> Future[GraphEngine]:
        with self._lock:
            if self._engine is None:
                self._engine = self._executor().submit(self._open_with, self._settings, self._dataset)
            return self._engine

    def _executor(self) -> ThreadPoolExecutor:
        if self._threads is None:
            self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="pokeqa-graph")
        return self._threads

    async def _in_thread(self, work: Callable[[], T]) -> T:
        with self._lock:
            future = self._executor().submit(work)
        # The engine stops a query by itself; this is for one that does not let itself be stopped.
        try:
            async with asyncio.timeout(2 * self._settings.graph_timeout_s):
                return await asyncio.wrap_future(future)
        except TimeoutError as error:
            raise GraphTimeoutError("The graph did not answer in time. Ask for less, or try again.") from error

    # ------------------------------------------------------------------ queries

    def _run(self, engine: GraphEngine, choice: Choice, words: GraphWords) -> _Found:
        """Run the queries one after the other within the time limit of one."""
        found = _Found()
        ends = time.monotonic() + self._settings.graph_timeout_s
        for call in choice.calls:
            began = time.perf_counter()
            rows = self._rows(engine, call, ends)
            count = None
            if rows.more and call.count is not None:
                counted = engine.run(call.count, call.parameters, max_rows=1, timeout_s=_left(ends)).rows
                count = int(counted[0]["n"])
            found.results += words.evidence(call, rows)
            answer = words.answer(call, rows, count)
            # Where everything around the names is shown, only what was found is worth a sentence.
            if answer is not None and (rows.rows or not choice.general or len(choice.calls) == 1):
                found.answers.append(answer)
            found.queries.append(
                {
                    "template": call.template,
                    "cypher": call.text(engine.dialect),
                    "parameters": dict(call.parameters),
                    "rows": len(rows.rows),
                    "more": rows.more,
                    "ms": _ms(began),
                }
            )
        return found

    def _rows(self, engine: GraphEngine, call: Call, ends: float) -> Rows:
        limit = min(call.limit, self._settings.graph_max_rows)
        cypher = f"{call.text(engine.dialect)} LIMIT {limit + 1}"
        return _capped(engine.run(cypher, call.parameters, max_rows=limit + 1, timeout_s=_left(ends)), limit)

    async def _by_model(self, query: SourceQuery, words: GraphWords, detail: dict[str, Any]) -> SourceResult:
        """The rows of a query that the language model wrote and the guard let through."""
        assert self._complete is not None
        settings = self._settings
        try:
            async with asyncio.timeout(settings.graph_timeout_s):
                cypher = await write_cypher(query.text, self._complete, max_rows=settings.graph_max_rows)
        except SourceError:
            raise
        except Exception as error:
            logger.warning("The model wrote no query for the graph.", exc_info=True)
            raise GraphError(f"The language model wrote no query for the graph ({type(error).__name__}).") from error
        engine = await self._ready()
        began = time.perf_counter()
        rows = await self._in_thread(
            lambda: engine.run(cypher, {}, max_rows=settings.graph_max_rows, timeout_s=settings.graph_timeout_s)
        )
        detail |= {
            "engine": engine.title,
            "queries": [{"template": "text_to_cypher", "cypher": cypher, "rows": len(rows.rows), "ms": _ms(began)}],
        }
        texts = list(dict.fromkeys(words.row(row) for row in rows.rows))
        return SourceResult(
            results=tuple(_model_evidence(text, cypher) for text in texts),
            message=None if texts else words.say("graph.message.empty"),
            detail=detail,
        )

    def _words_for(self, language: str) -> GraphWords:
        if language not in self._words:
            self._words[language] = GraphWords(self._dataset, language)
        return self._words[language]


def _model_evidence(text: str, cypher: str) -> Evidence:
    import hashlib

    digest = hashlib.sha256(f"{cypher}\n{text}".encode()).hexdigest()[:12]
    return Evidence(
        id=f"graph/text_to_cypher/{digest}",
        source="graph",
        title=text[:80],
        text=text,
        where=cypher,
        metadata={"template": "text_to_cypher"},
    )


def _capped(rows: Rows, limit: int) -> Rows:
    return Rows(rows.columns, rows.rows[:limit], rows.more or len(rows.rows) > limit)


def _left(ends: float) -> float:
    left = ends - time.monotonic()
    if left <= 0:
        raise GraphTimeoutError("The graph took too long. Ask for less, or raise POKEQA_GRAPH_TIMEOUT_S.")
    return left


def _ms(began: float) -> float:
    return round((time.perf_counter() - began) * 1000, 2)
