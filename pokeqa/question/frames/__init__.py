"""Frames: each reads one kind of question from a clause and gives a typed query, or None.

A frame takes what it can explain; the parser accepts its query only if nothing with content is left. So the order
below decides only between readings that explain everything.
"""

from __future__ import annotations

from ..clause import Frame
from .compare import compare
from .evolve import evolve
from .facts import check, facts, history, thing_facts
from .learn import learn
from .lookup import dex_lookup, exists
from .matchup import matchup
from .search import introduced, search

FRAMES: tuple[tuple[str, Frame], ...] = (
    ("dex_lookup", dex_lookup),
    ("history", history),
    ("learn", learn),
    ("evolve", evolve),
    ("compare", compare),
    ("matchup", matchup),
    ("check", check),
    ("facts", facts),
    ("thing_facts", thing_facts),
    ("introduced", introduced),
    ("search", search),
    ("exists", exists),
)
