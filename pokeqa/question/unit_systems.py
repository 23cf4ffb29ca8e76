"""Systems of units: "in imperial units?", 英制呢 behind a height or a weight asks for it in feet or pounds."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from .algebra import Facts, Query, Unit
from .clause import is_free
from .context import Context
from .lexer import Token

_UNITS: dict[tuple[str, str], Unit] = {
    ("imperial", "height"): "ft", ("imperial", "weight"): "lb", ("metric", "height"): "m", ("metric", "weight"): "kg",
}  # fmt: skip
#: The units that sizes are told in where none is asked for.
USUAL = frozenset({"m", "kg"})
#: Sizes by the units that measure them.
_MEASURED: dict[str, Literal["height", "weight"]] = {
    "kg": "weight", "g": "weight", "lb": "weight", "t": "weight", "jin": "weight", "taijin": "weight",
    "m": "height", "cm": "height", "ft": "height", "in": "height",
}  # fmt: skip
#: What may stand beside the unit: 用磅怎么说, "what's that in pounds?", "and converted to feet?".
_AROUND = ("ell", "bool", "wh", "pron", "aux", "yn", "prep", "light", "itemuse", "list", "number", "catch", "convert")


def unit_of(system: str, attribute: str) -> Unit | None:
    """The unit in which a system measures a size."""
    return _UNITS.get((system, attribute))


def in_other_units(tokens: list[Token], context: Context) -> Query | None:
    """The size that was asked for in the unit, or in the system of units, that a follow-up names."""
    query = context.query
    if context.lost or not isinstance(query, Facts) or len(query.attributes) != 1:
        return None
    asked = query.attributes[0]
    systems = [t for t in tokens if t.has("unitsystem")]
    units = [t for t in tokens if t.has("unit") and not t.has("unit", "point")]
    rest = [t for t in tokens if t not in systems and t not in units and not is_free(t)]
    named = all(any(t.has(tag) for tag in _AROUND) or t.has("attr", "name") or t.has("attr", asked) for t in rest)
    if len(systems) + len(units) != 1 or not named or any(t.has("number") for t in tokens):
        return None
    if systems:
        unit = unit_of(str(systems[0].readings["unitsystem"][0]), asked)
    else:
        value = str(units[0].readings["unit"][0])
        unit = next((one for one in _UNITS_ALL if one == value and _MEASURED.get(value) == asked), None)
    return replace(query, unit=unit) if unit is not None else None


_UNITS_ALL: tuple[Unit, ...] = ("kg", "g", "lb", "t", "jin", "taijin", "m", "cm", "ft", "in")
