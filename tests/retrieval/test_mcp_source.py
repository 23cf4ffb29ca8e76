"""The MCP client as an evidence source, with real servers over stdio and HTTP."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from pokeqa.pokedex.dataset import Dataset
from pokeqa.retrieval.mcp_choose import by_model, by_words, fits
from pokeqa.retrieval.mcp_config import McpConfigError, servers
from pokeqa.retrieval.mcp_session import McpError, first_cause
from pokeqa.retrieval.plain_text import plain
from pokeqa.retrieval.sources.mcp import McpSource, McpTimeoutError
from pokeqa.settings import Settings
from tests.retrieval.asking import Asking, cases

SERVER = Path(__file__).parent / "mcp_test_server.py"


@pytest.fixture(scope="module")
def asking(dataset: Dataset) -> Asking:
    return Asking(dataset)


@pytest.fixture(scope="module")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("mcp")


def config(folder: Path, **entries: dict[str, Any]) -> Path:
    path = folder / "mcp.json"
    path.write_text(json.dumps({"mcpServers": entries}), encoding="utf-8")
    return path


@pytest.fixture
async def source(tmp_path: Path, data_dir: Path, dataset: Dataset) -> AsyncIterator[McpSource]:
    env = {"TEST_MARK": str(tmp_path / "mark"), "TEST_TEXT": str(tmp_path / "text")}
    entry = {"command": sys.executable, "args": [str(SERVER)], "env": env}
    path = config(
        tmp_path, test=entry, broken={**entry, "env": {"TEST_NO_START": "1"}}, none={"command": "no-such-program"}
    )
    source = McpSource(Settings(data_dir=data_dir, mcp_config=path, mcp_timeout_s=30), dataset)
    yield source
    await source.close()


@pytest.fixture
async def hasty(tmp_path: Path, data_dir: Path, dataset: Dataset) -> AsyncIterator[McpSource]:
    """A source that has its server running, and then waits for little."""
    path = config(tmp_path, test={"command": sys.executable, "args": [str(SERVER)]})
    source = McpSource(Settings(data_dir=data_dir, mcp_config=path, mcp_timeout_s=30), dataset)
    await source._session("test").tools()
    source._settings = Settings(data_dir=data_dir, mcp_config=path, mcp_timeout_s=0.7)
    yield source
    await source.close()


LOADED_IN = """
import asyncio, sys, threading

class Witness:
    def find_spec(self, name, path=None, target=None):
        if name in ("mcp", "httpx2"):
            print(name, threading.current_thread() is threading.main_thread(), flush=True)

sys.meta_path.insert(0, Witness())
from pokeqa.retrieval.mcp_config import ServerEntry
from pokeqa.retrieval.mcp_session import McpError, McpSession

async def main():
    try:
        await McpSession("none", ServerEntry(command="no-such-program")).tools()
    except McpError as error:
        print(error)

