"""Retrieval: what the dataset cannot answer by itself is answered from evidence.

The sources that the request switches on are asked at the same time; the answer is written by the language model or,
without one, quoted. With no source switched on, a language model answers alone, and that is said.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ..availability import Availability
from ..events import Delta, Event, Finished, Progress
from ..generation.extractive import compose
from ..generation.llm import LanguageModel, LanguageModelError
from ..generation.relevance import Relevance, concepts_of, text_of
from ..generation.writer import Draft, Writer
from ..layer import Inner, finish
from ..pokedex.dataset import Dataset
from ..pokedex.phrases import phrases_for
from ..request import EVIDENCE, ChatRequest, Route
from .evidence import Evidence, SourceQuery
from .gather import Outcome, Slot, queries_for
from .rewrite import Rewriting, rewrite

if TYPE_CHECKING:
    from llama_index.core.query_engine import RetrieverQueryEngine

    from .retriever import EvidenceQuery

#: What a concept counts that stands in a passage's title.
TITLE_SHARE = 0.5

States = Callable[[str], Mapping[str, Availability]]


@dataclass(frozen=True, slots=True)
class Retrieved:
    """What retrieval found for one question: the numbered evidence and what of it is shown to the writer."""

    asked: EvidenceQuery
    nodes: Sequence[Any]
    shown: Mapping[int, Evidence]
    summaries: Mapping[str, tuple[str, Sequence[int]]]
    about: Mapping[str, str]

    @property
    def found(self) -> bool:
        """Whether any source gave anything."""
        return bool(self.asked.numbered or self.summaries)


class RetrievalLayer:
    """Asks the sources, writes the answer, and says what each of them did.

    `slots` are the sources that work here; `states` says, in a language, why another one does not.
    """

    name = "retrieval"

    def __init__(
        self, dataset: Dataset, slots: Mapping[str, Slot], writer: Writer, model: LanguageModel | None, states: States,
        *, budget: int,
    ) -> None:  # fmt: skip
        self._dataset = dataset
        self._slots = slots
        self._writer = writer
        self._model = model
        self._states = states
        self._budget = budget
        self._lock = threading.Lock()
        self._engine: RetrieverQueryEngine | None = None

    async def ask(self, request: ChatRequest, inner: Inner) -> AsyncGenerator[Event, None]:
        """The answer from evidence, or those of `inner` where there is neither evidence nor a language model."""
        started_ms = request.trace.now_ms()
        wanted = request.meta.sources
        absent = [name for name in wanted if name not in self._slots]
        states = self._states(request.understanding.language)
        for name in absent:
            _refs(request, name)["message"] = states[name].reason
            yield Progress("searching", states[name].reason, name, "unavailable")
        retrieved: Retrieved | None = None
        if len(absent) < len(wanted):
            found: list[Retrieved] = []
            async with aclosing(self._retrieve(request, absent, found)) as steps:
                async for progress in steps:
                    yield progress
            [retrieved] = found
            self._fill(request, retrieved)
        has_evidence = retrieved is not None and retrieved.found
        draft = self._draft(request, retrieved)
        passed_on = self._passes_on(request, draft, has_evidence=has_evidence)
        self._trace(request, retrieved, absent, started_ms, passed_on)
        if passed_on is None:
            yield Progress("generating", phrases_for(draft.understanding.language).say("retrieval.generating"))
            began_ms, began = request.trace.now_ms(), False
            try:
                async with aclosing(self._write(draft, retrieved if has_evidence else None)) as pieces:
                    async for piece in pieces:
                        began = True
                        yield Delta(piece)
            except LanguageModelError as error:
                draft.error = error
            self._trace_writing(request, draft, began_ms, began=began)
            if began:
                yield self._finished(request, draft, has_evidence=has_evidence, alone=not wanted)
                return
        async with aclosing(inner.ask(request)) as events:
            async for event in events:
                yield _with_error(event, draft)

    # ------------------------------------------------------------------ retrieval

    async def _retrieve(
        self, request: ChatRequest, absent: Sequence[str], found: list[Retrieved]
    ) -> AsyncGenerator[Progress, None]:
        """Ask the sources; yields what they are doing, and appends what they found."""
        language = request.understanding.language
        updates: asyncio.Queue[Progress] = asyncio.Queue()

        def report(name: str, outcome: Outcome | None) -> None:
            state = None if outcome is None else outcome.state
            updates.put_nowait(Progress("searching", _said(name, outcome, language), name, state))

        work = asyncio.create_task(self._search(request, absent, report))
        try:
            while not work.done():
                update = asyncio.create_task(updates.get())
                await asyncio.wait({work, update}, return_when=asyncio.FIRST_COMPLETED)
                if update.done():
                    yield update.result()
                else:
                    update.cancel()
            while not updates.empty():
                yield updates.get_nowait()
            found.append(await work)
        finally:
            work.cancel()

    async def _search(
        self, request: ChatRequest, absent: Sequence[str], report: Callable[[str, Outcome | None], None]
    ) -> Retrieved:
        engine = await asyncio.to_thread(self._query_engine)
        from .retriever import EvidenceQuery, evidence_nodes

        meta, understanding = request.meta, request.understanding
        rewriting = await self._rewritten(request)
        names = [name for name in meta.sources if name not in absent]
        query = SourceQuery(understanding.full_text, understanding, meta, request.conversation)
        asked = EvidenceQuery(
            understanding.full_text,
            queries=queries_for(names, query, rewriting.text),
            first=len(request.refs.local_dataset.get("rows", ())) + 1,
            report=report,
        )
        if meta.rewrite != "off":
            asked.notes["rewrite"] = {
                "by": rewriting.by,
                "text": rewriting.text,
                "added": list(rewriting.added),
                "message": rewriting.message,
            }
        nodes = await engine.aretrieve(asked)
        shown = {node.number: node.evidence for node in evidence_nodes(nodes)}
        return Retrieved(asked, nodes, shown, _summaries(asked), _about(asked))

    async def _rewritten(self, request: ChatRequest) -> Rewriting:
        model = self._model if self._model is not None and self._model.problem() is None else None
        return await rewrite(request.understanding, request.meta.rewrite, self._dataset, model)

    def _query_engine(self) -> RetrieverQueryEngine:
        """The one query engine; built by the first question, in a thread, because it imports LlamaIndex."""
        with self._lock:
            if self._engine is None:
                from .engine import build_query_engine

                self._engine = build_query_engine(
                    self._slots, self._from_engine, scorer=self._importance, budget=self._budget
                )
            return self._engine

    def _importance(self, asked: EvidenceQuery, pieces: Sequence[Evidence]) -> list[float]:
        """How much each piece holds of the question; a source's own order decides between equals."""
        texts = [text_of(piece.text) for piece in pieces]
        measure = Relevance(concepts_of(asked.question.understanding, self._dataset), texts)
        return [
            measure.of(((1.0, text), (TITLE_SHARE, text_of(piece.title)))).coverage
            for text, piece in zip(texts, pieces, strict=True)
        ]

    def _fill(self, request: ChatRequest, retrieved: Retrieved) -> None:
        """What was found, in the refs, each with its number; cut evidence as it was used."""
        for outcome in retrieved.asked.outcomes:
            part = _refs(request, outcome.name)
            part["results"] = [
                result_json(number, retrieved.shown.get(number, piece), shown=number in retrieved.shown)
                for number, piece in retrieved.asked.numbered.items()
                if piece.source == outcome.name
            ]
            part["message"] = outcome.result.message
            if "answer" in part:
                part["answer"] = outcome.result.answer

    # ------------------------------------------------------------------ writing

    def _draft(self, request: ChatRequest, retrieved: Retrieved | None) -> Draft:
        if retrieved is None:
            return Draft(request.understanding, history=request.history)
        return Draft(
            request.understanding, retrieved.shown, retrieved.summaries, request.history, about=retrieved.about
        )

    def _passes_on(self, request: ChatRequest, draft: Draft, *, has_evidence: bool) -> str | None:
        """Why the question goes on to the next layer; None where it is answered here."""
        unknown = [name for part in request.understanding.parts for name in part.unknown_names]
        if not has_evidence:
            if unknown:
                return "a name in the question is unknown, and a language model would make something up"
            return "no language model is set up" if self._model is None else None
        if self._model is None and unknown:
            draft.extract = compose(
                draft.understanding, draft.numbered, self._dataset, draft.summaries, about=draft.about
            )
            if not draft.extract.answered:
                return "a name in the question is unknown, and the evidence does not hold it either"
        return None

    async def _write(self, draft: Draft, retrieved: Retrieved | None) -> AsyncGenerator[str, None]:
        """The pieces of the answer: from the query engine's synthesizer, or of the language model alone."""
        if retrieved is None or not retrieved.nodes:
            async with aclosing(self._writer.write(draft)) as pieces:
                async for piece in pieces:
                    yield piece
            return
        retrieved.asked.notes["draft"] = draft
        response: Any = await self._query_engine().asynthesize(retrieved.asked, list(retrieved.nodes))
        # Closed by hand: LlamaIndex's own generators would leave the model writing for a reader who is gone.
        async with aclosing(response.response_gen):
            async for piece in response.async_response_gen():
                yield piece

    def _from_engine(self, asked: EvidenceQuery, numbered: Mapping[int, Evidence]) -> AsyncGenerator[str, None]:
        draft: Draft = asked.notes["draft"]
        draft.numbered = numbered
        return self._writer.write(draft)

    def _finished(self, request: ChatRequest, draft: Draft, *, has_evidence: bool, alone: bool) -> Event:
        phrases = phrases_for(draft.understanding.language)
        request.refs.model_name = draft.model
        request.refs.grounding = draft.grounding.to_json()
        notes = draft.notes()
        if not has_evidence:
            notes.insert(0, phrases.say("retrieval.alone" if alone else "retrieval.alone_nothing"))
        route: Route = "retrieval" if has_evidence else "model"
        return replace(finish(request, route), message=phrases.say("list.sentence").join(notes) or None)

    # ------------------------------------------------------------------ the trace

    def _trace(
        self, request: ChatRequest, retrieved: Retrieved | None, absent: Sequence[str], started_ms: float,
        passed_on: str | None,
    ) -> None:  # fmt: skip
        wanted = request.meta.sources
        said = [f"{_plain(name)} cannot be used here" for name in absent]
        detail: dict[str, Any] = {}
        if retrieved is not None:
            asked = retrieved.asked
            said = [_why(outcome) for outcome in asked.outcomes] + said
            detail = {
                "asked": asked.query_str,
                "sources": {outcome.name: _source_detail(outcome) for outcome in asked.outcomes},
                **{key: value for key, value in asked.notes.items() if key != "draft"},
            }
        if not wanted:
            said = ["no source is switched on"]
        decision = "found" if retrieved is not None and retrieved.found else "found_nothing" if wanted else "skipped"
        if passed_on is not None:
            said.append(passed_on)
            decision = "passed_on" if decision == "found" else decision
        elif decision != "found":
            said.append("the language model answers alone")
        why = ("skipped: " if decision == "skipped" else "") + "; ".join(said)
        request.trace.add(self.name, decision, why, started_ms=started_ms, detail=detail)

    def _trace_writing(self, request: ChatRequest, draft: Draft, began_ms: float, *, began: bool) -> None:
        decision, why = _writing(draft, began=began)
        detail: dict[str, Any] = {"shown": list(draft.numbered), "cited": list(draft.cited)}
        if draft.report is not None:
            detail |= draft.report.to_json()
        if draft.error is not None:
            detail["error"] = str(draft.error)
        if draft.marks_removed:
            detail["marks_removed"] = draft.marks_removed
        if draft.extract is not None:
            detail["quotes"] = [
                {"mark": quote.number, "coverage": round(quote.coverage, 2), "score": round(quote.score, 2)}
                for quote in draft.extract.quotes
            ]
            detail["best_coverage"] = round(draft.extract.best, 2)
        request.trace.add("generation", decision, why, started_ms=began_ms, detail=detail)
        if not began:
            return
        checked, wrong = draft.grounding.checked, len(draft.grounding.contradictions)
        decision = "contradicted" if wrong else "agrees" if checked else "nothing_to_check"
        why = {
            "contradicted": f"{wrong} of {checked} statements contradict the dataset, and are marked",
            "agrees": f"{checked} statement{'' if checked == 1 else 's'} compared with the dataset, none wrong",
            "nothing_to_check": "the answer states nothing that the dataset could be compared with",
        }[decision]
        request.trace.add(
            "grounding", decision, why, started_ms=request.trace.now_ms(), detail=draft.grounding.to_json()
        )


