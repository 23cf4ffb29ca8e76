"""Match-ups as descriptions: "immune to Ground", 抵抗冰."""

from __future__ import annotations

from typing import Literal

from ..algebra import (
    And,
    Attribute,
    Condition,
    Defends,
    Not,
    Number,
    Operator,
    Or,
    ShieldedByAbility,
)
from ..clause import Clause
from ..word_lists import word_list
from .measures import attribute_named
from .piece import Piece, ordered

#: What of its match-ups a Pokémon has a number of.
_COUNTED = ("weakness", "resistance", "immunity")
_NOUNS: dict[str, Relation] = {"weakness": "weak", "resistance": "resist", "immunity": "immune"}

Relation = Literal["weak", "resist", "immune", "neutral", "4x", "2x", "0.5x", "0.25x", "not-immune"]
_RELATION: dict[str, Relation] = {"weak:def": "weak", "resist:def": "resist", "immune:def": "immune"}


#: A relation with a factor said beside it.
_FACTORS: dict[tuple[str, str], Relation] = {
    ("weak", "4x"): "4x", ("weak", "2x"): "2x", ("resist", "0.25x"): "0.25x", ("resist", "0.5x"): "0.5x",
    ("resist", "4x"): "0.25x", ("resist", "2x"): "0.25x",
}  # fmt: skip


#: What damage of a factor says.
_BY_FACTOR: dict[str, Relation] = {"4x": "weak", "2x": "weak", "0.5x": "resist", "0.25x": "resist"}


def defends_pieces(clause: Clause) -> list[Piece]:
    """ "immune to Ground", 抵抗冰, "4x weak to Fire but not Water": a relation with the attacking types behind it."""
    pieces: list[Piece] = []
    for i in clause.find("mu", "weak:def", "resist:def", "immune:def", "effect:def"):
        said = _relation_said(clause, i)
        if said is None:
            continue
        adjective = _type_in_front(clause, i, said)
        if adjective is not None:
            clause.take(i - 1, i)
            pieces.append(Piece(i - 1, i + 1, adjective))
            continue
        j = i + 1
        while j < len(clause.tokens) and _light(clause, j) and not clause.at(j, "type"):
            j += 1
        factor = next((k for k in (i - 1, i, *range(i + 1, j)) if clause.at(k, "factor")), None)
        relation = _with_factor(clause, factor, said)
        if relation is None:
            continue
        if clause.at(j, "number") and clause.at(j + 1, "noun", "type") and relation in _COUNTS:
            clause.take(i, j, j + 1)
            pieces.append(Piece(i, j + 2, Number(_COUNTS[relation], "eq", float(clause.value(j, "number")))))
            continue  # "weak to 7 types"
        japanese = clause.language == "ja"  # でんきに弱いひこうタイプ: what attacks stands in front
        condition, end = (None, j) if japanese else _attacks(clause, j, relation)
        start = i
        if japanese:
            back = i - 1
            while back >= 0 and (clause.at(back, "noun", "type", "move") or clause.at(back, "filler")):
                back -= 1
            if clause.at(back, "type"):
                condition, start, end = Defends(clause.value(back, "type"), relation), back, i + 1
        if condition is None:
            continue
        if factor is None and clause.at(end, "factor"):
            factor = end  # 怕冰4倍
            relation = _with_factor(clause, factor, said)
            again, _ = _attacks(clause, j, relation) if relation is not None else (None, j)
            if again is None:
                continue
            condition = again
        clause.take(*range(start, end), *([factor] if factor is not None else []))
        alone = _alone(clause, i, j)
        if alone and relation in _COUNTS and isinstance(condition, Defends):
            clause.take(*alone)
            condition = And((condition, Number(_COUNTS[relation], "eq", 1)))  # "only weak to Ground"
            start = min(start, *alone)
        shield = clause.find("byability")
        if shield and relation == "immune" and isinstance(condition, Defends):
            condition = ShieldedByAbility(condition.type_id)
            clause.take(*shield)
        pieces.append(Piece(min(start, factor if factor is not None else start), end, condition))
    return pieces + _weakness_pieces(clause)


#: The number that goes with a relation.
_COUNTS: dict[Relation, Attribute] = {"weak": "weakness", "resist": "resistance", "immune": "immunity"}


def _alone(clause: Clause, i: int, j: int) -> list[int]:
    """The words by which a relation holds for one type only: "only weak to", "weak to nothing but", 只怕."""
    only = [k for k in (i - 1, *range(i + 1, j)) if clause.at(k, "adv", "only") or clause.at(k, "signature", "only")
            or (clause.at(k, "typecount", "1") and clause.tokens[k].text.casefold() in ("only", "just", "solely"))
            or clause.tokens[k].text.casefold() in ("nothing but", "只")]  # fmt: skip
    return [k for k in only if k >= 0]


