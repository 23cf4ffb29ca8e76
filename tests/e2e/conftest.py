"""A real browser on a real server. Where there is no browser the tests are skipped, unless services are required."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent.parent
REQUIRED = os.environ.get("POKEQA_TEST_REQUIRE_SERVICES") == "1"
CHROMIUM = os.environ.get("POKEQA_TEST_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser") \
    or shutil.which("google-chrome")  # fmt: skip
CHROMIUM_ARGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
                 "--disable-component-update", "--disable-sync"]  # fmt: skip
START_TIMEOUT_S = 60


def _missing(reason: str) -> None:
    if REQUIRED:
        pytest.fail(f"{reason}, and POKEQA_TEST_REQUIRE_SERVICES=1 asks for it.")
    pytest.skip(f"{reason}.")


@contextmanager
def serve(command: list[str], port: int, log: Path, **environment: str) -> Iterator[str]:
    """The address of a server that runs `command`, once `GET /health` answers 200."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("POKEQA_") and name != "SPACE_ID"}
    address = f"http://127.0.0.1:{port}"
    with log.open("wb") as output:
        process = subprocess.Popen(command, cwd=ROOT, env=clean | environment, stdout=output, stderr=subprocess.STDOUT)
        try:
            deadline = time.monotonic() + START_TIMEOUT_S
            while not _answers(f"{address}/health"):
                if process.poll() is not None or time.monotonic() > deadline:
                    pytest.fail(f"The server did not start:\n{log.read_text(errors='replace')[-3000:]}")
                time.sleep(0.1)
            yield address
        finally:
            process.terminate()
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5) as response:
            return bool(response.status == 200)
    except (OSError, urllib.error.HTTPError):
        return False


def free_port() -> int:
    """A port that nothing listens on right now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module")
def app_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """`python app.py`, as a visitor's machine runs it."""
    folder = tmp_path_factory.mktemp("app")
    port = free_port()
    with serve([sys.executable, "app.py"], port, folder / "log", POKEQA_PORT=str(port),
               POKEQA_DATA_DIR=str(folder / "data")) as address:  # fmt: skip
        yield address


@pytest.fixture(scope="module")
def fake_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page on the fake engine, which can be slow, fail and crash."""
    port = free_port()
    with serve(
        [sys.executable, "-m", "tests.fakes_ui", str(port)], port, tmp_path_factory.mktemp("fake") / "log"
    ) as address:
        yield address


@pytest.fixture(scope="module")
def available_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page on the fake engine with every source available."""
    port = free_port()
    command = [sys.executable, "-m", "tests.fakes_ui", str(port), "--available"]
    with serve(command, port, tmp_path_factory.mktemp("fake") / "log") as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A Chromium without a window."""
    if CHROMIUM is None:
        _missing("There is no Chromium here (set POKEQA_TEST_CHROMIUM to its path)")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _missing("Playwright for Python is not installed")
    # Ended with the module: its event loop would stand in the way of the asynchronous tests of other modules.
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser: Any) -> Iterator[Callable[..., Any]]:
    """Opens an address in a fresh browser profile; at the end nothing may have gone to another origin or failed."""
    contexts = []
    outside: list[str] = []
    broken: list[str] = []

    def open_page(
        address: str, *, width: int = 1240, height: int = 820, may_break: bool = False, **options: Any
    ) -> Any:
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("request", lambda request: outside.append(request.url) if not _inside(request.url, address) else None)
        if not may_break:
            page.on("pageerror", lambda error: broken.append(str(error)))
            page.on("console", lambda message: broken.append(message.text) if message.type == "error" else None)
        page.on("dialog", lambda dialog: broken.append(f"dialog: {dialog.message}"))
        page.goto(address)
        page.wait_for_selector("#question", state="attached")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert outside == []
    assert broken == []


def _inside(url: str, address: str) -> bool:
    origin = "/".join(address.split("/")[:3])
    return url.startswith((origin + "/", "data:", "blob:")) or url == origin
