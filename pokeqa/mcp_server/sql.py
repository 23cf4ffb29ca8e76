"""One read-only SQL query on the dataset: a SQLite file of its own, or a MySQL, MariaDB or PostgreSQL database by URL.

Nothing that is written here is trusted to be a query: SQLite runs it on a connection that is opened read-only, under an
authorizer that lets only SELECT on the dataset's tables with plain functions pass; a server runs it in a read-only
transaction, after the guard of `sql_guard`.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from ..errors import SourceError
from ..pokedex.dataset import Dataset
from .tables import INDEXES, TABLES, TABLES_FORMAT, TableRows

#: A single value longer than this is cut, in characters; SQLite refuses to build one of more than a million.
CELL_MAX_CHARS = 500
VALUE_MAX_BYTES = 1_000_000
QUERY_MAX_CHARS = 5000
#: How often the time limit is looked at, in steps of SQLite's machine.
STEPS_BETWEEN_LOOKS = 2000

#: Functions that neither read anything but their arguments nor make large values of small ones.
FUNCTIONS = frozenset(
    {
        "abs", "avg", "coalesce", "count", "group_concat", "ifnull", "iif", "instr", "length", "like", "lower",
        "ltrim", "max", "min", "nullif", "round", "rtrim", "substr", "substring", "sum", "total", "trim", "upper",
        "row_number", "rank", "dense_rank", "lag", "lead", "cast",
    }
)  # fmt: skip

_WRITING = threading.Lock()


class SqlError(SourceError):
    """A query cannot be run; the message says why."""

    code = "sql_failed"


@dataclass(frozen=True, slots=True)
class SqlRows:
    """The rows of a query; `more` tells whether the row limit cut some off."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    more: bool


class SqlReader(Protocol):
    """Runs one query, read-only. Blocks: call it from a thread. Safe for several threads."""

    title: str

    def run(self, query: str) -> SqlRows:
        """The rows. Raises `SqlError`."""
        ...


# ---------------------------------------------------------------------- the SQLite file


def ensure_sqlite(data_dir: Path, dataset: Dataset) -> Path:
    """The SQLite file of a dataset, written first where there is none; it appears whole or not at all."""
    path = data_dir / "sql" / f"{dataset.version}-{TABLES_FORMAT}.sqlite"
    with _WRITING:
        if path.exists():
            return path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(prefix=".writing-", suffix=".sqlite", dir=path.parent)
            os.close(handle)
            work = Path(name)
            try:
                _write(work, dataset)
                work.replace(path)
            finally:
                work.unlink(missing_ok=True)
        except (OSError, sqlite3.Error) as error:
            raise SqlError(
                f"The SQL file cannot be written below {path.parent} ({error}). Free some space or set POKEQA_DATA_DIR "
                f"to a folder that can be written."
            ) from error
    return path


def _write(path: Path, dataset: Dataset) -> None:
    rows = TableRows(dataset)
    connection = sqlite3.connect(path)
    try:
        # The file is thrown away if it is not finished, so nothing has to survive a crash.
        connection.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")
        for table, columns in TABLES.items():
            connection.execute(f"CREATE TABLE {table} ({', '.join(f'{n} {kind}' for n, kind in columns.items())})")
            marks = ", ".join("?" * len(columns))
            connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows.of(table))  # noqa: S608 - our names
        for table, names in INDEXES.items():
            for name in names:
                connection.execute(f"CREATE INDEX {table}_{name} ON {table}({name})")
        connection.commit()
        connection.execute("ANALYZE")
        connection.commit()
    finally:
        connection.close()


