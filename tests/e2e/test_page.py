"""The page's own behaviour in a real browser, on an engine that can be slow, fail and crash."""

from __future__ import annotations

import json
import re
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import free_port, serve
from tests.e2e.test_ask import ask

pytestmark = pytest.mark.browser


def seen(address: str) -> dict[str, Any]:
    """What the fake engine has seen."""
    with urllib.request.urlopen(f"{address}/fake", timeout=5) as response:
        content: dict[str, Any] = json.load(response)
        return content


def eventually(holds: Callable[[], bool], within_s: float = 8) -> bool:
    deadline = time.monotonic() + within_s
    while time.monotonic() < deadline:
        if holds():
            return True
        time.sleep(0.1)
    return False


# --------------------------------------------------------------------------- stop, stream, fail


def test_stop_ends_a_running_answer(open_page: Callable[..., Any], fake_address: str):
    page = open_page(fake_address)
    page.fill("#question", "stuck")
    page.get_by_role("button", name="Ask", exact=True).click()
    page.get_by_text("The beginning of an answer").wait_for()

    page.get_by_role("button", name="Stop").click()

    page.locator(".answer.stopped").wait_for()
    assert "The beginning of an answer" in page.locator(".answer").inner_text()
    assert page.get_by_role("button", name="Ask", exact=True).is_visible()
    assert page.get_by_role("button", name="Stop").is_hidden()
    assert eventually(lambda: seen(fake_address)["begun"] == seen(fake_address)["ended"])
    ask(page, "What type is Lucario?")


def test_escape_stops_too(open_page: Callable[..., Any], fake_address: str):
    page = open_page(fake_address)
    page.fill("#question", "stuck")
    page.keyboard.press("Enter")
    page.get_by_text("The beginning of an answer").wait_for()

    page.keyboard.press("Escape")

    page.locator(".answer.stopped").wait_for()


def test_an_answer_streams_in_and_is_not_read_out_piece_by_piece(open_page: Callable[..., Any], fake_address: str):
    page = open_page(fake_address)
    page.fill("#question", "slow")
    page.keyboard.press("Enter")

    page.locator(".answer.running", has_text="word1 ").wait_for()
    assert page.locator(".answer.running").get_attribute("aria-busy") == "true"
    page.locator(".answer.finished", has_text="word59").wait_for()
    assert page.locator(".answer.finished").get_attribute("aria-busy") == "false"


def test_closing_the_page_ends_the_work(open_page: Callable[..., Any], fake_address: str):
    page = open_page(fake_address)
    page.fill("#question", "stuck")
    page.keyboard.press("Enter")
    page.get_by_text("The beginning of an answer").wait_for()

    page.close()

    assert eventually(lambda: seen(fake_address)["begun"] == seen(fake_address)["ended"], within_s=30)


def test_a_failure_shows_its_sentence(open_page: Callable[..., Any], fake_address: str):
    page = open_page(fake_address)
    page.fill("#question", "fail")
    page.keyboard.press("Enter")

    page.locator(".answer.failed").wait_for()
    assert "The dataset did not answer. Ask again." in page.locator(".answer.failed").inner_text()
    ask(page, "What type is Lucario?")


def test_a_crash_shows_a_sentence_without_details(open_page: Callable[..., Any], fake_address: str):
    page = open_page(fake_address)
    page.fill("#question", "crash")
    page.keyboard.press("Enter")

    page.locator(".answer.failed").wait_for()
    assert "Ask again" in page.locator(".answer.failed").inner_text()
    assert "secret details" not in page.content()


def test_a_lost_server_gives_the_question_back(open_page: Callable[..., Any], tmp_path: Path):
    port = free_port()
    with serve([sys.executable, "-m", "tests.fakes_ui", str(port)], port, tmp_path / "log") as address:
        page = open_page(address, may_break=True)
        ask(page, "line")
    page.fill("#question", "What type is Lucario?")
    page.keyboard.press("Enter")

    page.locator("#problem", has_text="connection to the app was lost").wait_for()
    assert page.input_value("#question") == "What type is Lucario?"
    assert page.locator(".answer.finished").count() == 1
    assert page.get_by_role("button", name="Ask", exact=True).is_visible()


# --------------------------------------------------------------------------- what cannot be asked


