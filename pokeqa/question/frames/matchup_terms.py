"""What any match-up question may add (a factor, a time, an ability), and whether types can answer it."""

from __future__ import annotations

from functools import cache
from typing import Any

from ...paths import DATA
from ..algebra import Mon, Scope, Side, Thing, Types
from ..clause import Clause
from ..describe.matchups import is_doubled

#: Status moves whose damage goes by the type chart.
ENTRY_HAZARDS = frozenset({"stealth-rock"})


def common_terms(clause: Clause) -> dict[str, Any]:
    """What any match-up question may add: a factor, a time, an ability, "always"."""
    common: dict[str, Any] = {}
    factors = clause.take_all("factor")
    factors += [i for i in clause.find("factor", again=True) if clause.at(i, "mu") and i not in factors]
    choice = [i for i in clause.find("bool", "or") if clause.at(i - 1, "factor") and clause.at(i + 1, "factor")]
    clause.take(*choice)
    for i in factors if not choice else ():  # "2x or 4x" asks for the factor
        common["factor"] = clause.value(i, "factor")
        if is_doubled(clause, i):
            common["factor"] = "4x"
    scope = clause.scope()
    if scope.generation is not None:
        common["scope"] = scope
    for i in clause.find("ability"):
        if clause.at(i, "mu") or clause.at(i, "attr"):
            continue
        common["ability"] = Thing("ability", clause.value(i, "ability"))
        clause.take(i, *clause.find("noun", "ability"), *clause.find("attr", "ability"))
    if clause.take_all("attr", "hidden-ability"):
        common["ability"] = "hidden"
    elif clause.take_all("attr", "ordinary-ability"):
        common["ability"] = "ordinary"
    if "ability" in common:
        clause.take(*clause.find("byability"), *clause.find("grant"))  # "does Flash Fire make it immune", "thanks to …"
    if clause.take_all("adv", "always"):
        common["always"] = True
    return common


def before_now(clause: Clause, common: dict[str, Any], attacker: Side | None, defender: Side | None) -> dict[str, Any]:
    """ "Did Steel use to resist Ghost?": the last generation whose chart was another one for two types, explained."""
    sides = [side.type_ids for side in (attacker, defender) if isinstance(side, Types)]
    if not clause.has("hist", "past") or "scope" in common or len(sides) < 2 or any(len(side) > 1 for side in sides):
        return {}
    (attack,), (own,) = sides
    clause.take(*clause.find("hist", "past"))
    first = max(clause.dataset.types[one].generation for one in (attack, own))
    now = clause.dataset.efficacy(attack, own)
    others = [g for g in clause.dataset.generations if g >= first and clause.dataset.efficacy(attack, own, g) != now]
    return {"scope": Scope(max(others))} if others else {}


def asks_types(clause: Clause) -> bool:
    """Is there a word for types that asks for some, and does not belong to one (格斗系)?"""
    return any(not clause.at(i - 1, "type") for i in clause.find("attr", "type", again=True))


def is_hazard(clause: Clause, side: Thing) -> bool:
    """Is it an entry hazard whose damage goes by the type chart?"""
    return side.kind == "move" and clause.dataset.moves[side.id].identifier in ENTRY_HAZARDS


def typed_attack(clause: Clause, attacker: Thing) -> bool:
    """Do types decide what a move does? Not for status moves, one-hit knockouts and moves whose type varies."""
    move = clause.dataset.moves[attacker.id]
    if is_hazard(clause, attacker):
        return True
    if move.damage_class == "status" or (move.meta is not None and move.meta.category == "ohko"):
        return False
    return move.identifier not in varying_moves()


@cache
def varying_moves() -> frozenset[str]:
    """The moves whose type is not that of the dataset's row in every use."""
    lines = (DATA / "pokedex" / "varying_type_moves.csv").read_text(encoding="utf-8").split()
    return frozenset(lines[1:])


def ability_fits(clause: Clause, ability: object, attacker: Side | None, defender: Side | None) -> bool:
    """Can the named ability be the defender's own? Scrappy, or an ability the Pokémon lacks, is another question."""
    if not isinstance(ability, Thing):
        return True
    if not isinstance(defender, Mon):
        described = clause.language == "en" and clause.has("noun", "pokemon") and not clause.is_yes_no()  # a set
        return defender is None and attacker is not None and not described
    own = clause.dataset.abilities_of(defender.pokemon_id)
    return ability.id in own.all()


def protects(clause: Clause) -> bool:
    """ "What does Magic Guard protect against?": what an ability keeps off is told by its effect."""
    if not clause.has("ability") or clause.mons() or clause.has("type") or clause.has("noun", "type", "pokemon"):
        return False
    verbs = clause.find("mu")
    return bool(verbs) and all(clause.at(i, "effecttalk") for i in verbs) and not clause.has("attr", "type")


def losing_hp(clause: Clause) -> list[int]:
    """火伊布被喷射火焰打会掉血吗: whether it is hurt at all, and not by how much."""
    hurt = [i for i in clause.find("damagecalc", "calc") if clause.at(i, "effecttalk")]
    return hurt if clause.is_yes_no() else []


def asks_which_factor(clause: Clause) -> bool:
    """ "Does Ice do double or quadruple damage to it?"."""
    return any(clause.at(i - 1, "factor") and clause.at(i + 1, "factor") for i in clause.find("bool", "or"))


def asks_multiplier(clause: Clause) -> bool:
    """ "Knock Off on Dragapult multiplier"."""
    return any(clause.tokens[i].text.casefold() in ("multiplier", "倍率") for i in clause.find("wh", again=True))
