"""The store on this machine's disk, shared by its processes: `diskcache`, with everything but text refused.

`diskcache` itself unpickles what a row says is a pickle (CVE-2025-69872), so whoever can change the file can run code.
`TextDisk` knows no pickle: keys and values are text or they are nothing. Values stay in SQLite whatever their size:
a process that is killed leaves no file behind that nobody counts, and no value that is half there.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import stat
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import StoreError
from .entry import Entry, Ledger, Mark, entry_from_text, ledger_from_text, new_ledger

if TYPE_CHECKING:
    from diskcache import Cache  # type: ignore[import-untyped]

logger = logging.getLogger(__name__)

#: How long a write waits for another process's.
BUSY_TIMEOUT_S = 2.0

#: The smallest size limit: below, the ledger itself would be culled.
SIZE_MIN_BYTES = 1024 * 1024

#: The write-ahead log is emptied when it is larger; the size limit leaves room for it.
LOG_MAX_BYTES = 2 * 1024 * 1024

_LEDGER = "\x01ledger"
_MODE_RAW = 1


def text_disk() -> type[Any]:
    """The `Disk` class that knows text only. A function, because importing `diskcache` takes time."""
    from diskcache import Disk
    from diskcache.core import MODE_RAW  # type: ignore[import-untyped]

    assert MODE_RAW == _MODE_RAW

    class TextDisk(Disk):  # type: ignore[misc]
        """Keys and values are text; every other kind is refused, in both directions."""

        def put(self, key: object) -> tuple[str, bool]:
            if not isinstance(key, str):
                raise StoreError(f"The cache takes text as keys, not {type(key).__name__}.")
            return key, True

        def get(self, key: object, raw: object) -> str:
            # An empty key names nothing; a row that is not ours is left out by whoever iterates.
            return key if raw and isinstance(key, str) else ""

        def store(self, value: object, read: bool, key: object = None) -> tuple[int, int, None, str]:
            if read or not isinstance(value, str):
                raise StoreError(f"The cache takes text as values, not {type(value).__name__}.")
            return 0, MODE_RAW, None, value

        def fetch(self, mode: int, filename: object, value: object, read: bool) -> str:
            if mode != MODE_RAW or filename is not None or read or not isinstance(value, str):
                raise StoreError("The cache holds a row that PokéQA did not write; it is not read.")
            return value

        def remove(self, file_path: object) -> None:
            # Nothing of ours is in a file; a row that names one was not written by us.
            return

    return TextDisk


class DiskBackend:
    """A store in one folder. Thread-safe, and safe for several processes; opened on first use."""

    name = "disk"

    def __init__(self, directory: Path, size_limit: int) -> None:
        self.directory = directory
        self._limit = max(size_limit, SIZE_MIN_BYTES)
        self._lock = threading.RLock()
        self._cache: Cache | None = None
        self._known: tuple[str, Ledger] | None = None
        self._batch: int | None = None

    # ------------------------------------------------------------------ reading

    def mark(self) -> Mark:
        """Now, in this store's life."""
        with self._working() as cache:
            return self._ledger(cache).mark

    def get(self, key: str) -> Entry | None:
        """The entry of a key, if its time is not over."""
        with self._working() as cache:
            return entry_from_text(key, cache.get(key))

    def entries(self, prefix: str = "") -> Iterator[Entry]:
        """The entries whose keys begin with `prefix`, in the order of their keys."""
        with self._working() as cache:
            keys = [key for key in cache.iterkeys() if key and key != _LEDGER and key.startswith(prefix)]
        for key in keys:
            try:
                entry = self.get(key)
            except StoreError:
                continue
            if entry is not None:
                yield entry

    def size(self) -> tuple[int, int, int]:
        """How many entries (those whose time is over included), how many bytes, and how many there may be."""
        with self._working() as cache:
            self._ledger(cache)
            return max(len(cache) - 1, 0), int(cache.volume()), self._limit

    # ------------------------------------------------------------------ writing

    def set(self, entry: Entry, as_of: Mark | None = None) -> bool:
        """Store an entry; False when one of its tags was evicted since `as_of`, or it is too large."""
        text = entry.to_text()
        if len(text.encode()) > self._limit // 20:
            return False
        with self._writing() as (cache, ledger):
            if as_of is not None and not ledger.allows(as_of, entry.tags):
                return False
            expire = None if entry.expires is None else entry.expires - time.time()
            cache.set(entry.key, text, expire=expire, tag=_combined(entry.tags))
            # Written last, the ledger is the youngest row: the oldest are culled first, so it stays.
            cache.set(_LEDGER, ledger.using(entry.tags).to_text())
        self._trim_log()
        return True

    @contextmanager
    def batch(self) -> Iterator[None]:
        """One transaction around many changes: far quicker than one for each."""
        with self._writing():
            self._batch = threading.get_ident()
            try:
                yield
            finally:
                self._batch = None
        self._trim_log()

    def delete(self, key: str) -> bool:
        """Remove an entry; whether it was there."""
        with self._writing() as (cache, ledger):
            cache.set(_LEDGER, ledger.touched().to_text())
            return bool(cache.delete(key))

    def evict(self, tag: str) -> int:
        """Remove every entry with a tag; how many there were."""
        with self._writing() as (cache, ledger):
            after, gone = ledger.evicting(tag)
            count = sum(cache.evict(_combined(tags)) for tags in gone)
            cache.set(_LEDGER, after.to_text())
            return int(count)

    def clear(self) -> int:
        """Remove everything; how many entries there were."""
        with self._writing() as (cache, ledger):
            count = int(cache.clear())
            cache.set(_LEDGER, ledger.cleared().to_text())
            return max(count - 1, 0)

    def close(self) -> None:
        """Let go of this thread's connection; the store opens again when it is used."""
        with self._lock:
            cache, self._cache = self._cache, None
            if cache is not None:
                cache.close()

    # ------------------------------------------------------------------ the engine behind

    def _ledger(self, cache: Cache) -> Ledger:
        text = cache.get(_LEDGER)
        known = self._known
        if known is not None and known[0] == text:
            return known[1]
        ledger = ledger_from_text(text)
        if ledger is None:
            with cache.transact():
                text = cache.get(_LEDGER)
                ledger = ledger_from_text(text)
                if ledger is None:
                    # What lies here without a ledger could never be evicted by tag.
                    cache.clear()
                    ledger = new_ledger()
                    text = ledger.to_text()
                    cache.set(_LEDGER, text)
        self._known = (text, ledger)
        return ledger

    @contextmanager
    def _writing(self) -> Iterator[tuple[Cache, Ledger]]:
        """One transaction: what is done inside is done as a whole, or not at all."""
        with self._working() as cache:
            self._ledger(cache)
            with cache.transact():
                ledger = ledger_from_text(cache.get(_LEDGER))
                if ledger is None:
                    raise StoreError(f"The cache in {self.directory} was emptied by somebody else. It starts afresh.")
                yield cache, ledger

    @contextmanager
    def _working(self) -> Iterator[Cache]:
        from diskcache import Timeout

        try:
            yield self._opened()
        except Timeout as error:
            raise StoreError(f"The cache in {self.directory} is busy; another process writes to it.") from error
        except sqlite3.Error as error:
            if "malformed" in str(error) or "not a database" in str(error):
                self._move_aside()
            else:
                self.close()
            raise StoreError(f"The cache in {self.directory} cannot be used ({error}).") from error
        except OSError as error:
            raise StoreError(f"The cache in {self.directory} cannot be used ({error}).") from error

    def _opened(self) -> Cache:
        with self._lock:
            if self._cache is None:
                self._cache = self._open()
            return self._cache

    def _open(self) -> Cache:
        from diskcache import Cache

        private_folder(self.directory)
        cache = Cache(
            str(self.directory),
            timeout=BUSY_TIMEOUT_S,
            disk=text_disk(),
            size_limit=max(self._limit - 2 * LOG_MAX_BYTES, self._limit // 2),
            eviction_policy="least-recently-stored",
            cull_limit=10,
            tag_index=1,
            statistics=0,
            sqlite_journal_mode="wal",
            sqlite_synchronous=1,
            sqlite_auto_vacuum=1,
            disk_min_file_size=2**31,
            disk_pickle_protocol=0,
        )
        ledger = self._ledger(cache)
        if cache.volume() > cache.size_limit:
            cache.set(_LEDGER, ledger.to_text())
            cache.cull()
        return cache

    def _trim_log(self) -> None:
        """Empty the write-ahead log when it is large.

        SQLite starts it anew by itself only at a moment without any reader, which under load never comes.
        """
        # Inside a transaction of our own it could only wait for itself.
        if self._batch == threading.get_ident():
            return
        database = self.directory / "cache.db"
        log = database.with_name("cache.db-wal")
        try:
            if log.stat().st_size <= LOG_MAX_BYTES:
                return
            with _alone(self.directory / "log.lock"):
                if log.stat().st_size <= LOG_MAX_BYTES:
                    return
                with closing(sqlite3.connect(database, timeout=BUSY_TIMEOUT_S, isolation_level=None)) as own:
                    own.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except (OSError, sqlite3.Error) as error:
            logger.debug("The log of the cache in %s stays as it is: %s", self.directory, error)

    def _move_aside(self) -> None:
        """Put a damaged folder out of the way; the next call starts an empty one."""
        self.close()
        aside = self.directory.with_name(f"{self.directory.name}.damaged-{int(time.time())}")
        with suppress(OSError):
            self.directory.rename(aside)
            logger.warning("The cache in %s is damaged; it was moved to %s.", self.directory, aside)


def private_folder(directory: Path) -> None:
    """Make a folder that only this user can enter. Raises `StoreError` when it belongs to somebody else."""
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = directory.stat()
    if hasattr(os, "getuid") and found.st_uid != os.getuid():
        raise StoreError(f"The folder {directory} belongs to another user. Set POKEQA_DATA_DIR to one of your own.")
    if stat.S_IMODE(found.st_mode) != 0o700:
        directory.chmod(0o700)


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Let one process at a time do what is inside; the others wait, and write nothing meanwhile."""
    try:
        import fcntl
    except ImportError:  # Windows: the checkpoints get in each other's way, and the log is emptied a little later
        yield
        return
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _combined(tags: tuple[str, ...]) -> str:
    """Several tags as the one that `diskcache` has a column for."""
    return "\x1f".join(tags)
