"""The query engine: one LlamaIndex `RetrieverQueryEngine` over all evidence sources.

    retriever       every source that the question names, at the same time
    postprocessors  drop repeats and number what is left → order by importance → cut to the token budget
    synthesizer     streams the answer from what survived

Importing this module imports LlamaIndex (seconds), so it happens in a thread when the first question comes to it.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from typing import Any

from llama_index.core.llms import MockLLM
from llama_index.core.postprocessor.types import BaseNodePostprocessor
from llama_index.core.query_engine import RetrieverQueryEngine
from llama_index.core.response_synthesizers import BaseSynthesizer
from llama_index.core.schema import NodeWithScore, QueryBundle
from llama_index.core.types import RESPONSE_TEXT_TYPE

from .evidence import Evidence
from .gather import Slot
from .prompt import deduplicate, fit, tokens
from .retriever import EvidenceNode, EvidenceQuery, EvidenceRetriever, evidence_nodes

#: Gives each piece of evidence its importance for a question, higher is better.
Scorer = Callable[[EvidenceQuery, Sequence[Evidence]], Sequence[float]]
#: Writes the answer to a question from numbered evidence.
Write = Callable[[EvidenceQuery, Mapping[int, Evidence]], AsyncGenerator[str, None]]


def build_query_engine(
    slots: Mapping[str, Slot], write: Write, *, scorer: Scorer | None, budget: int
) -> RetrieverQueryEngine:
    """The engine over `slots`. `scorer` decides what is kept when not all fits into `budget` tokens."""
    return RetrieverQueryEngine(
        retriever=EvidenceRetriever(slots),
        response_synthesizer=EvidenceSynthesizer(write),
        node_postprocessors=[DropRepeats(), Rerank(scorer=scorer), TokenBudget(budget=budget)],
    )


class DropRepeats(BaseNodePostprocessor):
    """Drops what says the same, and numbers the rest in the order in which sources and their results stand."""

    def _postprocess_nodes(
        self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None = None
    ) -> list[NodeWithScore]:
        assert isinstance(query_bundle, EvidenceQuery)
        kept = {id(piece) for piece in deduplicate(node.evidence for node in evidence_nodes(nodes))}
        left = [found for found in nodes if isinstance(found.node, EvidenceNode) and id(found.node.evidence) in kept]
        for number, node in enumerate(evidence_nodes(left), start=query_bundle.first):
            node.number = number
            query_bundle.numbered[number] = node.evidence
        query_bundle.notes["repeats"] = len(nodes) - len(left)
        return left


class Rerank(BaseNodePostprocessor):
    """Orders evidence by its importance for the question; the numbers stay."""

    scorer: Scorer | None = None

    def _postprocess_nodes(
        self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None = None
    ) -> list[NodeWithScore]:
        assert isinstance(query_bundle, EvidenceQuery)
        if self.scorer is None or not nodes or not query_bundle.question.meta.rerank:
            return sorted(nodes, key=lambda found: -(found.score or 0.0))
        own = [node.evidence for node in evidence_nodes(nodes)]
        for found, score in zip(nodes, self.scorer(query_bundle, own), strict=True):
            found.score = score
        ordered = sorted(nodes, key=lambda found: -(found.score or 0.0))
        query_bundle.notes["positions"] = [
            {"mark": node.number, "title": node.evidence.title, "before": nodes.index(found) + 1, "after": place}
            for place, (found, node) in enumerate(zip(ordered, evidence_nodes(ordered), strict=True), start=1)
        ]
        return ordered


class TokenBudget(BaseNodePostprocessor):
    """Keeps what fits into the budget, the most important first, and puts it back into the order of the numbers."""

    budget: int

    def _postprocess_nodes(
        self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None = None
    ) -> list[NodeWithScore]:
        assert isinstance(query_bundle, EvidenceQuery)
        by_number = {node.number: found for found, node in zip(nodes, evidence_nodes(nodes), strict=True)}
        kept = fit(query_bundle.numbered, list(by_number), self.budget)
        for number, piece in kept.items():
            node = by_number[number].node
            assert isinstance(node, EvidenceNode)
            node.evidence = piece
        query_bundle.notes["shown"] = list(kept)
        query_bundle.notes["tokens"] = sum(tokens(piece.text) for piece in kept.values())
        return [by_number[number] for number in kept]


class EvidenceSynthesizer(BaseSynthesizer):
    """Streams the answer that the project's own writer makes of the evidence."""

    def __init__(self, write: Write) -> None:
        # The base class asks for a model of LlamaIndex's; the writer brings the one that really writes.
        super().__init__(llm=MockLLM(), streaming=True)
        self._write = write

    async def asynthesize(
        self,
        query: str | QueryBundle,
        nodes: list[NodeWithScore],
        additional_source_nodes: Sequence[NodeWithScore] | None = None,
        **response_kwargs: Any,
    ) -> Any:
        """An `AsyncStreamingResponse` with the answer."""
        return await super().asynthesize(
            query, nodes, additional_source_nodes, asked=query, shown=nodes, **response_kwargs
        )

    async def aget_response(
        self, query_str: str, text_chunks: Sequence[str], **response_kwargs: Any
    ) -> RESPONSE_TEXT_TYPE:
        """The pieces of the answer."""
        asked, shown = response_kwargs["asked"], response_kwargs["shown"]
        assert isinstance(asked, EvidenceQuery)
        return self._write(asked, {node.number: node.evidence for node in evidence_nodes(shown)})

    def get_response(self, query_str: str, text_chunks: Sequence[str], **response_kwargs: Any) -> RESPONSE_TEXT_TYPE:
        """Not offered: sources are asked at the same time, which needs an event loop."""
        raise NotImplementedError("PokéQA answers asynchronously. Use `aquery` instead of `query`.")

    def _get_prompts(self) -> dict[str, Any]:
        return {}

    def _update_prompts(self, prompts: dict[str, Any]) -> None:
        """The prompts are files in data/prompts/."""
