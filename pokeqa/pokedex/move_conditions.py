"""Conditions over moves as functions: does it hold for this move?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from ..question.algebra import (
    ChangedIn,
    Condition,
    ExistsIn,
    FromGeneration,
    HasType,
    LearnedBy,
    MoveIs,
    Number,
    Scope,
)
from .changes import changed_move
from .dataset import Dataset
from .model import Move, MoveValues
from .move_facts import MoveFacts, Owner, facts_of
from .numbers import OPERATORS, move_number_of

MovePredicate = Callable[[Move], bool | None]

#: What a move hits by what it targets.
_REACHES = {
    "spread": ("all-opponents", "all-other-pokemon", "all-pokemon"),
    "hits-allies": ("all-other-pokemon", "all-pokemon"),
}


class MoveLeaves:
    """Makes the predicate of a condition without parts."""

    def __init__(self, dataset: Dataset, scope: Scope) -> None:
        self.dataset = dataset
        self.scope = scope

    def leaf(self, condition: Condition) -> MovePredicate:
        """The predicate; `ValueError` for a condition that only Pokémon can fulfil."""
        match condition:
            case HasType(type_id):
                return lambda move: self._at(move).type_id == type_id
            case FromGeneration(generation, op):
                compare = OPERATORS[op]
                return lambda move: compare(move.generation, generation)
            case ExistsIn(generation):
                return lambda move: move.generation <= generation
            case Number(attribute, op, limit):
                value, holds = move_number_of(attribute, self.dataset, self.scope), OPERATORS[op]
                if (attribute, op, limit) == ("power", "eq", 0):
                    return lambda move: value(move) is None  # a move without power has none, and not 0

                def against(move: Move) -> bool | None:
                    own = value(move)
                    return None if own is None else holds(own, limit)

                return against
            case MoveIs():
                return self._move_is(condition)
            case ChangedIn():
                return changed_move(condition, self.dataset)
            case LearnedBy():
                return self._learned_by(condition)
        raise ValueError(f"The condition {condition!r} has no meaning for a move.")

    def _at(self, move: Move) -> Move | MoveValues:
        return move if self.scope.generation is None else self.dataset.move_in(move.id, self.scope.generation)

    def _learned_by(self, condition: LearnedBy) -> MovePredicate:
        scope = condition.scope
        groups: list[int | None] = [*scope.version_groups]
        if not groups and scope.generation is not None:
            groups = [group.id for group in self.dataset.version_groups_of_generation(scope.generation)]
        rows = [
            row for group in groups or [None] for row in self.dataset.learnsets.of(condition.pokemon.pokemon_id, group)
        ]
        learned = {row.move_id for row in rows if condition.method in (None, row.method)}
        return lambda move: move.id in learned

    def _move_is(self, condition: MoveIs) -> MovePredicate:
        value = condition.value
        match condition.field:
            case "damage-class":
                return lambda move: self._at(move).damage_class == value
            case "flag":
                return lambda move: None if (flags := facts_of(move).flags) is None else value in flags
            case "target":
                return lambda move: move.target == value
            case "generation":
                return lambda move: move.generation == int(value)
            case "named":
                return lambda move: move.identifier == value
            case "ailment":
                return lambda move: _known(move, lambda facts: value in facts.ailments)
            case "does" if value == "never-misses":
                return lambda move: self._at(move).accuracy is None
            case "does" if value in _REACHES:
                return lambda move: move.target in _REACHES[value]
            case "does":
                return lambda move: _known(move, lambda facts: value in (facts.does or ()))
            case "raises" | "lowers":
                return _stat_change(condition.field, value)


def _known(move: Move, holds: Callable[[MoveFacts], bool]) -> bool | None:
    """Whether something holds for what a move does; None where nothing is known of that."""
    facts = facts_of(move)
    return None if facts.does is None else holds(facts)


def _stat_change(way: Literal["raises", "lowers"], value: str) -> MovePredicate:
    """Whether a move raises or lowers a stat: "own:speed", "foe:attack", "defense" of anybody, "own:attack:2"."""
    whose, stat, size = stat_change_of(value)
    sign = 1 if way == "raises" else -1
    owners: tuple[Owner, ...] = ("own",) if whose == "own" else ("foe",) if whose == "foe" else ("own", "foe")

    def holds(facts: MoveFacts) -> bool:
        found = [
            n * sign for (owner, name), n in (facts.changes or {}).items() if owner in owners and stat in (name, "any")
        ]
        return any(n > 0 if size is None else n == size for n in found)

    return lambda move: _known(move, holds)


def stat_change_of(value: str) -> tuple[str, str, int | None]:
    """Whose stat, which one ("any"), and by how many stages where that is said."""
    *whose, stat = [part for part in value.split(":") if not part.isdecimal()]
    last = value.rpartition(":")[2]
    return "".join(whose), stat, int(last) if last.isdecimal() else None
