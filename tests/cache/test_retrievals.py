"""The retrieval cache: what is reused within a conversation, for how long, and that nothing of it is written."""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from pokeqa.cache.conversations import Conversations
from pokeqa.cache.retrievals import SETTINGS_FILE, CachedSource, CacheSettings, RetrievalCache
from pokeqa.engine import Engine
from pokeqa.request import Meta
from pokeqa.retrieval.evidence import Evidence, SourceQuery, SourceResult

LORE = "What is the lore of Garchomp?"


class Source:
    """Finds one passage, and counts how often it is asked."""

    supports_caching = True

    def __init__(self, name: str = "knowledge_base") -> None:
        self.name = name
        self.calls = 0

    async def search(self, query: SourceQuery) -> SourceResult:
        self.calls += 1
        return SourceResult((Evidence(f"p{self.calls}", self.name, "t", query.text, "w"),), detail={"n": self.calls})

    async def available(self) -> str | None:
        return None

    async def close(self) -> None:
        return


class World:
    """A cached source with a clock that can be turned and an embedder that says what is alike."""

    def __init__(self, engine: Engine, file: Path = SETTINGS_FILE, name: str = "knowledge_base") -> None:
        self.parser = engine.warm().parser
        self.now = 0.0
        self.similar = 1.0
        self.versions: dict[str, str] = {"kb:builtin": "1"}
        self.conversations = Conversations(lambda: self.now)
        self.cache = RetrievalCache(
            embed=self.embed, versions=lambda meta: self.versions, settings=CacheSettings(file),
            conversations=self.conversations,
        )  # fmt: skip
        self.source = Source(name)
        self.cached = CachedSource(self.source, self.cache)
        self._first: str | None = None

    async def embed(self, text: str) -> Sequence[float]:
        self._first = self._first or text
        return [1.0, 0.0] if text == self._first else [self.similar, (1 - self.similar**2) ** 0.5]

    async def ask(self, text: str, conversation: str | None = "c", **meta: Any) -> SourceResult:
        understanding = self.parser.understand(text, (), "auto")
        return await self.cached.search(
            SourceQuery(understanding.full_text, understanding, Meta(**{"db_id": "builtin", **meta}), conversation)
        )


@pytest.fixture
def world(engine: Engine) -> World:
    return World(engine)


async def test_the_same_question_is_searched_once_in_a_conversation(world: World):
    first, second = await world.ask(LORE), await world.ask(LORE)

    assert world.source.calls == 1
    assert second.results == first.results
    assert second.detail["cache"]["similarity"] == 1.0


async def test_another_conversation_searches_for_itself(world: World):
    await world.ask(LORE, "a")
    await world.ask(LORE, "b")
    await world.ask(LORE, None)
    await world.ask(LORE, None)

    assert world.source.calls == 4


async def test_a_search_is_used_for_300_seconds(world: World):
    await world.ask(LORE)
    world.now = 299
    await world.ask(LORE)
    assert world.source.calls == 1
    world.now = 301
    await world.ask(LORE)
    assert world.source.calls == 2


@pytest.mark.parametrize(("similar", "calls"), [(0.71, 1), (0.69, 2)])
async def test_a_question_less_alike_than_0_7_searches(world: World, similar: float, calls: int):
    await world.ask(LORE)
    world.similar = similar
    await world.ask("Is there a legend around Garchomp?")

    assert world.source.calls == calls


async def test_a_new_name_searches_however_alike_the_rest_is(world: World):
    await world.ask(LORE)
    await world.ask("What is the lore of Gengar?")
    await world.ask("What is the lore of Gengar and Garchomp?")

    assert world.source.calls == 3


@pytest.mark.parametrize("more", ["Tell me more about the lore of Garchomp", "What other lore of Garchomp is there?"])
async def test_a_question_that_asks_for_more_always_searches(world: World, more: str):
    await world.ask(more)
    await world.ask(more)

    assert world.source.calls == 2


async def test_the_newest_search_is_used_first(world: World):
    await world.ask(LORE)
    world.similar = 0.0
    await world.ask("Garchomp in old tales")
    world.similar = 0.9

    third = await world.ask("Garchomp in very old tales")

    assert world.source.calls == 2
    assert third.results[0].id in ("p1", "p2")


@pytest.mark.parametrize("meta", [{"top_k": 3}, {"db_id": "rules"}, {"rerank": False}])
async def test_other_settings_search(world: World, meta: dict[str, Any]):
    await world.ask(LORE)
    await world.ask(LORE, **meta)

    assert world.source.calls == 2


