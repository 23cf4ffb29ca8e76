"""One move: whether something holds for it, and what it does to whom, with which chance."""

from __future__ import annotations

import re
from typing import get_args

from ...pokedex.effects import effect_of
from ...pokedex.model import STATS
from ...pokedex.move_facts import facts_of
from ..algebra import NOW, And, Attribute, Check, Facts, HasType, MoveAttribute, MoveIs, Not, Query, Thing
from ..chance_claims import claimed_chance
from ..clause import Clause, is_negative_auxiliary
from ..describe import conditions
from ..describe.move_effects import effect_pieces
from ..word_lists import word_list
from .attributes import attributes
from .moves import moves_named

_MOVE = frozenset(get_args(MoveAttribute)) - {"effect", "profile"}
#: Numbers of an effect, which the sentence about the effect tells.
_OF_EFFECTS = ("chance", "hits", "drain")
#: Verbs that damage is done by.
_DO = frozenset(word_list("do"))
#: Words for what a move does, by tag.
_EFFECT_WORDS = ("bend", "statusword", "moveail", "movedoes")


#: Attacks by their class, which are spelled as stats are.
_ATTACKS = {"physical attack": "physical", "special attack": "special"}
#: Two numbers that are put up for choice.
_PAIR = 2


def move_check(clause: Clause) -> Query | None:
    """ "Is Boomburst a sound move?", 闪焰冲锋有反作用力吗, "does Stone Edge ever miss?"."""
    move = only_move(clause)
    if move is None or not clause.is_yes_no() or clause.is_universal() or clause.has("attr", "contact"):
        return None
    if clause.has("noun", "pokemon") or _asks_for_some_that_learn(clause, move):
        return None  # 有没有会羽栖的水系: which Pokémon there are
    kinds = [i for i in clause.find("attr", "attack", "special-attack") if clause.tokens[i].text.casefold() in _ATTACKS]
    if len(kinds) == 1 and clause.has("aux", "be") and set(clause.content()) <= {move, *kinds, *clause.find("pron")}:
        clause.take(*clause.content())  # "is Seismic Toss a physical attack?"
        kind = _ATTACKS[clause.tokens[kinds[0]].text.casefold()]
        return Check(Thing("move", clause.value(move, "move")), MoveIs("damage-class", kind), clause.scope(), False)
    clause.take(move)
    negated = False
    for i in clause.find("neg"):
        if clause.at(i, "neg", "negyn"):
            clause.take(i)
        elif is_negative_auxiliary(clause.tokens[i].text) and i == min(clause.content(), default=-1):
            negated = True
            clause.take(i)
    scope = clause.scope()
    if (clause.has("attr", *_OF_EFFECTS) or clause.has("sex", "often")) and clause.has("number"):
        return _numbers(clause, move)  # "Is Body Slam's paralysis chance 30%?"
    harm = clause.find("harms", "harms")
    do = [i for i in clause.find("damagecalc") if clause.tokens[i].text.casefold() in _DO]
    beside = {move, *harm, *do, *clause.find("light"), *clause.find("usedoes", "set")}
    if harm and set(clause.content()) <= beside:  # "does Will-O-Wisp do damage"
        clause.take(*harm, *do)
        thing = Thing("move", clause.value(move, "move"))
        if clause.dataset.moves[thing.id].damage_class == "status" and _may_hurt(clause, thing):
            return Facts((thing,), ("effect",))  # Stealth Rock hurts, and Will-O-Wisp by the burn
        return Check(thing, Not(MoveIs("damage-class", "status")), scope, negated)
    condition = conditions(clause, moves=True, asked_of_one=True)
    clause.take(*clause.find("doubles"))
    if isinstance(condition, MoveIs) and condition.field in ("ailment", "does") and clause.has("aux", "have"):
        clause.take(*clause.find("attr", "chance"), *clause.find("catch", "chance"))  # "have a chance to burn"
    clause.take(*clause.find("noun", "move", "type"), *clause.find("attr", "type", "damage-class"))
    if condition is None or clause.has("bool", "or"):
        return None
    parts = condition.conditions if isinstance(condition, And) else (condition,)
    plain = clause.has("noun", "type") and len(parts) == 1
    if any(isinstance(one, HasType) for one in parts) and not (clause.has("aux", "be") or plain):
        return None  # "Can a dragon fly?", "Can Thunder Wave paralyze Electric types?"
    return Check(Thing("move", clause.value(move, "move")), condition, scope, negated)


