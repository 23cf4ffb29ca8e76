"""Bounds and ranges: "over 100 Speed", "between 50 and 100 kg", "both Defenses over 120"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

from ..algebra import And, Condition, Measure, Number, Operator, Or, Unit
from ..clause import Clause
from ..word_lists import word_list
from .measures import MeasureWords, attribute_named, measure_words
from .piece import NUMERIC, UNITS, Piece, numeric_attribute, ordered

#: How far from a number its attribute may stand, in tokens: before it and behind it.
_BEFORE, _BEHIND = 6, 3


def number_pieces(clause: Clause, reserved: frozenset[int] = frozenset()) -> list[Piece]:
    """Bounds, ranges and exact values; what a ranking says with `reserved` tokens is none of them."""
    pieces: list[Piece] = []
    done: set[int] = set(reserved)
    for i in clause.find("number"):
        if i in done or i in clause.used or clause.at(i, "gen"):
            continue
        piece = (
            _dex_piece(clause, i)
            or _range_piece(clause, i, done, reserved)
            or _pair_piece(clause, i, done, reserved)
            or _bound_piece(clause, i, reserved)
        )
        if piece is not None:
            pieces.append(piece)
    return pieces


def _dex_piece(clause: Clause, i: int) -> Piece | None:
    """ "is number 150 and is Psychic", "number 25": the place in the National Dex, where nothing else is numbered."""
    if clause.language != "en":
        return _numbered_piece(clause, i)
    said = clause.at(i - 1, "noun", "number") and clause.tokens[i - 1].text.casefold() in ("number", "no.")
    told = i == 1 or clause.at(i - 2, "aux", "be") or clause.at(i - 2, "wh", "what")
    if not said or not told or clause.at(i + 1, "unit"):
        return None
    clause.take(i - 1, i)
    return Piece(i - 1, i + 1, Number("dex-number", "eq", float(clause.value(i, "number"))))


def _numbered_piece(clause: Clause, i: int) -> Piece | None:
    """第1000号的钢加幽灵属性, 94番のゴースト: the same, beside what else is told of it."""
    if not clause.at(i + 1, "noun", "number") or clause.at(i + 2, "op") or clause.at(i - 1, "op"):
        return None
    start = i - clause.at(i - 1, "noun", "number")
    dexes = clause.find("noun", "dex")
    clause.take(*range(start, i + 2), *dexes)
    return Piece(start, i + 2, Number("dex-number", "eq", float(clause.value(i, "number"))))


def _quantity(clause: Clause, i: int) -> tuple[float, str | None, int]:
    """The number at token i in the dataset's unit where it has one, its unit, and where it ends: "6 ft 2 in"."""
    value = float(clause.value(i, "number"))
    if not clause.at(i + 1, "unit"):
        return value, None, i + 1
    unit = str(clause.value(i + 1, "unit"))
    if unit == "point":
        return value, None, i + 2
    value *= UNITS[unit][1]
    end = i + 2
    if unit == "ft" and clause.at(end, "number") and clause.at(end + 1, "unit", "in"):
        value += float(clause.value(end, "number")) * UNITS["in"][1]
        end += 2
    return value, unit, end


def _measure_near(clause: Clause, start: int, end: int, reserved: frozenset[int]) -> MeasureWords | None:
    """The measure nearest to a number: words between two numbers belong to the nearer one."""
    runs = measure_words(clause, without=reserved)
    touching = [r for r in runs if r.start == end] if clause.language == "en" else []
    before = [r for r in runs if r.end <= start and start - r.end < _BEFORE]
    behind = [r for r in runs if r.start >= end and r.start - end < _BEHIND]
    if touching and not (before and before[-1].end == start):
        return touching[0]
    found = before[-1:] or behind[:1]
    return found[0] if found else None


def _of_attribute(clause: Clause, name: str, near: int, reserved: frozenset[int]) -> MeasureWords:
    """A unit's own attribute, with the word for it if the clause has one near."""
    runs = [r for r in measure_words(clause, without=reserved) if r.measure == name]
    best = min(runs, key=lambda r: abs(r.start - near), default=None)
    return best if best is not None else MeasureWords((attribute_named(name),), "one", (near,), ())