def _with_error(event: Event, draft: Draft) -> Event:
    """The event; the end of an answer also says why the language model gave none."""
    if not isinstance(event, Finished) or draft.error is None:
        return event
    language = draft.understanding.language
    notes = [draft.error.sentence(language), *([event.message] if event.message else [])]
    return replace(event, message=phrases_for(language).say("list.sentence").join(notes))


# --------------------------------------------------------------------------- refs


def _refs(request: ChatRequest, name: str) -> dict[str, Any]:
    part: dict[str, Any] = getattr(request.refs, EVIDENCE[name])
    return part


def result_json(number: int, piece: Evidence, *, shown: bool) -> dict[str, Any]:
    """A piece of evidence as the refs hold it. `n` is its mark; `shown` is whether the writer saw it."""
    result = {"n": number, **piece.to_json(), "source": piece.where, "shown": shown}
    best = next((piece.scores[name] for name in ("rerank", "fused", "score") if name in piece.scores), None)
    if best is not None:
        result["score"] = best
    address = piece.metadata.get("url") or piece.where
    if str(address).startswith(("http://", "https://")):
        result["url"] = address
    return result


def _summaries(asked: EvidenceQuery) -> dict[str, tuple[str, Sequence[int]]]:
    """The sentences that sources say themselves, with the numbers of their first results."""
    found: dict[str, tuple[str, Sequence[int]]] = {}
    for outcome in asked.outcomes:
        if outcome.result.answer:
            own = [number for number, piece in asked.numbered.items() if piece.source == outcome.name]
            found[outcome.name] = (outcome.result.answer, tuple(own[:3]))
    return found


