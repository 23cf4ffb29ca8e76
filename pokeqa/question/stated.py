"""Sentences that only state the conditions of a question: "Would it be knocked out? Both are level 100."."""

from __future__ import annotations

from collections.abc import Sequence

from .clause import is_free
from .lexer import Token

#: What a calculation or a time is told by.
_CONDITIONS = (
    "evs", "iv", "nature", "bend", "weather", "terrain", "screen", "help", "room", "format", "tera", "extreme",
    "ailment", "hpstate", "critical", "battleitem", "ball", "percent", "gen", "vg", "invest",
)  # fmt: skip
#: What belongs to one of two sides; where both are named, the sentence does not say to which.
_OF_ONE_SIDE = ("evs", "iv", "nature", "bend", "ailment", "hpstate", "tera", "battleitem", "invest", "extreme")
#: Words around them that say nothing more.
_AROUND = ("ell", "suppose", "each", "pron", "light", "adv", "battlewords")


def _says_nothing(token: Token) -> bool:
    return is_free(token) or any(token.has(tag) for tag in _AROUND)


def _conditions(piece: Sequence[Token]) -> list[Token] | None:
    """The tokens that state conditions; None where the sentence says anything else."""
    stated: list[Token] = []
    for i, token in enumerate(piece):
        beside = [piece[k] for k in (i - 1, i + 1) if 0 <= k < len(piece)]
        level = token.has("wh", "level") or token.has("attr", "ev-yield") or token.has("exp", "maxlevel")
        number = token.has("number") and any(t.has("wh", "level") or t.has("attr") or t.has("iv") for t in beside)
        effort = token.has("attr") and any(t.has("attr", "ev-yield") or t.has("number") for t in beside)
        counted = any(t.has("number") for t in beside) or token.has("exp", "maxlevel")
        within = (
            token.has("prep", "in") and piece[i + 1 : i + 2] and (piece[i + 1].has("vg") or piece[i + 1].has("gen"))
        )
        if within or any(token.has(tag) for tag in _CONDITIONS) or number or effort or (level and counted):
            stated.append(token)
        elif not _says_nothing(token):
            return None
    return stated


def states_conditions(piece: Sequence[Token]) -> list[Token] | None:
    """What a sentence states of a question beside it; None where it asks or tells something of its own."""
    if not piece or piece[-1].mark == "?" or any(t.has("yn") or t.has("wh", "how") or t.has("mon") for t in piece):
        return None
    if piece[0].has("ell") and piece[-1].text == "呢":
        return None
    return _conditions(piece) or None


def parted(pieces: Sequence[list[Token]]) -> tuple[list[Token], list[list[Token]]] | None:
    """The one sentence that asks, and what those beside it state of it; None where no sentence only states."""
    stated = [(i, found) for i, piece in enumerate(pieces) if (found := states_conditions(piece)) is not None]
    asking = [piece for i, piece in enumerate(pieces) if all(i != k for k, _ in stated)]
    return (asking[0], [found for _, found in stated]) if stated and len(asking) == 1 else None


def says_whose(asked: Sequence[Token], conditions: Sequence[Token]) -> bool:
    """Is it clear of whom the conditions are said?"""
    trained = any(t.has(tag) for t in conditions for tag in _OF_ONE_SIDE)
    trained = trained or any(t.has("attr", "ev-yield") for t in conditions)
    return not trained or _favours_nobody(conditions) or sum(t.has("mon") for t in asked) < 2


#: What one of two sides may have that the other has not.
_OWN = ("nature", "ailment", "hpstate", "tera", "battleitem", "invest", "extreme")


def _favours_nobody(conditions: Sequence[Token]) -> bool:
    """Are these the terms of a whole calculation: "31 IVs, no EVs, neutral natures"?"""

    def beside(i: int, value: float) -> bool:
        near = [conditions[k] for k in (i - 1, i + 1) if 0 <= k < len(conditions)]
        return any(t.has("number") and t.readings["number"][0] == value for t in near)

    for i, token in enumerate(conditions):
        if any(token.has(tag) for tag in _OWN) or token.has("evs", "full") or token.has("iv", "none"):
            return False
        if (token.has("iv", "iv") and not beside(i, 31)) or (token.has("attr", "ev-yield") and not beside(i, 0)):
            return False
        if token.has("bend") and not token.has("bend", "neutral"):
            return False
    return True
