"""Stand-ins for the parser and for layers, for tests of what happens around them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from typing import Any, cast

from pokeqa.engine import Engine, House
from pokeqa.events import Delta, Event
from pokeqa.layer import Inner, Layer, finish
from pokeqa.pokedex.dataset import Dataset
from pokeqa.question.signature import Signature
from pokeqa.question.understanding import AnswerLanguage, Mention, Part, Understanding
from pokeqa.request import ChatBody, ChatRequest, Meta, Refs, Trace, Turn
from pokeqa.settings import Settings


def understanding(
    *parts: Part, text: str = "What type is Lucario?", language: AnswerLanguage = "en", mentions: Sequence[Mention] = ()
) -> Understanding:
    """An understanding with these parts."""
    return Understanding(
        text,
        text,
        language,
        parts,
        tuple(mentions),
        self_contained=True,
        signature=Signature(text, False, "open"),
        names_ms=0.3,
        parse_ms=0.7,
    )


def request(of: Understanding, meta: Meta | None = None) -> ChatRequest:
    """A request as a layer gets it."""
    meta = meta or Meta()
    refs = Refs(of.text, [], meta.model_dump(mode="json"))
    return ChatRequest("r-1", of.text, (), meta, of, refs, Trace())


async def collect(events: AsyncGenerator[Event, None]) -> list[Event]:
    """Every event of a stream."""
    return [event async for event in events]


def text_of(events: Sequence[Event]) -> str:
    """The answer's text."""
    return "".join(event.text for event in events if isinstance(event, Delta))


class FakeParser:
    """Understands everything as one given thing, and remembers what it was asked."""

    def __init__(self, result: Understanding | None = None) -> None:
        self.result = result or understanding()
        self.asked: list[tuple[str, list[Turn], str]] = []

    def understand(self, query: str, history: Sequence[Turn], locale: str) -> Understanding:
        self.asked.append((query, list(history), locale))
        return self.result


class AnsweringLayer:
    """Answers with a fixed text."""

    def __init__(self, name: str = "shortcut", text: str = "Fighting and Steel.") -> None:
        self.name = name
        self._text = text

    async def ask(self, request: ChatRequest, inner: Inner) -> AsyncGenerator[Event, None]:
        request.trace.add(self.name, "answered", "answered", started_ms=request.trace.now_ms())
        yield Delta(self._text)
        yield finish(request, "local_dataset")


class BreakingLayer:
    """Says something, then raises."""

    name = "shortcut"

    def __init__(self, error: Exception) -> None:
        self._error = error

    async def ask(self, request: ChatRequest, inner: Inner) -> AsyncGenerator[Event, None]:
        yield Delta("half an ")
        raise self._error


class EndlessLayer:
    """Begins an answer and never ends it; `stopped` is set when its work is cancelled or closed."""

    name = "shortcut"

    def __init__(self) -> None:
        self.started = asyncio.Event()
        self.stopped = asyncio.Event()

    async def ask(self, request: ChatRequest, inner: Inner) -> AsyncGenerator[Event, None]:
        try:
            yield Delta("Well")
            self.started.set()
            await asyncio.Event().wait()
        finally:
            self.stopped.set()


class SilentLayer:
    """Ends without an answer, which no layer may do."""

    name = "shortcut"

    async def ask(self, request: ChatRequest, inner: Inner) -> AsyncGenerator[Event, None]:
        for event in ():
            yield event


class FakeDataset:
    """A Pokédex of which only the version is ever read."""

    version = "test-1"


def fake_engine(
    *layers: Layer, parser: FakeParser | None = None, settings: Settings | None = None,
    load: Callable[[Settings], House] | None = None,
) -> Engine:  # fmt: skip
    """An engine with these layers and no real Pokédex."""

    def house(_: Settings) -> House:
        return House(cast(Dataset, FakeDataset()), parser or FakeParser(), layers or (AnsweringLayer(),))

    return Engine(settings or Settings(), load or house)


def body(query: str = "What type is Lucario?", **fields: Any) -> ChatBody:
    """A request's body."""
    return ChatBody.model_validate({"query": query, **fields})
