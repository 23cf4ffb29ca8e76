"""What an item, an ability, the weather and the like do to the numbers of a battle, since generation 9.

The figures are data, `data/pokedex/battle_modifiers.csv`: what it is, whose it is, which number it changes (`place`),
by how much (in 4096ths), and the conditions under which it does, all of which must hold ("type=fire|ice
class=physical").
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from ...errors import DatasetError
from ...paths import DATA
from ..model import Move

#: What a factor is a share of.
ONE = 4096

#: Moves of these generations may lack their flags in the source.
_FLAGS_KNOWN_UNTIL = 6


@dataclass(frozen=True, slots=True)
class Modifier:
    """One row of the data file. `side`: "attacker", "defender" or "any"; `factor` is in 4096ths."""

    kind: str
    name: str
    side: str
    place: str
    factor: int
    conditions: tuple[tuple[str, tuple[str, ...]], ...]

    def wanted(self, key: str) -> tuple[str, ...]:
        """The values that a condition allows; none where it has no such condition."""
        return next((values for name, values in self.conditions if name == key), ())


@dataclass(frozen=True, slots=True)
class Situation:
    """What conditions are about. `types` are identifiers of the types of the Pokémon that has the modifier; `power` is
    the move's own, `own_type` its type before an ability changes it, `hp` its holder's share of HP in per cent.
    """

    species: str = ""
    types: tuple[str, ...] = ()
    move: Move | None = None
    move_type: str = ""
    own_type: str = ""
    stat: str = ""
    power: int = 0
    factor: float = 1.0
    critical: bool = False
    weather: str | None = None
    terrain: str | None = None
    ailment: str | None = None
    hp: float = 100.0
    grounded: bool = True
    evolves: bool = False
    other_ability: str = ""
    damage_class: str = ""


def modifiers(kind: str, name: str, side: str | None = None) -> tuple[Modifier, ...]:
    """The rows of one item, ability or other thing, for one side (None: all)."""
    rows = _rows().get((kind, name), ())
    return tuple(row for row in rows if side is None or row.side in (side, "any"))


def is_known(kind: str, name: str) -> bool:
    """Whether the data file says what this does to the numbers of a battle."""
    return (kind, name) in _rows()


def needs_flags(row: Modifier, move: Move) -> bool:
    """Whether a row hangs on a flag or an effect of a move that the source may not record."""
    flagged = bool(row.wanted("flag")) and not move.flags and move.generation > _FLAGS_KNOWN_UNTIL
    return flagged or (bool(row.wanted("secondary")) and move.meta is None)


def holds(row: Modifier, now: Situation) -> bool:
    """Whether all conditions of a row hold."""
    return all(_TESTS[key](values, now) for key, values in row.conditions if key in _TESTS)


def chained(factors: Sequence[int]) -> int:
    """Several factors as one, rounded after each as the games do."""
    found = ONE
    for factor in factors:
        found = (found * factor + ONE // 2) // ONE
    return found


def scaled(value: int, factor: int) -> int:
    """A value times a factor in 4096ths, the half rounded down."""
    return (value * factor + ONE // 2 - 1) // ONE


def staged(value: int, stages: int) -> int:
    """A stat after stat changes (-6 to 6)."""
    return value * max(2, 2 + stages) // max(2, 2 - stages)


def _effective(values: tuple[str, ...], now: Situation) -> bool:
    return ("super" in values and now.factor > 1) or ("not" in values and now.factor < 1)


def _hp(values: tuple[str, ...], now: Situation) -> bool:
    return now.hp >= 100 if "full" in values else now.hp <= 100 / 3


def _has_secondary(values: tuple[str, ...], now: Situation) -> bool:
    meta = now.move.meta if now.move is not None else None
    if meta is None or now.move is None:
        return False
    lowers_foe = meta.category == "damage-lower" or (meta.stat_chance > 0 and meta.category != "damage-raise")
    raises_own = meta.category == "damage-raise" and 0 < meta.stat_chance < 100
    return bool(meta.ailment_chance or meta.flinch_chance or lowers_foe or raises_own)


_TESTS: Mapping[str, Callable[[tuple[str, ...], Situation], bool]] = {
    "class": lambda values, now: now.damage_class in values,
    "own-type": lambda values, now: now.own_type in values,
    "type": lambda values, now: now.move_type in values,
    "effective": _effective,
    "flag": lambda values, now: now.move is not None and not now.move.flags.isdisjoint(values),
    "move": lambda values, now: now.move is not None and now.move.identifier in values,
    "power": lambda values, now: now.power <= int(values[0]),
    "species": lambda values, now: now.species in values,
    "evolves": lambda values, now: now.evolves,
    "has-type": lambda values, now: not set(now.types).isdisjoint(values),
    "stat": lambda values, now: now.stat in values,
    "weather": lambda values, now: now.weather in values,
    "terrain": lambda values, now: now.terrain in values,
    "ailment": lambda values, now: now.ailment is not None and ("any" in values or now.ailment in values),
    "critical": lambda values, now: now.critical == ("yes" in values),
    "hp": _hp,
    "grounded": lambda values, now: now.grounded,
    "secondary": _has_secondary,
    "unless": lambda values, now: now.other_ability not in values,
}


@cache
def _rows() -> Mapping[tuple[str, str], tuple[Modifier, ...]]:
    path = DATA / "pokedex" / "battle_modifiers.csv"
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = [_read(row) for row in csv.DictReader(file)]
    except FileNotFoundError as error:
        raise DatasetError("The data file battle_modifiers.csv is missing from pokedex/. Restore it.") from error
    found: dict[tuple[str, str], tuple[Modifier, ...]] = {}
    for row in rows:
        found[row.kind, row.name] = (*found.get((row.kind, row.name), ()), row)
    return found


def _read(row: Mapping[str, str]) -> Modifier:
    conditions = []
    for one in row["conditions"].split():
        key, _, values = one.partition("=")
        conditions.append((key, tuple(values.split("|"))))
    return Modifier(row["kind"], row["name"], row["side"], row["place"], int(row["factor"] or 0), tuple(conditions))
