"""What a generation changed of Pokémon and moves that were there before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ..question.conditions import ChangedIn
from .dataset import Dataset
from .model import Move, Pokemon
from .varieties import introduced_in

#: Before generation 2 one Special stat stood for two, and before generation 3 there were no abilities.
_FIRST = {"type": 1, "stats": 2, "ability": 3}

#: A value to compare: types, abilities, numbers.
Values = Sequence[int | None]


def changed_pokemon(condition: ChangedIn, dataset: Dataset) -> Callable[[Pokemon], bool]:
    """Whether a Pokémon's types, stats or abilities are other ones since the generation (None: since any)."""
    what = condition.attribute

    def values(pokemon: Pokemon, generation: int) -> Values:
        if what == "type":
            return dataset.types_of(pokemon, generation)
        if what == "ability":
            return dataset.abilities_of(pokemon, generation).ordinary()
        stats = dataset.stats_of(pokemon, generation)
        return tuple(stats.values()) if what == "stats" else (stats[what],)

    first = _FIRST.get(what, 2)
    return lambda pokemon: any(
        _is_other(values(pokemon, one - 1), values(pokemon, one), condition)
        for one in _generations(condition, dataset)
        if one > max(introduced_in(pokemon, dataset), first)
    )


def changed_move(condition: ChangedIn, dataset: Dataset) -> Callable[[Move], bool]:
    """Whether a move's type or numbers are other ones since the generation; "profile" is any of them."""

    def values(move: Move, generation: int) -> Values:
        then = dataset.move_in(move.id, generation)
        numbers = {"power": then.power, "accuracy": then.accuracy, "pp": then.pp, "priority": then.priority}
        if condition.attribute == "type":
            return (then.type_id,)
        if condition.attribute == "profile":
            return (*numbers.values(), *(() if condition.sense else (then.type_id,)))
        return (numbers[condition.attribute],)

    return lambda move: any(
        _is_other(values(move, one - 1), values(move, one), condition)
        for one in _generations(condition, dataset)
        if one > move.generation
    )


def _is_other(before: Values, after: Values, condition: ChangedIn) -> bool:
    """Are the values other ones, or one of them more or less where that is asked?"""
    if condition.sense is None:
        return before != after
    sign = 1 if condition.sense == "max" else -1
    pairs = zip(before, after, strict=True)
    return any(a is not None and b is not None and (b - a) * sign > 0 for a, b in pairs)


def _generations(condition: ChangedIn, dataset: Dataset) -> Iterable[int]:
    return dataset.generations if condition.generation is None else (condition.generation,)
