"""The nature that does the reverse of another: "what's the opposite of Timid?", 和固执相反的性格是哪个."""

from __future__ import annotations

from ..algebra import Query
from ..calculations import ALL_STATS, NatureSearch
from ..clause import Clause

#: What makes another question of it.
_OTHERS = ("mon", "move", "ability", "item", "type", "cmp", "sup", "bend", "attr", "role", "suits")


def opposite_nature(clause: Clause) -> Query | None:
    """The nature that lowers what the named one raises, and raises what it lowers; a neutral one has none."""
    named, words = clause.find("nature"), clause.find("opposite")
    if len(named) != 1 or len(words) != 1 or any(map(clause.has, _OTHERS)) or clause.is_yes_no():
        return None
    one = clause.dataset.natures[clause.value(named[0], "nature")]
    raised, lowered = (
        [stat for stat in ALL_STATS if stat == said] for said in (one.increased_stat, one.decreased_stat)
    )
    if not raised or not lowered or raised == lowered:
        return None
    clause.take(*named, *words, *clause.find("noun", "nature"), *clause.find("wh"), *clause.find("rev"))
    return NatureSearch(raises=lowered[0], lowers=raised[0])
