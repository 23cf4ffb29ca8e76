"""What the weather does to the moves of a type: "does rain boost Water moves", 晴天下火系招式加多少.

The sentence of the move that brings the weather tells it.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..algebra import NOW, Facts, Query, Thing
from ..clause import Clause
from ..effect_claims import EffectClaim
from ..word_lists import word_list

#: The weather -> the move that brings it, the type it makes stronger, and the one it makes weaker.
_WEATHERS: Mapping[str, tuple[str, str, str]] = {
    "rain": ("rain-dance", "water", "fire"), "sun": ("sunny-day", "fire", "water"),
}  # fmt: skip
#: What makes another question of it.
_OTHERS = ("mon", "ability", "item", "cmp", "sup", "ev", "learn", "gen", "vg", "cls", "wild", "catch")


def weather_power(clause: Clause) -> Query | None:
    """The sentence, and a yes or a no to what is claimed."""
    weathers = clause.find("weather")
    if len(weathers) != 1 or any(map(clause.has, _OTHERS)) or clause.has("bool", "or") or clause.scope() != NOW:
        return None
    types = [i for i in clause.find("type") if i not in weathers]
    moves = [i for i in clause.find("move") if i not in weathers]
    known = _WEATHERS.get(str(clause.value(weathers[0], "weather")))
    up, down = clause.find("bend", "raises"), clause.find("bend", "lowers")
    asks = [*up, *down, *clause.find("effecttalk"), *clause.find("factor"), *clause.find("usedoes", "power", "doubles")]
    if known is None or len(types) + len(moves) != 1 or not asks or clause.has("noun", "pokemon"):
        return None
    data = clause.dataset
    if moves and data.moves[clause.value(moves[0], "move")].damage_class == "status":
        return None
    type_id = clause.value(types[0], "type") if types else data.moves[clause.value(moves[0], "move")].type_id
    bringing, stronger, weaker = known
    identifier = data.types[type_id].identifier
    if identifier not in (stronger, weaker):
        return None
    thing = Thing("move", next(m.id for m in data.moves.values() if m.identifier == bringing))
    clause.take(*weathers, *types, *moves, *asks, *clause.find("noun", "move", "type"), *clause.find("attr", "power"))
    clause.take(*clause.find("wh", "how", "howmuch", "howmany"), *clause.find("attr", "effect"), *clause.find("pron"))
    clause.take(*clause.find("mu", "effect:att"), *clause.find("damagecalc"), *clause.find("attr", "type"))
    if clause.is_negated():
        return None
    if clause.is_yes_no() and bool(up) is not bool(down):
        return EffectClaim(thing, identifier == (stronger if up else weaker))
    return Facts((thing,), ("effect",))


#: Moves whose type depends on something, by identifier.
_VARYING = frozenset(word_list("varying-type/moves"))
#: What the type may depend on, and words for what becomes of it or of the target.
_UPON = ("weather", "terrain", "item", "ev", "hist", "taking", "foe", "grant", "inflict", "suppose", "attr", "evolveby")
_ELSE = ("mon", "ability", "cmp", "sup", "learn", "gen", "vg", "cls", "type", "number", "mu")


def varying_type(clause: Clause) -> Query | None:
    """ "Weather Ball type in rain?", "what does Judgment become with a plate", "Soak turns my target into what type":
    what the move does tells it.
    """
    moves = [i for i in clause.find("move") if clause.dataset.moves[clause.value(i, "move")].identifier in _VARYING]
    asks = clause.has("attr", "type") or clause.has("noun", "type") or (clause.has("wh") and clause.has("ev", "into"))
    upon = [i for tag in _UPON for i in clause.find(tag) if i not in moves and not clause.at(i, "attr", "type")]
    if len(moves) != 1 or not asks or not upon or clause.is_yes_no() or any(map(clause.has, _ELSE)):
        return None
    if clause.find("attr") and any(not clause.at(i, "attr", "type", "target", "effect") for i in clause.find("attr")):
        return None
    clause.take(*moves, *upon, *clause.find("attr", "type", "effect"), *clause.find("noun", "type", "move"))
    clause.take(*clause.find("wh"), *clause.find("itemuse"), *clause.find("prep"), *clause.find("battlewords"))
    clause.take(*clause.find("carry"), *clause.find("list"), *clause.find("owning"), *clause.find("pron"))
    return Facts((Thing("move", clause.value(moves[0], "move")),), ("effect",))
