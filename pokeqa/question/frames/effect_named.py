"""Does an ability, an item or a move reach what its own sentence names: a type, a move, a status condition?

"Prankster vs Dark types?" is answered by the sentence of Prankster, since that names the Dark type; where the sentence
does not name what is asked about, it does not tell, and the question is left alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...pokedex.effectiveness import ability_rules
from ...pokedex.effects import REFERENCE, effect_of
from ...pokedex.status_matchups import ability_ids, covers, shields_against_move
from ..algebra import NOW, Facts, Matchup, Query, Thing, Types
from ..clause import Clause
from ..effect_claims import EffectClaim
from .by_use import is_for
from .effect_claim import KEEPS_OFF

#: Words that say that one thing meets another.
_MEETING = (
    "effecttalk", "outcome", "itemuse", "battlewords", "inflict", "suppose", "damagecalc", "hypothetical", "passive",
    "adv", "bymuch", "movedoes", "statusword", "bend", "usedoes", "foe", "ownside", "byability", "grant", "always",
)  # fmt: skip
#: What shows that Pokémon, games or a ranking are asked about.
_OTHERS = (
    "ev", "cmp", "sup", "learn", "meet", "egg", "breed", "signature", "cls", "region", "vg", "gen", "number", "ball",
    "coverage", "nature", "tera",
)  # fmt: skip
#: The letter by which a sentence refers to a kind of thing.
_LETTERS = {"type": "t", "move": "m", "ability": "a", "item": "i"}


def effect_named(clause: Clause) -> Query | None:
    """ "Prankster vs Dark types?", 恶作剧之心对恶系有用吗, "can I paralyze Persian if it has Limber"."""
    if any(clause.has(tag) for tag in _OTHERS) or clause.has("wh", "who") or clause.has("bool", "or"):
        return None
    subject = _subject(clause)
    if subject is None:
        return None
    at, thing = subject
    if clause.at(at - 1, "neg", "neg") and clause.has("wh", "which", "what"):
        return None  # "Which abilities other than Levitate …" asks for others
    if thing.kind == "ability" and clause.at(at - 1, "aux", "have") and not clause.mons():
        return None  # "Which Ground types have Levitate?", "Do any Fire types carry Flash Fire?" ask for those that do
    others = [(i, kind) for kind in _LETTERS for i in clause.find(kind) if i != at and not clause.at(i, "filler")]
    others = [(i, kind) for i, kind in others if not (kind == "item" and clause.at(i, "move"))]
    others = [(i, kind) for i, kind in others if not (kind == "move" and clause.at(i, "effecttalk"))]  # "block"
    ailments = [i for i in (*clause.find("ailment"), *clause.find("moveail")) if all(i != k for k, _ in others)]
    if not (others or ailments) or not all(_names(clause, thing, i, kind) for i, kind in others):
        return None
    if not all(is_for(clause.dataset, thing, _ailment(clause, i)) for i in ailments):
        return None
    mons = clause.mons()
    if len(mons) > 1 or (mons and not _has(clause, mons[0], thing)) or clause.scope() != NOW:
        return None
    clause.take(at, *(i for i, _ in others), *ailments, *mons, *(i for tag in _MEETING for i in clause.find(tag)))
    clause.take(*clause.find("mu"), *clause.find("noun", "type", "move", "ability", "item"), *clause.find("neg"))
    clause.take(*clause.find("attr", "type", "effect", "ability", "hits", "immunity"), *clause.find("pron"))
    clause.take(*clause.find("wh", "how", "what", "why"), *clause.find("exist"), *clause.find("aux"))
    return Facts((thing,), ("effect",))


def kept_off(clause: Clause) -> Query | None:
    """ "Does Bulletproof block Shadow Ball?", 隔音能挡住爆音波吗: a match-up of the move (or type) and the ability."""
    words = [i for i in (*clause.find("mu", "immune:def"), *clause.find("effecttalk")) if _keeps_off(clause, i)]
    fears = [i for i in clause.find("mu", "weak:def") if clause.at(i - 1, "neg", "neg")]  # 能让它不怕地震吗
    denied = [i - 1 for i in fears]
    words += fears
    abilities = [i for i in clause.find("ability") if i not in words]
    moves = [i for i in clause.find("move") if i not in words]
    types = [] if moves else clause.find("type")
    mons = clause.mons()
    if not words or len(abilities) != 1 or len(moves + types) != 1 or abilities == moves or not clause.is_yes_no():
        return None
    if (
        len(mons) > 1
        or (clause.is_negated() and not denied)
        or any(map(clause.has, ("item", "ailment", "wh")))
        or clause.scope() != NOW
    ):
        return None
    thing = Thing("ability", clause.value(abilities[0], "ability"))
    if mons and not _has(clause, mons[0], thing):
        return None
    attacker = Thing("move", clause.value(moves[0], "move")) if moves else Types((clause.value(types[0], "type"),))
    spared = isinstance(attacker, Thing) and _spares_from_status(clause, thing, attacker)
    status = isinstance(attacker, Thing) and clause.dataset.moves[attacker.id].damage_class == "status"
    if (status and not spared) or not (status or ability_rules(clause.dataset).get(thing.id)):
        return None
    clause.take(*words, *denied, *abilities, *moves, *types, *mons, *clause.find("neg", "negyn"))
    clause.take(*clause.find("grant"))
    clause.take(*clause.find("noun", "move", "ability", "type"), *clause.find("attr", "ability", "effect", "type"))
    clause.take(*clause.find("suppose"), *clause.find("battlewords"), *clause.find("hypothetical"))
    clause.take(*clause.find("pron"), *clause.find("beyond", "self"))
    if status:
        return EffectClaim(thing, True)
    if mons:
        return Matchup(attacker, clause.mon(mons[0]), "immune", yes_no=True, ability=thing)
    return Matchup(attacker, thing, "immune", yes_no=True)


def _spares_from_status(clause: Clause, thing: Thing, attacker: Thing) -> bool:
    """Is a status move kept off: by name, by what it causes, or as a move of its type (Flash Fire and Will-O-Wisp)?"""
    move = clause.dataset.moves[attacker.id]
    if covers(move) and thing.id in ability_ids(shields_against_move(move, clause.dataset), clause.dataset):
        return True
    rules = ability_rules(clause.dataset).get(thing.id, ())
    return any(rule.kind == "type" and rule.type_id == move.type_id and not rule.factor for rule in rules)


def _keeps_off(clause: Clause, i: int) -> bool:
    return clause.at(i, "mu", "immune:def") or bool(KEEPS_OFF.search(clause.tokens[i].text.casefold()))


def _subject(clause: Clause) -> tuple[int, Thing] | None:
    """The one ability, else the one item, else the one move, and where it stands."""
    for kind in ("ability", "item", "move"):
        found = [i for i in clause.find(kind) if not clause.at(i, "filler") and not clause.at(i, "type")]
        found = [i for i in found if kind == "move" or not (clause.at(i, "move") or clause.at(i, "bool"))]
        if len(found) == 1:
            return found[0], Thing(kind, clause.value(found[0], kind))
        if found:
            return None
    return None


def _names(clause: Clause, thing: Thing, i: int, kind: str) -> bool:
    """Does the sentence name token i, or (a move) what the move causes?"""
    effect = effect_of(clause.dataset, thing)
    if effect is None or not effect.sentences:
        return False
    tables: Mapping[str, Mapping[int, Any]] = {
        "type": clause.dataset.types, "move": clause.dataset.moves, "ability": clause.dataset.abilities,
        "item": clause.dataset.items,
    }  # fmt: skip
    one = tables[kind][clause.value(i, kind)]
    named = {(m[1], m[2]) for m in REFERENCE.finditer(effect.sentences["en"])}
    if (_LETTERS[kind], one.identifier) in named:
        return True
    if kind != "move" or thing.kind != "ability":
        return False
    move = clause.dataset.moves[clause.value(i, "move")]
    if move.damage_class != "status" and ("t", clause.dataset.types[move.type_id].identifier) in named:
        return True  # "Does Water Absorb heal from Surf?"
    if covers(move) and thing.id in ability_ids(shields_against_move(move, clause.dataset), clause.dataset):
        return True  # "Does Sap Sipper block Leech Seed?"
    caused = move.meta.ailment if move.meta is not None else None
    return bool(caused) and move.damage_class == "status" and is_for(clause.dataset, thing, str(caused))


def _ailment(clause: Clause, i: int) -> str:
    return str(clause.value(i, "ailment" if clause.at(i, "ailment") else "moveail"))


def _has(clause: Clause, i: int, thing: Thing) -> bool:
    """Can the Pokémon have the ability; or is it an item, which any can hold?"""
    own = clause.dataset.abilities_of(clause.mon(i).pokemon_id)
    return thing.kind == "item" or (thing.kind == "ability" and thing.id in own.all())
