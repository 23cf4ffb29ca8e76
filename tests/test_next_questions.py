"""Whatever the app suggests to ask next, it can answer."""

from __future__ import annotations

import pytest

from pokeqa.engine import Engine
from pokeqa.events import Finished
from pokeqa.pokedex.phrases import phrases_for
from tests.fakes import body, collect

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
