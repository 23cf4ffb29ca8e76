"""Incenses: what a parent had to hold for a baby to hatch."""

from __future__ import annotations

from ..algebra import Query
from ..calculations import Breed
from ..clause import Clause
from ..terms import Mon


def incense(clause: Clause) -> Query | None:
    """ "Which incense for Munchlax?", 小卡比兽需要什么熏香, "does Chingling require the Pure Incense?"."""
    words = clause.find("incense")
    babies = clause.dataset.baby_items
    items = [i for i in clause.find("item") if clause.value(i, "item") in babies.values()]
    items = [i for i in items if i not in words]
    mons = clause.mons()
    bred = [*clause.find("egg"), *clause.find("breed"), *clause.find("parents")]
    carried = bool(clause.find("parents")) and clause.has("carry")
    if not (words or items or carried) or len(mons) > 2 or len(items) > 1 or clause.has("move"):
        return None
    if not words and not (bred or clause.has("require")):
        return None
    mon = _asked_of(clause, mons, items)
    if mon is None or (not words and clause.dataset.species[mon.species_id].chain_id not in babies):
        return None
    without = [i for i in clause.find("neg", "neg") if i + 1 in words]
    clause.take(*without)
    if clause.is_negated():
        return None
    clause.take(*mons, *words, *items, *bred, *clause.find("require"), *clause.find("oblige"), *clause.find("carry"))
    clause.take(*clause.find("itemuse"), *clause.find("suits"), *clause.find("prep", "getv"), *clause.find("wish"))
    clause.take(*clause.find("beaten", "get"), *clause.find("obtain"), *clause.find("suppose"), *clause.find("hence"))
    clause.take(*clause.find("noun", "item", "pokemon"), *clause.find("list"), *clause.find("wh", "how", "when"))
    clause.take(*clause.find("cls", "baby"), *clause.find("neg", "negyn"), *clause.find("wh", "item"))
    clause.take(*clause.find("attr", "hatch", "effect"), *clause.find("battlewords"), *clause.find("pron", "it"))
    item = clause.value(items[0], "item") if items else None
    if clause.is_yes_no():
        return Breed(mon, None, "needs-incense", item_id=item)
    if item is not None and mons and clause.has("egg"):
        return Breed(mon, None, "offspring")  # "what hatches if Mantine holds the Wave Incense"
    return Breed(mon, None, "incense")


def _asked_of(clause: Clause, mons: list[int], items: list[int]) -> Mon | None:
    """The Pokémon that is asked of: of two of one family the baby, of an incense alone the one that it is for."""
    species = clause.dataset.species
    if not mons:
        chains = [chain for chain, item in clause.dataset.baby_items.items()
                  if items and item == clause.value(items[0], "item")]  # fmt: skip
        found = [one for one in species.values() if one.chain_id in chains and one.is_baby]
        return Mon(found[0].id, found[0].default_pokemon_id) if len(found) == 1 else None
    named = [clause.mon(i) for i in mons]
    if len({species[one.species_id].chain_id for one in named}) > 1:
        return None
    return next((one for one in named if species[one.species_id].is_baby), named[0])
