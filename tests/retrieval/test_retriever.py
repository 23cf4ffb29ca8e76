"""Sources are asked at the same time, and what goes wrong in one stays there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

import pytest

from pokeqa.errors import SourceError
from pokeqa.request import EVIDENCE, Meta
from pokeqa.retrieval.engine import build_query_engine
from pokeqa.retrieval.evidence import Evidence, Source, SourceQuery
from pokeqa.retrieval.gather import Outcome, Slot, gather, queries_for
from pokeqa.retrieval.retriever import EvidenceQuery, EvidenceRetriever, evidence_nodes
from tests.fakes import understanding
from tests.retrieval.sources import StubbornSource, TestSource, evidence, hanging, pieces

ALL = tuple(EVIDENCE)
QUERY = SourceQuery("Who is Mew?", understanding(text="Who is Mew?"), Meta())


def slots(*sources: Source, limit_s: float = 5.0) -> dict[str, Slot]:
    return {source.name: Slot(source, limit_s) for source in sources}


def queries(names: Sequence[str] = ALL) -> dict[str, SourceQuery]:
    return queries_for(names, QUERY, QUERY.text)


async def test_four_sources_take_as_long_as_the_slowest():
    sources = [TestSource(name, evidence(name, 1), delay_s=0.3) for name in ALL]

    began = time.perf_counter()
    outcomes = await gather(slots(*sources), queries())
    took_ms = (time.perf_counter() - began) * 1000

    slowest = max(outcome.ms for outcome in outcomes)
    assert took_ms <= 1.2 * slowest
    assert [outcome.state for outcome in outcomes] == ["found"] * 4
    assert all(outcome.started_ms < 100 for outcome in outcomes)


async def test_one_that_hangs_one_that_breaks_and_one_that_is_missing_leave_the_fourth_alone(
    caplog: pytest.LogCaptureFixture,
):
    hangs = hanging("graph")
    working = slots(
        TestSource("knowledge_base", evidence("knowledge_base", 1)),
        TestSource("web", error=KeyError("secret detail")),
    ) | {"graph": Slot(hangs, 0.1)}

    outcomes = {outcome.name: outcome for outcome in await gather(working, queries())}

    assert [outcome.state for outcome in outcomes.values()] == ["found", "timed_out", "failed", "unavailable"]
    assert outcomes["knowledge_base"].result.results
    messages = [outcomes[name].result.message for name in ("graph", "web", "mcp")]
    assert "no answer within 0.1 s" in str(messages[0])
    assert "the server's log says what" in str(messages[1])
    assert "no such source" in str(messages[2])
    assert "secret detail" not in str(messages)
    assert "secret detail" in caplog.text
    await asyncio.sleep(0)
    assert hangs.cancelled


async def test_a_sources_own_sentence_is_its_message():
    broken = TestSource("web", error=SourceError("There is no network. Switch the web off."))

    [outcome] = await gather(slots(broken), queries(["web"]))

    assert outcome.state == "failed"
    assert outcome.result.message == "There is no network. Switch the web off."


async def test_a_source_that_does_not_let_itself_be_cancelled_is_not_waited_for():
    stubborn = StubbornSource("web")

    began = time.perf_counter()
    [outcome] = await gather(slots(stubborn, limit_s=0.1), queries(["web"]))

    assert outcome.state == "timed_out"
    assert time.perf_counter() - began < 0.5
    await asyncio.sleep(2.1)  # what it raises in the end is nobody's any more, and no warning


async def test_a_source_that_cancels_itself_is_a_failure_of_its_own():
    [outcome] = await gather(slots(TestSource("web", error=asyncio.CancelledError())), queries(["web"]))  # type: ignore[arg-type]

    assert outcome.state == "failed"


async def test_the_order_is_that_of_the_question_however_fast_each_is():
    sources = [
        TestSource(name, evidence(name, 1), delay_s=delay_s)
        for name, delay_s in zip(ALL, (0.2, 0.1, 0.05, 0.0), strict=True)
    ]

    outcomes = await gather(slots(*sources), queries())

    assert tuple(outcome.name for outcome in outcomes) == ALL


async def test_each_source_tells_when_it_begins_and_when_it_is_done():
    told: list[tuple[str, str | None]] = []

    def report(name: str, outcome: Outcome | None) -> None:
        told.append((name, None if outcome is None else outcome.state))

    quick, slow = TestSource("knowledge_base", delay_s=0.01), TestSource("graph", evidence("graph", 1), delay_s=0.1)
    await gather(slots(slow, quick), queries(["knowledge_base", "graph"]), report)

    assert told == [("knowledge_base", None), ("graph", None), ("knowledge_base", "empty"), ("graph", "found")]


async def test_cancelling_the_question_ends_every_source():
    sources = [hanging(name) for name in ALL]
    work = asyncio.create_task(gather(slots(*sources, limit_s=60), queries()))
    await asyncio.sleep(0.05)

    work.cancel()
    await asyncio.gather(work, return_exceptions=True)
    await asyncio.sleep(0.05)

    assert work.cancelled()
    assert all(source.cancelled for source in sources)


def test_only_the_knowledge_base_is_asked_with_the_rewritten_text():
    asked = queries_for(ALL, QUERY, "Who is Mew? 梦幻")

    assert {name: query.text for name, query in asked.items()} == {
        "knowledge_base": "Who is Mew? 梦幻",
        "graph": "Who is Mew?",
        "web": "Who is Mew?",
        "mcp": "Who is Mew?",
    }


# --------------------------------------------------------------------------- the query engine


async def test_the_retriever_gives_nodes_source_by_source():
    retriever = EvidenceRetriever(
        slots(
            TestSource("web", *pieces("web", ["w1", "w2"])), TestSource("knowledge_base", evidence("knowledge_base", 1))
        )
    )

    nodes = await retriever.aretrieve(EvidenceQuery("Who is Mew?", queries=queries(["knowledge_base", "web"])))

    assert [node.evidence.id for node in evidence_nodes(nodes)] == ["knowledge_base/1", "web/1", "web/2"]


async def _nothing(asked: EvidenceQuery, numbered: object):
    for piece in ("Mew ", "is known. [1]"):
        yield piece


async def test_repeats_are_dropped_and_the_rest_is_numbered_from_the_first_free_number():
    same = "Mew is a Mythical Pokémon of the Kanto region, number 151."
    engine = build_query_engine(
        slots(
            TestSource("knowledge_base", *pieces("knowledge_base", [same, "Mew can learn every TM."])),
            TestSource("web", *pieces("web", [same.upper(), "It is said that Mew likes apples."])),
        ),
        _nothing, scorer=None, budget=1000,
    )  # fmt: skip
    asked = EvidenceQuery("Who is Mew?", queries=queries(["knowledge_base", "web"]), first=3)

    nodes = await engine.aretrieve(asked)

    assert {number: piece.id for number, piece in asked.numbered.items()} == {
        3: "knowledge_base/1", 4: "knowledge_base/2", 5: "web/2",
    }  # fmt: skip
    assert asked.notes["repeats"] == 1
    assert [node.number for node in evidence_nodes(nodes)] == [3, 4, 5]


async def test_what_does_not_fit_is_cut_by_importance_and_keeps_its_number():
    texts = [f"{word} " * 60 for word in ("alpha", "beta", "gamma", "delta")]
    engine = build_query_engine(
        slots(TestSource("knowledge_base", *pieces("knowledge_base", texts))), _nothing,
        scorer=lambda asked, found: [float("gamma" in piece.text) for piece in found], budget=200,
    )  # fmt: skip
    asked = EvidenceQuery("Who is Mew?", queries=queries(["knowledge_base"]))

    nodes = await engine.aretrieve(asked)

    assert list(asked.numbered) == [1, 2, 3, 4]
    assert asked.notes["shown"] == [1, 3]
    assert [node.number for node in evidence_nodes(nodes)] == [1, 3]
    assert asked.notes["tokens"] <= 200
    assert asked.notes["positions"][0] == {"mark": 3, "title": "Title 3 of knowledge_base", "before": 3, "after": 1}


async def test_without_rerank_the_sources_order_decides():
    found: list[Sequence[Evidence]] = []

    def scorer(asked: EvidenceQuery, pieces: Sequence[Evidence]) -> list[float]:
        found.append(pieces)
        return [0.0 for _ in pieces]

    engine = build_query_engine(
        slots(TestSource("web", *pieces("web", ["one", "two"]))), _nothing, scorer=scorer, budget=1000
    )
    query = SourceQuery("Who is Mew?", QUERY.understanding, Meta(rerank=False))

    await engine.aretrieve(EvidenceQuery("Who is Mew?", queries={"web": query}))

    assert not found


async def test_the_whole_engine_streams_an_answer():
    engine = build_query_engine(
        slots(TestSource("web", *pieces("web", ["Mew is known."]))), _nothing, scorer=None, budget=1000
    )

    response = await engine.aquery(EvidenceQuery("Who is Mew?", queries=queries(["web"])))

    assert [piece async for piece in response.async_response_gen()] == ["Mew ", "is known. [1]"]
    assert [node.text for node in response.source_nodes] == ["Mew is known."]
