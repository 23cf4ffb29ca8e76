"""Questions about what something does, in many phrasings, become answers that say it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pokeqa.pokedex.answers import answer
from pokeqa.pokedex.answers.capability import can_answer
from pokeqa.pokedex.dataset import Dataset
from pokeqa.question.parser import Parser

CASES = Path(__file__).parent.parent / "cases" / "effects.jsonl"
ROWS: list[dict[str, Any]] = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def parser(dataset: Dataset) -> Parser:
    return Parser(dataset)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["question"])
def test_a_question_about_an_effect_is_answered(row: dict[str, Any], parser: Parser, dataset: Dataset) -> None:
    understanding = parser.understand(row["question"], [])

    texts = []
    for part in understanding.parts:
        assert part.question is not None, part.why
        assert can_answer(part.question.query, dataset)
        given = answer(part.question, dataset, understanding.language)
        assert any(row.field in ("effect", "meta", "evolution", "form", "factor", "count") for row in given.rows)
        texts.append(given.text)
    text = re.sub(r" ?\[\d+\]", "", "\n".join(texts))
    for said in row["says"]:
        assert said in text


@pytest.mark.parametrize(
    "question", ["What did Prankster do in Gen 5?", "第五世代恶作剧之心有什么效果", "What does Catastropika do?"]
)
def test_what_is_not_written_is_left_to_the_next_layer(question: str, parser: Parser, dataset: Dataset) -> None:
    parts = parser.understand(question, []).parts

    assert all(part.question is None or not can_answer(part.question.query, dataset) for part in parts)
