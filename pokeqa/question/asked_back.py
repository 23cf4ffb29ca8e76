"""电系不是克地面吗, "A不是比B重吗": a claim that is asked back with a denial asks whether it is so."""

from __future__ import annotations

from dataclasses import replace

from .lexer import Token
from .word_lists import word_list

_DENIALS = frozenset(word_list("asked-back/denials"))
_CLOSING = frozenset(word_list("asked-back/closing"))
_IS = {"aux": ("be",), "filler": ("filler",)}


def without_asking_back(tokens: list[Token]) -> list[Token]:
    """The tokens with such a denial as a plain "is", in front of a match-up, a comparison or a superlative."""
    if not tokens or tokens[-1].text not in _CLOSING:
        return tokens
    denied = [i for i, t in enumerate(tokens) if t.has("neg", "neg")]
    if len(denied) != 1 or tokens[denied[0]].text not in _DENIALS or any(t.has("wh") for t in tokens):
        return tokens
    behind = tokens[denied[0] + 1 :]
    typed = behind[0].has("mu") and not any(t.has("mon") for t in tokens)
    compares = any(t.has("cmp") for t in behind) and any(t.has("mon") for t in behind)
    if not (typed or compares):
        return tokens
    return [*tokens[: denied[0]], replace(tokens[denied[0]], readings=_IS), *behind]
