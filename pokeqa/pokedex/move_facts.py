"""What a move does, as facts to search by: the source's numbers and flags, and what the project adds to them.

The source has neither numbers nor flags for most moves since Legends: Arceus, and knows no slicing and no wind moves.
Those facts are data: `data/pokedex/move_facts_added.csv`, a line per move, its facts divided by spaces:

    contact                     a flag
    ailment=burn:30             what it causes, with the chance in percent (none: always)
    own=speed:1  foe=attack:-1  stages of the user's or the target's stat
    drain=50  recoil=33  heal=25  flinch=30  hits=2-5  crit  switch
    self-ko                     the user faints
    bad-poison                  its poison is the one that gets worse every turn
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from ..errors import DatasetError
from ..paths import DATA
from .model import Move, MoveMeta

FILE = DATA / "pokedex" / "move_facts_added.csv"
#: Targets whose stat changes are the user's own side's.
OWN_SIDE = frozenset({"user", "user-and-allies", "users-field", "all-allies", "user-or-ally", "ally"})
Owner = Literal["own", "foe"]


@dataclass(frozen=True, slots=True)
class MoveFacts:
    """What a move does. `flags` and `does` are None where nothing is known of them.

    `changes` maps whose stat and which one to its stages; `does` holds "recoil", "drain", "heal", "multi-hit",
    "two-to-five", "twice" (hits), "flinch", "high-crit", "ohko", "switch", "self-ko", "badly-poison".
    """

    flags: frozenset[str] | None
    does: frozenset[str] | None
    ailments: frozenset[str] = frozenset()
    changes: Mapping[tuple[Owner, str], int] | None = None


def facts_of(move: Move) -> MoveFacts:
    """What is known of a move, the source's facts and the added ones together."""
    known = bool(move.flags) or move.damage_class == "status"
    found = MoveFacts(move.flags if known else None, None)
    if move.meta is not None:
        found = _of_meta(found, move, move.meta)
    return _with(found, _added()[move.identifier]) if move.identifier in _added() else found


def changes_own_stats(move: Move, meta: MoveMeta) -> bool:
    """Whether a move's stat changes are the user's own; raising attacks change the user's stats, also downwards."""
    return meta.category == "damage-raise" or move.target in OWN_SIDE


def _of_meta(found: MoveFacts, move: Move, meta: MoveMeta) -> MoveFacts:
    owner: Owner = "own" if changes_own_stats(move, meta) else "foe"
    does = {
        "recoil": meta.drain < 0,
        "drain": meta.drain > 0,
        "multi-hit": meta.max_hits is not None and meta.max_hits > 1,
        "two-to-five": (meta.min_hits, meta.max_hits) == (2, 5),
        "twice": (meta.min_hits, meta.max_hits) == (2, 2),
        "flinch": meta.flinch_chance > 0,
        "high-crit": meta.crit_rate > 0,
        "ohko": meta.category == "ohko",
        "heal": meta.healing > 0,
        "switch": meta.category == "force-switch",
    }
    return replace(
        found,
        does=frozenset(name for name, holds in does.items() if holds),
        ailments=frozenset({meta.ailment}),
        changes={(owner, stat): size for stat, size in meta.stat_changes.items()},
    )


#: A fact of the file -> what it makes a move do.
_DOES = {"drain": "drain", "recoil": "recoil", "heal": "heal", "flinch": "flinch", "hits": "multi-hit",
         "crit": "high-crit", "switch": "switch", "self-ko": "self-ko", "bad-poison": "badly-poison"}  # fmt: skip


def _with(found: MoveFacts, added: tuple[str, ...]) -> MoveFacts:
    flags, does, ailments = set(found.flags or ()), set(found.does or ()), set(found.ailments)
    changes = dict(found.changes or {})
    for fact in added:
        name, _, value = fact.partition("=")
        if name == "ailment":
            ailments.add(value.partition(":")[0])
        elif name == "own" or name == "foe":
            owner: Owner = "own" if name == "own" else "foe"
            stat, size, *_ = value.split(":")
            changes[(owner, stat)] = int(size)
        elif name in _DOES:
            does.add(_DOES[name])
            does.update({"2": {"twice"}, "2-5": {"two-to-five"}}.get(value, ()) if name == "hits" else ())
        else:
            flags.add(name)
    return MoveFacts(frozenset(flags), frozenset(does), frozenset(ailments), changes)


@cache
def _added() -> Mapping[str, tuple[str, ...]]:
    try:
        with FILE.open(encoding="utf-8", newline="") as text:
            return {row["move"]: tuple(row["facts"].split()) for row in csv.DictReader(text)}
    except FileNotFoundError as error:
        raise DatasetError(f"The data file {FILE.name} is missing from pokedex/. Restore it.") from error
