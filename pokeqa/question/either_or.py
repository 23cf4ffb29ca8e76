"""要么钢要么岩石系: the first of two words for "either" joins nothing yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .lexer import Token
from .word_lists import word_list

_EITHER = frozenset(word_list("either-or"))


_THAN = frozenset(word_list("either-or/than"))


def without_opposites(tokens: list[Token]) -> list[Token]:
    """ "Faster or slower than Garchomp?", 比烈咬陆鲨快还是慢: which of the two has more."""
    for i in range(1, len(tokens) - 1):
        more, less = tokens[i - 1], tokens[i + 1]
        if not tokens[i].has("bool", "or") or not more.has("cmp") or not less.has("cmp"):
            continue
        sides = [{str(v).rpartition(":")[::2] for v in t.readings["cmp"]} for t in (more, less)]
        opposite = [name for name, way in sides[0] if way != "eq" and (name, _OTHER.get(way)) in sides[1]]
        around = [
            t for t in [*tokens[: i - 1], *tokens[i + 2 :]] if not (t.has("mon") or t.has("attr") or _says_less(t))
        ]
        if not opposite or around or sum(t.has("mon") for t in tokens) != _TWO:
            continue
        who = replace(more, text="who", readings={"wh": ("who",)}, end=more.start, mark="")
        named = [t for t in tokens if t.has("mon")]
        stats = [t for t in tokens if t.has("attr") and not t.has("cmp")]
        cmp = replace(more, readings={"cmp": (f"{opposite[0]}:gt",)})
        joint = replace(named[1], text="and", readings={"bool": ("and",)}, end=named[1].start, mark="")
        return [who, cmp, *stats, named[0], joint, named[1]]
    return tokens


_OTHER = {"gt": "lt", "lt": "gt"}
_TWO = 2


def _says_less(token: Token) -> bool:
    """Is it a word between the two that the question does without?"""
    return token.text.casefold() in _THAN or any(token.has(tag) for tag in ("aux", "filler", "prep"))


def without_first_either(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with the first of them as a word that says nothing, and the others as "or"."""
    places = [i for i, t in enumerate(tokens) if t.text in _EITHER]
    result = list(tokens)
    if len(places) > 1 and len({tokens[i].text for i in places}) == 1:
        result[places[0]] = replace(tokens[places[0]], readings={"filler": ("filler",)})
        for i in places[1:]:
            result[i] = replace(tokens[i], readings={"bool": ("or",)})
    return result


def one_choice(runs: Sequence[list[Token]]) -> list[list[Token]]:
    """ "Is it physical? special? And its power?": the second class of damage asks nothing that the first does not."""
    kept: list[list[Token]] = []
    for run in runs:
        if kept and kept[-1][-1].has("moveclass") and len(run) == 1 and run[0].has("moveclass"):
            continue
        kept.append(run)
    return kept
