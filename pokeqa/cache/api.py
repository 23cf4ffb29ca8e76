r"""`POST /cache/invalidate`: how a content system says that something changed.

curl -X POST http://127.0.0.1:7860/cache/invalidate -H "Authorization: Bearer $POKEQA_ADMIN_TOKEN" \
        -H 'Content-Type: application/json' -d '{"tags": ["kb:rules"]}'
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError

from ..admin import is_token
from ..errors import StoreError
from .store import CacheStore

BODY_MAX_BYTES = 64 * 1024

Tag = Annotated[str, Field(min_length=1, max_length=300)]


class InvalidateBody(BaseModel):
    """What is to be forgotten: every entry that has one of these tags."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    tags: list[Tag] = Field(min_length=1, max_length=100)


def cache_router(store: Callable[[], CacheStore], admin_token: SecretStr | None) -> APIRouter:
    """The endpoints of the cache. Without a token they exist only to say that they are off."""
    router = APIRouter()
    body = {"content": {"application/json": {"schema": InvalidateBody.model_json_schema()}}, "required": True}

    @router.post("/cache/invalidate", openapi_extra={"requestBody": body})
    async def invalidate(request: Request) -> JSONResponse:
        """Forget every kept answer that has one of the tags, at once and in all processes."""
        if admin_token is None or not admin_token.get_secret_value():
            return _error(404, "not_found", "This endpoint is off. Set POKEQA_ADMIN_TOKEN to switch it on.")
        if not _is_authorised(request.headers.get("authorization", ""), admin_token):
            return _error(401, "unauthorised", "Send the header Authorization: Bearer TOKEN with POKEQA_ADMIN_TOKEN.")
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            return _error(415, "unsupported_media_type", "Send JSON, with the header Content-Type: application/json.")
        content = bytearray()
        async for chunk in request.stream():
            content += chunk
            if len(content) > BODY_MAX_BYTES:
                return _error(413, "body_too_large", f"The body is larger than {BODY_MAX_BYTES // 1024} KiB.")
        try:
            tags = InvalidateBody.model_validate_json(bytes(content)).tags
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(map(str, first["loc"]))
            return _error(422, "bad_request", f"{place or 'The body'}: {first['msg']}. Send it like "
                          '{"tags": ["kb:rules"]}.', place or None)  # fmt: skip
        try:
            evicted = await asyncio.to_thread(lambda: {tag: store().evict(tag) for tag in dict.fromkeys(tags)})
        except StoreError as error:
            return _error(503, error.code, f"{error} Nothing is certain to be forgotten: send it again.")
        return JSONResponse({"evicted": sum(evicted.values()), "tags": evicted}, headers={"Cache-Control": "no-store"})

    return router


def _is_authorised(header: str, token: SecretStr) -> bool:
    scheme, _, given = header.partition(" ")
    return is_token(given.strip(), token) and scheme.lower() == "bearer"


def _error(status: int, code: str, message: str, field: str | None = None) -> JSONResponse:
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else None
    return JSONResponse({"error": {"code": code, "message": message, "field": field}}, status, headers)