#: Adjectives that take the type in front of them: "fire-immune".
_ADJECTIVES = frozenset(word_list("adjectives"))


def _type_in_front(clause: Clause, i: int, said: Relation) -> Condition | None:
    """ "fire immune Pokémon", "grass-resistant Water types": what the type in front does to them."""
    front = clause.language == "en" and clause.tokens[i].text.casefold() in _ADJECTIVES and clause.at(i - 1, "type")
    if not front or i - 1 in clause.used:
        return None
    described = clause.at(i + 1, "noun", "pokemon") or clause.at(i + 1, "type")
    return Defends(clause.value(i - 1, "type"), said) if described else None


def _relation_said(clause: Clause, i: int) -> Relation | None:
    """The relation of a word; of "take … damage from", the factor behind it tells."""
    found = next((_RELATION[v] for v in clause.tokens[i].readings["mu"] if v in _RELATION), None)
    if found is not None:
        return found
    if not clause.at(i + 1, "factor"):
        return None
    return _BY_FACTOR.get(str(clause.value(i + 1, "factor")))


def _light(clause: Clause, j: int) -> bool:
    return (
        clause.at(j, "prep")
        or clause.at(j, "filler")
        or clause.at(j, "factor")
        or clause.at(j, "each")
        or clause.at(j, "adv", "only")
        or clause.at(j, "typecount", "1")
        or (clause.at(j, "damagecalc", "calc") and clause.at(j - 1, "factor"))
    )


def _with_factor(clause: Clause, factor: int | None, said: Relation) -> Relation | None:
    if factor is None:
        return said
    if said == "weak" and is_doubled(clause, factor):
        return "4x"
    return _FACTORS.get((said, str(clause.value(factor, "factor"))))


#: Adverbs that count a weakness once for each of two types.
_DOUBLY = frozenset(word_list("doubly"))


def is_doubled(clause: Clause, factor: int) -> bool:
    """ "Weak to Ice twice", "doubly weak to Ice": both types are weak, so the damage is 4×."""
    said = clause.tokens[factor].text.casefold() in _DOUBLY
    weak = any(clause.tokens[i].text.casefold().startswith("weak") for i in clause.find("mu", "weak:def", again=True))
    return said and weak


def _weakness_pieces(clause: Clause) -> list[Piece]:
    """ "a 4x weakness to Ice", 冰系四倍弱点: the noun in place of the verb."""
    pieces: list[Piece] = []
    for i in clause.find("attr", *_COUNTED):
        counted = _count_piece(clause, i)
        if counted is not None:
            pieces.append(counted)
            continue
        factor = i - 1 if clause.at(i - 1, "factor") else None
        said = next(_NOUNS[v] for v in clause.tokens[i].readings["attr"] if v in _NOUNS)
        relation = _with_factor(clause, factor, said)
        if factor is not None and clause.tokens[factor].text.casefold() == "double" and said == "weak":
            relation = "4x"  # "a double weakness" is one of both types
        if relation is None:
            continue
        taken = [i, *([factor] if factor is not None else [])]
        held = min(taken) - 1
        if clause.at(i + 1, "prep", "to") and clause.at(i + 2, "type"):
            condition, end = _attacks(clause, i + 2, relation)
        elif clause.language == "en" and clause.at(held, "type") and _held(clause, held, i):
            condition, end = Defends(clause.value(held, "type"), relation), i + 1
            taken.append(held)
        else:
            k = min(taken) - 1
            while clause.at(k, "filler") or clause.at(k, "noun", "type"):
                k -= 1
            if factor is None or clause.language == "en" or not clause.at(k, "type"):
                continue
            condition, end = Defends(clause.value(k, "type"), relation), i + 1
            taken += range(k, i)
        if condition is None:
            continue
        clause.take(*taken, *range(i, end))
        shield = clause.find("byability")
        if shield and relation == "immune" and isinstance(condition, Defends):
            condition = ShieldedByAbility(condition.type_id)  # "an immunity to Fire because of its ability"
            clause.take(*shield)
        pieces.append(Piece(min(taken), end, condition))
    return pieces


def _held(clause: Clause, k: int, noun: int) -> bool:
    """ "with electric immunity", "have a fire weakness", "ground immunity Pokémon": the noun holds the type."""
    if clause.at(noun + 1, "noun", "pokemon"):
        return True
    before = k - 1
    while clause.at(before, "filler") or clause.at(before, "list", "one"):
        before -= 1
    return clause.at(before, "aux", "have") or clause.at(before, "neg", "neg")


