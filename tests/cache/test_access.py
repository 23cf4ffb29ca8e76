"""Who may see kept questions and forget kept answers on the page."""

from __future__ import annotations

import pytest
from pydantic import SecretStr

from pokeqa.cache.access import access_of, is_loopback, may_manage
from pokeqa.settings import Settings

HERE = {"host": "127.0.0.1:7860"}


def settings(host: str = "127.0.0.1", token: str | None = None) -> Settings:
    return Settings(host=host, admin_token=None if token is None else SecretStr(token))


def test_on_this_machine_alone_no_token_is_needed():
    assert access_of(settings(), HERE) == "open"
    assert may_manage(settings(), HERE, "")


@pytest.mark.parametrize(
    ("host", "headers"),
    [
        ("0.0.0.0", HERE),
        ("192.168.1.5", {"host": "192.168.1.5"}),
        ("127.0.0.1", {"host": "demo.example.org"}),
        ("127.0.0.1", {"host": "127.0.0.1:7860", "x-forwarded-for": "203.0.113.7"}),
        ("127.0.0.1", {"host": "127.0.0.1:7860", "forwarded": "for=203.0.113.7"}),
        ("127.0.0.1", {}),
    ],
    ids=["all addresses", "the network's", "another name", "a proxy", "a standard proxy", "no name"],
)
def test_a_public_page_without_a_token_is_closed_to_everybody(host: str, headers: dict[str, str]):
    assert access_of(settings(host), headers) == "closed"
    assert not may_manage(settings(host), headers, "")
    assert not may_manage(settings(host), headers, "guess")


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_a_token_is_asked_for_wherever_one_is_set(host: str):
    assert access_of(settings(host, "secret"), HERE) == "token"
    assert may_manage(settings(host, "secret"), HERE, "secret")
    for wrong in ("", "Secret", "secret ", "sécret", "secrets"):
        assert not may_manage(settings(host, "secret"), HERE, wrong)


def test_an_empty_token_is_none():
    assert access_of(settings("0.0.0.0", ""), HERE) == "closed"


@pytest.mark.parametrize(
    ("host", "own"),
    [("localhost", True), ("127.0.0.1", True), ("127.8.9.1", True), ("::1", True), ("[::1]", True), ("", False),
     ("0.0.0.0", False), ("10.0.0.1", False), ("localhost.example.org", False)],
)  # fmt: skip
def test_this_machines_own_names(host: str, own: bool):
    assert is_loopback(host) is own
