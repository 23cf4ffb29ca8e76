"""Follow-ups that change one part of a calculation: "and with a Dusk Ball?", "at level 100?", 睡眠呢."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .algebra import Facts
from .calculations import BattleStat, Catch, Damage, Experience, MachineLookup, Outspeed, StatAt
from .lexer import Token

#: Parts that a new one takes the place of.
_TAGS = ("ball", "ailment", "hpstate", "nature", "bend", "iv", "evs", "critical", "percent", "battleitem")
_CALCULATED = (BattleStat, Catch, Damage, Experience, MachineLookup, Outspeed, StatAt)


def other_bend(bare: Sequence[Token], before: Sequence[Token]) -> list[Token] | None:
    """ "The one that lowers Speed instead": the nature that was asked for with the other stat."""
    verbs = [t for t in bare if t.has("bend")]
    stats = [t for t in bare if t.has("attr")]
    if len(verbs) != 1 or len(stats) != 1:
        return None
    for i, token in enumerate(before[:-1]):
        if token.has("bend", verbs[0].readings["bend"][0]) and before[i + 1].has("attr"):
            return [*before[: i + 1], stats[0], *before[i + 2 :]]
    return None


def exchanged(bare: Sequence[Token], query: object, before: Sequence[Token]) -> Iterator[list[Token]]:
    """The earlier clause with the parts that the new one names exchanged or added; nothing where it names others."""
    rate = isinstance(query, Facts) and query.attributes == ("capture-rate",)  # "and with a Dusk Ball?"
    if not (isinstance(query, _CALCULATED) or rate):
        return
    bare = [
        t for t in bare if not (t.has("pron") or t.has("suppose") or t.has("itemuse") or t.has("hist", "now"))
    ]  # "what if it's Adamant"
    catches = rate or isinstance(query, Catch)
    if catches:  # "and with half HP in a Poké Ball, what chance?"
        bare = [t for t in bare if not (t.has("attr", "chance") or t.has("catch") or t.has("prep"))]
    if not bare:
        return
    level = any(_is_level(t) for t in bare)
    tags = {tag for t in bare for tag in _TAGS if t.has(tag)}
    invested = any(t.has("attr", "ev-yield") for t in bare)
    training = not tags.isdisjoint(("nature", "bend"))

    def is_part(token: Token) -> bool:
        return (
            any(token.has(tag) for tag in tags)
            or (invested and (token.has("attr") or token.has("number")))
            or (training and token.has("noun", "nature"))
            or (level and (_is_level(token) or token.has("number")))
            or token.has("attr", "hp")
            or (isinstance(query, MachineLookup) and (token.has("machinekind") or token.has("number")))
        )

    if not all(map(is_part, bare)):
        return
    machine = isinstance(query, MachineLookup) and any(t.has("number") for t in bare)
    if not tags and not level and not machine and not invested:
        return
    if training:
        tags |= {"nature", "bend"}
    kept = [t for t in before if not any(t.has(tag) for tag in tags)]
    if invested or "evs" in tags:
        kept = _without_effort(kept)
    if "hpstate" in tags or "percent" in tags:
        kept = [t for t in kept if not (t.has("hpstate") or t.has("percent") or t.has("attr", "hp"))]
    if level:
        kept = _without_level(kept)
    if machine:
        kept = [t for t in kept if not (t.has("machinekind") or t.has("number"))]
        if not any(t.has("machinekind") for t in bare):
            bare = [*(t for t in before if t.has("machinekind")), *bare]
    at = _place(query, kept, before)
    yield [*kept[:at], *bare, *kept[at:]]


def _place(query: object, tokens: Sequence[Token], before: Sequence[Token]) -> int:
    """Where the new part belongs: with the attacker, whose training it is, where the old one stood, or at the end."""
    if isinstance(query, Damage):
        return next((i for i, t in enumerate(tokens) if t.has("mon") and query.attacker in t.readings["mon"]), 0)
    return next((i for i, (new, old) in enumerate(zip(tokens, before, strict=False)) if new is not old), len(tokens))


def _without_effort(tokens: list[Token]) -> list[Token]:
    """Without "252 Speed EVs": the word for effort values, its number and the stat between or behind."""
    gone: set[int] = set()
    for i, token in enumerate(tokens):
        if token.has("evs"):
            gone.add(i)
        if not token.has("attr", "ev-yield"):
            continue
        near = [k for k in (i - 1, i - 2, i + 1) if 0 <= k < len(tokens) and tokens[k].has("number")][:1]
        gone |= {i, *near, *(k for k in range(min([i, *near]) + 1, i) if tokens[k].has("attr"))}
    return [t for i, t in enumerate(tokens) if i not in gone]


def _is_level(token: Token) -> bool:
    return token.has("wh", "level") or token.has("exp", "maxlevel")


def _without_level(tokens: list[Token]) -> list[Token]:
    """Without level words and the numbers beside them."""
    marks = [i for i, t in enumerate(tokens) if _is_level(t)]
    numbers = {
        k for i in marks for k in (i - 1, i + 1) if 0 <= k < len(tokens) and tokens[k].has("number")
    }  # fmt: skip
    return [t for i, t in enumerate(tokens) if i not in marks and i not in numbers]
