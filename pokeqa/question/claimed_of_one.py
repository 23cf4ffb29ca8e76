"""What is claimed of one of two that were told of: "so the first one is easier?", 所以后者更快."""

from __future__ import annotations

from collections.abc import Sequence

from ..pokedex.numbers import POKEMON_NUMBERS
from .algebra import Compare, Facts, Query
from .asked_again import number_asked, pair_of
from .clause import is_free
from .context import Context
from .lexer import Token

#: Which of two a word means.
_PLACES = {"first": 0, "second": 1, "last": 1}
#: What may stand around the claim.
_AROUND = ("hence", "aux", "yn", "ell", "pron", "step", "adv", "degree", "catch")


def claimed_of_one(tokens: Sequence[Token], context: Context) -> Query | None:
    """The claim, held against the other of the two; None where the clause claims no such thing."""
    if context.lost or not isinstance(context.query, (Compare, Facts)):
        return None
    more = [t for t in tokens if t.has("cmp")]
    pair = pair_of(context)
    if len(more) != 1 or pair is None or pair[0] == pair[1] or any(t.has("wh") or t.has("sup") for t in tokens):
        return None
    places = [at for t in tokens for word, at in _PLACES.items() if t.has("pron", word)]
    named = [t.readings["mon"] for t in tokens if t.has("mon")]
    at = places[0] if len(places) == 1 and not named else None
    if at is None and len(named) == 1 and not places and any(t.has("hence") for t in tokens):
        at = next((k for k, one in enumerate(pair) if named[0] == (one,)), None)
    if at is None or any(t.has("prep", "than") for t in tokens):
        return None
    rest = [t for t in tokens if t not in more and not t.has("mon") and not is_free(t)]
    if not all(any(t.has(tag) for tag in _AROUND) for t in rest):
        return None
    senses = [str(sense).partition(":") for sense in more[0].readings["cmp"]]
    found = [(name or number_asked(context), way) for name, _, way in senses if way in ("gt", "lt")]
    found = [(name, way) for name, way in found if name in POKEMON_NUMBERS]
    asked = number_asked(context)
    found = [one for one in found if one[0] == asked] or found
    if not found:
        return None
    sense = "max" if found[0][1] == "gt" else "min"
    return Compare((pair[at], pair[1 - at]), found[0][0], sense, claim="first")  # type: ignore[arg-type]
