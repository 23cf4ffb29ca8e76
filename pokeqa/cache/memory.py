"""Entries in this process's memory: the level before every other store, and a store where no file may be written."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator

from .entry import Entry, Mark, entry_from_text, new_ledger

#: What a key costs beside its text, in bytes.
OVERHEAD_BYTES = 200


class Lru:
    """Texts by key, bounded in number and size; the least recently used go first. Not thread-safe by itself."""

    def __init__(self, max_entries: int, max_bytes: int) -> None:
        self._max_entries = max_entries
        self._max_bytes = max_bytes
        self._texts: OrderedDict[str, str] = OrderedDict()
        self.bytes = 0

    def __len__(self) -> int:
        return len(self._texts)

    def get(self, key: str) -> str | None:
        """The text of a key, which becomes the most recently used."""
        text = self._texts.get(key)
        if text is not None:
            self._texts.move_to_end(key)
        return text

    def put(self, key: str, text: str) -> None:
        """Keep a text. One that is larger than everything may be is not kept."""
        self.pop(key)
        if _size(key, text) > self._max_bytes:
            return
        self._texts[key] = text
        self.bytes += _size(key, text)
        while len(self._texts) > self._max_entries or self.bytes > self._max_bytes:
            oldest, gone = self._texts.popitem(last=False)
            self.bytes -= _size(oldest, gone)

    def pop(self, key: str) -> bool:
        """Forget a key; whether it was there."""
        text = self._texts.pop(key, None)
        if text is None:
            return False
        self.bytes -= _size(key, text)
        return True

    def keys(self) -> list[str]:
        """Every key, the least recently used first."""
        return list(self._texts)

    def peek(self, key: str) -> str | None:
        """The text of a key, whose place does not change."""
        return self._texts.get(key)

    def clear(self) -> None:
        """Forget everything."""
        self._texts.clear()
        self.bytes = 0


class MemoryBackend:
    """A whole store in memory. Thread-safe."""

    name = "memory"

    def __init__(self, size_limit: int, max_entries: int = 100_000) -> None:
        self._limit = size_limit
        self._lock = threading.RLock()
        self._lru = Lru(max_entries, size_limit)
        self._ledger = new_ledger()

    def mark(self) -> Mark:
        """Now, in this store's life."""
        return self._ledger.mark

    def get(self, key: str) -> Entry | None:
        """The entry of a key, if its time is not over."""
        with self._lock:
            entry = entry_from_text(key, self._lru.get(key))
            if entry is not None and entry.expired():
                self._lru.pop(key)
                return None
            return entry

    def set(self, entry: Entry, as_of: Mark | None = None) -> bool:
        """Store an entry; False when one of its tags was evicted since `as_of`."""
        text = entry.to_text()
        with self._lock:
            if as_of is not None and not self._ledger.allows(as_of, entry.tags):
                return False
            self._lru.put(entry.key, text)
            return True

    def delete(self, key: str) -> bool:
        """Remove an entry; whether it was there."""
        with self._lock:
            self._ledger = self._ledger.touched()
            return self._lru.pop(key)

    def evict(self, tag: str) -> int:
        """Remove every entry with a tag; how many there were."""
        with self._lock:
            self._ledger, _ = self._ledger.evicting(tag)
            gone = [entry.key for entry in self.entries() if tag in entry.tags]
            for key in gone:
                self._lru.pop(key)
            return len(gone)

    def clear(self) -> int:
        """Remove everything; how many entries there were."""
        with self._lock:
            count = len(self._lru)
            self._ledger = self._ledger.cleared()
            self._lru.clear()
            return count

    def entries(self, prefix: str = "") -> Iterator[Entry]:
        """The entries whose keys begin with `prefix`, in no certain order."""
        with self._lock:
            texts = [(key, self._lru.peek(key)) for key in self._lru.keys() if key.startswith(prefix)]  # noqa: SIM118
        for key, text in texts:
            entry = entry_from_text(key, text)
            if entry is not None and not entry.expired():
                yield entry

    def size(self) -> tuple[int, int, int]:
        """How many entries, how many bytes, and how many bytes there may be."""
        return len(self._lru), self._lru.bytes, self._limit

    def close(self) -> None:
        """Nothing to let go of."""


def _size(key: str, text: str) -> int:
    # Characters, not bytes: encoding every text would cost more than the bound's exactness is worth.
    return len(key) + len(text) + OVERHEAD_BYTES
