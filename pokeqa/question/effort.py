"""What the reading of one text costs: how much may be read, so that no text takes long, and what is read already.

Counted are the tokens of all clauses that the frames are asked about. A question of a person asks them about fifty
tokens, one of many parts about eighty.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

#: So many tokens are read for one text.
MOST = 150


@dataclass(slots=True)
class Effort:
    """The reading of one text: the tokens that may still be read, and the clauses read by the tokens they are of.

    A clause comes up several times, when the text is tried whole, in parts, and without its chatter. The tokens are
    kept beside what was read, so that no other token can get the identity of one of them.
    """

    left: int = MOST
    clauses: dict[tuple[object, ...], tuple[tuple[Any, ...], Any]] = field(default_factory=dict)


_effort: ContextVar[Effort | None] = ContextVar("effort", default=None)


class TooMuchToReadError(Exception):
    """A text asks more than anybody asks at once; it is not understood."""


@contextmanager
def bounded() -> Iterator[None]:
    """A text is read within; `spend` counts for it alone."""
    before = _effort.set(Effort())
    try:
        yield
    finally:
        _effort.reset(before)


def effort() -> Effort | None:
    """The reading of the text that is being read; None outside of `bounded`."""
    return _effort.get()


def spend(tokens: int) -> None:
    """Count a clause of so many tokens; raise TooMuchToReadError when the text has used up what it may."""
    reading = _effort.get()
    if reading is not None:
        reading.left -= tokens
        if reading.left < 0:
            raise TooMuchToReadError
