""" "Ever", "once" and "at any point" beside a verb of the past: what was so in an earlier generation is asked too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .lexer import Token
from .word_lists import word_list

_EVER = frozenset(word_list("past-tense/ever"))
_PAST = frozenset(word_list("past"))
_PERFECT = frozenset(word_list("perfect"))
#: What the generations changed: types, abilities, the type chart.
_CHANGED = ("type", "ability", "mu")


def with_ever(tokens: list[Token]) -> list[Token]:
    """The tokens with "ever" as a word for the past, where types, abilities or match-ups are asked about with it."""
    if not tokens or any(t.has(tag) for t in tokens for tag in ("learn", "hist", "gen", "vg", "evolveby", "cmp")):
        return tokens
    asks = next((i for i, t in enumerate(tokens) if t.has("wh")), len(tokens))
    if any(t.text.casefold() in _EVER for t in tokens[asks:]):
        return tokens  # "Was ... ever a Normal type? Until when?" goes on to ask, "which types was it ever?" asks so
    words = [t.text.casefold().replace("’", "'") for t in tokens]
    tense = bool(_PAST.intersection(words[:2])) or (bool(_PERFECT.intersection(words[:2])) and _has_been(words))
    if not tense or not any(t.has(tag) and not t.has("learn") for t in tokens for tag in _CHANGED):
        return tokens
    if not any(t.has("mon") or t.has("mu") for t in tokens):
        return tokens
    return [replace(t, readings={"hist": ("past",)}) if t.text.casefold() in _EVER else t for t in tokens]


#: Words for the past that say no more than the generation or game beside them: "used to be what type in gen 1".
_TIMELESS: dict[str, dict[str, tuple[str, ...]]] = {
    "used to be": {"aux": ("be",)}, "use to be": {"aux": ("be",)}, "used to have": {"aux": ("have",)},
    "原来": {"filler": ("filler",)}, "以前": {"filler": ("filler",)}, "当初": {"filler": ("filler",)},
    "以前的": {"filler": ("filler",)}, "原来的": {"filler": ("filler",)}, "从前的": {"filler": ("filler",)},
    "过去的": {"filler": ("filler",)}, "之前的": {"filler": ("filler",)}, "当年的": {"filler": ("filler",)},
    "原本": {"filler": ("filler",)}, "当时": {"filler": ("filler",)}, "那会儿": {"filler": ("filler",)},
}  # fmt: skip


def without_said_twice(tokens: list[Token]) -> list[Token]:
    """The tokens with such a word as a small one, where one generation or game alone is named."""
    times = [t for t in tokens if t.has("gen") or t.has("vg")]
    if len(times) != 1 or any(t.has("hist", "now") or t.has("hist", "change") or t.has("since") for t in tokens):
        return tokens
    result = []
    for i, t in enumerate(tokens):
        before_it = (
            i > 0 and (tokens[i - 1].has("gen") or tokens[i - 1].has("vg")) and t.text.startswith(("以前", "之前"))
        )
        known = _TIMELESS.get(t.text.casefold()) if t.has("hist", "past") or t.has("light") else None
        result.append(replace(t, readings=known) if known and not before_it else t)
    return result


def _has_been(words: Sequence[str]) -> bool:
    return any(word in ("been", "had") for word in words)


#: "Former", "previous", in front of a value.
_FORMER = frozenset(word_list("past-tense/former"))
#: What has had other values.
_VALUES = frozenset({"type", "ability", "hidden-ability", "stats", "hp", "attack", "defense", "special-attack",
                     "special-defense", "speed", "total", "power", "accuracy", "pp", "damage-class"})  # fmt: skip


def with_former(tokens: list[Token]) -> list[Token]:
    """The tokens with "former" in front of a value as a word for the past: "the former type of Gardevoir"."""
    for i, token in enumerate(tokens[:-1]):
        if token.text.casefold() in _FORMER and _VALUES.intersection(tokens[i + 1].readings.get("attr", ())):
            return [*tokens[:i], replace(token, readings={"hist": ("past",)}), *tokens[i + 1 :]]
    return tokens