#: What a status condition costs HP by.
_HURTFUL = frozenset({"burn", "poison", "confusion", "leech-seed", "nightmare", "trap"})
_HURTS = re.compile(r"\bHP\b|damage|hurt|faint|poison|burn|confus")


def _may_hurt(clause: Clause, thing: Thing) -> bool:
    """May a status move take HP after all: by a condition, or by what its sentence says?"""
    facts, effect = facts_of(clause.dataset.moves[thing.id]), effect_of(clause.dataset, thing)
    sentence = effect.sentences.get("en", "") if effect is not None else ""
    return bool(_HURTFUL & set(facts.ailments)) or _HURTS.search(sentence) is not None


def _asks_for_some_that_learn(clause: Clause, move: int) -> bool:
    """有会飞翔的草系吗, 有没有不会冲浪的水系: a type that can do the move or not, asked whether there are any."""
    can = any(clause.at(move - 1, tag, value) for tag, value in (("aux", "can"), ("learn", "learn"), ("neg", "neg")))
    first = clause.has("exist") and any(i < move for i in clause.find("type"))  # 有没有草系会喷射火焰
    if can and clause.at(move - 2, "noun", "type"):
        return True  # "can an Ice type know Flamethrower?", 电系会不会冲浪
    # 有没有会飞翔却不是飞行系的: what else is said of those that know it
    first = first or (clause.tokens[0].text.startswith("有") and any(i > move for i in clause.find("bool")))
    return can and (clause.at(move + 1, "prep", "of") or first) and clause.language != "en"


def _numbers(clause: Clause, move: int) -> Query | None:
    """Whether the chance of a move is the one that is supposed, with the effect, which tells the true one."""
    numbers = clause.find("number")
    often = [*clause.find("attr", "chance"), *clause.find("sex", "often")]
    clause.take(*clause.find("attr", *_OF_EFFECTS), *often, *numbers, *clause.find("percent"))
    for tag in (*_EFFECT_WORDS, "ailment", "inflict", "foe"):
        clause.take(*clause.find(tag))
    thing = Thing("move", clause.value(move, "move"))
    if often and len(numbers) == 1:
        return claimed_chance(clause, thing, clause.value(numbers[0], "number"))
    return Facts((thing,), ("effect",))


