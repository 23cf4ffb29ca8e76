"""Conditions: what is said of a set of Pokémon (or moves), for searches, and of one of them, for checks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from .terms import NOW, Measure, Mon, Operator, Scope, Sense, Unit


@dataclass(frozen=True, slots=True)
class HasType:
    """Has this type (one of its types). A pair "water/ground" is And(HasType, HasType); "pure" adds TypeCount(1)."""

    type_id: int


@dataclass(frozen=True, slots=True)
class TypeSlot:
    """Has this type as its first (primary) or second (secondary) one."""

    type_id: int
    slot: Literal[1, 2]


@dataclass(frozen=True, slots=True)
class TypeCount:
    """Has exactly this many types."""

    count: int


@dataclass(frozen=True, slots=True)
class FromGeneration:
    """Introduced in this generation (the species, or the form where forms are asked for). `op` eq, le, ge, lt, gt."""

    generation: int
    op: Operator = "eq"


@dataclass(frozen=True, slots=True)
class InRegionalDex:
    """Listed in a regional Pokédex of these games."""

    version_groups: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Number:
    """A numeric attribute against a value in the dataset's own unit (kg, m, or the plain number).

    "between 50 and 100" is And(Number(ge 50), Number(le 100)). `unit` is the unit the question used, for the answer.
    """

    attribute: Measure
    op: Operator
    value: float
    unit: Unit | None = None


@dataclass(frozen=True, slots=True)
class NumberAgainst:
    """A numeric attribute against another Pokémon's: "faster than Garchomp".

    The other's value is multiplied by `factor` ("twice as heavy as") and raised by `margin` ("at least 20 above"), in
    the dataset's own unit (kg, m, or the plain number).
    """

    attribute: Measure
    op: Operator
    other: Mon
    margin: float = 0.0
    factor: float = 1.0


@dataclass(frozen=True, slots=True)
class NumberOwn:
    """One numeric attribute against another of the same Pokémon: "Attack higher than Special Attack".

    `margin` is added to the second one, `factor` multiplies it.
    """

    attribute: Measure
    op: Operator
    than: Measure
    margin: float = 0.0
    factor: float = 1.0


@dataclass(frozen=True, slots=True)
class HasAbility:
    """Can have this ability; `slot` limits it to the hidden or the ordinary ones, or says that there is no other."""

    ability_id: int
    slot: Literal["any", "hidden", "ordinary", "only"] = "any"


@dataclass(frozen=True, slots=True)
class Learns:
    """Can learn this move, in any game or in the scope's, by any method or this one.

    `level` with `level_op` limits the level of a move that is learnt by levelling up ("before level 30").
    """

    move_id: int
    scope: Scope = NOW
    method: str | None = None
    level: int | None = None
    level_op: Operator = "le"


@dataclass(frozen=True, slots=True)
class Defends:
    """Takes an attack of this type like this: weak (> 1), resist (< 1, > 0), immune (0), neutral, 4x, 0.25x."""

    type_id: int
    relation: Literal["weak", "resist", "immune", "neutral", "4x", "2x", "0.5x", "0.25x", "not-immune"]


@dataclass(frozen=True, slots=True)
class ShieldedByAbility:
    """Is not hit by attacks of this type thanks to an ability that it can have."""

    type_id: int


PokemonClass = Literal["legendary", "mythical", "baby", "starter", "special", "fossil", "ultra-beast", "paradox",
                       "pseudo-legendary",
                       "ancient-paradox", "future-paradox", "legendary-bird", "legendary-beast",
                       "legendary-giant", "weather-trio", "lake-guardian", "creation-trio", "tao-trio",
                       "sword-of-justice", "force-of-nature", "aura-trio", "guardian-deity", "treasure-of-ruin",
                       "loyal-three", "eon-duo"]  # fmt: skip


@dataclass(frozen=True, slots=True)
class IsClass:
    """Belongs to a class. "special" is legendary or mythical (zh 神兽)."""

    name: PokemonClass


@dataclass(frozen=True, slots=True)
class Stage:
    """Its place in its family: "final" cannot evolve further, "can-evolve", "first" does not evolve from anything,
    "middle" both evolves and evolved, "single" has no family, "evolved" evolved from something. "once" and "twice" can
    evolve so often.
    """

    name: Literal["final", "can-evolve", "first", "middle", "single", "evolved", "once", "twice"]


@dataclass(frozen=True, slots=True)
class InEggGroup:
    """Belongs to this egg group; `only`: and to no other."""

    egg_group_id: int
    only: bool = False


@dataclass(frozen=True, slots=True)
class IsColor:
    """Has this Pokédex colour, shape, habitat or growth rate."""

    table: Literal["color", "shape", "habitat", "growth_rate"]
    id: int


@dataclass(frozen=True, slots=True)
class HasGenus:
    """Is listed under the same genus as this Pokémon ("Seed Pokémon")."""

    like: Mon


@dataclass(frozen=True, slots=True)
class IsGender:
    """Its gender ratio: only male, only female, genderless, with any males or females at all, with so many females of
    eight, or with more of one than of the other.
    """

    name: Literal["male-only", "female-only", "genderless", "can-be-male", "can-be-female", "one-eighth-female",
                  "quarter-female", "half-female", "three-quarters-female", "seven-eighths-female", "mostly-male",
                  "mostly-female"]  # fmt: skip


@dataclass(frozen=True, slots=True)
class HasForm:
    """Has a form of this kind: mega, gigantamax, primal, regional, or of this region ("alola"); `least` so many."""

    name: Literal["mega", "gigantamax", "primal", "regional", "alola", "galar", "hisui", "paldea"]
    least: int = 1


EvolutionWay = Literal["item", "stone", "any-item", "held-item", "trade", "friendship", "level", "day", "night", "move",
                       "female", "male", "place", "rain", "party", "full-moon"]  # fmt: skip


@dataclass(frozen=True, slots=True)
class EvolvesBy:
    """Evolves into something this way: with this item (used or held), by trade, by friendship, at this level.

    An item without an id is any item that is used, a "stone" one of the ten evolution stones; "any-item" is one that
    is used or held.
    `level` with `level_op` bounds the level. `only`: and in no other way.
    `also` are further conditions of the same evolution.
    """

    way: EvolutionWay
    item_id: int | None = None
    level: int | None = None
    level_op: Operator = "eq"
    only: bool = False
    also: tuple[EvolutionWay, ...] = ()


@dataclass(frozen=True, slots=True)
class HatchesWithItem:
    """Is a baby that hatches only where a parent holds an item (an incense)."""


@dataclass(frozen=True, slots=True)
class FromHisui:
    """Was first met in Hisui, which opened no generation: the species, or the form."""


@dataclass(frozen=True, slots=True)
class RelativeOf:
    """Evolves directly from this Pokémon ("from"), or directly into it ("into"), evolves from it directly or not
    ("below"), or belongs to its evolution line, itself included ("line").

    `by` limits "from" and "into" to evolutions of this way ("evolves from Slowpoke with a King's Rock").
    """

    relation: Literal["from", "into", "below", "line"]
    other: Mon
    by: EvolvesBy | None = None


@dataclass(frozen=True, slots=True)
class SharesWith:
    """Has something in common with another Pokémon, which itself does not count: an egg group, a type, an ability.

    "typing" is exactly the same types.
    """

    what: Literal["egg-group", "type", "typing", "ability", "color", "shape", "habitat", "generation", "growth-rate",
                  "total", "hp", "attack", "defense", "special-attack", "special-defense", "speed", "height", "weight",
                  "capture-rate"]  # fmt: skip
    other: Mon


@dataclass(frozen=True, slots=True)
class GivesEffort:
    """Gives effort values in this stat when it is beaten; `points` limits it to so many, by the bound `op`."""

    stat: str
    points: int | None = None
    op: Operator = "eq"


@dataclass(frozen=True, slots=True)
class NameIs:
    """Its name in a language begins with, ends with or holds these letters, folded to small ones."""

    place: Literal["begins", "ends", "holds"]
    text: str
    language: str


@dataclass(frozen=True, slots=True)
class IsA:
    """Is this very Pokémon, or belongs to this species."""

    other: Mon


@dataclass(frozen=True, slots=True)
class OneOf:
    """Is one of these varieties: what an earlier search found."""

    pokemon_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MetAt:
    """Is met in the wild at one of these locations (none: anywhere), in one of these games (none: in any)."""

    location_ids: tuple[int, ...] = ()
    version_ids: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MoveIs:
    """For searches of moves: a damage class, a flag or what it does, by the source's identifier.

    "does" holds what the move's facts tell: "recoil", "drain", "multi-hit", "flinch", "high-crit", "ohko", "heal",
    "switch", "self-ko", "badly-poison", "two-to-five", "twice" (hits), "never-misses", "spread" (hits more than one),
    "hits-allies"; "raises" and "lowers" hold a stat, with
    "own:" or "foe:" before it where it is the user's or the target's; "named" is the move itself.
    """

    field: Literal["damage-class", "flag", "target", "generation", "ailment", "does", "raises", "lowers", "named"]
    value: str


@dataclass(frozen=True, slots=True)
class LearnedBy:
    """For searches of moves: this Pokémon can learn it, in any game or in the scope's, by any method or this one."""

    pokemon: Mon
    scope: Scope = NOW
    method: str | None = None


