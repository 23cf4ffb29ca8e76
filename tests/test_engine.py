"""The engine: one understanding, the layers in order, exactly one last event, whatever breaks."""

from __future__ import annotations

import threading
from contextlib import aclosing

import pytest

from pokeqa.engine import Engine, NotYetLayer
from pokeqa.errors import DatasetError
from pokeqa.events import Delta, Failed, Finished, Progress
from pokeqa.question.algebra import Facts, Mon
from pokeqa.question.asked import Question
from pokeqa.question.understanding import Mention, Part
from pokeqa.request import Turn
from pokeqa.settings import Settings
from tests.fakes import (
    AnsweringLayer,
    BreakingLayer,
    EndlessLayer,
    FakeParser,
    SilentLayer,
    body,
    collect,
    fake_engine,
    text_of,
    understanding,
)

LUCARIO = Mon(448, 448)
PART = Part("What type is Lucario?", Question(Facts((LUCARIO,), ("type",))), 1.0, "every word understood")


async def test_an_answer_is_deltas_then_one_finished():
    engine = fake_engine(AnsweringLayer(text="Fighting and Steel."))
    engine.warm()

    events = await collect(engine.ask(body()))

    assert events[0] == Delta("Fighting and Steel.")
    assert isinstance(events[-1], Finished)
    assert events[-1].route == "local_dataset"
    assert len(events) == 2


async def test_the_first_question_says_that_the_pokedex_is_being_loaded():
    engine = fake_engine()

    events = await collect(engine.ask(body()))

    assert isinstance(events[0], Progress)
    assert events[0].status == "loading"
    assert isinstance(events[-1], Finished)
    assert engine.ready


async def test_the_trace_lists_names_question_and_every_layer_in_order():
    parser = FakeParser(understanding(PART, mentions=[Mention("Lucario", 13, 20, (LUCARIO,), "exact", "Lucario")]))
    engine = fake_engine(
        NotYetLayer("cache", "this version keeps no answers"), AnsweringLayer("retrieval"), parser=parser
    )

    finished = (await collect(engine.ask(body())))[-1]

    assert isinstance(finished, Finished)
    assert [(step["layer"], step["decision"]) for step in finished.trace] == [
        ("names", "found"),
        ("question", "understood"),
        ("cache", "skipped"),
        ("retrieval", "answered"),
    ]
    names, question, cache, _ = finished.trace
    assert names["why"] == "Lucario: exact"
    assert (names["started_ms"], names["ms"]) == (0.0, 0.3)
    assert question["why"] == "every word understood, 1.00"
    assert (question["started_ms"], question["ms"]) == (0.3, 0.7)
    assert cache["why"] == "skipped: this version keeps no answers"


async def test_layers_that_were_not_reached_say_why():
    engine = fake_engine(AnsweringLayer("shortcut"), AnsweringLayer("cache"), AnsweringLayer("retrieval"),
                         AnsweringLayer("end"))  # fmt: skip

    finished = (await collect(engine.ask(body(meta={"use_graph": True}))))[-1]

    assert isinstance(finished, Finished)
    assert [(step["layer"], step["decision"], step["why"]) for step in finished.trace[-2:]] == [
        ("cache", "not_reached", "not reached: the shortcut was certain"),
        ("retrieval", "not_reached", "not reached: sources are switched on, yet nothing needed them"),
    ]


async def test_refs_hold_the_question_the_meta_and_what_it_names():
    mention = Mention("lucaro", 13, 19, (LUCARIO,), "fuzzy", "Lucario")
    engine = fake_engine(parser=FakeParser(understanding(PART, mentions=[mention])))

    finished = (await collect(engine.ask(body(meta={"top_k": 3}))))[-1]

    assert isinstance(finished, Finished)
    assert finished.refs["query"] == "What type is Lucario?"
    assert finished.refs["meta"]["top_k"] == 3
    assert finished.refs["entities"] == [
        {"id": "pokemon/448", "name": "Lucario", "text": "lucaro", "how": "fuzzy", "ambiguous": False}
    ]


@pytest.mark.parametrize(("rounds", "kept"), [(0, []), (1, ["c", "d"]), (2, ["a", "b", "c", "d"]), (9, "abcd")])
async def test_only_the_last_rounds_of_the_history_are_read(rounds: int, kept: list[str]):
    parser = FakeParser()
    engine = fake_engine(parser=parser)
    history = [
        Turn(role="user", content="a"),
        Turn(role="assistant", content="b"),
        Turn(role="user", content="c"),
        Turn(role="assistant", content="d"),
    ]

    await collect(engine.ask(body(history=history, meta={"history_round": rounds, "locale": "zh"})))

    [(query, turns, locale)] = parser.asked
    assert query == "What type is Lucario?"
    assert [turn.content for turn in turns] == list(kept)
    assert locale == "zh"


