"""The language model: any server with the OpenAI interface (Ollama, vLLM, llama.cpp, hosted ones), or a GGUF file.

The interface is spoken directly over HTTP: a stream that breaks off must be told from one that ends, an error must
become a sentence a person can act on, and a failed request is tried again once and not twelve times. Only httpx is
loaded, and only when a model is asked.

    model = language_model(settings)
    async for piece in model.stream([Message("user", "Who is Mew?")], report := Report()):
        ...
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import urlsplit

from ..errors import PokeqaError
from ..pokedex.phrases import phrases_for
from ..retrieval.plain_text import plain
from ..retrieval.prompt import Message
from ..settings import Settings
from .thinking import ThinkingFilter

if TYPE_CHECKING:
    import httpx

#: What a second attempt waits for, and at most, in seconds.
RETRY_AFTER_S, RETRY_AFTER_MAX_S = 0.5, 5.0
#: Longer lines and errors of a server are not read.
LINE_MAX_CHARS = 1_000_000
DETAIL_MAX_CHARS = 200
CONNECT_TIMEOUT_S = 5.0
#: Of a prompt that is completed without being shown: a rewritten question, a query for the graph.
COMPLETE_MAX_TOKENS = 400

#: By these words in an error a server is known that does not take a schema.
_FORMAT_WORDS = ("response_format", "json_schema", "grammar", "schema")
_TRANSIENT = frozenset({408, 425, 429, 500, 502, 503, 504})
_FAULTS = {401: "key", 403: "key", 404: "unknown", 429: "busy"}


class LanguageModelError(PokeqaError):
    """The language model could not be asked, or its answer is not whole.

    `kind` and `values` name a sentence below `llm.` in the answer templates; the error's own text is the English one.
    """

    code = "llm_failed"

    def __init__(self, kind: str, *, transient: bool = False, wait_s: float | None = None, **values: object) -> None:
        self.kind = kind
        self.values = values
        self.transient = transient
        self.wait_s = wait_s
        super().__init__(self.sentence("en"))

    def sentence(self, language: str) -> str:
        """What happened and what to do, in a language."""
        return phrases_for(language).say(f"llm.{self.kind}", **self.values)


@dataclass(slots=True)
class Report:
    """How one answer was written, for the trace. `finish_reason` is None where the answer is not whole."""

    model: str = ""
    attempts: int = 0
    finish_reason: str | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    first_ms: float | None = None
    ms: float | None = None

    def to_json(self) -> dict[str, Any]:
        """The report as the trace shows it."""
        return {
            "model": self.model,
            "attempts": self.attempts,
            "finish_reason": self.finish_reason,
            "prompt_tokens": self.prompt_tokens,
            "completion_tokens": self.completion_tokens,
            "first_token_ms": self.first_ms,
            "ms": self.ms,
        }


class LanguageModel(Protocol):
    """Writes texts."""

    @property
    def name(self) -> str:
        """What the answer's refs call it."""
        ...

    def problem(self) -> LanguageModelError | None:
        """Why the model cannot be asked as it is set up; cheap, asks no server."""
        ...

    def stream(self, messages: Sequence[Message], report: Report) -> AsyncGenerator[str, None]:
        """The pieces of an answer. Raises `LanguageModelError` when there is none, or when it is not whole."""
        ...

    async def complete(self, prompt: str) -> str:
        """The whole answer to one prompt. Raises `LanguageModelError`."""
        ...

    async def close(self) -> None:
        """Let go of what the model holds."""
        ...


def language_model(settings: Settings) -> LanguageModel | None:
    """The model that the settings ask for; None where they ask for none. Loads nothing."""
    if settings.llm == "off":
        return None
    if settings.llm == "local":
        from .local_llm import LocalModel

        return LocalModel(settings)
    return OpenAIModel(settings) if settings.llm_base_url else None


