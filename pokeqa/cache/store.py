"""The store that every cache uses: this process's memory before a disk or Redis, before an optional archive.

    with open_store(settings) as store:
        before = store.mark()
        value = work()
        store.set("key", value, expire=300, tags=("kb:rules",), as_of=before)
        store.get("key")

A store never fails a question. What cannot be read is a miss, what cannot be written is not kept, and the first
failure of an outage is one warning in the log. Only `evict`, `delete` and `clear` raise `StoreError`: who asks for
an answer to be forgotten must learn that it was not.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from ..errors import StoreError
from .archive import Archive
from .entry import VALUE_MAX_BYTES, Entry, Mark, entry_from_text
from .memory import Lru, MemoryBackend

if TYPE_CHECKING:
    from ..settings import Settings

logger = logging.getLogger(__name__)

T = TypeVar("T")

#: After a failure that took long, the store is left alone for this time, so that not every question waits for it.
RETRY_AFTER_S = 5.0
SLOW_FAILURE_S = 0.2

#: Entries of the first level.
MEMORY_MAX_ENTRIES = 10_000

MB = 1024 * 1024


class Backend(Protocol):
    """An engine that keeps entries. Every method raises `StoreError` when the engine cannot be used."""

    @property
    def name(self) -> str:
        """What the engine is called ("disk")."""
        ...

    def mark(self) -> Mark:
        """Now, in this store's life; changes whenever any process removes something."""
        ...

    def get(self, key: str) -> Entry | None:
        """The entry of a key, if its time is not over."""
        ...

    def set(self, entry: Entry, as_of: Mark | None = None) -> bool:
        """Store an entry; False when one of its tags was evicted since `as_of`, or it is too large."""
        ...

    def delete(self, key: str) -> bool:
        """Remove an entry; whether it was there."""
        ...

    def evict(self, tag: str) -> int:
        """Remove every entry with a tag; how many there were."""
        ...

    def clear(self) -> int:
        """Remove everything; how many entries there were."""
        ...

    def entries(self, prefix: str = "") -> Iterator[Entry]:
        """The entries whose keys begin with `prefix`."""
        ...

    def size(self) -> tuple[int, int, int]:
        """How many entries, how many bytes, and how many bytes there may be."""
        ...

    def close(self) -> None:
        """Let go of files and connections."""
        ...


@dataclass(frozen=True, slots=True)
class StoreStats:
    """A store in figures. Hits, misses and failures are this process's; `failure` is the present one, if any."""

    backend: str
    entries: int
    bytes: int
    limit_bytes: int
    memory_entries: int
    memory_bytes: int
    memory_hits: int
    hits: int
    misses: int
    failures: int
    failure: str | None


