"""How hard an attack hits: the type chart of a generation, the defender's ability, and moves with rules of their own.

    chart = Chart(dataset, generation=None)
    chart.factor(Attack(ICE), (DRAGON, GROUND))                      4.0
    chart.hit(Attack(GROUND), (POISON,), levitate).factor            0.0

The rules that are not in the type chart are data: `data/pokedex/ability_matchups.csv` and `move_matchups.csv`. Factors
are exact binary fractions (or three quarters and five quarters of them), so they compare with ==.
"""

from __future__ import annotations

import csv
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from math import prod
from pathlib import Path

from ..errors import DatasetError
from ..paths import DATA
from .dataset import FIRST_WITH_ABILITIES, Dataset
from .model import Move
from .move_facts import facts_of


@dataclass(frozen=True, slots=True)
class AbilityRule:
    """What an ability does to attacks. `kind` is the data file's `rule`; `ignorable`: Mold Breaker ignores it.

    "type", "airborne": attacks of `type_id` are multiplied by `factor`. "super-effective": attacks above 1 are.
    "not-super-effective": attacks of 1 and less are. "sound", "ballistics", "wind": moves with this flag are.
    "strong-winds": the weaknesses of `type_id` count as 1. "full-hp" and "unknown" do not enter the factor: they are
    worth a note.
    """

    ability_id: int
    kind: str
    type_id: int | None
    factor: float
    since: int
    until: int | None
    ignorable: bool


@dataclass(frozen=True, slots=True)
class MoveRule:
    """What is special about how a move meets types: "also-type", "super-against", "grounds-flying", "typeless",
    "fixed" and "ohko" (only immunities count), "varies" (its type can be another), "status-immunity", "hazard".
    """

    move_id: int
    kind: str
    type_id: int | None
    since: int


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack: its type, and the move where one is named."""

    type_id: int
    move: Move | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """What an attack does: its factor with the ability, by the types alone, and the rule that made the difference."""

    factor: float
    by_types: float
    rule: AbilityRule | None = None


class Chart:
    """The type chart of a generation (None: the current one) with the ability and move rules of that time."""

    def __init__(self, dataset: Dataset, generation: int | None = None) -> None:
        self.dataset = dataset
        self.generation = generation
        self._now = generation if generation is not None else max(dataset.generations)
        self.types: tuple[int, ...] = dataset.chart_types(generation)
        self._abilities = ability_rules(dataset)
        self._moves = move_rules(dataset)

    def exists(self, type_id: int) -> bool:
        """Whether the type takes part in this chart."""
        return type_id in self.types

    def single(self, attacking: int, defending: int) -> float:
        """The factor of one type against one type: 0, 0.5, 1 or 2."""
        return self.dataset.efficacy(attacking, defending, self.generation)

    def parts(self, attack: Attack, defender: tuple[int, ...]) -> tuple[float, ...]:
        """The factor against each of the defender's types."""
        rule = self.move_rule(attack)
        factors = []
        for defending in defender:
            factor = self.single(attack.type_id, defending)
            if rule is not None and rule.type_id is not None:
                if rule.kind == "super-against" and defending == rule.type_id:
                    factor = 2.0
                elif rule.kind == "also-type":
                    factor *= self.single(rule.type_id, defending)
            factors.append(factor)
        return tuple(factors)

    def factor(self, attack: Attack, defender: tuple[int, ...]) -> float:
        """The factor by types alone, with the rules of the move."""
        rule = self.move_rule(attack)
        if rule is not None:
            if rule.kind == "typeless" or (rule.kind == "grounds-flying" and rule.type_id in defender):
                return 1.0
            if rule.kind in ("fixed", "ohko"):
                return 0.0 if prod(self.parts(attack, defender)) == 0 else 1.0
        return prod(self.parts(attack, defender))

    def hit(self, attack: Attack, defender: tuple[int, ...], ability_id: int | None) -> Hit:
        """The factor against a defender with this ability."""
        base = factor = self.factor(attack, defender)
        applied: AbilityRule | None = None
        for rule in self.ability_rules(ability_id):
            changed = self._with_rule(rule, attack, defender, factor)
            if changed != factor:
                factor, applied = changed, rule
        return Hit(factor, base, applied)

    def certain(self, attack: Attack, defender: tuple[int, ...], abilities: Collection[int]) -> float:
        """The factor that holds whichever of the abilities the defender has; by types alone where it depends."""
        values = {self.hit(attack, defender, ability).factor for ability in abilities}
        return values.pop() if len(values) == 1 else self.factor(attack, defender)

    def ability_rules(self, ability_id: int | None) -> tuple[AbilityRule, ...]:
        """The rules of an ability in this generation."""
        if ability_id is None or self._now < FIRST_WITH_ABILITIES:
            return ()
        return tuple(
            rule
            for rule in self._abilities.get(ability_id, ())
            if rule.since <= self._now and (rule.until is None or self._now <= rule.until)
        )

    def move_rule(self, attack: Attack) -> MoveRule | None:
        """The rule of the attack's move, if it has one in this generation."""
        rule = self._moves.get(attack.move.id) if attack.move is not None else None
        return rule if rule is not None and rule.since <= self._now else None

    def _with_rule(self, rule: AbilityRule, attack: Attack, defender: tuple[int, ...], factor: float) -> float:
        own = self.move_rule(attack)
        if own is not None and own.kind == "typeless":
            return factor
        if rule.kind == "airborne" and own is not None and own.kind == "grounds-flying":
            return factor
        if rule.kind in ("type", "airborne"):
            return factor * rule.factor if attack.type_id == rule.type_id else factor
        if rule.kind == "super-effective":
            return factor * rule.factor if factor > 1 else factor
        if rule.kind == "not-super-effective":
            return factor if factor > 1 else 0.0
        if rule.kind in ("sound", "ballistics", "wind"):
            flags = facts_of(attack.move).flags if attack.move is not None else None
            return 0.0 if flags is not None and rule.kind in flags else factor
        if rule.kind == "strong-winds" and rule.type_id in defender:
            part = self.parts(attack, (rule.type_id,))[0]
            return factor / part if part > 1 else factor
        return factor


