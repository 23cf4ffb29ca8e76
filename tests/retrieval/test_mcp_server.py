"""The bundled MCP server: its tools, its SQL and its transports."""

from __future__ import annotations

import os
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.server.mcpserver import MCPServer

from pokeqa.mcp_server.server import build_server
from pokeqa.mcp_server.sql import ServerReader, SqlError, SqliteReader, ensure_sqlite, load_server
from pokeqa.mcp_server.sql_guard import check
from pokeqa.pokedex.dataset import Dataset
from pokeqa.settings import Settings
from tests.retrieval.asking import cases

ROOT = Path(__file__).parents[2]
SQL = cases("sql.jsonl")
ALLOWED = [case["query"] for case in SQL if case["allowed"]]
REFUSED = [case["query"] for case in SQL if not case["allowed"]]


@pytest.fixture(scope="module")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("server")


@pytest.fixture(scope="module")
def reader(data_dir: Path, dataset: Dataset) -> SqliteReader:
    return SqliteReader(ensure_sqlite(data_dir, dataset), max_rows=100, timeout_s=1)


@pytest.fixture(scope="module")
def mcp_server(dataset: Dataset, data_dir: Path) -> MCPServer[Any]:
    return build_server(lambda: dataset, Settings(data_dir=data_dir))


async def call(server: MCPServer[Any], tool: str, **arguments: Any) -> Any:
    async with Client(server) as client:
        return await client.call_tool(tool, arguments)


# ---------------------------------------------------------------------- tools


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("pokemon", {"name": "Garchomp"}, "Dragon/Ground"),
        ("pokemon", {"name": "烈咬陆鲨", "attributes": ["speed"], "language": "zh-hans"}, "102"),
        ("pokemon", {"name": "Clefairy", "attributes": ["type"], "generation": 1}, "Normal"),
        ("move", {"name": "Fire Blast"}, "Fire-type special move"),
        ("type_matchup", {"attacking": "Ice", "defending": "Garchomp"}, "4×"),
        ("type_matchup", {"defending": "Water/Ground"}, "Grass"),
        ("evolution", {"name": "Eevee"}, "Vaporeon"),
        ("compare", {"names": ["Garchomp", "Salamence"], "attribute": "speed"}, "Garchomp is faster"),
        ("learnset", {"pokemon": "Pikachu", "move": "Surf"}, "Pikachu can learn Surf"),
        ("find_pokemon", {"types": ["Dragon"], "order_by": "speed", "limit": 1}, "Regidrago|Dragapult"),
    ],
)
async def test_a_tool_answers(mcp_server: MCPServer[Any], tool: str, arguments: dict[str, Any], words: str):
    result = await call(mcp_server, tool, **arguments)

    assert not result.is_error
    assert any(word in result.structured_content["summary"] for word in words.split("|"))
    assert result.structured_content["facts"]


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("pokemon", {"name": "Blorbo"}, "no Pokémon called"),
        ("pokemon", {"name": "Nidoran"}, "can mean several"),
        ("pokemon", {"name": "Pikachu", "attributes": ["colour of its soul"]}, "no attribute"),
        ("pokemon", {"name": "Pikachu", "generation": 15}, "no generation 15"),
        ("pokemon", {"name": "x" * 200}, "100 characters"),
        ("pokemon", {}, "name"),
        ("compare", {"names": ["Pikachu"], "attribute": "speed"}, "at least 2"),
        ("compare", {"names": ["Pikachu", "Raichu"], "attribute": "charm"}, "cannot be compared"),
        ("type_matchup", {}, "at least one side"),
        ("learnset", {}, "Name a Pokémon"),
        ("sql", {"query": "DROP TABLE pokemon"}, "not allowed"),
    ],
)
async def test_a_wrong_call_says_what_to_do(
    mcp_server: MCPServer[Any], tool: str, arguments: dict[str, Any], words: str
):
    result = await call(mcp_server, tool, **arguments)

    assert result.is_error
    assert words in result.content[0].text


async def test_every_tool_says_that_it_only_reads(mcp_server: MCPServer[Any]):
    async with Client(mcp_server) as client:
        tools = (await client.list_tools()).tools

    assert len(tools) >= 8
    assert all(tool.annotations and tool.annotations.read_only_hint for tool in tools)
    assert all(tool.description for tool in tools)


async def test_the_sql_tool_answers(mcp_server: MCPServer[Any]):
    result = await call(
        mcp_server, "sql", query="SELECT name FROM pokemon WHERE is_default = 1 ORDER BY speed DESC LIMIT 1"
    )

    assert result.structured_content == {"columns": ["name"], "rows": [["Regieleki"]], "more": False}


# ---------------------------------------------------------------------- SQL on SQLite


def test_there_are_enough_cases():
    assert len(REFUSED) >= 30


@pytest.mark.parametrize("query", ALLOWED)
def test_a_select_is_run(reader: SqliteReader, query: str):
    assert reader.run(query).columns


@pytest.mark.parametrize("query", REFUSED)
def test_anything_else_is_not_run(reader: SqliteReader, query: str):
    with pytest.raises(SqlError):
        reader.run(query)


def test_a_query_that_takes_too_long_is_stopped(reader: SqliteReader):
    began = time.monotonic()
    with pytest.raises(SqlError, match="longer than 1 s"):
        reader.run("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c")

    assert time.monotonic() - began < 3


def test_rows_are_limited(reader: SqliteReader):
    found = reader.run("SELECT id FROM moves")

    assert len(found.rows) == 100
    assert found.more


