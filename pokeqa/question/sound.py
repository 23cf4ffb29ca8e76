"""Has a query a meaning? A number of Pokémon is none of a move: no search of moves by a weight."""

from __future__ import annotations

from .algebra import (
    And,
    ChangedIn,
    Condition,
    Defends,
    ExistsIn,
    FromGeneration,
    HasType,
    LearnedBy,
    MoveIs,
    Number,
    Query,
    Search,
)
from .conditions import leaves

#: What a move is looked for by, beside its numbers.
_OF_MOVES = (HasType, FromGeneration, ExistsIn, MoveIs, ChangedIn, LearnedBy)
_OF_OTHERS = (FromGeneration, ExistsIn, Defends)


def is_sound(query: Query | None) -> bool:
    """Whether every condition and every measure of a search is one of what is searched."""
    if not isinstance(query, Search):
        return True
    from ..pokedex.numbers import MOVE_NUMBERS, POKEMON_NUMBERS  # reads the queries itself

    of_moves = query.what == "move"
    numbers = MOVE_NUMBERS if of_moves else POKEMON_NUMBERS
    measures = [leaf.attribute for leaf in leaves(query.condition) if isinstance(leaf, Number)]
    if query.order is not None:
        measures.append(query.order.attribute)
    if any(isinstance(one, str) and one not in numbers for one in measures):
        return False
    if of_moves and query.output == "list" and _has_two_types(query.condition):
        return False  # "Ghost moves on Psychic types": a move has one
    if of_moves:
        return all(isinstance(leaf, (Number, *_OF_MOVES)) for leaf in leaves(query.condition))
    if query.what == "pokemon":
        return not any(isinstance(leaf, MoveIs | LearnedBy) for leaf in leaves(query.condition))
    return query.order is None and all(isinstance(leaf, _OF_OTHERS) for leaf in leaves(query.condition))


def _has_two_types(condition: Condition) -> bool:
    """Are two types asked of one thing at once?"""
    parts = condition.conditions if isinstance(condition, And) else ()
    flat = [leaf for part in parts for leaf in (part.conditions if isinstance(part, And) else (part,))]
    return len({leaf.type_id for leaf in flat if isinstance(leaf, HasType)}) > 1
