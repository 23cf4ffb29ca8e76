"""Whatever the app suggests to ask next, it can answer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bench.accuracy import read_cases
from pokeqa.engine import Engine
from pokeqa.events import Finished
from pokeqa.pokedex.phrases import phrases_for
from tests.fakes import body, collect

CASES = read_cases(Path(__file__).parent / "cases" / "questions.jsonl")
NAMES = {
    "pokemon": {"en": "Haunter", "zh-hans": "鬼斯通", "ja": "ゴースト"},
    "move": {"en": "Surf", "zh-hans": "冲浪", "ja": "なみのり"},
    "ability": {"en": "Levitate", "zh-hans": "飘浮", "ja": "ふゆう"},
    "type": {"en": "Fire", "zh-hans": "火", "ja": "ほのお"},
}
ASKABLE = {
    "pokemon": ("type", "weakness", "evolution"),
    "move": ("type", "power", "learners"),
    "ability": ("members", "hidden"),
    "type": ("weakness", "count", "fastest"),
    "example": ("type", "compare", "evolution"),
}


@pytest.mark.parametrize("language", ["en", "zh-hans", "ja"])
@pytest.mark.parametrize(("kind", "key"), [(kind, key) for kind, keys in ASKABLE.items() for key in keys])
async def test_what_the_last_layer_suggests_is_answered(engine: Engine, language: str, kind: str, key: str):
    name = NAMES.get(kind, {}).get(language, "")
    question = phrases_for(language).say(f"ask.{kind}.{key}", name=name)

    finished = (await collect(engine.ask(body(question))))[-1]

    assert isinstance(finished, Finished)
    assert finished.route == "local_dataset", question


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
async def test_what_an_answer_suggests_is_answered(engine: Engine, case: dict[str, Any]):
    finished = (await collect(engine.ask(body(case["question"], history=case["history"]))))[-1]
    assert isinstance(finished, Finished)
    local = finished.refs["local_dataset"]

    for question in [*local["follow_ups"], *(option["query"] for option in local["options"])]:
        last = (await collect(engine.ask(body(question))))[-1]
        assert isinstance(last, Finished)
        assert last.route == "local_dataset", question
