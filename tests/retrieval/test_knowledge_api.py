"""Files over HTTP: progress and outcome as lines, limits before anything is read, and nothing touched but the base."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from pokeqa.api import create_api
from pokeqa.retrieval.api import UPLOADS_AT_ONCE
from pokeqa.retrieval.bases import KnowledgeBases
from pokeqa.settings import Settings
from tests.fakes import AnsweringLayer, fake_engine

from .knowledge_bases import LIBRARY_WARNINGS, bases_in

pytestmark = [pytest.mark.filterwarnings(warning) for warning in LIBRARY_WARNINGS]

FILE = {"Content-Type": "application/octet-stream"}


@pytest.fixture(scope="module")
def bases(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBases]:
    bases = bases_in(tmp_path_factory.mktemp("kb"), kb_file_max_mb=0.01, kb_documents_max=8)
    bases.create("Notes", "notes")
    yield bases
    bases.close()


def client_of(bases: KnowledgeBases) -> httpx.AsyncClient:
    engine = fake_engine(AnsweringLayer(text="x"))
    engine.knowledge_bases = lambda: bases  # type: ignore[method-assign]
    transport = httpx.ASGITransport(app=create_api(engine, bases.settings))
    return httpx.AsyncClient(transport=transport, base_url="http://pokeqa", timeout=60)


@pytest.fixture
async def client(bases: KnowledgeBases) -> AsyncIterator[httpx.AsyncClient]:
    async with client_of(bases) as client:
        yield client


async def send(client: httpx.AsyncClient, name: str, content: bytes, db_id: str = "notes") -> list[dict[str, Any]]:
    response = await client.post(f"/knowledge/{db_id}/documents", params={"name": name}, content=content, headers=FILE)
    assert response.status_code == 200, response.text
    return [json.loads(line) for line in response.text.splitlines()]


async def test_a_file_is_followed_from_reading_to_its_outcome(client: httpx.AsyncClient, bases: KnowledgeBases):
    lines = await send(client, "rain.md", b"# Rain\n\nPelipper brings rain.")

    assert [line["phase"] for line in lines[:-1]] == ["reading", "indexing", "publishing", "ready"]
    assert all(0 <= line["share"] <= 1 for line in lines[:-1])
    assert lines[-1] == {"name": "rain.md", "status": "added", "message": None, "chunks": 1}
    assert [document.id for document in bases.documents("notes")] == ["rain.md"]


async def test_a_long_file_tells_how_far_it_is(tmp_path: Path):
    bases = bases_in(tmp_path)
    bases.create("Long", "long")
    text = "\n\n".join(f"# Part {i}\n\n" + f"Sandstorm {i} hurts. " * 60 for i in range(150)).encode()

    async with client_of(bases) as client:
        shares = [
            line["share"] for line in await send(client, "long.md", text, "long") if line.get("phase") == "indexing"
        ]
    bases.close()

    assert len(shares) > 2
    assert shares == sorted(shares)
    assert 0 < shares[1] < 1


async def test_what_cannot_be_read_says_why_and_the_next_file_goes_on(client: httpx.AsyncClient):
    [failed] = [line for line in await send(client, "broken.pdf", b"%PDF nonsense") if "status" in line]
    [added] = [line for line in await send(client, "sun.txt", b"Torkoal brings sunshine.") if "status" in line]

    assert failed["status"] == "failed"
    assert failed["message"].startswith("broken.pdf: the PDF is damaged")
    assert added["status"] == "added"


@pytest.mark.parametrize(
    ("accepted", "sentence"),
    [
        ("en", "broken.pdf: the PDF is damaged"),
        ("zh-CN,zh;q=0.9", "broken.pdf：PDF 已损坏"),
        ("zh-TW", "broken.pdf：PDF 已損壞"),
        ("ja", "broken.pdf：PDF が壊れている"),
        ("xx", "broken.pdf: the PDF is damaged"),
        ("", "broken.pdf: the PDF is damaged"),
    ],
)
async def test_the_sentence_comes_in_the_clients_language(client: httpx.AsyncClient, accepted: str, sentence: str):
    headers = {**FILE, "Accept-Language": accepted}
    response = await client.post("/knowledge/notes/documents?name=broken.pdf", content=b"%PDF", headers=headers)

    assert json.loads(response.text.splitlines()[-1])["message"].startswith(sentence)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("../../etc/passwd.txt", "passwd.txt"),
        ("C:\\Windows\\win.txt", "win.txt"),
        ("/etc/cron.d/evil.md", "evil.md"),
        ("a\u202etxt.exe.md", "a txt.exe.md"),
        ("x" * 400 + ".md", "x" * 117 + ".md"),
        ("<img src=x onerror=alert(1)>.md", "<img src=x onerror=alert(1)>.md"),
    ],
)
async def test_a_name_is_a_name_never_a_path(bases: KnowledgeBases, client: httpx.AsyncClient, name: str, shown: str):
    before = files_below(bases.settings.data_dir)

    line = (await send(client, name, f"Text of {shown}".encode()))[-1]

    assert (line["status"], line["name"]) == ("added", shown)
    new = {path for path in files_below(bases.settings.data_dir) - before if "milvus.db" not in path}
    assert new == set()
    bases.remove_documents("notes", [shown])


def files_below(folder: Path) -> set[str]:
    return {str(path) for path in folder.rglob("*")}


@pytest.mark.parametrize(
    ("db_id", "parameters", "headers", "status", "said"),
    [
        ("pokedex", {"name": "a.md"}, FILE, 422, "built-in knowledge base cannot be changed"),
        ("nowhere", {"name": "a.md"}, FILE, 422, "There is no knowledge base 'nowhere'"),
        ("notes", {}, FILE, 422, "The file has no name"),
        ("notes", {"name": "a.md"}, {"Content-Type": "text/plain"}, 415, "Content-Type: application/octet-stream"),
        (
            "notes",
            {"name": "a.md"},
            {"Content-Type": "multipart/form-data; boundary=x"},
            415,
            "application/octet-stream",
        ),
    ],
)
async def test_what_is_refused_has_a_sentence(
    client: httpx.AsyncClient, db_id: str, parameters: dict[str, str], headers: dict[str, str], status: int, said: str
):
    response = await client.post(f"/knowledge/{db_id}/documents", params=parameters, content=b"x", headers=headers)

    assert response.status_code == status
    assert said in response.json()["error"]["message"]


@pytest.mark.parametrize("declared", [True, False])
async def test_a_file_that_is_too_large_is_not_read_to_its_end(client: httpx.AsyncClient, declared: bool):
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        while sent < 50_000_000:
            sent += 4096
            yield b"x" * 4096

    for _ in range(UPLOADS_AT_ONCE + 1):  # a refused file gives its place back
        content = b"x" * 20_000 if declared else endless()
        response = await client.post("/knowledge/notes/documents?name=a.txt", content=content, headers=FILE)
        assert response.status_code == 413
        assert "at most 0.01 MB are taken" in response.json()["error"]["message"]
    if not declared:
        assert sent < 1_000_000


async def test_a_full_base_says_so(client: httpx.AsyncClient, bases: KnowledgeBases):
    bases.create("Full", "full")
    outcomes = [(await send(client, f"{i}.txt", f"Text number {i}.".encode(), "full"))[-1] for i in range(9)]

    assert [outcome["status"] for outcome in outcomes] == ["added"] * 8 + ["failed"]
    assert "at most 8 documents" in outcomes[-1]["message"]
    bases.delete("full")


async def test_questions_are_answered_while_a_file_is_indexed(tmp_path: Path):
    bases = bases_in(tmp_path)
    bases.create("Long", "long")
    text = "\n\n".join(f"# Part {i}\n\n" + f"Hail {i} hurts. " * 60 for i in range(200)).encode()

    async with client_of(bases) as client:
        sending = asyncio.create_task(send(client, "long.md", text, "long"))
        answered = 0
        while not sending.done():
            response = await client.post("/chat/", json={"query": "What type is Lucario?"})
            assert response.status_code == 200
            answered += 1
            await asyncio.sleep(0.05)
        assert (await sending)[-1]["status"] == "added"
    bases.close()

    assert answered > 5


async def test_bases_that_may_only_be_read_take_no_file(tmp_path: Path):
    bases = bases_in(tmp_path, kb_editable=False)
    async with client_of(bases) as client:
        response = await client.post("/knowledge/pokedex/documents?name=a.txt", content=b"x", headers=FILE)
    bases.close()

    assert response.status_code == 422
    assert "can only be read here" in response.json()["error"]["message"]


async def test_without_knowledge_bases_the_endpoint_says_so(tmp_path: Path):
    from pokeqa.engine import build_engine

    engine = build_engine(Settings(data_dir=tmp_path, enable_knowledge_base=False))
    transport = httpx.ASGITransport(app=create_api(engine, engine.settings))
    async with httpx.AsyncClient(transport=transport, base_url="http://pokeqa", timeout=60) as client:
        response = await client.post("/knowledge/notes/documents?name=a.txt", content=b"x", headers=FILE)

    assert response.status_code == 503
    assert "POKEQA_ENABLE_KNOWLEDGE_BASE" in response.json()["error"]["message"]
    await engine.close()
