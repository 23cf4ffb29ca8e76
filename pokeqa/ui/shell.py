"""Around Gradio's page: our own head, a policy that keeps every request on this origin, and doors that stay closed."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: Gradio compiles its templates in the browser, hence 'unsafe-eval', and starts from inline scripts. Everything else
#: that a page could load comes from this origin or not at all.
CONTENT_SECURITY_POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; "
    "frame-src 'none'; object-src 'none'; base-uri 'self'; form-action 'self'"
)

#: Of Gradio's own routes, these describe handlers, store files or look at the server; the page needs none of them.
CLOSED = (
    "/gradio_api/info",
    "/gradio_api/openapi.json",
    "/gradio_api/deep_link",
    "/gradio_api/upload",
    "/gradio_api/upload_progress",
    "/gradio_api/process_recording",
    "/gradio_api/component_server",
    "/gradio_api/call",
    "/gradio_api/run",
    "/gradio_api/api",
    "/gradio_api/runs",
    "/gradio_api/run-history",
    "/gradio_api/profiling",
    "/gradio_api/proxy=",
    "/gradio_api/file=",
    "/gradio_api/vibe",
    "/gradio_api/undo-vibe",
    "/monitoring",
    "/proxy=",
    "/file=",
)

#: What changes something for everybody, and is there without a login: pages of other sites must not send requests here
#: from a visitor's browser. Gradio lets every origin in, except on localhost.
CHANGING = ("/gradio_api/", "/knowledge/")

#: The longest question takes a few KiB. What is larger is not read: Gradio would hold all of it in memory.
BODY_MAX_BYTES = 1024 * 1024

_EXTERNAL_META = re.compile(rb"<meta\s+(?:property|name)=\"(?:og|twitter):[^>]*?/?>\s*")


def _foreign(scope: Scope) -> bool:
    """Whether a browser sends this for a page of another origin; programs that are no browsers send no `Origin`."""
    headers = Headers(scope=scope)
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site not in ("same-origin", "none")
    # Browsers leave that header out on plain http, other than to localhost.
    origin = headers.get("origin")
    return origin is not None and origin.partition("://")[2] not in (
        headers.get("host"),
        headers.get("x-forwarded-host"),
    )


class PageShell:
    """ASGI middleware: adds `head` to the page at "/", sends the policy with it, and answers 404 at `closed` routes."""

    def __init__(self, app: ASGIApp, *, head: str, closed: Iterable[str] = CLOSED) -> None:
        self._app = app
        self._head = head.encode()
        self._closed = tuple(closed)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path = scope["path"].removeprefix(scope.get("root_path", "")) or "/"
        if path.startswith(self._closed):
            await JSONResponse({"detail": "Not found"}, 404)(scope, receive, send)
        elif path == "/" and scope["method"] in ("GET", "HEAD"):
            await self._page(scope, receive, send)
        elif path.startswith(CHANGING) and scope["method"] not in ("GET", "HEAD", "OPTIONS") and _foreign(scope):
            said = "A page of another site may not ask for this. Behind a proxy, pass the Host header on."
            await JSONResponse({"detail": said}, 403)(scope, receive, send)
        elif path.startswith("/gradio_api/"):
            await self._gradio(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _gradio(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request to Gradio, unless its body is too large."""
        declared = Headers(scope=scope).get("content-length", "0")
        if not declared.isdecimal() or int(declared) > BODY_MAX_BYTES:
            await JSONResponse({"detail": "The body is too large."}, 413)(scope, receive, send)
            return
        received = 0

        async def receive_within_limit() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            # A body of undeclared length that goes on and on: as if the client had hung up.
            return {"type": "http.disconnect"} if received > BODY_MAX_BYTES else message

        await self._app(scope, receive_within_limit, send)

    async def _page(self, scope: Scope, receive: Receive, send: Send) -> None:
        compress = "gzip" in Headers(scope=scope).get("accept-encoding", "")
        # The page is changed on its way out, so it must come uncompressed.
        plain = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]
        start: Message | None = None
        body = bytearray()

        async def collect(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message
            elif message["type"] == "http.response.body":
                body.extend(message.get("body", b""))
                if not message.get("more_body", False) and start is not None:
                    await self._finish(start, bytes(body), compress, send)
            else:
                await send(message)

        await self._app({**scope, "headers": plain}, receive, collect)

    async def _finish(self, start: Message, body: bytes, compress: bool, send: Send) -> None:
        headers = MutableHeaders(scope=start)
        if headers.get("content-type", "").startswith("text/html"):
            body = _EXTERNAL_META.sub(b"", body)
            body = body.replace(b"</head>", self._head + b"</head>", 1)
            earlier = headers.get("content-security-policy")  # who may frame the page is decided elsewhere
            headers["content-security-policy"] = (
                f"{earlier}; {CONTENT_SECURITY_POLICY}" if earlier else CONTENT_SECURITY_POLICY
            )
            headers["cache-control"] = "no-cache"
            headers["vary"] = "accept-encoding"
            if compress and body:
                body = gzip.compress(body, 5)
                headers["content-encoding"] = "gzip"
            headers["content-length"] = str(len(body))
        await send(start)
        await send({"type": "http.response.body", "body": body})
