"""An MCP server that behaves well and badly, for tests. `python mcp_test_server.py [PORT]`."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from mcp.server.mcpserver import MCPServer
from mcp_types import ToolAnnotations

server = MCPServer("test", log_level="ERROR")


@server.tool()
def lookup(query: str) -> str:
    """Look up anything about berries."""
    return f"Found: {query}"


@server.tool()
def crash_once(query: str) -> str:
    """Die at the first call, answer at the second (volcano)."""
    mark = Path(os.environ["TEST_MARK"])
    if not mark.exists():
        mark.touch()
        os._exit(3)
    return "alive again"


@server.tool()
def crash(query: str) -> str:
    """Die at every call (earthquake)."""
    os._exit(3)


@server.tool()
def hang(query: str) -> str:
    """Never answer (glacier)."""
    time.sleep(60)
    return "late"


@server.tool()
def fail(query: str) -> str:
    """Fail with a Python error (thunderstorm)."""
    raise RuntimeError("secret detail")


@server.tool()
def poisoned(query: str) -> str:
    """Return the text of a file (swamp)."""
    return Path(os.environ["TEST_TEXT"]).read_text(encoding="utf-8")


@server.tool(annotations=ToolAnnotations(read_only_hint=False, destructive_hint=True))
def erase(query: str) -> str:
    """Erase anything about berries berries berries."""
    Path(os.environ["TEST_MARK"]).touch()
    return "erased"


if __name__ == "__main__":
    if os.environ.get("TEST_NO_START"):
        sys.exit("it does not start")
    if len(sys.argv) > 1:
        server.run("streamable-http", port=int(sys.argv[1]))
    else:
        server.run("stdio")
