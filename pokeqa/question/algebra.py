"""The typed queries: what a question asks of the dataset, as frozen values.

A question that is understood becomes one or more of these. They are compared, hashed and printed (a query's
`repr` is part of the question's signature), they carry ids and never words, and they say nothing about how
they were asked or will be answered.

    Query
    ├── Facts          attributes of one or more things       "Pikachu's type and speed"
    ├── History        how a fact changed over generations    "did Pikachu's Defense ever change?"
    ├── Check          is it so?                              "is Farfetch'd a Flying type?"
    ├── Compare        who has more?                          "who is faster, Garchomp or Salamence?"
    ├── Search         which ones, ranked, counted            "fire types with speed over 100"
    ├── Matchup        attack against defence                 "what is Gyarados weak to?"
    ├── Evolve         into, from, how, when                  "how does Haunter evolve?"
    ├── Learn          moves and their learners               "can Pikachu learn Surf?"
    ├── Introduced     what a generation brought              "which generation added the most Pokémon?"
    ├── DexLookup      which Pokémon has this number          "who is #448?"
    └── Exists         is there anything of this name         "is Pikablu in the Pokédex?"

Conditions describe a set of Pokémon (or moves) for `Search`, and a property for `Check`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

# --------------------------------------------------------------------------- things

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

    `version_groups` is set when a game was named; its generation is set too.
    """

    generation: int | None = None
    version_groups: tuple[int, ...] = ()


NOW = Scope()

# --------------------------------------------------------------------------- attributes

#: Of a Pokémon. The six stat names are those of `pokedex.model.STATS`.
PokemonAttribute = Literal[
    "profile", "type", "stats", "total", "hp", "attack", "defense", "special-attack", "special-defense", "speed",
    "height", "weight", "bmi", "ability", "hidden-ability", "ordinary-ability", "generation", "region", "dex-number",
    "egg-group", "gender-ratio", "capture-rate", "hatch", "ev-yield", "growth-rate", "base-experience", "happiness",
    "color", "shape", "habitat", "genus", "name", "forms", "status", "locations", "evolution", "weakness",
    "id",
]  # fmt: skip
#: Of a move.
MoveAttribute = Literal[
    "profile", "type", "power", "accuracy", "pp", "priority", "damage-class", "target", "effect", "generation", "name",
    "machine", "contact", "id",
]  # fmt: skip
#: Of an ability, an item, a nature, a type or an egg group.
OtherAttribute = Literal["profile", "name", "generation", "effect", "members", "cost"]
Attribute = PokemonAttribute | MoveAttribute | OtherAttribute

Unit = Literal["kg", "g", "lb", "m", "cm", "ft"]
Sense = Literal["max", "min"]
Operator = Literal["gt", "ge", "lt", "le", "eq", "ne"]

# --------------------------------------------------------------------------- conditions


@dataclass(frozen=True, slots=True)
class HasType:
    """Has this type (one of its types). A pair "water/ground" is And(HasType, HasType); "pure" adds TypeCount(1)."""

    type_id: int


@dataclass(frozen=True, slots=True)
class TypeCount:
    """Has exactly this many types."""

    count: int


@dataclass(frozen=True, slots=True)
class FromGeneration:
    """Introduced in this generation (the species, or the form where forms are asked for). `op` eq, le, ge, lt, gt."""

    generation: int
    op: Operator = "eq"


@dataclass(frozen=True, slots=True)
class InRegionalDex:
    """Listed in a regional Pokédex of these games."""

    version_groups: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Number:
    """A numeric attribute against a value in the dataset's own unit (kg, m, or the plain number).

    "between 50 and 100" is And(Number(ge 50), Number(le 100)). `unit` is the unit the question used, for the answer.
    """

    attribute: Attribute
    op: Operator
    value: float
    unit: Unit | None = None


@dataclass(frozen=True, slots=True)
class NumberAgainst:
    """A numeric attribute against another Pokémon's: "faster than Garchomp"."""

    attribute: Attribute
    op: Operator
    other: Mon


@dataclass(frozen=True, slots=True)
class HasAbility:
    """Can have this ability; `slot` limits it to the hidden or the ordinary ones."""

    ability_id: int
    slot: Literal["any", "hidden", "ordinary"] = "any"


@dataclass(frozen=True, slots=True)
class Learns:
    """Can learn this move, in any game or in the scope's, by any method or this one."""

    move_id: int
    scope: Scope = NOW
    method: str | None = None


@dataclass(frozen=True, slots=True)
class Defends:
    """Takes an attack of this type like this: weak (> 1), resist (< 1, > 0), immune (0), neutral, 4x, 0.25x."""

    type_id: int
    relation: Literal["weak", "resist", "immune", "neutral", "4x", "2x", "0.5x", "0.25x", "not-immune"]


