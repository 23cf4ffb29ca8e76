"""Runs evidence sources at the same time: all together take as long as the slowest, and no failure reaches another.

Each source has a time limit of its own. What goes wrong in it becomes its `message`, a sentence for a reader; what went
wrong inside is in the log.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from ..errors import PokeqaError
from ..events import SourceState
from ..pokedex.phrases import phrases_for
from .evidence import Source, SourceQuery, SourceResult

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Slot:
    """A source, and how long a question may wait for it, in seconds.

    The limit is for a source that hangs: it lies a little above the source's own, whose sentence says more.
    """

    source: Source
    limit_s: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one source. `started_ms` counts from the moment when all were started."""

    name: str
    state: SourceState
    result: SourceResult
    started_ms: float = 0.0
    ms: float = 0.0


#: Told when a source begins (None) and when it is done.
Report = Callable[[str, Outcome | None], None]


def silent(name: str, outcome: Outcome | None) -> None:
    """A report that nobody reads."""


async def gather(
    slots: Mapping[str, Slot], queries: Mapping[str, SourceQuery], report: Report = silent
) -> tuple[Outcome, ...]:
    """The outcomes of the sources that `queries` names, in the order of `queries`. Ends all of them when cancelled.

    A source that is not among `slots` is told as unavailable.
    """
    began = time.perf_counter()
    tasks = [
        asyncio.create_task(_one(name, slots.get(name), query, began, report), name=f"source-{name}")
        for name, query in queries.items()
    ]
    try:
        return tuple([await task for task in tasks])
    finally:
        for task in tasks:
            task.cancel()


async def _one(name: str, slot: Slot | None, query: SourceQuery, began: float, report: Report) -> Outcome:
    started = time.perf_counter()
    report(name, None)
    phrases = phrases_for(query.understanding.language)
    label = phrases.say(f"source.{name}")
    state: SourceState = "unavailable"
    if slot is None:
        result = SourceResult(message=phrases.say("retrieval.missing", source=label))
    else:
        state, result = await _search(name, slot, query, label)
    now = time.perf_counter()
    outcome = Outcome(name, state, result, _ms(started - began), _ms(now - started))
    report(name, outcome)
    return outcome


async def _search(name: str, slot: Slot, query: SourceQuery, label: str) -> tuple[SourceState, SourceResult]:
    phrases = phrases_for(query.understanding.language)
    search = asyncio.create_task(slot.source.search(query), name=f"search-{name}")
    try:
        # Not `wait_for`: a source that does not let itself be cancelled must not be waited for.
        done, _ = await asyncio.wait({search}, timeout=slot.limit_s)
    finally:
        if not search.done():
            search.add_done_callback(_forget)
            search.cancel()
    if not done:
        logger.warning("The source %s did not answer within %g s.", name, slot.limit_s)
        return "timed_out", SourceResult(
            message=phrases.say("retrieval.timed_out", source=label, seconds=f"{slot.limit_s:g}")
        )
    try:
        result = search.result()
    except PokeqaError as error:
        return "failed", SourceResult(message=str(error))
    except (Exception, asyncio.CancelledError):
        logger.exception("The source %s failed.", name)
        return "failed", SourceResult(message=phrases.say("retrieval.failed", source=label))
    return ("found" if result.results or result.answer else "empty"), result


def _forget(search: asyncio.Task[SourceResult]) -> None:
    """Look at what a source that was given up still raises, so that asyncio does not complain about it."""
    if not search.cancelled() and search.exception() is not None:
        logger.debug("A source that was given up failed later.", exc_info=search.exception())


def queries_for(names: Sequence[str], query: SourceQuery, rewritten: str) -> dict[str, SourceQuery]:
    """What each source is asked: the knowledge base by the rewritten text, the others by the question itself."""
    meant = replace(query, text=rewritten)
    return {name: meant if name == "knowledge_base" else query for name in names}


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 2)
