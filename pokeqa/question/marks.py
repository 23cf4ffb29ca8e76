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


#: A dash between two numbers.
_DASH = re.compile(r"\s?[-–—−]\s?")


def ranged(folded: Folded, tokens: list[Token]) -> list[Token]:
    """The tokens with the dash of "gen 1-3" and "100-110 Speed" as a word for a range; 252-0 and 4-252-252 are none."""
    text = folded.text
    if not any(dash in text for dash in "-–—−"):
        return tokens
    result: list[Token] = []
    for i, token in enumerate(tokens):
        result.append(token)
        if i + 1 == len(tokens) or not tokens[i + 1].has("number") or tokens[i + 1].has("minus"):
            continue
        start, end = token.origin[1], tokens[i + 1].origin[0]
        if not _DASH.fullmatch(text, start, end) or _DASH.match(text, tokens[i + 1].origin[1]):
            continue
        low = token.readings.get("gen") or token.readings.get("number")
        high = tokens[i + 1].readings["number"][0]
        if low and not _DASH.fullmatch(text, token.origin[0] - 1, token.origin[0]) and float(low[0]) < float(high):
            result.append(replace(token, text="-", readings={"op": ("range",)}, how="exact",
                                  start=token.end, end=token.end, origin=(start, end), mark=""))  # fmt: skip
    return result


def marked(token: Token, text: str) -> Token:
    """The token with the mark behind it; a possessive's s belongs to what is asked for in its place."""
    found = _ASKING.match(text, token.origin[1])
    return replace(token, mark=found.group().strip()) if found else token
