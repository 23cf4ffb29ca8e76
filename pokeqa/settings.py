"""Everything that can be set, with its default and unit. Environment `POKEQA_*`, or a `.env` file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

from platformdirs import user_data_path
from pydantic import Field, SecretStr, ValidationError
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

    #: A Milvus server (http://HOST:19530) or a folder ending in .db; None: `milvus.db` in the data folder.
    milvus_uri: str | None = None
    #: A Milvus server's token ("user:password" or an API key).
    milvus_token: SecretStr | None = None
    #: `auto`, `packaged`, or the name or folder of a sentence-transformers model that is on this disk.
    embed_model: str = Field(default="auto", min_length=1)
    #: A sentence-transformers cross-encoder on this disk; None: rerank by the scores there are.
    rerank_model: str | None = None
    #: How long a question waits for the knowledge base.
    kb_timeout_s: float = Field(default=10.0, gt=0)
    #: Whether whoever opens the page may create, fill and delete knowledge bases.
    kb_editable: bool = True
    #: Limits of uploads: a file's size, its text, a base's documents, and how many bases there are.
    kb_file_max_mb: float = Field(default=20.0, gt=0)
    kb_text_max_chars: int = Field(default=2_000_000, ge=1)
    kb_documents_max: int = Field(default=5000, ge=1)
    kb_bases_max: int = Field(default=100, ge=1)

    #: Which answers are kept: "careful" only those without history and sources, "versioned" also those of the knowledge
    #: base and the graph, under the content versions that they rest on.
    cache_policy: Literal["careful", "versioned"] = "versioned"
    #: Where caches are kept: this machine's disk (below the data folder), or only this process's memory.
    cache_store: Literal["disk", "memory"] = "disk"
    #: A Redis server (redis://HOST:6379/0) in place of the disk, for several machines.
    redis_url: SecretStr | None = None
    #: The size at which a cache drops its oldest entries.
    cache_max_mb: float = Field(default=256.0, ge=1)
    #: The part of it that this process keeps in memory; 0: none.
    cache_memory_mb: float = Field(default=32.0, ge=0)
    #: How long an answer may be served; 0: not at all.
    cache_expire_s: float = Field(default=7 * 24 * 3600.0, ge=0)
    #: Everything that is stored and evicted is also written here, for audit: sqlite:///FILE, postgresql:// or mysql://.
    cache_archive_url: SecretStr | None = None
    #: What changes to kept answers and plans ask for; None: `POST /cache/invalidate` is off, and the page allows them
    #: only where the app listens on this machine alone.
    admin_token: SecretStr | None = None

    #: Plans of agent mode that worked: "automatic" uses them again at once, "review" once one is approved, "off"
    #: keeps none.
    plans_review: Literal["automatic", "review", "off"] = "automatic"
    #: Where they are kept, for several machines: postgresql://…; None: `plans.db` in the data folder.
    plans_url: SecretStr | None = None
    #: How many are kept; those of least worth go first.
    plans_max: int = Field(default=500, ge=1)

    #: A typed query answers from this confidence on (0 to 1).
    shortcut_confidence: float = Field(default=0.8, ge=0.0, le=1.0)
    #: Requests that are answered at the same time; further ones wait.
    max_concurrent_requests: int = Field(default=16, ge=1)

    #: Graph: a Neo4j server in place of the embedded engine, and its login.
    neo4j_uri: str | None = Field(default=None, pattern=r"^(bolt|neo4j)(\+s|\+ssc)?://.+$")
    neo4j_user: str = "neo4j"
    neo4j_password: SecretStr | None = None
    #: All graph queries of one question together may take this long; so may the wait for the first build.
    graph_timeout_s: float = Field(default=5.0, gt=0)
    #: Rows that one graph query may give.
    graph_max_rows: int = Field(default=50, ge=1, le=1000)

    #: MCP servers, in the format of other MCP hosts; None: `mcp.json` below the data folder, if there is one.
    mcp_config: Path | None = None
    #: One question may keep an MCP server busy for this long, starting it included.
    mcp_timeout_s: float = Field(default=10.0, gt=0)
    #: The SQL tool of the bundled server asks this database instead of its own file: mysql://… or postgresql://…
    mcp_sql_url: SecretStr | None = None
    #: Limits of the SQL tool.
    mcp_sql_timeout_s: float = Field(default=2.0, gt=0)
    mcp_sql_max_rows: int = Field(default=100, ge=1, le=10_000)

    #: Names ("name", separated by commas) that the app's own MCP server at /mcp may be asked by; "": this machine's own
    #: names where the app listens on this machine only, else any.
    mcp_allow_hosts: str = ""

    #: Web search: "ddgs" needs no key, "searxng" needs `web_search_url`, "tavily" needs `tavily_api_key`; "auto" takes
    #: the first of searxng, tavily and ddgs that is set up.
    web_provider: Literal["auto", "ddgs", "searxng", "tavily"] = "auto"
    web_search_url: str | None = Field(default=None, pattern=r"^https?://.+$")
    tavily_api_key: SecretStr | None = None
    #: One question may search and read pages for this long.
    web_timeout_s: float = Field(default=10.0, gt=0)
    #: Pages that are read for one question.
    web_pages: int = Field(default=3, ge=0, le=10)
    #: A page larger than this is not read, in bytes.
    web_page_max_bytes: int = Field(default=2 * 1024 * 1024, ge=1024)
    #: Hosts ("name" or "name:port", separated by commas) that may have private addresses: a search of your own.
    web_allow_hosts: str = ""

    #: The language model: "auto" asks the server at `llm_base_url` if that is set, "local" the GGUF file at `llm_path`,
    #: "off" none. Without one, answers are quoted from the sources.
    llm: Literal["auto", "local", "off"] = "auto"
    #: A server with the OpenAI interface (its address usually ends in /v1), the model's name there, and the key.
    llm_base_url: str | None = Field(default=None, pattern=r"^https?://.+$")
    llm_model: str | None = None
    llm_api_key: SecretStr | None = None
    #: A GGUF file, for "local".
    llm_path: Path | None = None
    #: How long the model may be silent, before its first word and between two; and how long a whole answer may take.
    llm_timeout_s: float = Field(default=30.0, gt=0)
    llm_total_timeout_s: float = Field(default=120.0, gt=0)
    #: Longest answer, and the evidence that the model is shown, in tokens.
    llm_max_tokens: int = Field(default=700, ge=16)
    llm_evidence_tokens: int = Field(default=2500, ge=100)
    llm_temperature: float = Field(default=0.0, ge=0.0, le=2.0)

    #: Agent mode: steps that are carried out for one question, seconds for all of them, tokens of language models.
    agent_steps_max: int = Field(default=16, ge=1, le=24)
    agent_time_s: float = Field(default=60.0, gt=0)
    agent_tokens_max: int = Field(default=12_000, ge=0)
    #: A language model on the same server that makes the plans; None: the one that writes.
    planner_model: str | None = None
    #: How long a language model may take for a plan; then the rules plan.
    planner_timeout_s: float = Field(default=30.0, gt=0)
    #: Who plans first where there is a language model: "rules" leaves to it what the rules cannot take apart, "llm"
    #: asks it always; "auto": "llm" where `planner_model` is set.
    planner: Literal["auto", "rules", "llm"] = "auto"


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
