"""The answer cache: what is served again, what is never kept, and why."""

from __future__ import annotations

import asyncio
import json
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest

from pokeqa.cache.disk import DiskBackend
from pokeqa.cache.memory import MemoryBackend
from pokeqa.cache.store import MB, CacheStore
from pokeqa.engine import Engine
from pokeqa.events import Failed, Progress
from pokeqa.request import ChatBody
from tests.cache.asking import CachedHouse, Retrieval

LUCARIO = "What type is Lucario?"
OPEN = "How do I breed for good IVs?"
PAIRS = Path(__file__).parent.parent / "cases"
PAIR_FILES = ("cache_pairs.jsonl", "cache_pairs_more.jsonl", "cache_pairs_open.jsonl")


# --------------------------------------------------------------------------- hits


async def test_the_same_question_is_answered_from_memory_with_its_events_and_refs(engine: Engine):
    house = CachedHouse(engine)

    first, second = await house.ask(LUCARIO), await house.ask(LUCARIO)

    assert (first.route, first.hit) == ("retrieval", None)
    assert (second.route, second.hit) == ("cache", "exact")
    assert second.text == first.text == "Answer 1 [1]."
    assert second.events[:-1] == first.events[:-1]
    assert isinstance(second.events[0], Progress)
    assert second.finished.refs["knowledge_base"] == first.finished.refs["knowledge_base"]
    assert house.retrieval.calls == 1
    assert second.cache is not None
    assert second.cache["original_query"] == LUCARIO
    assert second.cache["similarity"] == 1.0
    assert 0 <= second.cache["age_s"] < 10
    assert "kept for the next time" in first.why
    assert "answered before" in second.why


async def test_the_same_meaning_in_other_words_is_a_hit_without_an_embedder(engine: Engine):
    house = CachedHouse(engine)
    await house.ask("What is the heaviest Pokémon?")

    answer = await house.ask("Which Pokémon weighs the most?")

    assert answer.hit == "signature"
    assert answer.finished.refs["query"] == "Which Pokémon weighs the most?"
    assert answer.cache is not None
    assert answer.cache["original_query"] == "What is the heaviest Pokémon?"


async def test_an_open_question_is_a_hit_when_only_fillers_differ(engine: Engine):
    house = CachedHouse(engine)
    await house.ask(OPEN)

    assert (await house.ask("how do you breed for good IVs")).hit == "signature"
    assert (await house.ask("How do I breed for bad IVs?")).hit is None


async def test_inflections_are_compared_above_the_threshold_and_any_other_word_is_another_question(engine: Engine):
    async def embed(text: str) -> list[float]:
        return [1.0, 0.0]  # everything is alike

    house = CachedHouse(engine, embed=embed)
    await house.ask("How do I breed for good contests?")

    assert (await house.ask("How do I breed for good contest?")).hit == "similarity"
    assert (await house.ask("How do I breed for good IVs?")).hit is None
    assert (await house.ask("How do I breed for bad contests?")).hit is None
    assert (await house.ask("How do I breed for 2 good contests?")).hit is None


async def test_inflections_that_are_not_alike_are_another_question(engine: Engine):
    async def embed(text: str) -> list[float]:
        return [1.0, 0.0] if "contests" in text else [0.8, 0.6]

    house = CachedHouse(engine, embed=embed)
    await house.ask("How do I breed for good contests?")

    assert (await house.ask("How do I breed for good contest?")).hit is None


async def test_an_embedder_that_fails_costs_only_the_hit(engine: Engine):
    async def embed(text: str) -> list[float]:
        from pokeqa.errors import SourceError

        raise SourceError("The model is gone.")

    house = CachedHouse(engine, embed=embed)
    await house.ask(OPEN)

    assert (await house.ask("How do I train for good IVs?")).text == "Answer 2 [1]."
    assert (await house.ask(OPEN)).hit == "exact"


