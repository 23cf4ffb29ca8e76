"""A word for a choice that says "still": 皮皮还是一般系吗."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .lexer import Token


def without_still(tokens: list[Token]) -> list[Token]:
    """The tokens with 还是 read as "still" where nothing is put up for choice."""
    for i, token in enumerate(tokens):
        if token.text not in ("还是", "還是") or not token.has("bool", "or") or i == 0:
            continue
        behind = next((t for t in tokens[i + 1 :] if not set(t.readings) <= {"filler"}), None)
        # 耿鬼现在的特性还是飘浮吗: what is held up is one of what was named in front.
        kind = next((k for k in ("type", "ability") if behind is not None and behind.has(k)), "type")
        choice = any(t.has("wh") or t.has(kind) or (t.has("attr") and not t.has("attr", kind)) for t in tokens[:i])
        asked = tokens[-1].has("yn") or tokens[-1].has("neg", "negyn")
        if asked and not choice and behind is not None and behind.has(kind) and not _offers(tokens[i + 1 :], kind):
            tokens[i] = replace(token, readings={"filler": ("filler",)})
    return tokens


def _offers(tokens: Sequence[Token], kind: str) -> bool:
    """Are several types put up for choice, or a second thing asked?"""
    return sum(token.has(kind) for token in tokens) > 1 or any(token.has("bool", "or") for token in tokens)
