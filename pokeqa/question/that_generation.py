"""Follow-ups that point at a generation: "the starters of that generation", 那一代的御三家."""

from __future__ import annotations

from dataclasses import replace

from ..pokedex.dataset import Dataset
from .algebra import Mon
from .context import Context
from .lexer import Token
from .word_lists import word_list

_POINTING = frozenset(word_list("that-generation/pointing"))
#: Numerals that point at no first generation behind a pointing word (那一代).
_ONE = frozenset(word_list("that-generation/one"))


def in_that_generation(tokens: list[Token], context: Context, dataset: Dataset) -> list[Token] | None:
    """The clause with the generation that is pointed at; the same tokens where none is, None where it is not known."""
    for i in range(1, len(tokens)):
        named = tokens[i].has("noun", "generation") or (tokens[i].text in _ONE and tokens[i].has("gen"))
        if not named or tokens[i - 1].text.casefold() not in _POINTING:
            continue
        meant = _meant(context, dataset)
        if meant is None:
            return None
        start = i - 1
        if start and tokens[start - 1].text.casefold() == "the":
            start -= 1
        place = replace(tokens[i], readings={"gen": (str(meant),)}, how="context", text=f"gen {meant}")
        return [*tokens[:start], place, *tokens[i + 1 :]]
    return tokens


def _meant(context: Context, dataset: Dataset) -> int | None:
    """The generation that the last question named, else that of the one Pokémon of the talk."""
    named = [t.readings["gen"][0] for t in context.tokens if t.has("gen")]
    if len(named) == 1 and str(named[0]).isdigit():
        return int(str(named[0]))
    species = {mon.species_id for t in context.mons for mon in t.readings["mon"]}
    if len(species) != 1 or len(context.mons) != 1 or context.several:
        return None
    mon: Mon = context.mons[0].readings["mon"][0]
    return dataset.species[mon.species_id].generation
