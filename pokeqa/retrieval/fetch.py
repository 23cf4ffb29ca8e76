"""Fetching pages from outside, with limits: what an address leads to is checked, not what it looks like.

Only http and https; the host is resolved here, every address it has must be public, and the connection goes to the very
address that was checked, so a name that changes its mind in between (DNS rebinding) gains nothing. The same holds after
each redirect. Size, time, redirects and content types are limited. Hosts of the allow-list may have private addresses:
a search engine of one's own.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

from ..errors import SourceError
from .plain_text import plain

if TYPE_CHECKING:
    import httpcore

MAX_REDIRECTS = 4
URL_MAX_CHARS = 2000
#: Of one page's text, in characters.
TEXT_MAX_CHARS = 60_000
PAGES = ("text/html", "application/xhtml+xml", "text/plain")
JSON = ("application/json",)
USER_AGENT = "PokeQA/1 (+a question-answering demo; one page a question)"

_CHARSET = re.compile(r"charset\s*=\s*[\"']?([\w.:-]+)", re.IGNORECASE)
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")

Resolve = Callable[[str, int], Awaitable[list[str]]]


class FetchError(SourceError):
    """A page cannot be had; the message says why."""

    code = "fetch_failed"


class AddressRefusedError(FetchError):
    """An address that this program does not fetch."""

    code = "fetch_refused"


@dataclass(frozen=True, slots=True)
class Body:
    """What a server sent: `url` is where the redirects ended."""

    url: str
    content_type: str
    charset: str | None
    content: bytes


@dataclass(frozen=True, slots=True)
class Page:
    """A page as plain text."""

    url: str
    title: str
    text: str


def is_public(address: str) -> bool:
    """Whether an IP address is one of the open internet, also where an IPv6 address stands for an IPv4 one."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour
        if found.teredo is not None:
            inner = found.teredo[1]
        elif found in _NAT64 or int(found) >> 32 == 0:
            inner = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
    return found.is_global and not (
        found.is_private or found.is_loopback or found.is_link_local or found.is_multicast or found.is_reserved
        or found.is_unspecified
    )  # fmt: skip


