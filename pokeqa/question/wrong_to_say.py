""" "Is it wrong to say that Steelix isn't weak to Ground?": two denials in one sentence, which ask whether it is."""

from __future__ import annotations

from dataclasses import replace

from .clause import is_negative_auxiliary
from .lexer import Token
from .word_lists import word_list

_ASKS = {"yn": ("yn",)}

#: "Not a single one", piece by piece.
_SINGLE = frozenset(word_list("wrong-to-say/single"))
_EVEN = frozenset({"都", "也"})
_NONE = frozenset({"没有", "没"})


def without_denied_denials(tokens: list[Token]) -> list[Token]:
    """The tokens with "wrong to say" as the mark of a yes/no question, where what is said is a denial."""
    said = next((i for i, t in enumerate(tokens) if t.has("wrongsaid")), None)
    if said is None:
        return tokens
    denied = [i for i in range(said + 1, len(tokens)) if is_negative_auxiliary(tokens[i].text)]
    if len(denied) != 1:
        return tokens
    lead = [t for t in tokens[:said] if not (t.has("aux") or t.has("pron") or t.has("filler"))]
    return [*lead, replace(tokens[said], readings=_ASKS), *tokens[said + 1 :]]


def with_not_a_single_one(tokens: list[Token]) -> list[Token]:
    """哪些属性一个弱点都没有: said as 没有弱点, where "one" only makes it stronger."""
    for i in range(len(tokens) - 3):
        even = tokens[i + 2].text in _EVEN and tokens[i + 3].text in _NONE
        if tokens[i].text in _SINGLE and tokens[i + 1].has("attr") and even:
            none = replace(tokens[i], text="没有", readings={"neg": ("neg",)})
            return [*tokens[:i], none, tokens[i + 1], *tokens[i + 4 :]]
    return tokens
