"""The cards of an answer: plain JSON values that the page draws, with names already in the answer's language."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from ...question.algebra import NOW, Measure, Mon, Scope
from ..model import Pokemon
from .context import Context

Card = dict[str, Any]

#: A table card carries at most this many rows; `total` says how many there are.
TABLE_ROWS = 30


def fact(context: Context, attribute: Measure, value: str, *, highlight: bool = False) -> Card:
    """One labelled value of a card."""
    return {"label": context.label(attribute), "value": value, "highlight": highlight}


def pokemon_card(
    context: Context,
    mon: Mon | Pokemon,
    *,
    highlight: Collection[str] = (),
    facts: Iterable[Card] = (),
    scope: Scope = NOW,
) -> Card:
    """A Pokémon's card: types, the six stats (those in `highlight` marked; "total" marks the total) and a few facts."""
    pokemon, species = context.pokemon(mon), context.species(mon)
    stats = context.stats(mon, scope)
    genus = context.phrases.name(species.genus) if species.genus else None
    return {
        "kind": "pokemon",
        "id": pokemon.id,
        "number": species.id,
        "name": context.mon_name(mon),
        "genus": genus,
        "types": context.type_chips(context.types(mon, scope)),
        "stats": [
            {"id": stat, "name": context.stat_name(stat), "value": value, "highlight": stat in highlight}
            for stat, value in stats.items()
        ],
        "total": sum(stats.values()) if stats else None,
        "facts": list(facts),
    }


def table_card(
    title: str,
    columns: Sequence[tuple[str, str]],
    rows: Sequence[Sequence[str]],
    total: int | None = None,
) -> Card:
    """A table: `columns` are (label, "left" or "right"). Only the first 30 rows travel; `total` counts them all."""
    return {
        "kind": "table",
        "title": title,
        "columns": [{"label": label, "align": align} for label, align in columns],
        "rows": [list(row) for row in rows[:TABLE_ROWS]],
        "total": len(rows) if total is None else total,
    }


def facts_card(title: str, facts: Iterable[Card]) -> Card:
    """A titled list of labelled values."""
    return {"kind": "facts", "title": title, "facts": list(facts)}