async def resolve(host: str, port: int) -> list[str]:
    """The addresses of a host, as the system resolves it. Raises `FetchError` where it has none."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise FetchError(f"The host {plain(host, 80)} cannot be found; there may be no network.") from error
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


class Fetcher:
    """Fetches over one pool of connections. `close` it."""

    def __init__(
        self,
        *,
        allow_hosts: Iterable[str] = (),
        max_bytes: int = 2 * 1024 * 1024,
        timeout_s: float = 10.0,
        resolver: Resolve = resolve,
    ) -> None:
        self._allowed = frozenset(host.strip().lower() for host in allow_hosts if host.strip())
        self._max_bytes = max_bytes
        self._timeout_s = timeout_s
        self._resolver = resolver
        self._pool: httpcore.AsyncConnectionPool | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def page(self, url: str) -> Page:
        """A page's title and text. Raises `FetchError`."""
        body = await self.get(url, types=PAGES)
        if body.content_type == "text/plain":
            text = body.content.decode(_known(body.charset) or "utf-8", "replace")
            return Page(body.url, "", plain(text, TEXT_MAX_CHARS))
        return await asyncio.to_thread(_extract, body)

    async def get(
        self, url: str, *, types: Iterable[str], timeout_s: float | None = None, max_bytes: int | None = None
    ) -> Body:
        """What an address holds after at most four redirects. Raises `FetchError` or `AddressRefusedError`."""
        limit = self._timeout_s if timeout_s is None else timeout_s
        try:
            async with asyncio.timeout(limit):
                return await self._follow(url, tuple(types), max_bytes or self._max_bytes)
        except TimeoutError as error:
            raise FetchError(f"{_short(url)} did not answer within {limit:g} s.") from error

    async def close(self) -> None:
        """Close the connections."""
        pool, self._pool = self._pool, None
        if pool is not None and self._loop is asyncio.get_running_loop():
            await pool.aclose()

    # ------------------------------------------------------------------ requests

    async def _follow(self, url: str, types: tuple[str, ...], max_bytes: int) -> Body:
        for _ in range(MAX_REDIRECTS + 1):
            check_url(url)
            url = _encoded(url)
            found = await self._request(url, types, max_bytes)
            if isinstance(found, Body):
                return found
            url = urljoin(url, found)
        raise FetchError(f"{_short(url)} redirects more than {MAX_REDIRECTS} times.")

    async def _request(self, url: str, types: tuple[str, ...], max_bytes: int) -> Body | str:
        """The body, or the address of a redirect."""
        import httpcore

        # Sizes are counted as sent, so nothing should come compressed; what does is unpacked within the limit.
        headers: dict[bytes | str, bytes | str] = {
            "User-Agent": USER_AGENT, "Accept": ", ".join(types), "Accept-Encoding": "identity",
            "Host": urlsplit(url).netloc,
        }  # fmt: skip
        timeouts = dict.fromkeys(("connect", "read", "write", "pool"), self._timeout_s)
        try:
            async with self._connections().stream(
                "GET", url, headers=headers, extensions={"timeout": timeouts}
            ) as answer:
                fields = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in answer.headers}
                if answer.status in (301, 302, 303, 307, 308) and "location" in fields:
                    return fields["location"]
                if answer.status != 200:
                    raise FetchError(f"{_short(url)} answered with status {answer.status}.")
                content_type = fields.get("content-type", "").partition(";")[0].strip().lower()
                if content_type not in types:
                    raise FetchError(f"{_short(url)} is {content_type or 'of no known type'}, which is not read.")
                content = await _read(answer.aiter_stream(), fields, max_bytes, url)
        except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.UnsupportedProtocol) as error:
            raise FetchError(
                f"{_short(url)} cannot be reached ({plain(str(error), 100) or type(error).__name__})."
            ) from error
        except (httpcore.TimeoutException, OSError, zlib.error) as error:
            raise FetchError(f"{_short(url)} cannot be read ({type(error).__name__}).") from error
        charset = _CHARSET.search(fields.get("content-type", ""))
        return Body(url, content_type, charset.group(1) if charset else None, content)

    def _connections(self) -> httpcore.AsyncConnectionPool:
        import httpcore

        loop = asyncio.get_running_loop()
        if self._pool is None or self._loop is not loop:
            # No connection is kept: each one goes to an address that was checked for this request.
            self._pool = httpcore.AsyncConnectionPool(
                max_connections=10, max_keepalive_connections=0, network_backend=_checked(self._addresses)
            )
            self._loop = loop
        return self._pool

    async def _addresses(self, host: str, port: int) -> list[str]:
        """The addresses to connect to. Raises `AddressRefusedError` where any of the host's is not public."""
        addresses = await self._resolver(host, port)
        if not addresses:
            raise FetchError(f"The host {plain(host, 80)} has no address.")
        if not self._is_allowed(host, port):
            for address in addresses:
                if not is_public(address):
                    raise AddressRefusedError(
                        f"{plain(host, 80)} leads to the private or special address {address}, which is not fetched. "
                        f"If it is yours, add it to POKEQA_WEB_ALLOW_HOSTS."
                    )
        return addresses

    def _is_allowed(self, host: str, port: int) -> bool:
        name = host.lower().strip("[]")
        return name in self._allowed or f"{name}:{port}" in self._allowed


def check_url(url: str) -> None:
    """Whether an address may be asked for at all. Raises `AddressRefusedError`."""
    if len(url) > URL_MAX_CHARS or any(ord(one) <= 32 or ord(one) == 127 for one in url):
        raise AddressRefusedError(f"{_short(url)} is not a proper address.")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise AddressRefusedError(f"{_short(url)} is not a proper address.") from error
    if parts.scheme not in ("http", "https"):
        raise AddressRefusedError(f"{_short(url)} is neither http nor https, which is not fetched.")
    if not parts.hostname or port == 0:
        raise AddressRefusedError(f"{_short(url)} names no host.")
    if parts.username is not None or parts.password is not None:
        raise AddressRefusedError(f"{_short(url)} holds a login, which is not sent.")


