"""A server with the OpenAI interface that answers as a script says, also badly."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

#: Writes the response to one request.
Act = Callable[[asyncio.StreamWriter], Awaitable[None]]

SENTENCE = ("Mew ", "is a ", "Psychic type", ". [1]")


def chunk(text: str | None = None, finish: str | None = None, **more: Any) -> bytes:
    """One server-sent event as llama.cpp, vLLM and Ollama send it."""
    delta = {} if text is None else {"content": text}
    value = {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}], **more}
    return f"data: {json.dumps(value)}\n\n".encode()


USAGE = b'data: {"choices": [], "usage": {"prompt_tokens": 123, "completion_tokens": 7}}\n\n'
DONE = b"data: [DONE]\n\n"


def head(status: int = 200, media: str = "text/event-stream", **headers: str) -> bytes:
    """The beginning of a response whose end is the end of the connection."""
    lines = [f"HTTP/1.1 {status} X", f"Content-Type: {media}", "Connection: close"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def says(*parts: bytes, delay_s: float = 0.0) -> Act:
    """Send these bytes, one part after the other, and end the connection."""

    async def act(writer: asyncio.StreamWriter) -> None:
        for part in parts:
            writer.write(part)
            await writer.drain()
            if delay_s:
                await asyncio.sleep(delay_s)

    return act


def answers(*texts: str, finish: str = "stop") -> Act:
    """A proper answer."""
    return says(head(), *map(chunk, texts), chunk(finish=finish), USAGE, DONE)


def fails(status: int, message: str = "no", **headers: str) -> Act:
    """An error as the OpenAI interface tells it."""
    return says(head(status, "application/json", **headers), json.dumps({"error": {"message": message}}).encode())


def hangs(*first: bytes) -> Act:
    """Send this much, and then nothing any more."""

    async def act(writer: asyncio.StreamWriter) -> None:
        await says(*first)(writer)
        await asyncio.sleep(30)

    return act


def cut(*texts: str) -> Act:
    """A chunked stream whose connection ends in the middle."""

    async def act(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 X\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
        for text in texts:
            data = chunk(text)
            writer.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        await writer.drain()

    return act


@dataclass
class ScriptedServer:
    """The address, and what was asked: headers and bodies."""

    url: str
    asked: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)


@asynccontextmanager
async def scripted(*acts: Act) -> AsyncIterator[ScriptedServer]:
    """A server that performs one act a request; the last one for every further request."""
    script: Sequence[Act] = acts
    server = ScriptedServer("")
    tasks: set[asyncio.Task[Any]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        try:
            lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:] if line)}
            body = await reader.readexactly(int(headers.get("content-length", "0")))
            server.headers.append(headers)
            server.asked.append({"path": lines[0].split()[1], **json.loads(body)})
            await script[min(len(server.asked), len(script)) - 1](writer)
        except (ConnectionError, asyncio.CancelledError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()
            tasks.discard(task)

    listening = await asyncio.start_server(serve, "127.0.0.1", 0)
    server.url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}/v1"
    try:
        yield server
    finally:
        for task in list(tasks):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        listening.close()
