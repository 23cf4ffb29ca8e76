"""Repeating what somebody typed must never do anything."""

from __future__ import annotations

import pytest

from pokeqa.echo import ECHO_MAX_CHARS, echo


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Agumon", "Agumon"),
        ("哆啦A梦", "哆啦A梦"),
        ("**bold**", r"\*\*bold\*\*"),
        ("[a](b)", r"\[a\](b)"),
        ("<script>", r"\<script\>"),
        ("a\n\n# b", "a # b"),
        ("$x$ `y`", r"\$x\$ \`y\`"),
        ("http://a.b", r"http\://a.b"),
    ],
)
def test_markup_is_escaped(typed: str, shown: str):
    assert echo(typed) == shown


def test_long_text_is_cut():
    assert echo("a" * 500) == "a" * (ECHO_MAX_CHARS - 1) + "…"
