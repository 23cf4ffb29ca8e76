"""What the page's caches tab works with, on a real store."""

from __future__ import annotations

import json

import pytest

from pokeqa.cache.desk import CacheDesk
from pokeqa.cache.listing import Listing
from pokeqa.engine import Engine
from tests.cache.asking import CachedHouse

OPEN = "How do I breed for good IVs?"


@pytest.fixture
def house(engine: Engine) -> CachedHouse:
    return CachedHouse(engine)


@pytest.fixture
def desk(house: CachedHouse) -> CacheDesk:
    warm = house.engine.warm()
    return CacheDesk(house.layer, None, warm.parser, warm.dataset)


async def test_an_entry_tells_question_kind_age_hits_tags_and_name_space(house: CachedHouse, desk: CacheDesk):
    await house.ask("What type is Lucario?")
    await house.ask("Lucario's type?")

    (entry,) = (await desk.entries()).entries

    assert entry.questions == ("What type is Lucario?",)
    assert (entry.complete, entry.route, entry.model, entry.hits) == (True, "retrieval", None, 1)
    assert 0 <= entry.age_s < 60
    assert entry.left_s is not None and 3500 < entry.left_s <= 3600
    assert {"kb:builtin", "kb:builtin@1", "dataset:d1"} <= set(entry.tags)
    assert entry.space["language"] == "en"


async def test_the_newest_comes_first_and_variants_share_an_entry(house: CachedHouse, desk: CacheDesk):
    await house.ask("What type is Lucario?")
    await house.ask(OPEN)
    await house.ask("How do I breed for bad IVs?")

    first, second = (await desk.entries()).entries

    assert first.questions == ("How do I breed for bad IVs?", OPEN)
    assert not first.complete
    assert second.questions == ("What type is Lucario?",)


@pytest.mark.parametrize(
    ("search", "found"), [("lucario", 1), ("  IVS ", 1), ("kb:builtin", 2), ("nothing of it", 0), ("", 2)]
)
async def test_entries_are_searched(house: CachedHouse, desk: CacheDesk, search: str, found: int):
    await house.ask("What type is Lucario?")
    await house.ask(OPEN)

    listing = await desk.entries(search)

    assert listing.matching == len(listing.entries) == found
    assert listing.whole


async def test_no_more_entries_are_shown_than_asked_for_and_all_are_counted(house: CachedHouse, desk: CacheDesk):
    for name in ("Lucario", "Gengar", "Pikachu"):
        await house.ask(f"What type is {name}?")

    listing: Listing = await desk.entries(limit=2)

    assert (len(listing.entries), listing.matching) == (2, 3)


async def test_one_entry_a_tag_and_everything_are_forgotten(house: CachedHouse, desk: CacheDesk):
    await house.ask("What type is Lucario?")
    await house.ask("What type is Gengar?", db_id="rules")
    await house.ask(OPEN)
    key = next(entry.key for entry in (await desk.entries("lucario")).entries)

    assert await desk.forget(key) == 1
    assert (await house.ask("What type is Lucario?")).hit is None
    assert await desk.forget_tag("kb:rules") == 1
    assert await desk.forget_all() == 2
    assert (await desk.entries()).entries == ()


async def test_figures_tell_what_was_saved(house: CachedHouse, desk: CacheDesk):
    await house.ask("What type is Lucario?")
    await house.ask("What type is Lucario?")

    figures = await desk.figures()

    assert (figures.counts["hits"], figures.counts["misses"], figures.counts["hit_rate"]) == (1, 1, 0.5)
    assert [moment.kind for moment in figures.timeline] == ["miss", "exact"]
    assert figures.store.entries == 1


async def test_two_questions_are_explained_without_an_embedder(desk: CacheDesk):
    verdict = await desk.explain("What type is Lucario?", "Lucario's type?")

    assert verdict.shared
    assert verdict.whole is None
    assert json.dumps(verdict.values) == "{}"
