"""The mounted page: its head, its policy, its closed doors, and how it stands beside the API."""

from __future__ import annotations

import os
import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from pokeqa.settings import Settings
from pokeqa.ui.page import mount_page
from pokeqa.ui.render_status import DatasetFacts, SourceState, Status, render_status
from pokeqa.ui.shell import BODY_MAX_BYTES, CLOSED, PageShell
from tests.fakes_ui import FakeEngine
from tests.ui.parsed import assert_harmless


@pytest.fixture
async def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[httpx.AsyncClient]:
    api = FastAPI()

    @api.get("/health")
    def health() -> dict[str, str]:
        return {"status": "ready"}

    monkeypatch.setenv("GRADIO_TEMP_DIR", "")  # put back afterwards what the page sets
    app = mount_page(api, FakeEngine(), Settings(data_dir=tmp_path))  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://pokeqa") as client:
        yield client


async def test_the_page_is_served_in_its_own_look_from_the_first_byte(client: httpx.AsyncClient):
    page = (await client.get("/")).text
    head = page.partition("</head>")[0]

    assert "<title>PokéQA</title>" in head
    for kind in ("style.css", "page.js", "plans.js", "favicon.svg"):
        address = re.search(rf'"(page/{re.escape(kind)}\?v=\w+)"', head)
        assert address, kind
        assert (await client.get(f"/{address[1]}")).status_code == 200


async def test_the_page_names_no_other_origin_in_its_head(client: httpx.AsyncClient):
    head = (await client.get("/")).text.partition("</head>")[0]

    assert "fonts.googleapis" not in head
    assert "raw.githubusercontent" not in head
    assert not re.search(r'(?:src|href)="https?:', head)


async def test_the_policy_allows_this_origin_only(client: httpx.AsyncClient):
    policy = (await client.get("/")).headers["content-security-policy"]

    assert "default-src 'self'" in policy
    assert "connect-src 'self'" in policy
    assert "http" not in policy


async def test_the_page_is_compressed_for_who_takes_it(client: httpx.AsyncClient):
    assert (await client.get("/", headers={"accept-encoding": "gzip"})).headers["content-encoding"] == "gzip"
    assert "content-encoding" not in (await client.get("/", headers={"accept-encoding": "identity"})).headers


@pytest.mark.parametrize("path", CLOSED)
async def test_what_the_page_does_not_need_of_gradio_is_closed(client: httpx.AsyncClient, path: str):
    assert (await client.get(path)).status_code == 404
    assert (await client.post(path)).status_code == 404


async def test_a_body_that_no_question_needs_is_not_read(client: httpx.AsyncClient):
    response = await client.post("/gradio_api/queue/join", content=b"x" * (BODY_MAX_BYTES + 1))

    assert response.status_code == 413


async def test_a_body_of_undeclared_length_is_cut_off():
    read = 0

    async def app(scope, receive, send):
        nonlocal read
        while (message := await receive())["type"] != "http.disconnect":
            read += len(message["body"])

    async def endless():
        return {"type": "http.request", "body": b"x" * 65_536, "more_body": True}

    scope = {"type": "http", "method": "POST", "path": "/gradio_api/queue/join", "headers": []}
    await PageShell(app, head="")(scope, endless, None)  # type: ignore[arg-type]

    assert read <= BODY_MAX_BYTES


