"""What touches a token in the text and is no token itself: a sign in front of it, a possessive or "?" behind it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from .fold import Folded

if TYPE_CHECKING:
    from .lexer import Token

_ASKING = re.compile(r"['’]s\b|['’](?=\s*[?？]|$)|\s*[?？]")

#: What a sign in front of a number or a stat says of it.
_SIGNED = {"+": "plus", "-": "minus", "−": "minus", "–": "minus"}


def signed(folded: Folded, tokens: list[Token]) -> list[Token]:
    """The tokens with a reading for the sign that touches a number or a stat in front: "+2", "-1 Attack", -特攻."""
    text = folded.text
    if not any(sign in text for sign in _SIGNED):
        return tokens
    result: list[Token] = []
    for token in tokens:
        at = token.origin[0]
        if at > 1 and text[at - 1] == " " and token.has("attr"):
            at -= 1  # "- Speed"
        sign = _SIGNED.get(text[at - 1]) if at else None
        before = text[at - 2] if at > 1 else " "
        if sign is None or (before.isascii() and before.isalnum()) or not (token.has("number") or token.has("attr")):
            result.append(token)
            continue
        result.append(replace(token, readings={**token.readings, sign: ("sign",)}))
    return result


def marked(token: Token, text: str) -> Token:
    """The token with the mark behind it; a possessive's s belongs to what is asked for in its place."""
    found = _ASKING.match(text, token.origin[1])
    return replace(token, mark=found.group().strip()) if found else token