def ability_rules(dataset: Dataset) -> Mapping[int, tuple[AbilityRule, ...]]:
    """The rules of every ability that changes how attacks hit, by ability id. Raises `DatasetError` for a bad file."""
    abilities = {a.identifier: a.id for a in dataset.abilities.values()}
    types = {t.identifier: t.id for t in dataset.types.values()}
    rules: dict[int, tuple[AbilityRule, ...]] = {}
    for row in _rows("ability_matchups.csv"):
        ability_id = _id(abilities, row["ability"])
        rule = AbilityRule(
            ability_id=ability_id,
            kind=row["rule"],
            type_id=_id(types, row["attacking_type"]) if row["attacking_type"] else None,
            factor=float(row["factor"] or 1),
            since=int(row["since_generation"]),
            until=int(row["until_generation"]) if row["until_generation"] else None,
            ignorable=row["ignorable"] == "yes",
        )
        rules[ability_id] = (*rules.get(ability_id, ()), rule)
    return rules


def move_rules(dataset: Dataset) -> Mapping[int, MoveRule]:
    """The rules of moves that do not simply follow the chart, by move id. Raises `DatasetError` for a bad file."""
    moves = {m.identifier: m.id for m in dataset.moves.values()}
    types = {t.identifier: t.id for t in dataset.types.values()}
    rules: dict[int, MoveRule] = {}
    for row in _rows("move_matchups.csv"):
        move_id = _id(moves, row["move"])
        type_id = _id(types, row["type"]) if row["type"] else None
        rules[move_id] = MoveRule(move_id, row["rule"], type_id, int(row["since_generation"]))
    return rules


def matchup_abilities() -> frozenset[str]:
    """The identifiers of the abilities that change how attacks hit."""
    return frozenset(row["ability"] for row in _rows("ability_matchups.csv"))


@cache
def _rows(name: str) -> tuple[dict[str, str], ...]:
    path: Path = DATA / "pokedex" / name
    try:
        with path.open(encoding="utf-8", newline="") as file:
            return tuple(csv.DictReader(file))
    except FileNotFoundError as error:
        raise DatasetError(f"The data file {name} is missing from pokedex/. Restore it.") from error


def _id(table: Mapping[str, int], identifier: str) -> int:
    try:
        return table[identifier]
    except KeyError as error:
        raise DatasetError(f"The matchup rules name {identifier!r}, which the Pokédex does not hold.") from error
