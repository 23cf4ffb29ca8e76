"""Attacks as verbs: "can I earthquake a Bronzong?", "if I slam Tyranitar with Close Combat"."""

from __future__ import annotations

from dataclasses import replace

from ..pokedex.dataset import Dataset
from .clause import is_free
from .lexer import Token
from .word_lists import word_list

#: Who attacks.
_SPEAKERS = frozenset(word_list("by-its-move/speakers"))
#: Attacks whose names say something else of a Pokémon: one returns it, or flies on it.
_PLAIN_VERBS = frozenset(word_list("by-its-move/plain-verbs"))
_CAN_ONE = frozenset(word_list("found-on/can-one"))
_ATTACKERS = _SPEAKERS | _CAN_ONE
_EFFECT = {"mu": ("effect:att",)}


def with_attacking(tokens: list[Token], dataset: Dataset) -> list[Token]:
    """The tokens with the verb as attacking, by the attack behind "with", else by the one that it names."""
    for i in range(1, len(tokens) - 1):
        verb = tokens[i]
        if not verb.has("move") or tokens[i - 1].text.casefold() not in _ATTACKERS:
            continue
        hit = i + 1 + (tokens[i + 1].text.casefold() in ("a", "an", "the", "my", "their"))
        if hit >= len(tokens) or not tokens[hit].has("mon"):
            continue
        behind = tokens[hit + 1 :]
        if len(behind) > 1 and behind[0].text.casefold() in ("with", "using") and any(t.has("move") for t in behind):
            return [*tokens[:i], replace(verb, readings=_EFFECT), *tokens[i + 1 :]]
        harms = len(verb.readings["move"]) == 1 and dataset.moves[verb.value("move")].damage_class != "status"
        can = any(t.has("aux", "can") or t.text.casefold() in _CAN_ONE for t in tokens[:i])
        if not harms or not can or verb.text.casefold() in _PLAIN_VERBS or not all(map(is_free, behind)):
            continue
        return [*tokens[: i + 1], replace(verb, readings=_EFFECT, text="hit", name=""), *tokens[hit:]]
    return tokens
