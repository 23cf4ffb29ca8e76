"""How well a cache does, counted in this process since its start."""

from __future__ import annotations

import threading
import time
from collections import Counter, OrderedDict, deque
from dataclasses import dataclass

#: Points of the timeline that are remembered.
TIMELINE_MAX = 5000

#: Entries whose hits are counted one by one; those that were not hit for the longest time go.
COUNTED_MAX = 20_000


@dataclass(frozen=True, slots=True)
class Moment:
    """One question: when (seconds since 1970), how it went, and what a hit saved."""

    at: float
    kind: str
    saved_ms: float = 0.0
    saved_llm_calls: int = 0


class CacheMetrics:
    """Hits by kind, misses, saved time and saved model calls. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: Counter[str] = Counter()
        self._saved_ms = 0.0
        self._saved_llm_calls = 0
        self._timeline: deque[Moment] = deque(maxlen=TIMELINE_MAX)
        self._hits: OrderedDict[str, int] = OrderedDict()

    def hit(self, key: str, kind: str, saved_ms: float, *, by_model: bool) -> None:
        """Count an answer that was served from the cache."""
        with self._lock:
            self._hits[key] = self._hits.pop(key, 0) + 1
            while len(self._hits) > COUNTED_MAX:
                self._hits.popitem(last=False)
            self._counts[kind] += 1
            self._saved_ms += saved_ms
            self._saved_llm_calls += by_model
            self._timeline.append(Moment(time.time(), kind, saved_ms, int(by_model)))

    def hits_of(self, key: str) -> int:
        """How often this process served an entry."""
        with self._lock:
            return self._hits.get(key, 0)

    def missed(self) -> None:
        """Count a question that was looked up in vain."""
        with self._lock:
            self._counts["miss"] += 1
            self._timeline.append(Moment(time.time(), "miss"))

    def to_json(self) -> dict[str, float]:
        """The figures, flat."""
        with self._lock:
            misses = self._counts["miss"]
            hits = sum(self._counts.values()) - misses
            return {
                "hits": hits,
                "misses": misses,
                "hit_rate": round(hits / (hits + misses), 4) if hits + misses else 0.0,
                **{f"hits_{kind}": count for kind, count in sorted(self._counts.items()) if kind != "miss"},
                "saved_ms": round(self._saved_ms, 1),
                "saved_llm_calls": self._saved_llm_calls,
            }

    def timeline(self) -> list[Moment]:
        """The last questions, oldest first."""
        with self._lock:
            return list(self._timeline)
