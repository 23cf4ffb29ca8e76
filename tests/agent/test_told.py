"""What the record of a step holds of what it gave."""

from __future__ import annotations

import pytest

from pokeqa.agent.results import StepResult
from pokeqa.agent.told import TOLD_MAX, told_outputs
from pokeqa.agent.values import Names
from pokeqa.pokedex.answers.context import Context
from pokeqa.pokedex.dataset import Dataset
from tests.retrieval.sources import evidence


@pytest.mark.parametrize(
    ("language", "names", "move", "ability"),
    [("en", ["Floatzel", "Alolan Raichu"], "Ice Beam", "Speed Boost"),
     ("zh-hans", ["浮潜鼬", "阿罗拉雷丘"], "冰冻光束", "加速")],
)  # fmt: skip
def test_typed_names_are_told_in_the_question_s_language(
    dataset: Dataset, language: str, names: list[str], move: str, ability: str
):
    result = StepResult(
        {
            "names": ["pokemon/floatzel", "form/raichu-alola"],
            "moves": ["move/ice-beam"],
            "abilities": ["ability/speed-boost"],
            "count": 2,
        }
    )

    told = told_outputs(result, Names(dataset), Context(dataset, language))

    assert told == {"names": names, "moves": [move], "abilities": [ability], "count": 2}


def test_a_sentence_is_told_without_its_own_marks_and_in_place_of_a_bare_number(dataset: Dataset):
    result = StepResult({"number": 9999, "text": "Celesteela [1] weighs 999.9 kg [2]."})

    told = told_outputs(result, Names(dataset), Context(dataset, "en"))

    assert told == {"text": "Celesteela weighs 999.9 kg."}
    assert told_outputs(StepResult({"number": 3}), Names(dataset), Context(dataset, "en")) == {"number": 3}


def test_passages_are_told_by_their_titles(dataset: Dataset):
    pieces = (evidence("knowledge_base", 1), evidence("knowledge_base", 2))
    result = StepResult({"passages": [one.id for one in pieces]}, evidence=pieces)

    told = told_outputs(result, Names(dataset), Context(dataset, "en"))

    assert told["passages"] == ["Title 1 of knowledge_base", "Title 2 of knowledge_base"]


def test_of_many_names_some_are_told(dataset: Dataset):
    names = Names(dataset)
    many = [names.of_pokemon(one.default_pokemon_id) for one in dataset.species.values()]

    told = told_outputs(StepResult({"names": many, "count": len(many)}), names, Context(dataset, "en"))

    assert isinstance(told["names"], list)
    assert len(told["names"]) == TOLD_MAX
    assert told["count"] == len(many)