class SqliteReader:
    """Queries on the SQLite file."""

    def __init__(self, path: Path, *, max_rows: int, timeout_s: float) -> None:
        self.title = "SQLite"
        self._uri = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
        self._max_rows = max_rows
        self._timeout_s = timeout_s

    def run(self, query: str) -> SqlRows:
        """The rows of a single SELECT."""
        text = _one(query)
        ends = time.monotonic() + self._timeout_s
        connection = sqlite3.connect(self._uri, uri=True, isolation_level=None)
        try:
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, VALUE_MAX_BYTES)
            connection.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, 4 * QUERY_MAX_CHARS)
            connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
            connection.set_progress_handler(lambda: int(time.monotonic() > ends), STEPS_BETWEEN_LOOKS)
            connection.set_authorizer(_authorize)
            cursor = connection.execute(text)
            if cursor.description is None:
                raise SqlError("Only a SELECT gives rows. Write one SELECT statement.")
            rows = cursor.fetchmany(self._max_rows + 1)
            return _capped(tuple(str(column[0]) for column in cursor.description), rows, self._max_rows)
        except sqlite3.Warning as error:
            raise SqlError("Write a single SELECT statement.") from error
        except sqlite3.Error as error:
            if time.monotonic() > ends:
                raise SqlError(_too_long(self._timeout_s)) from error
            raise SqlError(_reason(error)) from error
        finally:
            connection.close()


def _authorize(action: int, first: str | None, second: str | None, database: str | None, trigger: str | None) -> int:
    if action in (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_RECURSIVE):
        return sqlite3.SQLITE_OK
    # A subquery or a common table expression is read under its own name, from no database.
    if action == sqlite3.SQLITE_READ and (first in TABLES or database is None):
        return sqlite3.SQLITE_OK
    if action == sqlite3.SQLITE_FUNCTION and (second or "").lower() in FUNCTIONS:
        return sqlite3.SQLITE_OK
    return sqlite3.SQLITE_DENY


def _reason(error: sqlite3.Error) -> str:
    text = str(error)
    if "not authorized" in text or "prohibited" in text or "authorizer" in text:
        return (
            f"The query is not allowed: {text}. Write one SELECT on the tables {', '.join(TABLES)}, with ordinary "
            f"functions only."
        )
    return f"The query cannot be run: {text}. Correct it; the tables are {', '.join(TABLES)}."


def _too_long(timeout_s: float) -> str:
    return f"The query took longer than {timeout_s:g} s and was stopped. Ask for less."


def _one(query: str) -> str:
    text = query.strip().removesuffix(";").strip()
    if not text:
        raise SqlError("The query is empty. Write one SELECT statement.")
    if text[:6].lower() != "select" and text[:4].lower() != "with":
        raise SqlError("The query is not allowed: it must begin with SELECT or WITH. Write one SELECT statement.")
    if len(text) > QUERY_MAX_CHARS:
        raise SqlError(f"The query is longer than {QUERY_MAX_CHARS} characters. Shorten it.")
    return text


def _capped(columns: tuple[str, ...], rows: list[Any], max_rows: int) -> SqlRows:
    return SqlRows(columns, tuple(tuple(_cell(cell) for cell in row) for row in rows[:max_rows]), len(rows) > max_rows)


def _cell(value: Any) -> Any:
    if value is None or isinstance(value, int | float):
        return value
    text = value.hex() if isinstance(value, bytes) else str(value)
    return text if len(text) <= CELL_MAX_CHARS else text[:CELL_MAX_CHARS] + "…"


# ---------------------------------------------------------------------- a server


#: How a database is told that nothing may be written and how long a statement may take, by SQLAlchemy's dialect name.
_READ_ONLY: Mapping[str, tuple[str, ...]] = {
    "mysql": ("SET SESSION max_execution_time = {ms}", "START TRANSACTION READ ONLY"),
    "mariadb": ("SET SESSION max_statement_time = {s}", "START TRANSACTION READ ONLY"),
    "postgresql": ("SET statement_timeout = {ms}", "START TRANSACTION READ ONLY"),
}
_DRIVERS = {"mysql": "mysql+pymysql", "mariadb": "mariadb+pymysql", "postgresql": "postgresql+psycopg",
            "postgres": "postgresql+psycopg"}  # fmt: skip


