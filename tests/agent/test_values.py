"""Typed queries as arguments of plans: there and back, and nothing else."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from typing import Any, get_args

import pytest

from pokeqa.agent.plan import PlanError
from pokeqa.agent.tools import TOOLS, tool_name, tools_version
from pokeqa.agent.values import arguments_of, id_kind, options_of, queries_of
from pokeqa.paths import DATA
from pokeqa.question import algebra
from pokeqa.question.algebra import Facts, Mon, Number, Search
from pokeqa.request import Turn
from tests.agent.house import AgentHouse

QUESTIONS = DATA.parent / "tests" / "cases" / "questions.jsonl"


def test_every_query_of_the_questions_comes_back_as_it_went(house: AgentHouse):
    seen: set[type] = set()
    for line in QUESTIONS.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        history = [Turn(**turn) for turn in case.get("history", [])]
        for part in house.parser.understand(case["question"], history, "auto").parts:
            if part.question is None:
                continue
            query = part.question.query
            arguments = json.loads(json.dumps(arguments_of(query, house.names)))

            [again] = queries_of(type(query), arguments, house.names, lambda _: [])

            assert again == query, case["question"]
            seen.add(type(query))
    assert len(seen) > 8


def records() -> list[type]:
    """Every record of the algebra that a plan may hold."""
    found = [*get_args(algebra.Query), *options_of(algebra.Condition), algebra.Order, algebra.Types, algebra.Scope]
    return [one for one in found if isinstance(one, type) and is_dataclass(one)]


@pytest.mark.parametrize("record", records(), ids=lambda record: record.__name__)
def test_no_field_holds_an_id_that_would_travel_as_a_bare_number(record: type):
    ids = [one.name for one in fields(record) if one.name.endswith(("_id", "_ids"))]

    assert all(id_kind(record, name) is not None for name in ids)


def test_every_query_is_a_tool_of_the_stats_worker():
    for query in get_args(algebra.Query):
        assert TOOLS[tool_name(query)].worker == "stats_worker"


def test_a_form_and_its_species_are_different_names(house: AgentHouse):
    dataset = house.dataset
    alolan = next(one for one in dataset.pokemon.values() if one.identifier == "raichu-alola")
    mons = (Mon(26, 26), Mon(26, alolan.id, True))

    arguments = arguments_of(Facts(mons, ("type",)), house.names)

    assert arguments["subjects"] == ["pokemon/raichu", "form/raichu-alola"]
    assert queries_of(Facts, arguments, house.names, lambda _: []) == [Facts(mons, ("type",))]


def test_an_output_of_several_spreads_over_a_place_for_one(house: AgentHouse):
    found = queries_of(
        algebra.Evolve,
        {"subject": "$s1.names", "direction": "into"},
        house.names,
        lambda _: ["pokemon/abra", "pokemon/mew"],
    )

    assert [query.subject.species_id for query in found if isinstance(query, algebra.Evolve)] == [63, 151]


def test_a_number_of_a_step_stands_for_a_value(house: AgentHouse):
    condition = {"Number": {"attribute": "speed", "op": "gt", "value": "$s1.number"}}

    [query] = queries_of(Search, {"condition": condition}, house.names, lambda _: [100])

    assert query == Search(condition=Number("speed", "gt", 100.0))


WRONG: dict[str, dict[str, Any]] = {
    "an unknown field": {"limit": 3},
    "an unknown condition": {"condition": {"Delete": {}}},
    "two conditions in one": {"condition": {"HasType": {"type_id": "type/fire"}, "TypeCount": {"count": 1}}},
    "a bare id": {"condition": {"HasType": {"type_id": 10}}},
    "a name of another kind": {"condition": {"HasType": {"type_id": "move/surf"}}},
    "a name that names nothing": {"condition": {"HasType": {"type_id": "type/glitch"}}},
    "a text for a number": {"condition": {"Number": {"attribute": "speed", "op": "gt", "value": "100"}}},
    "an operator that is none": {"condition": {"Number": {"attribute": "speed", "op": ">", "value": 100}}},
    "a missing field": {"condition": {"Number": {"attribute": "speed", "op": "gt"}}},
    "a truth for a number": {"condition": {"TypeCount": {"count": True}}},
    "half a place": {"order": {"Order": {"attribute": "speed", "sense": "max", "limit": 1.5}}},
    "a path": {"condition": {"HasType": {"type_id": "../../etc/passwd"}}},
}


@pytest.mark.parametrize("name", WRONG)
def test_a_value_that_the_algebra_does_not_have_is_refused(name: str, house: AgentHouse):
    with pytest.raises(PlanError):
        queries_of(Search, WRONG[name], house.names, lambda _: [])


def test_the_version_of_the_tools_changes_when_one_is_gone():
    fewer = {name: tool for name, tool in TOOLS.items() if name != "combine"}

    assert tools_version() == tools_version(TOOLS)
    assert tools_version(fewer) != tools_version()