@dataclass(frozen=True, slots=True)
class ChangedIn:
    """Was there before this generation (None: any), which changed its type, its stats, a stat or its abilities.

    For searches of moves: its type, its power, accuracy, PP or priority, or ("profile") any of them. `sense`: only to
    more ("max": buffed) or to less ("min": nerfed).
    """

    attribute: Literal["type", "stats", "ability", "hp", "attack", "defense", "special-attack", "special-defense",
                       "speed", "power", "accuracy", "pp", "priority", "profile"]  # fmt: skip
    generation: int | None = None
    sense: Sense | None = None


@dataclass(frozen=True, slots=True)
class ExistsIn:
    """Exists in this generation (a type, a Pokémon, a move, an ability)."""

    generation: int


@dataclass(frozen=True, slots=True)
class Not:
    """The condition does not hold."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class And:
    """All of them hold."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """At least one of them holds."""

    conditions: tuple[Condition, ...]


Condition = (
    HasType | TypeSlot | TypeCount | FromGeneration | InRegionalDex | Number | NumberAgainst | NumberOwn | HasAbility
    | Learns | Defends | ShieldedByAbility | IsClass | Stage | InEggGroup | IsColor | HasGenus | IsGender | HasForm
    | EvolvesBy | HatchesWithItem | RelativeOf | SharesWith | GivesEffort | NameIs | IsA | OneOf | MetAt | MoveIs
    | LearnedBy | ExistsIn | ChangedIn | FromHisui
    | Not | And | Or
)  # fmt: skip

ALL = And(())


def leaves(condition: Condition) -> Iterator[Condition]:
    """The conditions without parts that a condition is made of."""
    match condition:
        case And(parts) | Or(parts):
            for part in parts:
                yield from leaves(part)
        case Not(inner):
            yield from leaves(inner)
        case _:
            yield condition