class ServerReader:
    """Queries on a MySQL, MariaDB or PostgreSQL database that holds the dataset's tables."""

    def __init__(self, url: str, *, max_rows: int, timeout_s: float) -> None:
        self._engine = _engine(url)
        self.title = self._engine.dialect.name
        self._max_rows = max_rows
        self._timeout_s = timeout_s

    def run(self, query: str) -> SqlRows:
        """The rows of a single SELECT, in a read-only transaction."""
        from sqlalchemy.exc import SQLAlchemyError

        from .sql_guard import check

        text = check(_one(query))
        limits = {"ms": int(self._timeout_s * 1000), "s": self._timeout_s}
        began = time.monotonic()
        try:
            with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                name = "mariadb" if getattr(connection.dialect, "is_mariadb", False) else connection.dialect.name
                for statement in _READ_ONLY[name]:
                    connection.exec_driver_sql(statement.format(**limits))
                try:
                    # Both drivers take a per cent sign for the beginning of a parameter.
                    result = connection.exec_driver_sql(
                        text.replace("%", "%%"), execution_options={"stream_results": True}
                    )
                    columns = tuple(result.keys())
                    rows = result.fetchmany(self._max_rows + 1)
                    result.close()
                finally:
                    connection.exec_driver_sql("ROLLBACK")
            return _capped(columns, [tuple(row) for row in rows], self._max_rows)
        except SQLAlchemyError as error:
            if time.monotonic() - began >= self._timeout_s:
                raise SqlError(_too_long(self._timeout_s)) from error
            raise SqlError(f"The database did not run the query: {_driver_words(error)}") from error

    def close(self) -> None:
        """Close the connections."""
        self._engine.dispose()


def load_server(url: str, dataset: Dataset) -> int:
    """Fill a database with the dataset's tables in place of older ones; gives the number of rows."""
    from sqlalchemy.exc import SQLAlchemyError

    rows, count = TableRows(dataset), 0
    kinds = {"INTEGER": "INTEGER", "REAL": "DOUBLE PRECISION", "TEXT": "VARCHAR(500)"}
    engine = _engine(url)
    try:
        with engine.begin() as connection:
            for table, columns in TABLES.items():
                connection.exec_driver_sql(f"DROP TABLE IF EXISTS {table}")
                listing = ", ".join(f"{name} {kinds[kind]}" for name, kind in columns.items())
                suffix = " CHARACTER SET utf8mb4" if engine.dialect.name in ("mysql", "mariadb") else ""
                connection.exec_driver_sql(f"CREATE TABLE {table} ({listing}){suffix}")
                marks = ", ".join(["%s"] * len(columns))
                batch = list(rows.of(table))
                connection.exec_driver_sql(f"INSERT INTO {table} VALUES ({marks})", batch)  # noqa: S608 - our names
                count += len(batch)
            for table, names in INDEXES.items():
                for name in names:
                    connection.exec_driver_sql(f"CREATE INDEX {table}_{name} ON {table}({name})")
    except SQLAlchemyError as error:
        raise SqlError(f"The database could not be filled: {_driver_words(error)}") from error
    finally:
        engine.dispose()
    return count


def _engine(url: str) -> Any:
    try:
        from sqlalchemy import create_engine

        scheme, _, rest = url.partition("://")
        driver = _DRIVERS.get(scheme, scheme)
        if driver.partition("+")[0] not in ("mysql", "mariadb", "postgresql"):
            raise SqlError("POKEQA_MCP_SQL_URL must begin with mysql://, mariadb:// or postgresql://.")
        waiting = {"connect_timeout": 5}
        return create_engine(f"{driver}://{rest}", connect_args=waiting, pool_pre_ping=True, pool_size=2)
    except ImportError as error:
        raise SqlError(
            f"The database driver is missing ({error.name}). Install it: pip install {error.name}."
        ) from error


def _driver_words(error: Exception) -> str:
    """The driver's own words, without the statement and its values."""
    text = str(getattr(error, "orig", None) or error).splitlines()[0]
    return text if text.endswith(".") else f"{text}."
