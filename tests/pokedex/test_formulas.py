"""The formulas, against values published by others or worked out by hand."""

from __future__ import annotations

import pytest

from pokeqa.pokedex.dataset import Dataset
from pokeqa.pokedex.formulas.breeding import partners, verdict
from pokeqa.pokedex.formulas.catching import ball_in, throw
from pokeqa.pokedex.formulas.damage import STAB, Blow, rolls
from pokeqa.pokedex.formulas.stats import LOWERED, NEUTRAL, RAISED, hp_at, stat_at
from tests.pokedex.by_identifier import Names


@pytest.mark.parametrize(
    ("stat", "base", "level", "iv", "ev", "bent", "expected"),
    [
        ("speed", 102, 100, 31, 252, RAISED, 333),
        ("speed", 102, 50, 31, 252, RAISED, 169),
        ("speed", 102, 100, 31, 252, NEUTRAL, 303),
        ("speed", 102, 100, 0, 0, LOWERED, 188),
        ("hp", 108, 78, 24, 74, NEUTRAL, 289),  # the worked example of a level 78 Garchomp
        ("attack", 130, 78, 12, 190, RAISED, 278),
        ("defense", 95, 78, 30, 91, NEUTRAL, 193),
        ("special-attack", 80, 78, 16, 48, LOWERED, 135),
        ("special-defense", 85, 78, 23, 84, NEUTRAL, 171),
        ("speed", 102, 78, 5, 23, NEUTRAL, 171),
        ("hp", 255, 100, 31, 252, NEUTRAL, 714),
    ],
)
def test_a_stat_at_a_level(stat: str, base: int, level: int, iv: int, ev: int, bent: int, expected: int) -> None:
    assert stat_at(stat, base, level, iv=iv, ev=ev, bent=bent) == expected


def test_shedinja_always_has_one_hp() -> None:
    assert hp_at(292, 1, 100, iv=31, ev=252) == 1


def test_damage_follows_the_worked_example_of_glaceon_and_garchomp() -> None:
    # A level 75 Glaceon with 123 Attack, Ice Fang (65), a Garchomp with 163 Defense: 168 to 196.
    found = rolls(Blow(75, 65, 123, 163, bonus=STAB, factor=4.0))

    assert (found[0], found[-1]) == (168, 196)
    assert len(found) == 16


def test_what_does_not_affect_the_target_does_no_damage() -> None:
    assert set(rolls(Blow(50, 100, 150, 60, bonus=STAB, factor=0.0))) == {0}


def test_a_hit_that_affects_the_target_takes_at_least_one_point() -> None:
    assert min(rolls(Blow(1, 10, 5, 500, factor=0.25))) == 1


@pytest.mark.parametrize(
    ("species", "ball", "generation", "max_hp", "hp", "ailment", "expected"),
    [
        ("mewtwo", "ultra-ball", 9, 300, 300, None, (2 / 255) ** 0.75),
        ("mewtwo", "poke-ball", 9, 300, 300, None, (1 / 255) ** 0.75),
        ("mewtwo", "master-ball", 9, 300, 300, None, 1.0),
        ("caterpie", "poke-ball", 9, 30, 30, None, (85 / 255) ** 0.75),
        ("caterpie", "quick-ball", 9, 30, 30, None, 1.0),
        ("snorlax", "dusk-ball", 9, 300, 150, "sleep", (2 / 3 * 25 * 3 * 2.5 / 255) ** 0.75),
        ("magikarp", "net-ball", 9, 30, 30, None, 1.0),
        ("snorlax", "net-ball", 9, 300, 300, None, (25 / 3 / 255) ** 0.75),
        ("nihilego", "ultra-ball", 9, 300, 300, None, (45 / 3 * 0.1 / 255) ** 0.75),
        ("nihilego", "beast-ball", 9, 300, 300, None, (45 / 3 * 5 / 255) ** 0.75),
        ("mewtwo", "beast-ball", 9, 300, 300, None, (1 * 0.1 / 255) ** 0.75),
        # Generation 3: a = 1, a shake is 1048560 // 63 = 16643 of 65536.
        ("mewtwo", "poke-ball", 3, 300, 300, None, (16643 / 65536) ** 4),
    ],
)
def test_the_chance_of_a_throw(
    species: str, ball: str, generation: int, max_hp: int, hp: int, ailment: str | None, expected: float,
    dataset: Dataset,
) -> None:  # fmt: skip
    pokemon = dataset.default_pokemon(Names(dataset).species(species).id)
    thrown = ball_in(ball, generation)
    assert thrown is not None

    found = throw(pokemon, thrown, dataset, generation=generation, max_hp=max_hp, hp=hp, ailment=ailment, level=None)

    assert found.chance == pytest.approx(expected, rel=1e-6)


def test_a_ball_is_as_old_as_its_games() -> None:
    assert ball_in("dusk-ball", 3) is None
    assert ball_in("dusk-ball", 4) is not None


@pytest.mark.parametrize(
    ("first", "second", "possible", "reason"),
    [
        ("pikachu", "eevee", True, "group"),
        ("tauros", "miltank", True, "group"),
        ("garchomp", "ditto", True, "ditto"),
        ("ditto", "ditto", False, "two-dittos"),
        ("magnemite", "ditto", True, "ditto"),
        ("magnemite", "magnemite", False, "genderless"),
        ("magnemite", "voltorb", False, "genderless"),
        ("mewtwo", "ditto", False, "undiscovered"),
        ("pichu", "ditto", False, "undiscovered"),
        ("nidoqueen", "nidoking", False, "undiscovered"),
        ("tauros", "tauros", False, "males"),
        ("tauros", "hitmonlee", False, "males"),
        ("chansey", "blissey", False, "females"),
        ("garchomp", "pikachu", False, "no-group"),
        ("manaphy", "ditto", True, "ditto"),
    ],
)
def test_who_can_have_an_egg(first: str, second: str, possible: bool, reason: str, dataset: Dataset) -> None:
    names = Names(dataset)

    found = verdict(names.species(first), names.species(second), dataset)

    assert (found.possible, found.reason) == (possible, reason)
    back = verdict(names.species(second), names.species(first), dataset)
    assert back.possible == possible


def test_partners_are_mutual(dataset: Dataset) -> None:
    names = Names(dataset)
    garchomp = names.species("garchomp")

    found = partners(garchomp, dataset)

    assert all(garchomp in partners(one, dataset) for one in found[:20])
    assert names.species("mewtwo") not in found
