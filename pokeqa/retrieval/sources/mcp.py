"""MCP servers as an evidence source: a tool is chosen, called within a time limit, and its result is evidence.

What a tool returns is data: it is shown and quoted as plain text, and chooses no tool, no address and no argument.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import re
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...errors import SourceError
from ...pokedex.dataset import Dataset
from ...settings import Settings
from ..completion import Complete
from ..evidence import Evidence, SourceQuery, SourceResult
from ..mcp_choose import PokedexChooser, ToolCall, by_model, by_words, usable
from ..mcp_config import BUNDLED, ServerEntry, servers
from ..mcp_session import McpError, McpSession
from ..plain_text import plain

if TYPE_CHECKING:
    from mcp_types import CallToolResult, Tool

logger = logging.getLogger(__name__)

#: Of one tool's result, in characters.
RESULT_MAX_CHARS = 4000
_SDK_PREFIX = re.compile(r"^Error executing tool \S+: ")


class McpTimeoutError(McpError):
    """A server did not answer in time."""

    code = "mcp_timeout"


class McpSource:
    """The servers of `mcp.json` and the bundled one; each is started when it is first asked and kept open."""

    name = "mcp"
    supports_caching = False

    def __init__(self, settings: Settings, dataset: Dataset, complete: Complete | None = None) -> None:
        self._settings = settings
        self._complete = complete
        self._chooser = PokedexChooser(dataset)
        self._sessions: dict[str, tuple[ServerEntry, McpSession]] = {}

    def server_ids(self) -> tuple[str, ...]:
        """The ids that `meta.mcp_id` may name. Raises `McpConfigError` for a file that cannot be read."""
        return tuple(servers(self._settings))

    # ------------------------------------------------------------------ the source

    async def search(self, query: SourceQuery) -> SourceResult:
        """The results of the tools that a question calls for. Raises `McpError` when the server cannot be asked."""
        server_id = query.meta.mcp_id or BUNDLED
        session = self._session(server_id)
        began, ends = time.perf_counter(), time.monotonic() + self._settings.mcp_timeout_s
        tools = usable(await self._tools(session))
        calls = await self._choose(server_id, query, tools, ends)
        detail: dict[str, Any] = {"server": server_id, "tools": [tool.name for tool in tools]}
        if not calls:
            return SourceResult(
                message=f"No tool of the MCP server {server_id} fits the question. Name a Pokémon or a move, or set "
                "POKEQA_LLM_BASE_URL so that a language model chooses.",
                detail=detail,
            )
        results: list[Evidence] = []
        messages: list[str] = []
        for call in calls:
            try:
                result = await self._call(session, call, ends)
            except McpError as error:
                if not results:
                    raise
                messages.append(str(error))
                break
            text, structured = _text_of(result)
            if result.is_error:
                messages.append(
                    f"The tool {call.tool} answered: {_SDK_PREFIX.sub('', text) or 'an error without a text'}"
                )
            elif text:
                results.append(_evidence(server_id, call, text, structured))
        detail["calls"] = [{"tool": call.tool, "arguments": dict(call.arguments), "why": call.why} for call in calls]
        detail["ms"] = round((time.perf_counter() - began) * 1000, 1)
        if not results and not messages:
            messages.append(f"The tools of the MCP server {server_id} gave nothing.")
        return SourceResult(tuple(results), " ".join(messages) or None, detail=detail)

    async def available(self) -> str | None:
        """None when the servers' file can be read; no server is started for that."""
        try:
            self.server_ids()
        except SourceError as error:
            return str(error)
        return None

    async def close(self) -> None:
        """End the servers that were started."""
        sessions, self._sessions = self._sessions, {}
        for _, session in sessions.values():
            if session.belongs_here():
                await session.close()

    # ------------------------------------------------------------------ inside

    def _session(self, server_id: str) -> McpSession:
        entries = servers(self._settings)
        if server_id not in entries:
            raise McpError(f"There is no MCP server {server_id!r}. Use one of: {', '.join(entries)}.")
        entry = entries[server_id]
        known = self._sessions.get(server_id)
        if known is not None and known[0] == entry and known[1].belongs_here():
            return known[1]
        if known is not None and known[1].belongs_here():
            known[1].abandon()
        session = McpSession(server_id, entry)
        self._sessions[server_id] = (entry, session)
        return session

    async def _tools(self, session: McpSession) -> tuple[Tool, ...]:
        try:
            async with asyncio.timeout(self._settings.mcp_timeout_s):
                return await session.tools()
        except TimeoutError as error:
            raise McpTimeoutError(
                f"The MCP server {session.name} is still starting after {self._settings.mcp_timeout_s:g} s. Ask "
                f"again in a few seconds, or raise POKEQA_MCP_TIMEOUT_S."
            ) from error

    async def _choose(
        self, server_id: str, query: SourceQuery, tools: Sequence[Tool], ends: float
    ) -> tuple[ToolCall, ...]:
        names = {tool.name for tool in tools}
        if server_id == BUNDLED:
            calls = tuple(call for call in self._chooser.choose(query.understanding) if call.tool in names)
            if calls:
                return calls
        call: ToolCall | None = None
        if self._complete is not None and tools:
            try:
                async with asyncio.timeout(max(0.1, ends - time.monotonic())):
                    call = await by_model(query.text, tools, self._complete)
            except TimeoutError:
                logger.warning("The model did not choose a tool in time.")
        if call is None and server_id != BUNDLED:
            call = by_words(query.text, tools)
        return () if call is None else (call,)

    async def _call(self, session: McpSession, call: ToolCall, ends: float) -> CallToolResult:
        try:
            async with asyncio.timeout(max(0.1, ends - time.monotonic())):
                return await session.call(call.tool, call.arguments)
        except TimeoutError as error:
            session.abandon()
            raise McpTimeoutError(
                f"The MCP server {session.name} did not answer within {self._settings.mcp_timeout_s:g} s. It will be "
                f"started anew for the next question."
            ) from error


def _text_of(result: CallToolResult) -> tuple[str, dict[str, Any] | None]:
    """A result as plain text, and its structured content if it has any."""
    structured = result.structured_content if isinstance(result.structured_content, dict) else None
    if structured is not None and isinstance(structured.get("summary"), str):
        parts = [structured["summary"], str(structured.get("details") or "")]
        return plain("\n\n".join(part for part in parts if part), RESULT_MAX_CHARS), structured
    texts = [str(item.text) for item in result.content if getattr(item, "type", "") == "text"]  # type: ignore[union-attr]
    if not texts and structured is not None:
        texts = [json.dumps(structured, ensure_ascii=False)]
    return plain("\n".join(texts), RESULT_MAX_CHARS), structured


def _evidence(server_id: str, call: ToolCall, text: str, structured: dict[str, Any] | None) -> Evidence:
    arguments = json.dumps(dict(call.arguments), ensure_ascii=False, sort_keys=True)
    key = hashlib.sha256(f"{call.tool}\n{arguments}".encode()).hexdigest()[:12]
    metadata: dict[str, Any] = {"server": server_id, "tool": call.tool, "arguments": dict(call.arguments)}
    if structured is not None and len(json.dumps(structured)) <= 4 * RESULT_MAX_CHARS:
        metadata["structured"] = structured
    return Evidence(
        id=f"mcp/{server_id}/{call.tool}/{key}",
        source="mcp",
        title=f"{server_id}: {call.tool}",
        text=text,
        where=f"{server_id} · {call.tool}({plain(arguments, 200)})",
        metadata=metadata,
    )
