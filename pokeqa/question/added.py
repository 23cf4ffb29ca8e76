"""Follow-ups that add a member to what was weighed together, or exchange one: "add U-turn to that", 再加上地震呢."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..pokedex.dataset import Dataset
from .algebra import Query, Search
from .clause import is_free
from .context import Context
from .frames.set_facts import SHOWN
from .lexer import Token
from .type_calculations import Coverage, TeamMatchup

#: So many moves and members are weighed together at most.
_MOST_MOVES, _MOST_MEMBERS = 4, 6
#: What may be said beside the new member: what is asked, which the last question has said already.
_SAID_AGAIN = frozenset({"adding", "mu", "coverage", "pron", "wh", "team", "moveset", "itemuse", "list", "hist",
                         "suppose", "learn", "carry", "aux", "ell", "bool", "beyond", "attr", "noun", "light", "prep",
                         "battlewords", "intro", "effort", "bend"})  # fmt: skip
_RESISTING = ("resist:def", "not-very-effective:att", "immune:att", "weakby:def")
_ASKED = frozenset({"type", "matchup", "weakness", "effect", "coverage"})


def added(tokens: Sequence[Token], context: Context, dataset: Dataset) -> Query | None:
    """The last coverage or team with a member more, or with another one; None where the clause asks no such thing."""
    words = [t for t in tokens if t.has("adding")]
    query = context.query
    if context.lost or not words or not isinstance(query, Coverage | TeamMatchup):
        return None
    tag = "move" if isinstance(query, Coverage) else "mon"
    named = [t for t in tokens if t.has(tag) and not is_free(t) and not t.has("adding")]
    rest = [t for t in tokens if t not in named and not is_free(t)]
    if not named or any(not _SAID_AGAIN.intersection(t.readings) or _asks_else(t) for t in rest):
        return None
    members = [t.readings[tag][0] for t in named]
    old = query.move_ids if isinstance(query, Coverage) else query.team
    gone = [one for one in members if one in old]
    swaps = any(t.has("adding", "swap") for t in words)
    if swaps is not (len(gone) == 1) or (swaps and len(members) != 2):
        return None
    kept = (*(one for one in old if one not in gone), *(one for one in members if one not in gone))
    if isinstance(query, TeamMatchup):
        return replace(query, team=kept, yes_no=False) if len(kept) <= _MOST_MEMBERS else None
    if len(kept) > _MOST_MOVES or any(dataset.moves[m].damage_class == "status" for m in kept):
        return None
    of_moves = {dataset.moves[m].type_id for m in query.move_ids}
    types = {t for t in query.type_ids if t not in of_moves} | {dataset.moves[m].type_id for m in kept}
    said = {value for t in rest for value in t.readings.get("mu", ())}
    resists = not said.isdisjoint(_RESISTING)
    hits = not said.isdisjoint(("weak:att", "effect:att"))
    asked = "types" if resists else "all" if hits else query.asked
    return Coverage(tuple(sorted(types)), kept, asked)


def _asks_else(token: Token) -> bool:
    """Does a word ask for something that the last question was not about?"""
    attributes = token.readings.get("attr", ())
    return bool(attributes) and not _ASKED.intersection(attributes) and len(token.readings) == 1


def also_shown(tokens: Sequence[Token], context: Context) -> Query | None:
    """ "Which one is the fastest, and what type is it?": the same with one thing more told of what comes first."""
    query = context.query
    if context.lost or context.mons or context.told or not isinstance(query, Search) or query.order is None:
        return None
    asked = [t for t in tokens if not is_free(t) and not t.has("pron") and not t.has("ell")]
    asked = [t for t in asked if t.has("attr") or not t.has("wh")]
    shown = [next((a for a in t.readings.get("attr", ()) if a in SHOWN), None) for t in asked]
    if not shown or None in shown or query.what != "pokemon" or query.show or any(t.has("mon") for t in tokens):
        return None
    if not any(t.has("wh") or t.has("pron") for t in tokens):
        return None
    told = [a for a in dict.fromkeys(shown) if a != query.order.attribute]  # its own value is told anyway
    return replace(query, show=tuple(told)) if query.order.limit == 1 else None  # type: ignore[arg-type]
