"""The earlier clause with what a new one names in place of its own: "what about Raichu?", "and Glaceon in gen 8?"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .algebra import Check, Learn, Matchup, Types
from .context import Context, also_in
from .lexer import Token
from .word_lists import word_list

_TIMES = ("gen", "vg")
#: What stands beside a time alone: "did it in", "was that also so back in", 时候有吗.
_AROUND_TIMES = ("aux", "prep", "yn", "ell", "bool", "filler", "exist", "hist", "neg", "light")
_LEADS = frozenset(word_list("led-by-before"))
_AND = Token(0, 0, "and", {"bool": ("and",)})
_BEFORE = Token(0, 0, "before", {"hist": ("past",)})
#: What one clause can say otherwise than the one before, the most telling first.
_EXCHANGEABLE = ("mon", "type", "gen", "region", "vg", "move", "ability", "item", "sup", "attr", "number")


def substituted(bare: list[Token], context: Context) -> Iterator[list[Token]]:
    """The earlier clause with what the new one names in place of its own ("what about Raichu?", "and Glaceon in gen
    8?").
    """
    if context.query is None:
        return
    if is_earlier(bare):
        times = (*_TIMES, "hist")
        yield [*(t for t in context.tokens if not any(t.has(tag) for tag in times)), *bare]
        return
    swapped: list[Token] | None = _with_a_side_open(bare, context)
    if any(t.has("wh", "level") for t in bare) and sum(t.has("number") for t in context.tokens) > 1:
        return  # "at level 100?": none of the other numbers
    named = any(t.has("mon") for t in bare)  # "and Raichu's ability": what is asked of it
    open_tokens = [t for t in bare if not t.has("noun") or (named and t.has("attr"))] or list(bare)
    asked, before = ([t for t in some if t.has("attr")] for some in (bare, context.tokens))
    if named and asked and len(asked) != len(before) and not all(also_in(t, context) for t in asked):
        return  # it says by itself what is asked
    changed = False
    for tag in _EXCHANGEABLE:
        new = [t for t in open_tokens if t.has(tag)]
        if not new or swapped is None or (changed and all(also_in(t, context) for t in open_tokens)):
            continue
        exchanged_tokens = _exchange(swapped, tag, new)
        if exchanged_tokens is None:
            continue
        swapped, changed = exchanged_tokens, True
        open_tokens = [t for t in open_tokens if t not in new]
    if changed and swapped is not None and all(also_in(t, context) for t in open_tokens):
        yield swapped


def _with_a_side_open(bare: list[Token], context: Context) -> list[Token]:
    """The earlier clause; of a type against a type, the last of them makes room for a Pokémon (那耿鬼呢)."""
    query, tokens = context.query, list(context.tokens)
    sides = isinstance(query, Matchup) and isinstance(query.attacker, Types) and isinstance(query.defender, Types)
    if not sides or sum(t.has("mon") for t in bare) != 1 or len(bare) != 1 or any(t.has("mon") for t in tokens):
        return tokens
    at = max((i for i, t in enumerate(tokens) if t.has("type")), default=None)
    if at is None:
        return tokens
    end = at + 1
    while end < len(tokens) and tokens[end].has("noun", "type"):
        end += 1
    return [*tokens[:at], replace(tokens[at], readings={"mon": bare[0].readings["mon"]}), *tokens[end:]]


def with_time_apart(tokens: list[Token]) -> list[Token]:
    """ "And before gen 6?": the words in front begin the clause, where "gen 6 and before" is one range."""
    led = len(tokens) > 1 and tokens[0].has("genop", "le") and tokens[0].text.casefold() in _LEADS
    return [_AND, _BEFORE, *tokens[1:]] if led and tokens[1].has("gen") else tokens


def is_earlier(bare: list[Token]) -> bool:
    """ "Before gen 6?", 第六世代以前: a time that ends where a generation begins."""
    return len(bare) == len(("before", "gen 6")) and any(
        one.has("hist", "past") and other.has("gen") for one, other in (bare, bare[::-1])
    )


def at_that_time(tokens: list[Token], context: Context) -> Iterator[list[Token]]:
    """ "Did it in gen 5?", 第五世代有吗 behind a yes/no question: the same at another time."""
    times = [t for t in tokens if any(t.has(tag) for tag in _TIMES)]
    rest = [t for t in tokens if t not in times]
    asked = context.tokens and any(t.has("aux") or t.has("yn") or t.has("neg", "negyn") for t in tokens)
    asked = asked or any(t.has("exist") for t in tokens)
    claimed = isinstance(context.query, (Check, Learn, Matchup)) and not context.lost
    around = all(any(t.has(tag) for tag in _AROUND_TIMES) or t.has("pron", "it") or t.text == "有" for t in rest)
    if times and asked and claimed and around:
        yield from substituted(times, context)


def _exchange(tokens: list[Token], tag: str, new: list[Token]) -> list[Token] | None:
    """The tokens with those of a tag exchanged; a generation is added where there is none."""
    places = [i for i, t in enumerate(tokens) if t.has(tag)]
    if not places and tag in _TIMES:
        # "In Scarlet? And in gen 3?": a generation in place of a game
        places = [i for i, t in enumerate(tokens) if any(t.has(other) for other in _TIMES)]
        if len(places) != len(new):
            return [*tokens, *new]
    if not places:
        return None
    swapped = list(tokens)
    if len(new) == len(places):
        for i, token in zip(places, new, strict=True):
            swapped[i] = replace(token, start=swapped[i].start, end=swapped[i].end)
    elif len(new) == 1:
        swapped[places[-1]] = replace(new[0], start=swapped[places[-1]].start, end=swapped[places[-1]].end)
    elif len(places) == 1:
        swapped = [*tokens[: places[0]], *new, *tokens[places[0] + 1 :]]
    else:
        return None
    return swapped
