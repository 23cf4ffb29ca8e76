"""An ability that is found on a Pokémon, or a Pokémon that is got with it: "can I get a Huge Power Medicham?"."""

from __future__ import annotations

from dataclasses import replace

from .clause import is_free
from .lexer import Token
from .word_lists import word_list

#: How a question begins that asks whether one can.
_CAN_ONE = word_list("found-on/can-one")
_CAN = {"aux": ("can",)}
_HAVE = {"aux": ("have",)}


def with_ability_had(tokens: list[Token]) -> list[Token]:
    """The tokens with the Pokémon as what can have the ability, where nothing else is asked."""
    abilities = [t for t in tokens if t.has("ability")]
    mons = [t for t in tokens if t.has("mon")]
    finds = [t for t in tokens if t.has("had") or t.has("meet")]
    if len(abilities) != 1 or len(mons) != 1 or len(finds) != 1 or abilities == mons:
        return tokens
    rest = [t for t in tokens if t not in (abilities[0], mons[0], finds[0])]
    if not all(is_free(t) or t.has("prep") or t.has("aux") for t in rest) or any(t.has("wh") for t in rest):
        return tokens
    if tokens[0].text.isascii() and not (
        tokens[0].has("aux", "can") or tokens[0].has("had") or tokens[0].text.casefold().startswith(_CAN_ONE)
    ):
        return tokens
    if any(t.has("neg") for t in rest):
        return tokens
    can = replace(tokens[0], readings=_CAN, text="can", name="")
    if not tokens[0].text.isascii():
        closing = [t for t in rest if t.has("yn")]
        return [mons[0], replace(finds[0], readings=_HAVE), abilities[0], *closing] if closing else tokens
    return [can, mons[0], replace(finds[0], readings=_HAVE, text="have"), abilities[0]]
