"""Questions of several times, of which a query would tell one: "can Pikachu learn Surf in gen 1 and gen 2?"."""

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


def tells_half(query: Query, dataset: Dataset, *, several: bool) -> bool:
    """Would the answer be of one of the times that are named alone?"""
    if not isinstance(query, _OF_ONE_TIME) or query.scope.generation is None:
        return False
    groups = query.scope.version_groups
    if groups and isinstance(query, (Check, Matchup)):
        return len({dataset.version_groups[group].generation for group in groups}) > 1
    return several and not groups
