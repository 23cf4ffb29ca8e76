"""PokéQA itself as an MCP server, inside its own API: the tool `ask` answers a question as the page does.

Nothing of the MCP SDK is loaded before the first request comes to `/mcp`. Each request stands for itself: no session is
kept, so several processes behind one address serve the same client.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlsplit

from pydantic import BaseModel, Field
from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .. import __version__
from ..events import Delta, Event, Failed, Finished
from ..request import QUERY_MAX_CHARS, ChatBody, Locale, Meta
from ..settings import Settings

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

logger = logging.getLogger(__name__)

PATH = "/mcp"
BODY_MAX_BYTES = 64 * 1024
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
#: How long the end of the server is waited for when the app ends.
END_TIMEOUT_S = 3.0

#: The events of one question, as the API answers it: in turn with every other request.
Ask = Callable[[ChatBody], AsyncGenerator[Event, None]]


class Asked(BaseModel):
    """An answer: its Markdown text with `[n]` marks, the route it took, and what the marks point at."""

    answer: str
    route: str
    refs: dict[str, Any]
    message: str | None = None


class McpEndpoint:
    """The ASGI app behind `/mcp` (streamable HTTP). Belongs to the event loop of its first request."""

    def __init__(self, ask: Ask, settings: Settings) -> None:
        self._ask = ask
        #: The names that requests may be sent to; empty: any, because nobody said how this machine is called.
        self._names = {name.strip().lower() for name in settings.mcp_allow_hosts.split(",") if name.strip()}
        if settings.host in LOOPBACK:
            self._names |= LOOPBACK
        self._keeper: asyncio.Task[None] | None = None
        self._ready: asyncio.Future[ASGIApp] | None = None
        self._stop = asyncio.Event()

    def route(self) -> Route:
        """Where the endpoint lies. Add it before the page is mounted at "/"."""
        return Route(PATH, endpoint=self)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; the work on it ends when the client is gone."""
        refused = self._refused(scope)
        if refused is not None:
            await refused(scope, receive, send)
            return
        body = await _read(receive)
        if body is None:
            await _error(413, f"The body is larger than {BODY_MAX_BYTES // 1024} KiB. Shorten it.")(
                scope, receive, send
            )
            return
        handler = await self._handler()
        answering = asyncio.ensure_future(handler(scope, _again(body), send))
        leaving = asyncio.ensure_future(_gone(receive))
        try:
            await asyncio.wait({answering, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if answering.done():
                answering.result()
        finally:
            for task in (answering, leaving):
                task.cancel()
            await asyncio.gather(answering, leaving, return_exceptions=True)

    async def close(self) -> None:
        """End the server, if it was ever started."""
        if self._keeper is None:
            return
        self._stop.set()
        _, slow = await asyncio.wait({self._keeper}, timeout=END_TIMEOUT_S)
        if slow:
            self._keeper.cancel()
            await asyncio.wait(slow, timeout=END_TIMEOUT_S)
        self._keeper = self._ready = None

    # ------------------------------------------------------------------ inside

    def _refused(self, scope: Scope) -> JSONResponse | None:
        """What is said to a request that is not let through; None for every other.

        A page in a browser may only ask the origin that it came from, and only by a name of this server: it could
        otherwise give the server a name of its own (DNS rebinding).
        """
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        if self._names and _name(host) not in self._names:
            return _error(421, f"This server is not known as {_name(host)[:100]!r}. Use another of its names, or add "
                          "this one to POKEQA_MCP_ALLOW_HOSTS.")  # fmt: skip
        if origin is not None:
            there = origin.partition("://")[2]
            same = _name(there) in self._names if self._names else there in (host, headers.get("x-forwarded-host"))
            if not same:
                return _error(403, "Pages of another origin may not ask here.")
        if scope["method"] != "POST":
            return _error(405, "MCP messages are sent by POST; no stream is kept open here.", {"Allow": "POST"})
        return None

    async def _handler(self) -> ASGIApp:
        """The SDK's app, started by the first request; a start that failed is tried again by the next."""
        if self._keeper is None or self._ready is None or self._keeper.done():
            self._stop = asyncio.Event()
            self._ready = asyncio.get_running_loop().create_future()
            self._keeper = asyncio.create_task(self._keep(self._ready, self._stop), name="mcp-endpoint")
        return await asyncio.shield(self._ready)

    async def _keep(self, ready: asyncio.Future[ASGIApp], stop: asyncio.Event) -> None:
        """Hold the SDK's session manager open: it has to be entered and left by the same task."""
        try:
            server = await asyncio.to_thread(build_app_server, self._ask)  # importing the SDK takes a while
            server.streamable_http_app(
                streamable_http_path=PATH, stateless_http=True, json_response=True, host="",
                max_request_body_size=BODY_MAX_BYTES,
            )  # fmt: skip
            manager = server.session_manager
            async with manager.run():
                ready.set_result(manager.handle_request)
                await stop.wait()
        except Exception as error:
            if ready.done():
                raise
            ready.set_exception(error)
            ready.exception()  # nobody may be waiting any more
            logger.exception("The MCP server at %s cannot be started.", PATH)
        finally:
            ready.cancel()


def build_app_server(ask: Ask) -> MCPServer[Any]:
    """The server with its one tool. Imports the SDK."""
    from mcp.server.mcpserver import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from mcp_types import ToolAnnotations

    logging.getLogger("mcp").setLevel(logging.WARNING)  # else it says something of every request
    server: MCPServer[Any] = MCPServer(
        "pokeqa", version=__version__, log_level="WARNING",
        instructions="Answers questions about Pokémon in English, Chinese and Japanese, with what they rest on.",
    )  # fmt: skip

    async def answer(
        question: Annotated[str, Field(min_length=1, max_length=QUERY_MAX_CHARS)],
        locale: Annotated[Locale, Field(description="The answer's language; auto: the question's.")] = "auto",
        knowledge_base: Annotated[
            str | None,
            Field(description='Also search this knowledge base; "pokedex" is the built-in one, on rules of the games.'),
        ] = None,
        graph: Annotated[bool, Field(description="Also search the graph of evolutions, moves and groups.")] = False,
        web: Annotated[bool, Field(description="Also search the web.")] = False,
    ) -> Asked:
        """Ask a question about Pokémon in plain words; sources are asked only for what the Pokédex does not know."""
        try:
            meta = Meta(locale=locale, db_id=knowledge_base, use_graph=graph, use_web=web)
            body = ChatBody(query=question, meta=meta)
        except ValueError as error:
            raise ToolError(
                "The question cannot be used: it is empty, too long or has control characters, or the knowledge base's "
                "id has other characters than a-z, 0-9, - and _."
            ) from error
        text: list[str] = []
        async with aclosing(ask(body)) as events:
            async for event in events:
                if isinstance(event, Delta):
                    text.append(event.text)
                elif isinstance(event, Failed):
                    raise ToolError(event.message)
                elif isinstance(event, Finished):
                    return Asked(answer="".join(text), route=event.route, refs=event.refs, message=event.message)
        raise ToolError("There was no answer. Ask again.")

    annotations = ToolAnnotations(read_only_hint=True, destructive_hint=False, open_world_hint=True)
    server.tool(name="ask", annotations=annotations)(answer)
    return server


async def _read(receive: Receive) -> bytes | None:
    """The body of a request; None for one that is too large."""
    body = bytearray()
    while True:
        message = await receive()
        body += message.get("body", b"")
        if len(body) > BODY_MAX_BYTES:
            return None
        if not message.get("more_body", False):
            return bytes(body)


def _again(body: bytes) -> Receive:
    """A `receive` that gives a body that was read already, and then waits."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Message:
        if not messages:
            await asyncio.Event().wait()
        return messages.pop()

    return receive


async def _gone(receive: Receive) -> None:
    """Returns when the client has left."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _name(netloc: str) -> str:
    """The name in "name:port", in lower case; "" for what is no such thing."""
    try:
        return (urlsplit(f"//{netloc}").hostname or "").lower()
    except ValueError:
        return ""


def _error(status: int, message: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """A refusal as JSON-RPC has it, for a request that was not read."""
    error = {"code": -32600, "message": message}
    return JSONResponse({"jsonrpc": "2.0", "id": None, "error": error}, status, headers)
