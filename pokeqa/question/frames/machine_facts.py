"""What is asked of the move that a machine holds."""

from __future__ import annotations

from ..algebra import Facts, Query, Thing
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
    groups = clause.dataset.version_groups
    held = {
        machine.move_id for machine in clause.dataset.machines
        if machine.kind == clause.value(words[0], "machinekind") and machine.number == number
        and (machine.version_group_id in scope.version_groups if scope.version_groups
             else scope.generation in (None, groups[machine.version_group_id].generation))
    }  # fmt: skip
    if len(held) != 1:
        return None
    return Facts((Thing("move", held.pop()),), tuple(found), scope)  # type: ignore[arg-type]
