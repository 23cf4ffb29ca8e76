"""Stores of every kind, and a real Redis."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

import pytest

from pokeqa.cache.disk import DiskBackend
from pokeqa.cache.memory import MemoryBackend
from pokeqa.cache.redis import RedisBackend
from pokeqa.cache.store import MB, Backend, CacheStore


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Redis server of the tests' own."""
    program = shutil.which("redis-server")
    if program is None:
        if os.environ.get("POKEQA_TEST_REQUIRE_SERVICES") == "1":
            pytest.fail("redis-server is not installed, and POKEQA_TEST_REQUIRE_SERVICES=1 asks for it")
        pytest.skip("redis-server is not installed")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
        cwd=tmp_path_factory.mktemp("redis"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        for _ in range(200):
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.2):
                break
            time.sleep(0.02)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        process.terminate()
        process.wait(timeout=10)


Opener = Callable[[], CacheStore]


@pytest.fixture(params=["memory", "disk", pytest.param("redis", marks=pytest.mark.services)])
def opener(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opener]:
    """Opens stores of one kind; those on disk and in Redis see the same entries, as two processes would."""
    opened: list[CacheStore] = []
    prefix = f"{{test:{uuid4().hex}}}:"
    shared = MemoryBackend(4 * MB)

    def open_one() -> CacheStore:
        backend: Backend
        if request.param == "memory":
            backend = shared
        elif request.param == "disk":
            backend = DiskBackend(tmp_path / "cache", 4 * MB)
        else:
            backend = RedisBackend(request.getfixturevalue("redis_url"), 4 * MB, prefix=prefix)
        opened.append(CacheStore(backend, memory_bytes=MB))
        return opened[-1]

    yield open_one
    for store in opened:
        store.close()


@pytest.fixture
def store(opener: Opener) -> CacheStore:
    return opener()
