"""What can be used is asked of the parts themselves, cheaply, and never waited for."""

from __future__ import annotations

import asyncio
import time

import pytest

from pokeqa.availability import Board, availability
from pokeqa.errors import SourceError
from pokeqa.generation.llm import LanguageModelError
from pokeqa.pokedex.dataset import Dataset
from pokeqa.question.parser import Parser
from pokeqa.retrieval.build import build_retrieval
from pokeqa.settings import Settings


def board(settings: Settings | None = None, **answers: str | Exception | float | None) -> Board:
    """A board whose parts answer like this; a number is how long one takes."""

    def probe(answer: str | Exception | float | None):
        async def answers_so(language: str) -> str | None:
            if isinstance(answer, Exception):
                raise answer
            if isinstance(answer, float):
                await asyncio.sleep(answer)
                return None
            return answer

        return answers_so

    return Board(settings or Settings(), {name: probe(answer) for name, answer in answers.items()})


def test_a_part_says_itself_whether_it_works():
    states = board(knowledge_base=None, graph="Milvus is not there. Start it.", web=SourceError("No network.")).states(
        "en"
    )

    assert states["knowledge_base"].available
    assert (states["graph"].code, states["graph"].reason) == ("not_ready", "Milvus is not there. Start it.")
    assert (states["web"].available, states["web"].reason) == (False, "No network.")
    assert states["mcp"].code == "not_yet"


def test_a_switch_in_the_settings_comes_first():
    states = board(Settings(enable_web=False), web=None).states("en")

    assert states["web"].code == "switched_off"
    assert "POKEQA_ENABLE_WEB" in states["web"].reason


def test_a_part_that_is_slow_to_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("pokeqa.availability.FIRST_WAIT_S", 0.05)
    began = time.perf_counter()

    states = board(web=1.0, graph=None).states("en")

    assert time.perf_counter() - began < 0.5
    assert states["web"].available


def test_a_part_that_breaks_counts_as_usable_and_is_logged(caplog: pytest.LogCaptureFixture):
    states = board(web=KeyError("detail")).states("en")

    assert states["web"].available
    assert "web could not say" in caplog.text


def test_answers_are_kept_for_a_moment():
    asked = []

    async def probe(language: str) -> str | None:
        asked.append(language)
        return None

    kept = Board(Settings(), {"web": probe})
    for _ in range(5):
        kept.states("en")
    kept.states("zh-hans")

    assert asked == ["en", "zh-hans"]


async def test_it_can_be_asked_inside_an_event_loop():
    assert board(web="No network.").states("en")["web"].reason == "No network."


def test_every_language_has_its_own_reasons():
    assert availability(Settings(), "ja")["agent"].reason != availability(Settings(), "en")["agent"].reason


def test_the_real_parts_answer_without_loading_anything(dataset: Dataset, tmp_path):
    retrieval = build_retrieval(Settings(data_dir=tmp_path), dataset, Parser(dataset).tokens)

    states = retrieval.board.states("en")

    assert states["graph"].available
    assert states["llm"].reason == str(LanguageModelError("none"))
    assert states["agent"].available
    assert list(retrieval.layer._slots) == ["knowledge_base", "graph", "web", "mcp"]


def test_a_source_that_is_switched_off_has_no_place(dataset: Dataset, tmp_path):
    settings = Settings(data_dir=tmp_path, enable_graph=False, enable_mcp=False)

    retrieval = build_retrieval(settings, dataset, Parser(dataset).tokens)

    assert list(retrieval.layer._slots) == ["knowledge_base", "web"]
