"""A class beside a name that it is true of: "the legendary Pokémon Mewtwo", "can a legendary like Mewtwo breed?"."""

from __future__ import annotations

from collections.abc import Sequence

from ..pokedex.conditions import compile_condition
from ..pokedex.dataset import Dataset
from .algebra import HasType, IsClass
from .clause import is_free
from .lexer import Token
from .word_lists import word_list

#: Behind these the class is what is asked for: "which legendary Pokémon Mewtwo beats".
_ASKED = ("wh", "list", "each", "number", "neg", "exist", "mon", "cmp", "sup", "adv")
#: The same behind "the".
_LISTED = ("list", "each", "number", "exist", "mon")
#: What leads from a class to one of its members, and in Chinese from the member to its class.
_LIKE = frozenset(word_list("apposition/like"))
_OF_THIS_KIND = frozenset(word_list("apposition/of-this-kind"))
#: What describes a class of Pokémon.
_KINDS = ("cls", "type", "formkind")
#: Where members are asked for, nothing is said of the one that is named.
_MEMBERS_ASKED = ("exist", "list", "whoami", "similarity")


def without_apposed_classes(tokens: list[Token], dataset: Dataset) -> list[Token]:
    """The tokens without a class, and the word for Pokémon behind it, right in front of one of its members; nor with
    one that only tells what the member is that stands for it ("legendaries such as Rayquaza", 超梦这种神兽).
    """
    if any(t.text.casefold() in _LIKE or t.text in _OF_THIS_KIND for t in tokens):
        tokens = _without_classes_of_examples(tokens, dataset)
    if not any(t.has("cls") for t in tokens):
        return tokens
    kept: list[Token] = []
    i = 0
    while i < len(tokens):
        end = _end(tokens, i, dataset)
        before = next((t for t in reversed(kept) if not t.has("filler")), None)
        named = bool(kept) and kept[-1].text.casefold() == "the"  # "What is the legendary bird Articuno weak to?"
        asked = _LISTED if named else _ASKED
        if end and not (before is not None and any(before.has(tag) for tag in asked)):
            i = end
            continue
        kept.append(tokens[i])
        i += 1
    return kept


def _end(tokens: Sequence[Token], i: int, dataset: Dataset) -> int:
    """Where the name begins that the class at i is true of; 0 where there is none."""
    if not tokens[i].has("cls") or any(t.has("exist") for t in tokens):
        return 0
    k = i + 1 + (i + 1 < len(tokens) and tokens[i + 1].has("noun", "pokemon"))
    if k >= len(tokens) or not tokens[k].has("mon") or len(tokens[k].readings["mon"]) != 1:
        return 0
    apart = tokens[k].origin[0] - tokens[k - 1].origin[1]
    if apart > 1:
        return 0  # a comma stands between
    pokemon = dataset.pokemon[tokens[k].readings["mon"][0].pokemon_id]
    return k if compile_condition(IsClass(tokens[i].value("cls")), dataset)(pokemon) else 0


def _without_classes_of_examples(tokens: list[Token], dataset: Dataset) -> list[Token]:
    """ "A legendary like Mewtwo", 像超梦这样的神兽 as the one that is named, where something is asked of it."""
    members = [i for i, t in enumerate(tokens) if t.has("mon") and len(t.readings["mon"]) == 1]
    if not members or any(t.has(tag) and not t.has("filler") for t in tokens for tag in _MEMBERS_ASKED):
        return tokens
    for m in members:
        first, last = _example(tokens, m)
        kinds = [t for t in (*tokens[first:m], *tokens[m + 1 : last]) if any(t.has(tag) for tag in _KINDS)]
        kinds = [t for t in kinds if not t.has("noun", "type")]
        rest = (*tokens[:first], *tokens[last:])
        asks = any(_asks_of_it(t) for t in rest)
        if kinds and asks and all(_is_so(t, tokens[m], dataset) for t in kinds):
            return [*tokens[:first], tokens[m], *tokens[last:]]
    return tokens


def _asks_of_it(token: Token) -> bool:
    return token.has("attr") or not (is_free(token) or token.has("wh") or token.has("noun", "pokemon"))


def _example(tokens: Sequence[Token], m: int) -> tuple[int, int]:
    """Where a class and the example at m begin and end; the example alone where it stands for none."""
    k = m
    while k and tokens[k - 1].text.casefold() in _LIKE:
        k -= 1
    end = m + 1
    while end < len(tokens) and tokens[end].text in _OF_THIS_KIND and not (end == m + 1 and tokens[end].text == "的"):
        end += 1
    if end > m + 1 and not (k and tokens[k - 1].has("wh")):
        while end < len(tokens) and (any(tokens[end].has(tag) for tag in _KINDS) or tokens[end].has("noun")):
            end += 1
        return k, end
    first = k
    while first and first < m and any(tokens[first - 1].has(tag) for tag in (*_KINDS, "noun", "bool")):
        first -= 1
    while first and first < k and tokens[first - 1].has("filler") and not tokens[first - 1].has("wh"):
        first -= 1
    led = first < k and first > 0 and any(tokens[first - 1].has(tag) for tag in ("aux", "prep", "mu"))
    # "What is a Ghost like Gengar weak to?", "A starter such as Froakie: ...": one is spoken of, and asked of.
    single = first < k and tokens[first].text.casefold() in ("a", "an")
    led = led or (single and (not first or tokens[first - 1].has("wh")))
    return (first, m + 1) if led else (m, m + 1)


def _is_so(kind: Token, member: Token, dataset: Dataset) -> bool:
    """Is what a word describes true of a Pokémon?"""
    mon = member.readings["mon"][0]
    pokemon = dataset.pokemon[mon.pokemon_id]
    if kind.has("cls"):
        return compile_condition(IsClass(kind.value("cls")), dataset)(pokemon) is True
    if kind.has("formkind"):
        return pokemon.form_kind in kind.readings["formkind"]
    return all(compile_condition(HasType(one), dataset)(pokemon) is True for one in kind.readings["type"])
