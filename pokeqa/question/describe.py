"""Conditions from tokens: "Kanto Ghost types that cannot evolve and weigh over 20 kg".

`conditions` reads every token that describes a set of Pokémon, with negation, "and", "or", bounds and ranges, and
marks them as explained. What one description means stands in one reader; the order of the question's words decides
only what a negation or an "or" belongs to.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .algebra import (
    And,
    Condition,
    Defends,
    EvolvesBy,
    FromGeneration,
    HasAbility,
    HasForm,
    HasType,
    InEggGroup,
    IsA,
    IsClass,
    IsColor,
    IsGender,
    Learns,
    MoveIs,
    Not,
    Number,
    NumberAgainst,
    Operator,
    Or,
    Stage,
    TypeCount,
    Unit,
)
from .clause import Clause, nearest

NUMERIC = ("total", "hp", "attack", "defense", "special-attack", "special-defense", "speed", "height", "weight",
           "base-experience", "capture-rate", "happiness", "power", "accuracy", "pp", "priority",
           "dex-number")  # fmt: skip
_UNITS: dict[str, tuple[str, float]] = {
    "kg": ("weight", 1.0), "g": ("weight", 0.001), "lb": ("weight", 0.45359237),
    "m": ("height", 1.0), "cm": ("height", 0.01), "ft": ("height", 0.3048),
}  # fmt: skip
#: Negations that stand behind what they exclude.
BEHIND = frozenset({"以外", "之外", "excluded", "not included", "aside", "不计"})


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


def conditions(clause: Clause, *, moves: bool = False) -> Condition | None:
    """What the clause says of a set of Pokémon (or moves), as one condition; None when it says nothing."""
    pieces = _pieces(clause, moves=moves)
    if not pieces:
        return None
    pieces.sort(key=lambda piece: piece.start)
    if clause.language == "ja" and len(pieces) > 1 and clause.is_negated():
        return None  # what ない covers at the end of a Japanese list is not told by the order of its words
    if not _agree(pieces):
        return None
    groups: list[list[Condition]] = []
    previous: Piece | None = None
    negated_by: int | None = None
    for piece in pieces:
        joined_by_or = previous is not None and _between(clause, previous.end, piece.start, "bool", "or")
        joined_by_and = previous is not None and _between(clause, previous.end, piece.start, "bool", "and")
        negation = _negation(clause, previous.end if previous else 0, piece)
        condition = piece.condition
        if negation is not None:
            clause.take(negation)
            negated_by = negation
            condition = _negate(condition)
        elif negated_by is not None and (joined_by_or or (joined_by_and and _same_kind(previous, piece))):
            # "neither Fire nor Flying", "except legendaries and mythicals": the negation covers the whole list.
            condition = _negate(condition)
            joined_by_or = False
        else:
            negated_by = None
        if joined_by_or and groups:
            for i in clause.find("bool", "or"):
                if previous is not None and previous.end <= i < piece.start:
                    clause.take(i)
            groups[-1].append(condition)
        else:
            groups.append([condition])
        previous = piece
    clause_or = clause.find("bool", "or")
    for i in clause_or:  # "either Fire or Flying": the word in front of the first.
        if clause.tokens[i].text.casefold() == "either":
            clause.take(i)
    parts: list[Condition] = [g[0] if len(g) == 1 else Or(_ordered(g)) for g in groups]
    if IsClass("legendary") in parts and IsClass("mythical") in parts:
        # Nothing is both; "legendary and mythical Pokémon" are all of either class.
        parts = [p for p in parts if p not in (IsClass("legendary"), IsClass("mythical"))] + [IsClass("special")]
    return parts[0] if len(parts) == 1 else And(_ordered(parts))


def _agree(pieces: list[Piece]) -> bool:
    """Do the pieces describe one set? "Fire types from Gen 4 and Water types from Gen 5" are two."""
    generations = {p.condition for p in pieces if isinstance(p.condition, FromGeneration) and p.condition.op == "eq"}
    return len(generations) < 2


def _ordered(conditions: list[Condition]) -> tuple[Condition, ...]:
    """A stable order, so that "Water and Ground" equals "Ground and Water"."""
    flat: list[Condition] = []
    for condition in conditions:
        if condition not in flat:
            flat.append(condition)
    return tuple(sorted(flat, key=repr))


def _negate(condition: Condition) -> Condition:
    if isinstance(condition, Stage) and condition.name == "can-evolve":
        return Stage("final")
    return condition.condition if isinstance(condition, Not) else Not(condition)


def _same_kind(a: Piece | None, b: Piece) -> bool:
    return a is not None and type(a.condition) is type(b.condition)


def _between(clause: Clause, start: int, end: int, tag: str, value: str) -> bool:
    return any(clause.at(i, tag, value) for i in range(start, end))


def _negation(clause: Clause, floor: int, piece: Piece) -> int | None:
    """The unused negation in front of a piece (or right behind it, in Japanese and in 以外)."""
    for i in range(piece.start - 1, floor - 1, -1):
        if clause.at(i, "neg", "neg") and i not in clause.used and clause.tokens[i].text.casefold() not in BEHIND:
            return i
    after = piece.end
    while after < len(clause.tokens) and clause.at(after, "noun", "type", "pokemon"):
        after += 1
    for i in range(after, min(after + 3, len(clause.tokens))):
        behind = clause.tokens[i].text.casefold() in BEHIND or clause.language == "ja"
        if behind and clause.at(i, "neg", "neg") and i not in clause.used:
            return i
        if i >= after and not (clause.at(i, "filler") or clause.at(i, "prep") or clause.at(i, "aux")):
            break
    return None


def _pieces(clause: Clause, *, moves: bool) -> list[Piece]:
    pieces: list[Piece] = []
    pieces += _number_pieces(clause)
    pieces += _against_pieces(clause)
    pieces += _excluded_pieces(clause)
    if not moves:
        pieces += _defends_pieces(clause)
        pieces += _learn_pieces(clause)
        pieces += _stage_pieces(clause)
    pieces += _simple_pieces(clause, moves=moves)
    return pieces


# --------------------------------------------------------------------------- numbers


def _number_pieces(clause: Clause) -> list[Piece]:
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


def _against_pieces(clause: Clause) -> list[Piece]:
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


def _excluded_pieces(clause: Clause) -> list[Piece]:
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


# --------------------------------------------------------------------------- match-ups as conditions

_RELATION = {"weak:def": "weak", "resist:def": "resist", "immune:def": "immune"}


def _defends_pieces(clause: Clause) -> list[Piece]:
    """ "immune to Ground", 抵抗冰, "weak to Fire but not Water": a relation with the attacking types behind it."""
    pieces: list[Piece] = []
    for i in clause.find("mu", "weak:def", "resist:def", "immune:def"):
        relation = next(_RELATION[v] for v in clause.tokens[i].readings["mu"] if v in _RELATION)
        j = i + 1
        while j < len(clause.tokens) and (clause.at(j, "prep") or clause.at(j, "filler")) and not clause.at(j, "type"):
            j += 1
        condition, end = _attacks(clause, j, relation)
        start = i
        if condition is None and clause.language == "ja":
            back = i - 1
            while back >= 0 and (clause.at(back, "noun", "type") or clause.at(back, "filler")):
                back -= 1
            if clause.at(back, "type"):
                condition, start, end = Defends(clause.value(back, "type"), relation), back, i + 1  # type: ignore[arg-type]
        if condition is None:
            continue
        clause.take(*range(start, end))
        pieces.append(Piece(start, end, condition))
    return pieces


def _attacks(clause: Clause, j: int, relation: str) -> tuple[Condition | None, int]:
    """The attacking types from token j on: one, or a list with "and", "or", "but not"; and where it ends."""
    found: list[Condition] = []
    either = False
    end = k = j
    while k < len(clause.tokens):
        joint = k
        negated = False
        while clause.at(joint, "bool") or clause.at(joint, "neg", "neg"):
            either = either or (clause.at(joint, "bool", "or") and not clause.at(joint, "bool", "and"))
            negated = negated or clause.at(joint, "neg", "neg")
            joint += 1
        if (found and joint == k) or not clause.at(joint, "type") or joint in clause.used:
            break
        one: Condition = Defends(clause.value(joint, "type"), relation)  # type: ignore[arg-type]
        found.append(Not(one) if negated else one)
        k = joint + 1
        while clause.at(k, "noun", "type", "move"):
            k += 1
        end = k
    if not found:
        return None, j
    if len(found) == 1:
        return found[0], end
    return (Or(_ordered(found)) if either else And(_ordered(found))), end


# --------------------------------------------------------------------------- moves, stages


def _learn_pieces(clause: Clause) -> list[Piece]:
    pieces: list[Piece] = []
    verbs = clause.find("learn", "learn")
    moves = clause.find("move")
    if not verbs and clause.language != "en":
        verbs = [m - 1 for m in moves if clause.at(m - 1, "aux", "can")]  # 会冲浪的火系宝可梦
    if not verbs or not moves:
        return pieces
    method = next((m for m in ("level-up", "machine", "egg", "tutor") if clause.find("learn", m)), None)
    for v in verbs:
        clause.take(v)
    for m in moves:
        clause.take(m)
        start, end = min(*verbs, m), max(*verbs, m) + 1
        pieces.append(Piece(start if m == moves[0] else m, end, Learns(clause.value(m, "move"), method=method)))
        for k in (m - 1, m + 1):
            if clause.at(k, "noun", "move"):
                clause.take(k)
    if method:
        clause.take_all("learn", method)
    return pieces


def _stage_pieces(clause: Clause) -> list[Piece]:
    pieces: list[Piece] = []
    for i in clause.find("stage"):
        clause.take(i)
        pieces.append(Piece(i, i + 1, Stage(clause.value(i, "stage"))))
    for i in clause.find("ev", "bare"):
        if clause.mons(again=True):
            continue
        clause.take(i)
        way = _way(clause)
        if way is not None:
            pieces.append(Piece(i, i + 1, way))
            continue
        start = i
        while start > 0 and (clause.at(start - 1, "aux", "can") or clause.at(start - 1, "hist")):
            if clause.at(start - 1, "hist"):
                break
            start -= 1
        pieces.append(Piece(start, i + 1, Stage("can-evolve")))
    return pieces


def _way(clause: Clause) -> EvolvesBy | None:
    """ "evolve with a Moon Stone", 用水之石进化, "evolve by trading": how the set evolves."""
    items = clause.find("item")
    if len(items) == 1:
        uses = (*clause.find("learn", "learn"), *clause.find("itemuse"))
        clause.take(items[0], *clause.find("noun", "item"), *uses)
        return EvolvesBy("item", clause.value(items[0], "item"))
    ways = clause.find("evolveby")
    if len(ways) == 1:
        clause.take(ways[0])
        return EvolvesBy(clause.value(ways[0], "evolveby"))
    return None


# --------------------------------------------------------------------------- the rest


def _simple_pieces(clause: Clause, *, moves: bool) -> list[Piece]:
    pieces: list[Piece] = []
    i = 0
    size = len(clause.tokens)
    while i < size:
        if i in clause.used:
            i += 1
            continue
        piece = _simple_piece(clause, i, moves=moves)
        if piece is None:
            i += 1
            continue
        clause.take(*range(piece.start, piece.end))
        pieces.append(piece)
        i = max(piece.end, i + 1)
    return pieces


def _simple_piece(clause: Clause, i: int, *, moves: bool) -> Piece | None:
    if clause.at(i, "egg_group"):
        for k in (i + 1, i - 1):
            if clause.at(k, "attr", "egg-group"):
                return Piece(min(i, k), max(i, k) + 1, InEggGroup(clause.value(i, "egg_group")))
    if clause.at(i, "type"):
        if i > 0 and clause.tokens[i - 1].text.casefold() == "to":
            return None  # "as weak to Rock as to Water": what "to" belongs to is not known here
        return _type_piece(clause, i)
    if clause.at(i, "typecount") and _counts_types(clause, i):
        return Piece(i, i + 1, TypeCount(int(clause.value(i, "typecount"))))
    if moves:
        return _move_piece(clause, i)
    if clause.at(i, "cls"):
        return Piece(i, i + 1, IsClass(clause.value(i, "cls")))
    if clause.at(i, "gender"):
        return Piece(i, i + 1, IsGender(clause.value(i, "gender")))
    if clause.at(i, "formkind"):
        return Piece(i, i + 1, HasForm(clause.value(i, "formkind")))
    generation = generation_at(clause, i)
    if generation is not None:
        return generation
    if clause.at(i, "ability"):
        return _ability_piece(clause, i)
    if clause.at(i, "color"):
        return Piece(i, i + 1, IsColor("color", clause.value(i, "color")))
    return None


def _ability_piece(clause: Clause, i: int) -> Piece:
    """An ability with the words around it: "the ability Intimidate", 隐藏特性是威吓."""
    start, end = i, i + 1
    slot: Any = "any"
    for k in (i - 1, i + 1):
        if clause.at(k, "noun", "ability") or clause.at(k, "attr", "ability"):
            start, end = min(start, k), max(end, k + 1)
    for word, kind in (("hidden-ability", "hidden"), ("ordinary-ability", "ordinary")):
        for k in clause.find("attr", word):  # "Intimidate as a hidden ability", 谁的隐藏特性是威吓
            clause.take(k)
            if not (k + 1 < len(clause.tokens) and clause.tokens[k + 1].text == "也"):  # 隐藏特性也算: any slot
                slot = kind
    clause.take(*clause.find("attr", "ability"))
    return Piece(start, end, HasAbility(clause.value(i, "ability"), slot))


def _counts_types(clause: Clause, i: int) -> bool:
    """Does "only" or "just" limit the types? It must stand before a type, and "the only" limits something else."""
    if clause.tokens[i].text.casefold() not in ("only", "just", "solely", "单", "纯"):
        return True
    if i > 0 and clause.tokens[i - 1].text.casefold() == "the":
        return False
    k = i + 1
    while clause.at(k, "filler") and not clause.at(k, "type"):
        k += 1
    return clause.at(k, "type")


def _type_piece(clause: Clause, i: int) -> Piece:
    """A type, or several that belong together: Water/Ground, 水+地面, "Bug and Dragon", "Fire or Flying"."""
    end = i + 1
    types = [clause.value(i, "type")]
    mode = "and"
    j = end
    while True:
        k = j
        while k < len(clause.tokens) and clause.at(k, "noun", "type"):
            k += 1
        joint = "and"
        while clause.at(k, "bool"):
            if clause.at(k, "bool", "or") and not clause.at(k, "bool", "and"):
                joint = "or"
            k += 1
        if not clause.at(k, "type") or k in clause.used or _negation_between(clause, j, k):
            break
        if k == end and i > 0 and clause.at(i - 1, "neg", "neg"):
            break  # "non-Flying Dragon": the negation is the first type's alone
        if len(types) > 1 and joint != mode:
            break
        mode = joint
        types.append(clause.value(k, "type"))
        j = end = k + 1
    while clause.at(end, "noun", "type") and not clause.at(end, "attr", "total"):
        end += 1
    found: list[Condition] = [HasType(t) for t in dict.fromkeys(types)]
    if len(found) == 1:
        return Piece(i, end, found[0])
    return Piece(i, end, And(_ordered(found)) if mode == "and" else Or(_ordered(found)))


def _negation_between(clause: Clause, start: int, end: int) -> bool:
    return any(clause.at(i, "neg", "neg") for i in range(start, end))


def _move_piece(clause: Clause, i: int) -> Piece | None:
    if clause.at(i, "moveclass"):
        return Piece(i, i + 1, MoveIs("damage-class", clause.value(i, "moveclass")))
    if clause.at(i, "attr", "contact"):
        return Piece(i, i + 1, MoveIs("flag", "contact"))
    if clause.at(i, "gen"):
        return Piece(i, i + 1, MoveIs("generation", str(clause.value(i, "gen"))))
    return None


def region_generation(clause: Clause, region_id: int) -> int | None:
    """The generation that opened with a region; None for Hisui and Orre, which opened none."""
    for generation in clause.dataset.generations.values():
        if generation.region_id == region_id:
            return generation.id
    return None


def generation_at(clause: Clause, i: int) -> Piece | None:
    """A generation or its region as a condition: "Kanto", "up to gen 4", 到第九世代为止."""
    number: int | None = None
    end = i + 1
    if clause.at(i, "gen"):
        number = int(clause.value(i, "gen"))
        if clause.at(end, "noun", "generation"):
            end += 1
    elif clause.at(i, "region"):
        number = region_generation(clause, clause.value(i, "region"))
        if clause.at(end, "noun", "region"):
            end += 1
    elif clause.at(i, "generation"):
        number = int(clause.value(i, "generation"))
    if number is None:
        return None
    start = i
    op: Operator = "eq"
    for k, tag, values, found in (
        (i - 1, "prep", ("upto",), "le"), (i - 1, "hist", ("past",), "lt"), (i - 1, "since", ("since",), "ge"),
        (i - 1, "op", ("le", "lt", "ge", "gt"), ""),
    ):  # fmt: skip
        if clause.at(k, tag, *values) and k not in clause.used:
            op = found or next(v for v in clause.tokens[k].readings["op"] if v in values)  # type: ignore[assignment]
            start = k
            break
    if clause.at(end, "prep", "upto"):
        op, end = "le", end + 1
    elif clause.at(end, "hist", "past") and clause.language != "en":
        op, end = "lt", end + 1
    elif clause.at(end, "op", "le", "ge"):
        op, end = clause.value(end, "op"), end + 1
    return Piece(start, end, FromGeneration(number, op))
