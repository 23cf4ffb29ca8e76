"""The web as an evidence source: providers, pages, limits, and a machine without a network."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest

from pokeqa.pokedex.dataset import Dataset
from pokeqa.retrieval.evidence import SourceResult
from pokeqa.retrieval.sources.web import WebError, WebSource, excerpt
from pokeqa.settings import Settings
from tests.retrieval.asking import Asking, cases
from tests.retrieval.web_server import WebServer, web_server


@pytest.fixture(scope="module")
def asking(dataset: Dataset) -> Asking:
    return Asking(dataset)


@pytest.fixture
def web() -> Iterator[WebServer]:
    with web_server() as state:
        yield state


def results(*urls: str) -> dict[str, Any]:
    rows = [{"title": f"Result {n}", "url": url, "content": f"snippet {n}"} for n, url in enumerate(urls)]
    return {"results": rows}


def searxng(web: WebServer, **settings: Any) -> WebSource:
    hosts = settings.pop("web_allow_hosts", f"127.0.0.1:{web.port}")
    return WebSource(Settings(web_search_url=f"{web.url}/search", web_allow_hosts=hosts, **settings))


async def ask(source: WebSource, asking: Asking, text: str = "Where does Pikachu store electricity?") -> SourceResult:
    try:
        return await source.search(asking(text, use_web=True))
    finally:
        await source.close()


async def test_the_pages_behind_the_results_are_read(web: WebServer, asking: Asking):
    web.search = results(f"{web.url}/page", f"{web.url}/page2")

    result = await ask(searxng(web), asking)

    assert [one.title for one in result.results] == ["Pikachu", "Pikachu"]
    assert "in its cheeks" in result.results[0].text
    assert result.results[0].where == f"{web.url}/page"
    assert result.results[0].metadata["read"]
    assert result.message is None


async def test_the_question_is_sent_as_a_parameter(web: WebServer, asking: Asking):
    await ask(searxng(web), asking, "Who & what is Pikachu? #1")

    assert web.asked[0].startswith("/search?q=Who+%26+what+is+Pikachu%3F+%231+Pok%C3%A9mon&format=json&language=en")


async def test_nothing_found_is_said(web: WebServer, asking: Asking):
    result = await ask(searxng(web), asking)

    assert result.results == ()
    assert result.message is not None
    assert "found nothing" in result.message


async def test_a_page_that_cannot_be_read_leaves_the_snippet(web: WebServer, asking: Asking):
    web.search = results(f"{web.url}/nowhere", f"{web.url}/page")

    result = await ask(searxng(web), asking)

    assert result.results[0].text == "snippet 0"
    assert not result.results[0].metadata["read"]
    assert "status 404" in result.detail["pages"][f"{web.url}/nowhere"]
    assert result.results[1].metadata["read"]


async def test_no_page_read_is_said(web: WebServer, asking: Asking):
    web.search = results(f"{web.url}/nowhere")

    result = await ask(searxng(web), asking)

    assert result.message is not None
    assert "excerpts" in result.message


async def test_results_that_lead_into_this_network_are_not_fetched(web: WebServer, asking: Asking):
    """The search engine's own address is allowed for the search, not for its results."""
    web.search = results(
        f"{web.url}/page", "http://169.254.169.254/latest/", "file:///etc/passwd", "javascript:alert(1)"
    )

    result = await ask(searxng(web, web_allow_hosts=""), asking)

    assert [one.where for one in result.results] == [f"{web.url}/page", "http://169.254.169.254/latest/"]
    assert not any(one.metadata["read"] for one in result.results)
    assert not any(path.startswith("/page") for path in web.asked)


async def test_slow_pages_do_not_hold_the_question(web: WebServer, asking: Asking):
    web.search = results(f"{web.url}/slow", f"{web.url}/page")
    began = time.monotonic()

    result = await ask(searxng(web, web_timeout_s=1), asking)

    assert time.monotonic() - began < 2
    assert result.results[0].text == "snippet 0"
    assert result.results[1].metadata["read"]


async def test_only_so_many_pages_are_read(web: WebServer, asking: Asking):
    web.search = results(*(f"{web.url}/page?n={n}" for n in range(9)))

    result = await ask(searxng(web, web_pages=2), asking)

    assert len([path for path in web.asked if path.startswith("/page")]) == 2
    assert len(result.results) == 8


