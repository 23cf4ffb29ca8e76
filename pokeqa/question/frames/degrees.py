"""Whether a Pokémon is fast, heavy or tall: the number says it, for what is fast is nowhere laid down."""

from __future__ import annotations

from ..algebra import Facts, Query
from ..clause import Clause

#: The numbers that adjectives speak of by themselves.
_NUMBERS = ("speed", "weight", "height")


def degrees(clause: Clause) -> Query | None:
    """ "Is Jolteon fast?", "is Umbreon quick or slow?", 快龙速度快吗: the number itself."""
    mons = clause.mons()
    said = _adjectives(clause)
    asked = clause.is_yes_no() or any("不" in clause.tokens[i].text for i in said)  # 快不快
    if len(mons) != 1 or not asked or clause.has("prep", "than") or clause.has("wh"):
        return None
    if not said or any(i < mons[0] for i in said):
        return None
    named = {name for i in said for name in _of(clause, i)}
    if len(named) != 1:
        return None
    clause.take(*mons, *said, *clause.find("aux"), *clause.find("bool", "or", "and"))
    clause.take(*clause.find("attr", *named))
    return Facts((clause.mon(mons[0]),), (named.pop(),), clause.scope())  # type: ignore[arg-type]


def _adjectives(clause: Clause) -> list[int]:
    return [i for i in range(len(clause.tokens)) if _of(clause, i)]


def _of(clause: Clause, i: int) -> list[str]:
    """The numbers that the adjective at a place can speak of."""
    token = clause.tokens[i]
    if clause.language == "en":
        return [str(name) for name in token.readings.get("vague", ()) if name in _NUMBERS]
    senses = [str(sense).partition(":") for sense in token.readings.get("cmp", ())]
    return [name for name, _, way in senses if name in _NUMBERS and way in ("gt", "lt")]
