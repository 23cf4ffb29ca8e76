"""The library in its databases: what it stores comes back, for every process, and what is of no worth goes."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from pokeqa.cache.plans.figures import figures_of, latency_of
from pokeqa.cache.plans.library import Key, PlanLibrary, Use, worths
from pokeqa.cache.plans.skeleton import Slot
from pokeqa.cache.plans.template import Node, Sample, Template
from pokeqa.errors import StoreError

from .conftest import Desk, learners

SURF = Node("s1", "search", "stats_worker", {"condition": {"Learns": {"move_id": "{move_1}"}}}, "names")
BASE = Template(
    "p1", "search", "which learn {move_1}", (Slot("move_1", "move"),), (SURF,), {"dataset": "1"},
    Sample("Which learn Surf?", "en", {"move_1": "move/surf"}, {"move_1": "Surf"}), "Many.",
    planning_ms=1500.0, creation_time=1000.0,
)  # fmt: skip


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.services)])
def opener(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[..., PlanLibrary]]:
    """Opens libraries on one database, as several processes would."""
    url: str | None = None
    if request.param == "postgresql":
        url = os.environ.get("POKEQA_TEST_POSTGRES_URL")
        if url is None:
            if os.environ.get("POKEQA_TEST_REQUIRE_SERVICES") == "1":
                pytest.fail("POKEQA_TEST_POSTGRES_URL is not set, and POKEQA_TEST_REQUIRE_SERVICES=1 asks for it")
            pytest.skip("POKEQA_TEST_POSTGRES_URL names no PostgreSQL database")
    opened: list[PlanLibrary] = []

    def open_one(capacity: int = 100) -> PlanLibrary:
        opened.append(PlanLibrary(url, tmp_path, capacity=capacity))
        return opened[-1]

    yield open_one
    for template in opened[0].all():
        opened[0].delete(template.plan_id)
    for library in opened:
        library.close()


def key(name: str | None = None) -> Key:
    """A key that nobody else has."""
    return Key(name or uuid4().hex, "words")


def test_a_template_is_found_by_each_of_its_keys_from_another_process(opener: Callable[..., PlanLibrary]):
    first, second = opener(), opener()
    keys = [key(), key()]

    first.admit(BASE, keys)

    assert [second.by_key(one.key) for one in keys] == [BASE, BASE]
    assert second.get("p1") == BASE
    assert second.by_key("none") is None


def test_a_changed_state_is_seen_by_all(opener: Callable[..., PlanLibrary]):
    first, second = opener(), opener()
    first.admit(BASE, [key()])

    assert second.set_state("p1", "disabled", "Too slow.")

    found = first.get("p1")
    assert found is not None
    assert (found.state, found.reason) == ("disabled", "Too slow.")
    assert not first.set_state("p9", "active")


def test_an_edit_raises_the_version_and_keeps_the_counts(opener: Callable[..., PlanLibrary]):
    library = opener()
    library.admit(BASE, [key()])
    library.record(Use("words", "p1", 2.0, 40.0, 1, 300))

    library.save(replace(BASE, intent="other"))

    found = library.get("p1")
    assert found is not None
    assert (found.version, found.intent, found.hit_count) == (2, "other", 1)
    assert found.avg_latency_saved == pytest.approx(1498.0)


def test_a_deleted_template_takes_its_keys_along(opener: Callable[..., PlanLibrary]):
    library, one = opener(), key()
    library.admit(BASE, [one])

    assert library.delete("p1")

    assert library.by_key(one.key) is None
    assert library.keys_of("p1") == []
    assert not library.delete("p1")


def test_hits_of_many_threads_are_all_counted(opener: Callable[..., PlanLibrary]):
    library = opener()
    library.admit(BASE, [key()])
    threads = [
        threading.Thread(target=lambda: [library.record(Use("words", "p1", 1.0)) for _ in range(10)]) for _ in range(4)
    ]

    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    found = library.get("p1")
    assert found is not None
    assert found.hit_count == 40


def test_the_capacity_holds_and_the_new_template_stays(opener: Callable[..., PlanLibrary]):
    library = opener(capacity=2)
    for number in range(1, 4):
        library.admit(replace(BASE, plan_id=f"p{number}", creation_time=1000.0 + number), [key()])

    assert sorted(one.plan_id for one in library.all()) == ["p2", "p3"]


def test_worth_is_recency_hits_and_latency_saved():
    old = replace(BASE, plan_id="old", creation_time=0.0)
    often = replace(BASE, plan_id="often", hit_count=10, last_hit_time=50.0)
    saving = replace(BASE, plan_id="saving", avg_latency_saved=1500.0, last_hit_time=100.0)

    found = worths([old, often, saving], now=100.0)

    assert found == pytest.approx({"old": 0.0, "often": 0.3 * 0.5 + 0.3, "saving": 0.3 + 0.4})


def test_a_database_that_is_not_there_is_said_without_its_password(tmp_path: Path):
    library = PlanLibrary("postgresql://me:secret@127.0.0.1:1/none", tmp_path, capacity=5)

    with pytest.raises(StoreError, match="POKEQA_PLANS_URL") as raised:
        library.all()

    assert "secret" not in str(raised.value)


def test_a_file_that_is_no_database_is_said(tmp_path: Path):
    (tmp_path / "plans.db").write_bytes(b"no database" * 100)

    with pytest.raises(StoreError, match="plan library"):
        PlanLibrary(None, tmp_path, capacity=5).all()


def test_figures_tell_what_the_cache_was_good_for(opener: Callable[..., PlanLibrary]):
    library = opener()
    library.admit(BASE, [key()])
    before = len(library.uses())
    for use in (
        Use("planned", None, 1500.0, 2000.0), Use("words", "p1", 2.0, 500.0, 1, 390), Use("exact", None, 1.0, 480.0),
        Use("failed", "p1", 0.0), Use("planned", None, 1600.0, 2100.0),
    ):  # fmt: skip
        library.record(use)

    found = figures_of(library.uses()[before:])

    assert (found.questions, found.hits, found.hit_rate) == (4, 2, 0.5)
    assert found.by_level == {"words": 1, "exact": 1}
    assert (found.failures, found.calls_saved, found.tokens_saved) == (1, 1, 390)
    assert (found.planning["cached"].p95, found.planning["planned"].p50) == (2.0, 1500.0)
    assert found.by_plan == {"p1": 1}


def test_percentiles_are_of_the_nearest_rank():
    found = latency_of([float(number) for number in range(1, 101)])

    assert (found.count, found.p50, found.p95, found.p99) == (100, 50.0, 95.0, 99.0)
    assert latency_of([]).p99 == 0.0


def test_two_processes_keep_the_same_plan_once(open_desk: Callable[..., Desk]):
    first, second = open_desk(), open_desk()

    async def both() -> Any:
        await first.keep("Which Fire types learn Surf?", learners("fire", "surf"))
        await second.keep("Which Water types learn Fly?", learners("water", "fly"))
        return await second.recall("Which Ice types learn Dig?")

    assert asyncio.run(both()) is not None
    assert len(first.library.all()) == 1
