"""Who is faster, with training, items and what has happened in battle."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...pokedex.formulas.modifiers import is_known, modifiers
from ..algebra import NOW, Compare, Query, Scope
from ..battle import Battle, Piece, battle
from ..battle_sides import battler, owner, share_out
from ..calculations import Battler, BattleStat, Field, Outspeed, SpeedPair
from ..clause import Clause
from ..slots import stat_at
from ..word_lists import word_list

_SPEED = frozenset({"speed"})

#: Words between two names that part what is said of them.
_PARTING = frozenset(word_list("parting"))

_AGAINST = word_list("versus-or-against")


def outspeed(clause: Clause) -> Query | None:
    """ "What outspeeds max-Speed Garchomp?", 比极速烈咬陆鲨快的宝可梦."""
    mons = clause.mons()
    verbs = clause.find("cmp", "speed:gt", "speed:lt")
    if len(mons) == 1 and not verbs and (clause.has("extreme", "max-speed") or clause.has("invest")):
        verbs = [i for i in clause.find("above") if i > mons[0] and clause.has("wh", "who")]  # 极速耿鬼之上还有谁
    any_at_all = clause.is_yes_no() and clause.has("exist")
    if any(clause.at(i - 1, "wh", "which", "what") for i in clause.find("noun", "ability", "item")):
        return None  # "Which ability makes Excadrill faster in sand?"
    if len(mons) != 1 or len(verbs) != 1 or (clause.is_yes_no() and not any_at_all):
        return None
    fast = clause.find("sup", ":max") if clause.has("attr", "speed") else []
    plain = clause.tokens[verbs[0]].text.casefold().startswith(("outspeed", "outrun")) and clause.has("wh", "what")
    found = battle(clause, mons)
    clause.take(*fast)
    if fast and not any(piece.kind == "bent" for piece in found.pieces):
        found.pieces.append(Piece(fast[0], "ev", 252, "speed"))
        found.pieces.append(Piece(fast[0], "bent", "raises", "speed"))
    said = bool(found.pieces) or found.field != Field()
    if not (said or (plain and not clause.has("noun", "pokemon"))):
        return None
    if clause.has("ownside", "own") and any(clause.at(i - 1, "item") for i in clause.find("ownside", again=True)):
        return None  # "Which Choice Scarf users outspeed it?": the others hold it
    own = battler(_without_twice(found.pieces), _SPEED)
    if own is None or not _is_clear(found, own) or found.trick_room or found.field.terrain or found.field.screens:
        return None
    verb = verbs[0]
    than = clause.find("prep", "than")
    behind = mons[0] > verb or bool(than and than[0] < mons[0]) or clause.tokens[verb].text.endswith(("than", "then"))
    clause.take(*mons, *verbs, *than, *clause.find("attr", "speed"), *clause.find("list"), *clause.find("itemuse"))
    clause.take(*clause.find("wh", "howmany"), *clause.find("noun", "stat"), *clause.find("exist"))
    clause.take(*(i for i in clause.find("learn") if clause.tokens[i].text.casefold() in ("run", "use", "have")))
    types = clause.find("type")
    clause.take(*types, *(clause.find("noun", "type") if types else ()))
    if len(types) > 1 or (types and not clause.at(types[0] + 1, "noun")):
        return None
    if clause.is_negated() or not _is_now(clause) or clause.has("bool", "or"):
        return None
    above = clause.at(verb, "above")
    clause.take(*(clause.find("signature", "else") if above else ()))
    behind = behind or _is_what_is_passed(clause, mons[0], verb)
    direction: Any = "faster" if above or clause.at(verb, "cmp", "speed:gt") == behind else "slower"
    return Outspeed(clause.mon(mons[0]), direction, _with_weather(own, clause, mons[0], found.field), found.field,
                    clause.value(types[0], "type") if types else None, any_at_all)  # fmt: skip


def _is_what_is_passed(clause: Clause, mon: int, verb: int) -> bool:
    """ "If my Lucario is max Speed, what is still quicker?", 最速ガブリアスより速いポケモン: is it what others pass?"""
    if clause.language == "ja":
        behind = clause.tokens[mon + 1].text if mon + 1 < len(clause.tokens) else ""
        return mon < verb and (behind.startswith("より") or behind in ("を", "に"))
    if clause.language != "en" and not clause.at(verb, "cmp", "speed:gt"):
        return False  # 烈咬陆鲨会被哪些宝可梦先手 is read as being slower already
    between = range(mon + 1, verb)
    itself = [i for i in clause.find("pron", "it") if i in between]
    clause.take(*itself)
    if itself and clause.language == "en" and itself[-1] == verb - 1:
        return False  # "if it is max Speed, what can it outrun?"
    return any(clause.at(i, "wh", "what", "which", "who") for i in between)


def battle_stat(clause: Clause) -> Query | None:
    """ "Choice Scarf Garchomp's Speed at level 50", 雨天极速戽斗尖梭的速度."""
    mons = clause.mons()
    if len(mons) != 1 or clause.is_yes_no() or any(clause.has(tag) for tag in ("cmp", "learn", "op", "above")):
        return None
    if any(clause.tokens[i].text.casefold().endswith("possible") for i in clause.find("aux", "can")):
        return None  # "Charizard with Dragon Dance, possible?" asks what it can learn
    if any(not clause.tokens[i].text.casefold().startswith("become") for i in clause.find("ev")):
        return None
    if clause.tokens[-1].has("wh", "how") and not clause.tokens[-1].has("effecttalk"):
        return None  # "tyranitar dragon dance how" asks how it learns it
    if clause.has("wh", "how") and clause.has("prep", "getv") and clause.has("move"):
        return None  # "how do I get Dragon Dance on Charizard", too
    clause.take(*clause.find("ev"))
    found = battle(clause, mons)
    named = [(i, stat) for i in range(len(clause.tokens)) if i not in clause.used and (stat := stat_at(clause, i))]
    stats = list(dict.fromkeys(stat for _, stat in named))
    if not stats:
        stats = list(dict.fromkeys(piece.stat for piece in found.pieces if piece.stat is not None))[:1]
    if len(stats) != 1 or stats[0] == "hp" or found.trick_room or found.field.screens or not found.clear:
        return None
    own = battler(_without_twice(found.pieces), frozenset(stats))
    if own is None or own.hp is not None or own.tera is not None:
        return None
    if stats[0] == "speed":
        own = _with_weather(own, clause, mons[0], found.field)
    if not (own.item or own.ability or own.stages or own.ailment or found.field != Field()):
        return None
    if not _changes_stats(own) or (found.field.helps and stats != ["speed"]):
        return None
    clause.take(*mons, *(i for i, _ in named), *clause.find("wh", "how", "howmany", "howmuch"))
    clause.take(
        *clause.find("noun", "stat"), *clause.find("attr", "stats"), *clause.find("list"), *clause.find("itemuse")
    )
    clause.take(*clause.find("extreme", "actual"), *clause.find("exp", "reach"), *clause.find("sup", ":max"))
    if clause.is_negated() or not _is_now(clause) or clause.has("bool", "or"):
        return None
    return BattleStat(clause.mon(mons[0]), stats[0], own, found.field)


#: Conditions that say nothing of the move or of the foe.
_OF_ONE = frozenset({"class", "stat", "species", "evolves", "weather", "terrain", "ailment", "has-type", "unless"})


def _changes_stats(one: Battler) -> bool:
    """Is it known what the item and the ability do to a stat by themselves?"""
    for kind, name in (("item", one.item), ("ability", one.ability)):
        if name is None:
            continue
        rows = [row for row in modifiers(kind, name) if row.place in ("attack", "defence", "speed")]
        if not rows or any(key not in _OF_ONE for row in rows for key, _ in row.conditions):
            return False
    return True


def speed_pair(clause: Clause) -> Query | None:
    """ "Does Scarf Garchomp outspeed Dragapult?", "who moves first, max Speed A or B?", 极速A和极速B谁先手."""
    mons = clause.mons()
    if len(mons) != 2 or clause.has("ev"):
        return None
    verbs = clause.find("cmp", "speed:gt", "speed:lt")
    first_words = clause.find("attr", "priority")
    versus = [i for i in clause.find("mu", "effect:att") if clause.tokens[i].text.casefold() in _AGAINST]
    named = clause.find("attr", "speed")
    if named:
        versus += clause.find("mu", "weak:att")  # "Does A beat B in Speed?"
    over = [i for i in clause.find("op", "gt") if clause.has("extreme") or named or _of_speed(clause)]
    either = len(verbs) == 2 and any(clause.at(i + 1, "bool", "or") for i in verbs)  # 快还是慢, "faster or slower"
    if (len(verbs) > 1 and not either) or not (verbs or first_words or over or (versus and named)):
        return None
    clause.take(*verbs, *first_words, *versus, *over)
    ends = [
        i for i in clause.find("sup", "speed:max", "speed:min", ":max")
        if any(clause.at(k, "mon") for k in (i + 1, *((i + 2,) if not clause.at(i, "sup", ":max") else ())))
    ]  # fmt: skip
    early, late = mons
    parts = [i for i in (*verbs, *first_words, *versus, *over) if early < i < late]
    parts += [i for i in range(early + 1, late) if clause.tokens[i].text.casefold() in _PARTING]
    winds = clause.find("help", "tailwind")
    found = battle(clause, mons)
    whose = [owner(i, clause, mons, parts, found.pieces) for i in winds]
    for i in ends:
        slow = clause.at(i, "sup", "speed:min")
        found.pieces.append(Piece(i, "ev", 0 if slow else 252, "speed"))
        found.pieces.append(Piece(i, "iv", 0 if slow else 31, "speed"))
        found.pieces.append(Piece(i, "bent", "lowers" if slow else "raises", "speed"))
        clause.take(i)
    shared = share_out(found, clause, mons, parts, lambda piece, side: True, (_SPEED, _SPEED))
    if shared is None or any(not _is_clear(found, one) for one in shared):
        return None
    said = bool(found.pieces) or found.field != Field() or found.trick_room
    asks_back = any(clause.at(i - 1, "aux", "do", "can") for i in clause.find("pron", "it") if early < i < late)
    yes_no = (clause.is_yes_no() or asks_back) and not clause.has("bool", "or")
    than_first = clause.at(mons[0] - 1, "prep", "than")
    clause.take(*mons, *clause.find("attr", "speed"), *clause.find("bool", "or"), *clause.find("prep"))
    clause.take(*clause.find("wh", "how", "howmany", "howmuch"), *clause.find("noun", "stat"), *clause.find("list"))
    clause.take(*clause.find("itemuse"), *clause.find("adv", "tie"), *clause.find("pron", "them"))
    clause.take(*clause.find("cmp", ":gt"), *clause.find("sup", "speed:max"))
    clause.take(*(i for i in clause.find("pron", "it") if early < i < late))  # "A in sand, does it outrun B?"
    if clause.is_negated() or not _is_now(clause):
        return None
    first, second = clause.mon(mons[0]), clause.mon(mons[1])
    if not said:
        # Nothing but the names: the base stats decide.
        return Compare((first, second), "speed", "max", NOW, "first" if yes_no else "none") if first_words else None
    own = _with_weather(shared[0], clause, mons[0], found.field)
    foe = _with_weather(shared[1], clause, mons[1], found.field)
    claim: Any = "none"
    if yes_no:
        slower = bool(verbs) and clause.at(verbs[0], "cmp", "speed:lt")
        claim = "slower" if slower else "moves-first" if first_words else "faster"
        if found.trick_room and not slower:
            claim = "moves-first"
    # A tailwind that no name follows blows for the one that is asked about, or for the one it stands behind.
    sides = {index if bound or not yes_no else 0 for index, bound in whose}
    own_helps = found.field.helps if 0 in sides else ()
    foe_helps = found.field.helps if 1 in sides else ()
    if than_first:
        first, second, own, foe = second, first, foe, own
        own_helps, foe_helps = foe_helps, own_helps
    field = replace(found.field, helps=own_helps)
    return SpeedPair(first, second, claim, own, foe, field, found.trick_room, foe_helps)


def _of_speed(clause: Clause) -> bool:
    """Is something named that only changes Speed: 顺风下班基拉斯能超过多龙巴鲁托吗?"""
    return clause.has("help", "tailwind") or clause.has("battleitem", "choice-scarf")


def _without_twice(pieces: list[Piece]) -> list[Piece]:
    """Max Speed said with a nature: the nature is the one that counts."""
    return list(dict.fromkeys(pieces))


def _is_clear(found: Battle, one: Battler) -> bool:
    """Is everything that is said known to have a say in Speed, or none?"""
    if not found.clear or one.hp is not None or one.tera is not None:
        return False
    if one.ability is not None and not any(row.place == "speed" for row in modifiers("ability", one.ability)):
        return False
    return one.item is None or is_known("item", one.item)


def _is_now(clause: Clause) -> bool:
    return clause.scope() in (NOW, Scope(max(clause.dataset.generations)))


def _with_weather(one: Battler, clause: Clause, i: int, field: Field) -> Battler:
    """With the ability that the weather wakes, where the Pokémon can have it and none is named."""
    if one.ability is not None or (field.weather is None and field.terrain is None):
        return one
    data = clause.dataset
    for ability in data.abilities_of(clause.mon(i).pokemon_id).all():
        identifier = data.abilities[ability].identifier
        for row in modifiers("ability", identifier):
            woken = field.weather in row.wanted("weather") or field.terrain in row.wanted("terrain")
            if row.place == "speed" and woken:
                return Battler(one.level, one.spread, one.item, identifier, one.stages, one.tera, one.ailment, one.hp)
    return one
