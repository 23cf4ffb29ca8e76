"""Each source alone in a real browser: its refs, and its sentence when it is taken away; bases of one's own."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from pokeqa.pokedex.dataset import Dataset
from pokeqa.retrieval.graph.ladybug_engine import graph_path
from tests.e2e.conftest import free_port, serve
from tests.e2e.test_ask import ask
from tests.retrieval.web_server import WebServer, web_server

pytestmark = pytest.mark.browser

#: Nothing in the dataset answers these; each is asked of one source.
KNOWLEDGE = "Who leads the team in the Brassbutton notes?"
GRAPH = "How are Pikachu and Clefairy connected?"
WEB = "What do people say about the cheeks of Pikachu?"
MCP = "Is Garchomp a good choice for a beginner?"

#: Times for a machine that does much else; none of them is waited for to the end where things go well.
PATIENT = {"POKEQA_EMBED_MODEL": "packaged", "POKEQA_MCP_TIMEOUT_S": "60", "POKEQA_KB_TIMEOUT_S": "60",
           "POKEQA_GRAPH_TIMEOUT_S": "30", "POKEQA_WEB_TIMEOUT_S": "20"}  # fmt: skip


@dataclass
class App:
    """A running app and the web that it can search."""

    address: str
    web: WebServer


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    """The app with every source at hand; its web is a server of the test's own."""
    folder, port = tmp_path_factory.mktemp("sources"), free_port()
    with web_server() as web:
        environment = {
            "POKEQA_PORT": str(port),
            "POKEQA_DATA_DIR": str(folder / "data"),
            "POKEQA_WEB_SEARCH_URL": f"{web.url}/search",
            "POKEQA_WEB_ALLOW_HOSTS": f"127.0.0.1:{web.port}",
            **PATIENT,
        }
        with serve([sys.executable, "app.py"], port, folder / "log", **environment) as address:
            yield App(address, web)


HOLDER = """
import sys
from pymilvus import MilvusClient
client = MilvusClient(sys.argv[1])
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture(scope="module")
def bare_address(tmp_path_factory: pytest.TempPathFactory, dataset: Dataset) -> Iterator[str]:
    """The app with every source taken away: the base's file is another process's, the graph's file is damaged, the
    search engine is down, and the MCP server's program is not there."""
    folder, port = tmp_path_factory.mktemp("bare"), free_port()
    data = folder / "data"
    graph = graph_path(data, dataset)
    graph.parent.mkdir(parents=True)
    graph.write_bytes(b"this is no graph, " * 1000)
    (data / "mcp.json").write_text(json.dumps({"mcpServers": {"pokedex": {"command": "no-such-program"}}}))
    held = folder / "held.db"
    environment = {
        "POKEQA_PORT": str(port),
        "POKEQA_DATA_DIR": str(data),
        "POKEQA_MILVUS_URI": str(held),
        "POKEQA_WEB_SEARCH_URL": f"http://127.0.0.1:{free_port()}/search",
        **PATIENT,
    }
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(held)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert holder.stdout is not None and holder.stdout.readline().strip() == "held"
        with serve([sys.executable, "app.py"], port, folder / "log", **environment) as address:
            yield address
    finally:
        holder.communicate()


def switch(page: Any, *names: str) -> None:
    for name in names:
        page.get_by_role("switch", name=name).click()
        assert page.get_by_role("switch", name=name).get_attribute("aria-checked") == "true"


def ask_until(page: Any, question: str, done: Callable[[str], bool], tries: int = 40) -> str:
    """What the refs say, asked again while the source is still being made ready."""
    for _ in range(tries):
        ask(page, question)
        refs = str(page.locator('[data-panel="refs"]').inner_text())
        if done(refs):
            return refs
        page.wait_for_timeout(1000)
    raise AssertionError(refs)


# --------------------------------------------------------------------------- what a source finds


def test_the_graph_alone_shows_its_paths(open_page: Callable[..., Any], app: App):
    page = open_page(app.address)
    page.set_default_timeout(60_000)
    switch(page, "Graph")

    refs = ask_until(page, GRAPH, lambda refs: "Clefairy" in refs)

    assert "graph" in refs and "[1]" in refs
    assert page.locator(".exchange").last.locator(".badge code").inner_text() == "retrieval"
    assert "Fairy" in page.locator(".exchange").last.locator(".answer").inner_text()
    assert not {"knowledge base", "web", "MCP"} & set(refs.split("\n"))


