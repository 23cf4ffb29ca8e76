"""Whether an item makes the one of the other: "Do I use a Water Stone on Pikachu to get Raichu?"."""

from __future__ import annotations

from typing import Any

from ..algebra import Evolve, EvolvesBy, Mon, Or, Query, Search
from ..clause import Clause
from ..describe.piece import ordered
from ..word_lists import word_list
from .evolve_sides import sexes
from .evolve_unsaid import leads_to

#: What else may be asked of a Pokémon with an item in hand.
_OTHERWISE = ("cmp", "sup", "mu", "number", "vg", "move", "type", "winning", "breed", "egg", "ability")
_PAIR = 2


def made_by_item(clause: Clause) -> Query | None:
    """Of two of one line and an item that something evolves by, whether that item leads from the one to the other."""
    items, mons = clause.find("item"), clause.mons()
    if len(items) != 1 or len(mons) not in (1, _PAIR) or any(map(clause.has, _OTHERWISE)):
        return None
    item = clause.value(items[0], "item")
    if not _is_asked(clause, mons) or not _evolves_something(clause, item):
        return None
    if any(clause.at(i, "bool") for i in range(min(mons), max(mons))) or clause.has("neg", "neg"):
        return None
    ends = [clause.mon(m) for m in mons]
    if len(ends) == 1:
        if not clause.has("itemuse") or not clause.dataset.evolutions_from(ends[0].pokemon_id):
            return None
    elif not leads_to(clause, *ends):
        ends.reverse()
        if not leads_to(clause, *ends):
            return None
    clause.take(*mons, *items, *(i for tag in _BESIDE for i in clause.find(tag)), *clause.find("neg", "negyn"))
    said = sexes(clause)
    if len(ends) == 1:
        return Evolve(ends[0], "into", "can", yes_no=True, item_id=item, ways=said)
    return Evolve(ends[0], "into", "what", target=ends[1], yes_no=True, item_id=item, ways=said)


def _evolves_something(clause: Clause, item: int) -> bool:
    return any(item in (way.item_id, way.held_item_id) for way in clause.dataset.evolutions)


def _is_asked(clause: Clause, mons: list[int]) -> bool:
    """Is it a question of yes or no, or a bare one of two ("fire stone on pikachu = raichu?")?"""
    return clause.is_yes_no() or (len(mons) == _PAIR and not clause.has("wh") and not clause.has("prep", "than"))


#: What is said around it: that it is used, given, had, needed.
_BESIDE = ("itemuse", "prep", "aux", "pron", "grant", "require", "oblige", "suits", "wish", "had", "meet", "beaten",
           "effort", "exp", "owning", "light", "suppose", "inflict", "passive", "carry", "outcome")  # fmt: skip


def evolving_with(clause: Clause) -> Query | None:
    """ "evolves with razor fang??": an item, a word for evolving and nothing else: the Pokémon that do."""
    items, verbs = clause.find("item"), clause.find("ev", "bare")
    if len(items) == 1 and not verbs and (query := _used_on(clause, items[0])) is not None:
        return query
    verbs = verbs or clause.find("ev", "post")  # "Razor Fang evolution"
    around = [i for tag in _WITH_IT for i in clause.find(tag) if i not in (*items, *verbs)]
    around += clause.find("attr", "effect")  # "is used for which evolution"
    if not items or len(verbs) != 1 or not {*items, *verbs, *around}.issuperset(clause.content()):
        return None
    found = [clause.value(i, "item") for i in items]
    if clause.is_yes_no() or clause.has("wh", "how") or not all(_evolves_something(clause, item) for item in found):
        return None
    clause.take(*items, *verbs, *around)
    by = ordered([EvolvesBy("item", item) for item in found])
    return Search("pokemon", by[0] if len(by) == 1 else Or(by))


#: What may stand around an item that something evolves with: "which Pokémon evolve if they hold an Oval Stone".
_WITH_IT = ("wh", "noun", "suppose", "pron", "carry", "itemuse", "list", "aux", "prep")


def items_offered(clause: Clause) -> Query | None:
    """ "Sun Stone or Leaf Stone for Bellossom?", "Tart Apple or Sweet Apple gives Flapple?": what it takes."""
    items, mons = clause.find("item"), clause.mons()
    joints = [
        i for i in (*clause.find("bool", "or"), *clause.find("mu")) if len(items) == _PAIR and items[0] < i < items[1]
    ]
    if len(items) != _PAIR or len(joints) != 1 or len(mons) not in (1, _PAIR) or clause.has("neg", "neg"):
        return None
    first, last = clause.mon(mons[0]), clause.mon(mons[-1])
    if len(mons) == _PAIR and not leads_to(clause, first, last):
        first, last = last, first
        if not leads_to(clause, first, last):
            return None
    own = {clause.value(i, "item") for i in items}
    after = {w.item_id or w.held_item_id for w in clause.dataset.evolutions_from(first.pokemon_id)}
    before = {w.item_id or w.held_item_id for w in clause.dataset.evolutions_to(last.pokemon_id)}
    line = not own & (after | before) and len(mons) == 1
    if not own & (after | before) and not (line and _in_its_line(clause, first, own)):
        return None
    clause.take(*mons, *items, *joints, *(i for tag in _BESIDE for i in clause.find(tag)), *clause.find("ev"))
    clause.take(*clause.find("wh"), *clause.find("mu", "effect:def"))
    if len(mons) == _PAIR:
        return Evolve(first, "into", "how", target=last)
    if line:
        return Evolve(first, "family", "how")  # of Bellsprout it is the next one that needs the stone
    return Evolve(first, "into" if own & after else "from", "how")


def _in_its_line(clause: Clause, mon: Mon, items: set[Any]) -> bool:
    """Does one of its line evolve with one of these items?"""
    species, pokemon = clause.dataset.species, clause.dataset.pokemon
    starts = [w.from_pokemon_id for w in clause.dataset.evolutions if items & {w.item_id, w.held_item_id} - {None}]
    chain = species[mon.species_id].chain_id
    return any(species[pokemon[start].species_id].chain_id == chain for start in starts)


#: Words for one that is left to be used.
_SPARE = frozenset(word_list("spare"))


def _used_on(clause: Clause, item: int) -> Query | None:
    """ "I've got a spare Ice Stone, what can I use it on?", "Leaf Stone works with whom": what evolves with it."""
    uses = clause.find("itemuse") + clause.find("effecttalk")
    spare = [i for i, token in enumerate(clause.tokens) if token.text.casefold() in _SPARE]
    if not uses or not clause.has("wh", "what", "who", "which") or clause.has("wh", "how", "when", "where"):
        return None
    if not any(clause.at(i, "prep") for i in range(len(clause.tokens))) and not clause.find("effecttalk"):
        return None
    around = [i for tag in ("wh", "owning", "pron", "prep", "had", "list") for i in clause.find(tag)]
    clause.take(item, *uses, *spare, *around, *clause.find("noun", "pokemon"))
    if clause.is_yes_no() or clause.leftover() or not _evolves_something(clause, clause.value(item, "item")):
        return None
    return Search("pokemon", EvolvesBy("item", clause.value(item, "item")))
