r"""`POST /knowledge/{db_id}/documents`: one file into a knowledge base, and how far it has come while it is indexed.

curl -N 'http://127.0.0.1:7860/knowledge/my-notes/documents?name=team.md' \
        -H 'Content-Type: application/octet-stream' --data-binary @team.md

The file is held in memory while it is read, and its name is a name, never a path: nothing is written beside the
catalogue and the vectors.
"""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse
from starlette.requests import ClientDisconnect

from ..errors import PokeqaError, RequestError, SourceError
from ..settings import Settings
from ..wire import MEDIA_TYPE
from .readers import file_max_bytes
from .refusals import sentence_of

if TYPE_CHECKING:
    from .bases import Indexing, KnowledgeBases

logger = logging.getLogger(__name__)

#: Files that are held in memory at the same time; further ones wait before they are received.
UPLOADS_AT_ONCE = 3
#: A client that sends nothing for this long is given up, and so is one that takes this long in all, in seconds.
SILENCE_S, SENDING_S = 20.0, 240.0

_NAME = {"name": "name", "in": "query", "required": True, "schema": {"type": "string"},
         "description": "The file's name; its ending says how it is read."}  # fmt: skip
_DOCS: dict[str, Any] = {
    "parameters": [_NAME],
    "requestBody": {"required": True, "content": {"application/octet-stream": {"schema": {"type": "string",
                                                                                          "format": "binary"}}}},
}  # fmt: skip
_ANSWERS: dict[int | str, dict[str, Any]] = {
    200: {"description": "One JSON object a line: `phase` and `share` while the file is indexed, then `status` "
                         "(`added`, `replaced`, `unchanged`, `duplicate` or `failed`) with `message` and `chunks`.",
          "content": {MEDIA_TYPE: {"schema": {"type": "string"}}}},
    413: {"description": "The file is too large."},
    415: {"description": "The body is not sent as `application/octet-stream`."},
    422: {"description": "There is no such base, it cannot be changed, or the name is missing."},
    503: {"description": "There are no knowledge bases here."},
}  # fmt: skip


class _TooLargeError(RequestError):
    """The file is larger than is taken."""


def knowledge_router(bases: Callable[[], KnowledgeBases], settings: Settings) -> APIRouter:
    """The endpoint for files. `bases` gives the knowledge bases; it may block, and raises `SourceError` for none."""
    router = APIRouter()
    places = asyncio.Semaphore(UPLOADS_AT_ONCE)

    @router.post(
        "/knowledge/{db_id}/documents", responses=_ANSWERS, openapi_extra=_DOCS, response_class=StreamingResponse
    )
    async def upload(db_id: str, request: Request) -> Response:
        """Add a file to a knowledge base, or put it in the place of the document that has its name."""
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/octet-stream":
            # A browser asks before it lets a foreign page send this type.
            return _refused(415, "Send the file as it is, with the header Content-Type: application/octet-stream.")
        name = request.query_params.get("name", "").strip()
        if not name:
            raise RequestError("The file has no name. Add ?name=FILE to the address.", field="name")
        try:
            known = await asyncio.to_thread(bases)
            await asyncio.to_thread(known.own, db_id)
        except SourceError as error:
            return _refused(503, str(error))
        await places.acquire()
        job = None
        try:
            content = await _received(request, settings)
            job = _Job(known, db_id, (name, content), _language(request), places.release)
        except _TooLargeError as error:
            return _refused(413, f"{name[:200]}: {error}", close=True)
        except TimeoutError:
            return _refused(408, "The file did not arrive in time. Send it again.", close=True)
        except ClientDisconnect:
            return _refused(400, "The file did not arrive whole.", close=True)
        finally:
            if job is None:
                places.release()
        return StreamingResponse(job.lines(), media_type=MEDIA_TYPE, headers={"Cache-Control": "no-store",
                                                                               "X-Accel-Buffering": "no"})  # fmt: skip

    return router


def _language(request: Request) -> str:
    """The language that a client reads, of those the sentences are written in; English by default."""
    first = request.headers.get("accept-language", "").partition(",")[0].partition(";")[0].strip().lower()
    if first.startswith("zh"):
        return "zh-hant" if {"hant", "tw", "hk", "mo"} & set(first.split("-")) else "zh-hans"
    return "ja" if first.startswith("ja") else "en"


async def _received(request: Request, settings: Settings) -> bytes:
    """The body. Raises `_TooLargeError` as soon as it is too large, `TimeoutError` when it does not come."""
    limit = file_max_bytes(settings)
    too_large = f"files of at most {settings.kb_file_max_mb:g} MB are taken (POKEQA_KB_FILE_MAX_MB). Split it."
    declared = request.headers.get("content-length", "")
    if declared.isdecimal() and int(declared) > limit:
        raise _TooLargeError(too_large)
    content = bytearray()
    async with asyncio.timeout(SENDING_S):
        parts = aiter(request.stream())
        while True:
            async with asyncio.timeout(SILENCE_S):
                part = await anext(parts, None)
            if part is None:
                return bytes(content)
            content += part
            if len(content) > limit:
                raise _TooLargeError(too_large)


class _Job:
    """One file on its way into a base, in a thread of its own: it goes on when the client leaves."""

    def __init__(
        self,
        bases: KnowledgeBases,
        db_id: str,
        file: tuple[str, bytes],
        language: str,
        done: Callable[[], None],
    ) -> None:
        self._bases = bases
        self._file = file
        self._db_id = db_id
        self._language = language
        self._done = done
        self._told: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._run, name=f"upload-{db_id}", daemon=True).start()

    async def lines(self) -> AsyncGenerator[str, None]:
        """What happens to the file, a line each; the last one has its status."""
        while True:
            told = await self._told.get()
            yield json.dumps(told, ensure_ascii=False, separators=(",", ":")) + "\n"
            if "status" in told:
                return

    def _run(self) -> None:
        try:
            [outcome] = self._bases.add_files(self._db_id, [self._file], self._watch, self._language)
            last = asdict(outcome)
        except PokeqaError as error:
            last = self._failed(sentence_of(error, self._language))
        except Exception:
            logger.exception("A file could not be added to the base %s.", self._db_id)
            last = self._failed("Something broke while the file was read; the server's log says what. Try another.")
        with suppress(RuntimeError):  # the server has ended meanwhile
            self._loop.call_soon_threadsafe(self._told.put_nowait, last)
            self._loop.call_soon_threadsafe(self._done)

    def _failed(self, why: str) -> dict[str, Any]:
        return {"name": self._file[0], "status": "failed", "message": why, "chunks": 0}

    def _watch(self, progress: Indexing) -> None:
        told = {"phase": progress.phase, "share": round(progress.share, 3)}
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._told.put_nowait, told)


def _refused(status: int, message: str, *, close: bool = False) -> JSONResponse:
    # What was not read of the body is still on its way: the connection cannot be used again.
    headers = {"Connection": "close"} if close else None
    code = {413: "body_too_large", 415: "unsupported_media_type", 503: "source_failed"}.get(status, "bad_request")
    return JSONResponse({"error": {"code": code, "message": message, "field": None}}, status, headers)