def test_the_web_alone_shows_its_pages(open_page: Callable[..., Any], app: App):
    page = open_page(app.address)
    page.set_default_timeout(60_000)
    app.web.search = {"results": [{"title": "Pikachu", "url": f"{app.web.url}/page", "content": "About Pikachu"}]}
    switch(page, "Web")

    exchange = ask(page, WEB)

    refs = page.locator("#side .refs")
    assert "electricity in its cheeks" in refs.inner_text()
    assert refs.locator("a").first.get_attribute("href") == f"{app.web.url}/page"
    assert "cheeks" in exchange.locator(".answer").inner_text()


def test_an_mcp_server_alone_shows_its_results(open_page: Callable[..., Any], app: App):
    page = open_page(app.address)
    page.set_default_timeout(90_000)
    switch(page, "MCP")

    ask(page, MCP)

    refs = page.locator("#side .refs").inner_text()
    assert "pokedex: " in refs and "Garchomp" in refs


def test_what_each_source_does_is_seen_while_it_runs(open_page: Callable[..., Any], app: App):
    page = open_page(app.address)
    page.set_default_timeout(60_000)
    app.web.search = {"results": [{"title": "Slow", "url": f"{app.web.url}/slow", "content": "Slow"}]}
    switch(page, "Graph", "Web")
    page.fill("#question", "How are Eevee and Ditto connected?")
    page.keyboard.press("Enter")
    page.locator(".source-states:has(.source-working) :is(.source-found, .source-empty)").wait_for()
    states = page.locator(".source-states").inner_text()
    assert "Asking web search" in states
    assert "the graph: " in states
    page.locator(".answer.finished").wait_for()
    assert page.locator(".source-states").count() == 0


# --------------------------------------------------------------------------- what is said when it is gone


@pytest.mark.parametrize(
    ("source", "question", "sentence"),
    [
        ("Knowledge base", KNOWLEDGE, "Another process uses the knowledge base's file"),
        ("Graph", GRAPH, "cannot be opened"),
        ("Web", WEB, "POKEQA_WEB_SEARCH_URL"),
        ("MCP", MCP, "there is no program 'no-such-program'"),
    ],
)
def test_a_source_that_is_taken_away_says_so_and_the_question_is_answered(
    open_page: Callable[..., Any], bare_address: str, source: str, question: str, sentence: str
):
    page = open_page(bare_address)
    page.set_default_timeout(90_000)
    switch(page, source)

    ask_until(page, question, lambda refs: sentence in refs)

    exchange = page.locator(".exchange").last
    assert exchange.locator(".badge code").inner_text() == "model"
    assert exchange.locator(".answer .headline, .answer .opening").first.inner_text()
    assert page.locator("#side .refs").count() == 0
    ask(page, "What type is Lucario?")


def test_what_is_known_to_be_gone_is_said_at_its_switch(open_page: Callable[..., Any], bare_address: str):
    page = open_page(bare_address)
    page.set_default_timeout(60_000)
    ask(page, "What type is Lucario?")
    switched_off = page.locator('.toggle[data-source="knowledge_base"][aria-disabled="true"]')

    for _ in range(20):  # what the sources say of themselves is asked every few seconds
        api_answer(bare_address, {"query": KNOWLEDGE, "meta": {"db_id": "pokedex", "use_cache": False}})
        page.get_by_role("tab", name="Status").click()
        page.get_by_role("tab", name="Ask").click()
        page.wait_for_timeout(500)
        if switched_off.count():
            break

    assert "Another process uses" in (switched_off.locator(".tip").text_content() or "")
    assert page.locator(".exchange").count() == 1  # the conversation stays


