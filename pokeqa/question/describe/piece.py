"""What the readers of a description give: a condition and the tokens it came from."""

from __future__ import annotations

from dataclasses import dataclass

from ..algebra import (
    Condition,
)
from ..clause import Clause
from ..word_lists import word_list

NUMERIC = ("total", "hp", "attack", "defense", "special-attack", "special-defense", "speed", "height", "weight",
           "base-experience", "capture-rate", "happiness", "power", "accuracy", "pp", "priority",
           "dex-number")  # fmt: skip

#: The attribute that a unit measures, and the unit in the query's own (kg, m).
UNITS: dict[str, tuple[str, float]] = {
    "kg": ("weight", 1.0), "g": ("weight", 0.001), "lb": ("weight", 0.45359237), "jin": ("weight", 0.5),
    "taijin": ("weight", 0.6), "t": ("weight", 1000.0),
    "m": ("height", 1.0), "cm": ("height", 0.01), "ft": ("height", 0.3048), "in": ("height", 0.0254),
}  # fmt: skip

#: Negations that stand behind what they exclude.
BEHIND = frozenset(word_list("piece/behind"))


@dataclass(slots=True)
class Piece:
    """A condition and the tokens it came from."""

    start: int
    end: int
    condition: Condition


def numeric_attribute(clause: Clause, i: int) -> str | None:
    """The numeric attribute token i names; "stats" counts as the total."""
    for value in clause.tokens[i].readings.get("attr", ()):
        if value in NUMERIC:
            return str(value)
        if value == "stats":
            return "total"
    return None


def ordered(conditions: list[Condition]) -> tuple[Condition, ...]:
    """A stable order, so that "Water and Ground" equals "Ground and Water"."""
    flat: list[Condition] = []
    for condition in conditions:
        if condition not in flat:
            flat.append(condition)
    return tuple(sorted(flat, key=repr))
