"""How much may be read for one text, so that no text takes long.

Counted are the tokens of all clauses that the frames are asked about. A question of a person asks them about a hundred
tokens, one with many conditions about three hundred.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

#: So many tokens are read for one text.
MOST = 350

_left: ContextVar[list[int] | None] = ContextVar("left", default=None)


class TooMuchToReadError(Exception):
    """A text asks more than anybody asks at once; it is not understood."""


@contextmanager
def bounded() -> Iterator[None]:
    """A text is read within; `spend` counts for it alone."""
    before = _left.set([MOST])
    try:
        yield
    finally:
        _left.reset(before)


def spend(tokens: int) -> None:
    """Count a clause of so many tokens; raise TooMuchToReadError when the text has used up what it may."""
    left = _left.get()
    if left is not None:
        left[0] -= tokens
        if left[0] < 0:
            raise TooMuchToReadError
