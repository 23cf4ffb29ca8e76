"""Moves that one Pokémon or one family alone learns: "Garchomp's signature move", "does anything else learn it?"."""

from __future__ import annotations

from ..algebra import NOW, And, IsA, Learns, Mon, Not, Query, Search
from ..calculations import Exclusive
from ..clause import Clause
from ..word_lists import word_list
from .moves import moves_named

#: Behind a name: nobody else's.
_ANYONE = frozenset(word_list("moves/anyone"))
_BESIDES = frozenset(word_list("facts/besides"))
_ALONE = frozenset(word_list("moves/alone"))


def exclusive(clause: Clause) -> Query | None:
    """ "Garchomp's signature move", "who is the only Pokémon that learns Spacial Rend?"."""
    mons, moves = clause.mons(), moves_named(clause)
    words = clause.find("signature", "signature")
    only = [*clause.find("signature", "only"), *clause.find("adv", "only")]
    if len({clause.value(i, "move") for i in moves}) == 1:
        clause.take(*moves[1:])  # "Aeroblast"气旋攻击 says it twice
        moves = moves[:1]
    if len(mons) > 1 or len(moves) > 1 or not (mons or moves):
        return None
    if not words and clause.has("noun", "move"):  # "Any move that belongs to Decidueye alone?"
        words = [i for i, t in enumerate(clause.tokens) if i - 1 in mons and t.text.casefold() in _ALONE]
    shared = _learnt_by_others(clause, mons, moves)
    if shared is not None:
        return shared
    learns = clause.has("learn", "learn") or (clause.language != "en" and clause.has("aux", "can"))
    # 只有谢米才会的招式: 才会 says both that it can and that no other does.
    learns = learns or any(clause.tokens[i].text.endswith(("会", "會", "能")) for i in clause.find("oblige"))
    # "Which attack does only Meloetta have?"
    learns = learns or (any(clause.at(i + 1, "mon") for i in only) and clause.has("aux", "have"))
    # "Which move belongs to nobody but Rayquaza?"
    which = clause.has("wh", "which", "what") and clause.has("noun", "move")
    learns = learns or (which and any(clause.at(i + 1, "mon") for i in clause.find("signature", "only")))
    # "only Pokémon with Spore"
    learns = learns or (not mons and any(clause.at(moves[0] - 1, "aux", "have") and i < moves[0] for i in only))
    yes_no = clause.is_yes_no()
    if not words and not only and yes_no and mons and moves and moves[0] < mons[0]:
        # "Is Sacred Sword just Keldeo's?": "just" may limit other things elsewhere
        only = [i for i in clause.find("typecount", "1") if moves[0] < i < mons[0]]
    claimed = yes_no and bool(mons and moves) and moves[0] < mons[0]
    if not words and not (only and (learns or claimed)):
        return None
    if mons and not moves and not words and not (only and clause.has("noun", "move")):
        return None
    if mons and moves and not yes_no:
        return None
    clause.take(*mons, *moves, *words, *only, *clause.find("learn", "learn"), *clause.find("noun", "move"))
    clause.take(*clause.find("list"), *clause.find("exist"), *clause.find("attr", "name"))
    clause.take(*clause.find("ev", "family"), *clause.find("oblige"), *clause.find("noun", "pokemon"))
    clause.take(*clause.find("neg", "negyn"))
    clause.take(*clause.find("aux", "have"))
    if moves and not mons:  # "only which two Pokémon learn it": the answer counts them
        clause.take(*(i for i in clause.find("number") if 1 < clause.value(i, "number") < 10))
    if words:
        clause.take(*clause.find("pron", "it", "them"))  # "as its signature move"
    # The answer is by the learnsets of all games, and says so; whether a move was ever another's it does not tell.
    if clause.is_negated() or (clause.scope() != NOW and not (mons and words and not yes_no)):
        return None
    mon = clause.mon(mons[0]) if mons else None
    if mon and not moves and (own := _own_of_type(clause, mon)) is not None:
        return Exclusive(None, own, False)
    of_family = clause.has("ev", "family")  # "unique to the Pikachu line"
    return Exclusive(mon, clause.value(moves[0], "move") if moves else None, yes_no, yes_no and of_family)


def _own_of_type(clause: Clause, mon: Mon) -> int | None:
    """ "Cinderace's exclusive Fire move": the one move of a type that nobody outside its line learns, explained."""
    types = clause.find("type")
    if len(types) != 1 or not (clause.at(types[0] + 1, "noun") or clause.at(types[0] + 1, "signature")):
        return None
    data, wanted = clause.dataset, clause.value(types[0], "type")
    known = [m for m in data.learnsets.ever(mon.pokemon_id) if m in data.moves and data.moves[m].type_id == wanted]
    chain = data.species[mon.species_id].chain_id

    def is_own(move: int) -> bool:
        learners = [data.pokemon[p] for p in data.learnsets.learner_ids(move) if p in data.pokemon]
        plain = [p for p in learners if p.form_kind != "cosmetic"] or learners
        return all(data.species[p.species_id].chain_id == chain for p in plain)

    own = [move for move in known if is_own(move)]
    if len(own) != 1:
        return None
    clause.take(*types, *clause.find("noun", "type"))
    return own[0]


def _learnt_by_others(clause: Clause, mons: list[int], moves: list[int]) -> Query | None:
    """ "Can anything else learn Spacial Rend?", 甲贺忍蛙的飞水手里剑别人能学吗: whether it is somebody's alone."""
    apart = _apart_from(clause, mons)
    others = clause.find("signature", "else") or apart
    negated = clause.is_negated() and not apart
    asks = clause.is_yes_no() or bool(apart)
    if len(others) != 1 or len(moves) != 1 or not asks or negated or clause.has("type"):
        return None
    if not (clause.has("learn", "learn") or clause.has("aux", "can") or clause.has("aux", "have")):
        return None
    clause.take(*mons, *moves, *others, *clause.find("learn", "learn"), *clause.find("itemuse"), *clause.find("foe"))
    clause.take(*clause.find("noun", "pokemon", "move"), *clause.find("exist"), *clause.find("attr", "effect"))
    learnt = Learns(clause.value(moves[0], "move"))
    if not mons:
        return Exclusive(None, learnt.move_id, False)
    return Search("pokemon", And((learnt, Not(IsA(clause.mon(mons[0]))))), None, "exists")


def _apart_from(clause: Clause, mons: list[int]) -> list[int]:
    """ "Apart from Arceus, does anything learn Judgment?": what leaves the Pokémon out in front of the sentence."""
    first = clause.tokens[0]
    anyone = any(token.text.casefold() in _ANYONE for token in clause.tokens)
    anyone = anyone and not clause.has("wh") and (clause.has("aux", "do") or clause.has("aux", "can"))
    return [0] if anyone and mons == [1] and first.has("neg", "neg") and first.text.casefold() in _BESIDES else []
