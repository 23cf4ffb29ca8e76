"""The archive: every change, in order, and never in a question's way."""

from __future__ import annotations

import json
import logging
import sqlite3
import time
from pathlib import Path

import pytest

from pokeqa.cache.archive import Archive
from pokeqa.cache.memory import MemoryBackend
from pokeqa.cache.store import MB, CacheStore
from pokeqa.errors import SettingsError


def test_what_is_stored_and_evicted_is_written_down(tmp_path: Path):
    store = CacheStore(MemoryBackend(MB), archive=Archive("sqlite:///audit.db", tmp_path))

    store.set("key", {"text": "答"}, tags=("kb:rules",))
    store.evict("kb:rules")
    store.close()

    with sqlite3.connect(tmp_path / "audit.db") as database:
        rows = database.execute("SELECT action, entry, tags, content FROM cache_archive ORDER BY at").fetchall()
    database.close()
    assert rows[0] == ("set", "key", '["kb:rules"]', '{"text": "答"}')
    assert rows[1][0] == "evict"
    assert json.loads(rows[1][2]) == ["kb:rules"]


def test_a_database_that_is_not_there_costs_no_time_and_one_warning(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    (tmp_path / "file").write_text("")
    store = CacheStore(MemoryBackend(MB), archive=Archive("sqlite:///file/audit.db", tmp_path))

    with caplog.at_level(logging.WARNING):
        began = time.perf_counter()
        for number in range(50):
            assert store.set(f"key{number}", number)
        assert time.perf_counter() - began < 1
        time.sleep(0.3)
        store.close()

    assert len([record for record in caplog.records if "archive" in record.message]) == 1


def test_an_address_it_cannot_use_is_refused_with_a_sentence(tmp_path: Path):
    with pytest.raises(SettingsError, match="POKEQA_CACHE_ARCHIVE_URL"):
        Archive("oracle://host/db", tmp_path)
