"""Questions of which a query would tell half.

Of several times one: "can Pikachu learn Surf in gen 1 and gen 2?"; of a Pokémon and of others the first.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..pokedex.dataset import Dataset
from .algebra import Check, Evolve, Facts, Learn, Matchup, Query
from .lexer import Token

#: Queries that hold for one time.
_OF_ONE_TIME = (Facts, Check, Learn, Matchup, Evolve)


def names_several_times(tokens: Sequence[Token]) -> bool:
    """Are generations joined by "and"?"""
    times = [i for i, token in enumerate(tokens) if token.has("gen")]
    if len(times) < 2 or len({tokens[i].readings["gen"] for i in times}) < 2:
        return False
    return any(tokens[i - 1].has("bool", "and") for i in times if i)


def asks_who_else(tokens: Sequence[Token]) -> bool:
    """Are others asked for, whom no fact of the one that is named tells ("its Hidden Ability, who else has it?")?"""
    return any(token.has("wh", "who") and token.has("signature", "else") for token in tokens)


def tells_half(query: Query, dataset: Dataset, *, several: bool, others: bool = False) -> bool:
    """Would the answer be of one of several times alone, or of the one named where `others` are asked for?"""
    if others and isinstance(query, Facts):
        return True
    if not isinstance(query, _OF_ONE_TIME) or query.scope.generation is None:
        return False
    groups = query.scope.version_groups
    if groups and isinstance(query, (Check, Matchup)):
        return len({dataset.version_groups[group].generation for group in groups}) > 1
    return several and not groups