class OpenAIModel:
    """A model behind a server with the OpenAI interface."""

    def __init__(
        self, settings: Settings, *, base_url: str | None = None, model: str | None = None, own_key: str | None = None
    ) -> None:
        """A client of the settings' server, or of another one; `own_key` is that of a server in this process."""
        self._settings = settings
        self._base = (base_url or settings.llm_base_url or "").rstrip("/")
        self._model = model or settings.llm_model
        self._own = own_key is not None
        key = settings.llm_api_key.get_secret_value() if settings.llm_api_key is not None else None
        self._key = own_key or key
        self._host = urlsplit(self._base).netloc.rpartition("@")[2]
        self._usage = True
        self._schemas = True

    @property
    def name(self) -> str:
        """The model's name on its server."""
        return self._model or ""

    def problem(self) -> LanguageModelError | None:
        """Why the model cannot be asked as it is set up."""
        return None if self._model else LanguageModelError("no_model")

    async def close(self) -> None:
        """Nothing is kept open between two answers."""

    async def complete(self, prompt: str) -> str:
        """The whole answer to one prompt. Raises `LanguageModelError`."""
        async with aclosing(self.stream([Message("user", prompt)], Report(), max_tokens=COMPLETE_MAX_TOKENS)) as pieces:
            return "".join([piece async for piece in pieces])

    async def write_json(
        self, messages: Sequence[Message], schema: Mapping[str, Any], report: Report, *, max_tokens: int
    ) -> str:
        """A whole answer that follows a JSON schema, on servers that can be held to one; elsewhere it may not.

        Raises `LanguageModelError`.
        """
        async with aclosing(self.stream(messages, report, max_tokens=max_tokens, schema=schema)) as pieces:
            return "".join([piece async for piece in pieces])

    async def stream(
        self, messages: Sequence[Message], report: Report, *, max_tokens: int | None = None,
        schema: Mapping[str, Any] | None = None,
    ) -> AsyncGenerator[str, None]:  # fmt: skip
        """The pieces of an answer; a transient failure before the first of them is tried again once."""
        began = time.perf_counter()
        report.model = self.name
        problem = self.problem()
        if problem is not None:
            raise problem
        body = {
            "model": self._model,
            "messages": [message.to_json() for message in messages],
            "max_tokens": max_tokens or self._settings.llm_max_tokens,
            "temperature": self._settings.llm_temperature,
            "stream": True,
        }
        try:
            while True:
                report.attempts += 1
                try:
                    async with aclosing(self._attempt(body | self._format(schema), report)) as pieces:
                        async for piece in pieces:
                            if report.first_ms is None:
                                report.first_ms = _ms(began)
                            yield piece
                    return
                except LanguageModelError as error:
                    if report.first_ms is not None or not error.transient or report.attempts > 1:
                        raise
                    await asyncio.sleep(min(error.wait_s or RETRY_AFTER_S, RETRY_AFTER_MAX_S))
        finally:
            report.ms = _ms(began)

    # ------------------------------------------------------------------ one attempt

    async def _attempt(self, body: Mapping[str, Any], report: Report) -> AsyncGenerator[str, None]:
        import httpx

        settings = self._settings
        headers = {"Accept": "text/event-stream"}
        if self._key is not None:
            headers["Authorization"] = f"Bearer {self._key}"
        timeout = httpx.Timeout(settings.llm_timeout_s, connect=min(CONNECT_TIMEOUT_S, settings.llm_timeout_s))
        thinking = ThinkingFilter()
        wrote = False
        try:
            async with (
                # A proxy of the environment is for what lies outside.
                httpx.AsyncClient(timeout=timeout, trust_env=not self._own) as client,
                self._post(client, body, headers) as response,
                aclosing(self._read(response, report)) as pieces,
            ):
                async for piece in pieces:
                    shown = thinking.feed(piece)
                    if shown:
                        wrote = wrote or bool(shown.strip())
                        yield shown
        except httpx.TimeoutException as error:
            raise LanguageModelError("timeout", host=self._host, seconds=f"{settings.llm_timeout_s:g}") from error
        except TimeoutError as error:
            raise LanguageModelError("timeout", host=self._host, seconds=f"{settings.llm_total_timeout_s:g}") from error
        except httpx.ConnectError as error:
            raise LanguageModelError("unreachable", transient=True, host=self._host) from error
        except (httpx.TransportError, httpx.StreamError) as error:
            # The connection ended in the middle of the answer.
            raise LanguageModelError("cut", transient=True, host=self._host) from error
        except httpx.InvalidURL as error:
            raise LanguageModelError("format", host=self._host) from error
        rest = thinking.flush()
        if rest:
            wrote = wrote or bool(rest.strip())
            yield rest
        if report.finish_reason is None:
            raise LanguageModelError("cut", transient=True, host=self._host)
        if not wrote:
            report.finish_reason = None
            raise LanguageModelError("empty", transient=True, host=self._host)

    def _format(self, schema: Mapping[str, Any] | None) -> dict[str, Any]:
        """What holds the server to a schema."""
        if schema is None or not self._schemas:
            return {}
        return {"response_format": {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema}}}

    def _post(self, client: httpx.AsyncClient, body: Mapping[str, Any], headers: Mapping[str, str]) -> Any:
        extra = {"stream_options": {"include_usage": True}} if self._usage else {}
        return client.stream("POST", f"{self._base}/chat/completions", json={**body, **extra}, headers=headers)

    async def _check(self, response: httpx.Response) -> None:
        """Raise for an answer that is not an answer."""
        status = response.status_code
        if status == 200:
            return
        detail = _detail(await _head(response))
        if status in (400, 422) and self._schemas and any(word in detail for word in _FORMAT_WORDS):
            # A server that cannot be held to a schema: the prompt alone asks for it from now on.
            self._schemas = False
            raise LanguageModelError("refused", transient=True, host=self._host, status=status, detail=detail)
        if status in (400, 422) and self._usage and "stream_options" in detail:
            # An older server: it does not tell the token use.
            self._usage = False
            raise LanguageModelError("refused", transient=True, host=self._host, status=status, detail=detail)
        kind = _FAULTS.get(status, "failed" if status >= 500 or status in _TRANSIENT else "refused")
        if 300 <= status < 400:
            kind = "format"
        raise LanguageModelError(
            kind,
            transient=status in _TRANSIENT,
            wait_s=_seconds(response.headers.get("retry-after")),
            host=self._host,
            model=plain(self.name, DETAIL_MAX_CHARS),
            status=status,
            detail=detail,
        )

    async def _read(self, response: httpx.Response, report: Report) -> AsyncGenerator[str, None]:
        """The pieces of text in a response: server-sent events, or one JSON object from a server that cannot stream."""
        await self._check(response)
        ends = asyncio.get_running_loop().time() + self._settings.llm_total_timeout_s
        media = response.headers.get("content-type", "").partition(";")[0].strip().lower()
        if media == "application/json":
            async with asyncio.timeout_at(ends):
                text = await _head(response, LINE_MAX_CHARS)
            yield self._piece(self._json(text), report, "message")
            return
        if media not in ("text/event-stream", "application/x-ndjson", "text/plain", ""):
            raise LanguageModelError("format", host=self._host)
        async for line in _lines(response, ends):
            data = line.removeprefix("data:").strip() if line.startswith("data:") else ""
            if data == "[DONE]":
                return
            if data:
                piece = self._piece(self._json(data), report, "delta")
                if piece:
                    yield piece

    def _json(self, text: str) -> Mapping[str, Any]:
        try:
            value = json.loads(text)
        except ValueError as error:
            raise LanguageModelError("format", host=self._host) from error
        if not isinstance(value, dict):
            raise LanguageModelError("format", host=self._host)
        return value

    def _piece(self, chunk: Mapping[str, Any], report: Report, part: str) -> str:
        """The text of one chunk; what else it tells goes into the report."""
        if chunk.get("error"):
            detail = _detail(json.dumps(chunk))
            raise LanguageModelError("refused", host=self._host, status=200, detail=detail)
        usage = chunk.get("usage")
        if isinstance(usage, dict):
            report.prompt_tokens = _count(usage.get("prompt_tokens"))
            report.completion_tokens = _count(usage.get("completion_tokens"))
        choices = chunk.get("choices")
        if not isinstance(choices, list):
            raise LanguageModelError("format", host=self._host)
        if not choices:  # the chunk that only tells the token use
            return ""
        first = choices[0]
        message = first.get(part) if isinstance(first, dict) else None
        if not isinstance(message, dict | None) or not isinstance(first, dict):
            raise LanguageModelError("format", host=self._host)
        reason = first.get("finish_reason")
        if isinstance(reason, str) and reason:
            report.finish_reason = reason
        content = (message or {}).get("content")
        return content if isinstance(content, str) else ""


