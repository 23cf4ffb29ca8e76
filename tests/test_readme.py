"""What the README promises holds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pokeqa.engine import Engine
from pokeqa.events import Finished
from pokeqa.settings import Settings
from tests.fakes import body, collect

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def questions_to_ask() -> list[str]:
    table = README.partition("## What to ask")[2].partition("##")[0]
    return [row.split("|")[2].strip() for row in table.splitlines() if row.startswith("| ") and row.strip("| ")]


def test_it_suggests_a_question_of_every_kind():
    assert len(questions_to_ask()) >= 20


@pytest.mark.parametrize("question", questions_to_ask())
async def test_every_suggested_question_is_answered_from_the_dataset(engine: Engine, question: str):
    finished = (await collect(engine.ask(body(question))))[-1]

    assert isinstance(finished, Finished)
    assert finished.route == "local_dataset"
    assert finished.refs["local_dataset"]["rows"]


def test_every_setting_in_the_table_exists():
    named = re.findall(r"`POKEQA_([A-Z_]+)`", README.partition("## Settings")[2].partition("##")[0])
    assert named
    assert {name.lower() for name in named} <= set(Settings.model_fields)


def test_the_spaces_front_matter_names_the_app():
    front = README.split("---")[1]
    assert re.search(r"^sdk: gradio$", front, re.MULTILINE)
    assert re.search(r"^app_file: app\.py$", front, re.MULTILINE)
    assert re.search(r'^python_version: "3\.\d+"$', front, re.MULTILINE)


def test_no_file_that_it_names_is_missing():
    root = Path(__file__).parent.parent
    named = re.findall(r"`((?:pokeqa|data|bench|tests|deploy)/[\w./-]*|app\.py)`", README)
    assert named
    for path in named:
        assert (root / path).exists(), path
