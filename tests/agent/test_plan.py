"""Plans: what they may hold, how they travel, and when two of them are the same."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest

from pokeqa.agent.plan import Plan, PlanError, Step, plan_from_json
from pokeqa.agent.tools import TOOLS

FAST = {"Number": {"attribute": "speed", "op": "gt", "value": 100}}


def search(step_id: str = "s1", **arguments: Any) -> dict[str, Any]:
    """A step that searches."""
    return {"id": step_id, "worker": "stats_worker", "tool": "search", "arguments": arguments, "output_key": "names"}


def plan_of(*steps: dict[str, Any]) -> dict[str, Any]:
    """A plan as JSON."""
    return {"version": 1, "steps": list(steps)}


TWO = plan_of(
    search("s1", condition=FAST), search("s2", condition={"HasType": {"type_id": "type/fire"}}, among="$s1.names")
)


def test_a_plan_comes_back_from_json_as_it_went():
    plan = plan_from_json(TWO, TOOLS)

    again = plan_from_json(json.loads(json.dumps(plan.to_json())), TOOLS)

    assert again == plan
    assert again.hash == plan.hash


def test_dependencies_follow_from_references_at_any_depth():
    faster = {"NumberAgainst": {"attribute": "speed", "op": "gt", "other": "$s1.names"}}

    plan = plan_from_json(plan_of(search("s1", condition=FAST), search("s2", condition={"Not": faster})), TOOLS)

    assert plan.step("s2").depends_on == ("s1",)
    assert plan.to_json()["steps"][1]["depends_on"] == ["s1"]  # type: ignore[index,call-overload]


def test_ids_and_the_order_of_independent_steps_do_not_change_the_hash():
    plan = plan_from_json(TWO, TOOLS)
    first, second = plan.steps
    renamed = Plan((
        Step("s9", second.worker, second.tool, {**second.arguments, "among": "$s7.names"}, second.output_key),
        Step("s7", first.worker, first.tool, first.arguments, first.output_key),
    ))  # fmt: skip

    assert renamed.hash == plan.hash


@pytest.mark.parametrize(
    "change",
    [
        lambda plan: plan["steps"][0]["arguments"]["condition"]["Number"].update(op="lt"),
        lambda plan: plan["steps"][0]["arguments"]["condition"]["Number"].update(value=101),
        lambda plan: plan["steps"][1]["arguments"].pop("among"),
        lambda plan: plan["steps"][1].update(shown=False),
        lambda plan: plan["steps"].pop(),
    ],
)
def test_whatever_changes_what_is_done_changes_the_hash(change: Any):
    other = deepcopy(TWO)

    change(other)

    assert plan_from_json(other, TOOLS).hash != plan_from_json(TWO, TOOLS).hash


RAG = {"id": "s1", "worker": "rag_worker", "tool": "retrieve", "output_key": "passages"}

BAD = {
    "no object": ([], "A plan is a JSON object"),
    "no steps": ({"steps": []}, "at least one step"),
    "another version": ({"version": 99, "steps": [search()]}, "version 99"),
    "an unknown key": (plan_of(search() | {"shell": "ls"}), "unknown key 'shell'"),
    "an unknown worker": (plan_of(search() | {"worker": "root"}), "names the worker 'root'"),
    "an unknown tool": (plan_of(search() | {"tool": "delete"}), "the tool 'delete'"),
    "another worker's tool": (plan_of(search() | {"worker": "web_worker"}), "a tool of stats_worker"),
    "an unknown argument": (plan_of(search(path="/etc/passwd")), "which it does not take"),
    "an unknown output": (plan_of(search() | {"output_key": "rows"}), "which search does not have"),
    "a missing argument": (plan_of(RAG | {"arguments": {}}), "the argument 'question' that it needs"),
    "an empty text": (plan_of(RAG | {"arguments": {"question": " "}}), "not a text"),
    "a reference for a text": (
        plan_of(search(), RAG | {"id": "s2", "arguments": {"question": "$s1.text"}}), "cannot be an output"),
    "a bad reference": (plan_of(search(), search("s2", among="$s1")), "is no reference"),
    "a step that is not there": (plan_of(search("s1", among="$s4.names")), "step s4, which the plan does not have"),
    "an output that is not there": (plan_of(search(), search("s2", among="$s1.rows")), "has no such output"),
    "an output of another kind": (plan_of(search(), search("s2", among="$s1.moves")), "is a move"),
    "a circle": (plan_of(search("s1", among="$s2.names"), search("s2", among="$s1.names")), "wait for one another"),
    "itself": (plan_of(search("s1", among="$s1.names")), "wait for one another"),
    "an id twice": (plan_of(search("s1"), search("s1")), "Two steps have the id s1"),
    "an odd id": (plan_of(search("x")), "cannot be a step's id"),
    "wrong dependencies": (plan_of(search("s1") | {"depends_on": ["s2"]}), "does not match its arguments"),
    "too many steps": (plan_of(*(search(f"s{n}") for n in range(1, 40))), "the most that are carried out"),
    "free text for a name": (plan_of(search(among="the fast ones")), "not a pokemon"),
    "a choice that is none": (
        plan_of({"id": "s1", "worker": "stats_worker", "tool": "combine", "output_key": "names",
                 "arguments": {"operation": "xor", "sets": ["pokemon/mew"]}}), "one of union"),
    "a flag that is none": (plan_of(search() | {"shown": "yes"}), "neither true nor false"),
    "a long text": (plan_of(RAG | {"arguments": {"question": "x" * 2001}}), "longer than 2000"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_a_plan_that_is_not_well_formed_is_refused_in_one_sentence(name: str):
    value, says = BAD[name]

    with pytest.raises(PlanError) as refused:
        plan_from_json(value, TOOLS)

    assert says in str(refused.value)
    assert str(refused.value).endswith((".", "”."))
    assert "\n" not in str(refused.value)


def test_arguments_that_are_nested_without_end_are_refused():
    condition: dict[str, Any] = FAST
    for _ in range(20):
        condition = {"Not": condition}

    with pytest.raises(PlanError, match="nested deeper"):
        plan_from_json(plan_of(search(condition=condition)), TOOLS)
