"""Questions that a rule of the games answers, by the table `tests/cases/calculated.jsonl`.

`says` stands in the headline (marks left out), `details` in the text below it, `never` nowhere. The rules of
experience, stats, chances, breeding and damage were compared with a computation straight from the source tables that
shares no code with this program; `test_formulas` has values that others published.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pokeqa.pokedex.answers import answer
from pokeqa.pokedex.dataset import Dataset
from pokeqa.question.parser import Parser
from pokeqa.request import Turn

CASES = Path(__file__).parents[1] / "cases"
MARK = re.compile(r" ?\[\d+\]")


def _rows() -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CASES / "calculated.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def parser(dataset: Dataset) -> Parser:
    return Parser(dataset)


@pytest.mark.parametrize("row", _rows(), ids=lambda row: row["question"])
def test_a_question_is_answered_by_the_rules(row: dict[str, Any], parser: Parser, dataset: Dataset) -> None:
    history = [Turn(role="user" if i % 2 == 0 else "assistant", content=text) for i, text in enumerate(row["before"])]

    understanding = parser.understand(row["question"], history)

    (part,) = understanding.parts
    assert part.question is not None, part.why
    assert type(part.question.query).__name__ == row["query"]
    found = answer(part.question, dataset, understanding.language)
    headline, text = MARK.sub("", found.headline), MARK.sub("", found.text)
    for said in row["says"]:
        assert said in headline, headline
    for said in row.get("details", ()):
        assert said in text, text
    for unsaid in row.get("never", ()):
        assert unsaid not in text, text
    marks = {int(mark) for mark in re.findall(r"\[(\d+)\]", found.text)}
    assert marks <= set(range(1, len(found.rows) + 1))
    assert not re.search(r"[{}]|\bNone\b|  | \.", found.text), found.text
