"""What a set owes to its other type: "Water types that take no damage from Electric because of their second type"."""

from __future__ import annotations

from ..algebra import And, Condition, Defends, HasType
from ..clause import Clause


def owed_to_the_other_type(clause: Clause, condition: Condition | None) -> list[int]:
    """The words that say so, where the type that is named does not take such an attack like that by itself."""
    words = clause.find("othertype")
    parts = condition.conditions if isinstance(condition, And) else ()
    own = [part.type_id for part in parts if isinstance(part, HasType)]
    taken = [part for part in parts if isinstance(part, Defends)]
    if not words or len(own) != 1 or len(taken) != 1:
        return []
    factor = clause.dataset.efficacy(taken[0].type_id, own[0])
    alone = {"immune": factor == 0, "resist": 0 < factor < 1, "weak": factor > 1}.get(taken[0].relation, True)
    return [] if alone else words
