"""What a store promises, whatever keeps its entries: memory, a disk, Redis."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

import pytest

from pokeqa.cache.store import MB, CacheStore


def test_a_value_comes_back_as_it_was(store: CacheStore):
    value = {"text": "喷火龙 ♂ é 🔥", "list": [1, 2.5, None, True], "deep": {"a": {"b": []}}}

    assert store.set("key", value, tags=("b", "a", "a"))

    entry = store.get("key")
    assert entry is not None
    assert entry.value == value
    assert entry.tags == ("a", "b")
    assert abs(entry.stored - time.time()) < 5


def test_what_is_not_there_is_none(store: CacheStore):
    assert store.get("nothing") is None


def test_a_value_that_is_changed_after_reading_stays_as_it_was_in_the_store(store: CacheStore):
    store.set("key", {"list": [1]})

    first = store.get("key")
    assert first is not None
    first.value["list"].append(2)

    second = store.get("key")
    assert second is not None
    assert second.value == {"list": [1]}


def test_an_entry_ends_when_its_time_is_over(store: CacheStore):
    store.set("short", 1, expire=0.15)
    store.set("long", 1, expire=60)
    store.set("for ever", 1, expire=None)
    assert store.get("short") is not None

    time.sleep(0.2)

    assert store.get("short") is None
    assert store.get("long") is not None
    assert store.get("for ever") is not None


def test_zero_seconds_are_zero_seconds(store: CacheStore):
    assert not store.set("key", 1, expire=0)
    assert store.get("key") is None


@pytest.mark.parametrize("expire", [-1, -0.001, math.nan])
def test_a_negative_time_is_refused(store: CacheStore, expire: float):
    with pytest.raises(ValueError, match="expire"):
        store.set("key", 1, expire=expire)


@pytest.mark.parametrize("value", [{1, 2}, object(), b"bytes", math.nan])
def test_what_json_cannot_hold_is_refused(store: CacheStore, value: object):
    with pytest.raises((TypeError, ValueError)):
        store.set("key", value)


def test_evicting_a_tag_removes_exactly_its_entries(store: CacheStore):
    store.set("a", 1, tags=("kb:rules", "x"))
    store.set("b", 2, tags=("kb:rules",))
    store.set("c", 3, tags=("kb:rules2", "x"))
    store.set("d", 4)

    assert store.evict("kb:rules") == 2

    assert [store.get(key) is not None for key in "abcd"] == [False, False, True, True]
    assert store.evict("kb:rules") == 0


def test_an_entry_stored_again_has_its_new_tags_only(store: CacheStore):
    store.set("a", 1, tags=("old",))
    store.set("a", 2, tags=("new",))

    assert store.evict("old") == 0
    assert store.get("a") is not None
    assert store.evict("new") == 1


def test_what_was_evicted_meanwhile_is_not_stored(store: CacheStore):
    before = store.mark()
    store.evict("kb:rules")

    assert not store.set("a", 1, tags=("kb:rules",), as_of=before)
    assert store.set("b", 1, tags=("graph",), as_of=before)
    assert store.set("a", 1, tags=("kb:rules",), as_of=store.mark())


def test_what_began_before_everything_was_cleared_is_not_stored(store: CacheStore):
    before = store.mark()
    store.set("x", 1)
    assert store.clear() == 1

    assert not store.set("a", 1, as_of=before)
    assert store.get("x") is None


def test_deleting_removes_one_entry_and_says_whether_it_was_there(store: CacheStore):
    store.set("a", 1)
    store.set("b", 1)

    assert store.delete("a")
    assert not store.delete("a")
    assert store.get("a") is None
    assert store.get("b") is not None


def test_entries_are_listed_by_prefix(store: CacheStore):
    for key in ("answer:1", "answer:2", "plan:1"):
        store.set(key, key)

    assert sorted(entry.key for entry in store.entries("answer:")) == ["answer:1", "answer:2"]
    assert len(list(store.entries())) == 3


def test_the_size_stays_within_its_bound_and_the_oldest_go_first(store: CacheStore):
    for number in range(300):
        store.set(f"key{number}", "x" * 40_000, tags=(f"tag{number % 7}",))

    stats = store.stats()
    assert stats.bytes <= stats.limit_bytes + MB // 4
    assert stats.entries < 300
    assert store.get("key299") is not None
    assert store.get("key0") is None
    assert store.evict("tag5") > 0


def test_a_value_that_is_too_large_is_not_kept(store: CacheStore):
    assert not store.set("key", "x" * (2 * MB))
    assert store.get("key") is None


def test_figures_count_hits_and_misses(store: CacheStore):
    store.set("a", 1)
    store.get("a")
    store.get("a")
    store.get("b")

    stats = store.stats()
    assert (stats.hits, stats.misses, stats.failures, stats.failure) == (2, 1, 0, None)
    assert stats.entries == 1


def test_what_another_process_evicts_is_not_served_from_memory(opener: Callable[[], CacheStore]):
    ours, theirs = opener(), opener()
    ours.set("a", 1, tags=("kb:rules",))
    ours.set("b", 1)
    assert ours.get("a") is not None  # now in our memory

    theirs.evict("kb:rules")
    assert ours.get("a") is None

    assert ours.get("b") is not None
    theirs.delete("b")
    assert ours.get("b") is None

    ours.set("c", 1)
    assert ours.get("c") is not None
    theirs.clear()
    assert ours.get("c") is None
