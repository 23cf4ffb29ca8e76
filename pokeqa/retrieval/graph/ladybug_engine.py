"""The embedded engine: one file below the data directory, built from the dataset once, then opened read-only."""

from __future__ import annotations

import csv
import logging
import shutil
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path as FilePath
from typing import Any

from ...pokedex.dataset import Dataset
from .engine import Dialect, GraphError, GraphTimeoutError
from .paths import Node, Path, Rows, Step
from .rows import GraphRows, Row
from .schema import GRAPH_FORMAT, NODES, RELATIONS, ColumnType

logger = logging.getLogger(__name__)

FILE = "graph.lbug"
#: Memory for pages of the graph and for queries at work, in bytes. The whole graph takes 45 MB; a search for shortest
#: paths needs some 20 MB more, and several may run at the same time.
BUFFER_POOL_BYTES = 256 * 1024 * 1024
#: A connection that has run this many different queries is closed: it keeps the plan of each without an end.
PLANS_KEPT = 40
#: Address space that is set aside for the file, in bytes; the engine's own default is terabytes.
MAX_DB_BYTES = 1024 * 1024 * 1024
#: Said in full: left to itself the engine guesses from the first lines, and a quote further down is then misread.
CSV_DIALECT = 'HEADER=false, AUTO_DETECT=false, DELIM=",", QUOTE="\\"", ESCAPE="\\""'
#: Leftovers of builds that were killed are removed after this many seconds.
STALE_BUILD_S = 3600.0

_BUILDING = threading.Lock()


def _ladybug() -> Any:
    """The package. Raises `GraphError` where it is not installed.

    It would load its native part with symbols that every library loaded later sees; llama.cpp then aborts the process.
    Loaded here first, the symbols stay its own; only its extensions would need them, and none is used.
    """
    try:
        import_module("ladybug._lbug")
        return import_module("ladybug")
    except ImportError as error:
        raise GraphError("The package ladybug is not installed. Install it: pip install ladybug.") from error


def graph_path(data_dir: FilePath, dataset: Dataset) -> FilePath:
    """Where the graph of a dataset lies."""
    return data_dir / "graph" / f"{dataset.version}-{GRAPH_FORMAT}" / FILE


def ensure_graph(data_dir: FilePath, dataset: Dataset) -> FilePath:
    """The graph's file, built first where there is none. Raises `GraphError` when it cannot be built.

    The file appears whole or not at all: it is built beside its place and then moved there. Several processes may
    build at the same time; the first to finish wins and the others use its file.
    """
    path = graph_path(data_dir, dataset)
    with _BUILDING:
        if path.exists():
            return path
        try:
            _build(path, dataset)
        except OSError as error:
            raise GraphError(
                f"The graph cannot be written below {path.parent.parent} ({error.strerror or error}). Free some space "
                f"or set POKEQA_DATA_DIR to a folder that can be written."
            ) from error
        return path


def _build(path: FilePath, dataset: Dataset) -> None:
    began = time.perf_counter()
    base = path.parent.parent
    base.mkdir(parents=True, exist_ok=True)
    _remove_leftovers(base)
    work = FilePath(tempfile.mkdtemp(prefix=".building-", dir=base))
    try:
        _fill(work, dataset)
        try:
            # Renaming a folder onto one that holds files fails, so the first build to get here wins.
            work.rename(path.parent)
        except OSError:
            if not path.exists():
                raise
    finally:
        shutil.rmtree(work, ignore_errors=True)
    logger.info("The graph was built in %.1f s.", time.perf_counter() - began)


def _fill(work: FilePath, dataset: Dataset) -> None:
    ladybug = _ladybug()
    rows = GraphRows(dataset)
    csv_dir = work / "csv"
    csv_dir.mkdir()
    try:
        database = ladybug.Database(
            work / FILE, buffer_pool_size=BUFFER_POOL_BYTES, max_db_size=MAX_DB_BYTES, max_num_threads=2
        )
        with _closing(database), _closing(ladybug.Connection(database)) as connection:
            for label, columns in NODES.items():
                connection.execute(f"CREATE NODE TABLE {label}({_columns(columns)}, PRIMARY KEY(id))")
                _copy(connection, label, csv_dir, rows.nodes(label))
            for kind, relation in RELATIONS.items():
                own = f", {_columns(relation.properties)}" if relation.properties else ""
                connection.execute(f"CREATE REL TABLE {kind}(FROM {relation.start} TO {relation.end}{own})")
                _copy(connection, kind, csv_dir, rows.relations(kind))
            connection.execute("CHECKPOINT")
    except RuntimeError as error:
        raise GraphError(f"The graph could not be built: {_sentence(error)} The other sources still work.") from error
    shutil.rmtree(csv_dir)


def _columns(columns: Mapping[str, ColumnType]) -> str:
    return ", ".join(f"{name} {kind}" for name, kind in columns.items())


