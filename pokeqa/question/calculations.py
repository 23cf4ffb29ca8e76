"""The typed queries whose answer is worked out by a rule of the games, not read from a row.

Calculation
├── Translate      a name in another language             "what is Rizadon?", 皮卡丘 in English
├── Breed          who breeds with whom                   "can Ditto breed with Garchomp?"
├── Inherit        who hands an egg move down             "who passes Dragon Dance on to Charmander?"
├── Catch          the chance of a catch                  "chance to catch Mewtwo with an Ultra Ball"
├── Experience     points from one level to another       "exp for Garchomp to reach level 50"
├── NatureSearch   natures by what they change            "which nature raises Speed and lowers Attack?"
├── NatureCheck    does a nature change a stat?           "does Jolly lower Attack?"
├── NatureFor      natures for a Pokémon or a role        "best nature for a special Gengar"
├── StatAt         stats at a level                       "Garchomp's max Speed at level 50"
├── Outspeed       who is faster, with training           "what outspeeds max-Speed Garchomp?"
├── SpeedPair      which of two trained Pokémon is faster "does Scarf Garchomp outspeed Dragapult?"
├── BattleStat     a stat with an item, stages and so on  "Choice Scarf Garchomp's Speed at level 50"
├── Damage         what a move does to a Pokémon's HP     "Garchomp's Earthquake against Heatran"
├── Coverage       what several attacks hit               "type coverage of Ice and Ground"
├── TeamMatchup    what hits a team                       "what is my team of ... weak to?"
├── TypeTally      types by how many they resist …        "which type has the fewest weaknesses?"
├── TypeSearch     types by what they do to others        "which type resists both Fire and Water?"
├── TypesAmong     what types do to one another          "how do Fire, Water and Grass relate?"
├── Stab           the same-type attack bonus             "does Charizard get STAB on Dragon Claw?"
├── MatchupChoice  which attack does more …               "is Rock or Electric better against Charizard?"
├── StatusMatchup  what a status move or condition …      "does Thunder Wave affect Ground types?"
├── MachineLookup  the move in a TM, HM or TR             "what is TM26 in Gen 3?"
├── Exclusive      moves that only one family learns      "Garchomp's signature move"
├── CompareMoves   which move has more                    "does Thunder have more power than Thunderbolt?"
├── GrowthRates    the growth rates by experience         "which growth rate is the fastest?"
├── StatOfBase     what a base stat comes to              "base 100 Speed at level 50"
├── BaseNeeded     the base Speed that is faster          "what base Speed outspeeds Garchomp?"
├── CatchFactor    what a status does for a catch         "how much does sleep raise the catch rate?"
├── Within         a Pokémon within one place            "which floor of Mt. Moon has Clefairy?"
├── WildItem       what a wild Pokémon may carry …        "what might a wild Chansey be holding?"
├── Rule           a rule by itself                    "how much damage does a burn do?"
├── RandomPick     any one of a set                       "a random Water type"
└── Quiz           a question to the reader               "quiz me"
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from .bases import BaseNeeded, StatOfBase
from .carrying import WildItem
from .conditions import ALL, Condition
from .raising import CatchFactor, GrowthRates
from .rules import Rule
from .terms import NOW, Mon, Scope, Subject
from .type_calculations import (
    Coverage,
    MatchupChoice,
    Stab,
    StatusMatchup,
    TeamMatchup,
    TypeSearch,
    TypeTally,
)
from .types_among import TypesAmong
from .within import Within

#: The six stats, as `pokedex.model.STATS` names them.
Stat = Literal["hp", "attack", "defense", "special-attack", "special-defense", "speed"]
ALL_STATS: tuple[Stat, ...] = ("hp", "attack", "defense", "special-attack", "special-defense", "speed")


@dataclass(frozen=True, slots=True)
class Translate:
    """What a name is in some languages (none: in the answer's), or in `every` one. `spelled` is the name as it stands
    in the question, `spelled_in` the languages that it belongs to. `claimed` is what the name is said to mean.
    """

    subject: Subject
    languages: tuple[str, ...]
    spelled: str
    spelled_in: tuple[str, ...]
    every: bool = False
    claimed: Subject | None = None


@dataclass(frozen=True, slots=True)
class Breed:
    """Whether two Pokémon can have an Egg, with whom the first can (`second` None; `among`: with whom of a set), what
    hatches from its Egg ("into": whether the second does), from whose Eggs it hatches ("parents"), or which incense
    that took ("needs-incense": whether it took one, or the item). Negated partners are those it has no Egg with.
    """

    first: Mon
    second: Mon | None = None
    aspect: Literal["can", "partners", "count", "offspring", "into", "parents", "incense", "needs-incense"] = "can"
    negated: bool = False
    among: Condition | None = None
    item_id: int | None = None


@dataclass(frozen=True, slots=True)
class Inherit:
    """Who can hand a move down to a Pokémon as an egg move."""

    pokemon: Mon
    move_id: int


@dataclass(frozen=True, slots=True)
class Catch:
    """The chance that one throw catches a wild Pokémon.

    `ball` is an identifier of `balls.csv`. `hp` is the share of its HP in per cent, 0 for a single point. `ailment` is
    "sleep", "freeze", "paralysis", "burn" or "poison". `generation` None: the current one. `turns` is how many turns
    have passed, for the balls that count them. `claimed_sure`: the throw is said never to fail.
    """

    pokemon: Mon
    ball: str = "poke-ball"
    hp: float = 100.0
    ailment: str | None = None
    level: int | None = None
    generation: int | None = None
    ball_named: bool = False
    turns: int | None = None
    claimed_sure: bool = False


@dataclass(frozen=True, slots=True)
class Experience:
    """The experience points from level `first` to level `last`: of a Pokémon, or of any with a growth rate."""

    pokemon: Mon | None
    first: int = 1
    last: int = 100
    growth_rate_id: int | None = None


@dataclass(frozen=True, slots=True)
class NatureSearch:
    """The natures that raise, lower and do not lower (`keeps`) the named stats; `neutral`: that change nothing."""

    raises: Stat | None = None
    lowers: Stat | None = None
    keeps: tuple[Stat, ...] = ()
    neutral: bool = False
    output: Literal["list", "count"] = "list"


@dataclass(frozen=True, slots=True)
class NatureCheck:
    """Whether a nature raises or lowers a stat, changes nothing ("neutral"), or anything ("changes")."""

    nature_id: int
    stat: Stat | None
    way: Literal["raises", "lowers", "neutral", "changes"]
    negated: bool = False


@dataclass(frozen=True, slots=True)
class NatureFor:
    """The natures that help what a Pokémon, or one of a role, does, and lower only what it does not use.

    `raises` are the stats that matter, the first one most (none: what the base stats say), `lowers` those that may be
    lowered (none: the lower one of the attacking stats). `natures` are those that the question weighs.
    """

    pokemon: Mon | None = None
    raises: tuple[Stat, ...] = ()
    lowers: tuple[Stat, ...] = ()
    natures: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Spread:
    """How a Pokémon was trained, as far as the question says: nature, EVs and IVs.

    `nature_id` is a nature by name, `bent` what an unnamed one does to the stat in question. `evs` and `ivs` map a stat
    (None: the one in question) to a value.
    """

    nature_id: int | None = None
    bent: Literal["raises", "lowers", "neutral"] | None = None
    evs: tuple[tuple[Stat | None, int], ...] = ()
    ivs: tuple[tuple[Stat | None, int], ...] = ()


UNTRAINED = Spread()


@dataclass(frozen=True, slots=True)
class StatAt:
    """Stats at a level (None: at 50 and 100). `extreme` asks for the most or the least that is possible, `part` for a
    share of the HP, rounded down, and `reach` whether the stat can be so high.
    """

    pokemon: Mon
    stats: tuple[Stat, ...]
    level: int | None = None
    spread: Spread = UNTRAINED
    extreme: Literal["max", "min"] | None = None
    scope: Scope = NOW
    part: Fraction | None = None
    reach: int | None = None


@dataclass(frozen=True, slots=True)
class Battler:
    """What is said of one side of a battle beside its species.

    `item` and `ability` are identifiers, `stages` the changes of stats in battle (a stat of None: the one in question),
    `tera` the id of its Tera type, `ailment` a name as in `Catch`, `hp` the share of HP it has left, in per cent.
    """

    level: int | None = None
    spread: Spread = UNTRAINED
    item: str | None = None
    ability: str | None = None
    stages: tuple[tuple[Stat | None, int], ...] = ()
    tera: int | None = None
    ailment: str | None = None
    hp: float | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """What is said of the field. `helps`: "helping-hand", "friend-guard" and the like; `doubles`: a double battle."""

    weather: str | None = None
    terrain: str | None = None
    screens: tuple[str, ...] = ()
    helps: tuple[str, ...] = ()
    doubles: bool = False


NOTHING_SAID, EMPTY_FIELD = Battler(), Field()


@dataclass(frozen=True, slots=True)
class Outspeed:
    """Who is faster (or slower) than a Pokémon trained for Speed; `type_id`: among those of a type.

    `yes_no`: whether there is any at all.
    """

    pokemon: Mon
    direction: Literal["faster", "slower"] = "faster"
    own: Battler = NOTHING_SAID
    field: Field = EMPTY_FIELD
    type_id: int | None = None
    yes_no: bool = False


@dataclass(frozen=True, slots=True)
class SpeedPair:
    """Which of two trained Pokémon is faster. `claim`: the first one is said to be faster, slower or first to move.

    `trick_room`: the slower one moves first. What helps the second is in `foe_helps`, what helps the first in `field`.
    """

    first: Mon
    second: Mon
    claim: Literal["none", "faster", "slower", "moves-first"] = "none"
    own: Battler = NOTHING_SAID
    foe: Battler = NOTHING_SAID
    field: Field = EMPTY_FIELD
    trick_room: bool = False
    foe_helps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BattleStat:
    """A stat in battle: with an item, an ability, changes of it, the weather."""

    pokemon: Mon
    stat: Stat
    own: Battler = NOTHING_SAID
    field: Field = EMPTY_FIELD


@dataclass(frozen=True, slots=True)
class Damage:
    """What a move of one Pokémon does to another (current rules). `knockout`: whether it does so in
    this many hits is asked; `survives`: whether the target stands one hit; `lands`: whether it is hurt at all.
    """

    attacker: Mon
    move_id: int
    defender: Mon
    own: Battler = NOTHING_SAID
    foe: Battler = NOTHING_SAID
    field: Field = EMPTY_FIELD
    critical: bool = False
    knockout: int | None = None
    survives: bool = False
    lands: bool = False


@dataclass(frozen=True, slots=True)
class MachineLookup:
    """Which move a TM, HM or TR holds; whether it holds `move_id`, where one is claimed (`always`: in every game).

    Number 0: all machines of the kind in the games of `scope`.
    """

    kind: Literal["tm", "hm", "tr"]
    number: int
    scope: Scope = NOW
    move_id: int | None = None
    always: bool = False


@dataclass(frozen=True, slots=True)
class Exclusive:
    """The moves that only one family learns: a Pokémon's (`pokemon`), or whose a move is (`move_id`).

    `yes_no`: it is said to be this Pokémon's alone, or (`family`) its line's.
    """

    pokemon: Mon | None = None
    move_id: int | None = None
    yes_no: bool = False
    family: bool = False


@dataclass(frozen=True, slots=True)
class CompareMoves:
    """Which move has more (max) or less (min) of an attribute; `claim`: the first one is said to, or `equal`: all are
    said to have the same.
    """

    move_ids: tuple[int, ...]
    attribute: Literal["power", "accuracy", "pp", "priority"]
    sense: Literal["max", "min"] = "max"
    claim: bool = False
    scope: Scope = NOW
    equal: bool = False


@dataclass(frozen=True, slots=True)
class RandomPick:
    """Any one Pokémon or move of a set; never the same by intent."""

    condition: Condition
    what: Literal["pokemon", "move", "type", "nature", "ability"] = "pokemon"
    amount: int = 1


@dataclass(frozen=True, slots=True)
class Quiz:
    """A question to the reader, about a chosen topic or any, on a Pokémon of a set. A "riddle" describes one.

    `choices`: how many answers to choose from are wanted with it.
    """

    topic: Literal["any", "type", "evolution", "ability", "generation", "weakness", "riddle"] = "any"
    condition: Condition = ALL
    choices: int = 0


Calculation = (
    Translate | Breed | Inherit | Catch | Experience | NatureSearch | NatureCheck | NatureFor | StatAt | Outspeed
    | SpeedPair | BattleStat | Damage | Coverage | TeamMatchup | TypeTally | TypeSearch | MatchupChoice | Stab
    | StatusMatchup | MachineLookup | Exclusive | CompareMoves | WildItem | GrowthRates
    | CatchFactor | TypesAmong | StatOfBase | BaseNeeded | Within | Rule | RandomPick | Quiz
)  # fmt: skip
