"""What a Pokémon does as it comes into battle: "what weather does Tyranitar set?", 班基拉斯上场后天气会怎样.

Only an ability can do so, so its abilities are told with what each of them does.
"""

from __future__ import annotations

from ..algebra import Facts, Query
from ..clause import Clause
from ..word_lists import word_list

#: Words for coming into battle, for weather or terrain, and for bringing it about.
_ENTERS = frozenset(word_list("enters"))
_SKY = frozenset(word_list("sky"))
_BRINGS = frozenset(word_list("brings"))


def on_entry(clause: Clause) -> Query | None:
    """The abilities of the one that comes in, with what they do."""
    mons = clause.mons()
    if len(mons) != 1 or clause.is_yes_no() or any(map(clause.has, ("type", "move", "item", "ability", "gen", "vg"))):
        return None
    texts = [t.text.casefold() for t in clause.tokens]
    sky = [i for i, text in enumerate(texts) if text in _SKY]
    enters = [i for i, text in enumerate(texts) if text in _ENTERS]
    if not (sky or (enters and clause.has("outcome"))) or not (clause.has("wh") or clause.has("outcome")):
        return None
    clause.take(*mons, *sky, *enters, *(i for i, text in enumerate(texts) if text in _BRINGS))
    clause.take(*clause.find("outcome"), *clause.find("wh"), *clause.find("effecttalk", "comes"))
    return Facts((clause.mon(mons[0]),), ("ability", "effect"))