def _about(asked: EvidenceQuery) -> dict[str, str]:
    """The words of the question that each source's own sentence is the answer to."""
    return {outcome.name: str(outcome.result.detail.get("words") or "") for outcome in asked.outcomes}


# --------------------------------------------------------------------------- words


def _said(name: str, outcome: Outcome | None, language: str) -> str:
    """What a source is doing, for the reader who waits."""
    phrases = phrases_for(language)
    source = phrases.say(f"source.{name}")
    if outcome is None:
        return phrases.say("retrieval.searching", source=source)
    ms = f"{outcome.ms:.0f}"
    if outcome.state == "found":
        return phrases.say("retrieval.found", source=source, n=len(outcome.result.results), ms=ms)
    return outcome.result.message or phrases.say("retrieval.nothing", source=source, ms=ms)


def _plain(name: str) -> str:
    return phrases_for("en").say(f"source.{name}")


def _why(outcome: Outcome) -> str:
    name, results = _plain(outcome.name), len(outcome.result.results)
    if outcome.state == "found":
        return f"{name} gave {results} result{'' if results == 1 else 's'} in {outcome.ms:.0f} ms"
    words = {"empty": "found nothing", "failed": "failed", "timed_out": "did not answer in time"}
    return f"{name} {words.get(outcome.state, 'cannot be used here')} ({outcome.ms:.0f} ms)"


def _source_detail(outcome: Outcome) -> dict[str, Any]:
    result = outcome.result
    return {
        "state": outcome.state,
        "results": len(result.results),
        "started_ms": outcome.started_ms,
        "ms": outcome.ms,
        "message": result.message,
        **result.detail,
    }


def _writing(draft: Draft, *, began: bool) -> tuple[str, str]:
    """What writing came to, and why."""
    if not began:
        return "failed", f"the language model could not be asked: {draft.error}"
    if draft.extract is not None:
        quoted = len(draft.extract.quotes)
        what = (
            f"{quoted} sentence{'' if quoted == 1 else 's'} of the evidence quoted"
            if quoted
            else f"no sentence holds enough of the question (the best {draft.extract.best:.2f})"
        )
        if draft.error is not None:
            return "fell_back", f"{draft.error} Instead: {what}"
        return "quoted", f"no language model is set up: {what}"
    if draft.error is not None:
        return "broke_off", str(draft.error)
    report = draft.report
    used = "" if report is None or report.completion_tokens is None else (
        f", {report.prompt_tokens} tokens read and {report.completion_tokens} written"
    )  # fmt: skip
    return "written", f"written by {draft.model}{used}"
