"""What a form changes: "does Mega Evolution change Scizor's ability?", 暴鲤龙超级进化后属性会变吗."""

from __future__ import annotations

from typing import Literal

from ..algebra import Facts, Mon, Query
from ..clause import Clause
from ..joint_queries import Contrast
from ..word_lists import word_list

#: What makes another question of it.
_OTHERS = ("type", "move", "cmp", "sup", "mu", "gen", "vg", "number", "nature", "neg", "item", "region", "contrast")
#: Forms that are taken on in a battle.
_TAKEN_ON = ("mega", "primal", "gigantamax")
#: What such a form may change, and words that say that it does.
_CHANGED = ("type", "ability")
_NEW = frozenset(word_list("new"))


def form_difference(clause: Clause) -> Query | None:
    """Whether a type or an ability is another one in a form, or which it becomes there."""
    mons = clause.mons()
    attributes = clause.find("attr", *_CHANGED)
    if len(mons) != 1 or len(attributes) != 1 or any(map(clause.has, _OTHERS)):
        return None
    mon = clause.mon(mons[0])
    new = [i for i, token in enumerate(clause.tokens) if token.text.casefold() in _NEW]
    changes = clause.find("hist", "change") + clause.find("ev", "into") + clause.find("taking")
    kinds = clause.find("formkind", *_TAKEN_ON)
    if not (changes or new) or not (kinds or (mon.form_named and (clause.has("filler", "form") or new or changes))):
        return None
    varieties = clause.dataset.varieties(mon.species_id)
    if mon.form_named and not kinds:
        led = clause.has("filler", "form") or clause.tokens[mons[0]].text.casefold().endswith(_LED)
        forms = [clause.dataset.pokemon[mon.pokemon_id]] if led or new else []
    else:
        forms = [one for one in varieties if kinds and one.form_kind == clause.value(kinds[0], "formkind")]
    if not forms or forms[0].form_kind not in _TAKEN_ON:
        return None
    named = tuple(Mon(one.species_id, one.id, form_named=True) for one in forms)
    plain = Mon(mon.species_id, clause.dataset.species[mon.species_id].default_pokemon_id)
    what: Literal["type", "ability"] = "type" if clause.at(attributes[0], "attr", "type") else "ability"
    clause.take(*mons, *attributes, *new, *changes, *kinds, *clause.find("noun", what, "form"), *clause.find("wh"))
    clause.take(*clause.find("pron", "it"), *clause.find("exp", "reach"), *clause.find("list"), *clause.find("intro"))
    if clause.is_yes_no():
        return Contrast((plain, *named), "differences", (what,), "differ")
    return Facts(named, (what,))


#: How a form's words end that say when it is taken on.
_LED = word_list("led")
