"""What visitors think of answers, as counts by route and day: no question, no answer and no visitor is written down."""

from __future__ import annotations

import sqlite3
import threading
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from .errors import StoreError

#: How long a vote waits for another process's.
BUSY_TIMEOUT_S = 2.0

_TABLE = """
CREATE TABLE IF NOT EXISTS votes (
    day TEXT NOT NULL, route TEXT NOT NULL, arm TEXT NOT NULL, good INTEGER NOT NULL DEFAULT 0,
    bad INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (day, route, arm)
)
"""
_ADD = """
INSERT INTO votes (day, route, arm, good, bad) VALUES (?, ?, ?, MAX(?, 0), MAX(?, 0))
ON CONFLICT (day, route, arm) DO UPDATE SET good = MAX(good + ?, 0), bad = MAX(bad + ?, 0)
"""


@dataclass(frozen=True, slots=True)
class Votes:
    """The votes on the answers of one route and one arm of a comparison ("" outside one)."""

    route: str
    arm: str
    good: int
    bad: int


class FeedbackBook:
    """Votes in one SQLite file, which several processes share. Opened for each use: votes are rare."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()

    def add(self, route: str, arm: str, *, good: int = 0, bad: int = 0) -> None:
        """Count votes; a negative number takes votes back. Raises `StoreError` when they cannot be written."""
        day = time.strftime("%Y-%m-%d", time.gmtime())
        try:
            with self._lock:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                with closing(self._open()) as database, database:
                    database.execute(_TABLE)
                    database.execute(_ADD, (day, route, arm, good, bad, good, bad))
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"The vote was not counted: {self._path.name} cannot be written ({error}).") from error

    def votes(self) -> list[Votes]:
        """The votes of all days, by route and arm. Raises `StoreError` when they cannot be read."""
        if not self._path.exists():
            return []
        try:
            with closing(self._open()) as database:
                rows = database.execute(
                    "SELECT route, arm, SUM(good), SUM(bad) FROM votes GROUP BY route, arm ORDER BY route, arm"
                ).fetchall()
        except sqlite3.Error as error:
            raise StoreError(f"The votes cannot be read from {self._path.name}: {error}") from error
        return [Votes(str(route), str(arm), int(good), int(bad)) for route, arm, good, bad in rows]

    def _open(self) -> sqlite3.Connection:
        return sqlite3.connect(self._path, timeout=BUSY_TIMEOUT_S)
