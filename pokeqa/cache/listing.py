"""The kept answers as a reader looks at them: newest first, searched, a page at a time."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .kept import kept_in
from .store import CacheStore

#: Entries that one look goes through, and how long it may take: a store can hold many more.
LOOK_MAX = 20_000
LOOK_MAX_S = 1.5


@dataclass(frozen=True, slots=True)
class Listed:
    """One entry. `questions` are those it answers, newest first: several where an open signature has variants.

    `complete` tells whether the questions were understood whole; `age_s` and `left_s` are seconds, `left_s` None where
    the entry never ends; `hits` are this process's; `saved_ms` is what one hit saves.
    """

    key: str
    questions: tuple[str, ...]
    complete: bool
    route: str
    model: str | None
    age_s: float
    left_s: float | None
    hits: int
    saved_ms: float
    tags: tuple[str, ...]
    space: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Listing:
    """The entries that were found, how many match in all, and whether all of the store was looked at."""

    entries: tuple[Listed, ...]
    matching: int
    whole: bool


def list_entries(store: CacheStore, hits: Callable[[str], int], *, search: str = "", limit: int = 50) -> Listing:
    """The newest entries whose question, tag or language model contains `search`. Blocks while it reads the store."""
    wanted = " ".join(search.casefold().split())
    ends, seen, whole = time.monotonic() + LOOK_MAX_S, 0, True
    found: list[Listed] = []
    for entry in store.entries("answer:"):
        seen += 1
        if seen > LOOK_MAX or time.monotonic() > ends:
            whole = False
            break
        kept = sorted(kept_in(entry.value), key=lambda one: one.stored, reverse=True)
        if not kept:
            continue
        now, newest = time.time(), kept[0]
        listed = Listed(
            entry.key, tuple(one.question for one in kept), bool(entry.value.get("complete")), newest.route,
            newest.model, max(now - newest.stored, 0.0), None if newest.expires is None else newest.expires - now,
            hits(entry.key), newest.took_ms, entry.tags, _fields(entry.value.get("space")),
        )  # fmt: skip
        if wanted in _searched(listed):
            found.append(listed)
    found.sort(key=lambda one: one.age_s)
    return Listing(tuple(found[:limit]), len(found), whole)


def _searched(listed: Listed) -> str:
    return "\n".join([*listed.questions, *listed.tags, listed.model or ""]).casefold()


def _fields(space: object) -> Mapping[str, Any]:
    return space if isinstance(space, Mapping) else {}