def test_a_base_that_cannot_be_indexed_says_why_in_its_tab(open_page: Callable[..., Any], bare_address: str):
    page = open_page(f"{bare_address}/#knowledge")
    page.set_default_timeout(60_000)

    page.get_by_role("button", name="Index now").click()
    page.locator(".kb-page > .problem", has_text="Another process uses the knowledge base's file").wait_for()
    page.get_by_label("Name of a new base").fill("Notes")
    page.keyboard.press("Enter")
    page.locator('.kb-detail[data-chosen="notes"]').wait_for()
    page.set_input_files('#knowledge input[type="file"]', [text_file("a.txt", "Pelipper brings rain.")])

    page.locator(".kb-files .done-failed", has_text="Another process uses the knowledge base's file").wait_for()
    page.locator(".kb-detail .kb-state-waiting").wait_for()  # the file is kept, and indexed when that is possible


def api_answer(address: str, body: dict[str, Any]) -> dict[str, Any]:
    """The last line of an answer over HTTP."""
    request = urllib.request.Request(
        f"{address}/chat/", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=60) as response:
        last: dict[str, Any] = json.loads(response.read().splitlines()[-1])
        return last


# --------------------------------------------------------------------------- bases of one's own


def text_file(name: str, content: str) -> dict[str, Any]:
    return {"name": name, "mimeType": "application/octet-stream", "buffer": content.encode()}


FILES = [
    text_file(
        "team.md", "# Brassbutton notes\n\nIn the Brassbutton notes, Pelipper leads the team and brings the rain."
    ),
    text_file("broken.pdf", "%PDF-1.4 nonsense"),
    text_file("photo.txt", "\0\0\0"),
    text_file("virus.exe", "MZ"),
    text_file(
        "copy.txt", "# Brassbutton notes\n\nIn the Brassbutton notes, Pelipper leads the team and brings the rain."
    ),
    text_file(
        "<img src=x onerror=alert(1)>.html", "<script>alert(1)</script><p>Torkoal waits in the valley of Oakmoor.</p>"
    ),
    text_file("items.csv", "Name,Item\nGarchomp,Choice Scarf\n"),
]


def test_a_base_is_created_filled_asked_and_deleted(open_page: Callable[..., Any], app: App):
    page = open_page(app.address)
    page.set_default_timeout(60_000)
    assert page.locator(".picker:visible").count() == 0

    page.get_by_role("tab", name="Knowledge bases").click()
    page.locator(".kb-base").first.wait_for()
    assert page.get_by_role("button", name="Rename").count() == 0  # the built-in base stays as it is
    page.get_by_label("Name of a new base").fill("Team <b>notes</b>")
    page.keyboard.press("Enter")
    page.locator('.kb-detail[data-chosen="team-b-notes-b"]').wait_for()
    assert page.get_by_label("Name of a new base").input_value() == ""

    page.set_input_files('#knowledge input[type="file"]', FILES)
    page.wait_for_function("document.querySelectorAll('.kb-files [class^=done-]').length === 7")
    said = [row.inner_text().replace("\n", " ") for row in page.locator(".kb-files li").all()]
    for row, sentence in zip(
        said,
        ("added, passages: 1", "the PDF is damaged", "not a text file", "files of this kind cannot be read",
         "same content as team.md", "added, passages: 1", "added, passages: 1"),
        strict=True,
    ):  # fmt: skip
        assert sentence in row
    page.locator(".kb-documents tbody tr").nth(2).wait_for()
    assert page.locator(".kb-documents tbody tr").count() == 3
    assert page.locator("#knowledge img").count() == 0

    page.get_by_role("tab", name="Ask").click()
    picker = page.get_by_label("Which knowledge base")
    picker.select_option(label="Team <b>notes</b>")
    assert page.get_by_role("switch", name="Knowledge base").get_attribute("aria-checked") == "true"
    exchange = ask(page, KNOWLEDGE)
    assert "Pelipper leads the team" in exchange.locator(".answer").inner_text()
    assert "Team <b>notes</b> › Brassbutton notes" in page.locator("#side .refs").inner_text()

    page.get_by_role("tab", name="Knowledge bases").click()
    page.get_by_role("button", name="Delete team.md").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    page.wait_for_function("document.querySelectorAll('.kb-documents tbody tr').length === 2")

    page.get_by_role("button", name="Rename").click()
    page.get_by_role("dialog").get_by_label("New name").fill("Old notes")
    page.keyboard.press("Enter")
    page.locator("#kb-title", has_text="Old notes").wait_for()

    page.locator(".kb-detail .kb-actions").get_by_role("button", name="Delete").click()
    dialog = page.get_by_role("dialog")
    assert "Old notes" in dialog.inner_text()
    dialog.get_by_role("button", name="Cancel").click()
    assert page.locator("#kb-title").inner_text() == "Old notes"
    page.locator(".kb-detail .kb-actions").get_by_role("button", name="Delete").click()
    dialog.get_by_role("button", name="Delete").click()
    page.locator('.kb-detail[data-chosen="pokedex"]').wait_for()

    page.get_by_role("tab", name="Ask").click()
    page.locator(".picker").first.wait_for(state="hidden")


