"""Whether one Pokémon is among those that the question before asked for: "What fears Ice? Does Garchomp?"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .algebra import Check, Matchup, Mon, Query, Search
from .clause import is_free
from .context import Context
from .lexer import Token


def of_one(tokens: Sequence[Token], context: Context) -> Query | None:
    """The question of the last one's set for the only name in a bare yes/no question ("Can Pikachu?")."""
    query = context.query
    named = [t for t in tokens if t.has("mon")]
    if context.lost or len(named) != 1 or not tokens[0].has("aux") or len(named[0].readings["mon"]) != 1:
        return None
    rest = [t for t in tokens if t is not named[0] and not is_free(t)]
    if any(not t.has("ell") for t in rest) or any(t.has("wh") for t in tokens):
        return None
    mon: Mon = named[0].readings["mon"][0]
    if isinstance(query, Search) and query.what == "pokemon" and query.order is None and query.then == "none":
        return Check(mon, query.condition, query.scope)
    if isinstance(query, Matchup) and query.asked == "types" and not query.yes_no:
        if query.attacker is None and query.defender is not None:
            return replace(query, attacker=mon, yes_no=True)
        if query.defender is None and query.attacker is not None:
            return replace(query, defender=mon, yes_no=True)
    return None
