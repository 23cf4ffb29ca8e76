""" "Against Dragapult?", 打多龙巴鲁托效果如何 behind a question about a move: what that move does to whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .algebra import Matchup, Thing, Types
from .context import Context, things_of
from .lexer import Token

#: Question words that ask something else.
_OTHERS = ("who", "which", "why", "where")


def attacked(tokens: Sequence[Token], rest: Sequence[Token], context: Context) -> Iterator[list[Token]]:
    """The clause with the one move that the talk is about in front of its word for attacking."""
    same = _by_the_same(tokens, rest, context)
    if same:
        yield same
        return
    moves = [t for t in context.things if t.has("move")]
    if len(moves) != 1 or len(context.things) != 1 or context.mons or not rest or things_of(tokens):
        return
    at = next((t for t in rest if not t.has("bool", "and")), rest[0])
    if not at.has("mu", "effect:att") or not any(t.has("mon") or t.has("type") for t in tokens):
        return
    if any(t.has("wh", word) for t in tokens for word in _OTHERS):
        return
    yield [*moves, *(t for t in rest if t is at or not t.has("bool", "and"))]


def _by_the_same(tokens: Sequence[Token], rest: Sequence[Token], context: Context) -> list[Token]:
    """火打草多少倍，打水多少倍: a clause that begins with the attack, with the type that attacked in the one before."""
    query = context.query
    if not isinstance(query, Matchup) or context.lost or not isinstance(query.attacker, Types | Thing):
        return []
    begins = next((t for t in rest if not t.has("bool", "and") and not t.has("filler")), None)
    if begins is None or not begins.has("mu", "effect:att") or any(t.has("wh", w) for t in tokens for w in _OTHERS):
        return []
    hit = [t for t in rest if t.has("type") or t.has("mon")]
    verb = next((i for i, t in enumerate(context.tokens) if t.has("mu", "effect:att")), 0)
    tag, one = (
        ("type", query.attacker.type_ids[0]) if isinstance(query.attacker, Types) else ("move", query.attacker.id)
    )
    named = [t for t in context.tokens[:verb] if t.has(tag)]
    if not hit or len(named) != 1 or one not in named[0].readings[tag]:
        return []
    return [*context.tokens[:verb], *(t for t in rest if t is begins or not t.has("bool", "and"))]
