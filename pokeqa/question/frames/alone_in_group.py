"""Who has an Egg Group to itself: "which Pokémon is the only one in its egg group?", 自成一个蛋群."""

from __future__ import annotations

from ..algebra import And, InEggGroup, Query
from ..clause import Clause
from ..set_queries import Groups, Only

#: What makes another question of it.
_OTHERS = ("type", "move", "ability", "number", "cmp", "sup", "gen", "vg", "cls", "sex", "learn", "ball",
           "neg")  # fmt: skip


def alone_in_group(clause: Clause) -> Query | None:
    """The Egg Group with the fewest of them, which tells who is alone in one; of one Pokémon, whether it is so."""
    groups = clause.find("attr", "egg-group")
    if not groups or any(map(clause.has, _OTHERS)) or any(not clause.at(i, "mon") for i in clause.find("egg_group")):
        return None
    alone = clause.find("signature", "only") + clause.find("breed", "itself") + clause.find("adv", "only")
    alone = alone or clause.find("ownside", "own")
    mons = clause.mons()
    asks = clause.find("wh", "which", "who", "what") + clause.find("whoami")
    asks += [i for i in groups if clause.tokens[i].text.startswith(("哪", "什么"))]  # 哪个蛋群 is one word
    if not alone or len(mons) > 1 or bool(mons) != clause.is_yes_no() or not (mons or asks):
        return None
    clause.take(*groups, *alone, *mons, *asks, *clause.find("breed"), *clause.find("ownside"), *clause.find("adv"))
    clause.take(*clause.find("noun", "pokemon", "egg"), *clause.find("pron"), *clause.find("list"), *clause.find("aux"))
    clause.take(*clause.find("exist"), *clause.find("egg", "egg"), *clause.find("typecount", "1"))
    clause.take(*clause.find("bases"), *clause.find("signature"), *clause.find("occurs"))
    if not mons:
        return Groups("egg-group", And(()), "min")
    mon = clause.mon(mons[0])
    own = clause.dataset.species[mon.species_id].egg_groups
    return Only(mon, InEggGroup(own[0])) if len(own) == 1 else None
