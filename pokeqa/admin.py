"""Who may change what all visitors share: kept answers and plans.

Where the app listens on this machine only and is asked under this machine's own names, whoever sits at it may. As soon
as `POKEQA_ADMIN_TOKEN` is set, the app can be reached from elsewhere, or a request came under another name (a proxy, or
a page that made its name lead here), a change needs the token; where none is set then, nothing can be changed.
"""

from __future__ import annotations

import secrets
from typing import Literal
from urllib.parse import urlsplit

from pydantic import SecretStr

from .settings import LOOPBACK, Settings

#: Why a change is refused: there is no token that could be given, none was given, or another one.
Refusal = Literal["off", "missing", "wrong"]


def needs_token(settings: Settings, host: str) -> bool:
    """Whether a change needs the token. `host` is the request's header of that name ("127.0.0.1:7860")."""
    return _token(settings) is not None or settings.host not in LOOPBACK or _name(host) not in LOOPBACK


def refusal(settings: Settings, host: str, given: str) -> Refusal | None:
    """Why a request with this token ("" for none) may not change anything; None where it may."""
    if not needs_token(settings, host):
        return None
    token = _token(settings)
    if token is None:
        return "off"
    if not given.strip():
        return "missing"
    return None if is_token(given, token) else "wrong"


def is_token(given: str, token: SecretStr) -> bool:
    """Compare in constant time: how long a refusal takes must not tell how much of a guess was right."""
    return secrets.compare_digest(given.strip().encode(), token.get_secret_value().encode())


def _token(settings: Settings) -> SecretStr | None:
    token = settings.admin_token
    return token if token is not None and token.get_secret_value() else None


def _name(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
