""" "Is it wrong to say that Steelix isn't weak to Ground?": two denials in one sentence, which ask whether it is."""

from __future__ import annotations

from dataclasses import replace

from .clause import is_negative_auxiliary
from .lexer import Token

_ASKS = {"yn": ("yn",)}


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
