"""Words that change nothing in a question, wherever they stand: the query is that of the bare question."""

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
        ("umm how do I evolve Haunter", "how do I evolve Haunter"),
        ("what abilities er does Gengar have", "what abilities does Gengar have"),
        ("what's the fastest Pokemon in the whole world", "what's the fastest Pokemon"),
        ("I haven't played in years, can Gyarados learn Surf?", "can Gyarados learn Surf?"),
        ("my nephew is obsessed with pokemon and asks how tall Onix is", "how tall Onix is"),
        ("cool what is the power of Flamethrower", "what is the power of Flamethrower"),
        ("what types resist Steel, could you look that up?", "what types resist Steel?"),
        ("what does my best friend's Eevee evolve into", "what does Eevee evolve into"),
        ("what color is my French pupils' Ditto", "what color is Ditto"),
        ("what is my dentist's Charizard weak to", "what is Charizard weak to"),
        ("what type is my favrite pokemon eevee", "what type is eevee"),
        ("what EVs does that darn Magikarp give?", "what EVs does Magikarp give?"),
        ("is the mighty Gengar faster than good old Alakazam", "is Gengar faster than Alakazam"),
        ("a kid in my class keeps asking me how tall Onix is", "how tall Onix is"),
        ("my toddler wants to know, what egg group is Pikachu in", "what egg group is Pikachu in"),
        ("been meaning to ask what is Charizard weak to", "what is Charizard weak to"),
        ("how many steps til a Pichu egg hatches, it would help a lot", "how many steps until a Pichu egg hatches"),
        ("what does Eevee evolve into at night, asks my daughter", "what does Eevee evolve into at night"),
        ("wut type iz Lucario", "what type is Lucario"),
        ("hwo meny Fire types are ther", "how many Fire types are there"),
        ("whats the diffrence betwen Plusle adn Minun", "whats the difference between Plusle and Minun"),
        ("wich starter is teh heavyest", "which starter is the heaviest"),
    ],
)
def test_they_change_no_query(parser: Parser, wordy: str, plain: str) -> None:
    queries = [
        [part.question and part.question.query for part in parser.understand(q, []).parts] for q in (plain, wordy)
    ]
    assert None not in queries[0]
    assert queries[1] == queries[0]


@pytest.mark.parametrize(
    "question",
    [
        "What's a cool Pikachu nickname?",
        "what are some cool Gengar names",
        "what is my favorite Pikachu",
        "which is your favorite Pikachu or Eevee",
        "what moves does Brock's Onix know",
        "Rate my team: Gyarados, Metagross",
        "can a confused Pikachu evolve",
    ],
)
def test_what_is_praised_or_owned_is_not_left_out(parser: Parser, question: str) -> None:
    assert any(part.question is None for part in parser.understand(question, []).parts)