def test_an_empty_question_gets_a_hint(open_page: Callable[..., Any], fake_address: str):
    page = open_page(fake_address)

    page.get_by_role("button", name="Ask", exact=True).click()

    assert "Write a question first" in page.locator("#problem").inner_text()
    assert page.locator(".exchange").count() == 0


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("a" * 2001, "2,000 characters"),
        ("a" * 100_000, "100,000"),
        ("What type is Lucario?\u0007", "control character"),
    ],
)
def test_a_question_that_cannot_be_asked_gets_a_sentence(
    open_page: Callable[..., Any], fake_address: str, question: str, sentence: str
):
    page = open_page(fake_address)
    page.evaluate("text => { document.querySelector('#question').value = text }", question)
    page.get_by_role("button", name="Ask", exact=True).click()

    page.locator("#problem", has_text=sentence).wait_for()
    assert page.locator(".exchange").count() == 0
    assert page.input_value("#question") == question
    page.fill("#question", "")
    ask(page, "What type is Lucario?")


# --------------------------------------------------------------------------- keyboard, language, look


def test_everything_is_reached_by_keyboard(open_page: Callable[..., Any], fake_address: str):
    page = open_page(fake_address)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # "Skip to the question"
    assert page.evaluate("document.activeElement.id") == "question"

    page.keyboard.type("who is faster, Garchomp or Salamence")
    page.keyboard.press("Enter")
    page.locator(".answer.finished").wait_for()
    assert page.evaluate("document.activeElement.id") == "question"

    reached = []
    for _ in range(14):
        page.keyboard.press("Shift+Tab")
        reached.append(
            page.evaluate("document.activeElement.dataset.do || document.activeElement.dataset.source || ''")
        )
        visible = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert visible != "none", reached
    assert reached[:8] == ["inspect", "copy", "vote", "vote", "ask", "ask", "ref", "ref"]
    assert reached[8:13] == ["agent", "mcp", "web", "graph", "knowledge_base"]


def test_tabs_move_with_the_arrows(open_page: Callable[..., Any], fake_address: str):
    page = open_page(fake_address)
    page.get_by_role("tab", name="Ask").focus()

    page.keyboard.press("ArrowRight")
    assert page.evaluate("location.hash") == "#knowledge"

    page.keyboard.press("End")
    assert page.get_by_role("tab", name="Status").get_attribute("aria-selected") == "true"
    page.locator(".status-page").wait_for()
    assert page.evaluate("location.hash") == "#status"


def test_who_moves_on_quickly_sees_the_last_tab_and_the_page_comes_to_rest(
    open_page: Callable[..., Any], fake_address: str
):
    page = open_page(fake_address)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "queue/join" in request.url else None)
    page.get_by_role("tab", name="Ask").focus()

    for _ in range(page.get_by_role("tab").count() - 1):
        page.keyboard.press("ArrowRight")

    page.locator(".status-page").wait_for()
    page.wait_for_timeout(1500)
    before = len(asked)
    page.wait_for_timeout(1500)
    assert len(asked) == before


def test_shift_enter_starts_a_new_line(open_page: Callable[..., Any], fake_address: str):
    page = open_page(fake_address)
    page.focus("#question")
    page.keyboard.type("one")
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("two")

    assert page.input_value("#question") == "one\ntwo"
    assert page.locator(".exchange").count() == 0


def test_enter_does_not_send_while_an_input_method_composes(open_page: Callable[..., Any], fake_address: str):
    page = open_page(fake_address)
    page.fill("#question", "烈咬")
    page.evaluate(
        "document.querySelector('#question').dispatchEvent("
        "new KeyboardEvent('keydown', {key: 'Enter', isComposing: true, bubbles: true, cancelable: true}))"
    )

    assert page.locator(".exchange").count() == 0


def test_the_language_follows_the_browser_and_the_switch_overrides_it(open_page: Callable[..., Any], fake_address: str):
    page = open_page(fake_address, locale="zh-CN")
    assert page.get_by_role("button", name="提问", exact=True).is_visible()
    assert page.get_attribute("#question", "placeholder") == "问宝可梦、招式或属性……"

    page.get_by_role("button", name="EN").click()
    assert page.get_by_role("button", name="Ask", exact=True).is_visible()
    assert page.get_attribute("html", "lang") == "en"

    page.reload()
    page.wait_for_selector("#question", state="attached")
    assert page.get_by_role("button", name="Ask", exact=True).is_visible()
    assert (page.get_attribute("#question", "placeholder") or "").startswith("Ask about")


def test_a_switch_of_language_keeps_the_conversation(open_page: Callable[..., Any], fake_address: str):
    page = open_page(fake_address)
    ask(page, "What type is Lucario?")

    page.get_by_role("button", name="中文").click()

    assert "无 LLM" in page.locator(".badge").inner_text()
    assert page.locator(".exchange").count() == 1


