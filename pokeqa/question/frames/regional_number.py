"""The number of a Pokémon in a regional Pokédex: "Pikachu's Johto dex number", 皮卡丘在城都图鉴的编号."""

from __future__ import annotations

from ...pokedex.regional_dexes import games_of_region
from ..algebra import Facts, Query, Scope
from ..clause import Clause
from ..word_lists import word_list

#: Words that make another question of it.
_OTHERWISE = ("sup", "cmp", "agg", "learn", "ev", "mu", "move", "ability", "item", "type", "gen", "cls", "number",
              "place", "meet")  # fmt: skip
_NATIONAL = word_list("national")


def regional_number(clause: Clause) -> Query | None:
    """The number of one Pokémon in the Pokédexes of a single region, or of games."""
    mons, regions, games = clause.mons(), clause.find("region"), clause.find("vg")
    if len(mons) != 1 or len(regions) + len(games) != 1 or any(map(clause.has, _OTHERWISE)) or clause.is_yes_no():
        return None
    words = clause.find("attr", "dex-number") + clause.find("noun", "number")
    listed = clause.find("noun", "dex") + clause.find("noun", "region")
    if not words and listed:
        words = [i for i in clause.find("wh", "howmany") if clause.tokens[i].text.casefold() == "number of"]
    if not words or any(clause.tokens[i].text.casefold().startswith(_NATIONAL) for i in words):
        return None
    groups = (
        games_of_region(clause.dataset, clause.value(regions[0], "region"))
        if regions
        else tuple(clause.value(games[0], "vg"))
    )
    if not groups:
        return None
    clause.take(*mons, *regions, *games, *words, *listed, *clause.find("listed"))
    return Facts((clause.mon(mons[0]),), ("dex-number",), Scope(version_groups=groups))
