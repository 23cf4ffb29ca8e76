"""A search is one of what has the measure."""

from __future__ import annotations

import pytest

from pokeqa.pokedex.dataset import Dataset
from pokeqa.question.algebra import Number, Order, Search
from pokeqa.question.parser import Parser
from pokeqa.question.sound import is_sound


@pytest.fixture(scope="module")
def parser(dataset: Dataset) -> Parser:
    return Parser(dataset)


@pytest.mark.parametrize(
    "question",
    ["moves that are heavier than 100 kg", "哪些招式体重超过100公斤", "the fastest moves", "威力超过100的宝可梦"],
)
def test_a_measure_of_another_kind_is_no_question(parser: Parser, question: str) -> None:
    assert all(part.question is None for part in parser.understand(question, []).parts)


def test_only_moves_have_power() -> None:
    assert is_sound(Search("move", Number("power", "ge", 100)))
    assert not is_sound(Search("pokemon", Number("power", "ge", 100)))
    assert not is_sound(Search("move", order=Order("weight", "max")))
    assert not is_sound(Search("ability", order=Order("weight", "max")))
