"""The typed queries about types alone: what attacks hit, what teams lack, which types are like that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .terms import NOW, Mon, Operator, Scope, Sense, Subject

#: What a type is to others: defending ("weak", "resist", "immune") or attacking ("strong", "resisted", "no-effect").
TypeRelation = Literal["weak", "resist", "immune", "strong", "resisted", "no-effect"]


@dataclass(frozen=True, slots=True)
class Coverage:
    """What attacks of several types or moves hit, together. `asked`: everything, the types that resist all of them, or
    the Pokémon that do.
    """

    type_ids: tuple[int, ...]
    move_ids: tuple[int, ...] = ()
    asked: Literal["all", "types", "walls"] = "all"


@dataclass(frozen=True, slots=True)
class TeamMatchup:
    """What hits the Pokémon of a team hard, or what they resist; `yes_no`: whether they share any of that is asked."""

    team: tuple[Mon, ...]
    relation: Literal["weak", "resist", "immune", "all"] = "weak"
    yes_no: bool = False


@dataclass(frozen=True, slots=True)
class TypeTally:
    """Types, or pairs of them, by how many types each is weak to, resists or hits hard.

    With a `sense`, those in front (`limit` places from `start` on); with an `op`, those whose number fulfils it.
    """

    relation: TypeRelation
    of: Literal["type", "typing"] = "type"
    sense: Sense | None = None
    limit: int = 1
    start: int = 1
    op: Operator | None = None
    number: int = 0
    output: Literal["list", "count"] = "list"
    scope: Scope = NOW


@dataclass(frozen=True, slots=True)
class TypeClaim:
    """That a type is something to another one (None: to itself): weak to it, resisted by it.

    `only`: and is so to no other type.
    """

    relation: TypeRelation
    type_id: int | None
    negated: bool = False
    only: bool = False


@dataclass(frozen=True, slots=True)
class TypeSearch:
    """The types of which every claim is true."""

    claims: tuple[TypeClaim, ...]
    output: Literal["list", "count"] = "list"
    scope: Scope = NOW


@dataclass(frozen=True, slots=True)
class Stab:
    """Whether a Pokémon's moves of a type, or one move, get its same-type attack bonus; with neither, which do."""

    pokemon: Mon
    move_id: int | None = None
    type_id: int | None = None
    yes_no: bool = False
    negated: bool = False
    scope: Scope = NOW


@dataclass(frozen=True, slots=True)
class MatchupChoice:
    """Which of the options does more (or less) to the other side, or takes more from it.

    A side is a Pokémon, a move, a type, or (as `other`) two types of one Pokémon.
    """

    options: tuple[Subject, ...]
    other: tuple[Subject, ...]
    attacking: bool
    sense: Sense = "max"
    scope: Scope = NOW


@dataclass(frozen=True, slots=True)
class StatusMatchup:
    """Whether a status move, or a status condition, can reach a Pokémon, or one of some types (a Pokémon: with its
    abilities); without either, which types it cannot reach. `immune`: that it cannot is what is asked back. `flag`: the
    moves of a kind, in place of one move.
    """

    defender: Mon | None = None
    type_ids: tuple[int, ...] = ()
    move_id: int | None = None
    ailment: str | None = None
    yes_no: bool = False
    immune: bool = False
    flag: str | None = None
