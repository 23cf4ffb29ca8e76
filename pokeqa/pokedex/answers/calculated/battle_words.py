"""What counts in a battle, in words: items, abilities, the weather, changed stats."""

from __future__ import annotations

from collections.abc import Iterable

from ....question.calculations import EMPTY_FIELD, Battler, Field
from ..context import Context
from .sides import Side

#: Kinds of things whose names are the dataset's; the others have names of their own.
_NAMED = ("item", "ability")


def thing_name(kind: str, name: str, context: Context) -> str:
    """The name of a thing of the data file of modifiers."""
    if kind == "item":
        return next(context.item_name(i.id) for i in context.dataset.items.values() if i.identifier == name)
    if kind == "ability":
        return next(context.ability_name(a.id) for a in context.dataset.abilities.values() if a.identifier == name)
    return context.say(f"battle.{kind}.{name}")


def also_counted(things: Iterable[tuple[str, str, float]], context: Context) -> str:
    """Things with their factors: "Life Orb ×1.3, rain ×1.5"."""
    parts = [
        context.say("battle.times", name=thing_name(kind, name, context), factor=f"{factor:g}") if factor
        else thing_name(kind, name, context) for kind, name, factor in things
    ]  # fmt: skip
    return context.say("list.comma").join(dict.fromkeys(parts))


def sides_said(own: Side, foe: Side, up: int, down: int, names: dict[str, str], context: Context) -> str:
    """Changed stats, Tera types and HP of both sides, as far as they are said."""
    parts = []
    for one, stages, name in ((own, up, names["attacker"]), (foe, down, names["defender"])):
        said = []
        if stages:
            said.append(context.say("battle.stages", stages=f"{stages:+d}".replace("-", "−")))
        if one.said.tera is not None:
            said.append(context.say("battle.tera", type=context.type_name(one.said.tera)))
        if one.said.hp is not None:
            said.append(context.say("battle.hp", hp=f"{one.said.hp:g}"))
        if said:
            parts.append(context.say("battle.side", name=name, list=context.say("list.comma").join(said)))
    return context.say("list.semicolon").join(parts)


def not_counted(own: Battler, foe: Battler, field: Field, context: Context) -> str:
    """What else could change the damage and is not in the numbers."""
    plain = (own.item, own.ability, own.tera, own.ailment, foe.item, foe.ability, foe.tera) == (None,) * 7
    if plain and field == EMPTY_FIELD and not own.stages and not foe.stages:
        return context.say("damage.not-counted")
    return context.say("damage.nothing-else")
