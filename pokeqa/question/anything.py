""" "Anything both Ground and Flying?", "can a Water type have Levitate?": words for whatever there is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .lexer import ANY, Token
from .word_lists import word_list

_ANY = frozenset(word_list("anything"))
#: What such a description is made of.
_DESCRIBING = ("type", "ability", "bool", "team", "each", "typecount", "cls", "color", "region", "gen", "filler", "neg")


def with_anything(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with such a word as "which Pokémon are", where nothing but types and the like stands behind it."""
    result = list(tokens)
    k = next((i for i, t in enumerate(result[:2]) if t.text.casefold() in _ANY), None)
    if k is None or len(result) < k + 2 or (k and not result[0].has("filler")):
        return result
    rest = result[k + 1 :]
    described = all(any(t.has(tag) for tag in _DESCRIBING) or t.has("noun", "type") for t in rest)
    abilities = sum(t.has("ability") for t in rest)
    if not described or not (any(t.has("type") for t in rest) or abilities > 1):
        return result
    if abilities > 1:
        rest = [replace(rest[0], text="with", readings={"aux": ("have",)}), *rest]
    first = result[k]
    which = replace(first, text="which", readings={"wh": ("which",)}, mark="")
    of_those = first.text.casefold().split()[0] == "any"  # "any that aren't Grass?" may ask of a set that was told of
    noun = replace(
        first,
        how=ANY if of_those else first.how,
        text="pokemon",
        readings={"noun": ("pokemon",)},
        start=first.end,
        mark="",
    )
    be = replace(first, text="are", readings={"aux": ("be",)}, start=first.end, mark="")
    return [which, noun, be, *rest]


#: What there may be for somebody to do something, and what joins it on.
_WAYS = frozenset(word_list("anything/ways"))
_FOR = frozenset(word_list("anything/for"))


def with_any_of_a_type(tokens: list[Token]) -> list[Token]:
    """The tokens with "can a Water type" as "can any Water type", "is there any way for it to" as "can it"."""
    tokens = _without_way(tokens)
    if len(tokens) < 4 or not tokens[0].has("aux") or not tokens[1].has("list", "one"):
        return tokens
    k = 2
    while k < len(tokens) and (tokens[k].has("type") or tokens[k].has("cls")) and not tokens[k].has("noun", "type"):
        k += 1
    if (
        k == 2
        or k + 1 >= len(tokens)
        or tokens[k + 1].has("noun", "move")
        or not (tokens[k].has("noun", "type") or tokens[k].has("noun", "pokemon"))
    ):
        return tokens
    return [tokens[0], replace(tokens[1], text="any", readings={"list": ("all",)}), *tokens[2:]]


def _without_way(tokens: list[Token]) -> list[Token]:
    if not tokens or not tokens[0].has("exist"):
        return tokens
    k = next((i for i, t in enumerate(tokens[1:3], 1) if t.text.casefold() in _WAYS), None)
    if k is None or k + 2 >= len(tokens) or tokens[k + 1].text.casefold() not in _FOR:
        return tokens
    can = replace(tokens[0], text="can", readings={"aux": ("can",)})
    return [can, *(t for t in tokens[k + 2 :] if t.text.casefold() != "to")]
