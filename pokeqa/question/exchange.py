"""Follow-ups that change one part of a calculation: "and with a Dusk Ball?", "at level 100?", 睡眠呢."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .calculations import Catch, Damage, Experience, MachineLookup, Outspeed, StatAt
from .lexer import Token

#: Parts that a new one takes the place of.
_TAGS = ("ball", "ailment", "hpstate", "nature", "iv", "evs", "critical", "percent")
_CALCULATED = (Catch, Damage, Experience, MachineLookup, Outspeed, StatAt)


def exchanged(bare: Sequence[Token], query: object, before: Sequence[Token]) -> Iterator[list[Token]]:
    """The earlier clause with the parts that the new one names exchanged or added; nothing where it names others."""
    if not isinstance(query, _CALCULATED) or not bare:
        return
    level = any(_is_level(t) for t in bare)
    tags = {tag for t in bare for tag in _TAGS if t.has(tag)}
    if not all(any(t.has(tag) for tag in tags) or (level and (_is_level(t) or t.has("number"))) or t.has("attr", "hp")
               or (isinstance(query, MachineLookup) and (t.has("machinekind") or t.has("number")))
               for t in bare):  # fmt: skip
        return
    machine = isinstance(query, MachineLookup) and any(t.has("number") for t in bare)
    if not tags and not level and not machine:
        return
    kept = [t for t in before if not any(t.has(tag) for tag in tags)]
    if "hpstate" in tags or "percent" in tags:
        kept = [t for t in kept if not (t.has("hpstate") or t.has("percent") or t.has("attr", "hp"))]
    if level:
        kept = _without_level(kept)
    if machine:
        kept = [t for t in kept if not (t.has("machinekind") or t.has("number"))]
        if not any(t.has("machinekind") for t in bare):
            bare = [*(t for t in before if t.has("machinekind")), *bare]
    at = _place(query, kept)
    yield [*kept[:at], *bare, *kept[at:]]


def _place(query: object, tokens: Sequence[Token]) -> int:
    """Where the new part belongs: with the attacker, whose training it is, or at the end."""
    if isinstance(query, Damage):
        return next((i for i, t in enumerate(tokens) if t.has("mon") and query.attacker in t.readings["mon"]), 0)
    return len(tokens)


def _is_level(token: Token) -> bool:
    return token.has("wh", "level") or token.has("exp", "maxlevel")


def _without_level(tokens: list[Token]) -> list[Token]:
    """Without level words and the numbers beside them."""
    marks = [i for i, t in enumerate(tokens) if _is_level(t)]
    numbers = {
        k for i in marks for k in (i - 1, i + 1) if 0 <= k < len(tokens) and tokens[k].has("number")
    }  # fmt: skip
    return [t for i, t in enumerate(tokens) if i not in marks and i not in numbers]
