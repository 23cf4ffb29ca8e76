"""A language model in a GGUF file on this machine, run by whichever package is installed.

`xllamacpp` brings llama.cpp's own server, which runs in this process and is asked over its loopback address like any
other server; `llama_cpp` (llama-cpp-python) is called directly, in a thread. Nothing is loaded before the first
question.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
import time
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from contextlib import aclosing
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ..retrieval.plain_text import plain
from ..retrieval.prompt import Message
from ..settings import Settings
from .llm import COMPLETE_MAX_TOKENS, DETAIL_MAX_CHARS, LanguageModelError, OpenAIModel, Report

logger = logging.getLogger(__name__)

#: Room for the prompt, the evidence and the answer, in tokens, on top of what the settings allow for the last two.
CONTEXT_EXTRA_TOKENS = 1200
RUNNERS = ("xllamacpp", "llama_cpp")
#: llama.cpp says errors only.
VERBOSITY = 1


class LocalModel:
    """The model at `POKEQA_LLM_PATH`."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._path = settings.llm_path
        self._lock = threading.Lock()
        self._server: Any = None
        self._client: OpenAIModel | None = None
        self._llama: Any = None

    @property
    def name(self) -> str:
        """The file's name without its ending."""
        return self._path.stem if self._path is not None else "local"

    def problem(self) -> LanguageModelError | None:
        """Why the model cannot be asked as it is set up."""
        if self._path is None:
            return LanguageModelError("no_path")
        if not self._path.is_file():
            return LanguageModelError("no_file", path=self._path)
        if not any(find_spec(runner) for runner in RUNNERS):
            return LanguageModelError("no_runner")
        return None

    async def complete(self, prompt: str) -> str:
        """The whole answer to one prompt. Raises `LanguageModelError`."""
        async with aclosing(self.stream([Message("user", prompt)], Report(), max_tokens=COMPLETE_MAX_TOKENS)) as pieces:
            return "".join([piece async for piece in pieces])

    async def write_json(
        self, messages: Sequence[Message], schema: Mapping[str, Any], report: Report, *, max_tokens: int
    ) -> str:
        """A whole answer that follows a JSON schema where llama.cpp's server runs here; elsewhere it may not.

        Raises `LanguageModelError`.
        """
        problem = self.problem()
        if problem is not None:
            raise problem
        await asyncio.to_thread(self._ensure_loaded)
        if self._client is not None:
            return await self._client.write_json(messages, schema, report, max_tokens=max_tokens)
        async with aclosing(self.stream(messages, report, max_tokens=max_tokens)) as pieces:
            return "".join([piece async for piece in pieces])

    async def stream(
        self, messages: Sequence[Message], report: Report, *, max_tokens: int | None = None
    ) -> AsyncGenerator[str, None]:
        """The pieces of an answer. Raises `LanguageModelError` when the model cannot be loaded or fails."""
        problem = self.problem()
        if problem is not None:
            raise problem
        await asyncio.to_thread(self._ensure_loaded)
        if self._client is not None:
            pieces = self._client.stream(messages, report, max_tokens=max_tokens)
        else:
            pieces = self._in_thread(messages, report, max_tokens or self._settings.llm_max_tokens)
        async with aclosing(pieces) as stream:
            async for piece in stream:
                yield piece
        report.model = self.name

    async def close(self) -> None:
        """Unload the model."""
        with self._lock:
            server, self._server, self._client, self._llama = self._server, None, None, None
        del server

    # ------------------------------------------------------------------ loading

    def _ensure_loaded(self) -> None:
        """Load the model once; takes seconds. Blocking."""
        with self._lock:
            if self._client is not None or self._llama is not None:
                return
            assert self._path is not None
            load: Callable[[Path], None] = self._load_server if find_spec("xllamacpp") else self._load_llama
            began = time.perf_counter()
            try:
                load(self._path)
            except Exception as error:
                detail = plain(" ".join(str(error).split()), DETAIL_MAX_CHARS)
                detail = f"{detail.rstrip('.')}." if detail else ""
                raise LanguageModelError("no_load", path=self._path, detail=detail) from error
            logger.info("Loaded %s in %.1f s.", self.name, time.perf_counter() - began)

    def _load_server(self, path: Path) -> None:
        """llama.cpp's server in this process, reachable from this machine only."""
        xllamacpp: Any = import_module("xllamacpp")
        params = xllamacpp.CommonParams()
        params.model.path = str(path)
        params.n_ctx = self._context()
        params.n_parallel = 1
        params.hostnames = ["127.0.0.1"]
        params.port = 0  # any that is free
        params.verbosity = VERBOSITY
        # Pages in a browser on this machine could reach the port as well.
        key = secrets.token_urlsafe(24)
        params.api_keys = [key]
        self._server = xllamacpp.Server(params)
        address = str(self._server.listening_address).rstrip("/")
        self._client = OpenAIModel(self._settings, base_url=f"{address}/v1", model=self.name, own_key=key)

    def _load_llama(self, path: Path) -> None:
        llama_cpp: Any = import_module("llama_cpp")
        self._llama = llama_cpp.Llama(str(path), n_ctx=self._context(), verbose=False)

    def _context(self) -> int:
        return self._settings.llm_evidence_tokens + self._settings.llm_max_tokens + CONTEXT_EXTRA_TOKENS

    # ------------------------------------------------------------------ llama-cpp-python

    async def _in_thread(
        self, messages: Sequence[Message], report: Report, max_tokens: int
    ) -> AsyncGenerator[str, None]:
        """The pieces that llama-cpp-python writes, each fetched in a thread."""
        report.model, report.attempts = self.name, report.attempts + 1
        began = time.perf_counter()
        chunks: Iterator[dict[str, Any]] = await asyncio.to_thread(
            self._llama.create_chat_completion,
            messages=[message.to_json() for message in messages],
            max_tokens=max_tokens,
            temperature=self._settings.llm_temperature,
            stream=True,
        )
        wrote = False
        try:
            while True:
                chunk = await asyncio.to_thread(next, chunks, None)
                if chunk is None:
                    break
                choice = chunk["choices"][0]
                report.finish_reason = choice.get("finish_reason") or report.finish_reason
                piece = choice.get("delta", {}).get("content")
                if piece:
                    if report.first_ms is None:
                        report.first_ms = round((time.perf_counter() - began) * 1000, 1)
                    wrote = True
                    report.completion_tokens = (report.completion_tokens or 0) + 1
                    yield piece
        except (RuntimeError, ValueError) as error:
            detail = plain(" ".join(str(error).split()), DETAIL_MAX_CHARS)
            raise LanguageModelError("no_load", path=self._path, detail=f"{detail.rstrip('.')}.") from error
        finally:
            report.ms = round((time.perf_counter() - began) * 1000, 1)
        if not wrote:
            raise LanguageModelError("empty", host=self.name)
