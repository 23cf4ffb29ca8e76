""" "Dragonite x Charizard": an x between two names joins them where breeding is spoken of, and names no Mega form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .algebra import Mon
from .lexer import Token
from .word_lists import word_list

_CROSSES = frozenset(word_list("crosses"))
_AND = {"bool": ("and",)}


def with_crosses(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with such an x read as "and"."""
    if not any(t.has("breed") or t.has("attr", "egg-group") or t.has("egg") for t in tokens):
        return list(tokens)
    result: list[Token] = []
    for i, token in enumerate(tokens):
        behind_name = bool(i) and tokens[i - 1].has("mon")
        if behind_name and token.text.casefold() in _CROSSES and i + 1 < len(tokens) and tokens[i + 1].has("mon"):
            result.append(replace(token, readings=_AND))
        elif behind_name and token.text.casefold().startswith("x ") and token.has("mon"):
            plain = [Mon(mon.species_id, mon.species_id) for mon in token.readings["mon"]]
            result.append(replace(token, readings=_AND))
            result.append(replace(token, readings={"mon": tuple(plain)}))
        else:
            result.append(token)
    return result
