"""Bounds and ranges: "over 100 Speed", "between 50 and 100 kg", "faster than Garchomp"."""

from __future__ import annotations

from ..algebra import (
    And,
    IsA,
    Not,
    Number,
    NumberAgainst,
    Operator,
    Unit,
)
from ..clause import Clause, nearest
from .piece import BEHIND, NUMERIC, Piece, numeric_attribute

_UNITS: dict[str, tuple[str, float]] = {
    "kg": ("weight", 1.0), "g": ("weight", 0.001), "lb": ("weight", 0.45359237),
    "m": ("height", 1.0), "cm": ("height", 0.01), "ft": ("height", 0.3048),
}  # fmt: skip


def number_pieces(clause: Clause) -> list[Piece]:
    """Bounds, ranges and exact values."""
    pieces: list[Piece] = []
    numbers = clause.find("number")
    done: set[int] = set()
    for i in numbers:
        if i in done:
            continue
        piece = _range_piece(clause, i, done) or _bound_piece(clause, i)
        if piece is not None:
            pieces.append(piece)
    return pieces


def _unit(clause: Clause, i: int) -> tuple[str | None, int]:
    """The unit behind number token i and where it ends."""
    if clause.at(i + 1, "unit"):
        unit = clause.value(i + 1, "unit")
        return (None if unit == "point" else str(unit)), i + 2
    return None, i + 1


def _attribute_near(clause: Clause, start: int, end: int) -> tuple[str | None, list[int]]:
    """The numeric attribute nearest to a number: an attribute word, or the one inside "heavier than"."""
    found: list[int] = [i for i in clause.find("attr") if numeric_attribute(clause, i)]
    # Words between two numbers belong to the nearer one.
    near = nearest(
        [i for i in found if i < start and start - i <= 6] or [i for i in found if i >= end and i - end <= 3], start
    )
    if near is None:
        return None, []
    return numeric_attribute(clause, near), [near]


def _range_piece(clause: Clause, i: int, done: set[int]) -> Piece | None:
    unit, end = _unit(clause, i)
    j = end
    if not clause.at(j, "op", "range"):
        return None
    if not clause.at(j + 1, "number"):
        return None
    unit2, end2 = _unit(clause, j + 1)
    start = i
    opens = clause.at(i - 1, "op", "between")
    closes = clause.at(end2, "op", "rangeend")
    if not opens and not closes and clause.tokens[j].text not in ("~", "-", "到", "至", "to", "から", "through"):
        return None
    attribute, words = _attribute_near(clause, i, end2)
    name = unit or unit2
    factor = 1.0
    if name is not None:
        attribute, factor = _UNITS[name]
    if attribute is None:
        return None
    low, high = clause.value(i, "number"), clause.value(j + 1, "number")
    clause.take(*range(i, end2), *words)
    if opens:
        start = i - 1
        clause.take(i - 1)
    if closes:
        clause.take(end2)
        end2 += 1
    done.update((i, j + 1))
    low, high = sorted((low, high))
    a, b = _number(attribute, "ge", low * factor, name), _number(attribute, "le", high * factor, name)
    return Piece(min([start, *words]), end2, And((a, b)))


def _number(attribute: str, op: Operator, value: float, unit: str | None) -> Number:
    shown: Unit | None = unit if unit in ("kg", "g", "lb", "m", "cm", "ft") else None  # type: ignore[assignment]
    return Number(attribute, op, round(value, 4), shown)  # type: ignore[arg-type]


