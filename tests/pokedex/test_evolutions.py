"""Who evolves into whom, and how: the regional forms above all."""

from __future__ import annotations

import pytest

from pokeqa.pokedex.dataset import Dataset, load_dataset
from tests.pokedex.by_identifier import Names


@pytest.fixture(scope="module")
def dataset() -> Dataset:
    return load_dataset()


@pytest.fixture(scope="module")
def names(dataset: Dataset) -> Names:
    return Names(dataset)


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("rattata-alola", "raticate-alola"), ("pikachu", "raichu-alola"), ("sandshrew-alola", "sandslash-alola"),
        ("vulpix-alola", "ninetales-alola"), ("diglett-alola", "dugtrio-alola"), ("meowth-alola", "persian-alola"),
        ("geodude-alola", "graveler-alola"), ("graveler-alola", "golem-alola"), ("grimer-alola", "muk-alola"),
        ("exeggcute", "exeggutor-alola"), ("cubone", "marowak-alola"), ("meowth-galar", "perrserker"),
        ("ponyta-galar", "rapidash-galar"), ("slowpoke-galar", "slowbro-galar"), ("slowpoke-galar", "slowking-galar"),
        ("farfetchd-galar", "sirfetchd"), ("koffing", "weezing-galar"), ("mime-jr", "mr-mime-galar"),
        ("mr-mime-galar", "mr-rime"), ("corsola-galar", "cursola"), ("zigzagoon-galar", "linoone-galar"),
        ("linoone-galar", "obstagoon"), ("darumaka-galar", "darmanitan-galar-standard"), ("yamask-galar", "runerigus"),
        ("growlithe-hisui", "arcanine-hisui"), ("voltorb-hisui", "electrode-hisui"), ("quilava", "typhlosion-hisui"),
        ("qwilfish-hisui", "overqwil"), ("sneasel-hisui", "sneasler"), ("dewott", "samurott-hisui"),
        ("petilil", "lilligant-hisui"), ("zorua-hisui", "zoroark-hisui"), ("rufflet", "braviary-hisui"),
        ("goomy", "sliggoo-hisui"), ("sliggoo-hisui", "goodra-hisui"), ("bergmite", "avalugg-hisui"),
        ("dartrix", "decidueye-hisui"), ("basculin-white-striped", "basculegion-male"),
        ("basculin-white-striped", "basculegion-female"), ("wooper-paldea", "clodsire"),
        ("rockruff-own-tempo", "lycanroc-dusk"),
    ],
)  # fmt: skip
def test_a_regional_form_evolves_from_and_into_the_right_one(
    dataset: Dataset, names: Names, start: str, end: str
) -> None:
    assert names.ways(start, end)
    sources = {way.from_pokemon_id for way in dataset.evolutions_to(names[end])}
    assert sources == {names[start].id}


def test_every_regional_form_takes_part_in_evolution_or_is_known_not_to(dataset: Dataset) -> None:
    alone = {
        p.identifier
        for p in dataset.pokemon.values()
        if p.form_kind == "regional" and not dataset.evolutions_from(p) and not dataset.evolutions_to(p)
    }
    assert alone == {
        "articuno-galar", "zapdos-galar", "moltres-galar", "darmanitan-galar-zen", "stunfisk-galar",
        "tauros-paldea-combat-breed", "tauros-paldea-blaze-breed", "tauros-paldea-aqua-breed",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("meowth", "perrserker"), ("sneasel", "sneasler"), ("wooper", "clodsire"), ("corsola", "cursola"),
        ("farfetchd", "sirfetchd"), ("yamask", "runerigus"), ("linoone", "obstagoon"), ("mr-mime", "mr-rime"),
        ("qwilfish", "overqwil"), ("basculin-red-striped", "basculegion-male"), ("ursaring", "ursaluna-bloodmoon"),
        ("rattata", "raticate-alola"), ("rattata-alola", "raticate"), ("raticate-totem-alola", "raticate"),
        ("pikachu-starter", "raichu"), ("eevee-starter", "vaporeon"), ("floette-eternal", "florges"),
        ("wooper-paldea", "quagsire"), ("sneasel-hisui", "weavile"), ("yamask-galar", "cofagrigus"),
    ],
)  # fmt: skip
def test_what_looks_like_an_evolution_and_is_none(names: Names, start: str, end: str) -> None:
    assert names.ways(start, end) == []


