"""Who may see kept questions and forget kept answers on the page.

The questions are other visitors', and an emptied cache costs everybody, so on a public page only who has the admin
token may. Without a token, only this machine's own user: the app listens on this machine alone, and nothing in the
request tells that it came through somebody else's server.
"""

from __future__ import annotations

import ipaddress
import secrets
from collections.abc import Mapping
from typing import Literal

from ..settings import Settings

#: "open": no token is needed; "token": the right one is; "closed": there is none, so nobody may.
Access = Literal["open", "token", "closed"]

_FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")


def access_of(settings: Settings, headers: Mapping[str, str]) -> Access:
    """What a request must bring to manage the cache. `headers` are the request's, with names in lower case."""
    if settings.admin_token is not None and settings.admin_token.get_secret_value():
        return "token"
    forwarded = any(name in headers for name in _FORWARDED)
    return "open" if is_loopback(settings.host) and is_loopback(_host(headers)) and not forwarded else "closed"


def may_manage(settings: Settings, headers: Mapping[str, str], token: str) -> bool:
    """Whether a request that brings this token may manage the cache. Compares in constant time."""
    access = access_of(settings, headers)
    if access == "token" and settings.admin_token is not None:
        return secrets.compare_digest(token.encode(), settings.admin_token.get_secret_value().encode())
    return access == "open"


def is_loopback(host: str) -> bool:
    """Whether a host name or address is this machine's own."""
    name = host.strip("[]").casefold()
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def _host(headers: Mapping[str, str]) -> str:
    """The name by which the request calls the server, without the port."""
    host = headers.get("host", "")
    return host.rpartition("]")[0] + "]" if host.startswith("[") else host.partition(":")[0]
