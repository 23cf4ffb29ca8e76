"""The archive: what was stored and evicted, when, in an SQL database, for audit. Nothing is ever served from it.

Rows are written by a thread of their own, so that no question waits for a database far away. When it cannot be
reached, rows wait, and beyond a bound they are dropped with a warning.
"""

from __future__ import annotations

import json
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Collection
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from ..errors import SettingsError

logger = logging.getLogger(__name__)

#: Rows that wait at most.
WAITING_MAX = 10_000
RETRY_AFTER_S = 5.0
CONNECT_TIMEOUT_S = 3

_TABLE = (
    "CREATE TABLE IF NOT EXISTS cache_archive "
    "(at DOUBLE PRECISION NOT NULL, action VARCHAR(16) NOT NULL, entry TEXT NOT NULL, tags TEXT NOT NULL, content TEXT)"
)

Row = tuple[float, str, str, str, str | None]


class Archive:
    """Appends rows to `cache_archive` in the database of a URL. Raises `SettingsError` for a URL it cannot use."""

    def __init__(self, url: str, data_dir: Path) -> None:
        scheme = urlsplit(url).scheme.partition("+")[0]
        if scheme not in ("sqlite", "postgresql", "postgres", "mysql"):
            raise SettingsError(
                "POKEQA_CACHE_ARCHIVE_URL must begin with sqlite:///, postgresql:// or mysql://. Correct or unset it."
            )
        self._kind = "sqlite" if scheme == "sqlite" else "mysql" if scheme == "mysql" else "postgresql"
        self._url = url
        self._data_dir = data_dir
        self._rows: queue.Queue[Row | None] = queue.Queue(WAITING_MAX)
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._closing = threading.Event()
        self._warned = False

    def record(self, action: str, key: str, tags: Collection[str], value: Any) -> None:
        """Append a row; returns at once."""
        text = None if value is None else json.dumps(value, ensure_ascii=False)
        with self._lock:
            if self._closing.is_set():
                return
            if self._thread is None:
                self._thread = threading.Thread(target=self._write_all, name="cache-archive", daemon=True)
                self._thread.start()
        try:
            self._rows.put_nowait((time.time(), action, key, json.dumps(sorted(tags)), text))
        except queue.Full:
            self._warn("it does not keep up; rows are lost")

    def close(self, timeout_s: float = 5.0) -> None:
        """Write what waits, for at most `timeout_s`, and let go of the database."""
        with self._lock:
            self._closing.set()
            thread = self._thread
        if thread is not None:
            try:
                self._rows.put(None, timeout=timeout_s)
            except queue.Full:
                return
            thread.join(timeout_s)

    def _write_all(self) -> None:
        connection: Any = None
        row: Row | None = None
        try:
            while True:
                if row is None:
                    row = self._rows.get()
                    if row is None:
                        return
                try:
                    if connection is None:
                        connection = self._connect()
                    self._write(connection, row)
                except Exception as error:  # noqa: BLE001 - three drivers, three families of errors
                    self._warn(f"{type(error).__name__}: {error}")
                    _close(connection)
                    connection = None
                    if self._closing.wait(RETRY_AFTER_S):
                        return
                    continue
                row = None
                self._warned = False
        finally:
            _close(connection)

    def _connect(self) -> Any:
        parts = urlsplit(self._url)
        connection: Any
        if self._kind == "sqlite":
            path = self._data_dir / unquote(parts.path[1:] if parts.path.startswith("/") else parts.path)
            path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(path, timeout=10)
            connection.execute("PRAGMA journal_mode = WAL")
        elif self._kind == "postgresql":
            import psycopg

            connection = psycopg.connect(self._url, connect_timeout=CONNECT_TIMEOUT_S)
        else:
            connection = import_module("pymysql").connect(
                host=parts.hostname or "localhost",
                port=parts.port or 3306,
                user=unquote(parts.username or ""),
                password=unquote(parts.password or ""),
                database=parts.path.lstrip("/"),
                charset="utf8mb4",
                connect_timeout=CONNECT_TIMEOUT_S,
            )
        cursor = connection.cursor()
        cursor.execute(_TABLE)
        connection.commit()
        return connection

    def _write(self, connection: Any, row: Row) -> None:
        mark = "?" if self._kind == "sqlite" else "%s"
        places = ", ".join([mark] * len(row))
        # The statement is made of this module's own constants.
        statement = f"INSERT INTO cache_archive (at, action, entry, tags, content) VALUES ({places})"  # noqa: S608
        connection.cursor().execute(statement, row)
        connection.commit()

    def _warn(self, why: str) -> None:
        if not self._warned:
            self._warned = True
            logger.warning("The cache's archive (POKEQA_CACHE_ARCHIVE_URL) is not written for now: %s", why)


def _close(connection: Any) -> None:
    """Close a connection, whatever state it is in."""
    if connection is not None:
        try:
            connection.close()
        except Exception:
            logger.debug("The archive's connection did not close.", exc_info=True)
