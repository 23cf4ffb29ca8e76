"""How often a move can be used once PP Ups have raised its PP."""

from __future__ import annotations

#: Three PP Ups raise the PP by a fifth each.
_RAISED, _OF = 8, 5


def raised_pp(pp: int) -> int:
    """The most PP that a move of so many can have."""
    return pp * _RAISED // _OF
