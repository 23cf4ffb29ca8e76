"""Learnsets and encounters: every row, quickly, and silence where the source knows nothing."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from pokeqa.errors import DatasetError
from pokeqa.pokedex.dataset import Dataset, load_dataset
from pokeqa.pokedex.encounters import Encounters
from pokeqa.pokedex.learnsets import Learnsets
from pokeqa.pokedex.model import LearnRow


@pytest.fixture(scope="module")
def dataset() -> Dataset:
    return load_dataset()


@pytest.fixture(scope="module")
def learnsets(dataset: Dataset) -> Learnsets:
    return dataset.learnsets


@pytest.fixture(scope="module")
def encounters(dataset: Dataset) -> Encounters:
    return dataset.encounters


@pytest.fixture(scope="module")
def ids(dataset: Dataset) -> Callable[[str, str], int]:
    """The id of a record: `ids("moves", "fly")`."""

    def find(table: str, identifier: str) -> int:
        return next(r.id for r in getattr(dataset, table).values() if r.identifier == identifier)

    return find


Ids = Callable[[str, str], int]


def ways(rows: list[LearnRow]) -> list[tuple[str, int]]:
    return [(row.method, row.level) for row in rows]


# ---------------------------------------------------------------------- learnsets


def test_every_row_is_there(learnsets: Learnsets, dataset: Dataset) -> None:
    assert len(learnsets) == 638_321
    assert sum(len(learnsets.of(pokemon)) for pokemon in dataset.pokemon) == 638_321
    assert sum(len(learnsets.learners(move)) for move in dataset.moves) == 638_321


@pytest.mark.parametrize(
    ("pokemon", "move", "group", "expected"),
    [
        ("pikachu", "thunderbolt", "yellow", [("level-up", 26), ("machine", 0)]),
        ("pikachu", "thunderbolt", "red-blue", [("machine", 0)]),
        ("pikachu", "surf", "red-blue", [("stadium-surfing-pikachu", 0)]),
        ("charizard", "fly", "red-blue", []),
        ("charizard", "fly", "yellow", [("machine", 0)]),
        ("magikarp", "tackle", "red-blue", [("level-up", 15)]),
        ("bulbasaur", "razor-leaf", "red-blue", [("level-up", 27)]),
        ("pichu", "volt-tackle", "heartgold-soulsilver", [("light-ball-egg", 0)]),
        ("zigzagoon-galar", "night-slash", "sword-shield", []),
        # Level 0 of a level-up row is the moment of evolving.
        ("raichu-alola", "psychic", "sun-moon", [("level-up", 0), ("level-up", 1), ("machine", 0)]),
    ],
)
def test_a_pokemon_learns_a_move_the_way_it_does(
    learnsets: Learnsets, ids: Ids, pokemon: str, move: str, group: str, expected: list[tuple[str, int]]
) -> None:
    rows = learnsets.find(ids("pokemon", pokemon), ids("moves", move), ids("version_groups", group))
    assert ways(rows) == expected


def test_learners_and_learnsets_agree(learnsets: Learnsets, ids: Ids) -> None:
    fly, group = ids("moves", "fly"), ids("version_groups", "red-blue")
    rows = learnsets.learners(fly, group)
    assert [row for row in learnsets.of(rows[0].pokemon_id, group) if row.move_id == fly] == [rows[0]]
    assert {row.pokemon_id for row in rows} == learnsets.learner_ids(fly, group)
    assert ids("pokemon", "pidgey") in learnsets.learner_ids(fly, group)
    assert ids("pokemon", "charizard") not in learnsets.learner_ids(fly, group)
    assert learnsets.learner_ids(fly, group) < learnsets.learner_ids(fly)


def test_level_up_moves_come_in_the_order_of_their_levels(learnsets: Learnsets, ids: Ids) -> None:
    rows = learnsets.of(ids("pokemon", "garchomp"), ids("version_groups", "scarlet-violet"))
    levels = [row.level for row in rows if row.method == "level-up"]
    assert levels == sorted(levels)
    assert len(levels) > 10


def test_the_moves_a_pokemon_ever_learnt(learnsets: Learnsets, ids: Ids) -> None:
    assert learnsets.ever(ids("pokemon", "ditto")) == {ids("moves", "transform")}
    assert learnsets.ever(ids("pokemon", "smeargle")) == {ids("moves", "sketch")}
    pikachu = ids("pokemon", "pikachu")
    assert learnsets.ever(pikachu) == {row.move_id for row in learnsets.of(pikachu)}
    assert ids("moves", "transform") not in learnsets.ever(pikachu)


def test_unknown_learnsets_are_empty_never_the_ordinary_forms(learnsets: Learnsets, dataset: Dataset) -> None:
    unknown = [p for p in dataset.pokemon.values() if not learnsets.ever(p.id)]
    assert len(unknown) == 48
    assert {p.form_kind for p in unknown} == {"gigantamax", "mega"}
    assert all(learnsets.of(p.id) == [] and learnsets.version_groups_of(p.id) == () for p in unknown)


def test_games_without_learnsets_have_none(learnsets: Learnsets, ids: Ids) -> None:
    group = ids("version_groups", "legends-za")
    assert group not in learnsets.version_groups()
    assert ids("version_groups", "champions") in learnsets.version_groups()
    assert learnsets.of(ids("pokemon", "charizard"), group) == []


def test_what_does_not_exist_is_learnt_by_nobody(learnsets: Learnsets) -> None:
    assert learnsets.learners(9999) == []
    assert learnsets.learner_ids(9999) == frozenset()
    assert learnsets.of(9999) == []
    assert learnsets.ever(99999) == frozenset()


def test_many_threads_that_ask_first_share_one_table() -> None:
    dataset = load_dataset()
    with ThreadPoolExecutor(8) as pool:
        tables = list(pool.map(lambda _: dataset.learnsets, range(8)))
    assert len({id(table) for table in tables}) == 1


def test_a_dataset_that_was_not_loaded_from_files_says_so(dataset: Dataset) -> None:
    with pytest.raises(DatasetError, match="not loaded from files"):
        _ = dataclasses.replace(dataset, directory=None).learnsets


# ---------------------------------------------------------------------- encounters


def test_every_encounter_is_there(encounters: Encounters, dataset: Dataset) -> None:
    assert len(encounters) == 29_851
    assert sum(len(encounters.of(pokemon)) for pokemon in dataset.pokemon) == 29_851
    assert sum(len(encounters.at(location)) for location in dataset.locations) == 29_851


def test_pikachu_is_met_in_viridian_forest(encounters: Encounters, ids: Ids) -> None:
    forest, red = ids("locations", "viridian-forest"), ids("versions", "red")
    (row,) = [row for row in encounters.of(ids("pokemon", "pikachu"), red) if row.location_id == forest]
    assert (row.min_level, row.max_level) == (3, 5)
    assert row in encounters.at(forest)
    assert row in encounters.at(forest, red)
    assert ids("pokemon", "pikachu") not in {r.pokemon_id for r in encounters.at(forest, ids("versions", "gold"))}


def test_games_after_sword_and_shield_are_not_known(encounters: Encounters, ids: Ids) -> None:
    assert ids("versions", "sword") in encounters.versions()
    for version in ("brilliant-diamond", "legends-arceus", "scarlet", "legends-za"):
        assert ids("versions", version) not in encounters.versions()