@pytest.mark.parametrize("file", PAIR_FILES)
async def test_no_pair_that_asks_different_things_shares_an_answer(engine: Engine, file: str):
    house = CachedHouse(engine)
    for line in (PAIRS / file).read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["same"]:
            continue
        house.store.clear()
        await house.ask(row["a"], row.get("a_history"))
        assert (await house.ask(row["b"], row.get("b_history"))).hit is None, row


@pytest.mark.parametrize("file", PAIR_FILES[:2])
async def test_nine_of_ten_pairs_that_ask_the_same_share_an_answer(engine: Engine, file: str):
    house = CachedHouse(engine)
    rows = [json.loads(line) for line in (PAIRS / file).read_text(encoding="utf-8").splitlines()]
    same = [row for row in rows if row["same"]]

    hits = []
    for row in same:
        house.store.clear()
        await house.ask(row["a"], row.get("a_history"))
        hits.append((await house.ask(row["b"], row.get("b_history"))).hit is not None)

    assert sum(hits) >= 0.9 * len(same), [row["id"] for row, hit in zip(same, hits, strict=True) if not hit]


async def test_words_in_another_place_among_names_are_another_question(engine: Engine):
    house = CachedHouse(engine)
    await house.ask("Could Ash's Pikachu defeat Brock?")

    assert (await house.ask("Could Ash defeat Brock's Pikachu?")).hit is None


async def test_an_unexplained_word_on_the_other_side_of_an_explained_one_is_another_question(engine: Engine):
    house = CachedHouse(engine)
    await house.ask("Does paralysis change speed on purpose?")

    assert (await house.ask("Does speed change paralysis on purpose?")).hit is None


# --------------------------------------------------------------------------- name spaces


@pytest.mark.parametrize(
    "changed",
    [{"model": "other"}, {"provider": "other"}, {"prompt": "other"}, {"embedder": "other"}, {"dataset": "d2"}],
    ids=lambda changed: next(iter(changed)),
)
async def test_another_model_prompt_embedder_or_dataset_never_gets_an_older_answer(
    engine: Engine, changed: dict[str, str]
):
    store = CacheStore(MemoryBackend(4 * MB))
    await CachedHouse(engine, store=store).ask(LUCARIO)

    assert (await CachedHouse(engine, store=store, **changed).ask(LUCARIO)).hit is None
    assert (await CachedHouse(engine, store=store).ask(LUCARIO)).hit == "exact"


async def test_another_language_never_gets_an_older_answer(engine: Engine):
    house = CachedHouse(engine)
    await house.ask(LUCARIO)

    assert (await house.ask(LUCARIO, locale="zh")).hit is None
    assert (await house.ask("ルカリオのタイプは？")).hit is None
    assert (await house.ask("路卡利欧是什么属性？")).text == "Answer 2 [1]."  # the Chinese one


@pytest.mark.parametrize(
    "meta", [{"db_id": "rules"}, {"use_graph": True}, {"rewrite": "off"}, {"rerank": False}, {"top_k": 3},
             {"distance_threshold": 0.5}]
)  # fmt: skip
async def test_other_retrieval_settings_never_get_an_older_answer(engine: Engine, meta: dict[str, Any]):
    house = CachedHouse(engine)
    await house.ask(LUCARIO)

    assert (await house.ask(LUCARIO, **meta)).hit is None


# --------------------------------------------------------------------------- policies


HISTORY = [{"role": "user", "content": "What type is Garchomp?"}, {"role": "assistant", "content": "Dragon."}]


async def test_versioned_serves_a_self_contained_question_in_any_conversation(engine: Engine):
    house = CachedHouse(engine)
    await house.ask(LUCARIO)

    assert (await house.ask(LUCARIO, HISTORY)).hit == "exact"


