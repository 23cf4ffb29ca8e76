"""The Plans tab: what is shown to whom, and what people do with templates, on a real library."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from pokeqa.agent.plan import plan_from_json
from pokeqa.agent.planner import Planned, PlanRequest
from pokeqa.agent.record import RunReport, StepRecord
from pokeqa.agent.tools import TOOLS
from pokeqa.cache.memory import MemoryBackend
from pokeqa.cache.plans.build import desk_of
from pokeqa.cache.plans.desk import PlanDesk
from pokeqa.cache.plans.figures import figures_of
from pokeqa.cache.plans.library import PlanLibrary, Use
from pokeqa.cache.plans.memory import PlanCache
from pokeqa.cache.store import MB, CacheStore
from pokeqa.engine import Engine
from pokeqa.errors import StoreError
from pokeqa.question.parser import Parser
from pokeqa.request import WORKERS, Meta
from pokeqa.settings import Settings
from pokeqa.ui.plans_tab import IMPORT_PART_MAX_CHARS, answer
from pokeqa.ui.render_plan_figures import hit_rates, render_plan_charts, render_plan_figures
from pokeqa.ui.render_plans import PAGE_TEMPLATES
from tests.ui.parsed import assert_harmless

FIRE, WATER = "Which Fire types learn Surf?", "Which Water types learn Earthquake?"
HERE = {"host": "127.0.0.1:7860"}


class Office:
    """An engine with a desk over a library with one template, and how the tab asks it."""

    def __init__(self, desk: PlanDesk, cache: PlanCache, parser: Parser) -> None:
        self.desk = desk
        self.cache = cache
        self._parser = parser
        self.settings = Settings(host="127.0.0.1", admin_token=None)

    def plan_desk(self) -> PlanDesk:
        return self.desk

    def do(self, what: str = "look", headers: dict[str, str] | None = None, **fields: Any) -> dict[str, Any]:
        data = {"do": what, "n": 1, **fields}
        return answer(self, self.settings, data, HERE if headers is None else headers)

    def asked(self, question: str) -> PlanRequest:
        return PlanRequest(self._parser.understand(question, []), Meta(), frozenset(WORKERS))

    def keep(self, question: str, type_name: str, move: str) -> None:
        steps = [
            {"id": "s1", "worker": "stats_worker", "tool": "search", "output_key": "names",
             "arguments": {"condition": {"HasType": {"type_id": f"type/{type_name}"}}}},
            {"id": "s2", "worker": "stats_worker", "tool": "search", "output_key": "names",
             "arguments": {"condition": {"Learns": {"move_id": f"move/{move}"}}, "among": "$s1.names"}},
        ]  # fmt: skip
        plan = plan_from_json({"steps": steps}, TOOLS)
        done = RunReport([StepRecord(one.id, "", "done") for one in plan.steps], 1500.0, 2000.0, "An answer.")
        planned = Planned(plan, "llm", "", prompt_tokens=300, completion_tokens=90)
        asyncio.run(self.cache.remember(self.asked(question), planned, done))

    def use(self, question: str) -> None:
        asked = self.asked(question)
        planned = asyncio.run(self.cache.recall(asked))
        assert planned is not None
        assert planned.plan is not None
        done = RunReport([StepRecord(one.id, "", "done") for one in planned.plan.steps], 2.0, 40.0, "An answer.")
        asyncio.run(self.cache.remember(asked, planned, done))

    @property
    def plan_id(self) -> str:
        return self.desk.library.all()[0].plan_id


@pytest.fixture
def office(engine: Engine, tmp_path: Path) -> Any:
    house = engine.warm()
    assert isinstance(house.parser, Parser)
    library = PlanLibrary(None, tmp_path, capacity=100)
    hot = CacheStore(MemoryBackend(4 * MB))
    cache = PlanCache(library, hot, house.dataset, house.parser.tokens, lambda meta: {})
    office = Office(desk_of(cache, house.dataset), cache, house.parser)
    office.keep(FIRE, "fire", "surf")
    yield office
    library.close()
    hot.close()


# --------------------------------------------------------------------------- looking


def test_the_list_tells_of_each_template_what_it_is_and_how_it_is_used(office: Office):
    office.use(WATER)

    shown = office.do()["parts"]["list"]

    assert '<code class="slot">type_1</code>' in shown
    assert "planned by the LLM" in shown
    assert "hits: 1" in shown
    assert "saves 1.5 s" in shown


@pytest.mark.parametrize(
    ("fields", "found"),
    [({}, True), ({"state": "active"}, True), ({"state": "waiting"}, False), ({"state": "all"}, True),
     ({"search": "LEARN  fire"}, False), ({"search": "Learn move"}, True), ({"search": "search"}, True)],
)  # fmt: skip
def test_the_list_is_searched_by_words_and_filtered_by_state(office: Office, fields: dict[str, str], found: bool):
    assert ("template-item" in office.do(**fields)["parts"]["list"]) is found


def test_a_long_list_comes_in_pages(office: Office):
    (template,) = office.desk.library.all()
    for number in range(PAGE_TEMPLATES + 4):
        office.desk.library.admit(replace(template, plan_id=f"copy{number}"), [])

    first, second = office.do()["parts"]["list"], office.do(first=PAGE_TEMPLATES)["parts"]["list"]

    assert first.count("template-item") == PAGE_TEMPLATES
    assert second.count("template-item") == 5
    assert office.do(first=10_000)["parts"]["list"].count("template-item") == 5


@pytest.mark.parametrize(("do", "counted"), [("look", True), ("approve", True), ("list", False), ("open", False)])
def test_figures_are_counted_again_only_where_they_can_have_changed(office: Office, do: str, counted: bool):
    assert ("figures" in office.do(do, target=office.plan_id)["parts"]) is counted


def test_a_template_that_is_opened_shows_graph_slots_sample_bindings_and_json(office: Office):
    detail = office.do(plan=office.plan_id)["parts"]["detail"]

    assert detail.count('class="plan-node"') == 2
    assert "search: type_1" in detail
    assert FIRE in detail
    assert "An answer." in detail
    assert "dataset = " in detail
    assert "&quot;task_graph&quot;" in detail


def test_templates_that_wait_stand_on_top(office: Office):
    assert office.do()["parts"]["queue"] == ""

    office.desk.set_state(office.plan_id, "waiting")

    queue = office.do()["parts"]["queue"]
    assert "Waiting for review: 1" in queue
    assert 'data-do="approve"' in queue


def test_words_of_visitors_stay_words(office: Office):
    hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
    (template,) = office.desk.library.all()
    changed = replace(
        template, description=hostile, intent=hostile, reason=hostile, by=hostile, state="waiting",
        sample_output=hostile, bindings={hostile: hostile, **template.bindings},
        sample=replace(template.sample, question=hostile, texts={"type_1": hostile, "move_1": hostile}),
    )  # fmt: skip
    office.desk.library.save(changed)
    office.desk.library.record(Use("words", template.plan_id, 1.0, 2.0))

    for part in office.do(plan=template.plan_id)["parts"].values():
        assert_harmless(part.replace('<form class="plans-token', "<div"))


# --------------------------------------------------------------------------- changing


def test_a_template_is_switched_off_and_approved(office: Office):
    office.do("disable", target=office.plan_id)
    off = asyncio.run(office.cache.recall(office.asked(WATER)))

    told = office.do("approve", target=office.plan_id)

    assert off is None
    assert "Approved" in told["told"]
    assert asyncio.run(office.cache.recall(office.asked(WATER))) is not None


def test_a_template_is_deleted(office: Office):
    plan_id = office.plan_id

    patch = office.do("delete", target=plan_id, plan=plan_id)

    assert "Deleted" in patch["told"]
    assert "No template matches" in patch["parts"]["list"]
    assert "Choose a template" in patch["parts"]["detail"]
    assert "not there any more" in office.do("delete", target=plan_id)["told"]


def test_an_edit_is_saved(office: Office):
    value = office.desk.library.all()[0].to_json()
    value["description"] = "who of the {type_1} types learns {move_1}"

    patch = office.do("save", plan=office.plan_id, text=json.dumps(value))

    assert "Saved" in patch["told"]
    assert "who of the" in patch["parts"]["detail"]


def test_an_edit_that_is_wrong_says_so_and_what_was_typed_stays(office: Office):
    (before,) = office.desk.library.all()
    text = json.dumps(before.to_json()).replace("HasType", "HasColour<b>")

    patch = office.do("save", plan=office.plan_id, text=text)

    assert "cannot be" in patch["problem"]
    assert_harmless(patch["problem"])
    assert "detail" not in patch["parts"]
    assert office.desk.library.all() == [before]


def test_what_is_exported_can_be_imported(office: Office):
    file = office.do("export")["file"]
    office.do("delete", target=office.plan_id)

    patch = office.do("import", text=file + "nonsense\n")

    assert (patch["imported"], patch["left"]) == (1, 1)
    assert asyncio.run(office.cache.recall(office.asked(WATER))) is not None


def test_an_import_of_any_size_is_not_taken(office: Office):
    patch = office.do("import", text="{" * (IMPORT_PART_MAX_CHARS + 1))

    assert "Split the file" in patch["problem"]


# --------------------------------------------------------------------------- who may


CHANGES = ("approve", "disable", "delete", "save", "import", "export")


@pytest.mark.parametrize("do", CHANGES)
@pytest.mark.parametrize(
    ("settings", "headers", "token", "says"),
    [
        ({"host": "0.0.0.0"}, HERE, "", "no admin token"),
        ({"host": "127.0.0.1"}, {"host": "demo.example.org"}, "guess", "no admin token"),
        ({"host": "127.0.0.1", "admin_token": SecretStr("sesame")}, HERE, "", "Enter the admin token"),
        ({"host": "0.0.0.0", "admin_token": SecretStr("sesame")}, HERE, "sesam", "not the admin token"),
    ],
)
def test_who_may_not_changes_nothing_and_gets_nothing(
    office: Office, do: str, settings: dict[str, Any], headers: dict[str, str], token: str, says: str
):
    office.settings = Settings(**{"admin_token": None, **settings})
    before = office.desk.library.all()
    text = json.dumps({**before[0].to_json(), "description": "changed"})

    patch = office.do(do, headers, target=before[0].plan_id, text=text, token=token)

    assert says in patch["problem"]
    assert patch["file"] is None
    assert office.desk.library.all() == before


def test_who_may_not_sees_templates_without_the_questions_that_they_came_from(office: Office):
    office.settings = Settings(host="0.0.0.0", admin_token=SecretStr("sesame"))

    closed = office.do(plan=office.plan_id)["parts"]
    opened = office.do(plan=office.plan_id, token="sesame")["parts"]

    assert FIRE not in "".join(closed.values())
    assert "An answer." not in "".join(closed.values())
    assert "<textarea" not in "".join(closed.values())
    assert 'data-do="delete"' not in "".join(closed.values())
    assert FIRE in opened["detail"]
    assert 'data-do="export"' in opened["carry"]


def test_with_the_token_everything_can_be_done(office: Office):
    office.settings = Settings(host="0.0.0.0", admin_token=SecretStr("sesame"))

    patch = office.do("disable", {"host": "demo.example.org"}, target=office.plan_id, token="sesame")

    assert patch["problem"] == ""
    assert office.desk.library.all()[0].state == "disabled"


# --------------------------------------------------------------------------- what goes wrong


def test_without_plans_the_tab_says_why():
    class Off:
        def plan_desk(self) -> PlanDesk:
            raise StoreError("Agent mode is switched off here.")

    patch = answer(Off(), Settings(host="127.0.0.1"), {"do": "look", "n": 3}, HERE)

    assert patch["problem"] == "Agent mode is switched off here."
    assert patch["n"] == 3


@pytest.mark.parametrize("data", [None, [], "look", {"do": 3, "n": "x", "plan": [], "search": {}, "first": 1.5}])
def test_whatever_the_script_sends_the_tab_is_drawn(office: Office, data: Any):
    assert "template-item" in answer(office, office.settings, data, HERE)["parts"]["list"]


# --------------------------------------------------------------------------- figures


def test_the_figures_tell_what_plans_save(office: Office):
    uses = [
        Use("planned", None, 1500.0, 2000.0),
        Use("words", "a", 2.0, 500.0, calls_saved=1, tokens_saved=390),
        Use("exact", "a", 1.0, 400.0, calls_saved=1, tokens_saved=390),
        Use("failed", "a", 0.0),
    ]

    figures = figures_of(uses)
    tiles, charts = render_plan_figures(figures), render_plan_charts(figures, uses, {"a": "which {type_1} types"})

    assert "67%" in tiles
    assert "780" in tiles
    assert "1.5 s" in charts
    assert "2.0 ms" in charts
    assert '<code class="slot">type_1</code>' in charts
    assert figures.failures_by_plan == {"a": 1}


def test_without_a_question_there_are_no_charts(office: Office):
    assert render_plan_charts(figures_of([]), [], {}) == ""
    assert "No question was asked" in render_plan_figures(figures_of([]))


def test_the_hit_rate_over_time_looks_back_over_a_window():
    uses = [Use("planned", None, 1.0)] * 20 + [Use("words", "a", 1.0)] * 20 + [Use("failed", "a", 0.0)]

    rates = hit_rates(uses)

    assert rates[0] == 0.0
    assert rates[-1] == 1.0
    assert rates == sorted(rates)
    assert hit_rates([]) == []
