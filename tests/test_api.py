"""The API over real ASGI: the lines of an answer, and what it says to a request that cannot be answered."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from pokeqa import __version__
from pokeqa.api import BODY_MAX_BYTES, create_api
from pokeqa.engine import Engine
from pokeqa.errors import DatasetError
from pokeqa.request import QUERY_MAX_CHARS
from pokeqa.settings import Settings
from tests.fakes import AnsweringLayer, BreakingLayer, EndlessLayer, fake_engine

JSON = {"Content-Type": "application/json"}


def client_of(engine: Engine, settings: Settings | None = None) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app=create_api(engine, settings or Settings()))
    return httpx.AsyncClient(transport=transport, base_url="http://pokeqa")


@pytest.fixture
async def client() -> AsyncIterator[httpx.AsyncClient]:
    engine = fake_engine(AnsweringLayer(text="Fighting and Steel."))
    engine.warm()
    async with client_of(engine) as client:
        yield client


def rows_of(response: httpx.Response) -> list[dict[str, Any]]:
    return [json.loads(line) for line in response.text.splitlines()]


def error_of(response: httpx.Response) -> dict[str, Any]:
    error = response.json()["error"]
    assert set(error) == {"code", "message", "field"}
    return error


# --------------------------------------------------------------------------- the lines of an answer


async def test_an_answer_is_lines_from_init_to_finished(client: httpx.AsyncClient):
    response = await client.post("/chat/", json={"query": "What type is Lucario?", "meta": {"top_k": 3}})

    assert response.status_code == 200
    assert response.headers["content-type"].startswith("application/x-ndjson")
    rows = rows_of(response)
    assert [row["status"] for row in rows] == ["init", "generating", "finished"]
    assert [row["seq"] for row in rows] == [0, 1, 2]
    assert "".join(row["response"] for row in rows) == "Fighting and Steel."
    assert len({row["request_id"] for row in rows}) == 1
    assert rows[0]["request_id"] == response.headers["x-request-id"]
    assert all(row["meta"]["top_k"] == 3 for row in rows)


async def test_the_finished_line_holds_route_refs_and_trace(client: httpx.AsyncClient):
    last = rows_of(await client.post("/chat/", json={"query": "What type is Lucario?"}))[-1]

    assert last["route"] == "local_dataset"
    assert {"query", "history", "meta", "entities", "model_name", "local_dataset", "cache", "knowledge_base",
            "graph_base", "web_search", "mcp", "agent"} <= set(last["refs"])  # fmt: skip
    for step in last["trace"]:
        assert set(step) == {"layer", "decision", "why", "started_ms", "ms", "detail"}


async def test_every_line_has_the_same_fields_in_every_status(client: httpx.AsyncClient):
    for row in rows_of(await client.post("/chat/", json={"query": "What type is Lucario?"})):
        assert {"request_id", "seq", "status", "response", "meta"} <= set(row)


async def test_text_travels_as_it_is_written():
    async with client_of(fake_engine(AnsweringLayer(text="路卡利欧\n是格斗属性。"))) as client:
        response = await client.post("/chat/", json={"query": "路卡利欧是什么属性？"})

    assert "路卡利欧" in response.text
    assert rows_of(response)[-2]["response"] == "路卡利欧\n是格斗属性。"


async def test_a_broken_layer_ends_in_an_error_line():
    async with client_of(fake_engine(BreakingLayer(ValueError("boom")))) as client:
        last = rows_of(await client.post("/chat/", json={"query": "What type is Lucario?"}))[-1]

    assert last["status"] == "error"
    assert last["code"] == "internal_error"
    assert "boom" not in last["message"]


async def test_the_agent_endpoint_says_where_there_is_no_agent(client: httpx.AsyncClient):
    response = await client.post("/chat/agent/supervisor_agent", json={"query": "What type is Lucario?"})

    rows = rows_of(response)
    assert [row["status"] for row in rows] == ["init", "error"]
    assert rows[-1]["code"] == "agent_unavailable"


async def test_the_path_works_without_its_last_slash(client: httpx.AsyncClient):
    assert rows_of(await client.post("/chat", json={"query": "Lucario"}))[-1]["status"] == "finished"


# --------------------------------------------------------------------------- requests that cannot be answered


@pytest.mark.parametrize(
    ("sent", "field", "says"),
    [
        ({}, "query", "missing"),
        ({"query": ""}, "query", "empty"),
        ({"query": " \n "}, "query", "empty"),
        ({"query": "x" * 100_000}, "query", "2,000"),
        ({"query": "x" * (QUERY_MAX_CHARS + 1)}, "query", "2,000"),
        ({"query": "Pika\x00chu"}, "query", "U+0000"),
        ({"query": "Pika\x1b[31mchu"}, "query", "U+001B"),
        ({"query": 25}, "query", "string"),
        ({"query": None}, "query", "string"),
        ({"query": ["What type is Lucario?"]}, "query", "string"),
        ({"query": "Lucario", "question": "Lucario"}, "question", "`query`"),
        ({"query": "Lucario", "meta": {"use_grpah": True}}, "meta.use_grpah", "`use_graph`"),
        ({"query": "Lucario", "meta": {"use_graph": "yes"}}, "meta.use_graph", "boolean"),
        ({"query": "Lucario", "meta": {"top_k": "5"}}, "meta.top_k", "integer"),
        ({"query": "Lucario", "meta": {"top_k": 0}}, "meta.top_k", "greater than or equal to 1"),
        ({"query": "Lucario", "meta": {"history_round": 21}}, "meta.history_round", "less than or equal to 20"),
        ({"query": "Lucario", "meta": {"rewrite": "maybe"}}, "meta.rewrite", "'hyde'"),
        ({"query": "Lucario", "meta": {"db_id": "../etc/passwd"}}, "meta.db_id", "pattern"),
        ({"query": "Lucario", "meta": []}, "meta", "object"),
        ({"query": "Lucario", "meta": {"agent_constraints": {"allowed_workers": ["root"]}}},
         "meta.agent_constraints.allowed_workers.0", "'rag_worker'"),
        ({"query": "Lucario", "history": "before"}, "history", "array"),
        ({"query": "Lucario", "history": [{"role": "system", "content": "x"}]}, "history.0.role", "'user'"),
        ({"query": "Lucario", "history": [{"role": "user"}]}, "history.0.content", "missing"),
        ({"query": "Lucario", "history": [{"role": "user", "content": "x"}] * 201}, "history", "200"),
        ([], None, "object"),
        ("What type is Lucario?", None, "object"),
    ],
)  # fmt: skip
async def test_a_wrong_field_is_named_in_a_sentence(client: httpx.AsyncClient, sent: Any, field: str, says: str):
    response = await client.post("/chat/", content=json.dumps(sent), headers=JSON)

    assert response.status_code == 422
    error = error_of(response)
    assert error["code"] == "invalid_field"
    assert error["field"] == field
    assert says in error["message"]
    assert field is None or f"`{field}`" in error["message"]


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b'{"query": "Lucario"', b"What type is Lucario?", b'{"query": "\xff\xfe"}', b'{"query": "\\ud800"}',
     b"[" * 100_000],
)  # fmt: skip
async def test_a_body_that_is_no_json_is_refused(client: httpx.AsyncClient, content: bytes):
    response = await client.post("/chat/", content=content, headers=JSON)

    assert response.status_code == 400
    error = error_of(response)
    assert error["code"] == "invalid_json"
    assert '{"query":' in error["message"]


async def test_nan_is_no_number(client: httpx.AsyncClient):
    content = b'{"query": "Lucario", "meta": {"distance_threshold": NaN}}'

    response = await client.post("/chat/", content=content, headers=JSON)

    assert response.status_code in (400, 422)


async def test_a_huge_body_is_refused_without_reading_it_all(client: httpx.AsyncClient):
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        while True:
            sent += 64 * 1024
            yield b" " * 64 * 1024

    response = await client.post("/chat/", content=endless(), headers=JSON)

    assert response.status_code == 413
    assert error_of(response)["code"] == "body_too_large"
    assert sent <= BODY_MAX_BYTES + 2 * 64 * 1024


async def test_a_body_that_is_not_declared_as_json_is_refused(client: httpx.AsyncClient):
    response = await client.post("/chat/", content=b'{"query": "Lucario"}', headers={"Content-Type": "text/plain"})

    assert response.status_code == 415
    assert "application/json" in error_of(response)["message"]


async def test_an_unknown_address_and_a_wrong_method_are_json_too(client: httpx.AsyncClient):
    lost, wrong = await client.get("/nowhere"), await client.get("/chat/")

    assert lost.status_code == 404
    assert "/nowhere" in error_of(lost)["message"]
    assert wrong.status_code == 405
    assert "GET" in error_of(wrong)["message"]


async def test_the_server_still_answers_after_bad_requests(client: httpx.AsyncClient):
    for content in (b"{", b"[]", b'{"query": ""}'):
        await client.post("/chat/", content=content, headers=JSON)

    assert rows_of(await client.post("/chat/", json={"query": "Lucario"}))[-1]["status"] == "finished"


# --------------------------------------------------------------------------- disconnects and load


class RawCall:
    """One call of the app by hand, because a client library cannot hang up halfway."""

    def __init__(self, engine: Engine, settings: Settings | None = None) -> None:
        self._app = create_api(engine, settings or Settings())
        self.hung_up = asyncio.Event()
        self.sent: list[bytes] = []
        self.first_line = asyncio.Event()
        self._body_sent = False

    async def post(self, app: Any = None) -> None:
        scope = {
            "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1",
            "method": "POST", "path": "/chat/", "raw_path": b"/chat/", "root_path": "", "query_string": b"",
            "scheme": "http", "server": ("pokeqa", 80), "client": ("test", 1),
            "headers": [(b"content-type", b"application/json")],
        }  # fmt: skip
        await (app or self._app)(scope, self._receive, self._send)

    async def _receive(self) -> dict[str, Any]:
        if not self._body_sent:
            self._body_sent = True
            return {"type": "http.request", "body": b'{"query": "Lucario"}', "more_body": False}
        await self.hung_up.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        if message["type"] == "http.response.body" and message["body"]:
            self.sent.append(message["body"])
            self.first_line.set()


async def test_a_client_that_hangs_up_cancels_the_work():
    layer = EndlessLayer()
    engine = fake_engine(layer)
    engine.warm()
    call = RawCall(engine)

    task = asyncio.create_task(call.post())
    await layer.started.wait()
    assert not layer.stopped.is_set()
    call.hung_up.set()
    await task

    assert layer.stopped.is_set()


async def test_further_questions_wait_for_a_place_and_hanging_up_frees_it():
    layer = EndlessLayer()
    engine = fake_engine(layer)
    engine.warm()
    settings = Settings(max_concurrent_requests=1)
    app = create_api(engine, settings)
    first, second = RawCall(engine), RawCall(engine)

    one = asyncio.create_task(first.post(app))
    await layer.started.wait()
    two = asyncio.create_task(second.post(app))
    await second.first_line.wait()

    # The second has been told that it is in, and no more.
    assert [json.loads(line)["status"] for line in second.sent] == ["init"]
    layer.started.clear()
    first.hung_up.set()
    await one
    await layer.started.wait()
    assert [json.loads(line)["status"] for line in second.sent] == ["init", "generating"]
    second.hung_up.set()
    await two


# --------------------------------------------------------------------------- health, docs, headers


async def test_health_is_ready_only_when_questions_can_be_answered():
    engine = fake_engine()
    async with client_of(engine) as client:
        before = await client.get("/health")
        engine.warm()
        after = await client.get("/health")

    assert before.status_code == 503
    assert before.json() == {"status": "loading", "dataset_version": None, "version": __version__}
    assert after.status_code == 200
    assert after.json() == {"status": "ready", "dataset_version": "test-1", "version": __version__}


async def test_health_says_why_the_engine_cannot_be_loaded():
    def load(settings: Settings) -> Any:
        raise DatasetError("The compiled Pokédex is missing. Run the build.")

    engine = fake_engine(load=load)
    async with client_of(engine) as client:
        await client.post("/chat/", json={"query": "Lucario"})
        response = await client.get("/health")

    assert response.status_code == 503
    assert response.json()["status"] == "failed"
    assert response.json()["message"] == "The compiled Pokédex is missing. Run the build."


async def test_openapi_describes_both_endpoints_and_the_body(client: httpx.AsyncClient):
    schema = (await client.get("/openapi.json")).json()

    files = "/knowledge/{db_id}/documents"
    assert {"/chat/", "/chat/agent/supervisor_agent", "/health", "/cache/invalidate", files} == set(schema["paths"])
    content = schema["paths"]["/chat/"]["post"]["requestBody"]["content"]["application/json"]
    assert content["schema"]["$ref"] == "#/components/schemas/ChatBody"
    assert {"ChatBody", "Meta", "Turn", "AgentConstraints"} <= set(schema["components"]["schemas"])
    assert '"#/$defs' not in json.dumps(schema)


async def test_the_docs_page_needs_no_other_origin(client: httpx.AsyncClient):
    page = await client.get("/docs")

    assert page.status_code == 200
    assert "supervisor_agent" in page.text
    assert "history_round" in page.text
    assert "<script" not in page.text
    assert "https://" not in page.text


async def test_every_response_carries_the_security_headers(client: httpx.AsyncClient):
    for response in (await client.get("/health"), await client.get("/nowhere"), await client.post("/chat/", json={})):
        assert response.headers["x-content-type-options"] == "nosniff"
        assert response.headers["referrer-policy"] == "no-referrer"
        assert "frame-ancestors" in response.headers["content-security-policy"]
