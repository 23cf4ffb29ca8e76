"""The records of the compiled Pokédex.

Identifiers are the source's integer ids. `Names` maps a language tag to a display name; the tags are
those of `LANGUAGES`. Heights are in decimetres and weights in hectograms, as in the source; `None`
means that the source does not know the value, never zero.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

LANGUAGES = ("en", "zh-hans", "zh-hant", "ja", "ja-roma", "ko", "fr", "de", "es", "it")

#: The six permanent stats, in the order in which `Pokemon.stats` holds them.
STATS = ("hp", "attack", "defense", "special-attack", "special-defense", "speed")

Names = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class AbilitySlots:
    """What a Pokémon can have as its ability: one or two ordinary ones and at most one hidden one.

    The ids are those of `Dataset.abilities`. An empty record means unknown, not "no ability".
    """

    first: int | None = None
    second: int | None = None
    hidden: int | None = None

    def ordinary(self) -> tuple[int, ...]:
        """The ordinary ability ids, in slot order."""
        return tuple(a for a in (self.first, self.second) if a is not None)

    def all(self) -> tuple[int, ...]:
        """Every ability id, the hidden one last, without repeats."""
        return tuple(dict.fromkeys(a for a in (self.first, self.second, self.hidden) if a is not None))


@dataclass(frozen=True, slots=True)
class Pokemon:
    """One variety with its own numbers: the ordinary form of a species, or a Mega, regional or other form.

    `form` is what the source's identifier adds to the species' ("" for the ordinary form), `form_kind` one of
    `FORM_KINDS`, `form_tags` the words that pick it out of its species ({"mega", "x"}, {"galar", "zen"}); an ordinary
    form has tags where its own name has words ({"altered"}). `names` are display names ("Alolan Raichu"), and
    `derived_names` the languages in which that name follows a rule because the source has none; `form_names` are the
    source's names of the form alone ("Altered Forme"). `generation` is the one in which this form was introduced;
    `effort` is empty where unknown.
    `types_past`, `stats_past` and `abilities_past` map the LAST generation in which a value held to it:
    `{5: (1,)}` reads "up to and including generation 5". `stats_past` maps to a stat name -> value
    ("special" is the single Special stat of generation 1); `abilities_past` to all slots as they were.
    """

    id: int
    identifier: str
    species_id: int
    names: Names
    form: str
    form_kind: str
    form_tags: frozenset[str]
    form_names: Names
    is_default: bool
    is_battle_only: bool
    generation: int
    version_group_id: int
    height_dm: int | None
    weight_hg: int | None
    base_experience: int | None
    types: tuple[int, ...]
    stats: tuple[int, ...]
    effort: tuple[int, ...]
    abilities: AbilitySlots
    types_past: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    stats_past: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    abilities_past: Mapping[int, AbilitySlots] = field(default_factory=dict)
    derived_names: frozenset[str] = frozenset()


#: "ordinary" is the default variety; "regional" covers Alola, Galar, Hisui and Paldea; "gigantamax" also
#: Eternamax; "cosmetic" is a variety without any number or type of its own that differs from the ordinary one.
FORM_KINDS = ("ordinary", "mega", "primal", "gigantamax", "regional", "totem", "other", "cosmetic")


@dataclass(frozen=True, slots=True)
class CosmeticForm:
    """A form that shares the row of its Pokémon: an Unown letter, a Vivillon pattern, an Arceus plate.

    `types` is set where the form changes the types (Arceus, Silvally) and empty elsewhere.
    """

    id: int
    identifier: str
    pokemon_id: int
    form: str
    names: Names
    form_names: Names
    types: tuple[int, ...]
    is_default: bool


@dataclass(frozen=True, slots=True)
class Species:
    """A species: what all its varieties share. `gender_rate` is eighths female, -1 genderless."""

    id: int
    identifier: str
    names: Names
    genus: Names
    generation: int
    evolves_from: int | None
    chain_id: int
    color_id: int
    shape_id: int | None
    habitat_id: int | None
    gender_rate: int
    capture_rate: int
    base_happiness: int | None
    is_baby: bool
    is_legendary: bool
    is_mythical: bool
    hatch_counter: int
    growth_rate_id: int
    egg_groups: tuple[int, ...]
    dex_numbers: Mapping[int, int]
    pokemon_ids: tuple[int, ...]
    default_pokemon_id: int


@dataclass(frozen=True, slots=True)
class Evolution:
    """One way from one Pokémon to another. Ids of the conditions are those of the tables they name.

    `from_pokemon_id` and `to_pokemon_id` are varieties: where the source names none, the ordinary ones.
    `from_form_id` and `to_form_id` are cosmetic forms, where the way holds for that one only (a Burmy cloak, a Sinistea
    pot). Conditions that are not asked for are None or False. `relative_physical_stats`: 1 Attack > Defense, 0 equal,
    -1 Attack < Defense. `region_id` is the region where it must happen. `version_group_id` is the version group the
    way was added in, or None; `is_default` is the source's mark of the way that holds today.
    `note` names a way that the source has no column for, as a key of the answer templates: "meltan-candy" (Melmetal),
    "shed" (Shedinja), "amped-nature" and "low-key-nature" (Toxtricity), "random-form" (Maushold, Dudunsparce),
    "sweet" (Alcremie).
    """

    from_pokemon_id: int
    to_pokemon_id: int
    trigger: str
    is_default: bool = True
    version_group_id: int | None = None
    item_id: int | None = None
    level: int | None = None
    gender: str | None = None
    location_id: int | None = None
    held_item_id: int | None = None
    time_of_day: str | None = None
    known_move_id: int | None = None
    known_move_type_id: int | None = None
    happiness: int | None = None
    beauty: int | None = None
    affection: int | None = None
    relative_physical_stats: int | None = None
    party_species_id: int | None = None
    party_type_id: int | None = None
    trade_species_id: int | None = None
    rain: bool = False
    upside_down: bool = False
    multiplayer: bool = False
    special_rock: bool = False
    region_id: int | None = None
    used_move_id: int | None = None
    move_count: int | None = None
    steps: int | None = None
    damage_taken: int | None = None
    note: str | None = None
    from_form_id: int | None = None
    to_form_id: int | None = None


@dataclass(frozen=True, slots=True)
class MoveChange:
    """The values a move had BEFORE a version group changed them; None where it did not change.

    A `power` of 0 reads "none or variable", as Hidden Power's was.
    """

    version_group_id: int
    type_id: int | None = None
    power: int | None = None
    pp: int | None = None
    accuracy: int | None = None
    priority: int | None = None
    effect_chance: int | None = None


@dataclass(frozen=True, slots=True)
class MoveMeta:
    """Numbers of a move's effect, percentages as whole numbers. `stat_changes` maps stat name -> stages."""

    category: str
    ailment: str
    min_hits: int | None
    max_hits: int | None
    min_turns: int | None
    max_turns: int | None
    drain: int
    healing: int
    crit_rate: int
    ailment_chance: int
    flinch_chance: int
    stat_chance: int
    stat_changes: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Move:
    """A move. `power` None: none or variable; `accuracy` None: it never misses.

    `damage_class` is "status", "physical" or "special"; `changes` are in the order of release.
    """

    id: int
    identifier: str
    names: Names
    generation: int
    type_id: int
    power: int | None
    pp: int | None
    accuracy: int | None
    priority: int
    target: str
    damage_class: str
    effect_chance: int | None
    flags: frozenset[str]
    meta: MoveMeta | None
    changes: tuple[MoveChange, ...]
    is_shadow: bool = False


