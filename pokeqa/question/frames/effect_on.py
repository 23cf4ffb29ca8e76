"""What an item does on one Pokémon, and how an ability changed: "What does Leftovers do on Snorlax?"."""

from __future__ import annotations

from ...pokedex.effects import effect_of
from ..algebra import NOW, Facts, Query, Thing
from ..clause import Clause
from ..effect_claims import EffectClaim

#: Words that say who has the item, and when.
_HELD = ("itemuse", "battlewords", "carry", "prep", "aux", "pron", "holder", "owning", "had")
#: What shows that something else than the effect is asked for.
_OTHERS = ("ev", "cmp", "sup", "learn", "meet", "egg", "breed", "wild", "damagecalc", "number", "move", "ability", "mu")


def item_on(clause: Clause) -> Query | None:
    """ "What would a Quick Claw do for my Slowbro?": what the item does, whoever holds it."""
    items, mons = clause.find("item"), clause.mons()
    if len(items) != 1 or len(mons) != 1 or clause.is_yes_no() or clause.scope() != NOW:
        return None
    asks = [*clause.find("attr", "effect"), *clause.find("outcome"), *clause.find("aux", "do")]
    if not asks or not clause.has("wh", "what", "which") or clause.has("wh", "who", "howmany", "where"):
        return None
    inside = {items[0], mons[0], *asks}
    if any(i not in inside and not clause.at(i, "filler") for tag in _OTHERS for i in clause.find(tag)):
        return None
    thing = Thing("item", clause.value(items[0], "item"))
    pokemon_id = clause.mon(mons[0]).pokemon_id
    if any(thing.id in (one.item_id, one.held_item_id) for one in clause.dataset.evolutions_from(pokemon_id)):
        return None  # what it evolves with
    clause.take(items[0], mons[0], *asks, *clause.find("wh", "what", "which", "when"), *clause.find("attr", "effect"))
    clause.take(*(i for tag in _HELD for i in clause.find(tag)), *clause.find("catch", "hypothetical"))
    return Facts((thing,), ("effect",))


def ability_changed(clause: Clause) -> Query | None:
    """ "How has Prankster changed since gen 5?": its sentence, where that tells of a change."""
    abilities, changed = clause.find("ability"), clause.find("hist", "change")
    if len(abilities) != 1 or not changed or clause.mons() or clause.is_negated():
        return None
    thing = Thing("ability", clause.value(abilities[0], "ability"))
    effect = effect_of(clause.dataset, thing)
    if effect is None or "Generation" not in effect.sentences.get("en", ""):
        return None
    clause.scope()
    clause.take(*abilities, *changed, *clause.find("wh", "how", "what", "when"), *clause.find("hist", "past", "now"))
    clause.take(*clause.find("noun", "ability", "generation", "game"), *clause.find("attr", "effect", "ability"))
    clause.take(*clause.find("since"), *clause.find("op", "ge", "range"), *clause.find("neg", "negyn"))
    return EffectClaim(thing, True) if clause.is_yes_no() else Facts((thing,), ("effect",))