asyncio.run(main())
"""


def test_the_sdk_is_loaded_beside_the_event_loop():
    told = subprocess.run([sys.executable, "-c", LOADED_IN], capture_output=True, text=True, check=True).stdout

    assert "mcp False" in told
    assert "True" not in told
    assert "there is no program 'no-such-program'" in told


# ---------------------------------------------------------------------- the bundled server


async def test_the_bundled_server_answers_by_the_typed_query(source: McpSource, asking: Asking):
    result = await source.search(asking("Who is faster, Garchomp or Salamence?", mcp_id="pokedex"))

    assert result.results[0].text.startswith("Garchomp is faster than Salamence: 102 against 100")
    assert result.results[0].title == "pokedex: compare"

    again = await source.search(asking("烈咬陆鲨怕什么？", mcp_id="pokedex"))
    assert "烈咬陆鲨" in again.results[0].text
    assert source._sessions["pokedex"][1].starts == 1


async def test_the_bundled_server_is_there_without_a_file(tmp_path: Path, dataset: Dataset):
    assert McpSource(Settings(data_dir=tmp_path), dataset).server_ids() == ("pokedex",)


@pytest.mark.parametrize(
    ("question", "tool", "arguments"),
    [
        ("How does Haunter evolve?", "evolution", {"name": "haunter"}),
        ("Can Pikachu learn Surf?", "learnset", {"pokemon": "pikachu", "move": "surf"}),
        ("Which Dragon types resist Fire and learn Surf?", "find_pokemon",
         {"types": ["dragon"], "learns": ["surf"], "resists": "fire"}),
        ("What is Gyarados weak to?", "type_matchup", {"defending": "gyarados"}),
        ("How fast is Alolan Raichu?", "pokemon", {"name": "raichu-alola", "attributes": ["speed"]}),
        ("a poem about Pikachu and the sea", "pokemon", {"name": "pikachu"}),
    ],
)  # fmt: skip
def test_the_tool_follows_from_the_question(
    source: McpSource, asking: Asking, question: str, tool: str, arguments: dict[str, Any]
):
    call = source._chooser.choose(asking(question).understanding)[0]

    assert call.tool == tool
    assert dict(call.arguments) == {**arguments, "language": "en"}


# ---------------------------------------------------------------------- any server


async def test_without_a_model_the_nearest_tool_is_asked(source: McpSource, asking: Asking):
    result = await source.search(asking("anything about berries", mcp_id="test"))

    assert result.results[0].text == "Found: anything about berries"
    assert result.results[0].where.startswith("test · lookup(")


async def test_a_tool_that_changes_things_is_never_called(source: McpSource, asking: Asking, tmp_path: Path):
    result = await source.search(asking("erase anything about berries berries berries", mcp_id="test"))

    assert "erase" not in result.detail["tools"]
    assert not (tmp_path / "mark").exists()


async def test_a_model_chooses_the_tool(source: McpSource, asking: Asking):
    async def model(prompt: str) -> str:
        return 'Sure: {"tool": "lookup", "arguments": {"query": "oran"}}'

    source._complete = model
    result = await source.search(asking("what is love", mcp_id="test"))

    assert result.results[0].text == "Found: oran"


@pytest.mark.parametrize(
    "text",
    ["no", "{", '{"tool": "erase", "arguments": {"query": "x"}}', '{"tool": "lookup", "arguments": {"query": 5}}',
     '{"tool": "lookup", "arguments": {}}', '{"tool": "lookup", "arguments": {"query": "x", "path": "/etc"}}',
     '{"tool": null}', "[1]", '{"tool": "lookup", "arguments": "query"}'],
)  # fmt: skip
async def test_a_choice_that_does_not_fit_is_dropped(source: McpSource, text: str):
    async def model(prompt: str) -> str:
        return text

    tools = [tool for tool in await source._session("test").tools() if tool.name == "lookup"]

    assert await by_model("berries", tools, model) is None


async def test_a_server_that_died_is_started_again(source: McpSource, asking: Asking):
    result = await source.search(asking("volcano", mcp_id="test"))

    assert result.results[0].text == "alive again"
    assert source._sessions["test"][1].starts == 2


async def test_a_server_that_always_dies_is_said(source: McpSource, asking: Asking):
    with pytest.raises(McpError, match="ended while it was asked"):
        await source.search(asking("earthquake", mcp_id="test"))

    after = await source.search(asking("anything about berries", mcp_id="test"))
    assert after.results


async def test_a_server_that_hangs_is_given_up(hasty: McpSource, asking: Asking):
    began = time.monotonic()
    with pytest.raises(McpTimeoutError, match="did not answer within"):
        await hasty.search(asking("glacier", mcp_id="test"))

    assert time.monotonic() - began < 3
    hasty._settings = hasty._settings.model_copy(update={"mcp_timeout_s": 30})
    after = await hasty.search(asking("anything about berries", mcp_id="test"))
    assert after.results


async def test_a_slow_start_goes_on_after_the_question_gave_up(tmp_path: Path, dataset: Dataset, asking: Asking):
    path = config(tmp_path, test={"command": sys.executable, "args": [str(SERVER)]})
    source = McpSource(Settings(data_dir=tmp_path, mcp_config=path, mcp_timeout_s=0.05), dataset)
    with pytest.raises(McpTimeoutError, match="still starting"):
        await source.search(asking("anything about berries", mcp_id="test"))
    await source._session("test").tools()

    assert source._session("test").starts == 1
    await source.close()


async def test_a_tool_that_fails_is_a_message_without_its_details(source: McpSource, asking: Asking):
    result = await source.search(asking("thunderstorm", mcp_id="test"))

    assert result.results == ()
    assert result.message is not None
    assert "fail" in result.message
    assert "secret detail" not in result.message


async def test_a_program_that_is_missing_is_said(source: McpSource, asking: Asking):
    with pytest.raises(McpError, match="no program 'no-such-program'"):
        await source.search(asking("berries", mcp_id="none"))


async def test_a_program_that_ends_at_once_is_said(source: McpSource, asking: Asking):
    with pytest.raises(McpError, match="ended while it was started"):
        await source.search(asking("berries", mcp_id="broken"))


async def test_an_unknown_server_names_the_known_ones(source: McpSource, asking: Asking):
    with pytest.raises(McpError, match="pokedex, test, broken, none"):
        await source.search(asking("berries", mcp_id="other"))


async def test_two_questions_share_a_server(source: McpSource, asking: Asking):
    results = await asyncio.gather(
        *(source.search(asking(f"anything about berries {n}", mcp_id="test")) for n in range(5))
    )

    assert [result.results[0].text for result in results] == [f"Found: anything about berries {n}" for n in range(5)]
    assert source._sessions["test"][1].starts == 1


async def test_poisoned_results_are_only_text(source: McpSource, asking: Asking, tmp_path: Path):
    for case in cases("injections.jsonl"):
        (tmp_path / "text").write_text(case["text"], encoding="utf-8")
        result = await source.search(asking("swamp", mcp_id="test"))

        assert [one.text for one in result.results] == [plain(case["text"])], case["id"]
        assert [call["tool"] for call in result.detail["calls"]] == ["poisoned"], case["id"]
        assert not (tmp_path / "mark").exists()


# ---------------------------------------------------------------------- HTTP


@pytest.fixture
def http_server() -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen([sys.executable, str(SERVER), str(port)], stderr=subprocess.DEVNULL)
    try:
        for _ in range(300):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        process.kill()
        process.wait()


async def test_a_server_is_asked_over_http(tmp_path: Path, dataset: Dataset, asking: Asking, http_server: str):
    path = config(tmp_path, web={"url": http_server, "headers": {"X-Token": "${TEST_TOKEN}"}})
    source = McpSource(Settings(data_dir=tmp_path, mcp_config=path, mcp_timeout_s=30), dataset)
    result = await source.search(asking("anything about berries", mcp_id="web"))
    await source.close()

    assert result.results[0].text == "Found: anything about berries"


async def test_an_address_where_nobody_answers_is_said(tmp_path: Path, dataset: Dataset, asking: Asking):
    path = config(tmp_path, web={"url": "http://127.0.0.1:9/mcp"})
    source = McpSource(Settings(data_dir=tmp_path, mcp_config=path), dataset)
    with pytest.raises(McpError, match=r"at http://127.0.0.1:9/mcp does not answer"):
        await source.search(asking("berries", mcp_id="web"))
    await source.close()


# ---------------------------------------------------------------------- the file, and small parts


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{", "not valid JSON"),
        ("[]", "must hold"),
        ('{"mcpServers": {"a": {}}}', "either `command` or `url`"),
        ('{"mcpServers": {"a": {"command": "x", "url": "http://x"}}}', "either `command` or `url`"),
        ('{"mcpServers": {"a": {"url": "file:///etc/passwd"}}}', "url"),
        ('{"mcpServers": {"a b": {"command": "x"}}}', "cannot be used"),
    ],
)
async def test_a_file_that_cannot_be_used_is_said(tmp_path: Path, dataset: Dataset, content: str, words: str):
    (tmp_path / "mcp.json").write_text(content, encoding="utf-8")
    source = McpSource(Settings(data_dir=tmp_path), dataset)

    reason = await source.available()

    assert reason is not None
    assert words in reason


def test_a_file_that_is_named_and_missing_is_said(tmp_path: Path):
    with pytest.raises(McpConfigError, match="POKEQA_MCP_CONFIG"):
        servers(Settings(data_dir=tmp_path, mcp_config=tmp_path / "none.json"))


def test_variables_come_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TEST_TOKEN", "t0p")
    config(tmp_path, web={"url": "http://example.com", "headers": {"Authorization": "Bearer ${TEST_TOKEN}"}})

    assert servers(Settings(data_dir=tmp_path))["web"].headers == {"Authorization": "Bearer t0p"}


def test_a_disabled_server_is_not_there(tmp_path: Path):
    config(tmp_path, pokedex={"command": "x", "disabled": True})

    assert servers(Settings(data_dir=tmp_path)) == {}


def test_the_cause_is_taken_out_of_nested_groups():
    cause = ConnectionError("no route")

    assert first_cause(ExceptionGroup("a", [ExceptionGroup("b", [cause])])) is cause


def test_arguments_must_fit_the_schema():
    schema = {"properties": {"n": {"type": "integer"}, "q": {"type": "string"}}, "required": ["q"]}

    assert fits({"q": "x", "n": 3}, schema)
    assert not fits({"q": "x", "n": True}, schema)
    assert not fits({"n": 3}, schema)


def test_no_tool_is_asked_when_none_is_near():
    assert by_words("what is love", []) is None
