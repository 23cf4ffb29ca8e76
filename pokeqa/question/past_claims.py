"""What a yes/no question claims of the past: "was it always Steel?", "did it use to be Normal?", "was it stronger?"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from .word_lists import word_list

if TYPE_CHECKING:
    from .clause import Clause


@dataclass(frozen=True, slots=True)
class PastClaim:
    """That something always was, ever was, or was before what it is now, of these types (`pure`: of no other) or had
    these abilities, or a number of this `value`; or that a number was once more, or less, than it is now.
    """

    kind: Literal["always", "ever", "before", "more", "less"]
    type_ids: tuple[int, ...] = ()
    ability_ids: tuple[int, ...] = ()
    pure: bool = False
    value: float | None = None


#: Words for any time, the present included; and words for the time of certain games, which the spans do not tell.
_EVER = frozenset(word_list("past-claims/ever"))
_ERAS = word_list("eras")


def claim_of(clause: Clause, *, types: list[int], abilities: list[int]) -> PastClaim | None:
    """The claim that named types or abilities were always, or once, the Pokémon's or the move's own."""
    if clause.is_negated() or not clause.is_yes_no() or clause.has("bool", "or") or bool(types) == bool(abilities):
        return None
    said = [clause.tokens[i].text.casefold() for i in clause.find("hist", "past", again=True)]
    if any(era in text for text in said for era in _ERAS):
        return None
    kind: Literal["always", "ever", "before"] = "ever" if any(text in _EVER for text in said) else "before"
    if clause.has("adv", "always"):
        kind = "always"
    pure = (
        clause.has("typecount", "1") or clause.has("adv", "only") or bool(clause.find("signature", "only", again=True))
    )
    return PastClaim(kind, tuple(clause.value(i, "type") for i in types),
                     tuple(clause.value(i, "ability") for i in abilities), pure)  # fmt: skip


def number_claim(clause: Clause, attribute: str) -> tuple[PastClaim, list[int]] | None:
    """ "Was Hypnosis more accurate before?", 威力以前比现在高吗: the claim, and the words of the comparison."""
    if clause.is_negated() or not clause.is_yes_no() or not clause.has("hist", "past"):
        return None
    ways = {"gt": "more", "lt": "less"}
    for i in clause.find("cmp", again=True):
        for value in clause.tokens[i].readings["cmp"]:
            own, _, way = str(value).partition(":")
            if way in ways and (own in ("", attribute) or (own == "total" and attribute == "power")):
                kind: Literal["more", "less"] = "more" if way == "gt" else "less"
                return PastClaim(kind), [i, *clause.find("prep", "than")]
    return None
