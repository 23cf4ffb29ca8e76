"""Who may change kept answers and plans."""

from __future__ import annotations

import pytest
from pydantic import SecretStr

from pokeqa.admin import needs_token, refusal
from pokeqa.settings import Settings

TOKEN = "open-sesame"


def _settings(host: str, token: str | None) -> Settings:
    return Settings(host=host, admin_token=None if token is None else SecretStr(token))


@pytest.mark.parametrize("host", ["127.0.0.1:7860", "localhost:7860", "[::1]:7860", "LOCALHOST"])
def test_on_this_machine_alone_nothing_is_asked_for(host: str):
    assert refusal(_settings("127.0.0.1", None), host, "") is None


@pytest.mark.parametrize(
    ("listens", "host"),
    [
        ("0.0.0.0", "127.0.0.1:7860"),
        ("192.168.0.5", "192.168.0.5"),
        ("127.0.0.1", "pokeqa.example"),
        ("127.0.0.1", "127.0.0.1.pokeqa.example:7860"),
        ("127.0.0.1", ""),
        ("127.0.0.1", "[::1"),
    ],
)
def test_reached_from_elsewhere_nothing_can_be_changed_without_a_token(listens: str, host: str):
    assert needs_token(_settings(listens, None), host)
    assert refusal(_settings(listens, None), host, "") == "off"
    assert refusal(_settings(listens, ""), host, "guess") == "off"


@pytest.mark.parametrize("listens", ["127.0.0.1", "0.0.0.0"])
@pytest.mark.parametrize(
    ("given", "why"),
    [
        (TOKEN, None),
        (f" {TOKEN} ", None),
        ("", "missing"),
        (" ", "missing"),
        ("open", "wrong"),
        ("öffne dich", "wrong"),
    ],
)
def test_a_token_that_is_set_is_asked_for_everywhere(listens: str, given: str, why: str | None):
    assert refusal(_settings(listens, TOKEN), "localhost:7860", given) == why
