"""What questions are understood to ask, and which are left alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pokeqa.pokedex.dataset import Dataset
from pokeqa.question.parser import Parser
from pokeqa.request import Turn
from tests.question.plain import plain

CASES = Path(__file__).parent.parent / "cases"


def _rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CASES / name).read_text(encoding="utf-8").splitlines() if line]


@pytest.fixture(scope="module")
def parser(dataset: Dataset) -> Parser:
    return Parser(dataset)


@pytest.mark.parametrize("row", _rows("understood.jsonl"), ids=lambda row: row["question"])
def test_a_question_becomes_the_query_it_asks(row: dict[str, Any], parser: Parser, dataset: Dataset) -> None:
    history = [Turn(**turn) for turn in row.get("history", ())]

    understanding = parser.understand(row["question"], history)

    assert understanding.language == row["language"]
    if "options" in row:
        assert [o.label for part in understanding.parts for o in part.options] == row["options"]
    else:
        queries = [plain(part.question.query, dataset) if part.question else None for part in understanding.parts]
        assert queries == row["queries"]


@pytest.mark.parametrize("question", (CASES / "left_alone.txt").read_text(encoding="utf-8").splitlines())
def test_a_question_the_dataset_cannot_answer_is_left_alone(question: str, parser: Parser) -> None:
    understanding = parser.understand(question, [])

    assert all(part.question is None and not part.options for part in understanding.parts)


def test_every_word_must_be_explained(parser: Parser) -> None:
    understanding = parser.understand("What type is Pikachu grumpf?", [])

    (part,) = understanding.parts
    assert part.question is None
    assert part.confidence < 0.8
    assert part.remainder == ("grumpf",)


def test_a_question_with_a_pronoun_is_not_self_contained(parser: Parser) -> None:
    history = [Turn(role="user", content="What type is Garchomp?"), Turn(role="assistant", content="Dragon/Ground.")]

    follow_up = parser.understand("and its ability?", history)
    complete = parser.understand("What is Garchomp's ability?", history)

    assert not follow_up.self_contained
    assert complete.self_contained
    assert follow_up.parts[0].question == complete.parts[0].question


def test_a_name_that_names_nothing_is_said_to_be_unknown(parser: Parser) -> None:
    (part,) = parser.understand("What type is Agumon?", []).parts

    assert part.question is None
    assert part.unknown_names == ("Agumon",)


def test_mentions_carry_where_they_stand_in_the_text(parser: Parser) -> None:
    text = "Is Farfetch’d faster than 皮卡丘?"

    mentions = parser.understand(text, []).mentions

    assert [text[m.start : m.end] for m in mentions] == ["Farfetch’d", "皮卡丘"]


@pytest.mark.parametrize("text", ["", " ", "?!", "🔥" * 2000, "pikachuu," * 220, "皮卡丘和" * 500, "\u3099\u3099"])
def test_odd_texts_are_survived(text: str, parser: Parser) -> None:
    understanding = parser.understand(text, [])

    assert understanding.parts


@pytest.mark.parametrize(
    "text",
    [
        "皮卡丘怕什么" * 60,  # more tokens than a clause may have
        ", ".join(["12.5"] * 200),
        "What type is Pikachu? " * 60,  # more sentences than a text may have
    ],
)
def test_longer_texts_than_anybody_asks_are_left_alone(text: str, parser: Parser) -> None:
    understanding = parser.understand(text, [])

    assert all(part.question is None and not part.options for part in understanding.parts)


@pytest.mark.parametrize(
    "sentence",
    [
        line
        for name in ("not_in_the_dataset.txt", "tempting.txt")
        for line in (CASES / name).read_text(encoding="utf-8").splitlines()
    ],
)
def test_what_only_sounds_like_a_question_for_the_dataset_is_left_alone(sentence: str, parser: Parser) -> None:
    understanding = parser.understand(sentence, [])

    assert all(part.question is None and not part.options for part in understanding.parts)


@pytest.mark.parametrize(
    "question",
    [
        "Which Gen 1 Water types outspeed Pikachu and resist Ice, and which of them learn Blizzard?",
        "Which Steel types are slower than Golem? And of those, who learns Surf?",
        "第三世代的火属性宝可梦有哪些，其中谁最快？",
        "比烈咬陆鲨快的水属性宝可梦有哪些，它们之中哪些会冰冻光束？",
    ],
)
def test_those_are_the_ones_that_the_same_text_describes(question: str, parser: Parser) -> None:
    history = [
        Turn(role="user", content="Which Fire types have more than 100 base Speed?"),
        Turn(role="assistant", content="Talonflame, Infernape and Charizard."),
    ]

    alone, after = parser.understand(question, []), parser.understand(question, history)

    assert after.self_contained
    assert after.parts == alone.parts
    named = [repr(part.question.query) for part in after.parts if part.question is not None]
    assert not any("Learn(" in query for query in named)


def test_those_are_the_set_that_was_asked_for_where_a_text_describes_none(parser: Parser, dataset: Dataset) -> None:
    history = [
        Turn(role="user", content="Which Fire types have more than 100 base Speed?"),
        Turn(role="assistant", content="Talonflame and Charizard."),
    ]

    understanding = parser.understand("which of them learn Surf?", history)

    (part,) = understanding.parts
    assert part.question is not None
    asked = plain(part.question.query, dataset)
    assert not understanding.self_contained
    assert [one["is"] for one in asked["condition"]["conditions"]] == ["And", "Learns"]
