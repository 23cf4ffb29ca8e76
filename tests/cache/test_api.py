"""`POST /cache/invalidate`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from pydantic import SecretStr

from pokeqa.cache.api import cache_router
from pokeqa.cache.disk import DiskBackend
from pokeqa.cache.memory import MemoryBackend
from pokeqa.cache.store import MB, CacheStore

TOKEN = "open-sesame"
HEADERS = {"Authorization": f"Bearer {TOKEN}"}


def _client(store: CacheStore, token: str | None = TOKEN) -> httpx.AsyncClient:
    api = FastAPI()
    api.include_router(cache_router(lambda: store, None if token is None else SecretStr(token)))
    return httpx.AsyncClient(transport=httpx.ASGITransport(app=api), base_url="http://pokeqa")


@pytest.fixture
def store() -> CacheStore:
    store = CacheStore(MemoryBackend(MB))
    store.set("a", 1, tags=("kb:rules",))
    store.set("b", 1, tags=("kb:rules", "graph"))
    store.set("c", 1, tags=("graph",))
    return store


@pytest.fixture
async def client(store: CacheStore) -> AsyncIterator[httpx.AsyncClient]:
    async with _client(store) as client:
        yield client


async def test_the_entries_of_a_tag_are_forgotten(client: httpx.AsyncClient, store: CacheStore):
    response = await client.post("/cache/invalidate", json={"tags": ["kb:rules", "nothing"]}, headers=HEADERS)

    assert response.status_code == 200
    assert response.json() == {"evicted": 2, "tags": {"kb:rules": 2, "nothing": 0}}
    assert [entry.key for entry in store.entries()] == ["c"]


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Bearer ", "Bearer wrong", TOKEN, f"Basic {TOKEN}", f"Bearer {TOKEN}x"]
)
async def test_a_wrong_token_is_refused(client: httpx.AsyncClient, store: CacheStore, header: str):
    response = await client.post(
        "/cache/invalidate", json={"tags": ["graph"]}, headers={"Authorization": header} if header else {}
    )

    assert response.status_code == 401
    assert response.json()["error"]["code"] == "unauthorised"
    assert store.stats().entries == 3


@pytest.mark.parametrize("token", [None, ""])
async def test_without_a_token_the_endpoint_is_off(store: CacheStore, token: str | None):
    async with _client(store, token) as client:
        response = await client.post(
            "/cache/invalidate", json={"tags": ["graph"]}, headers={"Authorization": "Bearer "}
        )

    assert response.status_code == 404
    assert "POKEQA_ADMIN_TOKEN" in response.json()["error"]["message"]
    assert store.stats().entries == 3


@pytest.mark.parametrize(
    ("content", "status"),
    [
        ("{", 422), ("[]", 422), ("{}", 422), ('{"tags": []}', 422), ('{"tags": "graph"}', 422),
        ('{"tags": [""]}', 422), ('{"tags": [1]}', 422), ('{"tags": ["a"], "more": 1}', 422),
        ('{"tags": ["' + "x" * 70_000 + '"]}', 413),
    ],
)  # fmt: skip
async def test_a_body_that_is_wrong_is_refused_with_a_sentence(client: httpx.AsyncClient, content: str, status: int):
    response = await client.post(
        "/cache/invalidate", content=content, headers={**HEADERS, "Content-Type": "application/json"}
    )

    assert response.status_code == status
    assert response.json()["error"]["message"]


async def test_a_form_is_refused(client: httpx.AsyncClient):
    response = await client.post("/cache/invalidate", data={"tags": "graph"}, headers=HEADERS)

    assert response.status_code == 415


async def test_a_store_that_cannot_forget_says_so(tmp_path: Path):
    (tmp_path / "cache").write_text("a file, not a folder")
    async with _client(CacheStore(DiskBackend(tmp_path / "cache", MB))) as client:
        response = await client.post("/cache/invalidate", json={"tags": ["graph"]}, headers=HEADERS)

    assert response.status_code == 503
    assert response.json()["error"]["code"] == "store_failed"