def test_ordinary_ways(dataset: Dataset, names: Names) -> None:
    assert names.way("magikarp", "gyarados").level == 20
    assert names.way("slowpoke", "slowbro").level == 37
    slowking = names.way("slowpoke", "slowking")
    assert slowking.trigger == "trade"
    assert dataset.items[slowking.held_item_id or 0].names["en"] == "King’s Rock"
    annihilape = names.way("primeape", "annihilape")
    assert dataset.moves[annihilape.used_move_id or 0].identifier == "rage-fist"
    assert annihilape.move_count == 20
    assert names.way("karrablast", "escavalier").trade_species_id == names.species("shelmet").id
    assert names.way("mantyke", "mantine").party_species_id == names.species("remoraid").id
    assert names.way("inkay", "malamar").upside_down
    assert names.way("sliggoo", "goodra").rain
    assert [names.way("tyrogue", end).relative_physical_stats for end in ("hitmonlee", "hitmonchan", "hitmontop")] == [
        1, -1, 0
    ]  # fmt: skip


def test_ways_that_the_source_has_no_row_or_column_for(names: Names) -> None:
    assert names.way("meltan", "melmetal").note == "meltan-candy"
    shedinja = names.way("nincada", "shedinja")
    assert (shedinja.trigger, shedinja.level, shedinja.note) == ("shed", 20, "shed")
    assert names.ways("manaphy", "phione") == []
    assert names.ways("phione", "manaphy") == []
    assert names.way("toxel", "toxtricity-amped").note == "amped-nature"
    assert names.way("toxel", "toxtricity-low-key").note == "low-key-nature"
    assert names.way("tandemaus", "maushold-family-of-three").note == "random-form"
    assert names.way("milcery", "alcremie").note == "sweet"


def test_forms_that_evolve_by_sex_cloak_time_or_pot(dataset: Dataset, names: Names) -> None:
    assert names.way("espurr", "meowstic-male").gender == "male"
    assert names.way("espurr", "meowstic-female").gender == "female"
    assert names.way("basculin-white-striped", "basculegion-female").gender == "female"
    assert names.way("rockruff", "lycanroc-midnight").time_of_day == "night"
    sandy = names.way("burmy", "wormadam-sandy")
    assert sandy.gender == "female"
    assert dataset.cosmetic_forms[sandy.from_form_id or 0].form == "sandy"
    assert names.way("burmy", "mothim").gender == "male"
    pots = {
        dataset.items[way.item_id or 0].identifier: dataset.cosmetic_forms[way.to_form_id or 0].form
        for way in names.ways("sinistea", "polteageist")
    }
    assert pots == {"cracked-pot": "phony", "chipped-pot": "antique"}
    assert names.ways("gimmighoul", "gholdengo")
    assert names.ways("gimmighoul-roaming", "gholdengo")
    assert names.ways("kubfu", "urshifu-single-strike")
    assert names.ways("kubfu", "urshifu-rapid-strike")


def test_ways_that_differ_by_game_are_kept_and_equal_ones_are_not(dataset: Dataset, names: Names) -> None:
    milotic = names.ways("feebas", "milotic")
    assert [(way.beauty, dataset.version_groups[way.version_group_id or 0].generation) for way in milotic] == [
        (170, 3), (None, 5)
    ]  # fmt: skip
    leafeon = names.ways("eevee", "leafeon")
    assert [way for way in leafeon if way.item_id is not None] == [leafeon[-1]]
    assert sum(way.location_id is not None for way in leafeon) == 5
    assert len(names.ways("pikachu", "raichu")) == 1
    assert len(set(dataset.evolutions)) == len(dataset.evolutions)


def test_no_way_is_older_than_its_two_ends(dataset: Dataset) -> None:
    orders = {group.id: group.order for group in dataset.version_groups.values()}
    for way in dataset.evolutions:
        if way.version_group_id is not None:
            ends = (dataset.pokemon[way.from_pokemon_id], dataset.pokemon[way.to_pokemon_id])
            assert orders[way.version_group_id] >= max(orders[end.version_group_id] for end in ends)


def test_a_chain_has_all_its_species(dataset: Dataset, names: Names) -> None:
    chain = dataset.chain(names.species("eevee").chain_id)
    assert len(chain) == 9
    assert [species.identifier for species in dataset.chain(names.species("meltan").chain_id)] == ["meltan", "melmetal"]
    assert dataset.items[dataset.baby_items[names.species("munchlax").chain_id]].identifier == "full-incense"