class CacheStore:
    """Entries by key, with tags. Thread-safe."""

    def __init__(self, backend: Backend, *, memory_bytes: int = 0, archive: Archive | None = None) -> None:
        self._backend = backend
        self._archive = archive
        # Before a store that is in memory itself, another level would only cost.
        levels = memory_bytes > 0 and not isinstance(backend, MemoryBackend)
        self._memory = Lru(MEMORY_MAX_ENTRIES, memory_bytes) if levels else None
        self._memory_mark: Mark | None = None
        self._lock = threading.Lock()
        self._counts = {"memory_hits": 0, "hits": 0, "misses": 0, "failures": 0}
        self._failure: str | None = None
        self._retry_at = 0.0

    def __enter__(self) -> CacheStore:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def backend(self) -> str:
        """The name of the engine behind the memory."""
        return self._backend.name

    # ------------------------------------------------------------------ reading

    def mark(self) -> Mark | None:
        """Now, to be given to `set` after the work; None when the store cannot be used."""
        return self._try(self._backend.mark, None)

    def get(self, key: str) -> Entry | None:
        """The entry of a key; None when there is none, its time is over, or the store cannot be used."""
        entry = self._try(lambda: self._get(key), None)
        self._count("misses" if entry is None else "hits")
        return entry

    def _get(self, key: str) -> Entry | None:
        if self._memory is None:
            return self._backend.get(key)
        mark = self._backend.mark()
        with self._lock:
            if mark != self._memory_mark:
                self._memory.clear()
                self._memory_mark = mark
            text = self._memory.get(key)
        if text is not None:
            entry = entry_from_text(key, text)
            if entry is not None and not entry.expired():
                self._count("memory_hits")
                return entry
        entry = self._backend.get(key)
        if entry is not None:
            self._remember(entry, mark)
        return entry

    def _remember(self, entry: Entry, mark: Mark | None) -> None:
        """Keep an entry in memory, unless something was removed since it was read or written."""
        if self._memory is not None and mark is not None:
            with self._lock:
                if mark == self._memory_mark:
                    self._memory.put(entry.key, entry.to_text())

    def entries(self, prefix: str = "") -> Iterator[Entry]:
        """The entries whose keys begin with `prefix`; none when the store cannot be used."""
        iterator = self._backend.entries(prefix)
        while True:
            entry = self._try(lambda: next(iterator, None), None)
            if entry is None:
                return
            yield entry

    def stats(self) -> StoreStats:
        """The store in figures."""
        entries, used, limit = self._try(self._backend.size, (0, 0, 0))
        with self._lock:
            return StoreStats(
                self._backend.name, entries, used, limit,
                len(self._memory) if self._memory is not None else 0,
                self._memory.bytes if self._memory is not None else 0,
                **self._counts, failure=self._failure,
            )  # fmt: skip

    # ------------------------------------------------------------------ writing

    def set(
        self,
        key: str,
        value: Any,
        *,
        expire: float | None = None,
        tags: Collection[str] = (),
        as_of: Mark | None = None,
        stored: float | None = None,
    ) -> bool:
        """Keep a JSON value; whether it was kept.

        `expire` is seconds from now: None for ever, 0 not at all. With `as_of`, an entry one of whose tags was
        evicted since that mark is refused. `stored` is when the value was made, if not now. Raises `ValueError` for
        a negative `expire`, `TypeError` for a value that JSON cannot hold.
        """
        if expire is not None and not expire >= 0:
            raise ValueError(f"expire must be 0 or more seconds, or None for ever; it is {expire!r}.")
        now = time.time()
        expires = None if expire is None else now + expire
        entry = Entry(key, value, now if stored is None else stored, expires, tuple(sorted(set(tags))))
        if len(entry.to_text()) > VALUE_MAX_BYTES:
            return False
        with self._lock:
            memory_mark = self._memory_mark
        if entry.expired():
            return False
        kept = self._try(lambda: self._backend.set(entry, as_of), False)
        if kept:
            self._remember(entry, memory_mark)
            self._record("set", entry.key, entry.tags, value)
        return kept

    def delete(self, key: str) -> bool:
        """Forget an entry; whether it was there. Raises `StoreError` when the store cannot be used."""
        with self._lock:
            if self._memory is not None:
                self._memory.pop(key)
        found = self._backend.delete(key)
        self._record("delete", key, (), None)
        return found

    def evict(self, tag: str) -> int:
        """Forget every entry with a tag; how many there were. Raises `StoreError` when the store cannot be used."""
        self._forget_memory()
        count = self._backend.evict(tag)
        self._record("evict", "", (tag,), None)
        return count

    def clear(self) -> int:
        """Forget everything; how many entries there were. Raises `StoreError` when the store cannot be used."""
        self._forget_memory()
        count = self._backend.clear()
        self._record("clear", "", (), None)
        return count

    def close(self) -> None:
        """Let go of files and connections."""
        self._forget_memory()
        self._try(self._backend.close, None)
        if self._archive is not None:
            self._archive.close()

    # ------------------------------------------------------------------ the rest

    def _forget_memory(self) -> None:
        with self._lock:
            self._memory_mark = None
            if self._memory is not None:
                self._memory.clear()

    def _count(self, what: str) -> None:
        with self._lock:
            self._counts[what] += 1

    def _record(self, action: str, key: str, tags: Collection[str], value: Any) -> None:
        if self._archive is not None:
            self._archive.record(action, key, tags, value)

    def _try(self, work: Callable[[], T], otherwise: T) -> T:
        """What `work` gives, or `otherwise` when the store cannot be used."""
        began = time.monotonic()
        if began < self._retry_at:
            return otherwise
        try:
            result = work()
        except StoreError as error:
            with self._lock:
                self._counts["failures"] += 1
                first, self._failure = self._failure is None, str(error)
                if time.monotonic() - began > SLOW_FAILURE_S:
                    self._retry_at = time.monotonic() + RETRY_AFTER_S
            if first:
                logger.warning("The cache is not used for now: %s", error)
            return otherwise
        if self._failure is not None:
            self._failure = None
            logger.info("The cache works again.")
        return result


def open_store(settings: Settings, name: str = "answers") -> CacheStore:
    """The store of the settings. Cheap: files and connections are opened on first use."""
    limit = int(settings.cache_max_mb * MB)
    backend: Backend
    if settings.redis_url is not None:
        from .redis import RedisBackend

        backend = RedisBackend(settings.redis_url.get_secret_value(), limit, prefix=f"{{pokeqa:{name}}}:")
    elif settings.cache_store == "memory":
        backend = MemoryBackend(limit)
    else:
        from .disk import DiskBackend

        backend = DiskBackend(settings.data_dir / "cache" / name, limit)
    url = settings.cache_archive_url
    archive = None if url is None else Archive(url.get_secret_value(), settings.data_dir)
    return CacheStore(backend, memory_bytes=int(settings.cache_memory_mb * MB), archive=archive)
