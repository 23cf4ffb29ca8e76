"""A class in front of a name that it is true of: "the legendary Pokémon Mewtwo", 传说的宝可梦超梦."""

from __future__ import annotations

from collections.abc import Sequence

from ..pokedex.conditions import compile_condition
from ..pokedex.dataset import Dataset
from .algebra import IsClass
from .lexer import Token

#: Behind these the class is what is asked for: "which legendary Pokémon Mewtwo beats".
_ASKED = ("wh", "list", "each", "number", "neg", "exist", "mon", "cmp", "sup", "adv")
#: The same behind "the".
_LISTED = ("list", "each", "number", "exist", "mon")


def without_apposed_classes(tokens: list[Token], dataset: Dataset) -> list[Token]:
    """The tokens without a class, and the word for Pokémon behind it, right in front of one of its members."""
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
