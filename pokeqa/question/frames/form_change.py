"""How a Pokémon takes on a form, and which item it takes: Mega Stones, orbs, masks, abilities and moves."""

from __future__ import annotations

from collections.abc import Sequence

from ...pokedex.effects import effects
from ...pokedex.model import Pokemon
from ..algebra import Check, Evolve, Facts, HasForm, Mon, Query, Thing
from ..clause import Clause
from ..form_change import FormChange
from ..word_lists import word_list
from .set_apart import changes_when_taken_on

#: What makes another question of it.
_OTHERS = ("type", "move", "ability", "cmp", "sup", "mu", "gen", "number", "nature", "egg_group", "neg", "sumword",
           "contrast", "machine")  # fmt: skip
#: Attributes whose words may stand in such a question ("what is its stone called", "change forms").
_HARMLESS = frozenset({"name", "forms", "effect"})
#: The forms that a battle brings about by a rule that many share.
_RULED = ("mega", "gigantamax", "primal")
#: What asks since when there is a form.
_LONG_AGO = frozenset(word_list("long-ago"))
#: What asks how, and what asks for an item.
_HOW = ("how", "when", "why", "where")
#: Readings that say that a form is taken on.
_CHANGES = (("ev", "into"), ("ev", "bare"), ("ev", "from"),
            ("hist", "change"), ("prep", "getv"), ("taking", "taking"), ("triggers", ""),
            ("catch", "turns"), ("exp", "reach"))  # fmt: skip
#: Readings that such a query says by itself.
_SAID = ("wh", "prep", "aux", "oblige", "require", "pron", "carry", "itemuse", "grant", "formkind", "megastone",
         "taking", "triggers", "ev", "list", "passive", "suppose", "had", "wish", "yn", "suits", "owning",
         "battlewords", "exist", "beaten", "evolveby", "effecttalk", "deciding", "intro", "meet")  # fmt: skip


def form_change(clause: Clause) -> Query | None:
    """ "Which stone does Gengar need to Mega Evolve?", "how do I get Rotom Wash?", 骑拉帝纳怎么变成起源形态."""
    mons = clause.mons()
    if any(map(clause.has, _OTHERS)) or any(clause.value(i, "attr") not in _HARMLESS for i in clause.find("attr")):
        return None
    if not mons:
        return _of_stone(clause)
    named = [clause.mon(i) for i in mons]
    if len({mon.species_id for mon in named}) > 1:
        return _fused(clause, named)
    if changes_when_taken_on(clause, tuple(dict.fromkeys(named))):
        return None
    if clause.has("wh", "when") and any(t.text.casefold() in _LONG_AGO for t in clause.tokens):
        return None  # "When did it get a Mega?"
    items, asks_item = clause.find("item"), _asks_item(clause)
    how = clause.has("wh", *_HOW) or clause.has("hist", "change") or (bool(items) and clause.is_yes_no())
    whether = clause.is_yes_no() and (clause.has("megastone") or clause.has("wh", "item"))
    if len(mons) > 2 or len(items) > 1 or not (asks_item or how) or clause.has("wh", "why"):
        return None
    forms = _forms(clause, named) or _of_item(clause, named[0], items)
    if not forms:
        return _without(clause, named[0]) or _form_of_next(clause, named[0])
    bare = set(clause.content()) <= {*mons, *clause.find("wh", *_HOW), *clause.find("noun", "form")}
    changes = any(clause.has(tag, *([value] if value else [])) for tag, value in _CHANGES) or len(mons) > 1 or bare
    if forms[0].form_kind not in _RULED and not changes and not asks_item:
        return None
    if (clause.is_yes_no() and not (items or whether)) or not all(_is_known(clause, form) for form in forms):
        return None
    clause.take(*mons, *items)
    _take_said(clause)
    species = named[0].species_id
    subject = Mon(species, clause.dataset.species[species].default_pokemon_id)
    item = clause.value(items[0], "item") if items and clause.is_yes_no() else None
    return FormChange(subject, tuple(form.id for form in forms), item, whether and item is None)


def _is_known(clause: Clause, form: Pokemon) -> bool:
    """Is it known what brings a form about, other than an evolution?"""
    if form.form_kind not in _RULED and clause.dataset.evolutions_to(form.id):
        return False
    return bool(clause.dataset.form_conditions_of(form)) or form.identifier in effects("form")


def _take_said(clause: Clause) -> None:
    """Explain what such a question is put with."""
    clause.take(*(i for tag in _SAID for i in clause.find(tag)), *clause.find("hist", "change"), *clause.find("attr"))
    clause.take(*clause.find("noun", "form", "item", "pokemon"), *clause.find("catch", "turns"))
    clause.take(*clause.find("op", "range"), *clause.find("neg", "negyn"), *clause.find("exp", "reach"))