def _range_piece(clause: Clause, i: int, done: set[int], reserved: frozenset[int]) -> Piece | None:
    low, unit, j = _quantity(clause, i)
    numbered = clause.at(j, "noun", "number")  # 400号到410号
    j += numbered
    if not clause.at(j, "op", "range"):
        return None
    again = bool(numbered and clause.at(j + 1, "noun", "number"))  # 第700号到第721号
    if not clause.at(j + 1 + again, "number"):
        return None
    high, unit2, end = _quantity(clause, j + 1 + again)
    counted = clause.at(i - 1, "noun", "number") and clause.at(i - 2, "op", "between")  # "between number 100 and 110"
    opens = clause.at(i - 1, "op", "between")
    closes = clause.at(end, "op", "rangeend") or clause.at(end, "extreme", "range")
    if (
        not opens
        and not closes
        and not counted
        and clause.tokens[j].text not in ("~", "-", "到", "至", "to", "から", "through")
    ):
        return None
    name = unit or unit2
    if name is not None:
        scale = UNITS[name][1]
        low, high = (low if unit else low * scale), (high if unit2 else high * scale)
        words: MeasureWords | None = _of_attribute(clause, UNITS[name][0], i, reserved)
    else:
        words = _measure_near(clause, i, end, reserved) or _numbers_of_the_dex(clause, i, end, opens)
    if words is None:
        return None
    taken = [*range(i, end), *words.tokens, *([i - 1] if opens else []), *([end] if closes else [])]
    taken += [words.end] if clause.at(words.end, "extreme", "range") else []  # "the 100-105 Speed range"
    taken += [i - 2, i - 1] if counted else [end] if numbered and clause.at(end, "noun", "number") else []
    clause.take(*taken)
    done.update((i, j + 1 + again))
    low, high = sorted((low, high))

    def between(measure: Measure) -> Condition:
        return And((_number(measure, "ge", low, name), _number(measure, "le", high, name)))

    return Piece(min(taken), max(taken) + 1, words.condition(between))


@dataclass(frozen=True, slots=True)
class _Bound:
    """One of two bounds: its operator, its number, the unit, where it stands, and the attribute its word names."""

    op: Operator
    value: float
    unit: str | None
    start: int
    end: int
    own: str | None


def _bound_at(clause: Clause, i: int, floor: int = 0) -> _Bound | None:
    """The bound that the number at token i is: "over 100", "no more than 110", 100以上."""
    value, unit, end = _quantity(clause, i)
    before = i - 1
    while before >= floor and _leads(clause, before) and not clause.at(before, "op"):
        before -= 1
    for at, start, stop in ((before, before, end), (end, i, end + 1)):
        if not floor <= at < len(clause.tokens) or at in clause.used:
            continue
        ops = [v for v in clause.tokens[at].readings.get("op", ()) if v in _UP or v in _DOWN]
        if ops:
            return _Bound(ops[0], value, unit, start, stop, None)
    senses = clause.tokens[before].readings.get("cmp", ()) if before >= floor and before not in clause.used else ()
    way = next((sense for sense in senses if sense.endswith((":gt", ":lt"))), None)
    if way is None or before == i - 1:
        return None
    return _Bound("gt" if way.endswith("gt") else "lt", value, unit, before, end, _attribute_of(way))


_UP, _DOWN = ("gt", "ge"), ("lt", "le")
#: What may stand between two bounds.
_BETWEEN_BOUNDS = ("bool", "aux", "pron", "filler", "prep", "yn")


def _pair_piece(clause: Clause, i: int, done: set[int], reserved: frozenset[int]) -> Piece | None:
    """Two bounds of one number: "Speed over 100 but under 110", 速度大于100小于105."""
    k = next((n for n in clause.find("number") if n > i), None)
    first = _bound_at(clause, i) if k is not None and k not in clause.used else None
    if k is None or first is None or first.start in reserved:
        return None
    second = _bound_at(clause, k, first.end)
    if second is None or (first.op in _UP) == (second.op in _UP) or second.start < first.end:
        return None
    between = range(first.end, second.start)
    repeated = [n for n in between if numeric_attribute(clause, n) is not None]
    small = [n for n in between if n not in repeated]
    if not all(any(clause.at(n, tag) for tag in _BETWEEN_BOUNDS) for n in small):
        return None
    either = any(clause.at(n, "bool", "or") and not clause.at(n, "bool", "and") for n in small)
    unit = first.unit or second.unit
    own = first.own or second.own
    if unit is not None:
        scale = UNITS[unit][1]
        words: MeasureWords | None = _of_attribute(clause, UNITS[unit][0], i, reserved)
    else:
        scale = 1.0
        words = _of_attribute(clause, own, i, reserved) if own is not None else None
        words = words or _measure_near(clause, i, second.end, reserved)
    if len({UNITS[one.unit][0] for one in (first, second) if one.unit is not None}) > 1:
        return None  # "at least 3 m tall and at most 100 kg"
    if words is None or {first.own, second.own} - {None, words.measure}:
        return None
    again = {numeric_attribute(clause, n) for n in repeated} - {words.measure}
    if again or words.measure is None:
        return None  # "Speed over 100 but Attack under 110" are two numbers
    values = [one.value * (scale if one.unit is None else 1) for one in (first, second)]
    clause.take(*range(first.start, second.end), *words.tokens)
    done.update((i, k))
    measure = words.measure
    parts = tuple(_number(measure, one.op, value, unit) for one, value in zip((first, second), values, strict=True))
    start = min(first.start, *words.tokens) if words.tokens else first.start
    return Piece(start, max(second.end, words.end), Or(ordered(list(parts))) if either else And(parts))


