"""Everything that can be set, with its default and unit. Environment `POKEQA_*`, or a `.env` file."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path
from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from .errors import SettingsError


def _default_host() -> str:
    """Spaces runs the app in a container and reaches it from outside; at home only this machine may."""
    return "0.0.0.0" if os.environ.get("SPACE_ID") else "127.0.0.1"


class Settings(BaseSettings):
    """The settings of one process. Read once, never changed."""

    model_config = SettingsConfigDict(
        env_prefix="POKEQA_", env_file=".env", extra="ignore", frozen=True, env_ignore_empty=True
    )

    #: Address to listen on.
    host: str = Field(default_factory=_default_host)
    #: Port of the page and the API.
    port: int = Field(default=7860, ge=1, le=65535)
    #: Everything the app writes goes below this folder.
    data_dir: Path = Field(default_factory=lambda: user_data_path("pokeqa", appauthor=False))
    #: Folder of a compiled Pokédex; None: the one that comes with the project.
    dataset_dir: Path | None = None

    #: A source works only when its flag here AND the request ask for it.
    enable_knowledge_base: bool = True
    enable_graph: bool = True
    enable_web: bool = True
    enable_mcp: bool = True
    enable_agent: bool = True

    #: A typed query answers from this confidence on (0 to 1).
    shortcut_confidence: float = Field(default=0.8, ge=0.0, le=1.0)
    #: Requests that are answered at the same time; further ones wait.
    max_concurrent_requests: int = Field(default=16, ge=1)


def load_settings() -> Settings:
    """The settings of this process. Raises `SettingsError` with a sentence for each wrong value."""
    try:
        return Settings()
    except ValidationError as error:
        lines = [
            f"POKEQA_{'_'.join(str(part) for part in problem['loc']).upper()}: {problem['msg']}"
            for problem in error.errors()
        ]
        raise SettingsError("These settings cannot work. Correct or unset them: " + "; ".join(lines)) from error
