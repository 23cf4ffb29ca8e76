"""The queries about whole sets: what is true of all that fulfil a condition, and how sets compare.

None of them lists what is in a set; `Search` in `algebra` does that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .conditions import ALL, Condition
from .terms import NOW, Measure, Mon, Operator, Scope, Sense, Unit


@dataclass(frozen=True, slots=True)
class Aggregate:
    """A number over the Pokémon (or moves) that fulfil a condition: the average, median or sum of a measure; `beside`:
    a second one that is asked for with it.
    """

    function: Literal["average", "median", "sum"]
    attribute: Measure
    condition: Condition = ALL
    what: Literal["pokemon", "move"] = "pokemon"
    scope: Scope = NOW
    unit: Unit | None = None
    beside: Literal["average", "median", "sum"] | None = None


@dataclass(frozen=True, slots=True)
class Share:
    """How many of the Pokémon (or moves) that fulfil `whole` fulfil `part` too, in percent."""

    whole: Condition
    part: Condition
    what: Literal["pokemon", "move"] = "pokemon"
    scope: Scope = NOW


@dataclass(frozen=True, slots=True)
class Every:
    """Does all that fulfils `whole` fulfil `part` too?"""

    whole: Condition
    part: Condition
    scope: Scope = NOW


@dataclass(frozen=True, slots=True)
class Only:
    """Is this Pokémon the only one that fulfils a condition? With `also` beside others; `family`: with all of its line.

    `others` asks the other way round, whether anybody else fulfils it.
    """

    subject: Mon
    condition: Condition
    scope: Scope = NOW
    also: tuple[Mon, ...] = ()
    family: bool = False
    others: bool = False


@dataclass(frozen=True, slots=True)
class OwnAbilities:
    """The abilities that only one family can have: a Pokémon's, or all of them."""

    pokemon: Mon | None = None


@dataclass(frozen=True, slots=True)
class CountClaim:
    """Are there as many as claimed: "more than fifty Psychic types"?"""

    condition: Condition
    op: Operator
    value: int
    scope: Scope = NOW


@dataclass(frozen=True, slots=True)
class CompareSets:
    """Which of several sets has more members. `claim` "max" or "min": the first is said to have more or fewer;
    "equal": both are said to have as many. With `average`, which has more of it on average, or less (`sense`).
    """

    sets: tuple[Condition, ...]
    claim: Literal["none", "max", "min", "equal"] = "none"
    scope: Scope = NOW
    average: Measure | None = None
    sense: Sense = "max"


GroupKind = Literal["type", "typing", "generation", "egg-group", "color", "shape", "habitat", "ability"]


@dataclass(frozen=True, slots=True)
class Groups:
    """Sets of Pokémon (or moves) side by side, ranked by how many there are, or by the average of `attribute`.

    "typing" is a pair of types; `empty` asks for the pairs that nothing has, `each` for the number of every group.
    """

    by: GroupKind
    condition: Condition = ALL
    sense: Sense = "max"
    limit: int = 1
    start: int = 1
    what: Literal["pokemon", "move"] = "pokemon"
    attribute: Measure | None = None
    empty: bool = False
    each: bool = False
