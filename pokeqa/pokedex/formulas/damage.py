"""What a move takes from a Pokémon's HP, by the formula of generations 5 to 9.

Rounding follows the games: down after each step, and at the half downwards for the same-type bonus. The moves that
strike another stat, or whose power is not the one in their row, are data: `data/pokedex/move_damage_rules.csv`.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import floor

from ...errors import DatasetError
from ...paths import DATA
from ..model import Move
from .modifiers import ONE, scaled

#: The share of the damage, in per cent, that the sixteen equally likely rolls leave.
ROLLS = range(85, 101)

CRITICAL = 1.5

#: The same-type bonus, and what a move to several targets keeps, in 4096ths.
STAB, SPREAD = 6144, 3072

#: Stages of critical hits from which a move always strikes critically.
ALWAYS_CRITICAL = 3


@dataclass(frozen=True, slots=True)
class DamageRule:
    """What is special about a move's damage: `kind` and `value` are the data file's columns."""

    kind: str
    value: str


@dataclass(frozen=True, slots=True)
class Blow:
    """The numbers that enter the formula for one hit. `factor` is the type effectiveness; `bonus` (of the same type),
    `weather` and `final` are in 4096ths.
    """

    level: int
    power: int
    attack: int
    defence: int
    factor: float
    bonus: int = ONE
    critical: bool = False
    spread: bool = False
    weather: int = ONE
    burned: bool = False
    final: int = ONE

    @property
    def same_type(self) -> bool:
        """Whether there is a bonus for the user's type."""
        return self.bonus > ONE


def rolls(blow: Blow) -> tuple[int, ...]:
    """The damage of one hit for each of the sixteen rolls, lowest first; zeros where it has no effect."""
    if blow.factor == 0:
        return (0,) * len(ROLLS)
    base = (2 * blow.level // 5 + 2) * blow.power * blow.attack // blow.defence // 50 + 2
    if blow.spread:
        base = scaled(base, SPREAD)
    base = scaled(base, blow.weather)
    if blow.critical:
        base = floor(base * CRITICAL)
    return tuple(_rolled(base, roll, blow) for roll in ROLLS)


def _rolled(base: int, roll: int, blow: Blow) -> int:
    damage = scaled(base * roll // 100, blow.bonus)
    damage = floor(damage * blow.factor)
    if blow.burned:
        damage //= 2
    return max(1, scaled(damage, blow.final))


def damage_rule(move: Move) -> DamageRule | None:
    """The rule of a move whose damage is not simply its power, its class and its type."""
    return _rules().get(move.identifier)


def always_critical(move: Move) -> bool:
    """Whether a move always strikes critically."""
    return move.meta is not None and move.meta.crit_rate >= ALWAYS_CRITICAL


@cache
def _rules() -> Mapping[str, DamageRule]:
    path = DATA / "pokedex" / "move_damage_rules.csv"
    try:
        with path.open(encoding="utf-8", newline="") as file:
            return {row["move"]: DamageRule(row["rule"], row["value"]) for row in csv.DictReader(file)}
    except FileNotFoundError as error:
        raise DatasetError("The data file move_damage_rules.csv is missing from pokedex/. Restore it.") from error
