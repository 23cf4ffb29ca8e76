"""What the graph source needs of an engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Protocol

from ...errors import SourceError
from .paths import Rows

#: The engines write Cypher in slightly different ways.
Dialect = Literal["ladybug", "neo4j"]


class GraphError(SourceError):
    """The graph cannot be built, opened or asked."""

    code = "graph_failed"


class GraphTimeoutError(GraphError):
    """A query took longer than it may."""

    code = "graph_timeout"


class GraphEngine(Protocol):
    """A graph that is filled and open for reading. Methods block: call them from a thread. Safe for several threads."""

    #: Which variant of a template it reads.
    dialect: Dialect
    #: What the trace and the status call it.
    title: str

    def run(self, cypher: str, parameters: Mapping[str, Any], *, max_rows: int, timeout_s: float) -> Rows:
        """The first `max_rows` rows of a query. Raises `GraphTimeoutError`, or `GraphError` for a query that fails."""
        ...

    def close(self) -> None:
        """Let go of the files or the connection."""
        ...
