"""The same-type attack bonus: who gets it for what."""

from __future__ import annotations

from ..algebra import And, HasType, LearnedBy, Learns, Or, Query, Search
from ..clause import Clause
from ..describe.piece import ordered
from ..type_calculations import Stab


def stab(clause: Clause) -> Query | None:
    """ "Does Charizard get STAB on Dragon Claw?", 喷火龙用龙爪有本系加成吗, "which Pokémon get STAB on Earthquake?"."""
    words = clause.find("stab")
    mons, moves = clause.mons(), [i for i in clause.find("move") if not clause.at(i, "mu")]
    types = [i for i in clause.find("type") if i not in moves]
    if not words or len(mons) > 1 or len(moves) > 1 or len(types) > 1 or (moves and types):
        return None
    if clause.has("sup") or clause.has("cmp") or clause.has("number") or clause.has("ev"):
        return None
    learnt = clause.has("noun", "move") and not moves and not clause.has("attr", "type")
    clause.take(*words, *mons, *moves, *types)
    clause.take(*clause.find("noun", "move", "type"), *clause.find("attr", "type", "power"), *clause.find("itemuse"))
    clause.take(*clause.find("learn", "learn"), *clause.find("effort"), *clause.find("grant"), *clause.find("bend"))
    clause.take(*clause.find("damagecalc"), *clause.find("mu", "effect:att"), *clause.find("exist"))
    if not mons:
        return _users(clause, moves)
    pokemon = clause.mon(mons[0])
    if learnt and not types and not clause.is_yes_no():
        own = ordered([HasType(t) for t in clause.dataset.types_of(pokemon.pokemon_id)])
        kind = own[0] if len(own) == 1 else Or(own)
        return Search("move", And(ordered([LearnedBy(pokemon), kind])))
    scope = clause.scope()
    yes_no = clause.is_yes_no()
    negated = yes_no and bool(clause.take_all("neg", "neg"))
    clause.take(*clause.find("neg", "negyn"))
    move_id = clause.value(moves[0], "move") if moves else None
    type_id = clause.value(types[0], "type") if types else None
    if yes_no and move_id is None and type_id is None:
        return None
    return Stab(pokemon, move_id, type_id, yes_no, negated, scope)


def _users(clause: Clause, moves: list[int]) -> Query | None:
    """Who learns a move and has its type."""
    if not moves or clause.is_yes_no():
        return None
    if not (clause.has("wh", "which", "who", "what") or clause.has("list") or clause.has("noun", "pokemon")):
        return None
    move_id = clause.value(moves[0], "move")
    move = clause.dataset.moves[move_id]
    if move.damage_class == "status":
        return None
    clause.take(*clause.find("wh", "howmany"), *clause.find("noun", "pokemon"))
    return Search("pokemon", And(ordered([HasType(move.type_id), Learns(move_id)])))
