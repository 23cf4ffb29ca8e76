"""The moves that an ability strengthens or keeps off: "which moves does Iron Fist boost?", 防弹能挡哪些招式."""

from __future__ import annotations

from ..algebra import And, Condition, HasType, MoveIs, Query, Search
from ..clause import Clause
from ..describe.piece import ordered
from ..word_lists import word_list

#: What makes another question of it.
_OTHERWISE = ("mon", "item", "number", "cmp", "sup", "cls", "ev", "learn", "gen", "vg", "why")
#: The properties of moves by which such abilities go, with the abilities.
_FLAGS = {
    ability: flag
    for flag in ("punch", "bite", "pulse", "slicing", "sound", "ballistics", "contact")
    for ability in word_list(f"moves-of-ability/{flag}")
}
#: What is said of them.
_DEEDS = ("bend", "usedoes", "suits", "effecttalk", "stages", "mu", "passive", "prevent", "immunity")


def moves_of_ability(clause: Clause) -> Query | None:
    """All of them, how many, or those of one type."""
    abilities, nouns = clause.find("ability"), clause.find("noun", "move")
    if len(abilities) != 1 or len(nouns) != 1 or any(map(clause.has, _OTHERWISE)) or clause.is_negated():
        return None
    flag = _FLAGS.get(clause.dataset.abilities[clause.value(abilities[0], "ability")].identifier)
    many = clause.find("wh", "howmany")
    asked = clause.find("wh", "which", "what") + clause.find("list", "list") + many
    deeds = [i for tag in _DEEDS for i in clause.find(tag) if i not in (*abilities, *nouns)]
    if flag is None or not asked or not deeds or clause.is_yes_no():
        return None
    types = clause.find("type")
    clause.take(*abilities, *nouns, *asked, *deeds, *types, *clause.find("noun", "type", "ability"))
    clause.take(*clause.find("attr", "ability", "type"), *clause.find("damagecalc"), *clause.find("inflict"))
    parts: list[Condition] = [MoveIs("flag", flag), *(HasType(clause.value(i, "type")) for i in types)]
    if len(types) > 1:
        return None
    return Search("move", And(ordered(parts)) if types else parts[0], None, "count" if many else "list")
