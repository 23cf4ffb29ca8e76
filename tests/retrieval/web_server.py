"""A web server on this machine, for tests: pages, redirects, and everything that a page must not do."""

from __future__ import annotations

import gzip
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

ARTICLE = """<html><head><title>About {title}</title><script>alert('script')</script></head><body>
<nav><a href="/">Home</a> <a href="/about">About</a></nav>
<article><h1>{title}</h1>
<p>The first paragraph of this article says nothing much, yet it is long enough to count as the text of a page.</p>
<p>{text}</p>
<p>The last paragraph of this article is about the weather in the region, which is mild in spring and cold later.</p>
</article></body></html>"""


class WebServer:
    """What the server answers with, and what it was asked."""

    def __init__(self) -> None:
        self.port = 0
        self.asked: list[str] = []
        self.headers: list[dict[str, str]] = []
        self.text = "Pikachu stores electricity in its cheeks."
        self.search: Any = {"results": []}
        self.search_status = 200

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def answer(self, path: str) -> tuple[int, dict[str, str], bytes]:
        query = parse_qs(urlsplit(path).query)
        html = {"Content-Type": "text/html; charset=utf-8"}
        page = ARTICLE.format(title="Pikachu", text=self.text).encode()
        match urlsplit(path).path:
            case "/page" | "/page2":
                return 200, html, page
            case "/plain":
                return 200, {"Content-Type": "text/plain; charset=gb18030"}, "皮卡丘是电属性。".encode("gb18030")
            case "/redirect":
                return int(query.get("status", ["302"])[0]), {"Location": query["to"][0]}, b""
            case "/loop":
                return 302, {"Location": "/loop"}, b""
            case "/gzip":
                return 200, {**html, "Content-Encoding": "gzip"}, gzip.compress(page)
            case "/bomb":
                return 200, {**html, "Content-Encoding": "gzip"}, gzip.compress(b"x" * 50_000_000)
            case "/large":
                return 200, html, b"x" * 300_000
            case "/binary":
                return 200, {"Content-Type": "application/octet-stream"}, b"\x00\x01"
            case "/untyped":
                return 200, {}, b"hello"
            case "/odd-charset":
                return 200, {"Content-Type": "text/html; charset=no-such"}, page
            case "/empty":
                return 200, html, b"<html><body></body></html>"
            case "/slow":
                time.sleep(3)
                return 200, html, page
            case "/search":
                return self.search_status, {"Content-Type": "application/json"}, json.dumps(self.search).encode()
            case _:
                return 404, html, b"nothing"


@contextmanager
def web_server() -> Iterator[WebServer]:
    """The server, running."""
    state = WebServer()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            state.asked.append(self.path)
            state.headers.append(dict(self.headers))
            status, headers, content = state.answer(self.path)
            try:
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                # A large page does not say how large it is, unless it is asked to be honest.
                if urlsplit(self.path).path != "/large" or "honest" in self.path:
                    self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)
            except (BrokenPipeError, ConnectionResetError):
                pass

        def do_POST(self) -> None:
            state.headers.append(dict(self.headers))
            body = self.rfile.read(int(self.headers["Content-Length"]))
            state.asked.append(f"{self.path} {body.decode()}")
            status, headers, content = state.answer(self.path)
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *arguments: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    state.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)
