"""Which Pokémon or moves a generation changed: "Which Pokémon got their type changed in X and Y?"."""

from __future__ import annotations

from typing import Any

from ..algebra import And, ChangedIn, Condition, HasType, Query, Search, Sense
from ..clause import Clause
from ..word_lists import word_list
from .attributes import STATS, attributes
from .moves import moves_named

_OF_POKEMON = frozenset({"type", "stats", "ability", *STATS[:-1]})
_OF_MOVES = frozenset({"type", "power", "accuracy", "pp", "priority"})
#: Words that make another question of it.
_OTHERS = ("cls", "sup", "cmp", "mu", "learn", "egg", "ability", "item", "agg", "share", "lang", "wild")


_BECAME = frozenset(word_list("became"))


def changed_set(clause: Clause) -> Query | None:
    """ "Which moves changed type in Gen 6?", 第六世代有哪些宝可梦改了属性, "which Pokémon became Fairy in Gen 6"."""
    changed = clause.find("hist", "change") or _got_new(clause)
    types = clause.find("type")
    became = clause.find("ev", "into") if types else []
    if not (changed or became) or clause.mons() or moves_named(clause) or any(map(clause.has, _OTHERS)):
        return None
    if any(not clause.at(i, "type") for i in clause.find("egg_group")):
        return None
    if clause.is_yes_no() or clause.is_negated() or clause.has("hist", "past") or len(types) > 1:
        return None
    if not (clause.has("wh", "which", "what", "who", "howmany") or clause.has("list", "list", "all")):
        return None
    of_moves = clause.has("noun", "move") or clause.has("moveset")
    if not of_moves and not (clause.has("noun", "pokemon") or clause.has("wh", "who")):
        return None
    found = attributes(clause, _OF_MOVES if of_moves else _OF_POKEMON)
    if not found and not types and any("retyp" in clause.tokens[i].text.casefold() for i in changed):
        found = ["type"]
    if types and any(clause.tokens[i].text.casefold() in _BECAME for i in changed):
        found = found or ["type"]
    if types and not set(found) - {"type"}:
        found = ["type"]
    if len(found) > 1 or not (found or of_moves):
        return None
    scope = clause.scope()
    if scope.generation == 1 or (scope.generation is None and not changed):
        return None
    many = clause.find("wh", "howmany")
    clause.take(*changed, *became, *types, *many, *clause.find("noun", "pokemon", "move", "type", "stat", "ability"))
    clause.take(
        *clause.find("moveset"), *clause.find("pron", "them", "it"), *clause.find("list"), *clause.find("exist")
    )
    clause.take(*clause.find("prep", "getv"), *clause.find("beaten", "get"), *clause.find("attr", "type", "generation"))
    clause.take(*clause.find("noun", "generation", "game"), *clause.find("intro"), *clause.find("ev", "from"))
    attribute: Any = found[0] if found else "profile"
    sense = _sense(clause, changed)
    if sense is not None and (scope.generation is None or attribute in ("type", "ability")):
        return None
    condition: Condition = ChangedIn(attribute, scope.generation, sense)
    if types:
        condition = And((condition, HasType(clause.value(types[0], "type"))))
    return Search("move" if of_moves else "pokemon", condition, output="count" if many else "list")


def _got_new(clause: Clause) -> list[int]:
    """ "Which Pokémon got new base stats in Generation 7?"."""
    if not (clause.has("prep", "getv") or clause.has("beaten", "get") or clause.has("grant")):
        return []
    return [i for i in clause.find("intro") if any(clause.at(i + 1, "attr", name) for name in ("type", *_VALUES))]


#: What one that is there already gets anew.
_VALUES = ("stats", *STATS)


def _sense(clause: Clause, changed: list[int]) -> Sense | None:
    """Changed to more or to less: "buffed", 削弱."""
    said = "".join(clause.tokens[i].text.casefold() for i in changed)
    more = any(word in said for word in ("buff", "加强", "增强", "强化", "提升", "提高"))
    less = any(word in said for word in ("nerf", "削", "降低", "减弱"))
    return "max" if more and not less else "min" if less and not more else None
