"""The language model's planner: what it is asked, what of its answers is taken, and when the rules plan instead."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pokeqa.agent.build import build_planner
from pokeqa.agent.llm_planner import First, LlmPlanner
from pokeqa.agent.planner import Planned, PlanRequest
from pokeqa.agent.run import Budgets
from pokeqa.agent.schema import allowed_values, plan_schema, usable_tools
from pokeqa.agent.tools import TOOLS
from pokeqa.events import Finished
from pokeqa.generation.llm import OpenAIModel, Report, language_model
from pokeqa.generation.local_llm import LocalModel
from pokeqa.request import WORKERS, Meta
from pokeqa.retrieval.prompt import Message
from pokeqa.settings import Settings
from tests.agent.house import AgentHouse, GivenPlans, plan, step
from tests.generation.scripted_server import Act, answers, cut, fails, hangs, scripted
from tests.generation.test_local_llm import gguf

QUESTION = "Which Fire types are faster than Garchomp, and what is the ability of the heaviest of them?"
FASTER = {"NumberAgainst": {"attribute": "speed", "op": "gt", "other": "pokemon/garchomp"}}
FIRE = {"HasType": {"type_id": "type/fire"}}
HEAVIEST = {"Order": {"attribute": "weight", "sense": "max"}}
GOOD = plan(
    step("s1", "search", condition={"And": {"conditions": [FIRE, FASTER]}}),
    step("s2", "search", among="$s1.names", order=HEAVIEST, shown=False),
    step("s3", "facts", "abilities", subjects=["$s2.names"], attributes=["ability"]),
)


def planner(house: AgentHouse, url: str, first: First = "llm", **settings: Any) -> LlmPlanner:
    own = Settings(llm_base_url=url, llm_model="writer", **({"llm_timeout_s": 4.0} | settings))
    model = OpenAIModel(own, model=own.planner_model)
    return LlmPlanner(model, house.rules, house.parser, house.names, house.stats, first, tokens_max=12_000)


def asked(house: AgentHouse, question: str = QUESTION, workers: frozenset[Any] = frozenset(WORKERS)) -> PlanRequest:
    return PlanRequest(house.parser.understand(question, (), "auto"), Meta(), workers)


async def planned(house: AgentHouse, *acts: Act, question: str = QUESTION) -> Planned:
    async with scripted(*acts) as server:
        return await planner(house, server.url).plan(asked(house, question))


# --------------------------------------------------------------------------- what is asked


async def test_the_model_is_held_to_the_schema_of_plans_and_told_the_questions_own_values(house: AgentHouse):
    async with scripted(answers(json.dumps(GOOD))) as server:
        await planner(house, server.url, planner_model="small").plan(asked(house))

    [sent] = server.asked
    assert sent["model"] == "small"
    assert sent["response_format"]["json_schema"]["schema"]["properties"]["steps"]["maxItems"] == 8
    system, question = (message["content"] for message in sent["messages"])
    assert "pokemon/garchomp, type/fire" in system
    assert QUESTION in question


async def test_the_plan_of_the_rules_fits_the_schema(house: AgentHouse):
    from jsonschema import Draft202012Validator

    by_rules = house.rules.plan_now(asked(house))
    assert by_rules.plan is not None
    more = [one.arguments for one in by_rules.plan.steps]
    allowed = allowed_values(house.parser.tokens(QUESTION), house.names, more)
    steps = [{k: v for k, v in one.to_json().items() if k != "depends_on"} for one in by_rules.plan.steps]

    schema = plan_schema(usable_tools(TOOLS, frozenset(WORKERS)), allowed, 8)

    Draft202012Validator.check_schema(schema)
    assert list(Draft202012Validator(schema).iter_errors({"steps": steps})) == []
    steps[0]["arguments"]["condition"] = {"HasType": {"type_id": "type/water"}}
    assert list(Draft202012Validator(schema).iter_errors({"steps": steps}))


async def test_a_server_without_schemas_is_asked_again_by_the_prompt_alone(house: AgentHouse):
    async with scripted(fails(400, "response_format is not supported"), answers(json.dumps(GOOD))) as server:
        found = await planner(house, server.url).plan(asked(house))

    assert found.by == "llm"
    assert "response_format" in server.asked[0]
    assert "response_format" not in server.asked[1]


async def test_tools_of_workers_that_may_not_be_used_are_not_shown(house: AgentHouse):
    async with scripted(answers(json.dumps(GOOD))) as server:
        await planner(house, server.url).plan(asked(house, workers=frozenset({"stats_worker"})))

    assert "search_web" not in json.dumps(server.asked[0])


# --------------------------------------------------------------------------- what is taken


@pytest.mark.parametrize("wrap", ["{}", "```json\n{}\n```", "Here is the plan:\n{}\nDone."])
async def test_a_good_plan_is_taken_also_from_within_words(house: AgentHouse, wrap: str):
    found = await planned(house, answers(wrap.replace("{}", json.dumps(GOOD))))

    assert found.by == "llm"
    assert found.plan is not None
    assert [one.tool for one in found.plan.steps] == ["search", "search", "facts"]
    assert (found.prompt_tokens, found.completion_tokens) == (123, 7)


def changed(**arguments: Any) -> dict[str, Any]:
    return plan(step("s1", "search", **arguments))


REFUSED: dict[str, Any] = {
    "a name of its own": changed(condition={"HasType": {"type_id": "type/water"}}),
    "a number of its own": changed(condition={"Number": {"attribute": "speed", "op": "gt", "value": 101}}),
    "a number in a rank": changed(order={"Order": {"attribute": "speed", "sense": "max", "limit": 7}}),
    "another generation": changed(condition={"FromGeneration": {"generation": "generation/4"}}),
    "a name in a text": plan(step("s1", "retrieve", "passages", question="Tell me about Mewtwo")),
    "a number in a text": plan(step("s1", "retrieve", "passages", question="What costs 9999?")),
    "a tool that there is not": {"steps": [{**GOOD["steps"][0], "tool": "shell"}]},
    "a worker that is none": {"steps": [{**GOOD["steps"][0], "worker": "root"}]},
    "a condition that there is not": changed(condition={"Eval": {"code": "1"}}),
    "a circle": plan(step("s1", "search", among="$s1.names")),
    "nothing to answer": plan(step("s1", "search", condition=FIRE, shown=False)),
    "no steps": {"steps": []},
    "another thing": [1, 2],
    "words": "I would first look for Fire types.",
    "half of it": json.dumps(GOOD)[:90],
    "nesting without end": '{"steps": ' + "[" * 5000,
}


@pytest.mark.parametrize("name", REFUSED)
async def test_any_other_plan_is_refused_and_the_rules_plan(house: AgentHouse, name: str):
    text = REFUSED[name] if isinstance(REFUSED[name], str) else json.dumps(REFUSED[name])

    found = await planned(house, answers(text))

    assert found.by == "rules"
    assert found.plan == house.rules.plan_now(asked(house)).plan
    assert str(found.detail["llm"]).startswith("refused: ")
    assert "refused" in found.why


@pytest.mark.parametrize("act", [fails(500), hangs(), cut("{"), answers(""), fails(401)])
async def test_a_model_that_fails_leaves_the_rules(house: AgentHouse, act: Act):
    found = await planned(house, act)

    assert found.by == "rules"
    assert found.plan is not None


async def test_the_tokens_of_a_refused_plan_count_too(house: AgentHouse):
    found = await planned(house, answers("nothing"))

    assert (found.prompt_tokens, found.completion_tokens) == (123, 7)


# --------------------------------------------------------------------------- who comes first


async def test_behind_the_rules_the_model_is_asked_only_for_what_they_leave_open(house: AgentHouse):
    async with scripted(answers(json.dumps(GOOD))) as server:
        rules_first = planner(house, server.url, "rules")
        whole = await rules_first.plan(asked(house))
        assert not server.asked
        await rules_first.plan(asked(house, "Which Fire types are cosy, and which of them purr?"))

    assert whole.by == "rules"
    assert len(server.asked) == 1


async def test_a_second_plan_is_the_rules(house: AgentHouse):
    async with scripted(answers(json.dumps(GOOD))) as server:
        first = asked(house)
        again = PlanRequest(first.understanding, first.meta, first.workers, failed=house.rules.plan_now(first).plan)
        found = await planner(house, server.url).plan(again)

    assert found.by == "rules"
    assert not server.asked


async def test_a_budget_without_room_for_a_plan_asks_no_model(house: AgentHouse):
    async with scripted(answers(json.dumps(GOOD))) as server:
        short = planner(house, server.url)
        short._tokens_max = 500
        found = await short.plan(asked(house))

    assert found.by == "rules"
    assert not server.asked


@pytest.mark.parametrize(("settings", "first"), [
    ({}, "rules"), ({"planner_model": "small"}, "llm"), ({"planner": "llm"}, "llm"),
    ({"planner": "rules", "planner_model": "small"}, "rules"),
])  # fmt: skip
def test_the_settings_say_who_plans_first_and_with_which_model(house: AgentHouse, settings: dict[str, Any], first: str):
    own = Settings(llm_base_url="http://127.0.0.1:9/v1", llm_model="large", **settings)

    found = build_planner(own, house.parser, house.names, house.stats, language_model(own))

    assert isinstance(found, LlmPlanner)
    assert found._first == first
    assert found._model.name == settings.get("planner_model", "large")


def test_without_a_language_model_the_rules_plan(house: AgentHouse):
    found = build_planner(Settings(), house.parser, house.names, house.stats, None)

    assert type(found) is type(house.rules)


# --------------------------------------------------------------------------- writing


async def test_the_answer_is_streamed_with_marks_of_its_refs_and_checked(house: AgentHouse):
    says = ("Talonflame is a Fire", "/Flying type [1]", " and has Flame Body [2][9]. ", "Talonflame is a Water type.")
    async with scripted(answers(*says)) as server:
        model = OpenAIModel(Settings(llm_base_url=server.url, llm_model="writer"))
        told = await house.ask("What is the ability of the fastest Fire type?", house.layer(model=model))

    assert "[2]" in told.text
    assert "[9]" not in told.text
    assert told.last.refs["model_name"] == "writer"
    assert told.last.refs["grounding"]["contradictions"]
    prompt = json.dumps(server.asked[0]["messages"])
    assert "Flame Body" in prompt
    assert "Regieleki" not in prompt  # nothing but the steps' results


async def test_a_writer_that_fails_leaves_the_answer_that_code_put_together(house: AgentHouse):
    async with scripted(fails(500)) as server:
        model = OpenAIModel(Settings(llm_base_url=server.url, llm_model="writer"))
        told = await house.ask("What is the ability of the fastest Fire type?", house.layer(model=model))

    assert "Talonflame's ability" in told.text or "Flame Body" in told.text
    assert told.last.message


async def test_what_is_missing_is_said_by_code_whatever_the_model_writes(house: AgentHouse):
    async with scripted(answers("All is well.")) as server:
        model = OpenAIModel(Settings(llm_base_url=server.url, llm_model="writer"))
        told = await house.ask("What is the best moveset for Pikachu, and what type is it?", house.layer(model=model))

    assert "I did not understand this part" in told.text


async def test_a_used_up_token_budget_leaves_the_writing_to_code(house: AgentHouse):
    async with scripted(answers("By the model.")) as server:
        model = OpenAIModel(Settings(llm_base_url=server.url, llm_model="writer"))
        layer = house.layer(GivenPlans(GOOD), model=model, budgets=Budgets(tokens=100))
        told = await house.ask(QUESTION, layer)

    assert not server.asked
    assert isinstance(told.last, Finished)
    assert "By the model" not in told.text


async def test_a_model_that_takes_too_long_leaves_the_rules(house: AgentHouse):
    async with scripted(hangs()) as server:
        slow = planner(house, server.url, llm_timeout_s=60)
        slow._timeout_s = 2.0
        found = await slow.plan(asked(house))

    assert found.by == "rules"
    assert "within 2 s" in found.why


@pytest.mark.llm
async def test_a_real_server_is_held_to_a_schema():
    settings = Settings(llm="local", llm_path=gguf(), llm_timeout_s=120)
    model = language_model(settings)
    assert isinstance(model, LocalModel)
    step_schema = {
        "type": "object",
        "properties": {"tool": {"const": "search"}, "type": {"enum": ["type/fire", "type/water"]}},
        "required": ["tool", "type"],
        "additionalProperties": False,
    }
    report = Report()

    text = await model.write_json(
        [Message("user", "Which Fire types are fast? Answer in JSON.")], step_schema, report, max_tokens=60
    )
    await model.close()

    # What so small a model chooses is worth nothing; that it cannot write anything else is what counts.
    assert json.loads(text) in [{"tool": "search", "type": one} for one in ("type/fire", "type/water")]
    assert report.completion_tokens
