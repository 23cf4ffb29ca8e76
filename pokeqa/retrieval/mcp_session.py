"""One MCP server, kept open: started at the first call, started again after a crash, ended on `close`.

The SDK's client must be entered and left by the same task, so a task of its own keeps it open; calls come from any
task of the same event loop. Errors of the SDK arrive in nested exception groups: `first_cause` takes the cause out.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..errors import SourceError
from .mcp_config import ServerEntry

if TYPE_CHECKING:
    from mcp import Client
    from mcp_types import CallToolResult, Tool

logger = logging.getLogger(__name__)

#: Starting a server may take this long; a question does not wait for it to the end.
START_TIMEOUT_S = 60.0
#: A server that is told to end may take this long, and as long again after it is cancelled.
END_TIMEOUT_S = 8.0


class McpError(SourceError):
    """An MCP server cannot be started or asked."""

    code = "mcp_failed"


class _BrokenError(Exception):
    """The connection is gone; the call may be tried once more."""


class McpSession:
    """A server and its tools. Belongs to one event loop."""

    def __init__(self, name: str, entry: ServerEntry) -> None:
        self.name = name
        self._entry = entry
        self._keeper: asyncio.Task[None] | None = None
        self._ready: asyncio.Future[tuple[Client, tuple[Tool, ...]]] | None = None
        self._stop = asyncio.Event()
        # Servers given up but not yet ended: `close` waits for them, so that none outlives its event loop.
        self._leaving: set[asyncio.Task[None]] = set()
        self._loop = asyncio.get_running_loop()
        self.starts = 0

    def belongs_here(self) -> bool:
        """Whether the running event loop is the one that the session was made in."""
        return self._loop is asyncio.get_running_loop()

    async def tools(self) -> tuple[Tool, ...]:
        """The tools of the server, which is started if it is not running. Raises `McpError`."""
        return (await self._open())[1]

    async def call(self, tool: str, arguments: Mapping[str, Any]) -> CallToolResult:
        """A tool's result; a server that has died is started again once. Raises `McpError`."""
        for attempt in (1, 2):
            client, _ = await self._open()
            try:
                return await self._call(client, tool, arguments)
            except _BrokenError as error:
                await self.close()
                if attempt == 2:
                    raise McpError(f"The MCP server {self.name} ended while it was asked. Look at its log.") from error
                logger.warning("The MCP server %s ended; it is started again.", self.name)
        raise AssertionError("not reached")

    async def close(self) -> None:
        """End the server, and wait until it has ended (at most `END_TIMEOUT_S`)."""
        keeper, self._keeper, self._ready = self._keeper, None, None
        if keeper is not None:
            self._stop.set()
            self._leaving.add(keeper)
        if not self._leaving:
            return
        _, slow = await asyncio.wait(self._leaving, timeout=END_TIMEOUT_S)
        self._leaving.clear()
        for task in slow:
            task.cancel()
        if slow:
            await asyncio.wait(slow, timeout=END_TIMEOUT_S)

    def abandon(self) -> None:
        """Give up a server that did not answer in time, without waiting for its end; the next call gets a fresh one."""
        keeper, ready, self._keeper, self._ready = self._keeper, self._ready, None, None
        if keeper is None:
            return
        self._leaving.add(keeper)
        keeper.add_done_callback(self._leaving.discard)
        # The SDK ends a server in good order when its client is left, not when the task that holds it is cancelled.
        if ready is not None and ready.done():
            self._stop.set()
        else:
            keeper.cancel()

    # ------------------------------------------------------------------ inside

    async def _call(self, client: Client, tool: str, arguments: Mapping[str, Any]) -> CallToolResult:
        import anyio
        from mcp import MCPError

        keeper = self._keeper
        assert keeper is not None
        call = asyncio.ensure_future(client.call_tool(tool, dict(arguments)))
        try:
            await asyncio.wait({call, keeper}, return_when=asyncio.FIRST_COMPLETED)
            if not call.done():
                raise _BrokenError("the connection ended")
            return call.result()
        except (anyio.ClosedResourceError, anyio.BrokenResourceError, anyio.EndOfStream, ConnectionError) as error:
            raise _BrokenError(str(error)) from error
        except MCPError as error:
            if keeper.done() or "closed" in str(error).lower():
                raise _BrokenError(str(error)) from error
            raise McpError(f"The MCP server {self.name} refused the call: {error}.") from error
        except BaseExceptionGroup as group:
            raise _BrokenError(str(first_cause(group))) from group
        finally:
            if not call.done():
                call.cancel()

    async def _open(self) -> tuple[Client, tuple[Tool, ...]]:
        if self._keeper is None or self._keeper.done() or self._ready is None:
            self._stop = asyncio.Event()
            self._ready = self._loop.create_future()
            self._keeper = self._loop.create_task(self._keep(self._ready, self._stop), name=f"mcp-{self.name}")
            self.starts += 1
        return await asyncio.shield(self._ready)

    async def _keep(self, ready: asyncio.Future[tuple[Client, tuple[Tool, ...]]], stop: asyncio.Event) -> None:
        """Hold the client open until it is stopped or dies; the outcome of the start goes into `ready`."""
        try:
            # The SDK takes seconds to import: other questions go on meanwhile.
            await asyncio.to_thread(_import_sdk)
            async with asyncio.timeout(START_TIMEOUT_S) as limit, self._client() as client:
                tools = await _all_tools(client)
                limit.reschedule(None)
                ready.set_result((client, tools))
                await stop.wait()
        except asyncio.CancelledError:
            ready.cancel()
            raise
        except BaseException as error:
            cause = first_cause(error)
            if not ready.done():
                ready.set_exception(McpError(self._why(cause)))
                # Nobody may be waiting any more.
                ready.exception()
            else:
                logger.warning("The MCP server %s ended: %s", self.name, cause)
            if not isinstance(error, Exception):
                raise

    @contextlib.asynccontextmanager
    async def _client(self) -> AsyncIterator[Client]:
        from mcp import Client
        from mcp.client.stdio import StdioServerParameters
        from mcp.client.streamable_http import streamable_http_client

        entry = self._entry
        if entry.command is not None:
            parameters = StdioServerParameters(
                command=entry.command, args=list(entry.args), env=dict(entry.env), cwd=entry.cwd
            )
            async with Client(parameters) as client:
                yield client
            return
        assert entry.url is not None
        import httpx2

        async with (
            httpx2.AsyncClient(headers=dict(entry.headers), timeout=httpx2.Timeout(30.0, read=300.0)) as http,
            Client(streamable_http_client(entry.url, http_client=http)) as client,
        ):
            yield client

    def _why(self, cause: BaseException) -> str:
        entry, said = self._entry, str(cause) or type(cause).__name__
        if isinstance(cause, ImportError):
            return "MCP servers need the package mcp. Run `pip install mcp`."
        if isinstance(cause, FileNotFoundError):
            return f"The MCP server {self.name} cannot be started: there is no program {entry.command!r}. Install it."
        if isinstance(cause, TimeoutError):
            return f"The MCP server {self.name} did not start within {START_TIMEOUT_S:g} s. Look at its log."
        if entry.url is not None:
            return f"The MCP server {self.name} at {entry.url} does not answer ({said}). Start it."
        return f"The MCP server {self.name} ended while it was started ({said}). Look at its log."


def _import_sdk() -> None:
    """Load what a session uses of the SDK, so that importing it again costs nothing."""
    for module in ("mcp", "mcp.client.stdio", "mcp.client.streamable_http", "httpx2"):
        import_module(module)


async def _all_tools(client: Client) -> tuple[Tool, ...]:
    """Every tool, over all pages (at most 10 of them)."""
    tools: list[Tool] = []
    cursor: str | None = None
    for _ in range(10):
        page = await client.list_tools(cursor=cursor)
        tools += page.tools
        cursor = page.next_cursor
        if not cursor:
            break
    return tuple(tools)


def first_cause(error: BaseException) -> BaseException:
    """The error that everything began with: the first leaf of nested exception groups."""
    while isinstance(error, BaseExceptionGroup) and error.exceptions:
        error = error.exceptions[0]
    return error
