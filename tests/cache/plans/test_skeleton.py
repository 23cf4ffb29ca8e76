"""What questions of one kind share, and what tells kinds apart."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pokeqa.agent.values import Names
from pokeqa.cache.plans.skeleton import NoSkeletonError, Skeleton, exact_key, normalised, skeleton_of
from pokeqa.paths import DATA
from pokeqa.question.fold import normalise
from pokeqa.question.language import answer_language
from pokeqa.question.parser import Parser
from pokeqa.request import WORKERS

_CASES = DATA.parent / "tests" / "cases"


def _rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (_CASES / name).read_text(encoding="utf-8").splitlines()]


def _skeleton(parser: Parser, names: Names, question: str, scope: tuple[str, ...] = WORKERS) -> Skeleton:
    text = normalise(question)
    tokens = parser.tokens(text)
    return skeleton_of(text, tokens, answer_language(text, tokens, "auto"), scope, names)


NEAR = _rows("plan_near_misses.jsonl")


@pytest.mark.parametrize("pair", NEAR, ids=lambda pair: f"{pair['why']}: {pair['b'][:30]}")
def test_a_question_that_is_nearly_of_the_same_kind_shares_no_key(parser: Parser, names: Names, pair: dict[str, str]):
    found = []
    for question in (pair["a"], pair["b"]):
        try:
            found.append(_skeleton(parser, names, question))
        except NoSkeletonError:
            return  # without a skeleton, no plan of another question is ever used
    a, b = found

    assert a.words != b.words
    assert a.meaning != b.meaning
    assert a.intent != b.intent or a.remainder != b.remainder


def test_enough_near_pairs_are_looked_at():
    assert len(NEAR) >= 50


@pytest.mark.parametrize("pair", _rows("plan_same_kind.jsonl"), ids=lambda pair: pair["b"][:40])
def test_questions_of_one_kind_share_a_key(parser: Parser, names: Names, pair: dict[str, str]):
    a, b = (_skeleton(parser, names, pair[key]) for key in ("a", "b"))

    assert a.meaning == b.meaning
    assert (a.words == b.words) == (pair["level"] == "words")
    assert a.slot_types == b.slot_types


def test_names_and_numbers_become_typed_slots_with_the_values_that_plans_hold(parser: Parser, names: Names):
    found = _skeleton(
        parser, names, "Which Gen 4 Water types outspeed Alolan Raichu, learn Surf in Platinum, under 50.5 kg?"
    )

    assert found.text == (
        "Which {generation_1} {type_1} types outspeed {form_1}, learn {move_1} in {game_1}, under {number_1} kg?"
    )
    assert {name: one.value for name, one in found.values.items()} == {
        "generation_1": "generation/4",
        "type_1": "type/water",
        "form_1": "form/raichu-alola",
        "move_1": "move/surf",
        "game_1": ["version_group/platinum"],
        "number_1": 50.5,
    }


def test_a_name_that_stands_twice_is_one_slot_and_another_name_makes_another_kind(parser: Parser, names: Names):
    twice = _skeleton(parser, names, "Is Mew faster than Gengar, and can Mew learn Surf?")
    again = _skeleton(parser, names, "Is Lucario faster than Garchomp, and can Lucario learn Fly?")
    three = _skeleton(parser, names, "Is Mew faster than Gengar, and can Lugia learn Surf?")
    other = _skeleton(parser, names, "Is Mew faster than Gengar, and can Gengar learn Surf?")

    assert twice.text == "Is {pokemon_1} faster than {pokemon_2}, and can {pokemon_1} learn {move_1}?"
    assert (twice.words, twice.meaning) == (again.words, again.meaning)
    assert len({twice.words, three.words, other.words}) == 3
    assert len({twice.meaning, three.meaning, other.meaning}) == 3


def test_other_workers_or_another_base_make_another_kind(parser: Parser, names: Names):
    question = "Which Fire types learn Surf?"

    keys = {_skeleton(parser, names, question, scope).words for scope in (WORKERS, WORKERS[:2], (*WORKERS, "kb:mine"))}

    assert len(keys) == 3


@pytest.mark.parametrize(
    "question", ["Is Garchmop faster than Mew?", "What does Nidoran learn?", "Is {pokemon_1} fast?"]
)
def test_names_that_are_not_certain_have_no_slot(parser: Parser, names: Names, question: str):
    with pytest.raises(NoSkeletonError):
        _skeleton(parser, names, question)


def test_the_same_question_in_other_spaces_and_case_is_exactly_the_same():
    first = exact_key("Which Fire types learn Surf?", "en", WORKERS)

    assert exact_key("which fire  types learn surf", "en", WORKERS) == first
    assert exact_key("Which Fire types learn Surf and Fly?", "en", WORKERS) != first
    assert exact_key("Which Fire types learn Surf?", "ja", WORKERS) != first


@pytest.mark.parametrize(
    ("a", "b"),
    [("-1", -1), ("iPhone15", "iPhone 15"), (100, 100.0), ("ＡＢ", "ab"), ("ice-beam", "Ice Beam"), ("１００", 100),
     ({"n": "5"}, {"n": 5}), (["1.50"], [1.5])],
)  # fmt: skip
def test_values_that_can_be_written_in_several_ways_are_one(a: Any, b: Any):
    assert normalised(a) == normalised(b)


@pytest.mark.parametrize(("a", "b"), [("-1", 1), ("iPhone15", "iPhone 16"), (True, 1.5), ("1.5", "15")])
def test_other_values_stay_apart(a: Any, b: Any):
    assert normalised(a) != normalised(b)
