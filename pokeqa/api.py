"""The HTTP API: questions in, newline-delimited JSON out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager
from typing import Any
from uuid import uuid4

from fastapi import FastAPI, Request
from fastapi.openapi.utils import get_openapi
from fastapi.responses import HTMLResponse, JSONResponse, StreamingResponse
from pydantic.json_schema import models_json_schema
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from . import __version__
from .api_docs import docs_page
from .body import MalformedJsonError, read_body
from .cache.api import cache_router
from .engine import Engine
from .errors import RequestError
from .events import Event
from .mcp_server.endpoint import McpEndpoint
from .request import ChatBody
from .retrieval.api import knowledge_router
from .settings import Settings
from .wire import MEDIA_TYPE, lines

BODY_MAX_BYTES = 1024 * 1024

#: Sent with everything, the page included. The page may be framed by Hugging Face, where Spaces shows it.
SECURITY_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "frame-ancestors 'self' https://huggingface.co https://*.hf.space",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

_SCHEMA_REF = "#/components/schemas/{model}"
_BODY = {"requestBody": {"required": True, "content": {"application/json": {"schema": {"$ref": _SCHEMA_REF.format(
    model="ChatBody")}}}}}  # fmt: skip
_ANSWERS: dict[int | str, dict[str, Any]] = {
    200: {"description": "One JSON object a line; the last has status `finished` or `error`.",
          "content": {MEDIA_TYPE: {"schema": {"type": "string"}}}},
    400: {"description": "The body is not JSON."},
    413: {"description": f"The body is larger than {BODY_MAX_BYTES // 1024} KiB."},
    415: {"description": "The body is not sent as `application/json`."},
    422: {"description": "A field is missing, unknown or wrong; `error.field` names it."},
}  # fmt: skip


class BodyTooLargeError(RequestError):
    """The body is larger than the API reads."""

    code = "body_too_large"


class NotJsonError(RequestError):
    """The body is declared as something else than JSON."""

    code = "unsupported_media_type"


_STATUS: dict[type[RequestError], int] = {MalformedJsonError: 400, BodyTooLargeError: 413, NotJsonError: 415}


def create_api(engine: Engine, settings: Settings) -> FastAPI:
    """The API on one engine. The page may be mounted at "/" afterwards: the routes here come first."""
    places = asyncio.Semaphore(settings.max_concurrent_requests)
    mcp = McpEndpoint(lambda body: _in_turn(places, engine.ask(body)), settings)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        await mcp.close()
        await engine.close()  # sources hold files and servers open

    api = FastAPI(
        title="PokéQA", version=__version__, docs_url=None, redoc_url=None, description=(__doc__ or ""),
        lifespan=lifespan,
    )  # fmt: skip

    async def respond(request: Request, *, agent: bool) -> StreamingResponse:
        body = read_body(await _read(request))
        request_id = uuid4().hex
        events = _in_turn(places, engine.ask(body, request_id=request_id, agent=agent))
        return _Stream(
            lines(events, request_id=request_id, meta=body.meta),
            media_type=MEDIA_TYPE,
            # Proxies must not hold lines back, and an answer is nobody else's.
            headers={"X-Request-ID": request_id, "X-Accel-Buffering": "no", "Cache-Control": "no-store"},
        )

    @api.post("/chat", include_in_schema=False)
    @api.post("/chat/", responses=_ANSWERS, openapi_extra=_BODY, response_class=StreamingResponse)
    async def chat(request: Request) -> StreamingResponse:
        """Answer a question by the ordinary chain of layers."""
        return await respond(request, agent=False)

    @api.post("/chat/agent/supervisor_agent", responses=_ANSWERS, openapi_extra=_BODY, response_class=StreamingResponse)
    async def supervisor_agent(request: Request) -> StreamingResponse:
        """Answer a question in agent mode: lines on the way hold the plan and the states of its steps.

        They are in `refs.agent`. Where agent mode is switched off, the last line has the code `agent_unavailable`.
        """
        return await respond(request, agent=True)

    @api.get("/health", responses={503: {"description": "Questions cannot be answered (yet)."}})
    async def health() -> JSONResponse:
        """Whether questions can be answered: status `ready`, else `loading` or `failed` with HTTP status 503."""
        status = "ready" if engine.ready else "failed" if engine.failure else "loading"
        content = {"status": status, "dataset_version": engine.dataset_version, "version": __version__}
        if engine.failure:
            content["message"] = engine.failure
        return JSONResponse(content, 200 if engine.ready else 503, headers={"Cache-Control": "no-store"})

    @api.get("/docs", include_in_schema=False)
    async def docs() -> HTMLResponse:
        """The API's documentation. Drawn here, because FastAPI's own page loads its scripts from another origin."""
        return HTMLResponse(docs_page(api.openapi()))

    def openapi() -> dict[str, Any]:
        if api.openapi_schema is None:
            schema = get_openapi(title=api.title, version=api.version, description=api.description, routes=api.routes)
            _, definitions = models_json_schema([(ChatBody, "validation")], ref_template=_SCHEMA_REF)
            schema.setdefault("components", {}).setdefault("schemas", {}).update(definitions["$defs"])
            api.openapi_schema = schema
        return api.openapi_schema

    api.router.routes.append(mcp.route())
    api.include_router(cache_router(engine.cache_store, settings.admin_token))
    api.include_router(knowledge_router(engine.knowledge_bases, settings))
    api.openapi = openapi  # type: ignore[method-assign]
    api.add_exception_handler(RequestError, _refuse)
    api.add_exception_handler(HTTPException, _http_error)
    api.add_exception_handler(Exception, _internal_error)
    api.add_middleware(_SecurityHeaders)
    return api


class _Stream(StreamingResponse):
    """A streaming response that stops the work behind it as soon as the client is gone."""

    body_iterator: AsyncGenerator[str, None]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with aclosing(self.body_iterator):
            await super().__call__(scope, receive, send)


async def _in_turn(places: asyncio.Semaphore, events: AsyncGenerator[Event, None]) -> AsyncGenerator[Event, None]:
    """The events, once there is a place for another question."""
    async with aclosing(events), places:
        async for event in events:
            yield event


async def _read(request: Request) -> bytes:
    """The body, at most `BODY_MAX_BYTES` of it.

    A body must be declared as JSON: a browser then asks before it lets a foreign page send one.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise NotJsonError("The body must be JSON. Send it with the header Content-Type: application/json.")
    chunks = bytearray()
    async for chunk in request.stream():
        chunks += chunk
        if len(chunks) > BODY_MAX_BYTES:
            raise BodyTooLargeError(
                f"The body is larger than {BODY_MAX_BYTES // 1024} KiB. Shorten `query` or `history`."
            )
    return bytes(chunks)


# --------------------------------------------------------------------------- errors


def _error(status: int, code: str, message: str, field: str | None = None) -> JSONResponse:
    return JSONResponse({"error": {"code": code, "message": message, "field": field}}, status)


async def _refuse(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestError)
    status = _STATUS.get(type(error), 422)
    response = _error(status, error.code, str(error), error.field)
    if status == 413:
        # The rest of the body is not read, so the connection cannot be used again.
        response.headers["Connection"] = "close"
    return response


async def _http_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    message = {
        404: f"There is nothing at {request.url.path}. Questions go to POST /chat/; /docs lists everything.",
        405: f"{request.url.path} does not take {request.method}. See /docs.",
    }.get(error.status_code, str(error.detail))
    return _error(error.status_code, "not_found" if error.status_code == 404 else "http_error", message)


async def _internal_error(request: Request, error: Exception) -> JSONResponse:
    return _error(500, "internal_error", "Something broke inside PokéQA. Try again; the server's log says more.")


class _SecurityHeaders:
    """Adds `SECURITY_HEADERS` to every response that does not set them itself."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, send_with_headers if scope["type"] == "http" else send)
