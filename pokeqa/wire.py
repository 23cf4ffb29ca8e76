"""Events as lines: the newline-delimited JSON of the API and of `python -m pokeqa ask --json`."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from .events import AgentProgress, Delta, Event, Failed, Finished, Progress
from .request import Meta

MEDIA_TYPE = "application/x-ndjson"


class Wire:
    """The lines of one answer, numbered from 0."""

    def __init__(self, request_id: str, meta: Meta) -> None:
        self._request_id = request_id
        self._meta = meta.model_dump(mode="json")
        self._seq = 0

    def line(self, event: Event) -> str:
        """One event as one line of JSON, with its newline."""
        fields: dict[str, Any] = {"request_id": self._request_id, "seq": self._seq, **_fields(event)}
        fields["meta"] = self._meta
        self._seq += 1
        return json.dumps(fields, ensure_ascii=False, separators=(",", ":")) + "\n"


def _fields(event: Event) -> dict[str, Any]:
    match event:
        case Progress(status=status, message=message):
            return {"status": status, "response": ""} | ({} if message is None else {"message": message})
        case AgentProgress(message=message, agent=agent):
            return {"status": "searching", "response": "", "refs": {"agent": agent}, "message": message}
        case Delta(text=text):
            return {"status": "generating", "response": text}
        case Finished(route=route, refs=refs, trace=trace, message=message):
            fields = {"status": "finished", "response": "", "route": route, "refs": refs, "trace": trace}
            return fields | ({} if message is None else {"message": message})
        case Failed(code=code, message=message):
            return {"status": "error", "response": "", "code": code, "message": message}


async def lines(events: AsyncGenerator[Event, None], *, request_id: str, meta: Meta) -> AsyncGenerator[str, None]:
    """The whole answer: a line with status `init` first, then one for each event. Closing it closes `events`."""
    wire = Wire(request_id, meta)
    yield wire.line(Progress("init"))
    async with aclosing(events):
        async for event in events:
            yield wire.line(event)
