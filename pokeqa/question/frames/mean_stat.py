"""The average of one Pokémon's base stats: "the average of all base stats of Garchomp", 烈咬陆鲨六项种族值的平均."""

from __future__ import annotations

from ...pokedex.model import STATS
from ..algebra import Query, Sum
from ..clause import Clause
from ..describe.measures import attribute_named
from ..joint_queries import Measured


def mean_stat(clause: Clause) -> Query | None:
    """All six stats of one Pokémon, averaged."""
    mons, words = clause.mons(), clause.find("agg", "average")
    stats = [*clause.find("everystat"), *clause.find("attr", "stats", "total"), *clause.find("noun", "stat")]
    if len(mons) != 1 or len(words) != 1 or not stats or clause.is_yes_no():
        return None
    if any(map(clause.has, ("cmp", "sup", "type", "cls", "number", "ev", "move"))):
        return None
    clause.take(*mons, *words, *stats, *clause.find("wh", "howmuch", "howmany", "what"), *clause.find("pron", "it"))
    return Measured((clause.mon(mons[0]),), Sum(tuple(map(attribute_named, STATS))), clause.scope(), "average")
