"""Which types and abilities keep status moves and status conditions off.

Status moves are outside the type chart; what still stops them is data: `data/pokedex/status_matchups.csv`. The rules
are those of the current games, so that only they are asked for.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Literal

from ..errors import DatasetError
from ..paths import DATA
from .dataset import Dataset
from .model import Move

#: The status conditions that types and abilities keep off.
AILMENTS = ("paralysis", "burn", "poison", "sleep", "freeze", "confusion", "trap")

#: Status moves that lie in wait for whoever switches in; what keeps off a move aimed at it does not keep them off.
HAZARDS = ("spikes", "toxic-spikes", "sticky-web")

#: Weather that costs HP each turn; what keeps off a move aimed at it does not keep it off.
WEATHERS = ("sandstorm", "hail")

#: Kinds of moves that some types are immune to.
FLAGS = ("powder",)

#: Status moves of other kinds whose effect a type keeps off.
OTHER_MOVES = ("leech-seed", "mean-look", "block", "spider-web", *HAZARDS, *WEATHERS)


@dataclass(frozen=True, slots=True)
class Shield:
    """What keeps something off: a type or an ability by its identifier, and the cause that it answers."""

    cause: Literal["ailment", "flag", "move", "type"]
    value: str
    kind: Literal["type", "ability"]
    name: str


def covers(move: Move) -> bool:
    """Do the rules tell what this move does to whom? Of status moves only, and of those that act on a target."""
    if move.damage_class != "status" or move.target == "user":
        return False
    inflicts = move.meta is not None and move.meta.category == "ailment" and move.meta.ailment in AILMENTS
    return inflicts or move.identifier in OTHER_MOVES or "powder" in move.flags


def shields_against_move(move: Move, dataset: Dataset) -> list[Shield]:
    """Everything that keeps a status move off."""
    ailment = move.meta.ailment if move.meta is not None else None
    held: set[tuple[str, str | None]] = {("ailment", ailment), ("move", move.identifier), ("flag", "any")}
    held |= {("type", dataset.types[move.type_id].identifier), *(("flag", flag) for flag in move.flags)}
    if move.identifier in HAZARDS or move.identifier in WEATHERS:
        held = {("move", move.identifier)}
    return [shield for shield in _shields() if (shield.cause, shield.value) in held]


def shields_against_ailment(ailment: str) -> list[Shield]:
    """Everything that keeps a status condition off, whatever causes it."""
    return [shield for shield in _shields() if (shield.cause, shield.value) == ("ailment", ailment)]


def shields_against_flag(flag: str) -> list[Shield]:
    """Everything that keeps off the moves of a kind."""
    return [shield for shield in _shields() if (shield.cause, shield.value) in {("flag", flag), ("flag", "any")}]


def type_ids(shields: Iterable[Shield], dataset: Dataset) -> list[int]:
    """The types among them, by id. Raises `DatasetError` for a name that the Pokédex does not hold."""
    return _ids(shields, "type", {one.identifier: one.id for one in dataset.types.values()})


def ability_ids(shields: Iterable[Shield], dataset: Dataset) -> list[int]:
    """The abilities among them, by id. Raises `DatasetError` for a name that the Pokédex does not hold."""
    return _ids(shields, "ability", {one.identifier: one.id for one in dataset.abilities.values()})


def _ids(shields: Iterable[Shield], kind: str, by_name: dict[str, int]) -> list[int]:
    try:
        return sorted({by_name[shield.name] for shield in shields if shield.kind == kind})
    except KeyError as error:
        raise DatasetError(
            f"status_matchups.csv names {error}, which the Pokédex does not hold. Correct it."
        ) from error


@cache
def _shields() -> tuple[Shield, ...]:
    with (DATA / "pokedex" / "status_matchups.csv").open(encoding="utf-8", newline="") as file:
        return tuple(
            Shield(row["cause"], row["value"], row["shield"], row["name"])  # type: ignore[arg-type]
            for row in csv.DictReader(file)
        )
