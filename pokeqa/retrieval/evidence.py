"""What evidence sources give, and what they are asked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from ..question.understanding import Understanding
from ..request import Meta


@dataclass(frozen=True, slots=True)
class Evidence:
    """One piece of evidence. `id` is stable: the same passage has the same id in every answer.

    `scores` holds what the source measured, by name ("dense", "bm25", "fused"), higher is better; `where` tells a
    reader where it comes from (an article's title, a path in the graph, a page's address).
    """

    id: str
    source: str
    title: str
    text: str
    where: str
    scores: dict[str, float] = field(default_factory=dict)
    metadata: dict[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The evidence as it travels in `refs`."""
        return {"id": self.id, "title": self.title, "text": self.text, "where": self.where, "scores": self.scores,
                "metadata": self.metadata}  # fmt: skip


@dataclass(frozen=True, slots=True)
class SourceQuery:
    """What a source is asked: the rewritten question, what it was understood to mean, and the request's wishes.

    `conversation` names the conversation that it belongs to, if it is known.
    """

    text: str
    understanding: Understanding
    meta: Meta
    conversation: str | None = None


@dataclass(frozen=True, slots=True)
class SourceResult:
    """What a source found. `message` says what happened when there is nothing, in a sentence a reader can act on;
    `answer` is a sentence of the source's own (the graph has one); `detail` goes into the trace.
    """

    results: tuple[Evidence, ...] = ()
    message: str | None = None
    answer: str | None = None
    detail: dict[str, Any] = field(default_factory=dict)


class Source(Protocol):
    """An evidence source. `search` raises `SourceError` with a sentence; the retriever turns it into a message."""

    name: str
    supports_caching: bool

    async def search(self, query: SourceQuery) -> SourceResult:
        """The evidence for a query, best first."""
        ...

    async def available(self) -> str | None:
        """None when the source can be asked, else a sentence that says why not and what to do."""
        ...

    async def close(self) -> None:
        """Let go of connections and files."""
        ...
