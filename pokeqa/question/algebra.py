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
    ├── Exists         is there anything of this name         "is Pikablu in the Pokédex?"
    ├── Aggregate      a number over a set                    "average Speed of Electric types"
    ├── Share          how much of a set is something else    "what share of Dragon types are Legendary?"
    ├── Every          does all of a set do so?               "are all starters pure types?"
    ├── Only           is it the only one?                    "is Charizard the only Fire/Flying type?"
    ├── Top            is it the most of something?           "is Garchomp the fastest Dragon type?"
    ├── CompareSets    which set is larger                    "are there more Fire types than Ice types?"
    ├── CountClaim     are there so many?                     "are there more than fifty Psychic types?"
    ├── Groups         sets side by side                      "which type has the most Pokémon?"
    ├── OwnAbilities   abilities of one family alone          "Mimikyu's signature ability"
    ├── FormChange     how a form is taken on                 "which stone does Gengar need to Mega Evolve?"
    ├── Contrast       what several have in common, or not    "what do Gyarados and Charizard have in common?"
    ├── Similar        Pokémon like one, by stated criteria   "Pokémon similar to Garchomp"
    ├── Measured       numbers of one added up                "Attack plus Speed of Garchomp"
    ├── Together       a number of several in one             "average Speed of Gengar and Garchomp"
    └── Calculation    what a rule of the games works out     "Garchomp's max Speed at level 50"

Conditions describe a set of Pokémon (or moves) for `Search`, and a property for `Check`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .calculations import Calculation
from .conditions import (
    ALL,
    And,
    ChangedIn,
    Condition,
    Defends,
    EvolutionWay,
    EvolvesBy,
    ExistsIn,
    FromGeneration,
    GivesEffort,
    HasAbility,
    HasForm,
    HasGenus,
    HasType,
    HatchesWithItem,
    InEggGroup,
    InRegionalDex,
    IsA,
    IsClass,
    IsColor,
    IsGender,
    LearnedBy,
    Learns,
    MetAt,
    MoveIs,
    NameIs,
    Not,
    Number,
    NumberAgainst,
    NumberOwn,
    OneOf,
    Or,
    PokemonClass,
    RelativeOf,
    SharesWith,
    ShieldedByAbility,
    Stage,
    TypeCount,
    TypeSlot,
)
from .effect_claims import EffectClaim
from .form_change import FormChange
from .joint_queries import Contrast, Measured, Similar, Together
from .past_claims import PastClaim
from .set_queries import Aggregate, CompareSets, CountClaim, Every, Groups, Only, OwnAbilities, Share
from .terms import (
    NOW,
    Attribute,
    EntityKind,
    Measure,
    Mon,
    MoveAttribute,
    Operator,
    OtherAttribute,
    PokemonAttribute,
    Scope,
    Sense,
    Subject,
    Sum,
    Thing,
    Unit,
)

# --------------------------------------------------------------------------- queries


@dataclass(frozen=True, slots=True)
class Facts:
    """Attributes of each subject. `language` is set when a name in another language is asked for (attribute "name").

    `premises` are statements the question takes for granted about its first subject ("since Charizard is a Dragon
    type"): the answer corrects the false ones. `yes_no`: whether there is such a place or machine is asked. `against`:
    the answer says whether the number is above or below this one.
    """

    subjects: tuple[Subject, ...]
    attributes: tuple[Attribute, ...]
    scope: Scope = NOW
    unit: Unit | None = None
    language: str | None = None
    yes_no: bool = False
    against: float | None = None


@dataclass(frozen=True, slots=True)
class History:
    """How an attribute changed: then and now; `yes_no`: whether it ever did; `claim`: what is claimed of the past."""

    subject: Subject
    attribute: Attribute
    yes_no: bool = False
    claim: PastClaim | None = None


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
    "are they equally fast?". `ranked`: every place is asked for, in order. `ratio`: how many times as much it is.
    `unit`: what a size is told in, where it is not the usual one.
    """

    subjects: tuple[Mon, ...]
    attribute: Measure
    sense: Sense
    scope: Scope = NOW
    claim: Literal["none", "first", "equal"] = "none"
    ranked: bool = False
    ratio: bool = False
    unit: Unit | None = None


@dataclass(frozen=True, slots=True)
class Order:
    """A ranking: `limit` places by a number, from place `start` on (ties at the edge are all given); 0: every place."""

    attribute: Measure
    sense: Sense
    limit: int = 1
    start: int = 1


@dataclass(frozen=True, slots=True)
class Search:
    """The Pokémon (or moves) that fulfil a condition: listed, counted, ranked.

    `forms`: "species" counts species by their ordinary form plus any regional or other form that fulfils the
    condition when the ordinary one cannot (the answer says which form); "ordinary" only ordinary forms; "all"
    every variety, Mega and others included. `amount` is how many are wanted (None: all, 1: "name a ...").
    `show`: attributes wanted of each hit; `language`: each hit's name in it. `then`: what is wanted of each hit
    instead of the hit itself.
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
    language: str | None = None


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
    `asked` says what kind of thing the empty side is; "both-ways" asks for what the defender is weak to and strong
    against. `besides` are types that the question leaves out of the empty side ("what other than Ground"). `exactly`
    and `number`: it claims these types, or so many, to be all that belong there ("only weak to Ground").
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
    asked: Literal["types", "count", "pokemon", "both-ways"] = "types"
    besides: tuple[int, ...] = ()
    exactly: tuple[int, ...] | None = None
    number: int | None = None