def test_long_values_are_cut(reader: SqliteReader):
    found = reader.run("SELECT group_concat(name) FROM moves")

    assert len(found.rows[0][0]) == 501


def test_the_file_is_left_as_it_was(reader: SqliteReader, data_dir: Path, dataset: Dataset):
    path = ensure_sqlite(data_dir, dataset)
    before = path.read_bytes()
    for query in REFUSED:
        with pytest.raises(SqlError):
            reader.run(query)

    assert path.read_bytes() == before
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_the_numbers_are_those_of_the_dataset(reader: SqliteReader, dataset: Dataset):
    assert reader.run("SELECT count(*) FROM pokemon").rows == ((len(dataset.pokemon),),)
    assert reader.run("SELECT factor FROM type_efficacy WHERE attacking = 'ice' AND defending = 'dragon'").rows == (
        (2.0,),
    )


# ---------------------------------------------------------------------- SQL on a server


@pytest.mark.parametrize("query", ALLOWED)
def test_the_guard_lets_a_select_pass(query: str):
    assert check(query) == query


@pytest.mark.parametrize("query", REFUSED)
def test_the_guard_refuses_anything_else(query: str):
    # An endless or a huge query is the server's to stop; everything else is stopped here.
    with pytest.raises(SqlError):
        check(query)


@pytest.fixture(scope="module", params=["POKEQA_TEST_MYSQL_URL", "POKEQA_TEST_POSTGRES_URL"])
def server_reader(request: pytest.FixtureRequest, dataset: Dataset) -> Iterator[ServerReader]:
    url = os.environ.get(request.param)
    if not url:
        pytest.skip(f"{request.param} is not set")
    load_server(url, dataset)
    reader = ServerReader(url, max_rows=100, timeout_s=1)
    yield reader
    reader.close()


@pytest.mark.services
class TestServer:
    @pytest.mark.parametrize("query", [case["query"] for case in SQL if case["allowed"] and not case.get("sqlite")])
    def test_it_answers_as_sqlite_does(self, server_reader: ServerReader, reader: SqliteReader, query: str):
        if "ORDER BY" in query:
            assert [list(map(float_or, row)) for row in server_reader.run(query).rows] == [
                list(map(float_or, row)) for row in reader.run(query).rows
            ]
        else:
            assert len(server_reader.run(query).rows) == len(reader.run(query).rows)

    def test_the_transaction_is_read_only(self, server_reader: ServerReader, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr("pokeqa.mcp_server.sql_guard.check", lambda query: query)
        monkeypatch.setattr("pokeqa.mcp_server.sql._one", lambda query: query)
        for query in ("DELETE FROM pokemon", "UPDATE pokemon SET name = 'x'", "INSERT INTO types (id) VALUES (99)"):
            # PostgreSQL reads through a cursor, which takes nothing but a query.
            with pytest.raises(SqlError, match=r"(?i)read.only|syntax error"):
                server_reader.run(query)

    def test_a_query_that_takes_too_long_is_stopped(self, server_reader: ServerReader):
        query = "SELECT count(*) FROM pokemon_moves a CROSS JOIN pokemon_moves b WHERE a.move_id * b.move_id > 5"
        began = time.monotonic()
        with pytest.raises(SqlError, match="longer than 1 s"):
            server_reader.run(query)

        assert time.monotonic() - began < 4

    def test_rows_are_limited(self, server_reader: ServerReader):
        found = server_reader.run("SELECT id FROM moves")

        assert (len(found.rows), found.more) == (100, True)


def float_or(value: Any) -> Any:
    try:
        return round(float(value), 4)
    except (TypeError, ValueError):
        return value


# ---------------------------------------------------------------------- transports


def environment(data_dir: Path) -> dict[str, str]:
    return {"PYTHONPATH": str(ROOT), "POKEQA_DATA_DIR": str(data_dir)}


async def test_it_serves_stdio(data_dir: Path):
    parameters = StdioServerParameters(
        command=sys.executable, args=["-m", "pokeqa.mcp_server"], env=environment(data_dir)
    )
    async with Client(parameters) as client:
        result = await client.call_tool("move", {"name": "冲浪", "language": "zh-hans"})

    assert "冲浪" in result.structured_content["summary"]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(port: int) -> None:
    for _ in range(400):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise AssertionError("the server did not start")


async def test_it_serves_http(data_dir: Path):
    port = free_port()
    process = subprocess.Popen(  # noqa: ASYNC220 - the test has nothing else to do
        [sys.executable, "-m", "pokeqa.mcp_server", "--http", str(port)],
        env={**os.environ, **environment(data_dir)}, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        wait_for(port)
        async with Client(f"http://127.0.0.1:{port}/mcp") as client:
            result = await client.call_tool("sql", {"query": "SELECT count(*) AS n FROM species"})
        assert result.structured_content["rows"] == [[1025]]
    finally:
        process.kill()
        process.wait()


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path, dataset: Dataset):
    (tmp_path / "sql").write_text("in the way")

    with pytest.raises(SqlError, match="POKEQA_DATA_DIR"):
        ensure_sqlite(tmp_path, dataset)


def test_a_database_of_another_kind_is_said():
    with pytest.raises(SqlError, match="must begin with"):
        ServerReader("sqlite:////etc/passwd", max_rows=1, timeout_s=1)


def test_the_file_can_be_read_by_any_program(data_dir: Path, dataset: Dataset):
    connection = sqlite3.connect(ensure_sqlite(data_dir, dataset))
    try:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    finally:
        connection.close()