def move_effect(clause: Clause) -> Query | None:
    """ "What's the burn chance of Scald?", "how many times does Rock Blast hit?", 剑舞提升什么能力."""
    move = only_move(clause)
    again = clause.find("repeated")
    asked_chance = clause.has("attr", "chance") and clause.has("aux", "have")  # "does Scald have a burn chance"
    if move is None or (clause.is_yes_no() and not again and not asked_chance):
        return None
    if clause.has("attr", "hits"):
        clause.take(
            *clause.find("sup", ":max", ":min"), *clause.find("extreme"), *clause.find("op", "le", "ge")
        )  # "max number of hits for ..."
    if clause.find("sup"):
        return None
    if again:
        clause.take(*clause.find("suppose"), *clause.find("times"))  # "if I use Protect twice in a row"
    if (clause.has("learn", "learn") and not again) or asks_another_chance(clause, move):
        return None
    clause.take(move, *again, *([*clause.find("outcome"), *clause.find("itemuse")] if again else []))
    numbers = clause.find("attr", *_OF_EFFECTS) or again
    often = [*clause.find("sex", "often"), *clause.find("times", "count"), *clause.find("catch", "chance")]
    if often and any(map(clause.has, ("ailment", "moveail", "statusword"))):
        numbers = [*numbers, *often]  # "how often does Scald burn the target"
    does = any(clause.find(tag) for tag in (*_EFFECT_WORDS, "inflict"))
    asks = clause.has("wh", "what", "which", "how", "howmany", "howmuch", "level") or clause.has("stageword")
    if not numbers and not (does and (asks or _names_effect_alone(clause, move))):
        return None
    clause.take(*numbers)
    offered = clause.find("number") if clause.find("bool", "or") else []
    if numbers and len(offered) == _PAIR:  # "burn chance of Scald, 20 or 30": the answer tells
        clause.take(*offered, *clause.find("bool", "or"), *clause.find("percent"))
    effect_pieces(clause, asked_of_one=True)
    if numbers and clause.at(numbers[0], "attr", "hits"):
        clause.take(*clause.find("mu", "effect:att"))
    for tag in (
        *_EFFECT_WORDS,
        "ailment",
        "battlestat",
        "inflict",
        "foe",
        "ownside",
        "stageword",
        "percent",
        "pron",
        "bymuch",
    ):
        clause.take(*clause.find(tag))
    found = attributes(clause, _MOVE)
    clause.take(*clause.find("attr", "effect", "stats", *STATS), *clause.find("noun", "move", "stat"))
    clause.take(*clause.find("wh", "how", "howmany", "howmuch", "level"), *clause.find("list"))
    if numbers and clause.language == "ja":
        clause.take(*clause.find("exp", "reach"), *clause.find("ev", "into"))  # やけどになる確率
    if clause.scope() != NOW:
        return None  # what a move did in an older generation is not all known
    asked: tuple[Attribute, ...] = (*found, "effect")  # type: ignore[arg-type]
    thing = Thing("move", clause.value(move, "move"))
    claimed = clause.find("number", again=True)
    if asked_chance and clause.is_yes_no() and len(claimed) == 1:
        return claimed_chance(clause, thing, clause.value(claimed[0], "number"))
    return Facts((thing,), asked)


def asks_another_chance(clause: Clause, move: int) -> bool:
    """闪光概率怎么提高: a chance of what is not said, and the move does nothing by chance."""
    said = any(clause.has(tag) for tag in ("statusword", "ailment", "moveail", "movedoes"))
    meta = clause.dataset.moves[clause.value(move, "move")].meta
    chances = meta is not None and (meta.ailment_chance or meta.flinch_chance or meta.stat_chance)
    return clause.has("attr", "chance") and not said and not chances


def _names_effect_alone(clause: Clause, move: int) -> bool:
    """ "Volt Tackle recoil?": nothing but a move and one word for what moves do."""
    words = [i for i in clause.content() if i != move]
    return len(words) == 1 and (clause.at(words[0], "movedoes") or clause.at(words[0], "statusword"))


def move_target(clause: Clause) -> Query | None:
    """ "How many foes does Earthquake hit?", 冲浪打几个目标, "who does Surf hit?"."""
    move = only_move(clause)
    named = clause.find("attr", "target")
    hits = clause.find("mu", "effect:att")
    if clause.has("wh", "who"):
        hits += [i for i in clause.find("mu", "effect:def") if clause.at(i + 1, "move")]  # "who is hit by Explosion"
    if move is None or clause.is_yes_no() or clause.has("learn", "learn"):
        return None
    if not hits and not (named and clause.has("wh", "who")):
        return None
    asked = clause.has("wh", "howmany") and (clause.has("foe") or clause.has("noun", "pokemon"))
    attacks = not asked and any(clause.at(i, "attr", "attack") for i in hits)
    if not (named or asked or clause.has("wh", "who")) or attacks:
        return None  # 欺诈用谁的攻击算 asks whose Attack counts
    clause.take(*clause.find("doubles"))
    clause.take(
        move, *hits, *named, *clause.find("wh", "howmany", "who"), *clause.find("foe"), *clause.find("noun", "move")
    )
    if clause.scope() != NOW:
        return None
    return Facts((Thing("move", clause.value(move, "move")),), ("target",))


def only_move(clause: Clause) -> int | None:
    """The one move that a clause without other names is about."""
    moves = moves_named(clause)
    natures = [i for i in clause.find("nature", again=True) if not clause.at(i, "filler")]  # "still" is one in German
    others = bool(natures) or clause.has("ability") or clause.has("item")
    return moves[0] if len(moves) == 1 and not clause.mons() and not others else None