EvolveAspect = Literal["what", "how", "level", "item", "count", "can", "final", "first", "stage", "stages", "times",
                       "needs", "baby"]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Evolve:
    """Evolution. `subject` evolves into (direction "into") or comes from ("from"); "family" is the whole tree.

    `aspect`: "what" which ones, "how" under which conditions, "level" and "item" the same when the question takes
    for granted that it is a level or an item (the answer corrects it if not), "count" how many, "can" whether it
    evolves at all, "final" and "first" the ends of its line, "stage" which stage it is, "when". `target` is the
    other end where the question names it. `yes_no`: it is claimed ("does X evolve into Y?").
    "baby" asks whether its line begins with a baby Pokémon.
    `expected` is the number of results the question takes for granted ("its two evolutions"). `ways` narrow what it
    evolves into ("at night", "a male one"). "needs" asks whether it evolves in no other way than `needed` (`negated`:
    whether it evolves without that), "stages" how many stages its line has, "times" how often it can evolve in a
    row.
    """

    subject: Mon
    direction: Literal["into", "from", "family"]
    aspect: EvolveAspect = "what"
    target: Mon | None = None
    yes_no: bool = False
    negated: bool = False
    scope: Scope = NOW
    expected: int | None = None
    item_id: int | None = None
    level: int | None = None
    ways: tuple[EvolutionWay, ...] = ()
    needed: EvolvesBy | None = None


@dataclass(frozen=True, slots=True)
class Learn:
    """Moves and learners. `pokemon` None: who learns `move`? `move` None: what does `pokemon` learn?

    `aspect`: "can" yes or no, "how" methods and games, "level" at which level, "list" the moves or the learners.
    `condition` narrows a list of learners ("which Fire types learn Surf"). Of the moves that a Pokémon learns by
    levelling up, `level` (`level_op`, `level_to`) bounds the level, and `place` picks the first or the last. `apart_id`
    leaves one move out ("can": is there any other?); `machine` keeps to one kind of machines.
    """

    pokemon: Mon | None
    move_id: int | None
    aspect: Literal["can", "how", "level", "list", "count"]
    method: Literal["level-up", "machine", "egg", "tutor"] | None = None
    scope: Scope = NOW
    condition: Condition = ALL
    negated: bool = False
    move_type_id: int | None = None
    level: int | None = None
    level_op: Operator = "eq"
    place: Literal["all", "first", "last"] = "all"
    level_to: int | None = None
    apart_id: int | None = None
    machine: Literal["hm", "tr"] | None = None


@dataclass(frozen=True, slots=True)
class Introduced:
    """What generations brought. `generation` None with `sense`: the generation that brought the most or fewest.

    `aspect`: "list", "count", "rank" (needs `sense`), "existing" (all there were by then, older ones included).
    """

    what: Literal["pokemon", "type", "move", "ability", "starter", "legendary", "mythical", "region", "generation",
                  "game", "egg-group"]  # fmt: skip
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


@dataclass(frozen=True, slots=True)
class Top:
    """Does a Pokémon or a move hold the place that a search ranks first ("is Garchomp the fastest Dragon type?")?"""

    subject: Mon | Thing
    search: Search


Query = (
    Facts | History | Check | Compare | Search | Matchup | Evolve | Learn | Introduced | DexLookup | Exists | Aggregate
    | Share | Every | Only | Top | CompareSets | CountClaim | Groups | Contrast | Similar | Measured | Together
    | OwnAbilities | FormChange | EffectClaim | Calculation
)  # fmt: skip


__all__ = [
    "ALL",
    "NOW",
    "And",
    "Attribute",
    "Calculation",
    "ChangedIn",
    "Check",
    "Compare",
    "Condition",
    "Defends",
    "DexLookup",
    "EntityKind",
    "EvolutionWay",
    "Evolve",
    "EvolvesBy",
    "Exists",
    "ExistsIn",
    "Facts",
    "FormChange",
    "FromGeneration",
    "GivesEffort",
    "HasAbility",
    "HasForm",
    "HasGenus",
    "HasType",
    "HatchesWithItem",
    "History",
    "InEggGroup",
    "InRegionalDex",
    "Introduced",
    "IsA",
    "IsClass",
    "IsColor",
    "IsGender",
    "Learn",
    "LearnedBy",
    "Learns",
    "Matchup",
    "Measure",
    "MetAt",
    "Mon",
    "MoveAttribute",
    "MoveIs",
    "NameIs",
    "Not",
    "Number",
    "NumberAgainst",
    "NumberOwn",
    "OneOf",
    "Operator",
    "Or",
    "Order",
    "OtherAttribute",
    "PokemonAttribute",
    "PokemonClass",
    "Query",
    "RelativeOf",
    "Scope",
    "Search",
    "Sense",
    "SharesWith",
    "ShieldedByAbility",
    "Side",
    "Stage",
    "Subject",
    "Sum",
    "Thing",
    "Top",
    "TypeCount",
    "TypeSlot",
    "Types",
    "Unit",
]
