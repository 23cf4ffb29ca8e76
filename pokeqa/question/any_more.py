"""Follow-ups that ask whether any Pokémon is ahead of the one that was told of: "is there anything heavier?"."""

from __future__ import annotations

from collections.abc import Sequence

from ..pokedex.numbers import POKEMON_NUMBERS
from .algebra import Mon, NumberAgainst, Query, Search
from .asked_again import number_asked
from .clause import is_free
from .context import Context
from .lexer import Token
from .word_lists import word_list

_ANYTHING = frozenset(word_list("any-more/anything"))


def anyone_ahead(tokens: Sequence[Token], context: Context) -> Query | None:
    """Those ahead of the one Pokémon of the talk; None where the clause asks no such thing."""
    content = [t for t in tokens if not is_free(t) and not t.has("ell")]
    more = [t for t in content if t.has("cmp")]
    if (
        context.lost
        or len(more) != 1
        or len(context.mons) != 1
        or context.several
        or len(context.mons[0].readings["mon"]) > 1
    ):
        return None
    exists = any(t.has("exist") or t.text.casefold() in _ANYTHING for t in tokens)
    around = ("exist", "pron", "prep", "yn", "aux", "list", "light")
    if not exists or not all(t in more or any(t.has(tag) for tag in around) for t in content):
        return None
    if any(t.has("pron", "them") or t.has("mon") or t.has("wh") or t.has("noun", "move") for t in tokens):
        return None
    senses = [str(sense).partition(":") for sense in more[0].readings["cmp"]]
    named = [(name or number_asked(context), way) for name, _, way in senses if way in ("gt", "lt")]
    if len(named) != 1 or named[0][0] not in POKEMON_NUMBERS:
        return None
    mon: Mon = context.mons[0].readings["mon"][0]
    return Search("pokemon", NumberAgainst(named[0][0], named[0][1], mon), output="exists")  # type: ignore[arg-type]