def _count_piece(clause: Clause, i: int) -> Piece | None:
    """ "no weaknesses", "only one weakness", "more than 5 resistances", 没有弱点, 只有一个弱点."""
    measure = attribute_named(next(v for v in clause.tokens[i].readings["attr"] if v in _COUNTED))
    k = i - 1
    while (clause.at(k, "filler") or clause.tokens[k].text.casefold() == "any") and not _says_amount(clause, k):
        k -= 1
    if clause.at(k, "neg", "neg") and k not in clause.used:
        clause.take(k, i, *clause.find("withability"))  # an ability that each has counts
        return Piece(k, i + 1, Number(measure, "eq", 0))
    if k in clause.used or not _says_amount(clause, k):
        return None
    value = float(clause.value(k, "number")) if clause.at(k, "number") else 1.0
    if clause.tokens[k].text.casefold().endswith("single") and clause.at(k - 1, "neg", "neg"):
        clause.take(k - 1, k, i)  # "not a single weakness"
        return Piece(k - 1, i + 1, Number(measure, "eq", 0))
    op: Operator = "eq"
    bounds: tuple[Operator, ...] = ("gt", "ge", "lt", "le")
    for bound in bounds:
        if clause.at(k - 1, "op", bound):
            op = bound
    taken = [k, i]
    if any(clause.at(k - 1, *said) for said in (("op",), ("typecount",), ("adv", "only"), ("signature", "only"))):
        taken.append(k - 1)
    clause.take(*taken)
    return Piece(min(taken), i + 1, Number(measure, op, value))


def _says_amount(clause: Clause, k: int) -> bool:
    """A number, or a word for one: "a single", "only one", 一个 (behind 只有)."""
    if clause.at(k, "number") or clause.at(k, "signature", "only"):
        return True
    return clause.at(k, "list", "one") and clause.tokens[k].text.casefold() not in ("a", "an", "some", "某")


#: Negations behind which a set is described, and no attack.
_NOT_BEING = word_list("not-being")


def _denies_being(clause: Clause, k: int) -> bool:
    """ "… and aren't Ice": what follows is no attack."""
    return clause.tokens[k].text.casefold().replace("’", "'") in _NOT_BEING


def _goes_on(clause: Clause, k: int) -> bool:
    """ "electric, rock and steel": a type without a joint in front, and a joint and another type behind it."""
    after = k + 1
    while clause.at(after, "noun", "type"):
        after += 1
    return clause.at(k, "type") and (
        (clause.at(after, "bool") and clause.at(after + 1, "type"))
        or (clause.at(after, "type") and _goes_on(clause, after))
    )


#: So many types in a row are attacks: a Pokémon has two at most.
_TOO_MANY = 3


def _runs_on(clause: Clause, start: int, k: int) -> bool:
    """抗火水草, 同时抗火水: types in a row without a joint, more than a Pokémon has, or each of them resisted."""
    end = k
    while clause.at(end, "type") and not clause.at(end, "noun", "type"):
        end += 1
    row = range(start, end)
    if clause.language == "en" or not all(clause.at(i, "type") for i in row):
        return False
    each = any(clause.at(i, "each") for i in range(start)) and not clause.at(end, "noun", "type")
    return len(row) >= _TOO_MANY or (each and len(row) > 1)


def _attacks(clause: Clause, j: int, relation: Relation) -> tuple[Condition | None, int]:
    """The attacking types from token j on: one, or a list with "and", "or", "but not"; and where it ends."""
    found: list[Condition] = []
    either = False
    end = k = j
    while k < len(clause.tokens):
        joint = k
        negated = False
        while clause.at(joint, "bool") or (clause.at(joint, "neg", "neg") and not _denies_being(clause, joint)):
            either = either or (clause.at(joint, "bool", "or") and not clause.at(joint, "bool", "and"))
            negated = negated or clause.at(joint, "neg", "neg")
            joint += 1
        listed = joint == k and (_goes_on(clause, joint) or _runs_on(clause, j, joint))
        if (found and joint == k and not listed) or not clause.at(joint, "type") or joint in clause.used:
            break
        one: Condition = Defends(clause.value(joint, "type"), relation)
        found.append(Not(one) if negated else one)
        k = joint + 1
        while clause.at(k, "noun", "type", "move"):
            k += 1
        end = k
    if not found or (either and any(isinstance(one, Not) for one in found)):
        return None, j  # "immune to Normal or Fighting but not Ghost types": no attack, or what they are not
    if len(found) == 1:
        return found[0], end
    return (Or(ordered(found)) if either else And(ordered(found))), end
