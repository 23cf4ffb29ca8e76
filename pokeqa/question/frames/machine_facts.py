"""What is asked of the move that a machine holds."""

from __future__ import annotations

from dataclasses import replace

from ..algebra import Facts, Learn, Query, Scope, Thing
from ..calculations import MachineLookup
from ..clause import Clause
from ..slots import whole
from .attributes import attributes

_ASKED = frozenset({"type", "power", "accuracy", "pp", "priority", "damage-class"})


def machine_facts(clause: Clause) -> Query | None:
    """ "TM26 in Ruby: power?", 红宝石里的TM26威力是多少: of the one move that the machine holds in those games."""
    words, numbers = clause.find("machinekind"), clause.find("number")
    if len(words) != 1 or len(numbers) != 1 or abs(words[0] - numbers[0]) > 1 or clause.mons() or clause.has("move"):
        return None
    number = whole(clause, numbers[0])
    if number is None or clause.is_yes_no() or clause.has("cmp") or clause.has("sup") or clause.is_negated():
        return None
    clause.take(*words, *numbers)
    found = [a for a in attributes(clause, _ASKED | {"machine", "tm", "hm", "tr"}) if a in _ASKED]
    if not found:
        return None
    clause.take(*clause.find("pron", "it"), *clause.find("noun", "move", "type"), *clause.find("contain"))
    scope = clause.scope()
    held = _held(clause, words[0], number, scope)
    if len(held) != 1:
        return None
    return Facts((Thing("move", held.pop()),), tuple(found), scope)  # type: ignore[arg-type]


def _held(clause: Clause, kind: int, number: int, scope: Scope) -> set[int]:
    """The moves that a machine of this number holds in the games."""
    groups = clause.dataset.version_groups
    return {
        machine.move_id for machine in clause.dataset.machines
        if machine.kind == clause.value(kind, "machinekind") and machine.number == number
        and (machine.version_group_id in scope.version_groups if scope.version_groups
             else scope.generation in (None, groups[machine.version_group_id].generation))
    }  # fmt: skip


def machine_learnt(clause: Clause) -> Query | None:
    """ "Can Snorlax learn TM26 in Ruby?", 红宝石里卡比兽能学TM26吗: of the move that the machine holds there."""
    words, numbers, mons = clause.find("machinekind"), clause.find("number"), clause.mons()
    if len(words) != 1 or len(mons) != 1 or not numbers or not any(map(clause.has, ("learn", "itemuse", "beaten"))):
        return None
    number = whole(clause, numbers[0])
    named = clause.find("move")
    others = ("cmp", "sup", "type", "ability", "item", "attr:level", "wh", "mu")
    if len(numbers) != 1 or abs(words[0] - numbers[0]) > 1 or number is None or len(named) > 1:
        return None
    if any(map(clause.has, others)) or clause.is_negated() or not clause.is_yes_no():
        return None
    scope = clause.scope()
    held = _held(clause, words[0], number, scope)
    if named and clause.value(named[0], "move") in held:
        held = {clause.value(named[0], "move")}
    if len(held) != 1:
        return None
    clause.take(*mons, *words, *numbers, *named, *clause.find("learn", "learn"), *clause.find("itemuse"))
    clause.take(*clause.find("attr", "machine"), *clause.find("noun", "move"), *clause.find("prep"))
    clause.take(*clause.find("beaten", "get"))
    return Learn(clause.mon(mons[0]), held.pop(), "can", scope=scope)


def machines_of_games(clause: Clause) -> Query | None:
    """ "Which HMs exist in Black and White?", 第四世代的秘传学习器有哪些: the machines of a kind in some games."""
    words = clause.find("machinekind")
    timed = clause.has("vg") or clause.has("gen")
    others = ("number", "mon", "move", "learn", "cmp", "sup", "type", "neg", "item", "ability")
    if len(words) != 1 or not timed or any(map(clause.has, others)):
        return None
    asked = clause.find("list") + clause.find("exist") + clause.find("wh", "which", "what", "howmany")
    if not asked or clause.has("wh", "where", "who", "how", "why", "level"):
        return None
    clause.take(*words, *asked, *clause.find("attr", "machine"), *clause.find("noun", "game", "move"))
    clause.take(*clause.find("contain"), *clause.find("catch", "hypothetical"), *clause.find("machineall"))
    return MachineLookup(clause.value(words[0], "machinekind"), 0, replace(clause.games(), versions=()))