# --------------------------------------------------------------------------- reading a server


async def _lines(response: httpx.Response, ends: float) -> AsyncIterator[str]:
    """The lines of a stream until the loop's clock shows `ends`. A line longer than any answer's is not waited for."""
    held = ""
    pieces = response.aiter_text()
    while len(held) <= LINE_MAX_CHARS:
        try:
            # The limit holds for the reading only: a limit that stays open over a `yield` would end the reader's work.
            async with asyncio.timeout_at(ends):
                held += await anext(pieces)
        except StopAsyncIteration:
            break
        *lines, held = held.split("\n")
        for line in lines:
            yield line.rstrip("\r")
    if held:
        yield held


async def _head(response: httpx.Response, limit: int = 4000) -> str:
    """The beginning of a response's body."""
    text = ""
    async for piece in response.aiter_text():
        text += piece
        if len(text) > limit:
            break
    return text[:limit]


def _detail(text: str) -> str:
    """What a server says of an error, as one short line that ends like a sentence."""
    try:
        value = json.loads(text)
    except ValueError:
        return ""
    error = value.get("error") if isinstance(value, dict) else None
    message = error.get("message") if isinstance(error, dict) else error if isinstance(error, str) else None
    message = message or (value.get("message") if isinstance(value, dict) else None)
    if not isinstance(message, str):
        return ""
    line = plain(" ".join(message.split()), DETAIL_MAX_CHARS)
    return line if not line or line[-1] in ".!?…" else f"{line}."


def _seconds(value: str | None) -> float | None:
    try:
        return float(value) if value is not None else None
    except ValueError:
        return None


def _count(value: object) -> int | None:
    return value if isinstance(value, int) else None


def _ms(began: float) -> float:
    return round((time.perf_counter() - began) * 1000, 1)
