"""The app itself as an MCP server at /mcp, asked by a real MCP client and by clients that may not ask."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from mcp import Client

from pokeqa.api import create_api
from pokeqa.engine import Engine
from pokeqa.mcp_server.endpoint import BODY_MAX_BYTES
from pokeqa.settings import Settings
from tests.fakes import BreakingLayer, EndlessLayer, fake_engine

ROOT = Path(__file__).parents[1]
LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
ACCEPT = {"Accept": "application/json, text/event-stream"}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def served(engine: Engine, settings: Settings) -> Iterator[str]:
    """The address of /mcp of an API that runs on this engine."""
    port = free_port()
    server = uvicorn.Server(
        uvicorn.Config(create_api(engine, settings), port=port, log_level="error", timeout_graceful_shutdown=2)
    )
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.02)
    yield f"http://127.0.0.1:{port}/mcp"
    server.should_exit = True
    thread.join(15)
    assert not thread.is_alive()


@pytest.fixture(scope="module")
def address(engine: Engine) -> Iterator[str]:
    # The engine of all tests must stay open when this server ends.
    class Lasting(Engine):
        async def close(self) -> None:
            """Nothing: others still use what it is made of."""

    lasting = Lasting(engine.settings, lambda _: engine.warm())
    with served(lasting, Settings()) as address:
        yield address


def client_for_tools(address: str, mode: str) -> Client:
    return Client(address, mode=mode)  # type: ignore[arg-type]


# --------------------------------------------------------------------------- answers


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_client_of_either_protocol_asks_a_question(address: str, mode: str):
    async with client_for_tools(address, mode) as client:
        tools = (await client.list_tools()).tools
        result = await client.call_tool("ask", {"question": "What type is Lucario?"})

    assert [tool.name for tool in tools] == ["ask"]
    assert tools[0].annotations is not None and tools[0].annotations.read_only_hint
    assert not result.is_error
    assert result.structured_content is not None
    assert result.structured_content["route"] == "local_dataset"
    assert "Fighting" in result.structured_content["answer"]
    assert result.structured_content["refs"]["local_dataset"]["rows"]


async def test_the_answer_comes_in_the_language_asked_for(address: str):
    async with Client(address) as client:
        result = await client.call_tool("ask", {"question": "What type is Lucario?", "locale": "zh"})

    assert result.structured_content is not None
    assert "格斗" in result.structured_content["answer"]


async def test_sources_are_asked_when_they_are_named(address: str):
    async with Client(address) as client:
        result = await client.call_tool(
            "ask", {"question": "How are Pikachu and Clefairy connected?", "knowledge_base": "no-such", "graph": True}
        )

    assert result.structured_content is not None
    meta = result.structured_content["refs"]["meta"]
    assert (meta["db_id"], meta["use_graph"], meta["use_web"], meta["mcp_id"]) == ("no-such", True, False, None)
    assert "no-such" in result.structured_content["refs"]["knowledge_base"]["message"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"question": "a\u0000"}, "control characters"),
        ({"question": ""}, "at least 1 character"),
        ({"question": "   "}, "empty"),
        ({"question": "x" * 2001}, "at most 2000 characters"),
        ({"question": "Lucario", "knowledge_base": "../etc/passwd"}, "a-z"),
        ({"question": "Lucario", "locale": "fr"}, "'en', 'zh' or 'auto'"),
        ({}, "question"),
    ],
)
async def test_a_question_that_cannot_be_used_is_said(address: str, arguments: dict[str, Any], words: str):
    async with Client(address) as client:
        result = await client.call_tool("ask", arguments)

    assert result.is_error
    assert words in result.content[0].text  # type: ignore[union-attr]


async def test_many_clients_are_answered_at_the_same_time(address: str):
    async def ask(question: str) -> str:
        async with Client(address) as client:
            result = await client.call_tool("ask", {"question": question})
            assert result.structured_content is not None
            return str(result.structured_content["answer"])

    answers = await asyncio.gather(*(ask(f"What type is {name}?") for name in ("Lucario", "Pikachu", "Gyarados") * 4))

    assert [("Fighting", "Electric", "Water")[n % 3] in answer for n, answer in enumerate(answers)] == [True] * 12


async def test_a_broken_engine_is_an_error_without_details():
    engine = fake_engine(BreakingLayer(ValueError("boom")))
    with served(engine, Settings()) as address:
        async with Client(address) as client:
            result = await client.call_tool("ask", {"question": "What type is Lucario?"})

    assert result.is_error
    assert "Something broke inside PokéQA" in result.content[0].text  # type: ignore[union-attr]
    assert "boom" not in str(result)


# --------------------------------------------------------------------------- who may ask


@pytest.mark.parametrize(
    "name", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:7860", "[::1", "x y"]
)
async def test_a_name_that_is_not_this_machines_is_refused(address: str, name: str):
    async with httpx.AsyncClient() as http:
        response = await http.post(address, json=LIST, headers={**ACCEPT, "Host": name})

    assert response.status_code == 421
    assert "POKEQA_MCP_ALLOW_HOSTS" in response.json()["error"]["message"]


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "https://localhost.evil.example", "null", "file://", "http://["]
)
async def test_a_page_of_another_origin_is_refused(address: str, origin: str):
    async with httpx.AsyncClient() as http:
        response = await http.post(address, json=LIST, headers={**ACCEPT, "Origin": origin})

    assert response.status_code == 403


async def test_a_page_of_this_machine_may_ask(address: str):
    async with httpx.AsyncClient() as http:
        response = await http.post(address, json=LIST, headers={**ACCEPT, "Origin": "http://localhost:6274"})

    assert response.status_code == 200


@pytest.mark.parametrize(
    ("settings", "headers", "status"),
    [
        # Reached from outside: any name, but a page only from its own origin.
        ({"host": "0.0.0.0"}, {"Host": "pokeqa.example"}, 200),
        ({"host": "0.0.0.0"}, {"Host": "pokeqa.example", "Origin": "https://pokeqa.example"}, 200),
        ({"host": "0.0.0.0"}, {"Host": "inner:7860", "X-Forwarded-Host": "pokeqa.example",
                               "Origin": "https://pokeqa.example"}, 200),
        ({"host": "0.0.0.0"}, {"Host": "pokeqa.example", "Origin": "https://evil.example"}, 403),
        # With the names given: only those, also behind a proxy on this machine.
        ({"host": "0.0.0.0", "mcp_allow_hosts": "pokeqa.example, other"}, {"Host": "Pokeqa.example:443"}, 200),
        ({"host": "0.0.0.0", "mcp_allow_hosts": "pokeqa.example"}, {"Host": "evil.example"}, 421),
        ({"host": "0.0.0.0", "mcp_allow_hosts": "pokeqa.example"}, {"Host": "127.0.0.1"}, 421),
        ({"mcp_allow_hosts": "pokeqa.example"}, {"Host": "pokeqa.example"}, 200),
        ({"mcp_allow_hosts": "pokeqa.example"}, {"Host": "127.0.0.1:7860"}, 200),
    ],
)  # fmt: skip
async def test_the_settings_say_by_which_names_it_is_asked(
    settings: dict[str, str], headers: dict[str, str], status: int
):
    with served(fake_engine(), Settings(**settings)) as address:  # type: ignore[arg-type]
        async with httpx.AsyncClient() as http:
            response = await http.post(address, json=LIST, headers={**ACCEPT, **headers})

    assert response.status_code == status


# --------------------------------------------------------------------------- requests that are no MCP


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT"])
async def test_only_post_is_taken(address: str, method: str):
    async with httpx.AsyncClient() as http:
        response = await http.request(method, address, headers=ACCEPT)

    assert response.status_code == 405
    assert response.headers["allow"] == "POST"


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b'"ask"', b'{"jsonrpc": "2.0"}', b"\xff\xfe", b'{"jsonrpc":"2.0","id":1,"method":"rm"}',
     b"[" * 60_000],
)  # fmt: skip
async def test_what_is_no_message_is_refused_and_the_server_lives(address: str, content: bytes):
    async with httpx.AsyncClient() as http:
        response = await http.post(address, content=content, headers={**ACCEPT, "Content-Type": "application/json"})
        after = await http.post(address, json=LIST, headers=ACCEPT)

    assert response.status_code < 500
    assert "error" in response.json()
    assert after.json()["result"]["tools"]


async def test_a_huge_body_is_refused(address: str):
    async with httpx.AsyncClient() as http:
        response = await http.post(address, content=b" " * (BODY_MAX_BYTES + 1), headers=ACCEPT)

    assert response.status_code == 413


# --------------------------------------------------------------------------- work that nobody waits for


async def test_a_client_that_hangs_up_ends_the_work():
    layer = EndlessLayer()
    loops: list[asyncio.AbstractEventLoop] = []

    class Watched(EndlessLayer):
        async def ask(self, request: Any, inner: Any) -> Any:
            loops.append(asyncio.get_running_loop())
            async for event in layer.ask(request, inner):
                yield event

    body = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "ask", "arguments": {"question": "x"}},
    }
    with served(fake_engine(Watched()), Settings(max_concurrent_requests=1)) as address:
        for _ in range(2):  # the second finds its place free
            loops.clear()
            layer.started, layer.stopped = asyncio.Event(), asyncio.Event()
            async with httpx.AsyncClient() as http:
                call = asyncio.create_task(http.post(address, json=body, headers=ACCEPT))
                await _until(lambda: layer.started.is_set())
                call.cancel()
                await asyncio.gather(call, return_exceptions=True)
            await _until(lambda: layer.stopped.is_set())


async def test_the_server_ends_while_a_question_is_open():
    layer = EndlessLayer()
    body = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "ask", "arguments": {"question": "x"}},
    }
    async with httpx.AsyncClient() as http:
        with served(fake_engine(layer), Settings()) as address:
            call = asyncio.create_task(http.post(address, json=body, headers=ACCEPT))
            await _until(lambda: layer.started.is_set())
            began = time.monotonic()
        await asyncio.gather(call, return_exceptions=True)

    assert time.monotonic() - began < 10
    assert layer.stopped.is_set()


async def _until(holds: Any) -> None:
    async with asyncio.timeout(20):
        while not holds():  # noqa: ASYNC110 - what is waited for happens in the server's thread
            await asyncio.sleep(0.02)


# --------------------------------------------------------------------------- the running app


LOADED = """
import asyncio, json, sys
import httpx
from app import app

