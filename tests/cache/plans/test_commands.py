"""`python -m pokeqa plans …`."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from pokeqa.cache.plans.library import PlanLibrary
from pokeqa.cli import main

from .conftest import Desk, learners

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in a data folder of its own."""
    monkeypatch.setenv("POKEQA_DATA_DIR", str(tmp_path))

    def call(*arguments: str, stdin: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        code = main(["plans", *arguments])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return call


@pytest.fixture
def plan_id(run: Run, desk: Desk) -> str:
    """The id of a plan in the library that the commands open."""
    asyncio.run(desk.keep("Which Fire types learn Surf?", learners("fire", "surf")))
    (template,) = desk.library.all()
    return template.plan_id


def test_plans_are_listed_with_their_state_and_use(run: Run, plan_id: str):
    code, printed, _ = run("list")

    assert code == 0
    assert plan_id in printed
    assert "active" in printed
    assert "Which {type_1} types learn {move_1}?" in printed


def test_a_plan_that_was_shown_can_be_edited_and_saved(run: Run, plan_id: str, desk: Desk):
    _, shown, _ = run("show", plan_id)
    value = json.loads(shown)
    value["intent"] = "learners"

    code, printed, _ = run("save", "-", stdin=json.dumps(value))

    assert (code, printed.strip()) == (0, f"{plan_id} saved")
    assert desk.library.all()[0].intent == "learners"


def test_a_wrong_edit_is_refused_with_a_sentence(run: Run, plan_id: str):
    code, _, complaint = run("save", "-", stdin="{")

    assert code == 1
    assert "no JSON text" in complaint


@pytest.mark.parametrize(("action", "state"), [("disable", "disabled"), ("approve", "active")])
def test_a_plan_is_switched(run: Run, plan_id: str, desk: Desk, action: str, state: str):
    assert run(action, plan_id)[0] == 0

    assert desk.library.all()[0].state == state


def test_a_plan_is_deleted(run: Run, plan_id: str, desk: Desk):
    assert run("delete", plan_id)[0] == 0

    assert desk.library.all() == []


@pytest.mark.parametrize("action", ["show", "disable", "approve", "delete"])
def test_a_plan_that_there_is_not_is_said(run: Run, plan_id: str, action: str):
    code, _, complaint = run(action, "nothing")

    assert code == 2
    assert "There is no plan 'nothing'" in complaint


def test_the_check_tells_and_marks_what_cannot_work(run: Run, plan_id: str, desk: Desk):
    assert run("check")[:2] == (0, f"{plan_id}  active    can be used\n")
    value = json.loads(run("show", plan_id)[1])
    value["bindings"]["dataset"] = "old"
    run("save", "-", stdin=json.dumps(value))

    code, printed, _ = run("check")

    assert code == 1
    assert "invalid" in printed
    assert "another version of the Pokédex" in printed
    assert desk.library.all()[0].state == "invalid"


def test_plans_are_carried_elsewhere(run: Run, plan_id: str, tmp_path: Path, desk: Desk):
    file = tmp_path / "plans.jsonl"
    assert run("export", str(file))[0] == 0
    run("delete", plan_id)

    code, printed, _ = run("import", str(file))

    assert code == 0
    assert printed.split() == ["imported", "1"]
    assert [one.plan_id for one in desk.library.all()] == [plan_id]


def test_a_file_that_is_not_there_is_said(run: Run, plan_id: str):
    code, _, complaint = run("import", "/none/plans.jsonl")

    assert code == 2
    assert "cannot be opened" in complaint


def test_figures_are_told_even_where_there_are_none(run: Run, tmp_path: Path):
    code, printed, _ = run("stats")

    assert code == 0
    assert "hit rate" in printed
    assert PlanLibrary(None, tmp_path, capacity=1).uses() == []


@pytest.mark.slow
def test_the_questions_of_a_log_are_planned_before_somebody_asks_them(run: Run, tmp_path: Path, desk: Desk):
    log = "Which Ice types learn Dig? Which of them is the fastest?\n" * 2 + "Hello there\n"

    code, printed, _ = run("warm", "-", stdin=log)

    figures = {line[:28].strip(): line[28:] for line in printed.splitlines()}
    assert code == 0
    assert figures == {"questions": "3", "planned now": "1", "planned already": "1", "no plan": "1"}
    assert [one.description for one in desk.library.all()] == [
        "Which {type_1} types learn {move_1}? Which of them is the fastest?"
    ]
