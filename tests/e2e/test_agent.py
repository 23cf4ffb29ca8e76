"""Agent mode and its plans in a real browser: a plan while it is carried out, one from memory, and the Plans tab."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import free_port, serve
from tests.e2e.test_ask import ask

pytestmark = pytest.mark.browser

FIRST = "Which Gen 4 Water types outspeed Garchomp and resist Ice, and which of them learn Ice Beam?"
ALIKE = "Which Gen 3 Water types outspeed Vaporeon and resist Fire, and which of them learn Surf?"
AGAIN = "Which Gen 1 Water types outspeed Pikachu and resist Ice, and which of them learn Blizzard?"
TOKEN = "sesame"


@pytest.fixture(scope="module")
def guarded_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """`python app.py` with an admin token."""
    folder = tmp_path_factory.mktemp("guarded")
    port = free_port()
    with serve([sys.executable, "app.py"], port, folder / "log", POKEQA_PORT=str(port), POKEQA_ADMIN_TOKEN=TOKEN,
               POKEQA_DATA_DIR=str(folder / "data")) as address:  # fmt: skip
        yield address


def in_agent_mode(page: Any, question: str) -> Any:
    """Ask in agent mode and wait for the finished answer."""
    switch = page.get_by_role("switch", name=re.compile("Agent mode|智能体"))
    if switch.get_attribute("aria-checked") != "true":
        switch.click()
    return ask(page, question)


def plans_tab(page: Any) -> Any:
    """The Plans tab with its list."""
    page.locator("#tab-plans").click()
    page.locator(".template-item").first.wait_for()
    return page.locator(".plans-page")


def open_template(page: Any, words: str) -> Any:
    """Open the template whose description holds these words."""
    page.locator(".template-item", has_text=words).first.click()
    page.locator(".plans-detail .plan-graph").wait_for()
    return page.locator(".plans-detail")


# --------------------------------------------------------------------------- the plan of an answer


#: Notes the states of the steps at every change of the plan's panel, and whether the running answer names steps.
WATCH = """() => {
    window.seen = [];
    const panel = document.querySelector('[data-panel="plan"]');
    const states = () => [...panel.querySelectorAll('.plan-node')].map((one) => one.classList[1].slice(3));
    new MutationObserver(() => window.seen.push({
        states: states(), named: document.querySelectorAll('.answer.running .running-steps li').length,
    })).observe(panel, { childList: true });
}"""


def test_a_plan_is_drawn_while_it_is_carried_out(open_page: Callable[..., Any], available_address: str):
    page = open_page(available_address)
    page.evaluate(WATCH)
    page.fill("#question", "agent chain")
    page.keyboard.press("Enter")
    page.locator(".answer.finished").wait_for()

    seen = page.evaluate("window.seen")
    assert any("running" in one["states"] and one["named"] == 3 for one in seen)
    assert seen[-1]["states"] == ["done", "done", "failed"]
    assert "did not answer within 10 s" in page.locator("#side .plan-steps").inner_text()
    assert "and tell me a joke" in page.locator("#side .plan-open").inner_text()


def test_the_keyboard_stays_in_the_plan_while_it_changes(open_page: Callable[..., Any], available_address: str):
    page = open_page(available_address)
    page.fill("#question", "agent chain")
    page.keyboard.press("Enter")
    page.locator("#side .plan-node").first.focus()
    page.locator(".answer.finished").wait_for()

    assert page.evaluate("document.activeElement.classList.contains('plan-node')")
    page.keyboard.press("Enter")

    assert page.evaluate("document.activeElement.matches('.plan-steps li.lit')")


def test_a_question_of_several_steps_is_answered_with_its_plan(open_page: Callable[..., Any], app_address: str):
    page = open_page(app_address)

    exchange = in_agent_mode(page, FIRST)

    side = page.locator("#side")
    assert exchange.locator(".badge code").inner_text() == "agent"
    assert "Floatzel" in exchange.locator(".answer").inner_text()
    assert side.locator(".plan-node.is-done").count() == 2
    assert side.locator(".plan-edge").count() == 1
    assert "rules" in side.locator(".plan-by").inner_text()
    assert "Floatzel" in side.locator(".plan-steps").inner_text()
    side.locator(".plan-steps a.mark").first.click()
    assert side.locator(".refs .lit").count() == 1


def test_a_question_without_a_plan_shows_none(open_page: Callable[..., Any], app_address: str):
    page = open_page(app_address)

    ask(page, "What type is Lucario?")

    assert page.locator('#side [data-panel="plan"]').is_hidden()


# --------------------------------------------------------------------------- from question to template and back


def test_the_next_question_of_its_kind_fills_the_template(open_page: Callable[..., Any], app_address: str):
    page = open_page(app_address)
    in_agent_mode(page, FIRST)

    exchange = in_agent_mode(page, ALIKE)

    reused = page.locator("#side .template-use")
    assert "Plan from memory" in page.locator("#side .plan-by").inner_text()
    assert FIRST in reused.inner_text()
    assert "generation_1" in reused.locator("tbody tr").first.inner_text()
    assert "Vaporeon" in reused.locator("tbody").inner_text()
    assert "Milotic" in exchange.locator(".answer").inner_text()


def test_the_plans_tab_lists_it_and_an_edit_that_is_wrong_says_so(open_page: Callable[..., Any], app_address: str):
    page = open_page(app_address)
    in_agent_mode(page, FIRST)
    plans_tab(page)

    detail = open_template(page, "outspeed")
    assert detail.locator(".plan-node").count() == 2
    assert FIRST in detail.inner_text()
    detail.locator(".template-edit summary").click()
    right = page.input_value("#plans-json")
    page.fill("#plans-json", right.replace('"Learns"', '"Knows"'))
    page.get_by_role("button", name="Save", exact=True).click()

    page.locator("#plans-edit-problem:visible").wait_for()
    assert "cannot be" in page.locator("#plans-edit-problem").inner_text()
    assert '"Knows"' in page.input_value("#plans-json")
    page.reload()
    plans_tab(page)
    open_template(page, "outspeed").locator(".template-edit summary").click()
    assert page.input_value("#plans-json") == right


def test_an_edit_that_is_right_is_saved(open_page: Callable[..., Any], app_address: str):
    page = open_page(app_address)
    in_agent_mode(page, "Which Gen 2 Grass types outspeed Bulbasaur and resist Water, and which of them learn Cut?")
    plans_tab(page)
    open_template(page, "learn").locator(".template-edit summary").click()

    value = json.loads(page.input_value("#plans-json"))
    value["description"] += " (looked at)"
    page.fill("#plans-json", json.dumps(value))
    page.get_by_role("button", name="Save", exact=True).click()

    page.locator(".plans-told", has_text="Saved").wait_for()
    assert "(looked at)" in page.locator(".plans-detail .template-text").first.inner_text()
    assert "(looked at)" in page.locator(".template-item").first.inner_text()


def test_a_template_that_is_switched_off_is_not_used(open_page: Callable[..., Any], app_address: str):
    page = open_page(app_address)
    in_agent_mode(page, FIRST)
    plans_tab(page)
    open_template(page, "outspeed").get_by_role("button", name="Switch off").click()
    page.locator(".plans-told", has_text="Switched off").wait_for()

    page.locator("#tab-ask").click()
    in_agent_mode(page, AGAIN)
    assert "rules" in page.locator("#side .plan-by").inner_text()

    plans_tab(page)
    open_template(page, "outspeed").get_by_role("button", name="Approve").click()
    page.locator(".plans-told", has_text="Approved").wait_for()
    page.locator("#tab-ask").click()
    in_agent_mode(page, AGAIN)
    assert "Plan from memory" in page.locator("#side .plan-by").inner_text()


def test_templates_are_searched_exported_deleted_and_imported(
    open_page: Callable[..., Any], app_address: str, tmp_path: Path
):
    page = open_page(app_address)
    in_agent_mode(page, FIRST)
    plans_tab(page)
    page.fill("#plans-search", "nothing like this")
    page.locator('[data-part="list"] .muted').wait_for()
    page.fill("#plans-search", "outspeed")
    page.locator(".template-item").first.wait_for()

    with page.expect_download() as download:
        page.get_by_role("button", name="Export all").click()
    file = tmp_path / "plans.jsonl"
    download.value.save_as(file)
    count = page.locator(".template-item").count()
    open_template(page, "outspeed").get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Cancel").click()
    assert page.locator(".template-item").count() == count
    page.locator(".plans-detail").get_by_role("button", name="Delete").click()
    page.locator("dialog").get_by_role("button", name="Delete").click()
    page.locator(".plans-told", has_text="Deleted").wait_for()
    assert page.locator(".template-item").count() == count - 1

    page.locator(".plans-carry summary").click()
    page.locator('.plans-carry input[type="file"]').set_input_files(file)

    page.locator(".plans-told", has_text="Imported").wait_for()
    assert page.locator(".template-item").count() == count


def test_the_figures_tell_of_hits(open_page: Callable[..., Any], app_address: str):
    page = open_page(app_address)
    in_agent_mode(page, FIRST)
    in_agent_mode(page, FIRST)

    plans_tab(page)

    assert re.search(r"Hit rate\s*[1-9]\d*%", page.locator(".plan-tiles").inner_text())
    assert "p95" in page.locator(".plan-charts").inner_text()


def test_without_the_token_plans_are_looked_at_and_with_it_changed(open_page: Callable[..., Any], guarded_address: str):
    page = open_page(guarded_address)
    in_agent_mode(page, FIRST)
    plans_tab(page)
    detail = open_template(page, "outspeed")
    assert FIRST not in detail.inner_text()
    assert detail.get_by_role("button", name="Delete").count() == 0

    page.fill("#plans-token", "guess")
    page.keyboard.press("Enter")
    page.get_by_text("This is not the admin token").wait_for()
    page.fill("#plans-token", TOKEN)
    page.keyboard.press("Enter")

    detail.get_by_role("button", name="Switch off").click()
    page.locator(".plans-told", has_text="Switched off").wait_for()
    assert FIRST in detail.inner_text()


@pytest.mark.parametrize("locale", ["en-US", "zh-CN"])
def test_nothing_is_wider_than_a_phone(open_page: Callable[..., Any], app_address: str, locale: str):
    page = open_page(app_address, width=390, height=844, has_touch=True, locale=locale)
    in_agent_mode(page, FIRST)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.locator("#side .plan-graph").evaluate("one => one.scrollWidth <= one.clientWidth")

    plans_tab(page)
    open_template(page, "outspeed").locator("details summary").last.click()
    page.locator(".plans-more summary").click()

    assert page.evaluate("document.documentElement.scrollWidth") <= 390