async def main():
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://127.0.0.1") as client:
        await client.post("/chat/", json={"query": "What type is Lucario?"})
        before = [name for name in sys.modules if name.partition(".")[0] in ("mcp", "mcp_types")]
        await client.get("/mcp")
        await client.post("/mcp", headers={"Host": "evil.example"})
        refused = [name for name in sys.modules if name.partition(".")[0] in ("mcp", "mcp_types")]
        response = await client.post("/mcp", json=%r, headers=%r)
        print(json.dumps([before, refused, "mcp" in sys.modules, response.status_code]))

asyncio.run(main())
"""


@pytest.mark.slow
def test_the_sdk_is_loaded_by_the_first_request_that_may_ask(tmp_path: Path):
    done = subprocess.run(
        [sys.executable, "-c", LOADED % (LIST, ACCEPT)], cwd=ROOT, check=True, capture_output=True, text=True,
        env=os.environ | {"POKEQA_DATA_DIR": str(tmp_path)},
    )  # fmt: skip

    assert json.loads(done.stdout.splitlines()[-1]) == [[], [], True, 200]


@pytest.mark.slow
async def test_the_app_answers_beside_its_page_and_ends_in_good_order(tmp_path: Path):
    port = free_port()
    log = (tmp_path / "log").open("w+b")
    process = subprocess.Popen(  # noqa: ASYNC220 - the test has nothing else to do
        [sys.executable, "app.py"], cwd=ROOT, stdout=log, stderr=log,
        env=os.environ | {"POKEQA_DATA_DIR": str(tmp_path), "POKEQA_PORT": str(port)},
    )  # fmt: skip
    try:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http:
            async with asyncio.timeout(60):
                while True:
                    try:
                        if (await http.get("/health")).status_code == 200:
                            break
                    except httpx.TransportError:
                        assert process.poll() is None
                    await asyncio.sleep(0.1)
            async with Client(f"http://127.0.0.1:{port}/mcp") as client:
                result = await client.call_tool("ask", {"question": "烈咬陆鲨怕什么？"})
            page = await http.get("/")
        process.send_signal(signal.SIGTERM)
        await asyncio.to_thread(process.wait, 15)
    finally:
        process.kill()
        process.wait()
        log.seek(0)
        said = log.read().decode()
        log.close()

    assert result.structured_content is not None
    assert "冰" in result.structured_content["answer"]
    assert page.status_code == 200
    assert "Application shutdown complete" in said
    assert "Traceback" not in said
