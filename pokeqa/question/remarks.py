"""Remarks that name the one a question behind them is about: "Everyone says Slaking is strong. What's its total?"."""

from __future__ import annotations

from collections.abc import Sequence

from .algebra import Compare, Evolve, Facts
from .clause import is_free
from .lexer import Token
from .parsed import Parsed

#: What a question may be said to hold under, so that it is not answered without it.
_CONDITIONS = ("number", "nature", "iv", "item", "battleitem", "vg", "gen", "region", "ability", "move", "neg", "level",
               "evs", "weather", "room", "stages", "status", "ailment")  # fmt: skip


def is_of_the_one_named(asked: Parsed, before: Sequence[Token]) -> bool:
    """Is a question understood of the only Pokémon that a sentence before it, not understood, names?"""
    query = asked.query
    if not (asked.used_context and asked.understood) or not isinstance(query, Facts | Compare | Evolve):
        return False
    named = [t.readings["mon"] for t in before if t.has("mon") and not is_free(t)]
    if not named or any(len(readings) > 1 for readings in named):
        return False
    mons = {readings[0] for readings in named}
    subjects = {query.subject} if isinstance(query, Evolve) else set(query.subjects)
    return subjects == mons and (len(mons) == 1 or isinstance(query, Compare)) and not _limits(before)


def only_remarks(tokens: Sequence[Token]) -> bool:
    """Does a sentence ask nothing?"""
    return tokens[-1].mark != "?" and not any(t.has("wh") or (t.has("yn") and not t.text.isascii()) for t in tokens)


def _limits(tokens: Sequence[Token]) -> bool:
    return any(t.has(tag) and not is_free(t) for t in tokens for tag in _CONDITIONS)
