"""Clauses of which only words are left over that the query says already."""

from __future__ import annotations

import pytest

from pokeqa.pokedex.dataset import Dataset
from pokeqa.question.parser import Parser


@pytest.fixture(scope="module")
def parser(dataset: Dataset) -> Parser:
    return Parser(dataset)


@pytest.mark.parametrize(
    ("wordy", "plain"),
    [
        ("打倒一只皮卡丘给什么努力值", "皮卡丘给什么努力值"),
        ("Number of Ghost Pokémon in total?", "Number of Ghost Pokémon?"),
        ("Is Chansey listed as pink or white?", "Is Chansey pink or white?"),
        ("咬住原来在初代不是恶系吧", "咬住在初代不是恶系吧"),
        ("What does Ghost and Fighting coverage miss?", "Ghost and Fighting coverage?"),
    ],
)
def test_what_a_query_says_already_changes_no_question(wordy: str, plain: str, parser: Parser) -> None:
    (first,), (second,) = parser.understand(wordy, []).parts, parser.understand(plain, []).parts

    assert first.question is not None, first.why
    assert second.question is not None
    assert first.question.query == second.question.query


@pytest.mark.parametrize(
    "text",
    [
        "打倒一只皮卡丘给什么道具",  # who is beaten for an item is not said by a query for it
        "Number of Ghost Pokémon in total battles?",
        "Is Chansey listed as boring?",
        "咬住原来为什么不是恶系",
    ],
)
def test_elsewhere_the_words_count(text: str, parser: Parser) -> None:
    assert all(part.question is None for part in parser.understand(text, []).parts)