def _copy(connection: Any, table: str, folder: FilePath, rows: Iterable[Row]) -> None:
    path = folder / f"{table}.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    escaped = path.as_posix().replace("\\", "\\\\").replace("'", "\\'")
    connection.execute(f"COPY {table} FROM '{escaped}' ({CSV_DIALECT})")


def _remove_leftovers(base: FilePath) -> None:
    """Remove what killed builds left behind."""
    for folder in base.glob(".building-*"):
        if time.time() - folder.stat().st_mtime > STALE_BUILD_S:
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _closing(thing: Any) -> Iterator[Any]:
    try:
        yield thing
    finally:
        thing.close()


@dataclass(slots=True)
class _Connection:
    """A connection and the different queries it has run."""

    connection: Any
    queries: set[str] = field(default_factory=set)


class LadybugEngine:
    """The embedded graph, open for reading. One database; each query has a connection for itself."""

    dialect: Dialect = "ladybug"

    def __init__(self, path: FilePath) -> None:
        ladybug = _ladybug()

        self.title = "ladybug (embedded)"
        try:
            self._database = ladybug.Database(
                path, read_only=True, buffer_pool_size=BUFFER_POOL_BYTES, max_db_size=MAX_DB_BYTES, max_num_threads=2
            )
        except RuntimeError as error:
            raise GraphError(
                f"The graph file {path} cannot be opened: {_sentence(error)} Delete the folder {path.parent}; it is "
                f"built again."
            ) from error
        self._new = ladybug.Connection
        # A connection keeps the plans of the queries it has run, which saves most of a short query's time.
        self._idle: list[_Connection] = []
        self._lock = threading.Lock()

    def run(self, cypher: str, parameters: Mapping[str, Any], *, max_rows: int, timeout_s: float) -> Rows:
        """The first `max_rows` rows of a query."""
        ends = time.monotonic() + timeout_s
        try:
            return self._run(cypher, parameters, max_rows, timeout_s)
        except RuntimeError as error:
            if "interrupted" in str(error).lower() or time.monotonic() >= ends:
                raise GraphTimeoutError(
                    f"The graph query took longer than {timeout_s:g} s and was stopped. Ask for less, or raise "
                    f"POKEQA_GRAPH_TIMEOUT_S."
                ) from error
            if "buffer pool" in str(error).lower():
                raise GraphError("The graph query needs more memory than it may have. Ask for less.") from error
            raise GraphError(f"The graph did not accept the query: {_sentence(error)}") from error

    def _run(self, cypher: str, parameters: Mapping[str, Any], max_rows: int, timeout_s: float) -> Rows:
        used = self._connection()
        try:
            used.connection.set_query_timeout(max(1, int(timeout_s * 1000)))
            result = used.connection.execute(cypher, dict(parameters))
            if isinstance(result, list):
                raise GraphError("A graph query must be a single statement.")
            columns = tuple(result.get_column_names())
            rows: list[Mapping[str, Any]] = []
            while len(rows) < max_rows and result.has_next():
                rows.append(dict(zip(columns, (_value(item) for item in result.get_next()), strict=True)))
            more = result.has_next()
            result.close()
        except BaseException:
            used.connection.close()
            raise
        used.queries.add(cypher)
        self._give_back(used)
        return Rows(columns, tuple(rows), more)

    def _connection(self) -> _Connection:
        with self._lock:
            if self._idle:
                return self._idle.pop()
        return _Connection(self._new(self._database, num_threads=2))

    def _give_back(self, used: _Connection) -> None:
        if len(used.queries) >= PLANS_KEPT:
            used.connection.close()
            return
        with self._lock:
            self._idle.append(used)

    def _close_idle(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for one in idle:
            one.connection.close()

    def close(self) -> None:
        """Let go of the file."""
        self._close_idle()
        self._database.close()


def _sentence(error: Exception) -> str:
    """The first line of an engine's message, without its file positions."""
    text = str(error).splitlines()[0].strip() if str(error) else type(error).__name__
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _value(value: Any) -> Any:
    """An engine's value as one of ours."""
    if isinstance(value, Mapping):
        if "_NODES" in value:
            return _path(value)
        if "_SRC" in value:
            return Step(value["_LABEL"], forward=True, properties=_own(value))
        if "_LABEL" in value:
            return _node(value)
        return {name: _value(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_value(item) for item in value]
    return value


def _node(value: Mapping[str, Any]) -> Node:
    return Node(value["_LABEL"], value["id"], value.get("name") or str(value["id"]))


def _path(value: Mapping[str, Any]) -> Path:
    nodes, relations = value["_NODES"], value["_RELS"]
    steps = tuple(
        Step(relation["_LABEL"], _key(relation["_SRC"]) == _key(node["_ID"]), _own(relation))
        for relation, node in zip(relations, nodes, strict=False)
    )
    return Path(tuple(_node(node) for node in nodes), steps)


def _key(identity: Mapping[str, int]) -> tuple[int, int]:
    return identity["table"], identity["offset"]


def _own(value: Mapping[str, Any]) -> dict[str, Any]:
    return {name: item for name, item in value.items() if not name.startswith("_") and item is not None}
