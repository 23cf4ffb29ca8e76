"""Learnsets: who learns what, in which games and how; what the dataset does not know is said."""

from __future__ import annotations

import pytest

from pokeqa.pokedex.dataset import Dataset, load_dataset
from pokeqa.question.algebra import HasType, Learn, Scope
from tests.pokedex.asked import LANGUAGES, Asked, assert_well_formed


@pytest.fixture(scope="module")
def dataset() -> Dataset:
    return load_dataset()


@pytest.fixture(scope="module")
def asked(dataset: Dataset) -> Asked:
    return Asked(dataset)


def test_yes_names_the_newest_game(asked: Asked) -> None:
    query = Learn(asked.mon("pikachu"), asked.move("surf").id, "can")
    assert asked.headline(query) == "Yes: Pikachu can learn Surf (Scarlet and Violet: with TM123)."
    assert asked.headline(query, "zh-hans").startswith("可以，皮卡丘能学会冲浪")
    assert asked.headline(query, "ja").startswith("はい、ピカチュウはなみのりを覚えられます")
    assert "- as a prize in Pokémon Stadium: Yellow, Red/Blue" in asked.text(query)


def test_no_is_about_the_games_of_the_dataset(asked: Asked) -> None:
    query = Learn(asked.mon("magikarp"), asked.move("surf").id, "can")
    assert asked.headline(query) == "No: Magikarp cannot learn Surf in any game of the dataset."
    assert asked.headline(query, "zh-hans").startswith("不能，")


def test_a_game_or_generation_narrows_the_answer(asked: Asked) -> None:
    then = asked.text(Learn(asked.mon("pikachu"), asked.move("surf").id, "can", scope=Scope(4)))
    assert then.startswith("No: Pikachu cannot learn Surf in Generation 4.")
    assert "In other games it can" in then
    red = Learn(asked.mon("blastoise"), asked.move("surf").id, "how", scope=asked.games("red-blue"))
    assert asked.headline(red) == "Blastoise can learn Surf (Red and Blue: with HM03)."
    tr = Learn(asked.mon("blastoise"), asked.move("surf").id, "how", scope=asked.games("the-isle-of-armor"))
    assert asked.headline(tr) == "Blastoise can learn Surf (Sword and Shield: with TR04)."


@pytest.mark.parametrize(
    ("pokemon", "move", "scope", "sentence"),
    [
        ("pikachu", "thunderbolt", Scope(), "Pikachu learns Thunderbolt in Scarlet and Violet at level 36."),
        ("pikachu", "thunderbolt", Scope(5), "Pikachu learns Thunderbolt in Black 2 and White 2 at level 29."),
        ("charmander", "flamethrower", Scope(1), "Charmander learns Flamethrower in Yellow at level 38."),
        ("pikachu", "surf", Scope(), ("Pikachu does not learn Surf by levelling up: Pikachu can learn Surf "
                                      "(Scarlet and Violet: with TM123).")),
    ],
)  # fmt: skip
def test_levels(asked: Asked, pokemon: str, move: str, scope: Scope, sentence: str) -> None:
    assert asked.headline(Learn(asked.mon(pokemon), asked.move(move).id, "level", scope=scope)) == sentence


def test_a_move_is_kept_on_evolving(asked: Asked) -> None:
    query = Learn(
        asked.mon("charizard"), asked.move("dragon-dance").id, "can", scope=asked.games("heartgold-soulsilver")
    )
    assert asked.headline(query) == (
        "Yes: Charizard can have Dragon Dance: Charmander learns it (HeartGold and SoulSilver: as an Egg move) and "
        "keeps it on evolving."
    )


def test_a_method_is_answered_by_itself(asked: Asked) -> None:
    query = Learn(asked.mon("pikachu"), asked.move("thunderbolt").id, "can", method="egg")
    assert asked.headline(query).startswith("No: Pikachu does not learn Thunderbolt as an Egg move in any game")
    assert "Pikachu can learn Thunderbolt" in asked.headline(query)


