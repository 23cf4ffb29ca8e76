"""The plan cache: what it recalls, what it refuses, and what makes it forget."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from pokeqa.agent.plan import Plan
from pokeqa.agent.planner import OpenPart, Planned
from pokeqa.agent.record import RunReport, StepRecord
from pokeqa.agent.tools import TOOLS, Parameter
from pokeqa.errors import SourceError
from pokeqa.request import Meta, Turn

from .conftest import Desk, done, learners, plan_of, step

FIRE = "Which Fire types learn Surf?"
WATER = "Which Water types learn Earthquake?"


def run(work: Any) -> Any:
    """Wait for a coroutine."""
    return asyncio.run(work)


def kept(desk: Desk, question: str = FIRE, plan: Plan | None = None, **changes: Any) -> None:
    """Have a plan kept."""
    run(desk.keep(question, learners("fire", "surf") if plan is None else plan, **changes))


def recalled(desk: Desk, question: str, **changes: Any) -> Planned:
    """The plan for a question, which there must be."""
    found = run(desk.recall(question, **changes))
    assert found is not None
    return found


def level(planned: Planned) -> Any:
    """How a plan was found."""
    return planned.detail["level"]


# --------------------------------------------------------------------------- recall


def test_nothing_is_recalled_before_anything_is_kept(desk: Desk):
    assert run(desk.recall(FIRE)) is None


def test_the_same_question_gets_its_plan_as_it_was(desk: Desk):
    kept(desk)

    found = recalled(desk, "which fire types learn surf")

    assert level(found) == "exact"
    assert found.plan == learners("fire", "surf")
    assert found.by == "memory"


def test_other_names_in_the_same_words_fill_the_slots(desk: Desk):
    kept(desk)

    found = recalled(desk, WATER)

    assert level(found) == "words"
    assert found.plan is not None
    assert found.plan.hash == learners("water", "earthquake").hash
    assert found.template is not None
    assert found.template["slots"] == [
        {"name": "type_1", "type": "type", "value": "type/water", "text": "Water"},
        {"name": "move_1", "type": "move", "value": "move/earthquake", "text": "Earthquake"},
    ]
    assert found.template["sample_question"] == FIRE
    assert found.template["planning_ms"] == 1500.0
    assert found.template["recall_ms"] > 0


def test_other_words_of_the_same_meaning_find_the_plan_too(desk: Desk):
    kept(desk)

    found = recalled(desk, "Please, which Water types can learn Earthquake?")

    assert level(found) in ("meaning", "words")
    assert found.plan is not None
    assert found.plan.hash == learners("water", "earthquake").hash


def test_unexplained_words_are_compared_only_where_the_plan_hands_on_no_words(open_desk: Callable[..., Desk]):
    async def embed(text: str) -> Sequence[float]:
        return (1.0, 0.0) if "gizmo" in text else (0.0, 1.0)

    desk = open_desk(embed=embed)
    kept(desk, "Which Fire types learn Surf gizmoly?")
    worded = plan_of(step("s1", "retrieve", "passages", question="gizmos on Garchomp"))
    kept(desk, "gizmos Garchomp?", worded)

    alike = recalled(desk, "Which Water types learn Earthquake gizmo?")

    assert level(alike) == "likeness"
    assert run(desk.recall("Which Water types learn Earthquake quizzically?")) is None
    assert run(desk.recall("gizmo Mew?")) is None


def test_a_question_that_leans_on_earlier_turns_is_planned_anew(desk: Desk):
    kept(desk)
    history = [Turn(role="user", content="What type is Garchomp?")]

    assert run(desk.recall("and its ability?", history=history)) is None


def test_after_a_failure_the_memory_is_not_asked(desk: Desk):
    kept(desk)

    assert run(desk.recall(FIRE, failed=learners("fire", "surf"))) is None


def test_other_workers_get_plans_of_their_own(desk: Desk):
    kept(desk)

    assert run(desk.recall(FIRE, workers=frozenset({"stats_worker"}))) is None


def test_a_plan_of_one_language_does_not_stand_for_another(desk: Desk):
    kept(desk)

    assert run(desk.recall("哪些水系宝可梦会地震？")) is None


# --------------------------------------------------------------------------- remember


def test_a_plan_with_a_failed_step_is_not_kept(desk: Desk):
    plan = learners("fire", "surf")
    asked = desk.asked(FIRE)
    report = replace(done(plan), steps=[StepRecord("s1", "", "done"), StepRecord("s2", "", "failed")])

    run(desk.cache.remember(asked, Planned(plan, "llm", ""), report))

    assert run(desk.recall(FIRE)) is None
    assert desk.library.all() == []


def test_a_plan_that_leaves_a_part_open_is_not_kept(desk: Desk):
    plan = learners("fire", "surf")

    run(desk.cache.remember(desk.asked(FIRE), Planned(plan, "llm", "", (OpenPart("x", "y"),)), done(plan)))

    assert run(desk.recall(FIRE)) is None


def test_a_plan_made_around_steps_that_found_nothing_is_not_kept(desk: Desk):
    plan = learners("fire", "surf")

    run(desk.cache.remember(desk.asked(FIRE, empty=frozenset({"s1"})), Planned(plan, "rules", ""), done(plan)))

    assert run(desk.recall(FIRE)) is None
    assert run(desk.recall(WATER)) is None


def test_personal_data_is_never_kept(desk: Desk):
    kept(desk, "Which Fire types learn Surf? Mail ash@pallet.example")

    assert desk.library.all() == []
    assert list(desk.hot.entries()) == []


def test_a_plan_that_cannot_be_a_template_is_kept_for_its_own_question(desk: Desk):
    question = "Which Ice types learn Surf and resist Rock?"
    kept(desk, question, learners("ice", "surf"))

    assert desk.library.all() == []
    assert level(recalled(desk, question)) == "exact"
    assert run(desk.recall("Which Fire types learn Surf and resist Ice?")) is None


def test_a_template_that_the_rules_contradict_is_not_kept(open_desk: Callable[..., Desk]):
    async def tried(*_: Any) -> str | None:
        return "for other values the rules plan something else"

    desk = open_desk(tried=tried)

    kept(desk, by="rules")

    assert desk.library.all() == []
    assert level(recalled(desk, FIRE)) == "exact"


def test_equal_plans_become_one_template_with_several_ways_to_find_it(desk: Desk):
    kept(desk)
    kept(desk, "Give me all Water types that can be taught Earthquake", learners("water", "earthquake"))

    (template,) = desk.library.all()

    ways = [key.level for key in desk.library.keys_of(template.plan_id)]
    assert ways.count("words") == 2


def test_uses_are_counted_with_what_they_saved(desk: Desk):
    kept(desk)
    found = recalled(desk, WATER)
    assert found.plan is not None

    run(desk.cache.remember(desk.asked(WATER), found, done(found.plan, planning_ms=2.0)))

    (template,) = desk.library.all()
    assert template.hit_count == 1
    assert template.last_hit_time is not None
    assert template.avg_latency_saved == pytest.approx(1498.0)
    use = desk.library.uses()[-1]
    assert (use.outcome, use.calls_saved, use.tokens_saved) == ("words", 1, 390)


def test_with_review_a_new_template_waits_until_it_is_approved(open_desk: Callable[..., Desk]):
    desk = open_desk(review="review")
    kept(desk)
    (template,) = desk.library.all()

    before = run(desk.recall(WATER)), run(desk.recall(FIRE))
    desk.library.set_state(template.plan_id, "active")
    after = run(desk.recall(WATER))

    assert template.state == "waiting"
    assert before == (None, None)
    assert after is not None


def test_switched_off_nothing_is_kept_or_recalled(open_desk: Callable[..., Desk]):
    desk = open_desk(review="off")

    kept(desk)

    assert desk.library.all() == []
    assert run(desk.recall(FIRE)) is None


def test_beyond_the_capacity_the_template_of_least_worth_goes(open_desk: Callable[..., Desk]):
    desk = open_desk(capacity=2)
    kept(desk)
    found = recalled(desk, WATER)
    assert found.plan is not None
    run(desk.cache.remember(desk.asked(WATER), found, done(found.plan, planning_ms=2.0)))
    for question, plan in (
        ("Which Fire types are there?", plan_of(step("s1", condition={"HasType": {"type_id": "type/fire"}}))),
        ("Which Pokémon learn Surf?", plan_of(step("s1", condition={"Learns": {"move_id": "move/surf"}}))),
    ):
        kept(desk, question, plan)

    assert len(desk.library.all()) == 2
    assert run(desk.recall(WATER)) is not None  # the one that was used stays
    assert run(desk.recall("Which Water types are there?")) is None
    assert run(desk.recall("Which Fire types are there?")) is None  # its exact plan went with it


# --------------------------------------------------------------------------- forget


def test_a_plan_that_failed_is_marked_and_not_used_again(desk: Desk):
    kept(desk)
    found = recalled(desk, WATER)

    run(desk.cache.forget(desk.asked(WATER), found, "The graph did not answer."))

    (template,) = desk.library.all()
    assert (template.state, template.reason) == ("invalid", "The graph did not answer.")
    assert run(desk.recall(WATER)) is None
    assert run(desk.recall(FIRE)) is None


def test_a_step_that_found_nothing_is_no_fault_of_the_plan(desk: Desk):
    kept(desk)

    run(desk.cache.forget(desk.asked(WATER, empty=frozenset({"s1"})), recalled(desk, WATER), "Nothing was left."))

    assert desk.library.all()[0].state == "active"
    assert run(desk.recall(WATER)) is not None


def test_made_anew_an_invalid_plan_is_usable_again(desk: Desk):
    kept(desk)
    run(desk.cache.forget(desk.asked(WATER), recalled(desk, WATER), "It failed."))

    kept(desk)

    (template,) = desk.library.all()
    assert (template.state, template.version) == ("active", 2)
    assert run(desk.recall(WATER)) is not None


@pytest.mark.parametrize("question", [FIRE, WATER])
def test_a_plan_whose_tool_is_gone_is_not_used(desk: Desk, question: str):
    kept(desk)
    tools = {name: tool for name, tool in TOOLS.items() if name != "search"}

    assert run(desk.recall(question, tools=tools)) is None


def test_a_plan_whose_tool_takes_something_else_now_is_not_used(desk: Desk):
    kept(desk)
    changed = replace(TOOLS["search"], parameters={**TOOLS["search"].parameters, "near": Parameter("pokemon")})

    assert run(desk.recall(WATER, tools={**TOOLS, "search": changed})) is None
    assert desk.library.all()[0].state == "invalid"


@pytest.mark.parametrize("question", ["What is special about Garchomp?", "What is special about Mew?"])
def test_a_plan_that_asks_a_base_goes_with_the_content_of_that_base(desk: Desk, question: str):
    plan = plan_of(step("s1", "retrieve", "passages", question="What is special about Garchomp?"))
    meta = Meta(db_id="mine")
    desk.versions["kb:mine"] = "1"
    kept(desk, "What is special about Garchomp?", plan, meta=meta)

    same = run(desk.recall(question, meta=meta))
    other_base = run(desk.recall(question, meta=Meta(db_id="other")))
    desk.versions["kb:mine"] = "2"

    assert same is not None
    assert other_base is None
    assert run(desk.recall(question, meta=meta)) is None


def test_a_plan_that_asks_no_base_does_not_mind_a_changed_one(desk: Desk):
    meta = Meta(db_id="mine")
    kept(desk, meta=meta)
    desk.versions["kb:mine"] = "2"

    assert run(desk.recall(WATER, meta=meta)) is not None


@pytest.mark.parametrize("question", [FIRE, WATER])
def test_a_plan_of_another_pokedex_is_not_used(open_desk: Callable[..., Desk], question: str):
    kept(open_desk())
    later = open_desk()
    later.cache._dataset_version = "another"

    assert run(later.recall(question)) is None


def test_a_plan_that_somebody_switched_off_is_not_used_even_for_its_own_question(desk: Desk):
    kept(desk)
    (template,) = desk.library.all()

    desk.library.set_state(template.plan_id, "disabled")
    desk.hot.evict(f"plan:{template.plan_id}")

    assert run(desk.recall(FIRE)) is None
    assert run(desk.recall(WATER)) is None


def test_kept_again_a_plan_that_was_switched_off_stays_off(desk: Desk):
    kept(desk)
    (template,) = desk.library.all()
    desk.library.set_state(template.plan_id, "disabled")
    desk.hot.evict(f"plan:{template.plan_id}")

    kept(desk)

    assert desk.library.all()[0].state == "disabled"
    assert run(desk.recall(WATER)) is None


# --------------------------------------------------------------------------- when things break


def test_a_library_that_cannot_be_opened_costs_a_plan_and_nothing_else(open_desk: Callable[..., Desk], caplog: Any):
    desk = open_desk(url="postgresql://nobody:secret@127.0.0.1:1/none")

    kept(desk)
    found = run(desk.recall(WATER))

    assert found is None
    assert "The plan library" in caplog.text
    assert "secret" not in caplog.text


def test_while_a_base_is_indexed_no_plan_that_asks_it_is_used(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    plan = plan_of(step("s1", "retrieve", "passages", question="What is special about Garchomp?"))
    meta = Meta(db_id="mine")
    desk.versions["kb:mine"] = "1"
    kept(desk, "What is special about Garchomp?", plan, meta=meta)

    def indexing(_: Meta) -> dict[str, str]:
        raise SourceError("The knowledge base is being indexed.")

    monkeypatch.setattr(desk.cache, "_versions", indexing)

    assert run(desk.recall("What is special about Mew?", meta=meta)) is None
    assert desk.library.all()[0].state == "active"


def test_a_stored_plan_that_somebody_tampered_with_is_not_used(desk: Desk):
    kept(desk)
    (entry,) = [one for one in desk.hot.entries() if one.key.startswith("plan-exact:")]
    hostile = {**entry.value, "plan": {"steps": [step("s1") | {"tool": "shell"}]}}
    desk.hot.set(entry.key, hostile)

    found = run(desk.recall(FIRE))

    assert found is None or level(found) != "exact"


def test_the_report_of_a_run_says_whether_every_step_is_done():
    steps = [StepRecord("s1", "", "done"), StepRecord("s2", "", "skipped")]

    assert not RunReport(steps, 0.0, 0.0, "").succeeded