def _numbers_of_the_dex(clause: Clause, i: int, end: int, opens: bool) -> MeasureWords | None:
    """ "Numbered 650 through 655", 100到105号, "1-9 of the National Dex": places in the National Dex."""
    front = i - 1 - opens
    near = [k for k in (front, front - 1, i - 1, end) if clause.at(k, "noun", "number")]
    dexed = clause.has("noun", "dex")
    if not near and not dexed:
        return None
    drawn = clause.has("random") and not clause.has("noun", "pokemon")  # "a random number between 1 and 6"
    if drawn or any(map(clause.has, ("region", "vg", "level"))) or (clause.find("attr", again=True) and not dexed):
        return None
    return MeasureWords((attribute_named("dex-number"),), "one", (i,), tuple(near))


def _number(measure: Measure, op: Operator, value: float, unit: str | None) -> Number:
    shown: Unit | None = None
    for known in get_args(Unit):
        if unit == known:
            shown = known
    return Number(measure, op, round(value, 4), shown)


def _bound_piece(clause: Clause, i: int, reserved: frozenset[int]) -> Piece | None:
    """One number with its bound: "over 100 Speed", "100以上", "heavier than 230 kg", "Speed of exactly 100"."""
    value, unit, end = _quantity(clause, i)
    taken = list(range(i, end))
    op: Operator | None = None
    own: str | None = None
    before = i - 1
    than = False
    if clause.at(before, "aux", "be") and clause.at(before - 1, "op", "eq"):
        before -= 1  # 正好是100
    while before >= 0 and _leads(clause, before) and not clause.at(before, "op"):
        than = than or clause.at(before, "prep", "than")
        before -= 1
    if clause.at(before, "aux", "be") and clause.at(before - 1, "op", "gt", "lt", "ge", "le", "eq"):
        before -= 1  # 正好是100
    if before >= 0 and clause.at(before, "op", "gt", "lt", "ge", "le", "eq") and before not in clause.used:
        op = next(v for v in clause.tokens[before].readings["op"] if v in ("gt", "lt", "ge", "le", "eq"))
        taken.append(before)
        if clause.at(before, "cmp"):
            own = _attribute_of(clause.value(before, "cmp"))
        before -= 1
        if before >= 0 and clause.at(
            before, "cmp", "speed:gt", "weight:gt", "height:gt", "speed:lt", "weight:lt", "height:lt"
        ):
            own = _attribute_of(clause.value(before, "cmp"))
            taken.append(before)
    elif before >= 0 and clause.at(before, "cmp") and before not in clause.used and before not in reserved:
        sense = clause.value(before, "cmp")
        own = _attribute_of(sense)
        op = "gt" if sense.endswith("gt") else "lt" if sense.endswith("lt") else "eq"
        taken.append(before)
        stands_before = clause.tokens[before].origin < clause.tokens[i].origin  # and not behind, as in 比6公斤重
        if unit is not None and stands_before and before == i - 1 and clause.tokens[before].text in _HAS_SO_MUCH:
            op = "eq"
            taken += [before - 1] if clause.at(before - 1, "op", "eq") else []
    if clause.at(end, "op", "ge", "le", "gt", "lt") and end not in clause.used:
        after = next(v for v in clause.tokens[end].readings["op"] if v in ("ge", "le", "gt", "lt"))
        # 不超过100 and "100以上" each have one bound; two that disagree are not understood.
        if op is None or op == after:
            op = after
            taken.append(end)
            end += 1
            op, end = _inclusive(clause, i, op, end, taken)
    elif op is None and clause.at(end, "cmp") and (clause.language == "ja" or than):
        # 比50公斤轻
        sense = next((s for s in clause.tokens[end].readings["cmp"] if _fits(s, unit)), clause.value(end, "cmp"))
        own, op = _attribute_of(sense), "gt" if sense.endswith("gt") else "lt"
        taken += [end, *([before + 1] if than else [])]
        end += 1
    elif op is None and clause.at(i - 1, "prep", "than") and clause.tokens[end - 1].text.endswith(("重", "高")):
        op = "gt"  # 比300公斤重: the word is part of the unit's
        taken.append(i - 1)
    if unit is not None:
        named = UNITS[unit][0]
        if own is not None and own != named and not _also(clause, taken, named):
            return None
        words: MeasureWords | None = _of_attribute(clause, named, i, reserved)
    elif own is not None:
        words = _of_attribute(clause, own, i, reserved)
    else:
        words = _measure_near(clause, i, end, reserved)
    if words is None:
        return None
    taken += words.tokens
    chosen: Operator = op or "eq"
    if op is None:
        taken += _limited(clause, i)
    for j in list(taken):
        for k in (j - 1, j + 1):
            if clause.at(k, "noun", "stat") and not clause.at(k, "attr", *NUMERIC):
                taken.append(k)
    clause.take(*taken)
    if words.measure == "priority":
        value, taken = _signed(clause, i, value, taken)
        clause.take(*taken)
    condition = words.condition(lambda measure: _number(measure, chosen, value, unit))
    return Piece(min(taken), max(taken) + 1, condition)


