"""What wild Pokémon carry: the file is well-formed, and its lines are those of the source."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from pokeqa.errors import DatasetError
from pokeqa.pokedex.dataset import Dataset
from pokeqa.pokedex.wild_items import WildItems, is_met, read_wild_items, wild_items
from tests.pokedex.by_identifier import Names

#: The rows of the source: one for each Pokémon, game and item.
ROWS = 4145
#: The most items that a Pokémon's table has room for.
SLOTS = 3


@pytest.fixture(scope="module")
def known(dataset: Dataset) -> WildItems:
    return wild_items(dataset)


@pytest.fixture(scope="module")
def names(dataset: Dataset) -> Names:
    return Names(dataset)


def test_the_lines_expand_to_every_row_of_the_source_once(dataset: Dataset) -> None:
    rows = [(line.pokemon_id, game, line.item_id) for line in read_wild_items(dataset) for game in line.version_ids]

    assert len(rows) == len(set(rows)) == ROWS


def test_no_chance_is_anything_that_the_games_do_not_have(dataset: Dataset) -> None:
    assert {line.chance for line in read_wild_items(dataset)} == {1, 5, 50, 100, None}


def test_a_pokemon_has_room_for_its_items_and_nothing_beside_a_certain_one(dataset: Dataset) -> None:
    slots: Counter[tuple[int, int]] = Counter()
    certain: set[tuple[int, int]] = set()
    for line in read_wild_items(dataset):
        slots.update((line.pokemon_id, game) for game in line.version_ids)
        certain |= {(line.pokemon_id, game) for game in line.version_ids if line.chance == 100}

    assert max(slots.values()) <= SLOTS
    assert {slots[one] for one in certain} == {1}


def test_the_games_of_the_data_are_known(known: WildItems, dataset: Dataset) -> None:
    games = [dataset.versions[one].identifier for one in known.versions]

    assert games == [
        "ruby", "sapphire", "emerald", "firered", "leafgreen", "diamond", "pearl", "platinum", "heartgold",
        "soulsilver", "black", "white", "black-2", "white-2", "x", "y", "moon", "ultra-sun",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("pokemon", "game", "expected"),
    [
        ("corsola", "ruby", {"red-shard": 5}),
        ("corsola", "y", {"hard-stone": 5}),
        ("corsola", "moon", {"luminous-moss": 5}),
        ("pikachu", "emerald", {"oran-berry": 50, "light-ball": 5}),
        ("pikachu", "white", {"oran-berry": 50, "light-ball": 1}),
        ("pikachu", "firered", {}),
        ("elekid", "diamond", {"electirizer": 50}),
        ("elekid", "pearl", {"electirizer": 5}),
        ("snorlax", "leafgreen", {"chesto-berry": 100}),
        ("snorlax", "x", {"leftovers": 100}),
        ("snorlax", "moon", {"leftovers": None}),
        ("muk", "black-2", {"toxic-orb": 1, "black-sludge": 50}),
        ("garbodor", "white", {"nugget": 5, "black-sludge": 50, "big-nugget": 1}),
        ("garbodor", "ultra-sun", {"silk-scarf": 50, "black-sludge": 5}),
        ("blissey", "heartgold", {"lucky-egg": 5, "oval-stone": 50}),
        ("blissey", "moon", {}),
        ("vulpix-alola", "moon", {"snowball": 5}),
        ("shaymin-sky", "diamond", {}),
        ("shaymin-sky", "platinum", {"lum-berry": 100}),
    ],
)
def test_what_one_carries_in_a_game(
    pokemon: str, game: str, expected: dict[str, int | None], known: WildItems, dataset: Dataset, names: Names
) -> None:
    found = known.of(names.id("pokemon", pokemon), [names.id("versions", game)])

    assert {dataset.items[line.item_id].identifier: line.chance for line in found} == expected


def test_nobody_meets_a_gift_or_what_a_battle_makes(dataset: Dataset, names: Names) -> None:
    met = {one: is_met(names.id("pokemon", one), dataset) for one in (
        "alakazam", "alakazam-mega", "pikachu-original-cap", "marowak-totem", "marowak-alola", "pumpkaboo-super",
    )}  # fmt: skip

    assert [one for one, really in met.items() if really] == ["alakazam", "marowak-alola", "pumpkaboo-super"]


def test_a_line_with_an_unknown_name_is_an_error(dataset: Dataset, tmp_path: Path) -> None:
    file = tmp_path / "wild_items.csv"
    file.write_text("pokemon,item,chance,games\npikachu,no-such-item,5,ruby\n", encoding="utf-8")

    with pytest.raises(DatasetError, match="no-such-item"):
        read_wild_items(dataset, file)
    with pytest.raises(DatasetError, match="missing"):
        read_wild_items(dataset, tmp_path / "none.csv")