@pytest.mark.parametrize("answer", ["[]", {"no": 1}, {"results": 5}, {"results": [5, {"title": "x"}]}, None])
async def test_an_answer_of_another_form_is_said_or_empty(web: WebServer, asking: Asking, answer: Any):
    web.search = answer
    try:
        result = await ask(searxng(web), asking)
    except WebError as error:
        assert "JSON" in str(error)
    else:
        assert result.results == ()


async def test_a_search_engine_that_fails_is_said(web: WebServer, asking: Asking):
    web.search_status = 500

    with pytest.raises(WebError, match="POKEQA_WEB_SEARCH_URL"):
        await ask(searxng(web), asking)


async def test_poisoned_pages_are_only_text(web: WebServer, asking: Asking):
    source = searxng(web)
    for case in cases("injections.jsonl"):
        web.asked.clear()
        web.text = case["text"].replace("<", "&lt;").replace("\x1b", "").replace("\x07", "")
        web.search = {"results": [{"title": case["text"], "url": f"{web.url}/page", "content": case["text"]}]}
        result = await source.search(asking("Where does Pikachu store electricity?"))

        assert [path.partition("?")[0] for path in web.asked] == ["/search", "/page"], case["id"]
        assert [one.where for one in result.results] == [f"{web.url}/page"], case["id"]
        assert not any(hidden in result.results[0].text + result.results[0].title for hidden in "\x1b\u200b\u202e"), (
            case["id"]
        )
    await source.close()


async def test_tavily_is_asked_with_the_key(web: WebServer, asking: Asking):
    web.search = results(f"{web.url}/page")
    settings = Settings(tavily_api_key="k3y", web_allow_hosts="127.0.0.1")

    result = await ask(WebSource(settings, tavily_url=f"{web.url}/search"), asking)

    assert result.detail["provider"] == "tavily"
    assert web.headers[0]["Authorization"] == "Bearer k3y"
    assert json.loads(web.asked[0].partition(" ")[2])["query"].startswith("Where does Pikachu")
    assert result.results[0].metadata["read"]


async def test_a_key_that_is_refused_is_said_without_the_key(web: WebServer, asking: Asking):
    web.search_status = 401

    with pytest.raises(WebError, match="POKEQA_TAVILY_API_KEY") as caught:
        await ask(WebSource(Settings(tavily_api_key="k3y"), tavily_url=f"{web.url}/search"), asking)

    assert "k3y" not in str(caught.value)


@pytest.mark.parametrize(("provider", "words"), [("searxng", "needs an address"), ("tavily", "needs a key")])
async def test_a_provider_that_is_not_set_up_is_said(provider: Any, words: str):
    reason = await WebSource(Settings(web_provider=provider)).available()

    assert reason is not None
    assert words in reason


async def test_without_a_network_it_says_so_in_time(asking: Asking, monkeypatch: pytest.MonkeyPatch):
    from ddgs import DDGS
    from ddgs.exceptions import DDGSException

    def offline(self: DDGS, *arguments: Any, **options: Any) -> Any:
        raise DDGSException("DNSError: error sending request")

    monkeypatch.setattr("ddgs.DDGS.text", offline)

    with pytest.raises(WebError, match="no network"):
        await ask(WebSource(Settings()), asking)


async def test_a_search_that_hangs_ends_at_its_limit(asking: Asking, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("pokeqa.retrieval.sources.web._ddgs", lambda *_: time.sleep(2))
    began = time.monotonic()

    with pytest.raises(WebError, match="did not answer within"):
        await ask(WebSource(Settings(web_timeout_s=0.5)), asking)

    assert time.monotonic() - began < 1.5


async def test_the_keyless_search_names_one_engine(asking: Asking, monkeypatch: pytest.MonkeyPatch):
    seen: dict[str, Any] = {}

    def text(self: Any, query: str, **options: Any) -> list[dict[str, str]]:
        seen.update(options, query=query)
        return []

    monkeypatch.setattr("ddgs.DDGS.text", text)
    result = await ask(WebSource(Settings()), asking, "皮卡丘的电从哪里来")

    assert "," not in seen["backend"]
    assert seen["region"] == "cn-zh"
    assert result.message is not None


def test_the_excerpt_holds_what_the_question_is_about():
    text = "\n".join(
        [*(f"Paragraph {n} is about something else. " * 8 for n in range(20)), "Cheeks store electricity."]
    )

    assert "Cheeks store electricity." in excerpt(text, "Where does it store electricity?")
    assert len(excerpt(text, "x")) <= 1500
