"""An ability that a Pokémon is taken to have and cannot have: "what does Pikachu's Levitate do?", 卡比兽的威吓好用吗.

Whatever is asked of it, that it is not so is the answer; it is given only where no form of it has, or ever had, it.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..pokedex.dataset import Dataset
from .algebra import Check, HasAbility, Mon
from .lexer import Token

#: What makes the claim one of another time or holder, or no claim.
_OTHERS = ("gen", "vg", "hist", "move", "item", "suppose", "neg", "sup", "cmp", "catch", "wish", "step", "ev")
#: What may stand between the owner and what it is said to have.
_HAS = ("的", "の", "has", "have", "having", "got")


def what_it_lacks(tokens: Sequence[Token], dataset: Dataset) -> Check | None:
    """Whether the only Pokémon named has the ability that is said to be its own, where it has not."""
    at = [i for i, t in enumerate(tokens) if t.has("mon") or t.has("ability")]
    if len(at) != 2 or not tokens[at[0]].has("mon") or not tokens[at[1]].has("ability"):  #
        return None
    owner, own = tokens[at[0]], tokens[at[1]]
    between = tokens[at[0] + 1 : at[1]]
    if any(t.text.casefold() not in _HAS for t in between) or (not between and not owner.mark.endswith("s")):
        return None
    if any(t.has(tag) for t in tokens for tag in _OTHERS if t not in (owner, own)):
        return None
    if len(owner.readings["mon"]) != 1 or len(own.readings["ability"]) != 1:
        return None
    mon: Mon = owner.readings["mon"][0]
    ability: int = own.readings["ability"][0]
    return None if _had_by_any(mon, ability, dataset) else Check(mon, HasAbility(ability))


def _had_by_any(mon: Mon, ability: int, dataset: Dataset) -> bool:
    """Has any form of the species the ability, or had it in an earlier generation?"""
    slots = [
        some
        for one in dataset.varieties(mon.species_id)
        for some in (one.abilities, *one.abilities_past.values())
    ]  # fmt: skip
    return any(ability in some.all() for some in slots)
