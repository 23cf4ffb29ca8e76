"""Conditions over moves as functions: does it hold for this move?"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..question.algebra import (
    Condition,
    ExistsIn,
    FromGeneration,
    HasType,
    LearnedBy,
    MoveIs,
    Number,
    Scope,
)
from .dataset import Dataset
from .model import Move, MoveMeta, MoveValues
from .numbers import OPERATORS, move_number_of

MovePredicate = Callable[[Move], bool | None]

#: What the meta data of a move say it does. Moves without meta data are unknown.
_DOES: Mapping[str, Callable[[MoveMeta], bool]] = {
    "recoil": lambda meta: meta.drain < 0,
    "drain": lambda meta: meta.drain > 0,
    "multi-hit": lambda meta: meta.max_hits is not None and meta.max_hits > 1,
    "flinch": lambda meta: meta.flinch_chance > 0,
    "high-crit": lambda meta: meta.crit_rate > 0,
    "ohko": lambda meta: meta.category == "ohko",
    "heal": lambda meta: meta.healing > 0,
    "switch": lambda meta: meta.category == "force-switch",
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

                def against(move: Move) -> bool | None:
                    own = value(move)
                    return None if own is None else holds(own, limit)

                return against
            case MoveIs():
                return self._move_is(condition)
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
                # The source has no flags at all for many new moves: whether they make contact is unknown.
                return lambda move: value in move.flags if move.flags or move.damage_class == "status" else None
            case "target":
                return lambda move: move.target == value
            case "generation":
                return lambda move: move.generation == int(value)
            case "ailment":
                return lambda move: move.meta is not None and move.meta.ailment == value
            case "does" if value == "never-misses":
                return lambda move: self._at(move).accuracy is None
            case "does":
                does = _DOES[value]
                return lambda move: None if move.meta is None else does(move.meta)
            case "raises":
                return lambda move: None if move.meta is None else move.meta.stat_changes.get(value, 0) > 0
            case "lowers":
                return lambda move: None if move.meta is None else move.meta.stat_changes.get(value, 0) < 0