async def test_a_changed_base_searches_at_once(world: World):
    await world.ask(LORE)
    world.versions = {"kb:builtin": "2"}
    await world.ask(LORE)

    assert world.source.calls == 2


async def test_a_request_without_cache_searches(world: World):
    await world.ask(LORE)
    await world.ask(LORE, use_cache=False)

    assert world.source.calls == 2


async def test_the_graph_is_spared_only_for_the_same_meaning(engine: Engine):
    world = World(engine, name="graph")
    await world.ask("What does Charmeleon evolve into?")
    await world.ask("What evolves into Charmeleon?")
    assert world.source.calls == 2

    await world.ask("What does Charmeleon evolve into?")
    assert world.source.calls == 2


async def test_a_source_without_support_is_always_asked(world: World):
    world.source.supports_caching = False
    world.cached = CachedSource(world.source, world.cache)
    await world.ask(LORE)
    await world.ask(LORE)

    assert world.source.calls == 2


# --------------------------------------------------------------------------- settings


def _write(file: Path, text: str, second: int) -> None:
    file.write_text(text)
    os.utime(file, (second, second))


async def test_a_changed_settings_file_counts_at_once(engine: Engine, tmp_path: Path):
    file = tmp_path / "retrieval.yaml"
    _write(file, "sources: {default: {ttl_s: 300}}", 1)
    world = World(engine, file)
    await world.ask(LORE)
    await world.ask(LORE)
    assert world.source.calls == 1

    _write(file, "sources: {default: {ttl_s: 300}, knowledge_base: {enabled: false}}", 2)
    await world.ask(LORE)
    assert world.source.calls == 2


@pytest.mark.parametrize(
    "broken", ["sources: [", "sources: {default: {ttl: 3}}", "sources: {default: {ttl_s: -1}}", "7", ""]
)
async def test_a_broken_settings_file_leaves_the_last_good_one_in_force(
    engine: Engine, tmp_path: Path, caplog: pytest.LogCaptureFixture, broken: str
):
    file = tmp_path / "retrieval.yaml"
    _write(file, "sources: {default: {enabled: false}}", 1)
    world = World(engine, file)
    await world.ask(LORE)

    _write(file, broken, 2)
    with caplog.at_level(logging.WARNING):
        await world.ask(LORE)
        await world.ask(LORE)

    assert world.source.calls == 3
    assert len(caplog.records) == 1


async def test_a_share_of_the_conversations_goes_past_the_cache_and_both_arms_are_counted(
    engine: Engine, tmp_path: Path
):
    file = tmp_path / "retrieval.yaml"
    _write(file, "{bypass_share: 0.5, sources: {default: {}}}", 1)
    world = World(engine, file)
    for number in range(40):
        await world.ask(LORE, f"c{number}")
        await world.ask(LORE, f"c{number}")
        world.cache.feedback(f"c{number}", good=int(number % 2 == 0), bad=number % 2)

    figures = world.cache.figures()

    assert 20 < figures["bypassed"]["searches"] < 60
    assert figures["bypassed"]["searches"] + figures["cached"]["searches"] == 80
    assert (figures["cached"]["hit_rate"], figures["bypassed"]["hit_rate"]) == (0.5, 0.0)
    assert sum(arm["good"] + arm["bad"] for arm in figures.values()) == 40


# --------------------------------------------------------------------------- conversations


async def test_a_conversation_is_at_most_20_turns(world: World):
    for number in range(30):
        await world.ask(f"Tell me more about number {number}")

    assert len(world.conversations.turns("c")) == 20


async def test_a_conversation_is_erased_after_its_time_or_when_its_session_ends(world: World):
    await world.ask(LORE, "a")
    await world.ask(LORE, "b")
    world.conversations.forget("a")
    assert len(world.conversations) == 1

    world.now = 1801
    assert len(world.conversations) == 0
    await world.ask(LORE, "b")
    assert world.source.calls == 3


async def test_nothing_of_a_conversation_is_written_to_disk(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    opened: list[str] = []
    real = os.open
    monkeypatch.setattr(
        os, "open", lambda path, *rest, **more: (opened.append(str(path)), real(path, *rest, **more))[1]
    )

    await world.ask("What is the secret lore of Garchomp?")
    await world.ask("What is the secret lore of Garchomp?")
    await world.cached.close()

    assert os.listdir(tmp_path) == []  # noqa: PTH208 - a path that is awaited on is no better
    assert opened == []
    assert len(world.conversations) == 0
