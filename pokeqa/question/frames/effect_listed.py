"""What is sure of a claimed effect from lists: `data/effects/uses.yaml`, and the Pokémon that a sentence names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...pokedex.effects import REFERENCE, effect_of
from ..algebra import Thing
from ..clause import Clause
from ..slots import stat_at
from ..word_lists import word_list
from .by_use import keys_said, uses

#: The words by which a use is told.
_TOLD = ("use", "usedoes", "weather", "terrain", "ailment", "moveail", "statusword", "movedoes", "heal", "type")
#: Items that work for whoever can still evolve.
_FOR_UNEVOLVED = frozenset(word_list("effect-claim/for-unevolved"))
_OTHER_THAN = frozenset(word_list("effect-claim/other-than"))


def listed_use(clause: Clause, thing: Thing) -> tuple[bool | None, tuple[int, ...]]:
    """True where the thing is listed under what is said; the lists are no proof that another one does not do it."""
    if thing.kind == "move":
        return None, ()
    tables: Mapping[str, Mapping[int, Any]] = {"ability": clause.dataset.abilities, "item": clause.dataset.items}
    own = tables[thing.kind][thing.id].identifier
    keys = [key for key in keys_said(clause, thing.kind) if key in uses()]
    if not keys or own not in uses()[keys[0]].get(thing.kind, ()):
        return None, ()
    stats = [i for i in range(len(clause.tokens)) if stat_at(clause, i) is not None]
    return True, (*stats, *(i for tag in _TOLD for i in clause.find(tag)), *clause.find("cmp", "speed:gt"))


def listed_holder(clause: Clause, thing: Thing) -> tuple[bool | None, tuple[int, ...]]:
    """ "Does the Light Ball work on Raichu?": whether the Pokémon is one of those that the sentence names."""
    effect, mons = effect_of(clause.dataset, thing), clause.mons()
    if thing.kind != "item" or effect is None or not effect.sentences or len(mons) != 1:
        return None, ()
    if not (clause.has("itemuse") or clause.has("effecttalk") or clause.has("serves") or clause.has("suits")):
        return None, ()
    mon = clause.mon(mons[0])
    apart = [i for i in clause.find("neg", "neg") if clause.tokens[i].text.casefold() in _OTHER_THAN]
    if clause.dataset.items[thing.id].identifier in _FOR_UNEVOLVED:
        holds = bool(clause.dataset.evolutions_from(mon.pokemon_id))
        return (None, ()) if apart else (holds, tuple(mons))
    named = {m[2] for m in REFERENCE.finditer(effect.sentences["en"]) if m[1] == "p"}
    if not named:
        return None, ()
    own = clause.dataset.species[mon.species_id].identifier in named
    if apart:
        return (False, (*mons, *apart)) if own and len(named) == 1 else (None, ())
    return own, tuple(mons)
