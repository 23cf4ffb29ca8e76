"""The rule-based planner: how questions fall into steps, and what stays open."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pokeqa.agent.planner import Planned, PlanRequest
from pokeqa.paths import DATA
from pokeqa.request import WORKERS, Meta
from tests.agent.house import AgentHouse

CASES = [
    json.loads(line)
    for line in (DATA.parent / "tests" / "cases" / "agent_plans.jsonl").read_text(encoding="utf-8").splitlines()
]
WITHOUT_STATS = frozenset(WORKERS) - {"stats_worker"}


def planned(house: AgentHouse, question: str, **asked: Any) -> Planned:
    workers = asked.pop("workers", frozenset(WORKERS) - {"web_worker", "mcp_worker"})
    meta = Meta.model_validate(asked.pop("meta", {}))
    return house.rules.plan_now(
        PlanRequest(house.parser.understand(question, (), "auto"), meta, workers, **asked)
    )  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=[case["question"] for case in CASES])
def test_a_question_falls_into_these_steps(case: dict[str, Any], house: AgentHouse):
    found = planned(house, case["question"])

    steps = () if found.plan is None else found.plan.steps
    assert [one.tool for one in steps] == case["tools"]
    assert [list(one.depends_on) for one in steps] == case["needs"]
    assert [part.text for part in found.open] == case.get("open", [])
    spelt = json.dumps([one.arguments for one in steps], ensure_ascii=False)
    assert all(value in spelt for value in case.get("holds", []))


def test_the_same_question_gives_the_same_plan(house: AgentHouse):
    first, second = (planned(house, CASES[0]["question"]).plan for _ in range(2))

    assert first is not None
    assert second is not None
    assert first.hash == second.hash


def test_the_opposite_direction_is_another_plan(house: AgentHouse):
    fast = planned(house, "What is the ability of the fastest Fire type?").plan
    slow = planned(house, "What is the ability of the slowest Fire type?").plan

    assert fast is not None
    assert slow is not None
    assert fast.hash != slow.hash


def test_after_a_step_that_found_nothing_what_follows_is_about_the_set_before(house: AgentHouse):
    question = "List the Ghost types of Gen 1. Which of them learn Fly? Which one is the fastest?"

    first = planned(house, question).plan
    second = planned(house, question, empty=frozenset({"s2"})).plan

    assert first is not None
    assert second is not None
    assert first.step("s3").arguments["among"] == "$s2.names"
    assert second.step("s3").arguments["among"] == "$s1.names"


def test_without_the_stats_worker_the_sources_are_asked_in_words(house: AgentHouse):
    found = planned(house, "What type is the fastest Fire type?", workers=WITHOUT_STATS).plan

    assert found is not None
    assert {one.worker for one in found.steps} == {"rag_worker"}


def test_sources_that_the_request_switches_on_are_asked_for_what_is_no_query(house: AgentHouse):
    found = planned(
        house, "What type is Mew, and why is it so rare in the games?", workers=frozenset(WORKERS),
        meta={"use_web": True, "use_graph": True},
    ).plan  # fmt: skip

    assert found is not None
    assert [one.tool for one in found.steps] == ["facts", "retrieve", "connect", "search_web"]


def test_an_earlier_turn_gives_the_names_of_a_follow_up(house: AgentHouse):
    from pokeqa.request import Turn

    history = (Turn(role="user", content="What type is Garchomp?"),)
    understanding = house.parser.understand("And what is it weak to?", history, "auto")

    found = house.rules.plan_now(PlanRequest(understanding, Meta(), frozenset(WORKERS), history)).plan

    assert found is not None
    assert "pokemon/garchomp" in json.dumps(found.steps[0].arguments)
