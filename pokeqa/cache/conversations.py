"""What was found in a conversation. In memory only: nothing of it is ever written anywhere."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Turned:
    """One search of a conversation: what was asked of which source, and what it found."""

    source: str
    setting: str
    text: str
    signature: str
    entities: frozenset[str]
    vector: Sequence[float] | None
    result: Any
    at: float


@dataclass(slots=True)
class _Conversation:
    turns: deque[Turned] = field(default_factory=deque)
    touched: float = 0.0


class Conversations:
    """The searches of each conversation, newest first. Thread-safe."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._all: OrderedDict[str, _Conversation] = OrderedDict()
        self.max_turns = 20
        self.timeout_s = 1800.0
        self.max_conversations = 1000

    def now(self) -> float:
        """The clock's time, in seconds."""
        return self._clock()

    def __len__(self) -> int:
        with self._lock:
            self._forget_old()
            return len(self._all)

    def turns(self, conversation: str) -> list[Turned]:
        """The searches of a conversation, newest first."""
        with self._lock:
            self._forget_old()
            found = self._all.get(conversation)
            if found is None:
                return []
            self._touch(conversation, found)
            return list(reversed(found.turns))

    def add(self, conversation: str, turned: Turned) -> None:
        """Remember a search. The oldest turn, and the conversation that was quiet the longest, make room."""
        with self._lock:
            self._forget_old()
            found = self._all.setdefault(conversation, _Conversation())
            found.turns.append(turned)
            while len(found.turns) > self.max_turns:
                found.turns.popleft()
            self._touch(conversation, found)
            while len(self._all) > self.max_conversations:
                self._all.popitem(last=False)

    def forget(self, conversation: str) -> None:
        """Erase a conversation: its session has ended."""
        with self._lock:
            self._all.pop(conversation, None)

    def clear(self) -> None:
        """Erase everything."""
        with self._lock:
            self._all.clear()

    def _touch(self, name: str, conversation: _Conversation) -> None:
        conversation.touched = self._clock()
        self._all.move_to_end(name)

    def _forget_old(self) -> None:
        limit = self._clock() - self.timeout_s
        while self._all:
            name, oldest = next(iter(self._all.items()))
            if oldest.touched >= limit:
                return
            del self._all[name]
