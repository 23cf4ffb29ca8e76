"""From plans to templates and back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pokeqa.agent.plan import Plan, PlanError
from pokeqa.agent.tools import TOOLS
from pokeqa.agent.values import Names
from pokeqa.cache.plans.skeleton import Skeleton, names_something, skeleton_of
from pokeqa.cache.plans.template import (
    Node,
    NotAbstractError,
    Sample,
    Template,
    fill,
    intent_of,
    nodes_of,
    plan_id_of,
    read_template,
    template_from_json,
)
from pokeqa.question.parser import Parser

from .conftest import learners, plan_of, step

GENERATIONS = {"version_group/platinum": "generation/4", "version_group/emerald": "generation/3"}


@pytest.fixture
def skeleton(parser: Parser, names: Names) -> Any:
    """Makes skeletons."""
    return lambda text: skeleton_of(text, parser.tokens(text), "en", (), names)


@pytest.fixture
def abstract(parser: Parser, skeleton: Any) -> Any:
    """Makes templates of a question and its plan."""

    def make(text: str, plan: Plan) -> Template:
        own: Skeleton = skeleton(text)
        nodes: tuple[Node, ...] = nodes_of(plan, own, TOOLS, lambda words: names_something(parser.tokens(words)))
        slots = tuple(one.slot for one in own.filled)
        values = {name: one.value for name, one in own.values.items()}
        texts = {name: one.text for name, one in own.values.items()}
        return Template(
            plan_id_of(nodes, slots), intent_of(nodes), own.text, slots, nodes, {"dataset": "1"},
            Sample(text, "en", values, texts), creation_time=1.0,
        )  # fmt: skip

    return make


def test_a_template_filled_for_another_question_is_the_plan_for_it(abstract: Any, skeleton: Any):
    template = abstract("Which Fire types learn Surf?", learners("fire", "surf"))

    plan = fill(template, skeleton("Which Water types learn Earthquake?"), TOOLS, GENERATIONS)

    assert plan.hash == learners("water", "earthquake").hash


def test_a_template_holds_no_value_of_its_question(abstract: Any):
    graph = json.dumps(abstract("Which Fire types learn Surf?", learners("fire", "surf")).to_json()["task_graph"])

    assert "fire" not in graph
    assert "surf" not in graph
    assert "{type_1}" in graph
    assert "{move_1}" in graph


def test_a_template_comes_back_from_json_as_it_went(abstract: Any):
    template = abstract("Which Fire types learn Surf?", learners("fire", "surf"))

    assert template_from_json(json.loads(json.dumps(template.to_json())), TOOLS, GENERATIONS) == template


def test_the_generation_of_a_game_follows_the_game(abstract: Any, skeleton: Any):
    def plan(game: str, generation: str) -> Plan:
        scope = {"Scope": {"generation": generation, "version_groups": [game]}}
        return plan_of(step("s1", condition={"Learns": {"move_id": "move/surf", "scope": scope}}))

    template = abstract("Which Pokémon learn Surf in Platinum?", plan("version_group/platinum", "generation/4"))

    filled = fill(template, skeleton("Which Pokémon learn Surf in Emerald?"), TOOLS, GENERATIONS)

    assert filled.hash == plan("version_group/emerald", "generation/3").hash


def test_words_for_a_source_keep_slots_for_the_names_in_them(abstract: Any, skeleton: Any):
    plan = plan_of(step("s1", "retrieve", "passages", question="What is special about Garchomp?"))
    template = abstract("What is special about Garchomp?", plan)

    filled = fill(template, skeleton("What is special about Mew?"), TOOLS, GENERATIONS)

    assert template.nodes[0].prompt_template == "What is special about {pokemon_1}?"
    assert template.to_json()["task_graph"]["nodes"][0]["type"] == "llm_prompt"
    assert filled.steps[0].arguments["question"] == "What is special about Mew?"


FAST = {"Number": {"attribute": "speed", "op": "gt", "value": 100}}

NOT_ABSTRACT = {
    "a value of the question is not in the plan": (
        "Which Fire types learn Surf?", plan_of(step("s1", condition={"HasType": {"type_id": "type/fire"}})), "Surf"),
    "a value was worked out from the question": (
        "Which Pokémon are heavier than 50 kg?",
        plan_of(step("s1", condition={"Number": {"attribute": "weight", "op": "gt", "value": 500}})), "50"),
    "a name that the question does not have": (
        "Which Fire types are fast?",
        plan_of(step("s1", condition={"And": {"conditions": [
            {"HasType": {"type_id": "type/fire"}}, {"Learns": {"move_id": "move/surf"}}]}})), "move/surf"),
    "a number that can be there by chance": (
        "Which 1 Fire type has Speed over 100?",
        plan_of(step("s1", condition={"And": {"conditions": [
            {"HasType": {"type_id": "type/fire"}}, FAST,
            {"Number": {"attribute": "attack", "op": "gt", "value": 1}}]}}, order={"Order": {
                "attribute": "speed", "sense": "max", "limit": 1}})), "several things"),
    "words with a name of their own": (
        "What is special about Garchomp?",
        plan_of(step("s1", "retrieve", "passages", question="Garchomp and Salamence")), "name something"),
}  # fmt: skip


@pytest.mark.parametrize("name", NOT_ABSTRACT)
def test_a_plan_whose_values_are_not_certain_becomes_no_template(abstract: Any, name: str):
    question, plan, says = NOT_ABSTRACT[name]

    with pytest.raises(NotAbstractError, match=says):
        abstract(question, plan)


def test_equal_plans_in_other_words_are_one_template(abstract: Any):
    a = abstract("Which Fire types learn Surf?", learners("fire", "surf"))
    b = abstract("Please list every Water type that can learn Earthquake", learners("water", "earthquake"))

    assert a.plan_id == b.plan_id
    assert a.task_graph_hash == b.task_graph_hash


DAMAGE: dict[str, tuple[Any, str]] = {
    "no object": (lambda value: 3, "is a JSON object"),
    "no nodes": (lambda value: {**value, "task_graph": {"nodes": []}}, "at least one node"),
    "an unknown state": (lambda value: {**value, "state": "on"}, "is one of"),
    "an unknown slot": (lambda value: {**value, "slots": value["slots"][:1]}, "which the template does not have"),
    "an odd slot": (
        lambda value: {**value, "slots": [{"name": "__class__", "type": "type"}]}, "cannot be a slot's name"),
    "a slot twice": (lambda value: {**value, "slots": value["slots"] * 2}, "the same name"),
    "an unknown tool": (
        lambda value: {**value, "task_graph": {"nodes": [
            {**one, "tool_name": "shell"} for one in value["task_graph"]["nodes"]]}}, "which there is not"),
    "another worker": (
        lambda value: {**value, "task_graph": {"nodes": [
            {**one, "worker": "web_worker"} for one in value["task_graph"]["nodes"]]}}, "a tool of stats_worker"),
    "a number that is none": (lambda value: {**value, "hit_count": "many"}, "not a number"),
    "no sample": (lambda value: {**value, "sample_input": None}, "sample_input"),
    "no id": (lambda value: {**value, "plan_id": ""}, "missing or not a text"),
}  # fmt: skip


@pytest.mark.parametrize("name", DAMAGE)
def test_a_template_that_is_not_well_formed_is_refused_in_one_sentence(abstract: Any, name: str):
    change, says = DAMAGE[name]
    value = abstract("Which Fire types learn Surf?", learners("fire", "surf")).to_json()

    with pytest.raises(PlanError, match=says) as refused:
        template_from_json(change(value), TOOLS, GENERATIONS)

    assert "\n" not in str(refused.value)


def test_a_template_whose_sample_lacks_a_value_is_refused(abstract: Any):
    value = abstract("Which Fire types learn Surf?", learners("fire", "surf")).to_json()
    value["sample_input"]["values"] = {}

    with pytest.raises(PlanError, match="needs a value"):
        template_from_json(value, TOOLS, GENERATIONS)
    assert read_template(value).slots
