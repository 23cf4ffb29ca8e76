""" "Against Dragapult?", 打多龙巴鲁托效果如何 behind a question about a move: what that move does to whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .context import Context, things_of
from .lexer import Token

#: Question words that ask something else.
_OTHERS = ("who", "which", "why", "where")


def attacked(tokens: Sequence[Token], rest: Sequence[Token], context: Context) -> Iterator[list[Token]]:
    """The clause with the one move that the talk is about in front of its word for attacking."""
    moves = [t for t in context.things if t.has("move")]
    if len(moves) != 1 or len(context.things) != 1 or context.mons or not rest or things_of(tokens):
        return
    at = next((t for t in rest if not t.has("bool", "and")), rest[0])
    if not at.has("mu", "effect:att") or not any(t.has("mon") or t.has("type") for t in tokens):
        return
    if any(t.has("wh", word) for t in tokens for word in _OTHERS):
        return
    yield [*moves, *(t for t in rest if t is at or not t.has("bool", "and"))]
