"""What the weather does to the moves of a type: "does rain boost Water moves", 晴天下火系招式加多少.

The sentence of the move that brings the weather tells it.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..algebra import NOW, Facts, Query, Thing
from ..clause import Clause
from ..effect_claims import EffectClaim

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
