"""The chance that one thrown ball catches a wild Pokémon, by the formulas of generations 3 to 9.

The balls are data: `data/pokedex/balls.csv` says what each multiplies the catch rate by, since when, and under which
condition. Critical captures, O-Powers, badges and the Pokédex are left out of account.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from math import floor, isqrt

from ...errors import DatasetError
from ...paths import DATA
from ..dataset import Dataset
from ..model import Pokemon
from ..varieties import index_of

#: Catch rates above this always succeed.
FULL = 255

#: The formulas of generations 1 and 2 are of another kind and not computed here.
FIRST_GENERATION = 3

#: An Ultra Beast is hard to catch with any ball that is not made for it.
_BEAST_PENALTY = 0.1
_ULTRA_BEASTS_SINCE = 7

#: Since generation 9, wild Pokémon up to this level are easier to catch: (36 - 2 * level) / 10.
_EASY_LEVEL = 13
_EASY_SINCE = 9


@dataclass(frozen=True, slots=True)
class Ball:
    """What a ball does from one generation to another. `rule` says when `factor` holds (`other` otherwise)."""

    identifier: str
    first: int
    last: int | None
    rule: str
    factor: float
    other: float


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw: `chance` is 0 to 1, `rate` the catch rate that counted, `factor` the ball's, `rule` and `met` why.

    `status` is the factor of a status condition, `modified` the rate after all factors.
    """

    chance: float
    rate: int
    factor: float
    rule: str
    met: bool
    status: float
    modified: float
    beast: bool = False
    easy: float = 1.0


def ball_in(identifier: str, generation: int) -> Ball | None:
    """A ball as it was in a generation; None where it did not exist."""
    for ball in _balls().get(identifier, ()):
        if ball.first <= generation and (ball.last is None or generation <= ball.last):
            return ball
    return None


def first_with(identifier: str) -> int:
    """The first generation that has a ball."""
    return min(ball.first for ball in _balls()[identifier])


def throw(
    pokemon: Pokemon, ball: Ball, dataset: Dataset, *, generation: int, max_hp: int, hp: int,
    ailment: str | None, level: int | None, turns: int | None = None,
) -> Throw:  # fmt: skip
    """The throw of a ball at a wild Pokémon with `hp` of `max_hp` points left, after so many `turns`.

    Source of the formulas: the games' code as documented by their players (Bulbapedia, "Catch rate").
    """
    rate = dataset.species[pokemon.species_id].capture_rate
    factor, added, met = _factor(ball, pokemon, dataset, level, ailment)
    if turns is not None and ball.rule in _BY_TURNS:
        factor, met = _BY_TURNS[ball.rule](ball, turns, generation), True
    beast = (
        generation >= _ULTRA_BEASTS_SINCE
        and pokemon.species_id in index_of(dataset).classes["ultra-beast"]
        and ball.rule not in ("beast", "sure")
    )
    if beast:
        factor = _BEAST_PENALTY
    rate = max(1, min(rate + added, FULL))
    status = status_factor(ailment, generation)
    easy = 1.0
    if generation >= _EASY_SINCE and level is not None and level <= _EASY_LEVEL:
        easy = (36 - 2 * level) / 10
    modified = (3 * max_hp - 2 * hp) * rate * factor / (3 * max_hp) * status * easy
    chance = 1.0 if ball.rule == "sure" else _chance(modified, generation)
    return Throw(chance, rate, factor, ball.rule, met, status, modified, beast, easy)


def status_factor(ailment: str | None, generation: int) -> float:
    """What a status condition multiplies the catch rate by."""
    if ailment is None:
        return 1.0
    if ailment in ("sleep", "freeze"):
        return 2.0 if generation <= 4 else 2.5
    return 1.5


def _chance(modified: float, generation: int) -> float:
    if modified >= FULL:
        return 1.0
    if generation <= 4:
        whole = max(1, floor(modified))
        shake = 1048560 // isqrt(isqrt(16711680 // whole))
        return float(min(1.0, shake / 65536) ** 4)
    # Three shakes by a fourth root in generation 5, four by the power of 3 / 16 since: the same chance.
    return float((modified / FULL) ** 0.75)


def _factor(
    ball: Ball, pokemon: Pokemon, dataset: Dataset, level: int | None, ailment: str | None
) -> tuple[float, int, bool]:
    """(factor, what is added to the catch rate, whether the ball's condition is met)."""
    added = 0
    match ball.rule:
        case "type":
            met = any(dataset.types[t].identifier in ("water", "bug") for t in pokemon.types)
        case "fast":
            met = bool(pokemon.stats) and pokemon.stats[-1] >= 100
        case "moon":
            met = _by_moon_stone(pokemon, dataset)
        case "beast":
            met = pokemon.species_id in index_of(dataset).classes["ultra-beast"]
        case "asleep":
            met = ailment == "sleep"
        case "heavy":
            added = _heavy(pokemon)
            met = added > 0
        case "nest":
            if level is None:
                raise ValueError("What a Nest Ball does depends on the wild Pokémon's level. Give one.")
            factor = max(1.0, (41 - level) / 10)
            return factor, 0, factor > 1
        case _:
            met = True
    return (ball.factor if met else ball.other), added, met


def _timer(ball: Ball, turns: int, generation: int) -> float:
    """The Timer Ball, which gains with every turn."""
    gained = (turns + 10) / 10 if generation <= 4 else 1 + turns * 1229 / 4096
    return min(ball.factor, gained)


def _quick(ball: Ball, turns: int, _: int) -> float:
    """The Quick Ball, which is best on the first turn."""
    return ball.factor if turns == 0 else 1.0


_BY_TURNS: dict[str, Callable[[Ball, int, int], float]] = {"turns": _timer, "first-turn": _quick}


def _by_moon_stone(pokemon: Pokemon, dataset: Dataset) -> bool:
    chain = {s.id for s in dataset.chain(dataset.species[pokemon.species_id].chain_id)}
    ways = (way for s in chain for p in dataset.species[s].pokemon_ids for way in dataset.evolutions_from(p))
    return any(way.item_id is not None and dataset.items[way.item_id].identifier == "moon-stone" for way in ways)


def _heavy(pokemon: Pokemon) -> int:
    """What a Heavy Ball adds since generation 7, by weight."""
    weight = (pokemon.weight_hg or 0) / 10
    return -20 if weight < 100 else 0 if weight < 200 else 20 if weight < 300 else 30


@cache
def _balls() -> Mapping[str, tuple[Ball, ...]]:
    path = DATA / "pokedex" / "balls.csv"
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
    except FileNotFoundError as error:
        raise DatasetError("The data file balls.csv is missing from pokedex/. Restore it.") from error
    found: dict[str, tuple[Ball, ...]] = {}
    for row in rows:
        ball = Ball(
            row["ball"], int(row["from_generation"]), int(row["to_generation"]) if row["to_generation"] else None,
            row["rule"], float(row["factor"]), float(row["otherwise"] or row["factor"]),
        )  # fmt: skip
        found[ball.identifier] = (*found.get(ball.identifier, ()), ball)
    return found
