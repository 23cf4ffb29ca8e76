"""The two sides of a battle: types, abilities and stats as they are in it."""

from __future__ import annotations

from dataclasses import dataclass

from ....question.calculations import Battler, Damage
from ...effectiveness import Attack, Chart
from ...formulas.modifiers import Modifier, modifiers, staged
from ...model import Move, Pokemon
from ..context import Context
from .training import trained, value

#: The level that both have where none is named: that of official battles.
LEVEL = 50

#: Abilities of a target that nothing goes past.
LASTING = frozenset({"shadow-shield", "prism-armor", "tablets-of-ruin", "vessel-of-ruin"})


@dataclass(frozen=True, slots=True)
class Side:
    """One Pokémon as it stands in the battle. `ability` is one that is said, or the only one it can have."""

    pokemon: Pokemon
    said: Battler
    types: tuple[int, ...]
    ability: str
    hp: float

    @property
    def level(self) -> int:
        """Its level; that of official battles where none is said."""
        return self.said.level or LEVEL


def side(pokemon: Pokemon, said: Battler, context: Context) -> Side:
    """A side of the battle."""
    types = (said.tera,) if said.tera is not None else pokemon.types
    own = pokemon.abilities.all()
    ability = said.ability or (context.dataset.abilities[own[0]].identifier if len(own) == 1 else "")
    return Side(pokemon, said, types, ability, 100.0 if said.hp is None else said.hp)


def type_of(query: Damage, move: Move, own: Side, context: Context) -> int:
    """The type that the move has here: abilities and the Tera type can change it."""
    types = {t.identifier: t.id for t in context.dataset.types.values()}
    if move.identifier == "tera-blast":
        return own.said.tera or types["normal"]
    if move.identifier == "weather-ball":
        by_weather = {"sun": "fire", "rain": "water", "sand": "rock", "snow": "ice"}
        return types[by_weather.get(query.field.weather or "", "normal")]
    for row in modifiers("ability", own.ability, "attacker"):
        if row.place == "retype" and context.dataset.types[move.type_id].identifier in row.wanted("own-type"):
            return types[row.wanted("into")[0]]
    return move.type_id


def factor_of(attack: Attack, own: Side, foe: Side, context: Context) -> float:
    """The type effectiveness, without the target's ability."""
    chart = Chart(context.dataset)
    types = foe.types
    if placed(own.ability, "attacker", "hits-ghosts"):
        blind = {t.id for t in context.dataset.types.values() if t.identifier in ("normal", "fighting")}
        if attack.type_id in blind:
            types = tuple(t for t in types if chart.single(attack.type_id, t) != 0)
    return chart.factor(attack, types)


def shield(attack: Attack, own: Side, foe: Side, context: Context) -> int | None:
    """The id of the ability by which the target takes nothing, if it certainly has one."""
    chart = Chart(context.dataset)
    if goes_past(own, foe):
        return None
    abilities = abilities_of(foe, context)
    hits = [chart.hit(attack, foe.types, one) for one in abilities]
    return abilities[0] if hits and all(hit.factor == 0 and hit.by_types > 0 for hit in hits) else None


def abilities_of(foe: Side, context: Context) -> list[int]:
    """The ids of the abilities that a side has or can have."""
    if foe.ability:
        return [a.id for a in context.dataset.abilities.values() if a.identifier == foe.ability]
    return list(foe.pokemon.abilities.all())


def goes_past(own: Side, foe: Side) -> bool:
    """Does the attacker's ability go past the target's?"""
    return bool(placed(own.ability, "attacker", "ignores-ability")) and foe.ability not in LASTING


def placed(ability: str, of: str, place: str) -> tuple[Modifier, ...]:
    """The rows of an ability that change one place."""
    return tuple(row for row in modifiers("ability", ability, of) if row.place == place)


def is_grounded(one: Side, context: Context) -> bool:
    """Whether the terrain reaches a Pokémon."""
    flies = any(context.dataset.types[t].identifier == "flying" for t in one.types)
    return not flies and one.ability != "levitate" and one.said.item != "air-balloon"


def stages_of(said: Battler, stat: str, asked: str) -> int:
    """The stages of a stat; those without a stat are `asked`'s."""
    found = sum(n for one, n in said.stages if one == stat or (one is None and stat == asked))
    return max(-6, min(6, found))


def stat_of(one: Side, stat: str, context: Context) -> int:
    """A stat with training and the changes of it in battle."""
    found = value(one.pokemon, stat, one.level, trained(one.said.spread, stat, context))
    return staged(found, stages_of(one.said, stat, stat))