DROPPED = """() => {
    const files = new DataTransfer();
    for (const [name, text] of [["a.txt", "Pelipper brings rain."], ["a.txt", "Torkoal."], ["b.pdf", "%PDF"]])
        files.items.add(new File([text], name));
    return files;
}"""


def test_dropped_files_are_taken_and_refused_in_the_readers_language(open_page: Callable[..., Any], app: App):
    page = open_page(f"{app.address}/#knowledge", locale="zh-CN")
    page.set_default_timeout(60_000)
    page.get_by_label("新知识库的名称").fill("雨队")
    page.get_by_role("button", name="创建").click()
    page.locator("#kb-title", has_text="雨队").wait_for()

    page.dispatch_event("[data-drop]", "drop", {"dataTransfer": page.evaluate_handle(DROPPED)})

    page.wait_for_function("document.querySelectorAll('.kb-files [class^=done-]').length === 3")
    said = page.locator(".kb-files").inner_text()
    for sentence in ("已添加，段落：1", "另一个同名文件", "PDF 已损坏"):
        assert sentence in said
    page.locator(".kb-detail .kb-actions").get_by_role("button", name="删除").click()
    page.get_by_role("dialog").get_by_role("button", name="删除").click()
    page.locator('.kb-detail[data-chosen="pokedex"]').wait_for()


def test_a_base_that_somebody_else_creates_can_be_picked_without_a_reload(open_page: Callable[..., Any], app: App):
    mine, other = open_page(app.address), open_page(f"{app.address}/#knowledge")
    for page in (mine, other):
        page.set_default_timeout(60_000)
    other.get_by_label("Name of a new base").fill("Shared")
    other.keyboard.press("Enter")
    other.locator('.kb-detail[data-chosen="shared"]').wait_for()

    mine.get_by_role("tab", name="Status").click()
    mine.get_by_role("tab", name="Ask").click()

    mine.get_by_label("Which knowledge base").select_option(label="Shared")
    other.locator(".kb-detail .kb-actions").get_by_role("button", name="Delete").click()
    other.get_by_role("dialog").get_by_role("button", name="Delete").click()
    other.locator('.kb-detail[data-chosen="pokedex"]').wait_for()
    ask(mine, "Is there anything about sandcastles in the notes?")
    assert "There is no knowledge base 'shared'" in mine.locator('[data-panel="refs"]').inner_text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("locale", ["en-US", "zh-CN"])
def test_the_tab_fits_a_phone(open_page: Callable[..., Any], app: App, scheme: str, locale: str):
    page = open_page(
        f"{app.address}/#knowledge", width=390, height=844, has_touch=True, color_scheme=scheme, locale=locale
    )

    page.locator(".kb-base").first.wait_for(timeout=60_000)

    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.slow
def test_the_built_in_base_is_indexed_with_progress_and_asked(open_page: Callable[..., Any], app: App):
    page = open_page(f"{app.address}/#knowledge")
    page.set_default_timeout(400_000)
    page.get_by_role("button", name="Index now").click()
    page.locator(".kb-detail .kb-state-indexing", has_text="%").wait_for()
    page.locator(".kb-detail .kb-state-ready").wait_for()
    assert re.search(r"of \d,\d{3}\b", page.locator(".kb-detail").inner_text())  # thousands of documents

    page.get_by_role("tab", name="Ask").click()
    switch(page, "Knowledge base")
    exchange = ask(page, "How do IVs get inherited when breeding?")

    assert exchange.locator(".badge code").inner_text() == "retrieval"
    assert "Destiny Knot" in page.locator("#side .refs").inner_text()
