"""Yes or no of what an evolution takes besides items: a move, another Pokémon in the party or in the trade."""

from __future__ import annotations

from ..algebra import EvolutionWay, Evolve, Query
from ..clause import Clause, is_free
from ..word_lists import word_list

#: What makes another question of it.
_OTHERS = ("type", "ability", "cmp", "sup", "vg", "gen", "nature", "egg_group", "number", "breed", "mu", "item", "attr")
_PAIR = 2


def own_need(clause: Clause) -> Query | None:
    """ "Does Bonsly evolve when it knows Mimic?", "does Mantyke need Remoraid?", 长毛猪学会原始之力就能进化吗."""
    mons, moves = clause.mons(), clause.find("move")
    needs = clause.find("require") + clause.find("oblige")
    verbs = clause.find("ev", "bare", "into", "post")
    if len(mons) == 1 and not moves and needs:
        return _of_its_party(clause, mons[0], needs)
    if not mons or len(mons) + len(moves) != _PAIR or not (verbs or needs):
        return None
    if not (clause.is_yes_no() or clause.find("yn")):
        return None
    if any(map(clause.has, _OTHERS)) or clause.is_negated() or clause.has("wh", "how", "what", "which", "who"):
        return None
    start, *named = [clause.mon(i) for i in mons]
    ways = clause.dataset.evolutions_from(start.pokemon_id)
    way: EvolutionWay | None = None
    if named:
        other = named[0].species_id
        if any(other == one.party_species_id for one in ways):
            way = "party"
        elif any(other == one.trade_species_id for one in ways):
            way = "trade"
    elif _takes_it(clause, moves[0], verbs, bool(needs)):
        known = [{one.known_move_id, one.used_move_id} - {None} for one in ways]
        right = any(clause.value(moves[0], "move") in one for one in known)
        way = "move" if right or (verbs and not any(known)) else None
    if way is None or not ways:
        return None
    clause.take(*mons, *moves, *needs, *verbs, *clause.find("learn", "learn"), *clause.find("wh", "when"))
    clause.take(*clause.find("suppose"), *clause.find("pron"), *clause.find("team"), *clause.find("itemuse"))
    clause.take(*clause.find("evolveby", "trade", "move", "party"), *clause.find("prep"), *clause.find("had"))
    clause.take(*clause.find("neg", "negyn"), *clause.find("owning"), *clause.find("noun", "move"))
    clause.take(*clause.find("battlewords"), *clause.find("dexstep", "next"), *clause.find("adv", "only"))
    clause.take(*(i for i, token in enumerate(clause.tokens) if token.text.casefold() in _KNOWING))
    return Evolve(start, "into", "how", yes_no=True, ways=(way,))


_KNOWING = frozenset(word_list("evolve-own-need/knowing"))


def _of_its_party(clause: Clause, mon: int, needs: list[int]) -> Query | None:
    """ "Mantyke needs what in the party?": of one that evolves beside another, how it does."""
    party, asked, start = clause.find("team"), clause.find("wh", "what", "who", "which"), clause.mon(mon)
    ways = clause.dataset.evolutions_from(start.pokemon_id)
    if not party or not asked or any(map(clause.has, _OTHERS)) or clause.is_negated():
        return None
    if not any(one.party_species_id or one.party_type_id for one in ways):
        return None
    clause.take(mon, *needs, *party, *asked, *clause.find("ev", "bare", "into"), *clause.find("pron", "it"))
    return Evolve(start, "into", "how")


def _takes_it(clause: Clause, move: int, verbs: list[int], needed: bool) -> bool:
    """Is the move what it evolves by, and not one that it learns when it evolves?"""
    if not verbs:
        return needed
    if clause.language != "en":
        return move < verbs[0]
    before = [i for i in range(verbs[0]) if not (is_free(clause.tokens[i]) or clause.at(i, "mon"))]
    return needed or (verbs[0] < move and all(clause.at(i, "aux") or clause.at(i, "yn") for i in before))
