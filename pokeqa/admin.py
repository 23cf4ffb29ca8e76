"""Who may see and change what all visitors share: the kept answers and the plans, with the questions that they hold.

Those questions are other visitors', and an emptied cache or a changed plan concerns everybody. So on a public page only
who has the admin token may. Without a token, only this machine's own user: the app listens on this machine alone, and
nothing in the request tells that it came through somebody else's server or under another name.
"""

from __future__ import annotations

import ipaddress
import secrets
from collections.abc import Mapping
from typing import Literal

from pydantic import SecretStr

from .settings import Settings

#: "open": no token is needed; "token": the right one is; "closed": there is none, so nobody may.
Access = Literal["open", "token", "closed"]

_FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")


def access_of(settings: Settings, headers: Mapping[str, str]) -> Access:
    """What a request must bring to manage what is shared. `headers` are the request's, with names in lower case."""
    if _token(settings) is not None:
        return "token"
    forwarded = any(name in headers for name in _FORWARDED)
    return "open" if is_loopback(settings.host) and is_loopback(_host(headers)) and not forwarded else "closed"


def may_manage(settings: Settings, headers: Mapping[str, str], token: str) -> bool:
    """Whether a request that brings this token ("" for none) may manage what is shared."""
    right = _token(settings)
    return access_of(settings, headers) == "open" if right is None else is_token(token, right)


def is_token(given: str, token: SecretStr) -> bool:
    """Compare in constant time: how long a refusal takes must not tell how much of a guess was right."""
    return secrets.compare_digest(given.encode(), token.get_secret_value().encode())


def is_loopback(host: str) -> bool:
    """Whether a host name or address is this machine's own."""
    name = host.strip("[]").casefold()
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def _token(settings: Settings) -> SecretStr | None:
    token = settings.admin_token
    return token if token is not None and token.get_secret_value() else None


def _host(headers: Mapping[str, str]) -> str:
    """The name by which the request calls the server, without the port."""
    host = headers.get("host", "")
    return host.rpartition("]")[0] + "]" if host.startswith("[") else host.partition(":")[0]