def _bound_piece(clause: Clause, i: int) -> Piece | None:
    """One number with its bound: "over 100 Speed", "100以上", "heavier than 230 kg", "Speed of exactly 100"."""
    unit, end = _unit(clause, i)
    taken = list(range(i, end))
    op: Operator | None = None
    attribute: str | None = None
    before = i - 1
    while before >= 0 and clause.at(before, "prep", "of", "than") and not clause.at(before, "op"):
        before -= 1
    if before >= 0 and clause.at(before, "op", "gt", "lt", "ge", "le", "eq") and before not in clause.used:
        op = next(v for v in clause.tokens[before].readings["op"] if v in ("gt", "lt", "ge", "le", "eq"))
        taken.append(before)
        if clause.at(before, "cmp"):
            attribute = _attribute_of(clause.value(before, "cmp"))
        before -= 1
        if before >= 0 and clause.at(
            before, "cmp", "speed:gt", "weight:gt", "height:gt", "speed:lt", "weight:lt", "height:lt"
        ):
            attribute = _attribute_of(clause.value(before, "cmp"))
            taken.append(before)
    elif before >= 0 and clause.at(before, "cmp") and before not in clause.used:
        sense = clause.value(before, "cmp")
        attribute = _attribute_of(sense)
        op = "gt" if sense.endswith("gt") else "lt" if sense.endswith("lt") else "eq"
        taken.append(before)
    if clause.at(end, "op", "ge", "le", "gt", "lt") and end not in clause.used:
        after = next(v for v in clause.tokens[end].readings["op"] if v in ("ge", "le", "gt", "lt"))
        # 不超过100 and "100以上" each have one bound; two that disagree are not understood.
        if op is None or op == after:
            op = after
            taken.append(end)
            end += 1
    elif op is None and clause.at(end, "cmp") and clause.language == "ja":
        sense = clause.value(end, "cmp")
        attribute, op = _attribute_of(sense), "gt" if sense.endswith("gt") else "lt"
        taken.append(end)
        end += 1
    factor = 1.0
    if unit is not None:
        named, factor = _UNITS[unit]
        if attribute is not None and attribute != named:
            return None
        attribute = named
        words = [w for w in clause.find("attr") if numeric_attribute(clause, w) == named]
        taken += words
    elif attribute is None:
        attribute, words = _attribute_near(clause, i, end)
        taken += words
    else:
        taken += [w for w in clause.find("attr") if numeric_attribute(clause, w) == attribute]
    if attribute is None:
        return None
    if op is None:
        op = "eq"
    for j in list(taken):
        for k in (j - 1, j + 1):
            if clause.at(k, "noun", "stat") and not clause.at(k, "attr", *NUMERIC):
                taken.append(k)
    clause.take(*taken)
    return Piece(min(taken), max(taken) + 1, _number(attribute, op, clause.value(i, "number") * factor, unit))


def _attribute_of(sense: str) -> str | None:
    return sense.split(":")[0] or None


def against_pieces(clause: Clause) -> list[Piece]:
    """ "faster than Garchomp", 比烈咬陆鲨快: a bound that is another Pokémon's value."""
    pieces: list[Piece] = []
    mons = clause.mons()
    cmps = clause.find("cmp")
    if len(mons) != 1 or not cmps:
        return pieces
    m, c = mons[0], cmps[0]
    if len(cmps) > 1 or not _says_than(clause, c):
        return pieces
    senses = [s for s in clause.tokens[c].readings["cmp"] if not s.endswith(":eq")]
    if not senses:
        return pieces
    words = [w for w in clause.find("attr") if numeric_attribute(clause, w)]
    attribute = numeric_attribute(clause, words[0]) if words else None
    sense = senses[0]
    if attribute is None:
        attribute = next((a for a in (_attribute_of(s) for s in senses) if a), None)
    if attribute is None:
        return pieces
    clause.take(m, c, *words[:1])
    op: Operator = "gt" if sense.endswith("gt") else "lt"
    pieces.append(Piece(min(m, c), max(m, c) + 1, NumberAgainst(attribute, op, clause.mon(m))))  # type: ignore[arg-type]
    return pieces


def _says_than(clause: Clause, c: int) -> bool:
    """Is the comparison drawn against something named: "than", 比, より, or a verb that takes an object?"""
    text = clause.tokens[c].text.casefold()
    return clause.has("prep", "than") or text.endswith("than") or text.startswith(("outspeed", "outrun", "outweigh"))


def excluded_pieces(clause: Clause) -> list[Piece]:
    """ "other than Shedinja", 除了梦幻: a Pokémon that does not count."""
    pieces = []
    chained = False
    for i in clause.mons():
        k = i - 1
        while clause.at(k, "filler") or clause.at(k, "prep"):
            k -= 1
        # "besides Regieleki and Ninjask": the exclusion covers the list.
        chained = chained and clause.at(k, "bool") and clause.at(k - 1, "mon")
        after = clause.at(i + 1, "neg", "neg") and clause.tokens[i + 1].text.casefold() in BEHIND
        before = clause.at(k, "neg", "neg") and clause.tokens[k].text.casefold() not in BEHIND
        if before or after or chained:
            clause.take(i, *([k] if before else []), *([i + 1] if after else []))
            pieces.append(Piece(i, i + 1, Not(IsA(clause.mon(i)))))
            chained = True
    return pieces
