"""A clause after it was read: the query found for it, and the words that the query leaves over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from .algebra import Query
from .asked import Premise, Step
from .clause import is_free
from .context import text_of
from .lexer import Token


@dataclass(slots=True)
class Parsed:
    """A clause after its frames: the best query, and what it left over."""

    query: Query | None
    leftover: list[Token]
    frame: str
    tokens: list[Token]
    premises: tuple[Premise, ...] = ()
    used_context: bool = False
    text: str = ""
    ambiguous: Token | None = None
    unknown: list[Token] = field(default_factory=list)
    steps: tuple[Step, ...] = ()
    narrows: bool = False  # asks for some of the set that the clause before describes
    of_each: bool = False  # one of several parts that ask the same of each Pokémon

    @property
    def understood(self) -> bool:
        """Whether there is a query and no word is left over."""
        return self.query is not None and not self.leftover


@dataclass(frozen=True, slots=True)
class Reading:
    """One clause read by itself: its query, and the words that it leaves unexplained."""

    query: Query | None
    leftover: tuple[Token, ...]
    ambiguous: bool

    @property
    def understood(self) -> bool:
        """Whether there is a query and every word belongs to it."""
        return self.query is not None and not self.leftover and not self.ambiguous


def says_what_is_wanted(tokens: Sequence[Token]) -> bool:
    """Is a clause a wish, and no question: "I only want Electric types"?"""
    asks = any(t.has("wh") or t.has("yn") or t.mark == "?" for t in tokens)
    return bool(tokens) and not asks and not tokens[0].has("aux") and any(t.has("wish") for t in tokens)


def unread(tokens: list[Token]) -> Parsed:
    """A clause that no frame is asked about."""
    return Parsed(None, [t for t in tokens if not is_free(t)] or tokens, "", tokens, text=text_of(tokens))


def all_understood(parsed: Sequence[Parsed]) -> bool:
    """Whether each part is understood, and in one way only."""
    return all(part.understood and part.ambiguous is None for part in parsed)


def merged(parsed: list[Parsed]) -> list[Parsed]:
    """Without parts that say nothing ("please", "thanks"), and without a part that repeats another's query."""
    result: list[Parsed] = []
    for one in parsed:
        if one.query is None and not one.leftover:
            continue
        if one.understood and any(o.understood and o.query == one.query for o in result):
            continue
        result.append(one)
    return result or parsed