PokemonClass = Literal["legendary", "mythical", "baby", "starter", "special", "fossil", "ultra-beast", "paradox",
                       "pseudo-legendary"]  # fmt: skip


@dataclass(frozen=True, slots=True)
class IsClass:
    """Belongs to a class. "special" is legendary or mythical (zh 神兽)."""

    name: PokemonClass


@dataclass(frozen=True, slots=True)
class Stage:
    """Its place in its family: "final" cannot evolve further, "can-evolve", "first" does not evolve from anything,
    "middle" both evolves and evolved, "single" has no family, "evolved" evolved from something.
    """

    name: Literal["final", "can-evolve", "first", "middle", "single", "evolved"]


@dataclass(frozen=True, slots=True)
class InEggGroup:
    """Belongs to this egg group."""

    egg_group_id: int


@dataclass(frozen=True, slots=True)
class IsColor:
    """Has this Pokédex colour, shape or habitat."""

    table: Literal["color", "shape", "habitat"]
    id: int


@dataclass(frozen=True, slots=True)
class IsGender:
    """Its gender ratio: only male, only female, genderless, or a share of females in eighths."""

    name: Literal["male-only", "female-only", "genderless"]


@dataclass(frozen=True, slots=True)
class HasForm:
    """Has a form of this kind: mega, gigantamax, primal, regional, or of this region ("alola")."""

    name: Literal["mega", "gigantamax", "primal", "regional", "alola", "galar", "hisui", "paldea"]


@dataclass(frozen=True, slots=True)
class EvolvesBy:
    """Evolves into something this way: with this item (used or held), by trade, by friendship."""

    way: Literal["item", "trade", "friendship"]
    item_id: int | None = None


@dataclass(frozen=True, slots=True)
class IsA:
    """Is this very Pokémon, or belongs to this species."""

    other: Mon


@dataclass(frozen=True, slots=True)
class MoveIs:
    """For searches of moves: a damage class, a flag, or a type, by the source's identifier."""

    field: Literal["damage-class", "flag", "target", "generation", "ailment"]
    value: str


@dataclass(frozen=True, slots=True)
class ExistsIn:
    """Exists in this generation (a type, a Pokémon, a move, an ability)."""

    generation: int


