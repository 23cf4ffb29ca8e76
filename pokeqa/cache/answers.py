"""The answer cache: a question that was answered before, in any words, is answered again from memory.

Likeness alone is not safe: "fire types with speed over 100" and "under 100" are more alike than true paraphrases.
So two questions share an answer only if their signatures are equal. A complete signature is the whole meaning. An open
one leaves a remainder of words that nothing explains; those must be the same words, or alike above a measured
threshold.

An answer is filed under everything it depends on (`namespace`): model, prompts, embedder, dataset, language, settings,
and the content versions of the knowledge base and the graph. What the web or a tool said is never kept.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeVar

from ..errors import PokeqaError
from ..events import Delta, Event, Failed, Finished
from ..layer import Inner, finish
from ..request import ChatRequest, Meta, TraceStep
from .entry import Mark
from .flights import Flights
from .keepable import why_not_kept, why_skipped
from .kept import OWN_REFS, VARIANTS_MAX, Asked, Kept, Kind, asked, bucket_value, keep, kept_in
from .likeness import decisive_difference, likeness, pack, threshold, unpack
from .metrics import CacheMetrics
from .namespace import Namespace, Space, space_of, versioned
from .store import CacheStore

logger = logging.getLogger(__name__)

T = TypeVar("T")

Policy = Literal["careful", "versioned"]

#: Turns a text into a vector of length 1.
Embed = Callable[[str], Awaitable[Sequence[float]]]

#: The content versions of the sources that a request may use, by tag ("kb:rules", "graph").
Versions = Callable[[Meta], Mapping[str, str]]

#: How long a question waits for the embedder, which may still be loading.
EMBED_TIMEOUT_S = 2.0


@dataclass(frozen=True, slots=True)
class Found:
    """A kept answer that may be served, and why."""

    kept: Kept
    kind: Kind
    likeness: float


@dataclass(frozen=True, slots=True)
class _Lookup:
    """What a look into the store gave."""

    question: Asked
    space: Space
    versions: Mapping[str, str]
    mark: Mark | None
    kept: tuple[Kept, ...]


class AnswerCacheLayer:
    """Serves answers that were given before, keeps new ones, and lets identical questions share one answer."""

    name = "cache"

    def __init__(
        self,
        store: CacheStore,
        namespace: Callable[[], Namespace],
        *,
        policy: Policy = "versioned",
        versions: Versions = lambda meta: {},
        embed: Embed | None = None,
        expire_s: float = 7 * 24 * 3600.0,
    ) -> None:
        self.store = store
        self.metrics = CacheMetrics()
        self.embed = embed
        self._namespace = namespace
        self._policy: Policy = policy
        self._versions = versions
        self._expire_s = expire_s
        self._flights = Flights()
        # One thread: its database connection is opened once, and changes to one entry cannot overtake each other.
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="answer-cache")
        self._seen: dict[str, str] = {}

    async def close(self) -> None:
        """Let go of the store. A second call does nothing."""
        try:
            await self._in_worker(self.store.close)
        except RuntimeError:
            return
        self._worker.shutdown(wait=True)

    # ------------------------------------------------------------------ a question

    async def ask(self, request: ChatRequest, inner: Inner) -> AsyncGenerator[Event, None]:
        """The kept answer, or that of `inner`, which is kept if it may be."""
        started_ms = request.trace.now_ms()
        why = why_skipped(request, self._policy)
        look: _Lookup | None = None
        if why is None:
            try:
                look = await self._in_worker(lambda: self._look(request))
            except PokeqaError as error:
                why = f"skipped: what the answer would depend on cannot be told. {error}"
        if look is None:
            request.trace.add(self.name, "skipped", why or "skipped", started_ms=started_ms)
            async with aclosing(inner.ask(request)) as events:
                async for event in events:
                    yield event
            return

        vector: Sequence[float] | None = None
        found = same(look.kept, look.question)
        if found is None and look.kept and not look.question.complete:
            vector = await self._vector(look.question)
            found = alike(look.kept, look.question, vector)
        if found is not None:
            async for event in self._replay(request, look, found, started_ms):
                yield event
            return

        step = request.trace.add(self.name, "missed", _why_missed(look), started_ms=started_ms, detail=_detail(look))
        flight, first = self._flights.join(
            look.question.flight, lambda: self._answer(request, inner, look, step, vector)
        )
        if first:
            self.metrics.missed()
        async with aclosing(flight.events()) as events:
            async for event in events:
                if isinstance(event, Finished) and not first:
                    event = self._shared(request, look, event, step)
                yield event

    async def _answer(
        self, request: ChatRequest, inner: Inner, look: _Lookup, step: TraceStep, vector: Sequence[float] | None
    ) -> AsyncGenerator[Event, None]:
        """The events of `inner`; just before the last, the answer is kept."""
        began = time.perf_counter()
        said: list[Event] = []
        async with aclosing(inner.ask(request)) as events:
            async for event in events:
                if isinstance(event, Finished):
                    took_ms = (time.perf_counter() - began) * 1000
                    why = why_not_kept(request, said, event)
                    if why is None:
                        why = await self._keep(request, look, said, event, vector, took_ms)
                    step.detail["kept"] = why is None
                    step.why += "; the answer is kept for the next time" if why is None else f"; not kept: {why}"
                elif isinstance(event, Failed):
                    step.detail["kept"] = False
                else:
                    said.append(event)
                yield event

    # ------------------------------------------------------------------ finding

    def _look(self, request: ChatRequest) -> _Lookup:
        """Look a question up. Raises `PokeqaError` when the versions of its sources cannot be told."""
        versions = self._versions(request.meta)
        self._forget_old(versions)
        space = space_of(self._namespace(), request.understanding, request.meta, versions)
        question = asked(request.understanding, space)
        mark = self.store.mark()
        entry = self.store.get(question.key)
        kept = () if entry is None else tuple(kept_in(entry.value))
        return _Lookup(question, space, versions, mark, kept)

    def _forget_old(self, versions: Mapping[str, str]) -> None:
        """Remove what rests on a content version that is gone. It would not be served, but it takes room."""
        for tag, version in versions.items():
            old = self._seen.get(tag)
            self._seen[tag] = version
            if old is not None and old != version:
                try:
                    self.store.evict(versioned(tag, old))
                except PokeqaError:
                    logger.debug("Answers under %s stay until their time is over.", versioned(tag, old))

    async def _vector(self, question: Asked) -> Sequence[float] | None:
        if self.embed is None or not question.words:
            return None
        try:
            async with asyncio.timeout(EMBED_TIMEOUT_S):
                return await self.embed(" ".join(question.words))
        except (PokeqaError, TimeoutError) as error:
            logger.info("A question was not compared by likeness: %s", error or "the embedder is not ready")
            return None

    async def _replay(
        self, request: ChatRequest, look: _Lookup, found: Found, started_ms: float
    ) -> AsyncGenerator[Event, None]:
        kept = found.kept
        age_s = max(time.time() - kept.stored, 0.0)
        _adopt(request, kept.refs)
        request.refs.cache = {
            "kind": found.kind,
            "age_s": round(age_s, 1),
            "similarity": round(found.likeness, 4),
            "original_query": kept.question,
            "route": kept.route,
        }
        self.metrics.hit(look.question.key, found.kind, kept.took_ms, by_model=kept.model is not None)
        request.trace.add(
            self.name, "hit", _why_hit(found, age_s), started_ms=started_ms,
            detail={**_detail(look), "saved_ms": kept.took_ms, "original_query": kept.question},
        )  # fmt: skip
        for event in kept.replay():
            yield event
        yield replace(finish(request, "cache"), message=kept.message)

    def _shared(self, request: ChatRequest, look: _Lookup, finished: Finished, step: TraceStep) -> Finished:
        """The last event of a question that shared the answer of another one."""
        _adopt(request, finished.refs)
        request.refs.cache = {
            "kind": "single_flight",
            "age_s": 0.0,
            "similarity": 1.0,
            "original_query": finished.refs.get("query"),
            "route": finished.route,
        }
        by_model = finished.refs.get("model_name") is not None
        self.metrics.hit(look.question.key, "single_flight", 0.0, by_model=by_model)
        step.decision = "shared"
        step.why = "the same question was being answered at this moment, so both share one answer"
        step.ms = request.trace.now_ms() - step.started_ms
        return replace(finish(request, "cache"), message=finished.message)

    # ------------------------------------------------------------------ keeping

    async def _keep(
        self, request: ChatRequest, look: _Lookup, said: Sequence[Event], finished: Finished,
        vector: Sequence[float] | None, took_ms: float,
    ) -> str | None:  # fmt: skip
        """Keep an answer; why it could not be, or None."""
        if look.mark is None:
            return "the store cannot be used at the moment"
        if self._expire_s == 0:
            return "answers are kept for 0 seconds (POKEQA_CACHE_EXPIRE_S)"
        if vector is None and not look.question.complete:
            vector = await self._vector(look.question)
        packed = None if vector is None else pack(vector)
        kept = keep(look.question, said, finished, vector=packed, expire=self._expire_s, took_ms=took_ms)
        return await self._in_worker(lambda: self._store(request.meta, look, kept))

    def _store(self, meta: Meta, look: _Lookup, kept: Kept) -> str | None:
        try:
            if dict(self._versions(meta)) != dict(look.versions):
                return "a source changed while the question was being answered"
        except PokeqaError as error:
            return str(error)
        entry = self.store.get(look.question.key)
        others = [] if entry is None else [one for one in kept_in(entry.value) if one.shape != kept.shape]
        if look.question.complete:
            others = []
        value = bucket_value(look.question, look.space, [*others[-(VARIANTS_MAX - 1) :], kept])
        try:
            stored = self.store.set(
                look.question.key, value, expire=self._expire_s, tags=look.space.tags, as_of=look.mark
            )
        except (TypeError, ValueError) as error:
            return f"it holds something that is not JSON ({error})"
        return None if stored else "it was invalidated meanwhile, is too large, or the store cannot be used"

    async def _in_worker(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._worker, work)


# --------------------------------------------------------------------------- which answers are the same


def same(kept: Sequence[Kept], question: Asked) -> Found | None:
    """The answer to the same text, or to a question of the same meaning."""
    for one in reversed(kept):
        if question.text in one.texts and (question.complete or one.shape == question.shape):
            return Found(one, "exact", 1.0)
    for one in reversed(kept):
        if question.complete or one.shape == question.shape:
            return Found(one, "signature", 1.0)
    return None


def alike(kept: Sequence[Kept], question: Asked, vector: Sequence[float] | None) -> Found | None:
    """The answer to the question whose unexplained words are most alike, if they are alike enough."""
    if vector is None:
        return None
    best: Found | None = None
    for one in kept:
        if one.vector is None or not comparable(one.words, question.words, question.language):
            continue
        value = likeness(vector, unpack(one.vector))
        if value >= threshold(question.intent) and (best is None or value > best.likeness):
            best = Found(one, "similarity", min(value, 1.0))
    return best


def comparable(a: Sequence[str], b: Sequence[str], language: str) -> bool:
    """Whether likeness may decide between two remainders: neither is empty, the same words in another order are
    another question, and no decisive word is in one only.
    """
    return bool(a and b) and sorted(a) != sorted(b) and decisive_difference(a, b, language) is None


# --------------------------------------------------------------------------- sentences for the trace


def _why_missed(look: _Lookup) -> str:
    if not look.kept:
        return "no answer is kept for a question with this signature"
    return "answers with this signature are kept, but their other words ask something else"


def _why_hit(found: Found, age_s: float) -> str:
    how = {
        "exact": "the same question was answered before",
        "signature": "a question with the same meaning was answered before",
        "similarity": "a question with the same signature, and nearly the same other words, was answered before "
        f"(likeness {found.likeness:.2f})",
    }.get(found.kind, "")
    return f"{how}, {_ago(age_s)}; nothing it rests on has changed"


def _ago(seconds: float) -> str:
    for unit, size in (("day", 86400), ("hour", 3600), ("minute", 60)):
        if seconds >= size:
            count = int(seconds // size)
            return f"{count} {unit}{'' if count == 1 else 's'} ago"
    return f"{seconds:.0f} s ago"


def _detail(look: _Lookup) -> dict[str, Any]:
    return {
        "signature": look.question.signature,
        "complete": look.question.complete,
        "remainder": list(look.question.words),
        "space": look.space.id,
        "versions": dict(look.versions),
        "compared_with": len(look.kept),
    }


def _adopt(request: ChatRequest, refs: Mapping[str, Any]) -> None:
    """Take over the refs of an answer, except what belongs to the asker."""
    for name, value in refs.items():
        if name not in OWN_REFS and hasattr(request.refs, name):
            setattr(request.refs, name, value)


def text_of(events: Sequence[Event]) -> str:
    """The text that events say."""
    return "".join(event.text for event in events if isinstance(event, Delta))
