""" "Does Milotic share an egg group with it?": beside a word for sharing, "with it" names the other one."""

from __future__ import annotations

from dataclasses import replace

from .lexer import Token

_WITH_IT = "with it"


def with_it_shared(tokens: list[Token]) -> list[Token]:
    """The tokens with "with it" as two words where something is shared, or where two are to breed."""
    at = next((i for i, t in enumerate(tokens) if t.text.casefold() == _WITH_IT), None)
    if at is None or not any(t.has("shares", "same") or t.has("breed", "breed") for t in tokens[:at]):
        return tokens
    both = tokens[at]
    word = replace(both, text="with", readings={"aux": ("have",), "battlewords": ("with",)})
    it = replace(both, text="it", readings={"pron": ("it",)})
    return [*tokens[:at], word, it, *tokens[at + 1 :]]
