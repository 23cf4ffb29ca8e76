"""The bundled MCP server: the tools, as the protocol shows them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from pydantic import BaseModel, Field

from .. import __version__
from ..errors import PokeqaError
from ..pokedex.dataset import Dataset
from ..settings import Settings
from .answers import Filters, Language, PokedexTools, Told
from .sql import ServerReader, SqliteReader, SqlReader, ensure_sqlite
from .tables import describe

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

T = TypeVar("T")

SERVER_NAME = "pokedex"
INSTRUCTIONS = (
    "Facts about Pokémon from a compiled Pokédex: species, forms, types, stats, abilities, moves, evolutions. Names "
    "are understood in English, Chinese, Japanese and more. Everything is read-only."
)

Name = Annotated[str, Field(min_length=1, max_length=100)]
Generation = Annotated[int | None, Field(ge=1, le=20, description="Facts as of this generation; left out: today's.")]
Tongue = Annotated[Language, Field(description="The language of the answer.")]


class Table(BaseModel):
    """The rows of a SQL query; `more` tells whether the row limit cut some off."""

    columns: list[str]
    rows: list[list[Any]]
    more: bool


class _Lazy:
    """What the tools need, loaded at the first call: a client gets its list of tools at once."""

    def __init__(self, dataset: Callable[[], Dataset], settings: Settings) -> None:
        self._load = dataset
        self._settings = settings
        self._lock = asyncio.Lock()
        self._tools: PokedexTools | None = None
        self._reader: SqlReader | None = None

    async def tools(self) -> PokedexTools:
        async with self._lock:
            if self._tools is None:
                self._tools = await asyncio.to_thread(lambda: PokedexTools(self._load()))
            return self._tools

    async def reader(self) -> SqlReader:
        async with self._lock:
            if self._reader is None:
                self._reader = await asyncio.to_thread(self._open)
            return self._reader

    def _open(self) -> SqlReader:
        settings = self._settings
        limits: dict[str, Any] = {"max_rows": settings.mcp_sql_max_rows, "timeout_s": settings.mcp_sql_timeout_s}
        if settings.mcp_sql_url is not None:
            return ServerReader(settings.mcp_sql_url.get_secret_value(), **limits)
        return SqliteReader(ensure_sqlite(settings.data_dir, self._load()), **limits)


def build_server(dataset: Callable[[], Dataset], settings: Settings) -> MCPServer[Any]:
    """The server; `dataset` is called once, at the first call of a tool."""
    from mcp.server.mcpserver import MCPServer
    from mcp_types import ToolAnnotations

    server: MCPServer[Any] = MCPServer(SERVER_NAME, instructions=INSTRUCTIONS, version=__version__, log_level="WARNING")
    lazy = _Lazy(dataset, settings)
    reads = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)

    async def run(work: Callable[[PokedexTools], T]) -> T:
        tools = await lazy.tools()
        return await _or_tool_error(lambda: work(tools))

    @server.tool(annotations=reads)
    async def pokemon(
        name: Name,
        attributes: Annotated[list[str], Field(max_length=20, description="Such as type, stats, ability.")] = [],  # noqa: B006 - the schema's default
        generation: Generation = None,
        language: Tongue = "en",
    ) -> Told:
        """Facts about one Pokémon: its types, base stats, abilities, weaknesses, or the attributes asked for."""
        return await run(lambda tools: tools.pokemon(name, attributes, generation, language))

    @server.tool(annotations=reads)
    async def move(name: Name, generation: Generation = None, language: Tongue = "en") -> Told:
        """Facts about one move: type, class, power, accuracy, PP."""
        return await run(lambda tools: tools.move(name, generation, language))

    @server.tool(annotations=reads)
    async def type_matchup(
        attacking: Annotated[str | None, Field(description="A type, a move or a Pokémon.")] = None,
        defending: Annotated[str | None, Field(description='A type, two ("Water/Ground"), or a Pokémon.')] = None,
        generation: Generation = None,
        language: Tongue = "en",
    ) -> Told:
        """How hard an attack hits a defence; with one side left out, everything about the other."""
        return await run(lambda tools: tools.matchup(attacking, defending, generation, language))

    @server.tool(annotations=reads)
    async def evolution(name: Name, language: Tongue = "en") -> Told:
        """The evolution family of one Pokémon, with how each step goes."""
        return await run(lambda tools: tools.evolution(name, language))

    @server.tool(annotations=reads)
    async def compare(
        names: Annotated[list[str], Field(min_length=2, max_length=6)],
        attribute: Annotated[str, Field(description="total, hp, attack, ..., speed, height or weight.")] = "total",
        language: Tongue = "en",
    ) -> Told:
        """Which of two to six Pokémon has most of an attribute."""
        return await run(lambda tools: tools.compare(names, attribute, language))

    @server.tool(annotations=reads)
    async def learnset(pokemon: str | None = None, move: str | None = None, language: Tongue = "en") -> Told:
        """Whether and how a Pokémon learns a move; with one of the two, its moves or the move's learners."""
        return await run(lambda tools: tools.learnset(pokemon, move, language))

    @server.tool(annotations=reads)
    async def find_pokemon(
        types: Annotated[list[str], Field(max_length=2)] = [],  # noqa: B006 - the schema's default
        ability: str | None = None,
        learns: Annotated[list[str], Field(max_length=4, description="Moves.")] = [],  # noqa: B006 - the schema's default
        resists: Annotated[str | None, Field(description="A type it takes less from.")] = None,
        weak_to: Annotated[str | None, Field(description="A type it takes more from.")] = None,
        immune_to: Annotated[str | None, Field(description="A type it takes nothing from.")] = None,
        egg_group: str | None = None,
        generation: Annotated[int | None, Field(ge=1, le=20, description="Introduced in this generation.")] = None,
        legendary: bool = False,
        order_by: Annotated[str | None, Field(description="total, hp, attack, ..., speed, height or weight.")] = None,
        descending: bool = True,
        limit: Annotated[int, Field(ge=1, le=100)] = 20,
        language: Tongue = "en",
    ) -> Told:
        """The Pokémon that fulfil every filter given, counted and listed, or ranked by an attribute."""
        filters = Filters(
            types=types, ability=ability, learns=learns, resists=resists, weak_to=weak_to, immune_to=immune_to,
            egg_group=egg_group, generation=generation, legendary=legendary, order_by=order_by, descending=descending,
            limit=limit,
        )  # fmt: skip
        return await run(lambda tools: tools.find(filters, language))

    async def sql(query: Annotated[str, Field(min_length=1, max_length=5000)]) -> Table:
        reader = await _or_error(lazy.reader())
        found = await _or_tool_error(lambda: reader.run(query))
        return Table(columns=list(found.columns), rows=[list(row) for row in found.rows], more=found.more)

    server.tool(
        annotations=reads,
        description="One read-only SELECT on the dataset. Rows and time are limited. Names are in `name` (English) and "
        f"`name_zh`. Tables:\n{describe()}",
    )(sql)
    return server


async def _or_tool_error(work: Callable[[], T]) -> T:
    """Run in a thread; an error of ours becomes the tool's answer."""
    return await _or_error(asyncio.to_thread(work))


async def _or_error(work: Awaitable[T]) -> T:
    from mcp.server.mcpserver.exceptions import ToolError

    try:
        return await work
    except PokeqaError as error:
        raise ToolError(str(error)) from error
