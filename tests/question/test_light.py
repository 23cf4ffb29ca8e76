"""Clauses read without their light words."""

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
        ("What colour is Gengar filed under in the Pokédex?", "What colour is Gengar?"),
        ("How is Toxapex written in Japanese?", "Toxapex in Japanese"),
        ("Heaviest thing that came out of Alola?", "Heaviest Pokémon of Alola?"),
        ("耿鬼的颜色在图鉴里归为什么？", "耿鬼的颜色是什么？"),
    ],
)
def test_light_words_do_not_change_the_question(wordy: str, plain: str, parser: Parser) -> None:
    (first,), (second,) = parser.understand(wordy, []).parts, parser.understand(plain, []).parts

    assert first.question is not None, first.why
    assert first.question == second.question


@pytest.mark.parametrize(
    "text",
    [
        "Tell me a fun fact about Gengar.",  # nothing is asked of it but with a light word
        "What colour is Gengar's shiny form listed as?",
        "What type of food does Pikachu carry?",
        "Who voices Pikachu, by the way?",
        "Does the name of Gengar come from a word?",
        "耿鬼的名字到底有什么由来？",
    ],
)
def test_what_other_words_ask_is_left_alone(text: str, parser: Parser) -> None:
    assert all(part.question is None and not part.options for part in parser.understand(text, []).parts)
