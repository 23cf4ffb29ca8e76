"""A set that was narrowed, with another value for one of its parts: "only gen 1? And gen 2?"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .algebra import And, Condition, FromGeneration, HasType, IsClass, Query, Search
from .clause import is_free
from .context import Context
from .lexer import Token


def of_another_part(tokens: Sequence[Token], context: Context) -> Query | None:
    """The last set with the generation, type or class that is named in place of its own; None where more is said."""
    query = context.query
    if context.lost or not isinstance(query, Search) or not isinstance(query.condition, And):
        return None
    content = [t for t in tokens if not (is_free(t) or t.has("ell") or t.has("bool", "and") or t.text == "的")]
    marked = any(t.has("ell") or t.has("bool", "and") for t in tokens)
    # Where the last clause said all of it itself, its words are exchanged.
    said = [t for t in context.tokens if not is_free(t) and not t.has("noun") and not t.has("adv") and not t.has("wh")]
    whole = len(said) >= len(query.condition.conditions)
    if len(content) != 1 or not marked or whole:
        return None
    new = _condition(content[0])
    parts = query.condition.conditions
    same = [i for i, part in enumerate(parts) if new is not None and type(part) is type(new)]
    if new is None or len(same) != 1:
        return None
    return replace(query, condition=And((*parts[: same[0]], new, *parts[same[0] + 1 :])))


def _condition(token: Token) -> Condition | None:
    if token.has("gen") and len(token.readings["gen"]) == 1:
        return FromGeneration(int(str(token.value("gen"))))
    if token.has("type") and not token.has("mon") and len(token.readings["type"]) == 1:
        return HasType(token.value("type"))
    return IsClass(token.value("cls")) if token.has("cls") else None
