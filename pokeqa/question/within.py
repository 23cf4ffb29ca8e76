"""A query about one Pokémon within one place."""

from __future__ import annotations

from dataclasses import dataclass

from .terms import Mon


@dataclass(frozen=True, slots=True)
class Within:
    """In which games and at which levels a Pokémon is met at a place; `part`: on which floor, in which room of it."""

    pokemon: Mon
    location_ids: tuple[int, ...]
    version_ids: tuple[int, ...] = ()
    part: bool = False