@dataclass(frozen=True, slots=True)
class Not:
    """The condition does not hold."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class And:
    """All of them hold."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """At least one of them holds."""

    conditions: tuple[Condition, ...]


Condition = (
    HasType | TypeCount | FromGeneration | InRegionalDex | Number | NumberAgainst | HasAbility | Learns | Defends
    | IsClass | Stage | InEggGroup | IsColor | IsGender | HasForm | EvolvesBy | IsA | MoveIs | ExistsIn | Not | And | Or
)  # fmt: skip

ALL = And(())

# --------------------------------------------------------------------------- queries


@dataclass(frozen=True, slots=True)
class Facts:
    """Attributes of each subject. `language` is set when a name in another language is asked for (attribute "name").

    `premises` are statements the question takes for granted about its first subject ("since Charizard is a Dragon
    type"): the answer corrects the false ones.
    """

    subjects: tuple[Subject, ...]
    attributes: tuple[Attribute, ...]
    scope: Scope = NOW
    unit: Unit | None = None
    language: str | None = None


@dataclass(frozen=True, slots=True)
class History:
    """How an attribute of a subject changed: then and now; `changed` when the question is whether it ever did."""

    subject: Subject
    attribute: Attribute
    yes_no: bool = False


@dataclass(frozen=True, slots=True)
class Check:
    """Does `condition` hold for `subject`? `negated`: the question was put in the negative ("isn't it ...?")."""

    subject: Subject
    condition: Condition
    scope: Scope = NOW
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Compare:
    """Which subject has more (max) or less (min) of an attribute. `claim` is set for a yes/no question
    ("is Garchomp faster than Salamence?"): the first subject is claimed to be ahead in `sense`; "equal" for
    "are they equally fast?".
    """

    subjects: tuple[Mon, ...]
    attribute: Attribute
    sense: Sense
    scope: Scope = NOW
    claim: Literal["none", "first", "equal"] = "none"


@dataclass(frozen=True, slots=True)
class Order:
    """A ranking: the first `limit` by attribute (ties at the edge are all given)."""

    attribute: Attribute
    sense: Sense
    limit: int = 1


@dataclass(frozen=True, slots=True)
class Search:
    """The Pokémon (or moves) that fulfil a condition: listed, counted, ranked.

    `forms`: "species" counts species by their ordinary form plus any regional or other form that fulfils the
    condition when the ordinary one cannot (the answer says which form); "ordinary" only ordinary forms; "all"
    every variety, Mega and others included. `amount` is how many are wanted (None: all, 1: "name a ...").
    `show`: attributes wanted of each hit. `then`: what is wanted of each hit instead of the hit itself.
    """

    what: Literal["pokemon", "move", "type", "ability"] = "pokemon"
    condition: Condition = ALL
    order: Order | None = None
    output: Literal["list", "count", "exists"] = "list"
    forms: Literal["species", "ordinary", "all"] = "species"
    amount: int | None = None
    show: tuple[Attribute, ...] = ()
    then: Literal["none", "final-evolution", "pre-evolution", "evolution"] = "none"
    scope: Scope = NOW


@dataclass(frozen=True, slots=True)
class Types:
    """One or two types as a side of a match-up."""

    type_ids: tuple[int, ...]


Side = Mon | Types | Thing  # a Thing is a move (attacking) or an ability (defending)


@dataclass(frozen=True, slots=True)
class Matchup:
    """Attack against defence. One side may be None: it is what is asked for.

    `relation` is what the question asks about: "weak" (what hits it hard / is hit hard), "resist", "immune",
    "neutral", or "effect" (how much, both named) and "all" (the whole defensive or offensive table).
    `factor` narrows it ("4x"). `yes_no`: the relation is claimed and asked back. `mutual`: two Pokémon, both
    directions. `always`: the question asks whether it holds whatever the ability. `ability`: "any" weigh every
    ability the defender can have, "ordinary" or "hidden" as named, or the ability's id as a `Thing`.
    `asked` says what kind of thing the empty side is.
    """

    attacker: Side | None
    defender: Side | None
    relation: Literal["weak", "resist", "immune", "neutral", "effect", "all", "not-immune", "not-very-effective"]
    scope: Scope = NOW
    factor: Literal["4x", "2x", "0.5x", "0.25x", "0x"] | None = None
    yes_no: bool = False
    negated: bool = False
    mutual: bool = False
    always: bool = False
    ability: Literal["any", "ordinary", "hidden"] | Thing = "any"
    asked: Literal["types", "count", "pokemon"] = "types"


@dataclass(frozen=True, slots=True)
class Evolve:
    """Evolution. `subject` evolves into (direction "into") or comes from ("from"); "family" is the whole tree.

    `aspect`: "what" which ones, "how" under which conditions, "level" and "item" the same when the question takes
    for granted that it is a level or an item (the answer corrects it if not), "count" how many, "can" whether it
    evolves at all, "final" and "first" the ends of its line, "stage" which stage it is, "when". `target` is the
    other end where the question names it. `yes_no`: it is claimed ("does X evolve into Y?").
    `expected` is the number of results the question takes for granted ("its two evolutions").
    """

    subject: Mon
    direction: Literal["into", "from", "family"]
    aspect: Literal["what", "how", "level", "item", "count", "can", "final", "first", "stage"] = "what"
    target: Mon | None = None
    yes_no: bool = False
    negated: bool = False
    scope: Scope = NOW
    expected: int | None = None
    item_id: int | None = None
    level: int | None = None


@dataclass(frozen=True, slots=True)
class Learn:
    """Moves and learners. `pokemon` None: who learns `move`? `move` None: what does `pokemon` learn?

    `aspect`: "can" yes or no, "how" methods and games, "level" at which level, "list" the moves or the learners.
    `condition` narrows a list of learners ("which Fire types learn Surf").
    """

    pokemon: Mon | None
    move_id: int | None
    aspect: Literal["can", "how", "level", "list", "count"]
    method: Literal["level-up", "machine", "egg", "tutor"] | None = None
    scope: Scope = NOW
    condition: Condition = ALL
    negated: bool = False
    move_type_id: int | None = None


@dataclass(frozen=True, slots=True)
class Introduced:
    """What generations brought. `generation` None with `sense`: the generation that brought the most or fewest.

    `aspect`: "list", "count", "rank" (needs `sense`), "existing" (all there were by then, older ones included).
    """

    what: Literal["pokemon", "type", "move", "ability", "starter", "legendary", "mythical", "region", "generation",
                  "game"]  # fmt: skip
    generation: int | None = None
    aspect: Literal["list", "count", "rank", "existing"] = "list"
    sense: Sense | None = None
    expected: int | None = None


@dataclass(frozen=True, slots=True)
class DexLookup:
    """Which Pokémon has this number in the National Dex (`region_id` None) or a region's."""

    number: int
    region_id: int | None = None
    attributes: tuple[Attribute, ...] = ()


@dataclass(frozen=True, slots=True)
class Exists:
    """Is there a Pokémon (or move ...) of this name? `found` holds what the name means, empty where nothing does."""

    name: str
    found: tuple[Subject, ...]


Query = (
    Facts | History | Check | Compare | Search | Matchup | Evolve | Learn | Introduced | DexLookup | Exists
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Premise:
    """Something a question takes for granted: `condition` is said to hold for `subject`."""

    subject: Subject
    condition: Condition


@dataclass(frozen=True, slots=True)
class Question:
    """A query with what it takes for granted."""

    query: Query
    premises: tuple[Premise, ...] = ()
