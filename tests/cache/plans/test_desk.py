"""What people do with templates: look, edit, approve, switch off, delete, carry elsewhere, check."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pokeqa.agent.tools import TOOLS
from pokeqa.cache.plans.build import desk_of
from pokeqa.cache.plans.desk import PlanDesk
from pokeqa.cache.plans.library import PlanLibrary
from pokeqa.errors import PlanError
from pokeqa.pokedex.dataset import Dataset

from .conftest import Desk, learners

WATER = "Which Water types learn Earthquake?"


@pytest.fixture
def office(desk: Desk, dataset: Dataset) -> PlanDesk:
    """The desk over a library with one template."""
    asyncio.run(desk.keep("Which Fire types learn Surf?", learners("fire", "surf")))
    return desk_of(desk.cache, dataset)


def only(desk: Desk) -> Any:
    """The one template as JSON."""
    (template,) = desk.library.all()
    return template.to_json()


def test_an_edit_takes_effect_at_once(desk: Desk, office: PlanDesk):
    assert asyncio.run(desk.recall(WATER)) is not None  # it is in the hot set now
    value = only(desk)
    value["task_graph"]["nodes"][0]["shown"] = False

    office.save(json.dumps(value))

    found = asyncio.run(desk.recall(WATER))
    assert found is not None
    assert found.plan is not None
    assert found.plan.steps[0].shown is False
    assert only(desk)["version"] == 2


EDITS: dict[str, tuple[Any, str]] = {
    "no JSON": (lambda value: "{", "no JSON text"),
    "another id": (lambda value: json.dumps({**value, "plan_id": "other"}), "no plan"),
    "an unknown tool": (
        lambda value: json.dumps(value).replace('"tool_name": "search"', '"tool_name": "rm"'), "which there is not"),
    "other slots": (
        lambda value: json.dumps({**value, "slots": [*value["slots"], {"name": "type_9", "type": "type"}]}),
        "needs a value"),
    "another sample": (
        lambda value: json.dumps({**value, "sample_input": {**value["sample_input"], "question": "?"}}),
        "Slots and the sample"),
    "a condition that there is not": (
        lambda value: json.dumps(value).replace('"HasType"', '"HasColour"'), "cannot be"),
    "a name that there is not": (
        lambda value: json.dumps(value).replace('"type_id": "{type_1}"', '"type_id": "type/sound"'),
        "names nothing"),
    "arguments nested without end": (
        lambda value: json.dumps(value).replace('"type_id": "{type_1}"', '"type_id": ' + "[" * 400 + "]" * 400),
        "nested deeper"),
    "an infinite number": (lambda value: json.dumps({**value, "version": float("inf")}), "no JSON text"),
    "a number past all counting": (lambda value: json.dumps({**value, "hit_count": 10**400}), "too large"),
    "half of a character": (lambda value: json.dumps({**value, "description": "\ud800"}), "no JSON text"),
    "far too much": (lambda value: json.dumps({**value, "description": "a" * 100_000}), "at most"),
    "a circle": (
        lambda value: json.dumps(value).replace("$s1.names", "$s2.names"), "wait for one another"),
}  # fmt: skip


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_that_is_not_well_formed_changes_nothing(desk: Desk, office: PlanDesk, name: str):
    change, says = EDITS[name]
    before = only(desk)

    with pytest.raises(PlanError, match=says):
        office.save(change(before))

    assert only(desk) == before


@pytest.mark.parametrize("state", ["disabled", "invalid", "waiting"])
def test_a_template_in_another_state_is_not_used_until_it_is_approved(desk: Desk, office: PlanDesk, state: Any):
    plan_id = only(desk)["plan_id"]
    assert asyncio.run(desk.recall(WATER)) is not None

    office.set_state(plan_id, state)
    off = asyncio.run(desk.recall(WATER))
    office.set_state(plan_id, "active")

    assert off is None
    assert asyncio.run(desk.recall(WATER)) is not None


def test_a_deleted_template_is_gone_with_its_exact_plans(desk: Desk, office: PlanDesk):
    office.delete(only(desk)["plan_id"])

    assert asyncio.run(desk.recall("Which Fire types learn Surf?")) is None
    assert desk.library.all() == []


def test_what_is_exported_can_be_imported_elsewhere(
    desk: Desk, office: PlanDesk, open_desk: Callable[..., Desk], dataset: Dataset, tmp_path: Path
):
    lines = list(office.export())
    elsewhere = PlanLibrary(None, tmp_path / "elsewhere", capacity=10)
    other = PlanDesk(elsewhere, desk.hot, dataset.version, desk.cache.generation_of)

    counts = other.import_lines([*lines, "{}", "no JSON", "[]", '{"template": 3, "keys": []}', ""])

    assert counts == {"imported": 1, "unreadable": 4}
    assert elsewhere.all() == desk.library.all()
    assert elsewhere.keys_of(only(desk)["plan_id"]) == desk.library.keys_of(only(desk)["plan_id"])
    elsewhere.close()


@pytest.mark.parametrize("vector", ["YQ==", "not a vector", "é"])
def test_a_key_whose_vector_cannot_be_read_is_not_imported(office: PlanDesk, vector: str):
    row = json.loads(next(iter(office.export())))
    row["keys"][0]["vector"] = vector

    assert office.import_lines([json.dumps(row)]) == {"imported": 0, "unreadable": 1}


def test_a_template_for_another_pokedex_is_not_imported(desk: Desk, office: PlanDesk, dataset: Dataset):
    other = PlanDesk(desk.library, desk.hot, "another", desk.cache.generation_of)

    assert other.import_lines(list(office.export())) == {"imported": 0, "for another Pokédex": 1}


def test_the_health_check_marks_what_can_no_longer_work(desk: Desk, office: PlanDesk, dataset: Dataset):
    good = office.check()
    without = {name: tool for name, tool in TOOLS.items() if name != "search"}
    checked = PlanDesk(desk.library, desk.hot, dataset.version, desk.cache.generation_of, without).check()

    assert [one.fault for one in good] == [None]
    assert "which there is not" in str(checked[0].fault)
    assert checked[0].state == "invalid"
    assert asyncio.run(desk.recall(WATER)) is None


def test_a_template_of_another_pokedex_is_at_fault(desk: Desk, office: PlanDesk, dataset: Dataset):
    (template,) = desk.library.all()
    desk.library.save(replace(template, bindings={**template.bindings, "dataset": "old"}))

    (found,) = office.check()

    assert "another version of the Pokédex" in str(found.fault)
