"""What is told in front of a question: "防御最高的是壶壶?" is asked back by nothing but its tone, a claim to be
weighed; of 巨牙鲨特攻95,攻击呢 both stats are told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..pokedex.model import STATS
from .lexer import Token
from .word_lists import word_list

_IS = frozenset(word_list("told-is"))
_STATS = frozenset({*STATS, "total"})
#: What asks by itself.
_ASKS = ("wh", "yn", "ell", "level", "ev", "cmp", "bool", "attr")


def with_told_tops(tokens: Sequence[Token]) -> list[Token]:
    """The tokens of such a claim with the particle that asks."""
    result = list(tokens)
    if len(result) < 3 or not result[-1].has("mon") or result[-1].text.isascii():
        return result
    said, front = result[-2], result[:-2]
    if said.text not in _IS or not any(t.has("sup") for t in front) or any(t.has("mon") for t in front):
        return result
    if any(t.has(tag) for t in front for tag in _ASKS if not t.has("sup")):
        return result
    last = result[-1]
    asking = replace(last, text="吗", readings={"yn": ("yn",), "filler": ("filler",)}, start=last.end, mark="")
    return [*result, replace(asking, origin=(last.origin[1], last.origin[1]))]


#: What makes a number beside a stat something else than its base stat.
_NO_BASE = ("level", "evs", "iv", "nature", "bend", "cmp", "unit", "percent", "move", "item", "yn", "sup", "gen",
            "vg", "contrast", "stages", "invest", "extreme")  # fmt: skip


def with_told_values(tokens: Sequence[Token]) -> list[Token]:
    """The tokens without the value that a stat is told to have, where another stat of the same Pokémon is asked for:
    the answer tells both.
    """
    result = list(tokens)
    numbers = [i for i, t in enumerate(result) if t.has("number")]
    if (
        len(numbers) != 1
        or sum(t.has("mon") for t in result) != 1
        or any(t.has(tag) for t in result for tag in _NO_BASE)
    ):
        return result
    if any(t.has("op", way) for t in result for way in ("gt", "lt", "ge", "le")):
        return result
    n = numbers[0]
    stats = [i for i, t in enumerate(result) if _STATS.intersection(t.readings.get("attr", ()))]
    told = [i for i in stats if i < n and all(_is_idle(t) for t in result[i + 1 : n])] or [
        i for i in stats if i == n + 1
    ]
    if len(stats) != 2 or len(told) != 1 or told[0] != stats[0] or stats[1] < n:
        return result
    between = result[max(n, told[0]) + 1 : stats[1]]
    asks = result[-1].text == "呢" or any(t.has("ell") for t in between) or any(t.has("wh") for t in result[n + 1 :])
    asks = asks or [t.has("bool", "and") or t.has("pron", "it") for t in between] == [True, True]  # "and its Attack?"
    same = result[stats[0]].readings["attr"] == result[stats[1]].readings["attr"]
    if not asks or same or result[0].has("aux"):
        return result
    return [replace(t, readings={"filler": ("filler",)}) if i == n else t for i, t in enumerate(result)]


def _is_idle(token: Token) -> bool:
    return token.has("aux") or token.has("filler") or token.text in _IS
