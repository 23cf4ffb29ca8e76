"""Which parts of the house can be used here and now, and if not, why, in a sentence."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from .errors import PokeqaError
from .pokedex.phrases import phrases_for
from .settings import Settings

logger = logging.getLogger(__name__)

#: What a request or the page can switch on, in the order in which the page shows it; "llm" is chosen by settings only.
SOURCES = ("knowledge_base", "graph", "web", "mcp", "agent", "llm")

#: How long what the parts said of themselves is taken for true, how long one may take to say it, and how long the first
#: who asks waits for that, in seconds.
FRESH_S, PROBE_S, FIRST_WAIT_S = 3.0, 2.0, 0.5


@dataclass(frozen=True, slots=True)
class Availability:
    """Whether a part works; if not, `code` says why for programs and `reason` for people."""

    available: bool
    code: Literal["ready", "switched_off", "not_yet", "not_ready"]
    reason: str


#: Says why a part cannot be used, in a language; None when it can. Cheap: loads nothing.
Probe = Callable[[str], Awaitable[str | None]]


def availability(
    settings: Settings, language: str = "en", problems: Mapping[str, str | None] | None = None
) -> dict[str, Availability]:
    """The state of every part of `SOURCES`, with the reasons in `language` ("en", "zh-hans", "zh-hant", "ja").

    `problems` maps the parts that this version has to why they cannot be used, None where they can.
    """
    phrases = phrases_for(language)
    problems = problems or {}
    states: dict[str, Availability] = {}
    for source in SOURCES:
        flag = f"enable_{source}"
        problem = problems.get(source)
        if not getattr(settings, flag, True):
            reason = phrases.say("availability.switched_off", setting=f"POKEQA_{flag.upper()}")
            states[source] = Availability(False, "switched_off", reason)
        elif source not in problems:
            states[source] = Availability(False, "not_yet", phrases.say("availability.not_yet"))
        elif problem is not None:
            states[source] = Availability(False, "not_ready", problem)
        else:
            states[source] = Availability(True, "ready", "")
    return states


class Board:
    """Keeps what the parts last said of themselves; asking it never waits for a part that is slow to answer."""

    def __init__(self, settings: Settings, probes: Mapping[str, Probe]) -> None:
        self._settings = settings
        self._probes = dict(probes)
        self._lock = threading.Lock()
        self._problems: dict[str, dict[str, str | None]] = {}
        self._asked: dict[str, float] = {}
        self._running: dict[str, threading.Thread] = {}

    def states(self, language: str) -> dict[str, Availability]:
        """The state of every part, at most some seconds old; a part that has not answered yet counts as usable."""
        first = language not in self._problems
        thread = self._refresh(language)
        if first and thread is not None:
            thread.join(FIRST_WAIT_S)
        with self._lock:
            known = dict(self._problems.get(language, {}))
        return availability(self._settings, language, dict.fromkeys(self._probes) | known)

    def _refresh(self, language: str) -> threading.Thread | None:
        """Ask the parts again in a thread, unless that was done just now."""
        with self._lock:
            running = self._running.get(language)
            if running is not None and running.is_alive():
                return running
            if time.monotonic() - self._asked.get(language, -FRESH_S) < FRESH_S:
                return None
            self._asked[language] = time.monotonic()
            thread = threading.Thread(target=self._ask, args=(language,), name="pokeqa-availability", daemon=True)
            self._running[language] = thread
            thread.start()
            return thread

    def _ask(self, language: str) -> None:
        problems = asyncio.run(self._answers(language))
        with self._lock:
            self._problems[language] = self._problems.get(language, {}) | problems

    async def _answers(self, language: str) -> dict[str, str | None]:
        async def one(probe: Probe) -> str | None:
            async with asyncio.timeout(PROBE_S):
                return await probe(language)

        answers = await asyncio.gather(*map(one, self._probes.values()), return_exceptions=True)
        problems: dict[str, str | None] = {}
        for name, answer in zip(self._probes, answers, strict=True):
            if isinstance(answer, PokeqaError):
                problems[name] = str(answer)
            elif isinstance(answer, TimeoutError):
                pass  # what it said before stays
            elif isinstance(answer, BaseException):
                logger.warning("The part %s could not say whether it works.", name, exc_info=answer)
            else:
                problems[name] = answer
        return problems