#: In front of a number they say how much it is: 重6公斤, 高2米; what weighs more is 重于 or 比…重.
_HAS_SO_MUCH = frozenset(word_list("has-so-much"))


def _limited(clause: Clause, i: int) -> list[int]:
    """ "I only have 1 HP", 只有1点HP: the word that says there is no more of it."""
    k = i - 1
    while clause.at(k, "filler") or clause.at(k, "aux", "have"):
        k -= 1
    for at in (k, i - 1):
        said = clause.at(at, "signature", "only") or clause.tokens[max(at, 0)].text.casefold() in ("only", "just")
        if at >= 0 and said and at not in clause.used:
            return [at]
    return []


def _leads(clause: Clause, i: int) -> bool:
    """Is it a small word between a comparison and its number: "quicker than base 102"?"""
    return clause.at(i, "prep", "of", "than") or (clause.at(i, "noun", "stat") and clause.at(i - 1, "cmp"))


#: Words that say whether the bound itself counts.
_COUNTS = frozenset(word_list("counts"))
_COUNTS_NOT = frozenset(word_list("counts-not"))


def _inclusive(clause: Clause, i: int, op: Operator, end: int, taken: list[int]) -> tuple[Operator, int]:
    """ "121以上(含121)", "(不含121)": the bound said once more, with whether it counts."""
    k = end
    denied = clause.at(k, "neg", "neg")
    if denied and clause.tokens[k].text.casefold() not in _COUNTS_NOT:
        k += 1
    if k + 1 >= len(clause.tokens) or clause.tokens[k].text.casefold() not in _COUNTS | _COUNTS_NOT:
        return op, end
    if not clause.at(k + 1, "number") or clause.value(k + 1, "number") != clause.value(i, "number"):
        return op, end
    taken += range(end, k + 2)
    up = op in ("ge", "gt")
    strict: Operator = "gt" if up else "lt"
    return (strict if denied else "ge" if up else "le"), k + 2


def _signed(clause: Clause, i: int, value: float, taken: list[int]) -> tuple[float, list[int]]:
    """A priority with its sign: "-6", "minus 6", 负6."""
    if clause.at(i - 1, "plusminus"):
        return (-value if clause.at(i - 1, "plusminus", "negative") else value), [*taken, i - 1]
    return (-value if clause.at(i, "minus") else value), taken


def _attribute_of(sense: str) -> str | None:
    return sense.split(":")[0] or None


def _fits(sense: str, unit: str | None) -> bool:
    return unit is None or sense.split(":")[0] == UNITS[unit][0]


def _also(clause: Clause, tokens: list[int], attribute: str) -> bool:
    """Can a comparison among these tokens be one of this attribute, too?"""
    return any(
        sense.split(":")[0] in (attribute, "")
        for t in tokens
        if clause.at(t, "cmp")
        for sense in clause.tokens[t].readings["cmp"]
    )
