"""What queries speak of: Pokémon and other things with a name, times, attributes and units."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

EntityKind = Literal[
    "pokemon", "move", "ability", "item", "type", "nature", "egg_group", "generation", "version_group", "region"
]


@dataclass(frozen=True, slots=True)
class Mon:
    """A Pokémon. `pokemon_id` is its variety (the ordinary one where no form was named).

    `form_named` tells whether the question named a form; `cosmetic_form_id` is set for one that shares its
    row (Unown B). A species named plainly has `form_named` False.
    """

    species_id: int
    pokemon_id: int
    form_named: bool = False
    cosmetic_form_id: int | None = None


@dataclass(frozen=True, slots=True)
class Thing:
    """Anything else with a name: `kind` and the id in its table."""

    kind: EntityKind
    id: int


Subject = Mon | Thing


@dataclass(frozen=True, slots=True)
class Scope:
    """The time a question is about. All None: now.

    `version_groups` is set when a game was named; its generation is set too. `versions` narrows them to single games
    where those differ (Ruby, but not Sapphire).
    """

    generation: int | None = None
    version_groups: tuple[int, ...] = ()
    versions: tuple[int, ...] = ()


NOW = Scope()

# --------------------------------------------------------------------------- attributes

#: Of a Pokémon. The six stat names are those of `pokedex.model.STATS`.
PokemonAttribute = Literal[
    "profile", "type", "stats", "total", "hp", "attack", "defense", "special-attack", "special-defense", "speed",
    "height", "weight", "bmi", "ability", "hidden-ability", "ordinary-ability", "generation", "region", "dex-number",
    "egg-group", "gender-ratio", "capture-rate", "hatch", "ev-yield", "growth-rate", "base-experience", "happiness",
    "color", "shape", "habitat", "genus", "name", "forms", "status", "locations", "evolution", "weakness",
    "resistance", "immunity", "first-type", "second-type", "id", "name-length", "name-length-zh", "best-stat",
    "worst-stat", "evolution-level",
]  # fmt: skip
#: Of a move.
MoveAttribute = Literal[
    "profile", "type", "power", "accuracy", "pp", "priority", "damage-class", "target", "effect", "generation", "name",
    "machine", "hm", "tr", "tm", "contact", "id",
]  # fmt: skip
#: Of an ability, an item, a nature, a type or an egg group.
OtherAttribute = Literal["profile", "name", "generation", "effect", "members", "cost"]
Attribute = PokemonAttribute | MoveAttribute | OtherAttribute


@dataclass(frozen=True, slots=True)
class Sum:
    """Numeric attributes added up: "Attack and Speed together"."""

    attributes: tuple[Attribute, ...]


#: What can be compared, ranked and bounded: a numeric attribute, or several added up.
Measure = Attribute | Sum

Unit = Literal["imperial", "kg", "g", "lb", "t", "jin", "taijin", "m", "cm", "ft", "in"]
Sense = Literal["max", "min"]
Operator = Literal["gt", "ge", "lt", "le", "eq", "ne"]
