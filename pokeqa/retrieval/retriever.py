"""The evidence retriever: LlamaIndex's view of all sources together.

Importing this module imports LlamaIndex (seconds), so only `engine` does, when the first question comes to retrieval.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode

from .evidence import Evidence, SourceQuery
from .gather import Outcome, Report, Slot, gather, silent


@dataclass
class EvidenceQuery(QueryBundle):
    """A question on its way through the query engine.

    `queries` says what each source is asked, in the order in which an answer numbers them. `first` is the number of the
    first piece of evidence. Retrieval fills `outcomes`, and `numbered` once repeats are gone.
    """

    queries: Mapping[str, SourceQuery] = field(default_factory=dict)
    first: int = 1
    report: Report = silent
    outcomes: tuple[Outcome, ...] = ()
    numbered: dict[int, Evidence] = field(default_factory=dict)
    notes: dict[str, Any] = field(default_factory=dict)

    @property
    def question(self) -> SourceQuery:
        """The question as the sources other than the knowledge base get it."""
        return list(self.queries.values())[-1]


class EvidenceRetriever(BaseRetriever):
    """Asks every source that a question names, at the same time."""

    def __init__(self, slots: Mapping[str, Slot]) -> None:
        super().__init__()
        self._slots = slots

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        """The evidence of all sources, source by source, each best first."""
        assert isinstance(query_bundle, EvidenceQuery)
        query_bundle.outcomes = await gather(self._slots, query_bundle.queries, query_bundle.report)
        return [
            node_of(evidence, outcome.name, rank)
            for outcome in query_bundle.outcomes
            for rank, evidence in enumerate(outcome.result.results)
        ]

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return asyncio.run(self._aretrieve(query_bundle))


def node_of(evidence: Evidence, source: str, rank: int) -> NodeWithScore:
    """A piece of evidence as a node. Its score falls with its rank: scores of different sources cannot be compared."""
    node = EvidenceNode(id_=f"{source}:{evidence.id}", text=evidence.text, evidence=evidence, source=source)
    return NodeWithScore(node=node, score=1 / (1 + rank))


class EvidenceNode(TextNode):
    """A node that remembers its evidence, and its number in the answer once it has one (0 before)."""

    evidence: Evidence
    source: str
    number: int = 0


def evidence_nodes(nodes: Sequence[NodeWithScore]) -> list[EvidenceNode]:
    """The nodes that this retriever made."""
    return [found.node for found in nodes if isinstance(found.node, EvidenceNode)]