def test_what_the_dataset_has_no_learnset_of(asked: Asked) -> None:
    surf = asked.move("surf").id
    assert asked.headline(Learn(asked.mon("pikachu"), surf, "can", scope=asked.games("legends-za"))) == (
        "The dataset has no learnsets of Legends: Z-A."
    )
    assert asked.headline(Learn(asked.mon("caterpie"), surf, "can", scope=Scope(9))) == (
        "The dataset has no learnset of Caterpie in Generation 9."
    )
    assert asked.headline(Learn(asked.mon("charizard-gmax"), surf, "can")).startswith(
        "The dataset has no learnset of Gigantamax Charizard of its own"
    )
    assert asked.headline(Learn(None, surf, "list", scope=asked.games("legends-za"))) == (
        "The dataset has no learnsets of Legends: Z-A."
    )


def test_regional_forms_have_their_own_learnset(asked: Asked) -> None:
    psychic = asked.move("psychic").id
    assert asked.headline(Learn(asked.mon("raichu-alola"), psychic, "can")).startswith("Yes: Alolan Raichu")
    query = Learn(asked.mon("raichu"), psychic, "can", scope=asked.games("sun-moon"))
    assert asked.headline(query).startswith("No: Raichu")


def test_what_a_pokemon_learns(asked: Asked) -> None:
    assert asked.text(Learn(asked.mon("magikarp"), None, "list")) == (
        "In Scarlet and Violet, Magikarp can learn 3 moves: 3 by levelling up.\n\n"
        "By levelling up: Splash (level 1), Tackle (level 15) and Flail (level 25)."
    )
    red = Learn(asked.mon("pikachu"), None, "list", method="level-up", scope=asked.games("red-blue"))
    assert asked.headline(red) == (
        "In Red and Blue, Pikachu learns 7 moves by levelling up: Thunder Shock (level 1), Growl (level 1), Thunder "
        "Wave (level 9), Quick Attack (level 16), Swift (level 26), Agility (level 33) and Thunder (level 43)."
    )
    fire = asked.headline(Learn(asked.mon("charizard"), None, "list", move_type_id=asked.type("fire")))
    assert "Fire-type moves" in fire
    assert "Flamethrower" in fire
    assert "Dragon Claw" not in fire


def test_who_learns_a_move(asked: Asked, dataset: Dataset) -> None:
    surf = asked.move("surf").id
    answer = asked.answer(Learn(None, surf, "count"))
    species = {
        dataset.pokemon[one].species_id
        for one in dataset.learnsets.learner_ids(surf)
        if dataset.pokemon[one].form_kind in ("ordinary", "regional", "other")
        and not dataset.pokemon[one].is_battle_only
        and dataset.pokemon[one].form != "starter"
    }
    assert answer.headline.startswith(f"{len(species)} Pokémon can learn Surf")
    assert answer.cards[0]["total"] == len(species)
    assert len(answer.cards[0]["rows"]) == 30


def test_learners_of_a_type_are_a_search(asked: Asked) -> None:
    answer = asked.text(Learn(None, asked.move("fly").id, "list", condition=HasType(asked.type("fire"))))
    assert "Charizard" in answer
    assert "Pidgeot" not in answer


# --------------------------------------------------------------------------- many of them


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_pokemon_has_an_answer(asked: Asked, dataset: Dataset, language: str) -> None:
    surf = asked.move("surf").id
    for pokemon in dataset.pokemon.values():
        mon = asked.mon(pokemon.identifier)
        for query in (Learn(mon, None, "list"), Learn(mon, surf, "can"), Learn(mon, surf, "level")):
            assert_well_formed(asked.answer(query, language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_move_has_an_answer(asked: Asked, dataset: Dataset, language: str) -> None:
    for move in dataset.moves.values():
        assert_well_formed(asked.answer(Learn(None, move.id, "list"), language))
    for pokemon in ("pikachu", "eevee", "smeargle", "mew", "deoxys-attack", "zygarde-complete", "pichu"):
        for move_id in dataset.learnsets.ever(asked.names[pokemon].id):
            assert_well_formed(asked.answer(Learn(asked.mon(pokemon), move_id, "how"), language))
