"""The stats of a Pokémon at a level, as in every main game since generation 3.

stat_at("speed", base=102, level=100, iv=31, ev=252, bent=11)         333
"""

from __future__ import annotations

from ..model import STATS, Nature

#: The most that training gives one stat, and the best a Pokémon can be born with.
MAX_EV, MAX_IV, MAX_LEVEL = 252, 31, 100

#: The generation from which this formula holds; before, there were no natures, and stat experience instead of EVs.
FIRST_WITH_NATURES = 3

#: What a nature does to a stat, in tenths.
LOWERED, NEUTRAL, RAISED = 9, 10, 11

#: Shedinja: its HP is 1 at any level.
SHEDINJA = 292


def stat_at(stat: str, base: int, level: int, *, iv: int = MAX_IV, ev: int = 0, bent: int = NEUTRAL) -> int:
    """One stat at a level (1 to 100) with an IV (0 to 31), EVs (0 to 252) and a nature's tenths (9, 10 or 11).

    HP has a formula of its own, on which natures have no say. Shedinja's HP, which is always 1, is not known here.
    """
    if stat not in STATS:
        raise ValueError(f"{stat!r} is not a stat that has a value at a level. The stats are {', '.join(STATS)}.")
    grown = (2 * base + iv + ev // 4) * level // 100
    if stat == "hp":
        return grown + level + 10
    return (grown + 5) * bent // 10


def hp_at(species_id: int, base: int, level: int, *, iv: int = MAX_IV, ev: int = 0) -> int:
    """The HP of a species at a level."""
    return 1 if species_id == SHEDINJA else stat_at("hp", base, level, iv=iv, ev=ev)


def bent_by(nature: Nature | None, stat: str) -> int:
    """What a nature does to a stat, in tenths (9, 10 or 11)."""
    if nature is None or nature.increased_stat == nature.decreased_stat:
        return NEUTRAL
    if stat == nature.increased_stat:
        return RAISED
    return LOWERED if stat == nature.decreased_stat else NEUTRAL