def _encoded(url: str) -> str:
    """The address in plain ASCII: other scripts in the host as IDNA, in the path as per cents."""
    import httpx

    try:
        encoded = str(httpx.URL(url))
    except (httpx.InvalidURL, ValueError) as error:
        raise AddressRefusedError(f"{_short(url)} is not a proper address.") from error
    check_url(encoded)
    return encoded


async def _read(stream: AsyncIterator[bytes], fields: Mapping[str, str], max_bytes: int, url: str) -> bytes:
    """The body up to the limit, unpacked within the same limit."""
    too_large = FetchError(f"{_short(url)} is larger than {max_bytes // 1024:,} KiB, which is not read.")
    length = fields.get("content-length", "")
    if length.isdigit() and int(length) > max_bytes:
        raise too_large
    encoding = fields.get("content-encoding", "identity").strip().lower()
    if encoding not in ("", "identity", "gzip", "x-gzip", "deflate"):
        raise FetchError(f"{_short(url)} is packed as {plain(encoding, 20)}, which is not read.")
    unpack = zlib.decompressobj(47) if encoding not in ("", "identity") else None
    content = bytearray()
    async for chunk in stream:
        content += chunk if unpack is None else unpack.decompress(chunk, max_bytes + 1 - len(content))
        if len(content) > max_bytes:
            raise too_large
    return bytes(content)


def _extract(body: Body) -> Page:
    """The text of a page, without its navigation. Hidden text and scripts are left out by the extractor."""
    import trafilatura

    charset = _known(body.charset)
    # A charset that the server names wins over what the page says of itself.
    source: Any = body.content.decode(charset, "replace") if charset else body.content
    try:
        found: Any = trafilatura.bare_extraction(source, url=body.url, include_comments=False, with_metadata=True)
    except (ValueError, RecursionError) as error:
        raise FetchError(f"{_short(body.url)} cannot be read as a page ({type(error).__name__}).") from error
    if found is None or not found.text:
        raise FetchError(f"{_short(body.url)} holds no text that could be read.")
    return Page(body.url, plain(found.title or "", 200), plain(found.text, TEXT_MAX_CHARS))


def _known(charset: str | None) -> str | None:
    import codecs

    try:
        return codecs.lookup(charset).name if charset else None
    except LookupError:
        return None


def _short(url: str) -> str:
    """An address as a message shows it: without its query, which may hold what was asked."""
    return plain(url.partition("?")[0], 120)


def _checked(addresses: Resolve) -> httpcore.AsyncNetworkBackend:
    """A network backend that connects to one of the addresses that `addresses` gives for a host, and to no other."""
    import httpcore

    class Checked(httpcore.AsyncNetworkBackend):
        def __init__(self) -> None:
            self._real = httpcore.AnyIOBackend()

        async def connect_tcp(
            self,
            host: str,
            port: int,
            timeout: float | None = None,  # noqa: ASYNC109 - the backend's interface
            local_address: str | None = None,
            socket_options: Iterable[Any] | None = None,
        ) -> httpcore.AsyncNetworkStream:
            failure: Exception | None = None
            for checked in await addresses(host, port):
                try:
                    return await self._real.connect_tcp(checked, port, timeout, local_address, socket_options)
                except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                    failure = error
            assert failure is not None
            raise failure

        async def connect_unix_socket(
            self,
            path: str,
            timeout: float | None = None,  # noqa: ASYNC109 - the backend's interface
            socket_options: Iterable[Any] | None = None,
        ) -> httpcore.AsyncNetworkStream:
            raise AddressRefusedError("Sockets of this machine are not asked.")

        async def sleep(self, seconds: float) -> None:
            await asyncio.sleep(seconds)

    return Checked()
