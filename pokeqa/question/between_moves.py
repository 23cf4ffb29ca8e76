"""The moves that were told of, set side by side: "which is more accurate?" behind the power of each."""

from __future__ import annotations

from collections.abc import Sequence

from .algebra import Facts, Query, Thing
from .calculations import CompareMoves
from .clause import is_free
from .context import Context
from .lexer import Token

_NUMBERS = ("power", "accuracy", "pp", "priority")
_AROUND = ("wh", "aux", "pron", "noun", "bool", "ell", "hist")


def between_moves(tokens: Sequence[Token], context: Context) -> Query | None:
    """Which of the moves that the talk is about has more of a number; None where the clause asks no such thing."""
    query = context.query
    if context.lost or any(t.has("mon") or t.has("move") or t.has("type") for t in tokens):
        return None
    if isinstance(query, CompareMoves):
        moves, last = query.move_ids, str(query.attribute)
    elif isinstance(query, Facts) and isinstance(query.subjects[0], Thing) and query.subjects[0].kind == "move":
        told = (*context.thing_before, *context.things) if len(context.things) == 1 else context.things
        moves = tuple(t.value("move") for t in told if t.has("move"))
        last = query.attributes[0]
    else:
        return None
    content = [t for t in tokens if not is_free(t) and not t.has("ell")]
    compared = [t for t in content if t.has("cmp") or t.has("sup")]
    named = [t for t in content if _number(t)]
    if len(moves) < 2 or len(compared) > 1 or len(named) > 1:
        return None
    if not all(t in compared or t in named or any(t.has(tag) for tag in _AROUND) for t in content):
        return None
    attribute = _number(named[0]) if named else None
    if not compared:
        # "What about the accuracy?" behind which one has more power
        again = isinstance(query, CompareMoves) and attribute is not None
        return CompareMoves(moves, attribute, scope=query.scope) if again else None  # type: ignore[arg-type]
    word = compared[0]
    if attribute is None and (word.has("cmp", "total:gt") or word.has("sup", "total:max")):
        attribute = "power"  # "the stronger one"
    attribute = attribute or (last if last in _NUMBERS else None)
    ways = [str(s) for tag in ("cmp", "sup") for s in word.readings.get(tag, ())]
    bare = any(way in (":gt", ":lt", ":max", ":min", "total:gt", "total:max") for way in ways)
    if attribute is None or not bare:
        return None
    less = any(way.endswith((":lt", ":min")) for way in ways)
    return CompareMoves(moves, attribute, "min" if less else "max", scope=query.scope)  # type: ignore[arg-type]


def _number(token: Token) -> str | None:
    return next((str(a) for a in token.readings.get("attr", ()) if a in _NUMBERS), None)
