"""The engine: makes the understanding once, then walks the layers in their order. The only place that knows it."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol
from uuid import uuid4

from .availability import Availability, availability
from .errors import PokeqaError, SourceError, StoreError
from .events import Event, Failed, Finished, Progress
from .feedback import FeedbackBook
from .layer import Inner, Layer
from .pokedex.phrases import phrases_for
from .question.algebra import Mon, Subject
from .question.understanding import Mention, Understanding
from .request import ChatBody, ChatRequest, Meta, Refs, Trace, TraceStep, Turn, conversation_name
from .settings import Settings

if TYPE_CHECKING:
    from .agent.layer import AgentLayer
    from .cache.answers import AnswerCacheLayer
    from .cache.desk import CacheDesk
    from .cache.plans.desk import PlanDesk
    from .cache.plans.memory import PlanCache
    from .cache.store import CacheStore
    from .pokedex.dataset import Dataset
    from .retrieval.bases import KnowledgeBases
    from .retrieval.build import Retrieval

logger = logging.getLogger(__name__)


#: Parsed while loading: names that are nearly right make the parser build what it needs for typos, in each script.
_WARM_UP = ("What type is Lucarioo?", "路卡利奧奧怎么进化？", "ルカリオオのタイプは？")


class Understander(Protocol):
    """What turns a text into an `Understanding`."""

    def understand(self, query: str, history: Sequence[Turn], locale: str) -> Understanding:
        """The parse of `query`, with what earlier turns supply."""
        ...


@dataclass(frozen=True, slots=True)
class House:
    """Everything that has to be loaded before a question can be answered: the parser and the layers, outermost first.

    The last layer answers whatever comes to it.
    """

    dataset: Dataset
    parser: Understander
    layers: tuple[Layer, ...]
    retrieval: Retrieval | None = None
    answers: AnswerCacheLayer | None = None
    agent: AgentLayer | None = None
    plans: PlanCache | None = None


def load_house(settings: Settings) -> House:
    """Load the dataset, the names, the lexicon and the answer templates, and put the layers in their order."""
    from .agent.build import build_agent
    from .cache.build import build_answer_cache
    from .cache.plans.build import build_plan_cache
    from .end_layer import EndLayer
    from .pokedex.dataset import load_dataset
    from .pokedex.layer import ShortcutLayer
    from .pokedex.own_moves import species_by_move
    from .question.parser import Parser
    from .retrieval.build import build_retrieval

    dataset = load_dataset(settings.dataset_dir)
    parser = Parser(dataset)
    for language in ("en", "zh-hans", "zh-hant", "ja"):
        phrases_for(language)
    for question in _WARM_UP:
        parser.understand(question, (), "auto")
    species_by_move(dataset)
    retrieval = build_retrieval(settings, dataset, parser.tokens)
    answers = build_answer_cache(settings, dataset.version, sources=retrieval.sources, model=retrieval.model)
    plans = build_plan_cache(settings, dataset, parser, sources=retrieval.sources) if settings.enable_agent else None
    return House(
        dataset=dataset,
        parser=parser,
        retrieval=retrieval,
        answers=answers,
        agent=build_agent(settings, dataset, parser, retrieval, plans) if settings.enable_agent else None,
        plans=plans,
        layers=(
            ShortcutLayer(dataset, settings.shortcut_confidence),
            answers,
            retrieval.layer,
            EndLayer(settings, retrieval.board.states),
        ),
    )


def build_engine(settings: Settings) -> Engine:
    """The engine of one process. Cheap: call `warm` (or ask a question) to load what it needs."""
    return Engine(settings)


class Engine:
    """Answers questions as streams of events. Thread-safe; one instance serves the page, the API and the terminal."""

    def __init__(self, settings: Settings, load: Callable[[Settings], House] = load_house) -> None:
        self.settings = settings
        self._load = load
        self._lock = threading.Lock()
        self._house: House | None = None
        self._failure: str | None = None
        self.feedback = FeedbackBook(settings.data_dir / "feedback.db")

    # ----------------------------------------------------------------- state

    @property
    def ready(self) -> bool:
        """Whether questions can be answered without loading anything first."""
        return self._house is not None

    @property
    def failure(self) -> str | None:
        """Why the last attempt to load failed, in a sentence; None while there was none."""
        return self._failure

    @property
    def dataset(self) -> Dataset:
        """The Pokédex, loaded on first use."""
        return self.warm().dataset

    @property
    def dataset_version(self) -> str | None:
        """The content hash of the loaded Pokédex; None while it is not loaded."""
        return None if self._house is None else self._house.dataset.version

    def warm(self) -> House:
        """Load everything a question needs, once. Raises `PokeqaError` when something is missing or damaged."""
        with self._lock:
            if self._house is None:
                try:
                    self._house = self._load(self.settings)
                except PokeqaError as error:
                    self._failure = str(error)
                    raise
                self._failure = None
            return self._house

    def warm_in_background(self) -> threading.Thread:
        """Start `warm` in a thread, so that it can overlap with a slow import; a failure is logged and kept."""

        def load() -> None:
            try:
                self.warm()
            except Exception:
                logger.exception("The engine could not be loaded; every question will try again.")

        thread = threading.Thread(target=load, name="pokeqa-warm", daemon=True)
        thread.start()
        return thread

    def availability(self, language: str = "en") -> dict[str, Availability]:
        """Which of knowledge_base, graph, web, mcp, agent and llm can be used, and why not, in `language`.

        Cheap: what the sources last said of themselves, which they are asked again every few seconds.
        """
        if self._house is None or self._house.retrieval is None:
            return availability(self.settings, language)
        return self._house.retrieval.board.states(language)

    def plan_desk(self) -> PlanDesk:
        """The desk for the plans of agent mode. Raises `StoreError` when this engine keeps none."""
        from .cache.plans.build import desk_of

        house = self.warm()
        if house.plans is None:
            raise StoreError("Agent mode is switched off here (POKEQA_ENABLE_AGENT=false), so there are no plans.")
        return desk_of(house.plans, house.dataset)

    def notes(self, language: str = "en") -> dict[str, str]:
        """What the parts run on, in sentences of `language`, where there is something to say. Loads nothing."""
        if self._house is None or self._house.retrieval is None:
            return {}
        return {name: note(language) for name, note in self._house.retrieval.notes.items()}

    def cache_store(self) -> CacheStore:
        """The store of the answer cache. Raises `StoreError` when this engine has none."""
        answers = self.warm().answers
        if answers is None:
            raise StoreError("This engine keeps no answers.")
        return answers.store

    def choices(self) -> dict[str, list[tuple[str, str]]]:
        """What a question can choose between within a source, as (id, name). Loads nothing; blocks for a moment."""
        house = self._house
        return {} if house is None or house.retrieval is None else house.retrieval.choices()

    def knowledge_bases(self) -> KnowledgeBases:
        """The knowledge bases. Raises `SourceError` when they are switched off."""
        retrieval = self.warm().retrieval
        if retrieval is None or retrieval.bases is None:
            raise SourceError("Knowledge bases are switched off here (POKEQA_ENABLE_KNOWLEDGE_BASE=false).")
        return retrieval.bases

    def caches(self) -> CacheDesk:
        """What looks into the caches and empties them. Raises `StoreError` when this engine has none."""
        from .cache.desk import CacheDesk

        house = self.warm()
        if house.answers is None:
            raise StoreError("This engine keeps no answers.")
        return CacheDesk(
            house.answers, None if house.retrieval is None else house.retrieval.retrievals, house.parser, house.dataset
        )

    def rate(self, history: Sequence[Turn], query: str, route: str, *, good: int = 0, bad: int = 0) -> None:
        """Count what somebody thinks of an answer: its route and the arm of its conversation, nothing else.

        `history` and `query` are the turns before the question and the question. Negative numbers take votes back.
        Raises `StoreError` when the vote cannot be written.
        """
        retrieval, arm = self.warm().retrieval, ""
        if route == "retrieval" and retrieval is not None:
            name = conversation_name(history, query)
            arm = retrieval.retrievals.arm(name)
            retrieval.retrievals.feedback(name, good=good, bad=bad)
        self.feedback.add(route, arm, good=good, bad=bad)

    def forget_conversation(self, history: Sequence[Turn]) -> None:
        """Erase what is remembered of a conversation that has ended; `history` are its turns."""
        if history and self._house is not None and self._house.retrieval is not None:
            self._house.retrieval.retrievals.conversations.forget(conversation_name(history, ""))

    async def close(self) -> None:
        """Let go of what the sources, the language model and the caches hold; the engine is not used afterwards."""
        if self._house is not None and self._house.agent is not None:
            await self._house.agent.close()
        if self._house is not None and self._house.answers is not None:
            await self._house.answers.close()
        if self._house is not None and self._house.plans is not None:
            await asyncio.to_thread(self._house.plans.close)
        if self._house is not None and self._house.retrieval is not None:
            await self._house.retrieval.close()

    # ----------------------------------------------------------------- questions

    async def ask(
        self, body: ChatBody, *, request_id: str | None = None, agent: bool = False
    ) -> AsyncGenerator[Event, None]:
        """The events of one question: any number of `Progress` and `Delta`, then exactly one `Finished` or `Failed`.

        `agent` asks for agent mode instead of the ordinary chain. A layer that raises ends in `Failed`; details go to
        the log only.
        """
        request_id = request_id or uuid4().hex
        try:
            async with aclosing(self._answer(body, request_id, agent=agent)) as events:
                async for event in events:
                    yield event
                    if isinstance(event, Finished | Failed):
                        return
            logger.error("The layers of request %s ended without an answer.", request_id)
        except PokeqaError as error:
            logger.exception("Request %s failed.", request_id)
            yield Failed(error.code, str(error))
            return
        except Exception:
            logger.exception("Request %s failed.", request_id)
        yield Failed(
            "internal_error",
            f"Something broke inside PokéQA while it answered. Ask again; the server's log says more about request "
            f"{request_id}.",
        )

    async def _answer(self, body: ChatBody, request_id: str, *, agent: bool) -> AsyncGenerator[Event, None]:
        house = self._house
        if house is None:
            yield Progress("loading", "The Pokédex is being loaded.")
            house = await asyncio.to_thread(self.warm)

        if agent and house.agent is None:
            state = self.availability()["agent"]
            why = f"Agent mode cannot be used. {state.reason} Send the question to POST /chat/ instead."
            yield Failed("agent_unavailable", why)
            return

        history = _last_rounds(body.history, body.meta.history_round)
        trace = Trace()
        understanding = house.parser.understand(body.query, history, body.meta.locale)
        refs = Refs(
            query=understanding.text,
            history=[turn.model_dump() for turn in history],
            meta=body.meta.model_dump(mode="json"),
            entities=[entity for mention in understanding.mentions for entity in _entities(mention)],
        )
        opening = next((turn.content for turn in body.history if turn.role == "user"), "")
        request = ChatRequest(
            request_id, understanding.text, tuple(history), body.meta, understanding, refs, trace, opening=opening
        )
        _trace_understanding(trace, understanding)
        layers = house.layers
        if agent or body.meta.use_agent:
            if house.agent is None:
                trace.not_reached("agent", f"not reached: {self.availability()['agent'].reason}")
            else:
                layers = (house.agent, *layers)

        async with aclosing(_Chain(layers).ask(request)) as events:
            async for event in events:
                if isinstance(event, Finished):
                    _trace_unreached(trace, layers, body.meta)
                    event = replace(event, trace=[step.to_json() for step in trace.steps])
                yield event


@dataclass(frozen=True, slots=True)
class _Chain:
    """The layers from one on, as the layer before it sees them."""

    layers: tuple[Layer, ...]

    def ask(self, request: ChatRequest) -> AsyncGenerator[Event, None]:
        return self.layers[0].ask(request, _Chain(self.layers[1:]))


class NotYetLayer:
    """Stands where a layer of the design is still to come: says so in the trace and passes on."""

    def __init__(self, name: str, why: str) -> None:
        self.name = name
        self._why = why

    async def ask(self, request: ChatRequest, inner: Inner) -> AsyncGenerator[Event, None]:
        """The events of `inner`."""
        request.trace.add(self.name, "skipped", f"skipped: {self._why}", started_ms=request.trace.now_ms())
        async with aclosing(inner.ask(request)) as events:
            async for event in events:
                yield event


# --------------------------------------------------------------------------- the request's own records


def _last_rounds(history: Sequence[Turn], rounds: int) -> list[Turn]:
    """The last `rounds` turns of the user with what was answered to each."""
    starts = [index for index, turn in enumerate(history) if turn.role == "user"]
    if rounds == 0 or not starts:
        return []
    return list(history[starts[-rounds:][0] :])


def _entities(mention: Mention) -> list[dict[str, Any]]:
    """A mention as `refs.entities` holds it: one entry for each thing it can mean."""
    return [
        {
            "id": _entity_id(subject),
            "name": mention.name,
            "text": mention.text,
            "how": mention.how,
            "ambiguous": len(mention.subjects) > 1,
        }
        for subject in mention.subjects
    ]


def _entity_id(subject: Subject) -> str:
    return f"pokemon/{subject.pokemon_id}" if isinstance(subject, Mon) else f"{subject.kind}/{subject.id}"


def _trace_understanding(trace: Trace, understanding: Understanding) -> None:
    """The two steps that were done before the first layer."""
    mentions, parts = understanding.mentions, understanding.parts
    named = "; ".join(f"{mention.name}: {mention.how}" for mention in mentions)
    trace.steps.append(
        TraceStep(
            "names",
            "found" if mentions else "none",
            named or "no name of the Pokédex is in the question",
            0.0,
            understanding.names_ms,
            {"mentions": [{"text": m.text, "name": m.name, "how": m.how} for m in mentions]},
        )
    )
    understood = [part for part in parts if part.question is not None]
    decision = "understood" if parts and len(understood) == len(parts) else "partly" if understood else "not_understood"
    trace.steps.append(
        TraceStep(
            "question",
            decision,
            "; ".join(f"{part.why}, {part.confidence:.2f}" for part in parts) or "there is no question in the text",
            understanding.names_ms,
            understanding.parse_ms,
            understanding.to_json(),
        )
    )


def _trace_unreached(trace: Trace, layers: Sequence[Layer], meta: Meta) -> None:
    """Record every layer that the question never came to, except the last, which only says that nothing answered."""
    reached = {step.layer for step in trace.steps}
    answered_by = trace.steps[-1].layer
    for layer in layers[:-1]:
        if layer.name in reached:
            continue
        why = f"not reached: the {answered_by} was certain"
        if answered_by == "agent":
            why = "not reached: agent mode plans and answers by itself"
        if layer.name == "retrieval" and (meta.db_id or meta.use_graph or meta.use_web or meta.mcp_id):
            why = "not reached: sources are switched on, yet nothing needed them"
        trace.not_reached(layer.name, why)
