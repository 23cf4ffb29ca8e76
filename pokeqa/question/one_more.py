""" "Another one", 再来一只 behind a set: one of it, picked at random."""

from __future__ import annotations

from collections.abc import Sequence

from .algebra import Query, Search
from .calculations import RandomPick
from .context import Context
from .lexer import Token
from .word_lists import word_list

_PHRASES = frozenset(word_list("one-more/phrases"))


def one_more(tokens: Sequence[Token], context: Context) -> Query | None:
    """One of the set that was asked for; None where the clause asks no such thing."""
    query = context.query
    if context.lost or not isinstance(query, Search) or query.what != "pokemon" or len(tokens) > 5:
        return None
    said = " ".join(t.text.casefold() for t in tokens if not (t.has("ell") and len(t.text) < 2))
    if said not in _PHRASES and said.replace(" ", "") not in _PHRASES:
        return None
    return RandomPick(query.condition) if query.order is None else None
