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
    if context.lost or len(named) != 1 or len(named[0].readings["mon"]) != 1:
        return None
    if not (tokens[0].has("aux") or tokens[-1].has("yn")) or any(t.has("wh") for t in tokens):
        return None
    rest = [t for t in tokens if t is not named[0] and not is_free(t) and not t.has("ell")]
    if any(not _says_again(t, context) for t in rest):
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


def _says_again(token: Token, context: Context) -> bool:
    """Is that the verb of the last question: 怕 behind 哪些宝可梦怕冰, "weak to it" behind what is weak to Ice?"""
    if token.has("pron", "it") and not token.has("mon"):
        return True
    said = {value for t in context.tokens for value in t.readings.get("mu", ())}
    return not said.isdisjoint(token.readings.get("mu", ())) or (
        token.has("learn") and any(t.has("learn") for t in context.tokens)
    )
