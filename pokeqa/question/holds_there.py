"""它拿什么道具, "what item does it hold?" behind where a Pokémon is met: what a wild one carries."""

from __future__ import annotations

from collections.abc import Sequence

from .algebra import Facts, Query
from .calculations import Catch
from .carrying import WildItem
from .clause import is_free
from .context import Context
from .lexer import Token
from .word_lists import word_list

_TAKES = tuple(word_list("holds-there/takes"))
_AROUND = ("pron", "ell", "aux", "carry", "wh", "noun", "wild", "list", "exist")


def holds_there(tokens: Sequence[Token], context: Context) -> Query | None:
    """What a wild one carries; None where the clause asks no such thing, or the talk is not of wild ones."""
    query = context.query
    wild = (isinstance(query, Facts) and query.attributes == ("locations",)) or isinstance(query, Catch)
    if context.lost or not wild or len(context.mons) != 1 or len(context.mons[0].readings["mon"]) != 1:
        return None
    items = [t for t in tokens if t.has("wh", "item") or (t.has("noun", "item") and not t.has("mon"))]
    carries = any(t.has("carry") or t.text.casefold().startswith(_TAKES) for t in tokens)
    rest = [t for t in tokens if t not in items and not is_free(t)]
    if len(items) != 1 or not carries or any(t.has("mon") or t.has("ev") for t in tokens):
        return None
    if not all(any(t.has(tag) for tag in _AROUND) or t.text.casefold().startswith(_TAKES) for t in rest):
        return None
    return WildItem(context.mons[0].readings["mon"][0], None, "list")
