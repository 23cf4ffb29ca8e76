"""What a store holds: entries of JSON text, and the ledger that says what was evicted when.

Every eviction, by any process, raises the ledger's generation. Who wants to store something notes the generation
(`Mark`) before the work begins; if one of the entry's tags was evicted meanwhile, the entry is refused. Who keeps
entries in memory compares marks before serving them.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

#: A value larger than this is not stored.
VALUE_MAX_BYTES = 1024 * 1024

#: Evicted tags that are remembered one by one; beyond, everything that began earlier is refused.
EVICTED_MAX = 1000


@dataclass(frozen=True, slots=True)
class Mark:
    """A moment in a store's life. A store that lost its memory begins a new epoch."""

    epoch: str
    generation: int


@dataclass(frozen=True, slots=True)
class Entry:
    """A stored value. `stored` and `expires` are seconds since 1970; `expires` None: never."""

    key: str
    value: Any
    stored: float
    expires: float | None = None
    tags: tuple[str, ...] = ()

    def to_text(self) -> str:
        """The entry as JSON. Raises `TypeError` or `ValueError` for what JSON cannot hold."""
        return json.dumps(
            {"value": self.value, "stored": self.stored, "expires": self.expires, "tags": self.tags},
            ensure_ascii=False,
            allow_nan=False,
            separators=(",", ":"),
        )

    def expired(self, now: float | None = None) -> bool:
        """Whether the entry's time is over."""
        return self.expires is not None and self.expires <= (time.time() if now is None else now)


def entry_from_text(key: str, text: object) -> Entry | None:
    """The entry in a text; None for anything that `Entry.to_text` did not write."""
    if not isinstance(text, str):
        return None
    try:
        raw = json.loads(text)
        stored, expires, tags = raw["stored"], raw["expires"], raw["tags"]
        if not (isinstance(stored, int | float) and (expires is None or isinstance(expires, int | float))):
            return None
        if not all(isinstance(tag, str) for tag in tags):
            return None
        return Entry(key, raw["value"], stored, expires, tuple(tags))
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


@dataclass(frozen=True, slots=True)
class Ledger:
    """What was evicted when, and which combinations of tags are in use."""

    epoch: str
    generation: int = 0
    floor: int = 0
    evicted: tuple[tuple[str, int], ...] = ()
    combinations: tuple[tuple[str, ...], ...] = ()

    @property
    def mark(self) -> Mark:
        """Now."""
        return Mark(self.epoch, self.generation)

    def allows(self, as_of: Mark, tags: Iterable[str]) -> bool:
        """Whether nothing with one of these tags was evicted since `as_of`."""
        if as_of.epoch != self.epoch or not self.floor <= as_of.generation <= self.generation:
            return False
        evicted = dict(self.evicted)
        return all(evicted.get(tag, 0) <= as_of.generation for tag in tags)

    def using(self, tags: tuple[str, ...]) -> Ledger:
        """The ledger after an entry with these tags was stored."""
        return self if tags in self.combinations else replace(self, combinations=(*self.combinations, tags))

    def evicting(self, tag: str) -> tuple[Ledger, list[tuple[str, ...]]]:
        """The ledger after a tag was evicted, and the combinations of tags whose entries go."""
        generation = self.generation + 1
        gone = [tags for tags in self.combinations if tag in tags]
        evicted = {**dict(self.evicted), tag: generation}
        floor = self.floor
        if len(evicted) > EVICTED_MAX:
            evicted, floor = {}, generation
        kept = tuple(tags for tags in self.combinations if tag not in tags)
        return Ledger(self.epoch, generation, floor, tuple(evicted.items()), kept), gone

    def cleared(self) -> Ledger:
        """The ledger after everything was evicted."""
        return Ledger(self.epoch, self.generation + 1, self.generation + 1)

    def touched(self) -> Ledger:
        """The ledger after single entries were removed."""
        return replace(self, generation=self.generation + 1)

    def to_text(self) -> str:
        """The ledger as JSON."""
        return json.dumps([self.epoch, self.generation, self.floor, self.evicted, self.combinations])


def new_ledger() -> Ledger:
    """The ledger of an empty store."""
    return Ledger(secrets.token_hex(8))


def ledger_from_text(text: object) -> Ledger | None:
    """The ledger in a text; None for anything that `Ledger.to_text` did not write."""
    if not isinstance(text, str):
        return None
    try:
        epoch, generation, floor, evicted, combinations = json.loads(text)
        return Ledger(
            str(epoch), int(generation), int(floor),
            tuple((str(tag), int(when)) for tag, when in evicted), tuple(tuple(map(str, one)) for one in combinations),
        )  # fmt: skip
    except (ValueError, TypeError):
        return None
