"""An engine whose cache is real, and whose retrieval is a stand-in that counts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pokeqa.cache.answers import AnswerCacheLayer, Embed, Policy
from pokeqa.cache.memory import MemoryBackend
from pokeqa.cache.namespace import Namespace
from pokeqa.cache.store import MB, CacheStore
from pokeqa.engine import Engine, House
from pokeqa.events import Delta, Event, Failed, Finished, Progress
from pokeqa.layer import Inner, finish
from pokeqa.request import ChatBody, ChatRequest
from pokeqa.settings import Settings


@dataclass
class Retrieval:
    """Answers after `delay_s`, with one passage, and counts how often it was asked."""

    name = "retrieval"
    calls: int = 0
    delay_s: float = 0.0
    text: str = ""
    model: str | None = None
    refs: dict[str, Any] = field(default_factory=dict)
    message: str | None = None
    route: Any = "retrieval"
    failure: Exception | Failed | None = None
    during: Callable[[], None] = lambda: None
    cancelled: int = 0
    steps: dict[str, tuple[str, dict[str, Any]]] = field(default_factory=dict)

    async def ask(self, request: ChatRequest, inner: Inner) -> AsyncGenerator[Event, None]:
        self.calls += 1
        number = self.calls
        try:
            yield Progress("searching", "The knowledge base is asked.", "knowledge_base")
            await asyncio.sleep(self.delay_s)
            self.during()
            if isinstance(self.failure, Exception):
                raise self.failure
            yield Delta(self.text or f"Answer {number}")
            yield Delta(" [1].")
        except (asyncio.CancelledError, GeneratorExit):
            self.cancelled += 1
            raise
        if isinstance(self.failure, Failed):
            yield self.failure
            return
        request.refs.model_name = self.model
        request.refs.knowledge_base = {"results": [{"id": f"passage-{number}"}], "message": None}
        for name, value in self.refs.items():
            setattr(request.refs, name, value)
        for layer, (decision, detail) in self.steps.items():
            request.trace.add(layer, decision, decision, started_ms=0.0, detail=detail)
        request.trace.add("retrieval", "found", "one passage", started_ms=0.0, detail=self.steps.get("", ("", {}))[1])
        end = finish(request, self.route)
        yield Finished(end.route, end.refs, end.trace, self.message)


@dataclass(frozen=True)
class Answer:
    """What came back."""

    text: str
    route: str
    cache: Mapping[str, Any] | None
    why: str
    decision: str
    events: tuple[Event, ...]
    finished: Finished

    @property
    def hit(self) -> str | None:
        return None if self.cache is None else str(self.cache["kind"])


class CachedHouse:
    """A cache layer before a counting retrieval, in a real engine with the real parser."""

    def __init__(
        self, engine: Engine, *, retrieval: Retrieval | None = None, policy: Policy = "versioned",
        store: CacheStore | None = None, embed: Embed | None = None, expire_s: float = 3600.0, **made_with: str,
    ) -> None:  # fmt: skip
        self.retrieval = retrieval or Retrieval()
        self.store = store or CacheStore(MemoryBackend(4 * MB))
        self.made_with = Namespace(**{"dataset": "d1", **made_with})
        self.versions = {"kb:builtin": "1", "kb:rules": "1", "graph": "1"}
        self.layer = AnswerCacheLayer(
            self.store, lambda: self.made_with, policy=policy, versions=self._of, embed=embed, expire_s=expire_s
        )
        real = engine.warm()
        self.engine = Engine(
            Settings(), lambda settings: House(real.dataset, real.parser, (self.layer, self.retrieval))
        )
        self.engine.warm()

    def _of(self, meta: Any) -> Mapping[str, str]:
        tags = [f"kb:{meta.db_id}"] * (meta.db_id is not None) + ["graph"] * meta.use_graph
        return {tag: self.versions[tag] for tag in tags}

    async def ask(self, query: str, history: list[dict[str, str]] | None = None, **meta: Any) -> Answer:
        body = ChatBody.model_validate({"query": query, "history": history or [], "meta": {"db_id": "builtin", **meta}})
        events = tuple([event async for event in self.engine.ask(body)])
        last = events[-1]
        assert isinstance(last, Finished), last
        step = next(step for step in last.trace if step["layer"] == "cache")
        text = "".join(event.text for event in events if isinstance(event, Delta))
        return Answer(text, last.route, last.refs["cache"], step["why"], step["decision"], events, last)
