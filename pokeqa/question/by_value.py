"""What is compared or left out by what it is, and not by a number: "the same weaknesses", 不算超级进化和神兽."""

from __future__ import annotations

from collections.abc import Sequence

from .algebra import Compare, Query
from .lexer import Token

_LISTED = ("weakness", "resistance", "immunity")


def by_value(query: Query | None, tokens: Sequence[Token]) -> Query | None:
    """The query, but none where two are said to have the same weaknesses: that asks which ones, and not how many."""
    if not isinstance(query, Compare) or query.claim != "equal" or query.attribute not in _LISTED:
        return query
    if any(t.has("wh") or t.has("number") or (t.has("cmp") and "many" in t.text.casefold()) for t in tokens):
        return query
    if any("number" in t.text.casefold() or "数" in t.text or "數" in t.text for t in tokens):
        return query
    return None


def without_megas_left_out(tokens: list[Token]) -> list[Token]:
    """ "Not counting Megas and legendaries": Mega forms are not counted anyway, so the rest is what is left out."""
    for i in range(1, len(tokens) - 2):
        if not tokens[i - 1].has("neg", "neg") or not tokens[i + 1].has("bool"):
            continue
        if tokens[i].has("formkind", "mega") and tokens[i + 2].has("cls"):
            return [*tokens[:i], *tokens[i + 2 :]]
    return tokens
