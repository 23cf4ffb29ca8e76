"""Which Pokémon a search finds: the ordinary forms first, then what other forms add.

`main` holds the hits that are counted; `extras` the lasting forms (regional and the like) of species whose ordinary
form does not fulfil the condition. Mega, Gigantamax and other battle forms are only found where every form is asked
for.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...question.algebra import (
    And,
    Condition,
    Defends,
    EvolvesBy,
    HasAbility,
    HasType,
    IsClass,
    Learns,
    MetAt,
    Not,
    Number,
    NumberAgainst,
    OneOf,
    Search,
    Stage,
    TypeCount,
    TypeSlot,
)
from ...question.conditions import leaves
from ..conditions import compile_condition
from ..dataset import Dataset
from ..model import Pokemon
from ..varieties import index_of

#: Conditions that another form of the same species may fulfil where the ordinary form does not.
FORM_CONDITIONS = (
    HasType, TypeSlot, TypeCount, Number, NumberAgainst, HasAbility, Learns, Defends, Stage, OneOf, MetAt, EvolvesBy,
)  # fmt: skip

#: Numbers that belong to the species, whatever its form.
SPECIES_NUMBERS = frozenset({
    "dex-number", "id", "generation", "capture-rate", "hatch", "happiness", "gender-ratio", "growth-rate", "forms",
    "name-length", "name-length-zh",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Found:
    """What a search finds, in dex order. `by_extras`: no ordinary form fits, so that the other forms are the hits."""

    main: tuple[Pokemon, ...]
    extras: tuple[Pokemon, ...] = ()
    by_extras: bool = False
    first_starters: bool = False

    @property
    def extra_species(self) -> int:
        """How many species the other forms add."""
        return len({pokemon.species_id for pokemon in self.extras})


def find(query: Search, dataset: Dataset) -> Found:
    """The Pokémon that fulfil the condition of a search."""
    first = query.order is None and not mentions(query.condition, Stage) and not _leaves_out_starters(query.condition)
    found = _find(query, dataset, first)
    if first and not found.main:
        return _find(query, dataset, False)
    return found


def _leaves_out_starters(condition: Condition) -> bool:
    """ "Fire types that are no starters", 不要御三家: what they evolve into is not wanted either."""
    parts = condition.conditions if isinstance(condition, And) else (condition,)
    return Not(IsClass("starter")) in parts


def _find(query: Search, dataset: Dataset, first_starters: bool) -> Found:
    index = index_of(dataset)
    generation = query.scope.generation
    every = query.forms == "all"
    holds = compile_condition(query.condition, dataset, query.scope, by_form=every, first_starters=first_starters)
    pool: Iterable[Pokemon] = index.distinct if every else index.ordinary
    main = tuple(p for p in pool if (generation is None or p.generation <= generation) and holds(p))
    if query.forms != "species" or not depends_on_form(query.condition):
        return Found(main, first_starters=first_starters)
    fits = compile_condition(query.condition, dataset, query.scope, by_form=True, first_starters=first_starters)
    taken = {pokemon.species_id for pokemon in main}
    extras = tuple(
        form
        for species_id, forms in index.lasting.items()
        if species_id not in taken
        for form in forms
        if (generation is None or form.generation <= generation) and fits(form)
    )
    if not main and extras:
        return Found(extras, by_extras=True, first_starters=first_starters)
    return Found(main, extras, first_starters=first_starters)


def battle_forms(query: Search, dataset: Dataset) -> tuple[Pokemon, ...]:
    """The Mega and other passing forms that fulfil the condition."""
    fits = compile_condition(query.condition, dataset, query.scope, by_form=True)
    generation = query.scope.generation
    forms = (p for p in index_of(dataset).distinct if not p.is_default)
    return tuple(form for form in forms if (generation is None or form.generation <= generation) and fits(form))


def mentions(condition: Condition, *kinds: type) -> bool:
    """Whether a condition of one of these classes occurs anywhere in it."""
    return any(isinstance(leaf, kinds) for leaf in leaves(condition))


def depends_on_form(condition: Condition) -> bool:
    """Whether forms of one species can differ in it."""
    return any(
        isinstance(leaf, FORM_CONDITIONS)
        and not (isinstance(leaf, Number | NumberAgainst) and leaf.attribute in SPECIES_NUMBERS)
        for leaf in leaves(condition)
    )