@pytest.mark.parametrize(
    "question",
    ["Why is that?", "Tell me more", "What is a good strategy for it?", "那它的故事呢？", "Why?", "为什么？", "Really?",
     "Any exceptions?", "有例外吗？", "What's the difference?", "For doubles?", "双打呢？", "In which game?",
     "the second one", "Explain", "哪个最强？", "どうして？"],
)  # fmt: skip
async def test_a_question_that_leans_on_earlier_turns_is_neither_looked_up_nor_kept(engine: Engine, question: str):
    house = CachedHouse(engine)

    first, second = await house.ask(question, HISTORY), await house.ask(question, HISTORY)

    assert first.decision == second.decision == "skipped"
    assert "earlier turns" in first.why
    assert house.retrieval.calls == 2


async def test_a_follow_up_that_is_completed_from_earlier_turns_shares_the_answer_of_the_whole_question(engine: Engine):
    house = CachedHouse(engine)
    await house.ask("What abilities does Garchomp have?")

    assert (await house.ask("and its ability?", HISTORY)).hit == "signature"
    assert (await house.ask("and its ability?", [{"role": "user", "content": "What type is Gengar?"}])).hit is None


async def test_a_follow_up_is_kept_in_its_completed_words(engine: Engine):
    house = CachedHouse(engine)
    await house.ask("and its ability?", HISTORY)

    answer = await house.ask("What abilities does Garchomp have?")

    assert answer.cache is not None
    assert "Garchomp" in answer.cache["original_query"]


@pytest.mark.parametrize("question", ["Tell me more", "Why is that?"])
async def test_without_earlier_turns_there_is_nothing_to_lean_on(engine: Engine, question: str):
    house = CachedHouse(engine)
    await house.ask(question)

    assert (await house.ask(question)).hit == "exact"
    assert (await house.ask(question, HISTORY)).hit is None


async def test_careful_keeps_only_without_history_and_sources(engine: Engine):
    house = CachedHouse(engine, policy="careful", retrieval=Retrieval(model="m", route="model"))

    assert "careful" in (await house.ask(LUCARIO)).why
    assert "careful" in (await house.ask(LUCARIO, HISTORY, db_id=None)).why
    await house.ask(LUCARIO, db_id=None)
    assert (await house.ask(LUCARIO, db_id=None)).hit == "exact"


async def test_what_a_model_wrote_after_earlier_turns_is_not_kept(engine: Engine):
    house = CachedHouse(engine, retrieval=Retrieval(model="m"))

    assert "had read the earlier turns" in (await house.ask(LUCARIO, HISTORY)).why
    assert (await house.ask(LUCARIO)).hit is None


@pytest.mark.parametrize("meta", [{"use_web": True}, {"mcp_id": "pokedex"}])
async def test_answers_of_the_web_and_of_tools_are_never_kept(engine: Engine, meta: dict[str, Any]):
    house = CachedHouse(engine)

    assert (await house.ask(LUCARIO, **meta)).decision == "skipped"
    assert (await house.ask(LUCARIO, **meta)).hit is None
    assert house.store.stats().entries == 0


async def test_a_request_can_do_without_the_cache(engine: Engine):
    house = CachedHouse(engine)
    await house.ask(LUCARIO)

    again = await house.ask(LUCARIO, use_cache=False)

    assert again.text == "Answer 2 [1]."
    assert again.decision == "skipped"
    assert (await house.ask(LUCARIO)).text == "Answer 1 [1]."


# --------------------------------------------------------------------------- content versions


async def test_a_changed_base_invalidates_exactly_what_rests_on_it(engine: Engine):
    house = CachedHouse(engine)
    await house.ask(LUCARIO)
    await house.ask(LUCARIO, db_id="rules")
    await house.ask(LUCARIO, db_id=None, use_graph=True)

    house.versions["kb:builtin"] = "2"

    assert (await house.ask(LUCARIO)).hit is None
    assert (await house.ask(LUCARIO, db_id="rules")).hit == "exact"
    assert (await house.ask(LUCARIO, db_id=None, use_graph=True)).hit == "exact"
    assert house.store.stats().entries == 3  # the old one is gone


