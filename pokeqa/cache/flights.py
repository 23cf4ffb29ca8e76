"""Single flight: identical questions that come while the first is being answered share its answer.

The work runs in a task of its own, which belongs to everybody who waits for it. It is cancelled when the last of
them is gone, and only then.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from ..events import Event


class Flight:
    """One answer on its way, and those who wait for it."""

    def __init__(self, work: Callable[[], AsyncGenerator[Event, None]], ended: Callable[[], None]) -> None:
        self._events: list[Event] = []
        self._error: BaseException | None = None
        self._done = False
        self._waiting = 0
        self._news = asyncio.Event()
        self._ended = ended
        self._task = asyncio.create_task(self._run(work))

    async def _run(self, work: Callable[[], AsyncGenerator[Event, None]]) -> None:
        try:
            async with aclosing(work()) as events:
                async for event in events:
                    self._events.append(event)
                    self._wake()
        except BaseException as error:
            self._error = error
            if not isinstance(error, Exception):
                raise
        finally:
            self._done = True
            self._ended()
            self._wake()

    def _wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    async def events(self) -> AsyncGenerator[Event, None]:
        """The events from the first on, as they come. Raises what the work raised."""
        self._waiting += 1
        seen = 0
        try:
            while True:
                while seen < len(self._events):
                    seen += 1
                    yield self._events[seen - 1]
                if self._done:
                    if self._error is not None:
                        raise self._error
                    return
                await self._news.wait()
        finally:
            self._waiting -= 1
            if self._waiting == 0 and not self._done:
                self._ended()  # from here on nobody may join
                self._task.cancel()
                await asyncio.wait([self._task])


class Flights:
    """The answers on their way, by what is asked."""

    def __init__(self) -> None:
        self._flights: dict[tuple[str, int], Flight] = {}

    def join(self, key: str, work: Callable[[], AsyncGenerator[Event, None]]) -> tuple[Flight, bool]:
        """The flight of a key, and whether it begins with this call."""
        place = (key, id(asyncio.get_running_loop()))
        flight = self._flights.get(place)
        if flight is not None:
            return flight, False

        def ended() -> None:
            if self._flights.get(place) is flight:
                del self._flights[place]

        flight = Flight(work, ended)
        self._flights[place] = flight
        return flight, True