async def test_a_layer_that_raises_ends_in_one_failed_without_details(caplog: pytest.LogCaptureFixture):
    engine = fake_engine(BreakingLayer(KeyError("secret detail")))
    engine.warm()

    events = await collect(engine.ask(body(), request_id="r-42"))

    assert text_of(events) == "half an "
    assert isinstance(events[-1], Failed)
    assert events[-1].code == "internal_error"
    assert "r-42" in events[-1].message
    assert "secret" not in events[-1].message
    assert "secret detail" in caplog.text
    assert sum(isinstance(event, Finished | Failed) for event in events) == 1


async def test_an_error_raised_on_purpose_keeps_its_code_and_sentence():
    engine = fake_engine(BreakingLayer(DatasetError("The file learnsets.csv is damaged. Restore it.")))

    failed = (await collect(engine.ask(body())))[-1]

    assert failed == Failed("dataset_unavailable", "The file learnsets.csv is damaged. Restore it.")


async def test_layers_that_end_without_an_answer_are_an_error():
    failed = (await collect(fake_engine(SilentLayer()).ask(body())))[-1]

    assert isinstance(failed, Failed)
    assert failed.code == "internal_error"


async def test_nothing_follows_the_last_event():
    class Chatty(AnsweringLayer):
        async def ask(self, request, inner):
            async for event in super().ask(request, inner):
                yield event
            yield Delta("and another thing")

    events = await collect(fake_engine(Chatty()).ask(body()))

    assert isinstance(events[-1], Finished)


async def test_closing_the_stream_stops_the_layer():
    layer = EndlessLayer()
    engine = fake_engine(NotYetLayer("cache", "none"), layer)
    engine.warm()

    async with aclosing(engine.ask(body())) as events:
        assert await anext(events) == Delta("Well")
    # Closing reaches the layer through every layer before it.
    assert layer.stopped.is_set()


async def test_agent_mode_is_refused_with_a_code_and_the_way_out():
    *_, failed = await collect(fake_engine().ask(body(), agent=True))

    assert isinstance(failed, Failed)
    assert failed.code == "agent_unavailable"
    assert "POST /chat/" in failed.message


async def test_the_ordinary_chain_answers_a_request_for_agent_mode_and_says_so():
    finished = (await collect(fake_engine().ask(body(meta={"use_agent": True}))))[-1]

    assert isinstance(finished, Finished)
    assert ("agent", "not_reached") in [(step["layer"], step["decision"]) for step in finished.trace]


async def test_a_pokedex_that_cannot_be_loaded_fails_the_question_and_is_tried_again():
    attempts = []

    def load(settings: Settings):
        attempts.append(settings)
        raise DatasetError("The compiled Pokédex is missing. Run the build.")

    engine = fake_engine(load=load)

    first = (await collect(engine.ask(body())))[-1]
    await collect(engine.ask(body()))

    assert first == Failed("dataset_unavailable", "The compiled Pokédex is missing. Run the build.")
    assert engine.failure == "The compiled Pokédex is missing. Run the build."
    assert not engine.ready
    assert len(attempts) == 2


def test_warming_from_many_threads_loads_once():
    loads = []
    real = fake_engine()

    def load(settings: Settings):
        loads.append(threading.get_ident())
        return real.warm()

    engine = Engine(Settings(), load)
    threads = [engine.warm_in_background() for _ in range(8)]
    for thread in threads:
        thread.join()

    assert engine.ready
    assert len(loads) == 1


def test_availability_tells_what_is_switched_off_from_what_is_not_there_yet():
    states = fake_engine(settings=Settings(enable_web=False)).availability()

    assert list(states) == ["knowledge_base", "graph", "web", "mcp", "agent", "llm"]
    assert not any(state.available for state in states.values())
    assert states["web"].code == "switched_off"
    assert "POKEQA_ENABLE_WEB" in states["web"].reason
    assert states["graph"].code == "not_yet"


def test_availability_speaks_chinese():
    assert fake_engine().availability("zh-hans")["graph"].reason == "这个版本还没有此功能。"
