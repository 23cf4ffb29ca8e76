"""The web as an evidence source: a search, then the text of the best pages, all within one time limit.

What a page says is data: it is quoted as plain text with its address, and changes nothing in what is fetched or asked.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import re
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit

from ...errors import SourceError
from ...settings import Settings
from ..evidence import Evidence, SourceQuery, SourceResult
from ..fetch import JSON, Fetcher, FetchError, Page, check_url
from ..plain_text import plain

logger = logging.getLogger(__name__)

#: The keyless search asks one engine only: the time limits of several would add up.
DDGS_BACKEND = "duckduckgo"
TAVILY_URL = "https://api.tavily.com/search"
SNIPPET_MAX_CHARS = 500
EXCERPT_MAX_CHARS = 1500
#: Search results to look at; the pages that are read are the first of these.
HITS = 8
#: The search may take this share of the time limit; the rest is for the pages.
SEARCH_SHARE = 0.6
#: A search engine's answer may be this large, in bytes.
ANSWER_MAX_BYTES = 2 * 1024 * 1024

_LATIN = re.compile(r"[a-zà-ÿ0-9]{3,}")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]{2,}")
_SUBJECT = re.compile(r"pok[eé]mon|pok[eé]dex|宝可梦|寶可夢|ポケモン", re.IGNORECASE)


class WebError(SourceError):
    """The web cannot be searched."""

    code = "web_failed"


@dataclass(frozen=True, slots=True)
class Hit:
    """One result of a search engine."""

    title: str
    url: str
    snippet: str


class WebSource:
    """A web search by the provider of the settings, and the pages behind its first results."""

    name = "web"
    supports_caching = True

    def __init__(self, settings: Settings, *, fetcher: Fetcher | None = None, tavily_url: str = TAVILY_URL) -> None:
        self._settings = settings
        self._tavily_url = tavily_url
        own = [urlsplit(settings.web_search_url).netloc] if settings.web_search_url else []
        self._fetcher = fetcher or Fetcher(
            allow_hosts=settings.web_allow_hosts.split(","),
            max_bytes=settings.web_page_max_bytes,
            timeout_s=settings.web_timeout_s,
        )
        # The search engine's own address was chosen by whoever runs this; its results were not.
        self._engine = Fetcher(allow_hosts=own, max_bytes=ANSWER_MAX_BYTES, timeout_s=settings.web_timeout_s)

    # ------------------------------------------------------------------ the source

    async def search(self, query: SourceQuery) -> SourceResult:
        """The excerpts of the pages found, best first. Raises `WebError` when the web cannot be searched."""
        provider = self._provider()
        began, ends = time.perf_counter(), time.monotonic() + self._settings.web_timeout_s
        text = query.text if _SUBJECT.search(query.text) else f"{query.text} Pokémon"
        limit = SEARCH_SHARE * self._settings.web_timeout_s
        try:
            async with asyncio.timeout(limit):
                hits = await self._providers()[provider](text[:400], query.understanding.language)
        except TimeoutError as error:
            raise WebError(
                f"The web search ({provider}) did not answer within {limit:g} s. There may be no network; switch the "
                f"web off, or raise POKEQA_WEB_TIMEOUT_S."
            ) from error
        hits = _proper(hits)
        detail: dict[str, Any] = {"provider": provider, "query": text, "hits": len(hits)}
        if not hits:
            return SourceResult(
                message=f"The web search ({provider}) found nothing. Ask in other words.", detail=detail
            )
        pages = await self._pages(hits[: self._settings.web_pages], ends)
        results = [self._evidence(place, hit, pages.get(hit.url), query.text) for place, hit in enumerate(hits)]
        detail["pages"] = {url: page if isinstance(page, str) else "read" for url, page in pages.items()}
        detail["ms"] = round((time.perf_counter() - began) * 1000, 1)
        unread = all(isinstance(page, str) for page in pages.values())
        return SourceResult(
            results=tuple(results),
            message="None of the pages could be read; these are the search engine's own excerpts." if unread else None,
            detail=detail,
        )

    async def available(self) -> str | None:
        """None when the provider is set up; whether there is a network shows at the first search."""
        try:
            self._provider()
        except WebError as error:
            return str(error)
        return None

    async def close(self) -> None:
        """Close the connections."""
        await self._fetcher.close()
        await self._engine.close()

    # ------------------------------------------------------------------ searching

    def _provider(self) -> str:
        settings = self._settings
        provider = settings.web_provider
        if provider == "auto":
            return "searxng" if settings.web_search_url else "tavily" if settings.tavily_api_key else "ddgs"
        if provider == "searxng" and not settings.web_search_url:
            raise WebError("The web search needs an address. Set POKEQA_WEB_SEARCH_URL, or POKEQA_WEB_PROVIDER=ddgs.")
        if provider == "tavily" and not settings.tavily_api_key:
            raise WebError("The web search needs a key. Set POKEQA_TAVILY_API_KEY, or POKEQA_WEB_PROVIDER=ddgs.")
        return provider

    def _providers(self) -> Mapping[str, Callable[[str, str], Awaitable[list[Hit]]]]:
        return {"ddgs": self._ddgs, "searxng": self._searxng, "tavily": self._tavily}

    async def _ddgs(self, text: str, language: str) -> list[Hit]:
        region = {"zh-hans": "cn-zh", "zh-hant": "tw-tzh", "ja": "jp-jp"}.get(language, "us-en")
        rows = await asyncio.to_thread(_ddgs, text, region, self._settings.web_timeout_s)
        return [Hit(str(row.get("title", "")), str(row.get("href", "")), str(row.get("body", ""))) for row in rows]

    async def _searxng(self, text: str, language: str) -> list[Hit]:
        url = self._settings.web_search_url or ""
        wanted = {
            "q": text,
            "format": "json",
            "language": {"zh-hans": "zh-CN", "zh-hant": "zh-TW"}.get(language, language),
        }
        address = f"{url}{'&' if '?' in url else '?'}{urlencode(wanted)}"
        try:
            body = await self._engine.get(address, types=JSON)
        except FetchError as error:
            raise WebError(f"The web search cannot be asked: {error} Check POKEQA_WEB_SEARCH_URL.") from error
        return _hits(body.content, "The search engine at POKEQA_WEB_SEARCH_URL")

    async def _tavily(self, text: str, language: str) -> list[Hit]:
        import httpx

        key = self._settings.tavily_api_key
        assert key is not None
        headers = {"Authorization": f"Bearer {key.get_secret_value()}"}
        try:
            async with httpx.AsyncClient(timeout=self._settings.web_timeout_s) as client:
                answer = await client.post(self._tavily_url, headers=headers, json={"query": text, "max_results": HITS})
        except httpx.HTTPError as error:
            raise WebError(
                f"The web search (tavily) cannot be reached; there may be no network ({type(error).__name__}). Switch "
                f"the web off, or try again."
            ) from error
        if answer.status_code in (401, 403):
            raise WebError("The web search (tavily) refused the key. Correct POKEQA_TAVILY_API_KEY.")
        if answer.status_code != 200:
            raise WebError(f"The web search (tavily) answered with status {answer.status_code}. Try again later.")
        return _hits(answer.content, "The web search (tavily)")

    # ------------------------------------------------------------------ pages

    async def _pages(self, hits: Sequence[Hit], ends: float) -> dict[str, Page | str]:
        """The pages by address, read at the same time; a sentence in place of one that could not be read."""

        async def read(hit: Hit) -> Page | str:
            try:
                async with asyncio.timeout(max(0.1, ends - time.monotonic())):
                    return await self._fetcher.page(hit.url)
            except FetchError as error:
                return str(error)
            except TimeoutError:
                return "there was no time left to read it"

        return dict(zip((hit.url for hit in hits), await asyncio.gather(*map(read, hits)), strict=True))

    def _evidence(self, place: int, hit: Hit, page: Page | str | None, question: str) -> Evidence:
        read = page if isinstance(page, Page) else None
        snippet = plain(hit.snippet, SNIPPET_MAX_CHARS)
        text = excerpt(read.text, question) if read is not None else snippet
        return Evidence(
            id=f"web/{hashlib.sha256(hit.url.encode()).hexdigest()[:12]}",
            source="web",
            title=plain((read.title if read else "") or hit.title, 200) or urlsplit(hit.url).netloc,
            text=text or snippet,
            where=hit.url,
            scores={"rank": 1 / (1 + place)},
            metadata={"url": hit.url, "read": read is not None, "snippet": snippet},
        )


def _ddgs(text: str, region: str, timeout_s: float) -> list[dict[str, Any]]:
    """The rows of a keyless search. Blocks."""
    try:
        from ddgs import DDGS
        from ddgs.exceptions import DDGSException
    except ImportError as error:
        raise WebError("The package ddgs is not installed. Install it: pip install ddgs.") from error
    try:
        rows: list[dict[str, Any]] = DDGS(timeout=max(1, int(timeout_s))).text(
            text, region=region, max_results=HITS, backend=DDGS_BACKEND
        )
    except DDGSException as error:
        if "No results" in str(error):
            return []
        logger.info("The keyless search failed: %s", error)
        raise WebError(
            "The web search cannot be reached: there is no network, or the search engine refuses this machine. Switch "
            "the web off, or set POKEQA_WEB_SEARCH_URL or POKEQA_TAVILY_API_KEY."
        ) from error
    return rows


def _hits(content: bytes, who: str) -> list[Hit]:
    """The results of a JSON answer: {"results": [{"title", "url", "content"}]}."""
    try:
        rows = json.loads(content)["results"]
        return [
            Hit(str(row.get("title") or ""), str(row["url"]), str(row.get("content") or ""))
            for row in rows
            if isinstance(row, dict) and row.get("url")
        ]
    except (ValueError, KeyError, TypeError) as error:
        raise WebError(f'{who} did not answer with JSON of the form {{"results": [{{"url", …}}]}}.') from error


def _proper(hits: Iterable[Hit]) -> list[Hit]:
    """The hits with an address that may be asked for, each page once."""
    found: dict[str, Hit] = {}
    for hit in hits:
        try:
            check_url(hit.url)
        except FetchError:
            continue
        found.setdefault(hit.url.partition("#")[0], hit)
    return list(found.values())[:HITS]


def excerpt(text: str, question: str) -> str:
    """The paragraphs of a page that share most words with the question, in their order, within the limit."""
    paragraphs = [part.strip() for part in text.split("\n") if part.strip()]
    words = set(_words(question))
    scored = sorted(((len(words & set(_words(part))), -place) for place, part in enumerate(paragraphs)), reverse=True)
    chosen: list[int] = []
    size = 0
    for score, negative in scored:
        part = paragraphs[-negative]
        if chosen and (score == 0 or size + len(part) > EXCERPT_MAX_CHARS):
            continue
        chosen.append(-negative)
        size += len(part)
    return plain("\n".join(paragraphs[place] for place in sorted(chosen)), EXCERPT_MAX_CHARS)


def _words(text: str) -> Iterable[str]:
    """Latin words, and pairs of neighbouring Chinese or Japanese characters."""
    folded = text.lower()
    yield from _LATIN.findall(folded)
    for run in _CJK.findall(folded):
        yield from (run[place : place + 2] for place in range(len(run) - 1))
