""" "Another one", 再来三只 behind a set: some of it, picked at random."""

from __future__ import annotations

from collections.abc import Sequence

from .algebra import Query, Search
from .calculations import RandomPick
from .context import Context
from .lexer import Token
from .word_lists import word_list

_PHRASES = frozenset(word_list("one-more/phrases"))


#: Words for more of the same, beside how many, and the most that are picked.
_MORE = frozenset(word_list("one-more/more"))
_MOST = 6
_AROUND = ("list", "filler", "ell", "noun")


def _wanted(tokens: Sequence[Token]) -> int:
    """How many more are wanted ("give me two more", 再来三只); 0 where the clause says something else."""
    numbers = [t for t in tokens if t.has("number")]
    rest = [t for t in tokens if t not in numbers]
    more = any(t.text.casefold() in _MORE for t in rest)
    small = all(t.text.casefold() in _MORE or any(t.has(tag) for tag in _AROUND) for t in rest)
    if len(numbers) != 1 or not more or not small:
        return 0
    wanted = float(numbers[0].readings["number"][0])
    return int(wanted) if wanted == int(wanted) and 1 <= wanted <= _MOST else 0


def one_more(tokens: Sequence[Token], context: Context) -> Query | None:
    """One of the set that was asked for; None where the clause asks no such thing."""
    query = context.query
    if context.lost or not isinstance(query, Search) or query.what != "pokemon" or len(tokens) > 5:
        return None
    said = " ".join(t.text.casefold() for t in tokens if not (t.has("ell") and len(t.text) < 2))
    if said not in _PHRASES and said.replace(" ", "") not in _PHRASES:
        wanted = _wanted(tokens)
        return RandomPick(query.condition, "pokemon", wanted) if wanted and query.order is None else None
    return RandomPick(query.condition) if query.order is None else None