@pytest.mark.parametrize(
    ("headers", "refused"),
    [
        ({"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}, True),
        ({"Sec-Fetch-Site": "same-site"}, True),
        ({"Origin": "http://evil.example"}, True),
        ({"Origin": "null"}, True),
        ({"Origin": "http://pokeqa", "Sec-Fetch-Site": "same-origin"}, False),
        ({"Origin": "http://pokeqa"}, False),
        ({"Origin": "https://demo.example", "X-Forwarded-Host": "demo.example"}, False),
        ({}, False),
    ],
)
@pytest.mark.parametrize("path", ["/gradio_api/queue/join", "/knowledge/notes/documents"])
async def test_a_page_of_another_site_cannot_change_anything(
    client: httpx.AsyncClient, path: str, headers: dict[str, str], refused: bool
):
    response = await client.post(path, json={}, headers=headers)

    assert (response.status_code == 403) is refused


async def test_the_api_comes_first(client: httpx.AsyncClient):
    assert (await client.get("/health")).json() == {"status": "ready"}


async def test_what_gradio_writes_lies_in_the_data_folder(client: httpx.AsyncClient, tmp_path: Path):
    assert os.environ["GRADIO_TEMP_DIR"] == str(tmp_path / "gradio")


async def test_no_handler_is_public(client: httpx.AsyncClient):
    config = (await client.get("/config")).json()

    assert config["run_history"] is False
    assert config["analytics_enabled"] is False
    assert {dependency["api_visibility"] for dependency in config["dependencies"]} == {"private"}


async def test_a_handler_cannot_be_called_past_the_queue(client: httpx.AsyncClient):
    assert (await client.post("/gradio_api/run/ask", json={"data": []})).status_code == 404
    assert (await client.post("/gradio_api/api/ask", json={"data": []})).status_code == 404


async def test_questions_run_side_by_side_but_not_without_limit(client: httpx.AsyncClient):
    asks = [
        d
        for d in (await client.get("/config")).json()["dependencies"]
        if any(t[1] == "submit" for t in d["targets"]) and d["inputs"]  # the conversation; the caches' forms have none
    ]

    assert len(asks) == 1
    assert mounted_limit() == Settings().max_concurrent_requests


def mounted_limit() -> int | None:
    from pokeqa.ui.page import build_page

    page = build_page(FakeEngine(), Settings())  # type: ignore[arg-type]
    submit = next(fn for fn in page.fns.values() if any(target[1] == "submit" for target in fn.targets))
    limit: int | None = submit.concurrency_limit
    return limit


async def test_only_the_page_itself_is_changed_on_its_way():
    sent = []

    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/html")]})
        await send({"type": "http.response.body", "body": b"<head></head>"})

    async def send(message):
        sent.append(message)

    shell = PageShell(app, head="<title>x</title>")
    for path in ("/", "/other"):
        await shell({"type": "http", "method": "GET", "path": path, "headers": []}, None, send)  # type: ignore[arg-type]

    assert [message["body"] for message in sent if message["type"].endswith("body")] == [
        b"<head><title>x</title></head>",
        b"<head></head>",
    ]


# --------------------------------------------------------------------------- status


HOSTILE = "<img src=x onerror=alert(1)>"


def test_status_shows_dataset_sources_versions_and_settings():
    html = render_status(
        Status(
            dataset=DatasetFacts("446942b1", "2026-08-22", "bbef3d99", {"species": 1025, "learnset rows": 638321}, 14),
            problem=None,
            sources=[SourceState("web", False, {"en": "No network.", "zh": "没有网络。"})],
            versions=[("Gradio", "6.31.0")],
            settings=[("POKEQA_SHORTCUT_CONFIDENCE", "0.8")],
        )
    )

    for text in ("446942b1", "2026-08-22", "1,025", "638,321", "No network.", "没有网络。", "6.31.0", "0.8"):
        assert text in html


def test_status_without_a_dataset_says_why():
    html = render_status(Status(None, "The compiled Pokédex is missing. Build it.", [], [], []))

    assert "The compiled Pokédex is missing. Build it." in html


def test_markup_in_status_is_text():
    html = render_status(
        Status(
            DatasetFacts(HOSTILE, HOSTILE, HOSTILE, {HOSTILE: 1}), None,
            [SourceState(HOSTILE, False, {"en": HOSTILE, "zh": HOSTILE})], [(HOSTILE, HOSTILE)], [(HOSTILE, HOSTILE)],
        )
    )  # fmt: skip

    assert "<img" not in html
    assert html.count("onerror") > 5
    assert_harmless(html.replace('href="docs"', ""))


async def test_status_names_no_path_and_no_secret(client: httpx.AsyncClient):
    page = (await client.get("/config")).text

    assert "/root" not in page
    assert "data_dir" not in page.lower()
