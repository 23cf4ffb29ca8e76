"""A factor in few words: "mega Heracross 4x?", "Ferroseed and Flamethrower: x2 or x4?", "how bad is Ice for it"."""

from __future__ import annotations

from ..algebra import Matchup, Query, Thing, Types
from ..clause import Clause, is_free
from ..word_lists import word_list
from .matchup_terms import typed_attack

#: Words that ask how much an attack hurts.
_HOW_BAD = frozenset(word_list("bare-factor/how-bad"))
#: Words for a part of a Pokémon's typing that are factors, too.
_PARTS = frozenset(word_list("bare-factor/parts"))
#: Readings of what may stand beside a name, an attack and a factor.
_AROUND = (("bool",), ("op", "eq"), ("aux", "be"), ("yn",), ("typecount", "1"), ("adv", "only"), ("attr", "weakness"),
           ("noun", "type", "move"), ("attr", "type"), ("pron", "it"), ("hist", "kept"), ("prep",))  # fmt: skip


def bare_factor(clause: Clause) -> Query | None:
    """The effect of an attack on a Pokémon where nothing but the two and a factor is said, or what hits it so hard."""
    factors = clause.find("factor")
    how_bad = [i for i, t in enumerate(clause.tokens) if t.text.casefold() in _HOW_BAD]
    mons = clause.mons()
    if not (factors or how_bad) or len(mons) != 1 or clause.find("mu"):
        return None
    if any(clause.tokens[i].text.casefold() in _PARTS for i in factors):
        return None  # "half Fighting, half what?"
    types = [i for i in clause.find("type") if i not in mons]
    attacks = types or [i for i in clause.find("move") if i not in mons]
    own = {*factors, *how_bad, *mons, *attacks}
    for i, token in enumerate(clause.tokens):
        if i not in own and not is_free(token) and not any(clause.at(i, *one) for one in _AROUND):
            return None
    several = len({clause.value(i, "factor") for i in factors}) > 1
    if len(attacks) > 1 or (several and not clause.has("bool", "or")) or (not attacks and (how_bad or several)):
        return None
    defender = clause.mon(mons[0])
    factor = None if several or not factors else clause.value(factors[0], "factor")
    clause.take(*range(len(clause.tokens)))
    if not attacks:
        hard = factor in ("4x", "2x")
        return Matchup(None, defender, "weak" if hard else "resist", factor=factor)
    if types:
        return Matchup(Types((clause.value(types[0], "type"),)), defender, "effect", factor=factor,
                       yes_no=factor is not None)  # fmt: skip
    attack = Thing("move", clause.value(attacks[0], "move"))
    if not typed_attack(clause, attack):
        return None
    return Matchup(attack, defender, "effect", factor=factor, yes_no=factor is not None)
