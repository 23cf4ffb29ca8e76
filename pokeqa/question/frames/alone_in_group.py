"""Whether a Pokémon has an Egg Group to itself: "is Ditto the only one in its egg group?"."""

from __future__ import annotations

from ..algebra import InEggGroup, Query
from ..clause import Clause
from ..set_queries import Only
from ..word_lists import word_list

#: What makes another question of it.
_OTHERS = ("type", "move", "ability", "number", "cmp", "sup", "gen", "vg", "cls", "sex", "learn", "ball", "bool")
#: What says that there is nobody else in it.
_ALONE = frozenset(word_list("alone-in-it"))


def alone_in_group(clause: Clause) -> Query | None:
    """Of one Pokémon with one Egg Group, whether nobody else is in it."""
    mons, groups = clause.mons(), clause.find("attr", "egg-group")
    if len(mons) != 1 or not groups or not clause.is_yes_no() or any(map(clause.has, _OTHERS)):
        return None
    alone = [i for i, token in enumerate(clause.tokens) if token.text.casefold() in _ALONE]
    alone += clause.find("signature", "only")
    own = clause.dataset.species[clause.mon(mons[0]).species_id].egg_groups
    if not alone or len(own) != 1 or clause.has("neg", "neg"):
        return None
    clause.take(*groups, *alone, *mons, *clause.find("breed"), *clause.find("ownside"), *clause.find("adv", "only"))
    clause.take(*clause.find("noun", "pokemon", "egg"), *clause.find("pron"), *clause.find("list"))
    clause.take(*clause.find("exist"), *clause.find("neg", "negyn"), *clause.find("typecount", "1"))
    return Only(clause.mon(mons[0]), InEggGroup(own[0]))
