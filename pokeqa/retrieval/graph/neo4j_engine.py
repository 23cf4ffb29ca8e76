"""A Neo4j server as the engine, through its own driver over Bolt. No plug-ins of the server are needed."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from ...pokedex.dataset import Dataset
from .engine import Dialect, GraphError, GraphTimeoutError
from .paths import Node, Path, Rows, Step
from .rows import GraphRows, Row
from .schema import GRAPH_FORMAT, NODES, RELATIONS

logger = logging.getLogger(__name__)

#: Every node of ours also has this label, so that nothing else in the database is ever touched.
OWN_LABEL = "PokeqaNode"
MARK_LABEL = "PokeqaGraph"
BATCH_ROWS = 5000
CONNECT_TIMEOUT_S = 5.0
#: A load may take this long; a query has its own limit.
LOAD_TIMEOUT_S = 300.0


class Neo4jEngine:
    """The graph in a Neo4j database; loaded by `load`, asked in read transactions."""

    dialect: Dialect = "neo4j"

    def __init__(self, uri: str, user: str | None, password: str | None) -> None:
        import neo4j

        self._uri = uri
        self.title = f"Neo4j at {uri}"
        auth = (user or "neo4j", password) if password else None
        try:
            self._driver = neo4j.GraphDatabase.driver(
                uri, auth=auth, connection_timeout=CONNECT_TIMEOUT_S, max_transaction_retry_time=0.0,
                user_agent="pokeqa", notifications_min_severity="OFF",
            )  # fmt: skip
        except (ValueError, neo4j.exceptions.Neo4jError, neo4j.exceptions.DriverError) as error:
            raise GraphError(f"POKEQA_NEO4J_URI={uri!r} cannot be used: {error} Write bolt://host:7687.") from error

    # ------------------------------------------------------------------ reading

    def run(self, cypher: str, parameters: Mapping[str, Any], *, max_rows: int, timeout_s: float) -> Rows:
        """The first `max_rows` rows of a query, read in a transaction that may not write."""
        import neo4j

        query = neo4j.Query(cypher, timeout=timeout_s)
        try:
            with self._driver.session(default_access_mode=neo4j.READ_ACCESS, fetch_size=max_rows + 1) as session:
                result = session.run(query, dict(parameters))
                columns = tuple(result.keys())
                records = list(islice(result, max_rows + 1))
                rows = tuple({name: _value(record[name]) for name in columns} for record in records[:max_rows])
            return Rows(columns, rows, len(records) > max_rows)
        except (neo4j.exceptions.Neo4jError, neo4j.exceptions.DriverError) as error:
            raise self._explained(error, timeout_s) from error

    def close(self) -> None:
        """Close the connections."""
        self._driver.close()

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
            return GraphTimeoutError(f"The graph query took longer than {timeout_s:g} s and was stopped. Ask for less.")
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
            with self._driver.session() as session:
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
