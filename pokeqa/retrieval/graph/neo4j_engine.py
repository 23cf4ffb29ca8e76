"""A Neo4j server as the engine, through its own driver over Bolt. No plug-ins of the server are needed.

Queries run on an event loop of the engine's own: only the driver's asynchronous side lets a query be given up, so a
server that hangs holds no thread of the program.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Coroutine, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, TypeVar

from ...pokedex.dataset import Dataset
from .engine import Dialect, GraphError, GraphTimeoutError
from .paths import Node, Path, Rows, Step
from .rows import GraphRows, Row
from .schema import GRAPH_FORMAT, NODES, RELATIONS

logger = logging.getLogger(__name__)

T = TypeVar("T")

#: Every node of ours also has this label, so that nothing else in the database is ever touched.
OWN_LABEL = "PokeqaNode"
MARK_LABEL = "PokeqaGraph"
BATCH_ROWS = 5000
CONNECT_TIMEOUT_S = 5.0
#: A load may take this long; a query has its own limit.
LOAD_TIMEOUT_S = 300.0
#: The server stops a query by itself; one that does not is given up this much later.
GRACE_S = 0.5


class Neo4jEngine:
    """The graph in a Neo4j database; loaded by `load`, asked in read transactions."""

    dialect: Dialect = "neo4j"

    def __init__(self, uri: str, user: str | None, password: str | None) -> None:
        self._uri = uri
        self.title = f"Neo4j at {uri}"
        self._options: dict[str, Any] = {
            "auth": (user or "neo4j", password) if password else None,
            "connection_timeout": CONNECT_TIMEOUT_S,
            "max_transaction_retry_time": 0.0,
            "user_agent": "pokeqa",
            "notifications_min_severity": "OFF",
        }
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="pokeqa-neo4j", daemon=True)
        self._thread.start()
        try:
            self._driver = self._on_loop(self._connected())
        except GraphError:
            self._end_loop()
            raise

    async def _connected(self) -> Any:
        import neo4j

        try:
            return neo4j.AsyncGraphDatabase.driver(self._uri, **self._options)
        except (ValueError, neo4j.exceptions.Neo4jError, neo4j.exceptions.DriverError) as error:
            raise GraphError(
                f"POKEQA_NEO4J_URI={self._uri!r} cannot be used: {error} Write bolt://host:7687."
            ) from error

    def _on_loop(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    # ------------------------------------------------------------------ reading

    def run(self, cypher: str, parameters: Mapping[str, Any], *, max_rows: int, timeout_s: float) -> Rows:
        """The first `max_rows` rows of a query, read in a transaction that may not write and is rolled back."""
        import neo4j

        try:
            return self._on_loop(self._read(cypher, parameters, max_rows, timeout_s))
        except TimeoutError as error:
            raise _too_long(timeout_s) from error
        except (neo4j.exceptions.Neo4jError, neo4j.exceptions.DriverError) as error:
            raise self._explained(error, timeout_s) from error

    async def _read(self, cypher: str, parameters: Mapping[str, Any], max_rows: int, timeout_s: float) -> Rows:
        import neo4j

        mode = neo4j.READ_ACCESS
        async with (
            asyncio.timeout(timeout_s + GRACE_S),
            self._driver.session(default_access_mode=mode, fetch_size=max_rows + 1) as session,
        ):
            transaction = await session.begin_transaction(timeout=timeout_s)
            result = await transaction.run(cypher, dict(parameters))
            columns = tuple(result.keys())
            records = await result.fetch(max_rows + 1)
            # Not every server that speaks Bolt refuses to write here; what is rolled back was not written.
            await transaction.rollback()
        rows = tuple({name: _value(record[name]) for name in columns} for record in records[:max_rows])
        return Rows(columns, rows, len(records) > max_rows)

    def close(self) -> None:
        """Close the connections."""
        self._on_loop(self._driver.close())
        self._end_loop()

    def _end_loop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _explained(self, error: Exception, timeout_s: float) -> GraphError:
        import neo4j

        if isinstance(error, neo4j.exceptions.ServiceUnavailable):
            return GraphError(
                f"Neo4j at {self._uri} does not answer. Start it, or unset POKEQA_NEO4J_URI to use the embedded graph."
            )
        if isinstance(error, neo4j.exceptions.AuthError):
            return GraphError(
                f"Neo4j at {self._uri} refused the login. Set POKEQA_NEO4J_USER and POKEQA_NEO4J_PASSWORD."
            )
        if "Timedout" in str(getattr(error, "code", "")) or "timed out" in str(error):
            return _too_long(timeout_s)
        return GraphError(f"The graph did not accept the query: {str(error).splitlines()[0]}")

    # ------------------------------------------------------------------ loading

    def version(self) -> str | None:
        """The version of the graph that is loaded, None where there is none."""
        cypher = f"MATCH (m:{MARK_LABEL} {{name: 'graph'}}) RETURN m.version AS version"
        rows = self.run(cypher, {}, max_rows=1, timeout_s=CONNECT_TIMEOUT_S).rows
        return rows[0]["version"] if rows else None

    def ensure_loaded(self, dataset: Dataset) -> None:
        """Load the graph of a dataset unless that very one is there."""
        if self.version() != version_of(dataset):
            self.load(dataset)

    def load(self, dataset: Dataset) -> None:
        """Put the graph of a dataset in place of an older one, in a single transaction: readers see either."""
        import neo4j

        rows = GraphRows(dataset)
        try:
            with (
                neo4j.GraphDatabase.driver(self._uri, **self._options) as driver,
                driver.session() as session,
            ):
                for label in NODES:
                    index = f"CREATE INDEX pokeqa_{label.lower()} IF NOT EXISTS FOR (n:{label}) ON (n.id)"
                    session.run(index).consume()
                with session.begin_transaction(timeout=LOAD_TIMEOUT_S) as transaction:
                    # The mark is written first: its lock makes a second loader wait.
                    transaction.run(f"MERGE (m:{MARK_LABEL} {{name: 'graph'}}) SET m.version = 'loading'").consume()
                    transaction.run(f"MATCH (n:{OWN_LABEL}) DETACH DELETE n").consume()
                    for label, columns in NODES.items():
                        cypher = f"UNWIND $rows AS row CREATE (n:{OWN_LABEL}:{label}) SET n = row"
                        for batch in _batches(rows.nodes(label), tuple(columns)):
                            transaction.run(cypher, rows=batch).consume()
                    for kind, relation in RELATIONS.items():
                        cypher = (
                            f"UNWIND $rows AS row MATCH (a:{relation.start} {{id: row.start}}), "
                            f"(b:{relation.end} {{id: row.end}}) CREATE (a)-[r:{kind}]->(b) SET r = row.properties"
                        )
                        for batch in _batches(rows.relations(kind), ("start", "end", *relation.properties), nested=2):
                            transaction.run(cypher, rows=batch).consume()
                    mark = f"MATCH (m:{MARK_LABEL} {{name: 'graph'}}) SET m.version = $version"
                    transaction.run(mark, version=version_of(dataset)).consume()
                    transaction.commit()
        except (neo4j.exceptions.Neo4jError, neo4j.exceptions.DriverError) as error:
            raise self._explained(error, LOAD_TIMEOUT_S) from error
        logger.info("The graph was loaded into %s.", self.title)


def _too_long(timeout_s: float) -> GraphTimeoutError:
    return GraphTimeoutError(f"The graph query took longer than {timeout_s:g} s and was stopped. Ask for less.")


def version_of(dataset: Dataset) -> str:
    """What tells whether a loaded graph is that of a dataset."""
    return f"{dataset.version}-{GRAPH_FORMAT}"


def _batches(
    rows: Iterable[Row], columns: tuple[str, ...], nested: int | None = None
) -> Iterator[list[dict[str, Any]]]:
    """Rows as maps, some thousand at a time; columns from `nested` on go into a map of their own, `properties`."""
    iterator = iter(rows)
    while batch := list(islice(iterator, BATCH_ROWS)):
        maps: list[dict[str, Any]] = [dict(zip(columns, row, strict=True)) for row in batch]
        if nested is not None:
            own = columns[nested:]
            maps = [{**{k: m[k] for k in columns[:nested]}, "properties": {k: m[k] for k in own}} for m in maps]
        yield maps


def _value(value: Any) -> Any:
    """A driver's value as one of ours."""
    import neo4j.graph

    if isinstance(value, neo4j.graph.Path):
        steps = tuple(
            Step(relation.type, relation.start_node == node, dict(relation))
            for relation, node in zip(value.relationships, value.nodes, strict=False)
        )
        return Path(tuple(_node(node) for node in value.nodes), steps)
    if isinstance(value, neo4j.graph.Node):
        return _node(value)
    if isinstance(value, neo4j.graph.Relationship):
        return Step(value.type, forward=True, properties=dict(value))
    if isinstance(value, list):
        return [_value(item) for item in value]
    return value


def _node(node: Any) -> Node:
    label = next((label for label in node.labels if label in NODES), "")
    return Node(label, node.get("id", 0), node.get("name") or str(node.get("id", "")))
