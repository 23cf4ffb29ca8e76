"""The MCP servers that can be asked: `mcp.json`, in the format of other MCP hosts, and the bundled server.

    {"mcpServers": {
        "files":   {"command": "npx", "args": ["-y", "some-server"], "env": {"KEY": "${KEY}"}},
        "company": {"url": "https://mcp.example.com/mcp", "headers": {"Authorization": "Bearer ${TOKEN}"}}}}

`${NAME}` is the environment's value. The bundled server has the id "pokedex" unless the file gives that id to another.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from ..errors import SourceError
from ..settings import Settings

BUNDLED = "pokedex"
FILE = "mcp.json"
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
_VARIABLE = re.compile(r"\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)\}")


class McpConfigError(SourceError):
    """`mcp.json` cannot be read, or an entry of it cannot work."""

    code = "mcp_config"


class ServerEntry(BaseModel):
    """One server: a command to start (stdio), or an address (streamable HTTP). Keys of other hosts are ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    command: str | None = None
    args: tuple[str, ...] = ()
    env: dict[str, str] = Field(default_factory=dict)
    cwd: str | None = None
    url: str | None = Field(default=None, pattern=r"^https?://.+$")
    headers: dict[str, str] = Field(default_factory=dict)
    disabled: bool = False

    @model_validator(mode="after")
    def _one_way(self) -> ServerEntry:
        if (self.command is None) == (self.url is None):
            raise ValueError("it needs either `command` or `url`")
        return self


def servers(settings: Settings) -> dict[str, ServerEntry]:
    """The servers by id, the bundled one first. Raises `McpConfigError` with what to correct."""
    found = {BUNDLED: _bundled(settings)}
    path = settings.mcp_config or settings.data_dir / FILE
    if settings.mcp_config is None and not path.exists():
        return found
    for name, raw in _read(path).items():
        if not _ID.fullmatch(name):
            raise McpConfigError(f"{path}: the id {name!r} cannot be used. Write letters, digits, '-', '_' and '.'.")
        try:
            entry = ServerEntry.model_validate(_expanded(raw))
        except ValidationError as error:
            problem = error.errors()[0]
            where = ".".join(str(part) for part in problem["loc"])
            raise McpConfigError(
                f"{path}: the server {name!r} cannot be used: {where} {problem['msg']}. Correct the file.".replace(
                    "  ", " "
                )
            ) from error
        if entry.disabled:
            found.pop(name, None)
        else:
            found[name] = entry
    return found


def _read(path: Path) -> Mapping[str, Any]:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise McpConfigError(f"{path} cannot be read ({error.strerror}). Correct POKEQA_MCP_CONFIG.") from error
    except ValueError as error:
        raise McpConfigError(f"{path} is not valid JSON: {error}. Correct it.") from error
    listing = content.get("mcpServers") if isinstance(content, dict) else None
    if not isinstance(listing, dict):
        raise McpConfigError(f'{path} must hold {{"mcpServers": {{id: {{…}}}}}}. Correct it.')
    return listing


def _expanded(value: Any) -> Any:
    """The value with `${NAME}` replaced in every text; an unset variable is empty."""
    if isinstance(value, str):
        return _VARIABLE.sub(lambda match: os.environ.get(match.group(1), ""), value)
    if isinstance(value, dict):
        return {key: _expanded(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_expanded(item) for item in value]
    return value


def _bundled(settings: Settings) -> ServerEntry:
    """The server of this project, started with this program's Python and settings."""
    root = str(Path(__file__).resolve().parents[2])
    env = {
        "PYTHONPATH": os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH")))),
        "PYTHONUNBUFFERED": "1",
        "POKEQA_DATA_DIR": str(settings.data_dir),
        "POKEQA_MCP_SQL_TIMEOUT_S": str(settings.mcp_sql_timeout_s),
        "POKEQA_MCP_SQL_MAX_ROWS": str(settings.mcp_sql_max_rows),
    }
    if settings.dataset_dir is not None:
        env["POKEQA_DATASET_DIR"] = str(settings.dataset_dir)
    if settings.mcp_sql_url is not None:
        env["POKEQA_MCP_SQL_URL"] = settings.mcp_sql_url.get_secret_value()
    return ServerEntry(command=sys.executable, args=("-m", "pokeqa.mcp_server"), env=env)