def _asks_item(clause: Clause) -> bool:
    """Is an item asked for: "which stone", "what does it hold"?"""
    if clause.has("wh", "item") or clause.has("megastone") or clause.has("noun", "item"):
        return True
    return clause.has("wh", "what") and any(map(clause.has, ("carry", "require", "itemuse", "grant", "oblige")))


def _forms(clause: Clause, named: Sequence[Mon]) -> list[Pokemon]:
    """The forms that are asked about: the one named, those of a kind, or all that something is recorded of."""
    dataset = clause.dataset
    own = [dataset.pokemon[mon.pokemon_id] for mon in named if mon.form_named]
    varieties = dataset.varieties(named[0].species_id)
    kinds = [kind for kind in _RULED if clause.has("formkind", kind) or (clause.has("megastone") and kind == "mega")]
    if own and own[0].form_kind in _RULED:
        return own if len(own) == 1 else []
    if len(own) == 1:
        return own if not kinds and own[0].form_kind in ("other", "cosmetic", "ordinary") else []
    if own:
        return []
    tagged = _tagged(clause, [one for one in varieties if not kinds or one.form_kind == kinds[0]])
    if tagged or kinds:
        return tagged or [one for one in varieties if one.form_kind == kinds[0]]
    if clause.has("noun", "form") or clause.has("attr", "forms") or clause.has("triggers"):
        return [one for one in varieties if one.form_kind == "other" and _is_known(clause, one)]
    return []


def _tagged(clause: Clause, varieties: Sequence[Pokemon]) -> list[Pokemon]:
    """ "How do I change Hoopa to Unbound?", "for Mega X": the one that an unknown word is a form's name of."""
    for i in clause.find("unknown"):
        text = clause.tokens[i].text.casefold()
        found = [one for one in varieties if text in one.form_tags and one.form_kind != "regional"]
        if len(found) == 1:
            clause.take(i)
            return found
    return []


def _of_item(clause: Clause, mon: Mon, items: Sequence[int]) -> list[Pokemon]:
    """ "Is Gengarite for Gengar?": the forms that an item is for, or that one like it could be for."""
    bring = {one.item_id: one.pokemon_id for one in clause.dataset.form_conditions if one.item_id is not None}
    if not items or clause.value(items[0], "item") not in bring:
        return []
    varieties = clause.dataset.varieties(mon.species_id)
    kind = clause.dataset.pokemon[bring[clause.value(items[0], "item")]].form_kind
    return [one for one in varieties if one.form_kind == kind]


def _fused(clause: Clause, named: Sequence[Mon]) -> Query | None:
    """ "How do you fuse Kyurem with Zekrom?", 酋雷姆怎么和捷克罗姆合体."""
    if len(named) != 2 or not clause.has("triggers") or not (clause.has("wh", *_HOW) or _asks_item(clause)):
        return None
    for one, other in (named, reversed(named)):
        with_other = f"{{p:{clause.dataset.species[other.species_id].identifier}}}"
        for form in clause.dataset.varieties(one.species_id):
            effect = effects("form").get(form.identifier)
            if effect is not None and with_other in effect.sentences["en"]:
                clause.take(*clause.mons())
                _take_said(clause)
                return FormChange(Mon(one.species_id, one.pokemon_id), (form.id,))
    return None


def _without(clause: Clause, mon: Mon) -> Query | None:
    """What Mega Stone one needs that has no Mega form."""
    if mon.form_named or not (clause.has("formkind", "mega") or clause.has("megastone")):
        return None
    clause.take(*clause.mons())
    _take_said(clause)
    return Check(mon, HasForm("mega"))


def _form_of_next(clause: Clause, mon: Mon) -> Query | None:
    """ "Rockruff dusk form, how do I get it?": a form of what it evolves into."""
    if not clause.has("noun", "form"):
        return None
    targets = dict.fromkeys(
        way.to_pokemon_id
        for one in clause.dataset.varieties(mon.species_id)
        for way in clause.dataset.evolutions_from(one.id)
    )
    found = _tagged(clause, [clause.dataset.pokemon[one] for one in targets])
    if len(found) != 1:
        return None
    clause.take(*clause.mons())
    _take_said(clause)
    return Evolve(Mon(found[0].species_id, found[0].id, form_named=True), "from", "how")


def _of_stone(clause: Clause) -> Query | None:
    """ "Which Pokémon uses Gengarite?", 谁用得上耿鬼进化石: what an item that brings a form about is for."""
    items = clause.find("item")
    if len(items) != 1 or not clause.has("wh", "who", "which", "what") or clause.has("noun", "type", "move", "ability"):
        return None
    item = clause.value(items[0], "item")
    if not any(one.item_id == item for one in clause.dataset.form_conditions):
        return None
    clause.take(*items)
    _take_said(clause)
    return Facts((Thing("item", item),), ("effect",))
