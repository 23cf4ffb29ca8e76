"""Sources that answer, wait, hang or break as they are told."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from pokeqa.errors import SourceError
from pokeqa.retrieval.evidence import Evidence, SourceQuery, SourceResult


def evidence(source: str, n: int, text: str | None = None, title: str | None = None) -> Evidence:
    """The n-th piece of a source."""
    return Evidence(
        f"{source}/{n}", source, title or f"Title {n} of {source}", text or f"The {source} says this, number {n}.",
        f"{source} › {n}", {"fused": 1 / n},
    )  # fmt: skip


class TestSource:
    """A source that waits `delay_s` and then does what it is told."""

    __test__ = False
    supports_caching = True

    def __init__(
        self, name: str, *results: Evidence, delay_s: float = 0.0, error: Exception | None = None,
        answer: str | None = None, message: str | None = None,
    ) -> None:  # fmt: skip
        self.name = name
        self._result = SourceResult(tuple(results), message, answer, {"seen": name})
        self._delay_s = delay_s
        self._error = error
        self.asked: list[SourceQuery] = []
        self.began = asyncio.Event()
        self.cancelled = False
        self.closed = False

    async def search(self, query: SourceQuery) -> SourceResult:
        self.asked.append(query)
        self.began.set()
        try:
            await asyncio.sleep(self._delay_s)
        except asyncio.CancelledError:
            self.cancelled = True
            raise
        if self._error is not None:
            raise self._error
        return self._result

    async def available(self) -> str | None:
        return None

    async def close(self) -> None:
        self.closed = True


class StubbornSource(TestSource):
    """Does not let itself be cancelled."""

    async def search(self, query: SourceQuery) -> SourceResult:
        for _ in range(40):
            try:
                await asyncio.sleep(0.05)
            except asyncio.CancelledError:
                self.cancelled = True
        raise SourceError("too late for anybody")


def hanging(name: str) -> TestSource:
    """A source that never answers."""
    return TestSource(name, delay_s=3600)


def pieces(source: str, texts: Sequence[str]) -> list[Evidence]:
    """Pieces of evidence with these texts."""
    return [evidence(source, n, text) for n, text in enumerate(texts, start=1)]
