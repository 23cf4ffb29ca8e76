"""The main job in a real browser: ask, see the answer, its route, its refs and its trace."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.browser

QUESTIONS = [
    ("What type is Lucario?", r"\bFighting\b.*\bSteel\b", "Lucario"),
    ("烈咬陆鲨怕什么？", "冰", "烈咬陆鲨"),
    ("who is faster, Garchomp or Salamence", r"Garchomp.*\b102\b.*\b100\b", "Garchomp"),
]


def ask(page: Any, question: str) -> Any:
    """Ask by keyboard and wait for the finished answer."""
    before = page.locator(".answer.finished").count()
    page.fill("#question", question)
    page.keyboard.press("Enter")
    page.wait_for_function("n => document.querySelectorAll('.answer.finished').length > n", arg=before)
    return page.locator(".exchange").last


def test_three_questions_are_answered_with_badge_refs_and_trace(open_page: Callable[..., Any], app_address: str):
    page = open_page(app_address)

    for question, answer, title in QUESTIONS:
        exchange = ask(page, question)
        card = exchange.locator(".answer")

        assert exchange.locator(".bubble").inner_text().endswith(question)
        assert card.locator(".badge code").inner_text() == "local_dataset"
        assert re.search(r"\d ms", card.locator(".badge").inner_text())
        assert re.search(answer, card.locator(".headline").inner_text(), re.DOTALL)
        assert title in page.locator("#side .refs").inner_text()
        assert page.locator("#side .trace li.reached").count() >= 3
        assert "shortcut" in page.locator("#side .trace").inner_text()
        assert re.search(r"\d ms", page.locator("#side .trace .time").first.inner_text())


def test_the_answer_comes_in_the_language_of_the_question(open_page: Callable[..., Any], app_address: str):
    page = open_page(app_address, locale="zh-CN")

    exchange = ask(page, "烈咬陆鲨怕什么？")

    assert page.get_by_role("button", name="提问", exact=True).is_visible()
    assert exchange.locator(".type").first.inner_text()
    assert re.search("[\u4e00-\u9fff]", exchange.locator(".headline").inner_text())


def test_a_mark_leads_to_its_ref(open_page: Callable[..., Any], app_address: str):
    page = open_page(app_address)
    exchange = ask(page, "who is faster, Garchomp or Salamence")

    exchange.locator("a.mark").first.click()

    lit = page.locator("#side .refs .lit")
    assert lit.count() == 1
    assert lit.locator(".ref-number").inner_text() == "[1]"


def test_a_question_is_repeated_as_text_never_as_markup(open_page: Callable[..., Any], app_address: str):
    page = open_page(app_address)

    exchange = ask(page, "<img src=x onerror=alert(1)>")

    assert exchange.locator(".bubble").inner_text().endswith("<img src=x onerror=alert(1)>")
    assert page.locator("#log img, #side img").count() == 0


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_example_is_answered_from_the_dataset(open_page: Callable[..., Any], app_address: str, language: str):
    page = open_page(app_address, locale={"en": "en-US", "zh": "zh-CN"}[language])
    examples = page.locator(f".welcome ul.l-{language} .chip").all_inner_texts()

    assert len(examples) == 10
    for example in examples:
        assert ask(page, example).locator(".badge code").inner_text() == "local_dataset", example


def test_a_source_that_is_not_there_is_disabled_and_says_why(open_page: Callable[..., Any], fake_address: str):
    page = open_page(fake_address)
    agent = page.get_by_role("switch", name="Agent mode")

    assert page.get_by_role("switch").count() == 5
    assert agent.get_attribute("aria-disabled") == "true"
    assert agent.locator(".short").is_visible()
    assert page.locator(f"#{agent.get_attribute('aria-describedby')}").text_content()

    agent.focus()
    page.keyboard.press("Space")

    assert agent.get_attribute("aria-checked") == "false"
    assert "Agent mode" in page.locator(".toggle-reason").inner_text()


@pytest.mark.parametrize("question", ["What type is Lucario?", "How does Eevee evolve?", "烈咬陆鲨怕什么？",
                                      "Which Fire types have more than 100 base Speed?"])  # fmt: skip
def test_nothing_is_wider_than_a_phone(open_page: Callable[..., Any], app_address: str, question: str):
    page = open_page(app_address, width=390, height=844, has_touch=True)

    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    ask(page, question)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.goto(f"{app_address}/#status")
    page.locator(".status-page").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_status_tab_tells_dataset_and_sources(open_page: Callable[..., Any], app_address: str):
    page = open_page(app_address)

    page.get_by_role("tab", name="Status").click()
    page.locator(".status-page").wait_for()

    text = page.locator(".status-page").inner_text()
    assert re.search(r"\b1,025\b", text)
    assert "2026-08-22" in text
    assert "POKEQA_SHORTCUT_CONFIDENCE" in text
    assert page.locator("#panel-ask").is_hidden()


def test_follow_up_questions_are_understood_in_context(open_page: Callable[..., Any], app_address: str):
    page = open_page(app_address)
    first = ask(page, "What type is Lucario?")
    chips = first.locator(".follow-ups .chip")
    if not chips.count():
        pytest.skip("this answer proposes nothing")

    question = chips.first.inner_text()
    chips.first.click()
    page.wait_for_function("document.querySelectorAll('.answer.finished').length > 1")

    assert page.locator(".bubble").last.inner_text().endswith(question)
