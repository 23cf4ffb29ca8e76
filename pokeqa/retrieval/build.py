"""Puts retrieval together from the settings: the sources, the language model, the writer and the layer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.util import find_spec

from ..availability import Board, Probe
from ..cache.build import bases_of, cached_sources
from ..cache.retrievals import RetrievalCache
from ..errors import PokeqaError
from ..generation.grounding import Checker, Lex
from ..generation.llm import LanguageModel, LanguageModelError, language_model
from ..generation.writer import Writer
from ..pokedex.dataset import Dataset
from ..pokedex.phrases import phrases_for
from ..settings import Settings
from .bases import KnowledgeBases
from .evidence import Source
from .gather import Slot
from .layer import RetrievalLayer

logger = logging.getLogger(__name__)

#: A source keeps its own time; the limit on top of that is for one that hangs all the same, in seconds.
GRACE_S = 1.0


@dataclass(frozen=True, slots=True)
class Retrieval:
    """What the engine needs of retrieval: its layer, what it is made of, and who knows what works."""

    layer: RetrievalLayer
    sources: Mapping[str, Source]
    slots: Mapping[str, Slot]
    writer: Writer
    model: LanguageModel | None
    board: Board
    retrievals: RetrievalCache
    bases: KnowledgeBases | None = None
    #: What a part runs on, in a sentence of a language.
    notes: Mapping[str, Callable[[str], str]] = field(default_factory=dict)

    def choices(self) -> dict[str, list[tuple[str, str]]]:
        """What a question can choose between within a source, as (id, name): knowledge bases and MCP servers."""
        found: dict[str, list[tuple[str, str]]] = {}
        with suppress(PokeqaError):  # what cannot be listed says why when it is asked
            if self.bases is not None:
                found["knowledge_base"] = [(base.db_id, base.title) for base in self.bases.list_bases()]
        with suppress(PokeqaError):
            ids = getattr(self.sources.get("mcp"), "server_ids", tuple)
            found["mcp"] = [(one, one) for one in ids()]
        return found

    async def close(self) -> None:
        """Let go of every source and of the model; a failure of one does not keep the others open."""
        closing = [source.close() for source in self.sources.values()]
        if self.model is not None:
            closing.append(self.model.close())
        for outcome in await asyncio.gather(*closing, return_exceptions=True):
            if isinstance(outcome, Exception):
                logger.warning("A source could not be closed.", exc_info=outcome)


def build_retrieval(settings: Settings, dataset: Dataset, lex: Lex) -> Retrieval:
    """Retrieval as the settings ask for it. Opens and loads nothing. `lex` cuts a text into tokens."""
    model = language_model(settings)
    plain = _sources(settings, dataset, model)
    sources, retrievals = cached_sources(plain, dataset.version)
    limits = {
        "knowledge_base": settings.kb_timeout_s,
        # Its time limit holds for the opening and for the queries, one after the other.
        "graph": 2 * settings.graph_timeout_s,
        "web": settings.web_timeout_s,
        "mcp": settings.mcp_timeout_s,
    }
    slots = {
        name: Slot(source, limits[name] + GRACE_S)
        for name, source in sources.items()
        if getattr(settings, f"enable_{name}")
    }
    board = Board(settings, _probes(settings, sources, model))
    budget = settings.llm_evidence_tokens
    writer = Writer(dataset, model, Checker(dataset, lex), budget)
    layer = RetrievalLayer(dataset, slots, writer, model, board.states, budget=budget)
    bases = bases_of(sources) if settings.enable_knowledge_base else None
    return Retrieval(layer, sources, slots, writer, model, board, retrievals, bases, _notes(settings, plain, model))


def _sources(settings: Settings, dataset: Dataset, model: LanguageModel | None) -> dict[str, Source]:
    """Every source, in the order in which an answer numbers them; nothing is opened before the first question."""
    from .sources.graph import GraphSource
    from .sources.knowledge import KnowledgeSource
    from .sources.mcp import McpSource
    from .sources.web import WebSource

    complete = model.complete if model is not None and model.problem() is None else None
    return {
        "knowledge_base": KnowledgeSource(settings, lambda: dataset),
        "graph": GraphSource(settings, dataset, complete),
        "web": WebSource(settings),
        "mcp": McpSource(settings, dataset, complete),
    }


def _notes(
    settings: Settings, sources: Mapping[str, Source], model: LanguageModel | None
) -> dict[str, Callable[[str], str]]:
    """What the parts that have a choice of engines run on."""
    from .sources.knowledge import KnowledgeSource

    graph = "Neo4j" if settings.neo4j_uri else "ladybug (embedded)"
    notes: dict[str, Callable[[str], str]] = {"graph": lambda language: graph}
    base = sources["knowledge_base"]
    if isinstance(base, KnowledgeSource):
        notes["knowledge_base"] = base.note
    if model is not None:
        notes["llm"] = lambda language: model.name
    return notes


def _probes(settings: Settings, sources: Mapping[str, Source], model: LanguageModel | None) -> dict[str, Probe]:
    """Who says whether a part works."""

    def of_source(source: Source) -> Probe:
        async def probe(language: str) -> str | None:
            return await source.available()

        return probe

    async def graph(language: str) -> str | None:
        # Asking the graph itself would build it.
        package = "neo4j" if settings.neo4j_uri else "ladybug"
        if find_spec(package) is None:
            return phrases_for(language).say("availability.no_package", package=package)
        return None

    async def llm(language: str) -> str | None:
        problem = model.problem() if model is not None else LanguageModelError("none")
        return None if problem is None else problem.sentence(language)

    async def agent(language: str) -> str | None:
        return None  # it works with what there is: the dataset alone, if need be

    named: dict[str, Probe] = {"graph": graph, "agent": agent, "llm": llm}
    return {name: of_source(source) for name, source in sources.items()} | named
