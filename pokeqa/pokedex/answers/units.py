"""Numbers as people write them: exact, without trailing zeros, in the unit that was asked for.

The conversions are the definitions: 1 lb = 0.45359237 kg, 1 in = 2.54 cm, 1 斤 = 0.5 kg, 1 台斤 = 0.6 kg.
"""

from __future__ import annotations

from ...question.algebra import Measure, Unit

KG_PER_LB = 0.45359237
CM_PER_INCH = 2.54
INCHES_PER_FOOT = 12

#: Catties by their names, in kg: the market's, and Taiwan's.
_CATTIES: dict[Unit, tuple[str, float]] = {"jin": ("斤", 0.5), "taijin": ("台斤", 0.6)}

#: The units of each attribute, the usual one first.
UNITS: dict[Measure, tuple[Unit, ...]] = {
    "weight": ("kg", "lb", "g", "t", "jin", "taijin"), "height": ("m", "ft", "in", "cm"),
}  # fmt: skip


def plain(value: float) -> str:
    """A number without needless zeros: 460, 90.5, 0.1."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def weight(hectograms: float, unit: Unit | None = None) -> str:
    """A weight in kg, or in the unit asked for: "90.5 kg", "199.5 lb", "90500 g"."""
    if unit == "lb":
        return f"{plain(round(hectograms / 10 / KG_PER_LB, 1))} lb"
    if unit == "g":
        return f"{plain(hectograms * 100)} g"
    if unit == "t":
        return f"{hectograms / 10_000:.4f}".rstrip("0").rstrip(".") + " t"
    if unit in _CATTIES:
        name, kilograms = _CATTIES[unit]
        return f"{plain(hectograms / 10 / kilograms)} {name}"
    return f"{plain(hectograms / 10)} kg"


def height(decimetres: float, unit: Unit | None = None) -> str:
    """A height in m, or in the unit asked for: "1.7 m", "5 ft 7 in", "170 cm"."""
    if unit == "ft":
        feet, inches = divmod(round(decimetres * 10 / CM_PER_INCH), INCHES_PER_FOOT)
        return f"{feet} ft {inches} in"
    if unit == "in":
        return f"{plain(round(decimetres * 10 / CM_PER_INCH, 1))} in"
    if unit == "cm":
        return f"{plain(decimetres * 10)} cm"
    return f"{plain(decimetres / 10)} m"


def measure(attribute: Measure, number: float, unit: Unit | None = None) -> str:
    """A number of an attribute as people write it; `number` in the dataset's own unit."""
    if unit == "imperial":
        unit = "lb" if attribute == "weight" else "ft"
    if unit not in UNITS.get(attribute, ()):
        unit = None
    if attribute == "weight":
        return weight(number, unit)
    if attribute == "height":
        return height(number, unit)
    if attribute == "gender-ratio":
        return f"{plain(number)}%"
    return plain(number)


def measure_both(attribute: Measure, number: float, unit: Unit | None = None) -> str:
    """The number in the unit asked for, with the usual unit behind it: "199.5 lb (90.5 kg)"."""
    asked, usual = measure(attribute, number, unit), measure(attribute, number)
    return asked if asked == usual else f"{asked} ({usual})"
