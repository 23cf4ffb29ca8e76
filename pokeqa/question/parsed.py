"""A clause after it was read: the query found for it, and the words that the query leaves over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from .algebra import Facts, Learn, Query, Search
from .asked import Premise, Step
from .clause import is_free
from .context import text_of
from .lexer import Token
from .word_lists import word_list


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

    def limited(self, condition: Parsed) -> Parsed:
        """The question with a condition said behind it: "How many Fire types are there? Only from Johto."."""
        asked = self.query
        if isinstance(asked, Search) and isinstance(condition.query, Search) and condition.query.order is None:
            condition.query = replace(asked, condition=condition.query.condition)
        condition.used_context, condition.narrows = self.used_context, self.narrows
        condition.premises, condition.text = (*self.premises, *condition.premises), f"{self.text} {condition.text}"
        return condition


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


#: What a second question begins with.
_AFTERWARDS = word_list("afterwards")


def only_limits(tokens: Sequence[Token]) -> bool:
    """Does a clause behind a question only say of which ones it is asked: "from generation 5 only"?"""
    if any(t.text.casefold() in _AFTERWARDS for t in tokens[:2]):
        return False  # "and then only those that are not Flying": one list after another
    return not any(t.has(tag) for t in tokens for tag in ("wh", "yn", "sup", "list", "exist", "sort", "agg"))


#: What says of which ones a set is asked for.
_LIMITS = ("gen", "vg", "region", "type", "cls", "number", "typecount", "ability", "move", "cmp", "op", "egg_group",
           "ev", "formkind", "color", "stage", "mu")  # fmt: skip


def leaves_a_condition_out(parsed: Sequence[Parsed]) -> bool:
    """Is a set asked for, or something in one game, beside a statement that limits it and was not understood?

    "Show me Steel types. Sinnoh is the one I'm in." is not answered by all Steel types.
    """
    for one in parsed:
        stated = not one.understood and only_limits(one.tokens) and not any(t.has("mon") for t in one.tokens)
        limits = any(t.has(tag) for t in one.tokens for tag in _LIMITS)
        if not stated or not limits or one.tokens[-1].mark == "?":
            continue
        if any(other.understood and _can_be_limited(other.query, one.tokens) for other in parsed):
            return True
    return False


def _can_be_limited(query: Query | None, tokens: Sequence[Token]) -> bool:
    if isinstance(query, Search) or (isinstance(query, Learn) and query.pokemon is None):
        return True
    in_a_game = any(t.has("vg") or t.has("gen") for t in tokens)
    return in_a_game and (isinstance(query, Learn) or (isinstance(query, Facts) and "locations" in query.attributes))


def unread(tokens: list[Token]) -> Parsed:
    """A clause that no frame is asked about."""
    return Parsed(None, [t for t in tokens if not is_free(t)] or tokens, "", tokens, text=text_of(tokens))


def all_understood(parsed: Sequence[Parsed]) -> bool:
    """Whether each part is understood, and in one way only."""
    return all(part.understood and part.ambiguous is None for part in parsed)


def _tells_more(query: Query | None, before: Query | None) -> bool:
    """Is a question the one before it, with more told of each?"""
    return isinstance(query, Search) and bool(query.show) and replace(query, show=()) == before


def _which_it_is(query: Query | None) -> Query | None:
    """What "where?" asks behind "is Ralts in Ruby?": the answer tells it already."""
    return replace(query, yes_no=False) if isinstance(query, Facts) and query.yes_no else query


def merged(parsed: list[Parsed]) -> list[Parsed]:
    """Without parts that say nothing ("please", "thanks"), and without a part that repeats another's query."""
    result: list[Parsed] = []
    for one in parsed:
        if one.query is None and not one.leftover:
            continue
        if one.understood and any(o.understood and one.query in (o.query, _which_it_is(o.query)) for o in result):
            continue
        if result and _tells_more(one.query, result[-1].query):
            result.pop()  # "Which one is the fastest, and what type is it?"
        result.append(one)
    return result or parsed