@pytest.mark.parametrize(("scheme", "dark"), [("light", False), ("dark", True)])
def test_the_colours_follow_the_system(open_page: Callable[..., Any], fake_address: str, scheme: str, dark: bool):
    page = open_page(fake_address, color_scheme=scheme)

    red = page.evaluate("Number(getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0])")

    assert (red < 60) is dark


def test_nothing_of_gradio_shows(open_page: Callable[..., Any], fake_address: str):
    page = open_page(fake_address)
    ask(page, "What type is Lucario?")

    assert page.locator("footer:visible").count() == 0
    assert "Gradio" not in page.locator("body").inner_text()
    assert page.title() == "PokéQA"


# --------------------------------------------------------------------------- conversation


def test_clicking_an_answer_shows_its_own_trace_and_refs(open_page: Callable[..., Any], fake_address: str):
    page = open_page(fake_address)
    first = ask(page, "What type is Lucario?")
    ask(page, "who is faster, Garchomp or Salamence")
    assert "Salamence" in page.locator("#side").inner_text()

    page.locator(".exchange").first.locator(".headline").click()

    assert "Fighting, Steel" in page.locator("#side .refs").inner_text()
    assert "selected" in (page.locator(".exchange").first.get_attribute("class") or "")
    assert page.locator(".exchange.selected").count() == 1
    assert first.locator('[data-do="inspect"]').get_attribute("aria-pressed") is not None


def test_an_option_asks_its_question(open_page: Callable[..., Any], fake_address: str):
    page = open_page(fake_address)
    ask(page, "nidoran")

    page.get_by_role("button", name="Nidoran♀").click()

    page.locator(".bubble", has_text="What type is Nidoran♀?").wait_for()


def test_a_long_table_opens_and_closes(open_page: Callable[..., Any], fake_address: str):
    page = open_page(fake_address)
    ask(page, "table")
    assert page.locator(".listing tbody tr:visible").count() == 10

    page.get_by_role("button", name="Show 30 rows").click()
    assert page.locator(".listing tbody tr:visible").count() == 30

    page.get_by_role("button", name="Show fewer rows").click()
    assert page.locator(".listing tbody tr:visible").count() == 10


def test_an_answer_can_be_copied(open_page: Callable[..., Any], fake_address: str):
    page = open_page(fake_address, permissions=["clipboard-read", "clipboard-write"])
    ask(page, "What type is Lucario?")

    page.get_by_role("button", name="Copy").click()
    page.locator(".quiet.done").wait_for()

    assert page.evaluate("navigator.clipboard.readText()") == "Lucario is Fighting and Steel type. [1]"


def test_a_new_conversation_forgets_the_old_one(open_page: Callable[..., Any], fake_address: str):
    page = open_page(fake_address)
    ask(page, "What type is Lucario?")
    ask(page, "line")
    assert len(seen(fake_address)["bodies"][-1]["history"]) == 2

    page.get_by_role("button", name="New conversation").click()
    page.locator(".welcome").wait_for()
    assert page.locator(".exchange").count() == 0
    assert "Ask something" in page.locator("#side").inner_text()

    ask(page, "line")
    assert seen(fake_address)["bodies"][-1]["history"] == []


def test_two_visitors_do_not_see_each_other(open_page: Callable[..., Any], fake_address: str):
    one, other = open_page(fake_address), open_page(fake_address)
    ask(one, "What type is Lucario?")

    ask(other, "line")

    assert other.locator(".exchange").count() == 1
    assert seen(fake_address)["bodies"][-1]["history"] == []


def test_several_visitors_are_answered_at_the_same_time(open_page: Callable[..., Any], fake_address: str):
    pages = [open_page(fake_address) for _ in range(3)]
    for page in pages:
        page.fill("#question", "slow")
        page.keyboard.press("Enter")

    for page in pages:
        page.locator(".answer.running", has_text="word").wait_for()
    for page in pages:
        page.locator(".answer.finished").wait_for()


def test_available_sources_are_sent_as_switched(open_page: Callable[..., Any], available_address: str):
    page = open_page(available_address)
    for name in ("Knowledge base", "Web"):
        page.get_by_role("switch", name=re.compile(name)).click()
    assert page.get_by_role("switch", name="Web").get_attribute("aria-checked") == "true"

    ask(page, "What type is Lucario?")

    meta = seen(available_address)["bodies"][-1]["meta"]
    assert (meta["db_id"], meta["use_web"], meta["use_graph"], meta["mcp_id"], meta["use_agent"]) == (
        "pokedex", True, False, None, False,
    )  # fmt: skip
