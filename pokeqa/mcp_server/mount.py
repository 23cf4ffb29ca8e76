"""PokéQA itself as an MCP server, inside its own API: the tool `ask` answers a question as the page does."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, Field

from .. import __version__
from ..events import Delta, Failed, Finished
from ..request import QUERY_MAX_CHARS, ChatBody, Locale, Meta

if TYPE_CHECKING:
    from fastapi import FastAPI

    from ..engine import Engine

PATH = "/mcp"


class Asked(BaseModel):
    """An answer: its Markdown text with `[n]` marks, the route it took, and what the marks point at."""

    answer: str
    route: str
    refs: dict[str, Any]


def mount_mcp(api: FastAPI, engine: Engine) -> None:
    """Serve `ask` at /mcp (streamable HTTP). Call it before the page is mounted at "/".

    Requests whose Host header names another machine than the one asked are refused when the app listens on this
    machine only, so that no page in a browser can reach it through a name of its own.
    """
    from mcp.server.mcpserver import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from mcp.server.transport_security import TransportSecuritySettings
    from mcp_types import ToolAnnotations

    server: MCPServer[Any] = MCPServer(
        "pokeqa", version=__version__, log_level="WARNING",
        instructions="Answers questions about Pokémon in English, Chinese and Japanese, with the rows they rest on.",
    )  # fmt: skip

    @server.tool(annotations=ToolAnnotations(read_only_hint=True, destructive_hint=False, open_world_hint=False))
    async def ask(
        question: Annotated[str, Field(min_length=1, max_length=QUERY_MAX_CHARS)],
        locale: Annotated[Locale, Field(description="The answer's language; auto: the question's.")] = "auto",
    ) -> Asked:
        """Ask a question about Pokémon in plain words, as on the page with every source switched off."""
        try:
            body = ChatBody(query=question, meta=Meta(locale=locale))
        except ValueError as error:
            raise ToolError("The question cannot be used: it is empty, too long, or has control characters.") from error
        text: list[str] = []
        async with aclosing(engine.ask(body)) as events:
            async for event in events:
                if isinstance(event, Delta):
                    text.append(event.text)
                elif isinstance(event, Failed):
                    raise ToolError(event.message)
                elif isinstance(event, Finished):
                    return Asked(answer="".join(text), route=event.route, refs=event.refs)
        raise ToolError("There was no answer. Ask again.")

    local = engine.settings.host in ("127.0.0.1", "localhost", "::1")
    hosts = ["127.0.0.1:*", "localhost:*", "[::1]:*"]
    security = TransportSecuritySettings(
        enable_dns_rebinding_protection=local,
        allowed_hosts=hosts,
        allowed_origins=[f"http://{host}" for host in hosts],
    )
    app = server.streamable_http_app(
        streamable_http_path=PATH, stateless_http=True, json_response=True, transport_security=security
    )
    api.router.routes.extend(app.routes)
    outer = api.router.lifespan_context

    @asynccontextmanager
    async def lifespan(owner: FastAPI) -> AsyncIterator[Any]:
        async with server.session_manager.run(), outer(owner) as state:
            yield state

    api.router.lifespan_context = lifespan
