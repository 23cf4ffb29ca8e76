"""Kept answers in a real browser: on the answer, and in the caches tab."""

from __future__ import annotations

import asyncio
import json
import re
import sys
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from pokeqa.cache.disk import DiskBackend
from pokeqa.cache.store import MB, CacheStore
from pokeqa.engine import Engine
from tests.cache.asking import CachedHouse
from tests.e2e.conftest import free_port, serve

pytestmark = pytest.mark.browser

TOKEN = "a-long-token"
QUESTIONS = ("How do I breed for good IVs?", "What does STAB mean?", "Why is Gengar popular?")


def fill(engine: Engine, data: Path) -> None:
    """Keep an answer to each question, as an earlier run of the app would have."""
    house = CachedHouse(engine, store=CacheStore(DiskBackend(data / "cache" / "answers", 4 * MB)))

    async def ask() -> None:
        for question in QUESTIONS:
            await house.ask(question)
        await house.layer.close()

    # Playwright's own loop runs in this thread.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(ask())).result()


@pytest.fixture(scope="module", params=["", TOKEN], ids=["own machine", "token"])
def caches(
    request: pytest.FixtureRequest, engine: Engine, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, str]]:
    """An app with kept answers: its address and the admin token it asks for."""
    folder = tmp_path_factory.mktemp("caches")
    fill(engine, folder / "data")
    port = free_port()
    environment = {"POKEQA_ADMIN_TOKEN": request.param} if request.param else {}
    with serve([sys.executable, "app.py"], port, folder / "log", POKEQA_PORT=str(port),
               POKEQA_DATA_DIR=str(folder / "data"), **environment) as address:  # fmt: skip
        yield address, request.param


def seen(address: str) -> dict[str, Any]:
    with urllib.request.urlopen(f"{address}/fake", timeout=5) as response:
        told: dict[str, Any] = json.loads(response.read())
    return told


def test_a_kept_answer_is_asked_again_without_the_cache(open_page: Callable[..., Any], fake_address: str):
    page = open_page(fake_address)
    page.fill("#question", "kept")
    page.keyboard.press("Enter")
    note = page.locator(".kept-note")
    note.wait_for()
    assert "2 min old, first asked as “the first <one>”" in note.inner_text()

    page.get_by_role("button", name="Ask again without the cache").click()

    page.wait_for_function("document.querySelectorAll('.answer.finished').length === 2")
    assert [body["meta"]["use_cache"] for body in seen(fake_address)["bodies"][-2:]] == [True, False]
    assert page.locator(".kept-note").count() == 1


def test_a_thumb_is_pressed_and_counted(open_page: Callable[..., Any], fake_address: str):
    page = open_page(fake_address)
    page.fill("#question", "kept")
    page.keyboard.press("Enter")

    page.get_by_role("button", name="Good answer").click()
    page.locator('[data-vote="good"][aria-pressed="true"]').wait_for()
    page.get_by_role("button", name="Bad answer").click()
    page.locator('[data-vote="bad"][aria-pressed="true"]').wait_for()

    assert page.locator('[data-vote="good"]').get_attribute("aria-pressed") == "false"
    assert seen(fake_address)["votes"][-2:] == [[0, "kept", "cache", 1, 0], [0, "kept", "cache", -1, 1]]


def test_an_ended_conversation_is_forgotten(open_page: Callable[..., Any], fake_address: str):
    page = open_page(fake_address)
    page.fill("#question", "kept")
    page.keyboard.press("Enter")
    page.locator(".answer.finished").wait_for()

    page.get_by_role("button", name="New conversation").click()

    page.wait_for_function("!document.querySelector('.exchange')")
    assert ["kept", "A kept answer"] in seen(fake_address)["forgotten"]


def test_entries_are_searched_and_forgotten_by_whom_they_may(open_page: Callable[..., Any], caches: tuple[str, str]):
    address, token = caches
    page = open_page(f"{address}/#caches")
    page.locator("#caches-figures .tiles").wait_for()
    if token:
        page.locator("#caches-search form").wait_for()
        assert page.locator(".cache-entry").count() == 0
        page.fill('#caches-search [name="token"]', "a guess")
        page.get_by_role("button", name="Show").click()
        page.get_by_text("This is not the admin token").wait_for()
        page.fill('#caches-search [name="token"]', token)
        page.get_by_role("button", name="Show").click()
    page.locator(".cache-entry").nth(2).wait_for()

    page.fill('#caches-search [name="search"]', "stab")
    page.keyboard.press("Enter")
    page.wait_for_function("document.querySelectorAll('.cache-entry').length === 1")
    entry = page.locator(".cache-entry")
    assert "What does STAB mean?" in entry.inner_text()

    entry.locator('[data-do="forget-ask"]').last.click()
    page.get_by_role("button", name="Keep").click()
    assert page.locator(".cache-entry").count() == 1
    page.locator('.cache-entry > .forget [data-do="forget-ask"]').click()
    page.locator('.cache-entry > .forget [data-do="forget"]').click()
    page.get_by_text("Nothing is kept that matches.").wait_for()

    page.fill('#caches-search [name="search"]', "")
    page.get_by_role("button", name="Show").click()
    page.wait_for_function("document.querySelectorAll('.cache-entry').length === 2")


def test_two_questions_are_compared_by_keyboard(open_page: Callable[..., Any], caches: tuple[str, str]):
    page = open_page(f"{caches[0]}/#caches")
    page.locator("#caches-explorer form").wait_for()

    page.fill('#caches-explorer [name="a"]', "Fire types with Speed over 100")
    page.fill('#caches-explorer [name="b"]', "Fire types with Speed under 100")
    page.keyboard.press("Enter")

    verdict = page.locator("#caches-verdict .verdict")
    verdict.wait_for(timeout=60_000)  # the embedder is loaded first
    assert "Each needs an answer of its own" in verdict.inner_text()
    assert re.search(r"What differs: Condition", verdict.inner_text())
    assert verdict.locator("mark").count() == 2

    page.fill('#caches-explorer [name="b"]', "")
    page.keyboard.press("Enter")
    page.get_by_text("Write two questions first.").wait_for()


def test_the_forms_speak_the_pages_language(open_page: Callable[..., Any], caches: tuple[str, str]):
    page = open_page(f"{caches[0]}/#caches", locale="zh-CN")

    page.locator('#caches-search [name="search"][placeholder*="问题里的词"]').wait_for()


@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_is_wider_than_the_screen(open_page: Callable[..., Any], caches: tuple[str, str], width: int):
    page = open_page(f"{caches[0]}/#caches", width=width)
    page.locator("#caches-figures .tiles").wait_for()
    page.locator('#caches-explorer [data-do="pair"]:visible').nth(1).click()
    page.locator("#caches-verdict .verdict").wait_for(timeout=60_000)

    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