@dataclass(frozen=True, slots=True)
class MoveValues:
    """What a move was in one game or generation. `power` None: none or variable; `accuracy` None: it never misses."""

    type_id: int
    power: int | None
    pp: int | None
    accuracy: int | None
    priority: int
    effect_chance: int | None
    damage_class: str


@dataclass(frozen=True, slots=True)
class Named:
    """A record that is little more than a name: a region, an egg group, a colour, a game."""

    id: int
    identifier: str
    names: Names


@dataclass(frozen=True, slots=True)
class Location(Named):
    """A place. `region_id` tells the many places called Route 1 apart; None where it belongs to no region."""

    region_id: int | None = None


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability and the generation that introduced it."""

    id: int
    identifier: str
    names: Names
    generation: int


@dataclass(frozen=True, slots=True)
class Type:
    """One of the 18 types (ids 1 to 18), or one that no type chart has.

    Those are Stellar (19, only a Tera type), the old ??? type (10001, once Curse's) and Shadow (10002).
    `damage_class` is the class of all the type's damaging moves in generations 1 to 3.
    """

    id: int
    identifier: str
    names: Names
    generation: int
    damage_class: str | None = None


@dataclass(frozen=True, slots=True)
class Nature:
    """A nature: the stats it raises and lowers by a tenth (equal for the five neutral ones)."""

    id: int
    identifier: str
    names: Names
    increased_stat: str
    decreased_stat: str


@dataclass(frozen=True, slots=True)
class Item:
    """An item and what it costs to buy, in Pokémon Dollars (0: not sold; None: not recorded)."""

    id: int
    identifier: str
    names: Names
    cost: int | None


@dataclass(frozen=True, slots=True)
class VersionGroup:
    """Games that share their data: Red and Blue. `order` is the release order."""

    id: int
    identifier: str
    generation: int
    order: int
    version_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Version:
    """One game."""

    id: int
    identifier: str
    names: Names
    version_group_id: int


@dataclass(frozen=True, slots=True)
class Generation:
    """A generation and the region it opened with."""

    id: int
    identifier: str
    names: Names
    region_id: int


@dataclass(frozen=True, slots=True)
class GrowthRate:
    """How fast a species levels up: `experience[level - 1]` points in all are needed for `level` (1 to 100)."""

    id: int
    identifier: str
    names: Names
    experience: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Machine:
    """A TM, HM or TR: in this version group, this number holds this move. `kind` is "tm", "hm" or "tr"."""

    kind: str
    number: int
    version_group_id: int
    move_id: int


@dataclass(frozen=True, slots=True)
class FormCondition:
    """What brings a form about: the Mega Stone, the plate, the ability or the move.

    `trigger` is "held-item", "consumed-item", "key-item", "ability", "gigantamax-factor" or "move".
    """

    pokemon_id: int
    trigger: str
    cosmetic_form_id: int | None = None
    item_id: int | None = None
    ability_id: int | None = None
    move_id: int | None = None


class LearnRow(NamedTuple):
    """One learnset row: `pokemon_id` learns `move_id` in these games this way.

    `level` is 0 where it does not apply; with the method "level-up", 0 is the moment of evolving.
    """

    pokemon_id: int
    version_group_id: int
    move_id: int
    method: str
    level: int


class EncounterRow(NamedTuple):
    """Where a Pokémon is met in one game, and at which levels."""

    pokemon_id: int
    version_id: int
    location_id: int
    min_level: int
    max_level: int
