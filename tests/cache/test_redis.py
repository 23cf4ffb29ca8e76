"""What is particular to Redis: it may not be there, go away, and come back."""

from __future__ import annotations

import logging
from uuid import uuid4

import pytest

from pokeqa.cache.redis import RedisBackend
from pokeqa.cache.store import MB, CacheStore
from pokeqa.errors import StoreError

pytestmark = pytest.mark.services


def _store(url: str, prefix: str, limit: int = 4 * MB) -> CacheStore:
    return CacheStore(RedisBackend(url, limit, prefix=prefix), memory_bytes=MB)


def test_no_server_is_a_miss_and_one_warning(caplog: pytest.LogCaptureFixture):
    store = _store("redis://127.0.0.1:1/0", "p:")

    with caplog.at_level(logging.WARNING):
        assert store.get("key") is None
        assert not store.set("key", 1)
        assert store.mark() is None

    assert len(caplog.records) == 1
    with pytest.raises(StoreError, match="Redis"):
        store.evict("tag")


def test_a_url_that_is_none_is_a_miss_with_a_sentence():
    store = _store("http://nowhere", "p:")

    assert store.get("key") is None
    assert "POKEQA_REDIS_URL" in (store.stats().failure or "")


def test_a_password_never_reaches_the_log(caplog: pytest.LogCaptureFixture):
    store = _store("redis://user:geheim@127.0.0.1:1/0", "p:")

    assert store.get("key") is None
    assert "geheim" not in caplog.text + (store.stats().failure or "")


def test_a_server_that_forgot_everything_begins_a_new_epoch(redis_url: str):
    import redis

    prefix = f"{{test:{uuid4().hex}}}:"
    store = _store(redis_url, prefix)
    before = store.mark()
    store.set("key", 1)
    assert store.get("key") is not None

    with redis.Redis.from_url(redis_url) as client:  # what a restart without persistence does
        client.flushdb()

    assert store.get("key") is None
    assert store.mark() != before
    assert not store.set("key", 1, as_of=before)
    assert store.set("key", 2, as_of=store.mark())
    store.close()


def test_nothing_is_left_behind_when_everything_is_forgotten(redis_url: str):
    import redis

    prefix = f"{{test:{uuid4().hex}}}:"
    store = _store(redis_url, prefix)
    for number in range(50):
        store.set(f"key{number}", "x" * 100, tags=("a", f"t{number}"), expire=60)
    store.evict("a")
    store.close()

    with redis.Redis.from_url(redis_url, decode_responses=True) as client:
        assert sorted(client.keys(prefix + "*")) == sorted(
            prefix + name for name in ("bytes", "epoch", "evicted", "generation") if client.exists(prefix + name)
        )
        assert client.get(prefix + "bytes") == "0"
