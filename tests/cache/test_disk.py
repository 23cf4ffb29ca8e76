"""The store on disk: no pickle, no torn value, nobody else's business, and never an error."""

from __future__ import annotations

import json
import logging
import os
import pickle
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pokeqa.cache.disk import DiskBackend
from pokeqa.cache.entry import Entry
from pokeqa.cache.store import MB, CacheStore
from pokeqa.errors import StoreError


class Bomb:
    """Runs a command when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self):
        return os.system, (f"touch {self.path}",)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def _write(folder: Path, sql: str, *values: object) -> None:
    with sqlite3.connect(folder / "cache.db") as database:
        assert database.execute(sql, values).rowcount == 1
    database.close()


@pytest.mark.parametrize("mode", [2, 3, 4])
@pytest.mark.parametrize("in_file", [False, True])
def test_a_row_that_says_it_is_a_pickle_or_a_file_is_not_read(folder: Path, tmp_path: Path, mode: int, in_file: bool):
    store = CacheStore(DiskBackend(folder, 4 * MB))
    store.set("key", "value")
    bomb = pickle.dumps(Bomb(tmp_path / "exploded"))
    (folder / "bomb.val").write_bytes(bomb)
    _write(
        folder, "UPDATE Cache SET mode = ?, value = ?, filename = ? WHERE key = 'key'",
        mode, None if in_file else bomb, "bomb.val" if in_file else None,
    )  # fmt: skip

    assert store.get("key") is None
    assert list(store.entries()) == []
    assert not (tmp_path / "exploded").exists()


def test_a_key_that_is_a_pickle_is_left_out(folder: Path, tmp_path: Path):
    store = CacheStore(DiskBackend(folder, 4 * MB))
    store.set("key", "value")
    store.set("other", "value")
    bomb = pickle.dumps(Bomb(tmp_path / "exploded"))
    _write(folder, "UPDATE Cache SET key = ?, raw = 0 WHERE key = 'key'", sqlite3.Binary(bomb))

    assert [entry.key for entry in store.entries()] == ["other"]
    store.evict("any")
    store.clear()
    assert not (tmp_path / "exploded").exists()


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '{"value": 1}', '{"value":1,"stored":"x","expires":null,"tags":[]}']
)
def test_text_that_is_not_an_entry_is_a_miss(folder: Path, text: str):
    store = CacheStore(DiskBackend(folder, 4 * MB))
    store.set("key", "value")
    _write(folder, "UPDATE Cache SET value = ? WHERE key = 'key'", text)

    assert store.get("key") is None


def test_only_text_goes_in(folder: Path):
    backend = DiskBackend(folder, 4 * MB)
    with pytest.raises(StoreError, match="keys"):
        backend.get(7)  # type: ignore[arg-type]
    with backend._working() as cache, pytest.raises(StoreError, match="values"):
        cache.set("key", {"a": 1})


def test_the_folder_is_this_users_alone(folder: Path):
    folder.mkdir(mode=0o755)
    CacheStore(DiskBackend(folder, 4 * MB)).set("key", 1)

    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_folder_that_cannot_be_used_is_a_miss_and_one_warning(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    (tmp_path / "cache").write_text("a file, not a folder")
    store = CacheStore(DiskBackend(tmp_path / "cache", 4 * MB), memory_bytes=MB)

    with caplog.at_level(logging.WARNING):
        assert not store.set("key", 1)
        assert store.get("key") is None
        assert store.mark() is None
        assert list(store.entries()) == []

    assert len(caplog.records) == 1
    assert store.stats().failure is not None
    with pytest.raises(StoreError):
        store.evict("tag")


def test_a_damaged_database_is_put_aside_and_the_store_goes_on(folder: Path):
    store = CacheStore(DiskBackend(folder, 4 * MB))
    store.set("key", 1)
    store.close()
    for name in ("cache.db-wal", "cache.db-shm"):
        (folder / name).unlink(missing_ok=True)
    (folder / "cache.db").write_bytes(b"this is no database at all" * 1000)

    assert store.get("key") is None
    assert store.set("key", 2)
    entry = store.get("key")
    assert entry is not None
    assert entry.value == 2
    assert list(folder.parent.glob("cache.damaged-*"))


def test_entries_without_a_ledger_are_dropped_because_no_tag_could_evict_them(folder: Path):
    store = CacheStore(DiskBackend(folder, 4 * MB))
    store.set("key", 1, tags=("kb:rules",))
    before = store.mark()
    store.close()
    _write(folder, "DELETE FROM Cache WHERE key = ?", "\x01ledger")

    again = CacheStore(DiskBackend(folder, 4 * MB))
    assert again.get("key") is not None or again.mark() != before
    assert again.mark() != before
    assert again.get("key") is None
    assert not again.set("key", 1, as_of=before)


WRITER = """
import sys
from pathlib import Path
from pokeqa.cache.disk import DiskBackend
from pokeqa.cache.store import CacheStore
store = CacheStore(DiskBackend(Path(sys.argv[1]), 8 * 1024 * 1024))
print("ready", flush=True)
number = 0
while True:
    number += 1
    for key in range(5):
        store.set(f"key{key}", {"n": number, "text": str(number) * 3000, "again": number}, tags=("t",))
    if number % 50 == 0:
        store.evict("t")
"""


def test_a_writer_that_is_killed_leaves_no_torn_value(folder: Path):
    whole = 0
    for _ in range(4):
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(folder)], stdout=subprocess.PIPE, text=True)
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
        time.sleep(0.25)
        writer.send_signal(signal.SIGKILL)
        writer.wait()
        writer.stdout.close()

        store = CacheStore(DiskBackend(folder, 8 * MB))
        for entry in store.entries("key"):
            assert entry.value["text"] == str(entry.value["n"]) * 3000
            assert entry.value["again"] == entry.value["n"]
            whole += 1
        assert store.stats().failure is None
        assert store.set("after", 1)
        store.close()
    assert whole > 0
    assert [path.name for path in folder.rglob("*.val")] == []


READER = """
import sys
from pathlib import Path
from pokeqa.cache.disk import DiskBackend
from pokeqa.cache.store import CacheStore
store = CacheStore(DiskBackend(Path(sys.argv[1]), 8 * 1024 * 1024), memory_bytes=1024 * 1024)
for line in sys.stdin:
    entry = store.get("key")
    print("none" if entry is None else entry.value, flush=True)
"""


def test_another_process_sees_an_eviction_at_once(folder: Path):
    store = CacheStore(DiskBackend(folder, 8 * MB))
    store.set("key", "value", tags=("kb:rules",))
    reader = subprocess.Popen(
        [sys.executable, "-c", READER, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert reader.stdin is not None
    assert reader.stdout is not None

    def ask() -> str:
        assert reader.stdin is not None
        assert reader.stdout is not None
        reader.stdin.write("?\n")
        reader.stdin.flush()
        return reader.stdout.readline().strip()

    with reader:
        assert [ask(), ask()] == ["value", "value"]
        store.evict("kb:rules")
        assert ask() == "none"
        reader.stdin.close()


def test_an_entry_is_json_text_in_the_database(folder: Path):
    backend = DiskBackend(folder, 4 * MB)
    backend.set(Entry("key", {"a": "喷火龙"}, 1.0, None, ("t",)))
    with sqlite3.connect(folder / "cache.db") as database:
        [(text, mode)] = database.execute("SELECT value, mode FROM Cache WHERE key = 'key'").fetchall()
    database.close()

    assert mode == 1
    assert json.loads(text) == {"value": {"a": "喷火龙"}, "stored": 1.0, "expires": None, "tags": ["t"]}
