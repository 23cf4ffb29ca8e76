"""Which questions may share an answer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pokeqa.pokedex.dataset import Dataset
from pokeqa.question.parser import Parser
from pokeqa.request import Turn

PAIRS = Path(__file__).parent.parent / "cases" / "cache_pairs.jsonl"


@pytest.fixture(scope="module")
def parser(dataset: Dataset) -> Parser:
    return Parser(dataset)


def _rows() -> list[dict[str, Any]]:
    return [json.loads(line) for line in PAIRS.read_text(encoding="utf-8").splitlines() if line]


@pytest.mark.parametrize("row", _rows(), ids=lambda row: row["id"])
def test_only_questions_that_ask_the_same_have_one_signature(row: dict[str, Any], parser: Parser) -> None:
    a = parser.understand(row["a"], [Turn(**turn) for turn in row.get("a_history", ())]).signature
    b = parser.understand(row["b"], [Turn(**turn) for turn in row.get("b_history", ())]).signature

    assert (a.text == b.text) is row["same"]


def test_an_open_question_keeps_its_unexplained_words_apart(parser: Parser) -> None:
    a = parser.understand("What is the best item for Garchomp?", []).signature
    b = parser.understand("What is the best item for Salamence?", []).signature

    assert not a.complete
    assert a.text != b.text
