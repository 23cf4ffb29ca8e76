"""Names for what there is not: a form that a Pokémon does not have ("Mega Pikachu"), a generation that has not come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..pokedex.conditions import compile_condition
from ..pokedex.dataset import Dataset
from .algebra import Check, HasForm, Introduced, Query
from .clause import is_free
from .lexer import Token
from .word_lists import word_list

#: No generation beyond this is meant by a number beside the word.
_FARTHEST = 30
#: What asks for something that is to come.
_TO_COME = frozenset(word_list("to-come"))
#: Regions whose names stand in front of a Pokémon for its form.
_REGIONAL = frozenset({"alola", "galar", "hisui", "paldea"})


def of_no_generation(tokens: Sequence[Token], dataset: Dataset) -> Query | None:
    """ "Gen 12 starters", 第11世代的御三家: that there is no such generation."""
    if any(t.text.casefold() in _TO_COME or t.has("unknown") for t in tokens):
        return None
    last = max(dataset.generations)
    for i, token in enumerate(tokens):
        if not token.has("noun", "generation") or token.has("gen"):
            continue
        behind = i + 1 < len(tokens) and tokens[i + 1].has("number")
        counted = i > 0 and tokens[i - 1].has("number") and not token.text.isascii()
        number = tokens[i + 1] if behind else tokens[i - 1] if counted else None
        place = i > 0 and tokens[i - 1].has("rank") and tokens[i - 1].text.startswith("第")  # 第十世代
        place = place and not any(t.has("type") for t in tokens)
        if (number is None and not place) or any(t.has("mon") for t in tokens):
            continue
        value = float(number.readings["number"][0] if number is not None else tokens[i - 1].readings["rank"][0])
        if value == int(value) and last < value <= _FARTHEST:
            return Introduced("generation", int(value))
    return None


def without_no_form(tokens: Sequence[Token], dataset: Dataset) -> tuple[list[Token], Query] | None:
    """The tokens without a word for a form that the Pokémon beside it does not have, and that it has none."""
    tokens = _joined(tokens)
    for i, token in enumerate(tokens):
        kind = _kind(token, dataset)
        if kind is None:
            continue
        at = _beside(tokens, i)
        if at is None or len(tokens[at].readings["mon"]) != 1:
            continue
        mon = tokens[at].readings["mon"][0]
        has = HasForm(kind)  # type: ignore[arg-type]
        if mon.form_named or compile_condition(has, dataset)(dataset.pokemon[mon.pokemon_id]) is not False:
            return None
        return [t for k, t in enumerate(tokens) if k != i], Check(mon, has)
    return None


def _joined(tokens: Sequence[Token]) -> list[Token]:
    """超级 in front of a Pokémon is one word, which is for its Mega form."""
    result = list(tokens)
    for i in range(len(tokens) - 3, -1, -1):
        if tokens[i].text == "超" and tokens[i + 1].text in ("级", "級") and tokens[i + 2].has("mon"):
            result[i : i + 2] = [replace(tokens[i], text="超级", readings={"formkind": ("mega",)})]
    return result


def _kind(token: Token, dataset: Dataset) -> str | None:
    """The form that a word is for; 阿罗拉 in front of a name is one too."""
    if token.has("formkind"):
        return str(token.readings["formkind"][0])
    if not token.has("region") or token.text.isascii():
        return None
    name = dataset.regions[token.readings["region"][0]].names["en"].casefold()
    return name if name in _REGIONAL else None


def _beside(tokens: Sequence[Token], i: int) -> int | None:
    """Where the Pokémon stands that the word for a form belongs to: right behind it, or in front ("Pikachu's Mega")."""
    if i + 1 < len(tokens) and tokens[i + 1].has("mon"):
        return i + 1
    k = i - 1
    while k >= 0 and not tokens[k].has("mon") and (is_free(tokens[k]) or tokens[k].has("pron")):
        k -= 1
    return k if k >= 0 and tokens[k].has("mon") and tokens[i].has("formkind") else None
