"""A small sample of the generated questions, and the checks that judge them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bench.generated import LANGUAGES, make_cases, sampled
from bench.generated_asking import Shortcut
from bench.generated_checks import Check, Told, assigned, named_first, names, number, pattern, polarity, repeated
from pokeqa.engine import Engine

TYPES = pattern(["Fire", "Flying", "Water"])


@pytest.fixture(scope="module")
def source() -> Path:
    folder = os.environ.get("POKEQA_TEST_SOURCE_DIR")
    if not folder:
        pytest.skip("POKEQA_TEST_SOURCE_DIR does not name the folder that holds pokeapi/ and the learnsets")
    path = Path(folder)
    path = path.parent if path.name == "pokeapi" else path
    if not (path / "pokemon_moves_full.csv.xz").is_file():
        pytest.skip(f"{path} does not hold pokemon_moves_full.csv.xz, which the questions about moves are checked with")
    return path


@pytest.mark.slow
def test_a_sample_of_the_generated_questions_is_answered_right(source: Path, engine: Engine):
    cases = make_cases(source)
    house = engine.warm()
    shortcut = Shortcut(house.dataset, house.parser, engine.settings.shortcut_confidence)

    results = [shortcut.ask(case) for case in sampled(cases, 60)]

    assert len(cases) >= 30_000
    assert {case.language for case in cases} == set(LANGUAGES)
    assert [(r.case.question, r.case.expected, r.said, r.problem) for r in results if r.state != "passed"] == []


@pytest.mark.parametrize(
    ("check", "headline", "passes"),
    [
        (number(100, "Charizard", "unknown"), "Charizard's base Speed is 100.", True),
        (number(100, "Charizard", "unknown"), "Charizard's base Speed is 1000.", False),
        (number(100, "Charizard", "unknown"), "It is 100 or 101.", False),
        (number(60, "Porygon2", "unknown"), "Porygon2's base Speed is 60.", True),
        (number(None, "Charizard", "unknown"), "Its weight is unknown.", True),
        (number(None, "Charizard", "unknown"), "It weighs 10.", False),
        (names(["Fire", "Flying"], TYPES, ["Charizard"]), "Charizard is Fire/Flying type.", True),
        (names(["Fire", "Flying"], TYPES, ["Charizard"]), "Charizard is Fire type.", False),
        (names(["Fire"], TYPES, ["Charizard"]), "Charizard is Fire/Flying type.", False),
        (polarity(True, "Yes", "No"), "Yes: it can.", True),
        (polarity(True, "Yes", "No"), "No: Yes is wrong.", False),
        (named_first("Mewtwo", "Mewtwo", "Mew"), "Mewtwo has more than Mew.", True),
        (named_first("Mew", "Mewtwo", "Mew"), "Mewtwo has more than Mew.", False),
    ],
)
def test_a_headline_is_judged_by_whole_words_and_numbers(check: Check, headline: str, passes: bool):
    assert (check(Told(headline, headline)) is None) is passes


def test_a_factor_belongs_to_the_types_before_it():
    found = assigned("is weak to Fire (4×), Flying and Water (2×).", TYPES)

    assert found == {"Fire": 4.0, "Flying": 2.0, "Water": 2.0}


def test_a_clause_that_is_said_twice_is_noticed():
    assert repeated("It is Fire; it is Fire.") == "says twice: it is fire"
    assert repeated("It is Fire. It is Water.") is None
