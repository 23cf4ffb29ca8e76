"""One visitor's conversation, kept on the server: the page shows it, and the engine gets it as history."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from ..events import SourceState
from ..request import TURN_MAX_CHARS, Turn

#: Exchanges that are remembered; more than the engine ever looks back (`Meta.history_round` is at most 20).
EXCHANGES_MAX = 40


@dataclass(slots=True)
class Exchange:
    """A question and what came of it. `text` is Markdown, `message` a sentence instead of or beside it.

    `sources` says of each evidence source what became of it (None while it is at work), and that in a sentence; `agent`
    is `refs.agent` as it stands, None outside agent mode.
    """

    question: str
    id: str = field(default_factory=lambda: secrets.token_hex(6))
    state: Literal["running", "finished", "failed", "stopped"] = "running"
    text: str = ""
    progress: str | None = None
    sources: dict[str, tuple[SourceState | None, str]] = field(default_factory=dict)
    message: str | None = None
    route: str | None = None
    refs: Mapping[str, Any] = field(default_factory=dict)
    trace: Sequence[Mapping[str, Any]] = ()
    agent: Mapping[str, Any] | None = None
    vote: Literal["good", "bad"] | None = None


class Conversation:
    """The exchanges of one visitor, oldest first, and the means to stop the one that is running."""

    def __init__(self) -> None:
        self.exchanges: list[Exchange] = []
        self._stop: asyncio.Event | None = None

    def begin(self, question: str) -> tuple[Exchange, asyncio.Event]:
        """A new exchange, and the event that stops it. One that is still running is stopped first."""
        self.stop()
        exchange = Exchange(question)
        self.exchanges.append(exchange)
        del self.exchanges[:-EXCHANGES_MAX]
        self._stop = asyncio.Event()
        return exchange, self._stop

    def stop(self) -> None:
        """Stop the running exchange, if there is one."""
        if self._stop is not None:
            self._stop.set()
            self._stop = None

    def clear(self) -> None:
        """Stop and forget everything."""
        self.stop()
        self.exchanges.clear()

    def find(self, exchange_id: object) -> Exchange | None:
        """The exchange with this id, if it is remembered."""
        return next((one for one in self.exchanges if one.id == exchange_id), None)

    def history(self, before: Exchange | None = None) -> list[Turn]:
        """The completed exchanges as turns, oldest first; those before one of them, if it is given."""
        turns: list[Turn] = []
        for exchange in self.exchanges:
            if exchange is before:
                break
            if exchange.state == "finished":
                turns.append(Turn(role="user", content=exchange.question[:TURN_MAX_CHARS]))
                turns.append(Turn(role="assistant", content=exchange.text[:TURN_MAX_CHARS]))
        return turns