async def test_an_evicted_tag_invalidates_exactly_what_rests_on_it(engine: Engine):
    house = CachedHouse(engine)
    await house.ask(LUCARIO)
    await house.ask(LUCARIO, db_id="rules")

    assert house.store.evict("kb:rules") == 1

    assert (await house.ask(LUCARIO)).hit == "exact"
    assert (await house.ask(LUCARIO, db_id="rules")).hit is None


async def test_an_answer_is_not_kept_when_its_base_changes_while_it_is_written(engine: Engine):
    house = CachedHouse(engine)
    house.retrieval.during = lambda: house.versions.update({"kb:builtin": "2"})

    assert "changed while" in (await house.ask(LUCARIO)).why


async def test_an_answer_is_not_kept_when_its_tag_is_evicted_while_it_is_written(engine: Engine):
    house = CachedHouse(engine)
    house.retrieval.during = lambda: house.store.evict("kb:builtin") and None

    assert "invalidated meanwhile" in (await house.ask(LUCARIO)).why
    house.retrieval.during = lambda: None
    assert (await house.ask(LUCARIO)).hit is None


# --------------------------------------------------------------------------- what is never kept


@pytest.mark.parametrize(
    ("retrieval", "why"),
    [
        (Retrieval(message="The model broke off."), "not complete"),
        (Retrieval(steps={"generation": ("broke_off", {})}), "not complete"),
        (Retrieval(steps={"generation": ("fell_back", {})}), "not complete"),
        (Retrieval(steps={"generation": ("written", {"finish_reason": "length"})}), "not complete"),
        (Retrieval(refs={"knowledge_base": {"results": [], "message": "It is being built."}}), "could not be asked"),
        (Retrieval(refs={"knowledge_base": {"results": [], "message": None}}), "no evidence"),
        (Retrieval(refs={"local_dataset": {"rows": [], "options": [{"label": "♀", "query": "x"}]}}), "asks back"),
        (Retrieval(route="model"), "could not be answered"),
        (Retrieval(refs={"web_search": {"results": [{"id": "w"}], "message": None}}), "web"),
        (Retrieval(text="Write to ash@pallet.example for more"), "e-mail"),
        (Retrieval(text="Call +81 90 1234 5678"), "phone"),
        (Retrieval(text="Pay with 4111 1111 1111 1111"), "card"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_an_answer_that_must_not_be_kept_is_not_and_the_trace_says_why(
    engine: Engine, retrieval: Retrieval, why: str
):
    house = CachedHouse(engine, retrieval=retrieval)

    first = await house.ask(LUCARIO)

    assert why in first.why
    assert house.store.stats().entries == 0


@pytest.mark.parametrize(
    "question", ["I am ash@pallet.example, what type is Lucario?", "电话13800138000，路卡利欧的属性？"]
)
async def test_a_question_with_personal_data_is_neither_looked_up_nor_kept(engine: Engine, question: str):
    house = CachedHouse(engine)

    assert "personal data" in (await house.ask(question)).why
    assert house.store.stats().entries == 0


async def test_an_answer_whose_writer_says_it_is_whole_is_kept_with_its_message(engine: Engine):
    whole = Retrieval(message="Quoted.", steps={"generation": ("quoted", {"quotes": [{"mark": 1}]})})
    house = CachedHouse(engine, retrieval=whole)
    await house.ask(LUCARIO)

    again = await house.ask(LUCARIO)

    assert again.hit == "exact"
    assert again.finished.message == "Quoted."


async def test_zero_seconds_keep_nothing(engine: Engine):
    house = CachedHouse(engine, expire_s=0)

    assert "0 seconds" in (await house.ask(LUCARIO)).why
    assert (await house.ask(LUCARIO)).hit is None


async def test_a_failed_answer_is_not_kept(engine: Engine):
    house = CachedHouse(engine, retrieval=Retrieval(failure=Failed("source_failed", "Gone.")))
    body = ChatBody.model_validate({"query": LUCARIO, "meta": {"db_id": "builtin"}})

    assert [event async for event in house.engine.ask(body)][-1] == Failed("source_failed", "Gone.")
    assert house.store.stats().entries == 0


async def test_a_broken_store_never_reaches_an_answer(engine: Engine, tmp_path: Path):
    (tmp_path / "cache").write_text("a file, not a folder")
    house = CachedHouse(engine, store=CacheStore(DiskBackend(tmp_path / "cache", MB), memory_bytes=MB))

    first, second = await house.ask(LUCARIO), await house.ask(LUCARIO)

    assert (first.text, second.text) == ("Answer 1 [1].", "Answer 2 [1].")
    assert "cannot be used" in first.why


# --------------------------------------------------------------------------- single flight


async def test_a_hundred_identical_questions_cause_one_answer(engine: Engine):
    house = CachedHouse(engine, retrieval=Retrieval(delay_s=0.1))

    answers = await asyncio.gather(*(house.ask(LUCARIO) for _ in range(100)))

    assert house.retrieval.calls == 1
    assert {answer.text for answer in answers} == {"Answer 1 [1]."}
    assert sorted({answer.route for answer in answers}) == ["cache", "retrieval"]
    assert sum(answer.hit == "single_flight" for answer in answers) == 99


async def test_different_questions_do_not_wait_for_each_other(engine: Engine):
    house = CachedHouse(engine, retrieval=Retrieval(delay_s=0.05))

    answers = await asyncio.gather(house.ask(LUCARIO), house.ask("What type is Gengar?"), house.ask(OPEN))

    assert house.retrieval.calls == 3
    assert len({answer.text for answer in answers}) == 3


async def test_who_leaves_does_not_take_the_answer_from_the_others(engine: Engine):
    house = CachedHouse(engine, retrieval=Retrieval(delay_s=0.15))
    body = ChatBody.model_validate({"query": LUCARIO, "meta": {"db_id": "builtin"}})
    async with aclosing(house.engine.ask(body)) as events:
        assert isinstance(await anext(events), Progress)
        follower = asyncio.create_task(house.ask(LUCARIO))
        await asyncio.sleep(0.05)

    assert (await follower).text == "Answer 1 [1]."
    assert house.retrieval.calls == 1
    assert house.retrieval.cancelled == 0


async def test_the_work_stops_when_the_last_one_leaves(engine: Engine):
    house = CachedHouse(engine, retrieval=Retrieval(delay_s=30))
    body = ChatBody.model_validate({"query": LUCARIO, "meta": {"db_id": "builtin"}})

    async with aclosing(house.engine.ask(body)) as events:
        assert isinstance(await anext(events), Progress)

    assert house.retrieval.cancelled == 1
    house.retrieval.delay_s = 0
    assert (await house.ask(LUCARIO)).text == "Answer 2 [1]."


async def test_a_failure_reaches_everybody_who_waits_and_nobody_later(engine: Engine):
    house = CachedHouse(engine, retrieval=Retrieval(delay_s=0.05, failure=RuntimeError("broken")))
    body = ChatBody.model_validate({"query": LUCARIO, "meta": {"db_id": "builtin"}})

    async def last() -> object:
        return [event async for event in house.engine.ask(body)][-1]

    assert all(isinstance(event, Failed) for event in await asyncio.gather(*(last() for _ in range(5))))
    assert house.retrieval.calls == 1
    house.retrieval.failure = None
    assert (await house.ask(LUCARIO)).text == "Answer 2 [1]."


async def test_figures_tell_what_was_saved(engine: Engine):
    house = CachedHouse(engine, retrieval=Retrieval(model="m", delay_s=0.02))
    await house.ask(LUCARIO)
    await house.ask(LUCARIO)
    await house.ask("Lucario type")

    figures = house.layer.metrics.to_json()

    assert (figures["hits"], figures["misses"], figures["saved_llm_calls"]) == (2, 1, 2)
    assert figures["saved_ms"] >= 40
    assert [moment.kind for moment in house.layer.metrics.timeline()] == ["miss", "exact", "signature"]
