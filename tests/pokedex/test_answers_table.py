"""What typed queries are answered, by the table `tests/cases/answers.jsonl`.

`starts` and `says` are about the headline, `details` about the text below it, `never` about the whole text.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pokeqa.pokedex.dataset import Dataset
from tests.pokedex.asking import Ask

TABLE = Path(__file__).parents[1] / "cases" / "answers.jsonl"
CASES = [json.loads(line) for line in TABLE.read_text(encoding="utf-8").splitlines()]
MARK = re.compile(r" ?\[\d+\]")


@pytest.fixture(scope="module")
def ask(dataset: Dataset) -> Ask:
    return Ask(dataset)


def _title(case: dict[str, Any]) -> str:
    return f"{case['language']}-{json.dumps(case['query'], ensure_ascii=False)}"[:90]


@pytest.mark.parametrize("case", CASES, ids=_title)
def test_a_query_is_answered_with_the_fact(case: dict[str, Any], ask: Ask):
    answer = ask.answer(case["query"], case["language"], case.get("premises"))

    plain = MARK.sub("", answer.headline)
    headline = answer.headline + plain
    assert answer.headline.startswith(case.get("starts", "")) or plain.startswith(case.get("starts", "")), headline
    for said in case.get("says", ()):
        assert said in headline
    for said in case.get("details", ()):
        assert said in answer.details + MARK.sub("", answer.details)
    for unsaid in case.get("never", ()):
        assert unsaid not in answer.text


@pytest.mark.parametrize("case", CASES, ids=_title)
@pytest.mark.parametrize("language", ["en", "zh-hans", "ja"])
def test_every_mark_points_at_a_row(case: dict[str, Any], language: str, ask: Ask):
    answer = ask.answer(case["query"], language, case.get("premises"))

    marks = {int(mark) for mark in re.findall(r"\[(\d+)\]", answer.text)}
    assert marks <= set(range(1, len(answer.rows) + 1))
    assert len({row.id for row in answer.rows}) == len(answer.rows)
    assert not re.search(r"[{}]|\bNone\b|  | \.", answer.text)
