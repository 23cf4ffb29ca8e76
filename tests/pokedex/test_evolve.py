"""What evolves into what, and how: branches, regions, babies, games, and premises that are false."""

from __future__ import annotations

import pytest

from pokeqa.pokedex.dataset import Dataset, load_dataset
from pokeqa.question.algebra import Evolve, Scope
from tests.pokedex.asked import LANGUAGES, Asked, assert_well_formed


@pytest.fixture(scope="module")
def dataset() -> Dataset:
    return load_dataset()


@pytest.fixture(scope="module")
def asked(dataset: Dataset) -> Asked:
    return Asked(dataset)


# --------------------------------------------------------------------------- one step


@pytest.mark.parametrize(
    ("start", "sentence"),
    [
        ("nidoran-f", "Nidoran♀ evolves into Nidorina at level 16."),
        ("kadabra", "Kadabra evolves into Alakazam by trading it."),
        ("onix", "Onix evolves into Steelix by trading it while it holds a Metal Coat."),
        ("karrablast", "Karrablast evolves into Escavalier by trading it for Shelmet."),
        ("golbat", "Golbat evolves into Crobat by levelling up with high friendship (at least 160)."),
        ("riolu", "Riolu evolves into Lucario by levelling up during the day with high friendship (at least 160)."),
        ("sneasel-hisui", ("Hisuian Sneasel evolves into Sneasler by levelling up while it holds a Razor Claw during "
                          "the day.")),
        ("lickitung", "Lickitung evolves into Lickilicky by levelling up while it knows Rollout."),
        ("pancham", "Pancham evolves into Pangoro at level 32 with a Dark-type Pokémon in the party."),
        ("mantyke", "Mantyke evolves into Mantine by levelling up with Remoraid in the party."),
        ("inkay", "Inkay evolves into Malamar at level 30 while the console is held upside down."),
        ("sliggoo", "Sliggoo evolves into Goodra at level 50 in the rain."),
        ("pawmo", "Pawmo evolves into Pawmot by levelling up after walking 1000 steps with it outside its Poké Ball."),
        ("finizen", "Finizen evolves into Palafin at level 38 while playing with others (Union Circle)."),
        ("primeape", "Primeape evolves into Annihilape by levelling up after using Rage Fist 20 times."),
        ("stantler", "Stantler evolves into Wyrdeer after using Psyshield Bash 20 times in the agile style."),
        ("bisharp", ("Bisharp evolves into Kingambit by levelling up after defeating 3 Bisharp that hold a Leader’s "
                    "Crest.")),
        ("gimmighoul", "Gimmighoul evolves into Gholdengo by levelling up once 999 Gimmighoul Coins are collected."),
        ("milcery", "Milcery evolves into Alcremie when its Trainer spins around while it holds a Sweet."),
        ("meltan", "Meltan evolves into Melmetal with 400 Meltan Candies in Pokémon GO."),
        ("farfetchd-galar", "Galarian Farfetch’d evolves into Sirfetch’d after landing 3 critical hits in one battle."),
        ("ursaring", "Ursaring evolves into Ursaluna with a Peat Block under a full moon."),
        ("snorunt", "Snorunt can evolve into Glalie (at level 42) or Froslass (with a Dawn Stone if it is female)."),
        ("tyrogue", ("Tyrogue can evolve into Hitmonlee (at level 20 if its Attack is higher than its Defense), "
                    "Hitmonchan (at level 20 if its Attack is lower than its Defense) or Hitmontop (at level 20 if its "
                    "Attack and Defense are equal).")),
    ],
)  # fmt: skip
def test_how_it_evolves(asked: Asked, start: str, sentence: str) -> None:
    assert asked.headline(Evolve(asked.mon(start), "into", "how")) == sentence


@pytest.mark.parametrize(
    ("start", "language", "sentence"),
    [
        ("squirtle", "zh-hans", "杰尼龟达到16级时进化为卡咪龟。"),
        ("onix", "zh-hans", "大岩蛇携带金属膜进行通信交换时进化为大钢蛇。"),
        ("primeape", "zh-hans", "火暴猴使用愤怒之拳20次后升级时进化为弃世猴。"),
        ("squirtle", "ja", "ゼニガメはレベル16になるとカメールに進化します。"),
        ("onix", "ja", "イワークはメタルコートを持たせて通信交換するとハガネールに進化します。"),
    ],
)
def test_how_it_evolves_in_other_languages(asked: Asked, start: str, language: str, sentence: str) -> None:
    assert asked.headline(Evolve(asked.mon(start), "into", "how"), language) == sentence


def test_the_newest_way_comes_first_and_the_others_name_their_games(asked: Asked) -> None:
    answer = asked.text(Evolve(asked.mon("eevee"), "into", "how", asked.mon("leafeon")))
    assert answer.startswith("Eevee evolves into Leafeon with a Leaf Stone (since Sword and Shield).")
    assert "near the Moss Rock (Eterna Forest in Diamond and Pearl; Pinwheel Forest in Black and White;" in answer
    milotic = asked.text(Evolve(asked.mon("feebas"), "into", "how"))
    assert "by trading it while it holds a Prism Scale" in milotic
    assert "by levelling up with high Beauty (at least 170) (Ruby and Sapphire)" in milotic


def test_the_way_of_the_generation_asked_for(asked: Asked) -> None:
    query = Evolve(asked.mon("eevee"), "into", "how", asked.mon("leafeon"), scope=Scope(4))
    assert asked.headline(query) == "Eevee evolves into Leafeon by levelling up near the Moss Rock (Eterna Forest)."
    assert (
        asked.headline(Evolve(asked.mon("sneasel"), "into", scope=Scope(2)))
        == "Sneasel did not evolve in Generation 2."
    )
    assert len(asked.answer(Evolve(asked.mon("eevee"), "into", "how", scope=Scope(1))).rows) == 3
    assert asked.headline(Evolve(asked.mon("lucario"), "from", scope=Scope(3))) == (
        "Lucario did not exist in Generation 3: it came in generation 4."
    )


# --------------------------------------------------------------------------- branches


def test_the_eight_evolutions_of_eevee(asked: Asked) -> None:
    listed = asked.headline(Evolve(asked.mon("eevee"), "into"))
    counted = asked.headline(Evolve(asked.mon("eevee"), "into", "count"))
    assert counted.startswith("Eevee has 8 evolutions:")
    for name in ("Vaporeon", "Jolteon", "Flareon", "Espeon", "Umbreon", "Leafeon", "Glaceon", "Sylveon"):
        assert name in listed
        assert name in counted


def test_a_number_taken_for_granted_is_checked(asked: Asked) -> None:
    assert (
        asked.headline(Evolve(asked.mon("slowpoke"), "into", expected=2))
        == "Slowpoke evolves into Slowbro or Slowking."
    )
    assert (
        asked.headline(Evolve(asked.mon("nincada"), "into", expected=2)) == "Nincada evolves into Ninjask or Shedinja."
    )
    assert asked.headline(Evolve(asked.mon("charmander"), "into", expected=2)) == (
        "Charmander evolves into Charmeleon at level 16, and Charmeleon evolves into Charizard at level 36."
    )
    assert asked.headline(Evolve(asked.mon("magikarp"), "into", expected=2)).startswith("It is 1, not 2: Magikarp")


def test_shedinja_is_left_behind(asked: Asked) -> None:
    answer = asked.headline(Evolve(asked.mon("nincada"), "into", "how", asked.mon("shedinja")))
    assert "when Nincada evolves at level 20, if there is a free place in the party and a spare Poké Ball" in answer


def test_forms_of_one_species_count_once(asked: Asked) -> None:
    assert asked.headline(Evolve(asked.mon("toxel"), "into", "count")) == "Toxel has 1 evolution: Toxtricity."
    assert "with an Amped nature" in asked.text(Evolve(asked.mon("toxel"), "into", "how"))


# --------------------------------------------------------------------------- regions


def test_a_region_makes_another_form(asked: Asked) -> None:
    assert asked.headline(Evolve(asked.mon("pikachu"), "into", "item")) == (
        "Pikachu can evolve into Raichu (with a Thunder Stone) or Alolan Raichu (with a Thunder Stone in Alola)."
    )
    assert asked.headline(Evolve(asked.mon("raichu-alola"), "from")) == (
        "Alolan Raichu evolves from Pikachu with a Thunder Stone in Alola."
    )


def test_what_only_another_form_evolves_into(asked: Asked) -> None:
    assert asked.headline(Evolve(asked.mon("farfetchd"), "into")) == (
        "Farfetch’d itself does not evolve; Galarian Farfetch’d evolves into Sirfetch’d after landing 3 critical hits "
        "in one battle."
    )
    meowth = asked.text(Evolve(asked.mon("meowth"), "into"))
    assert meowth.startswith(
        "Meowth evolves into Persian at level 28; Galarian Meowth evolves into Perrserker at level 28."
    )
    assert "Alolan Meowth evolves into Alolan Persian by levelling up with high friendship (at least 160)." in meowth
    assert asked.headline(Evolve(asked.mon("meowth"), "into", target=asked.mon("perrserker"), yes_no=True)) == (
        "Yes: Galarian Meowth evolves into Perrserker at level 28."
    )


def test_only_another_form_can_evolve(asked: Asked) -> None:
    assert asked.headline(Evolve(asked.mon("farfetchd"), "into", "can", yes_no=True)).startswith(
        "No: Farfetch’d itself"
    )
    assert asked.headline(Evolve(asked.mon("meowth"), "into", "can", yes_no=True)).startswith("Yes: Meowth evolves")


def test_a_regional_subject_has_its_own_line(asked: Asked) -> None:
    assert asked.headline(Evolve(asked.mon("meowth-galar"), "into")) == (
        "Galarian Meowth evolves into Perrserker at level 28."
    )
    assert (
        asked.headline(Evolve(asked.mon("mr-mime-galar"), "into"))
        == "Galarian Mr. Mime evolves into Mr. Rime at level 42."
    )


# --------------------------------------------------------------------------- no evolution


@pytest.mark.parametrize(
    ("pokemon", "language", "sentence"),
    [
        ("gyarados", "en", ("Gyarados is the final stage of its line and does not evolve any further; it evolves from "
                           "Magikarp at level 20.")),
        ("gyarados", "zh-hans", "暴鲤龙是最终形态，不会再进化；它由鲤鱼王达到20级时进化而来。"),
        ("mewtwo", "en", "Mewtwo does not evolve."),
        ("mewtwo", "ja", "ミュウツーは進化しません。"),
        ("manaphy", "en", "Manaphy does not evolve."),
    ],
)  # fmt: skip
def test_no_evolution_is_said(asked: Asked, pokemon: str, language: str, sentence: str) -> None:
    assert asked.headline(Evolve(asked.mon(pokemon), "into"), language) == sentence


def test_mega_forms_are_no_evolution(asked: Asked) -> None:
    assert "Mega Mewtwo X and Mega Mewtwo Y are forms for the time of a battle, not evolutions." in asked.text(
        Evolve(asked.mon("mewtwo"), "into")
    )
    assert asked.headline(Evolve(asked.mon("charizard-mega-x"), "into")).startswith(
        "Mega Charizard X lasts only for a battle and does not evolve; it is a form of Charizard"
    )


def test_can_it_evolve(asked: Asked) -> None:
    assert asked.headline(Evolve(asked.mon("onix"), "into", "can", yes_no=True)).startswith(
        "Yes: Onix evolves into Steelix"
    )
    assert asked.headline(Evolve(asked.mon("mew"), "into", "can", yes_no=True)) == "No: Mew does not evolve."
    assert asked.headline(Evolve(asked.mon("mew"), "into", "can", yes_no=True), "zh-hans").startswith("不能，")


# --------------------------------------------------------------------------- where it comes from


@pytest.mark.parametrize(
    ("pokemon", "sentence"),
    [
        ("sharpedo", "Sharpedo evolves from Carvanha at level 30."),
        ("pikachu", "Pikachu evolves from Pichu by levelling up with high friendship (at least 220)."),
        ("charizard", "Charizard evolves from Charmeleon at level 36."),
        ("perrserker", "Perrserker evolves from Galarian Meowth at level 28."),
        ("overqwil", ("Overqwil evolves from Hisuian Qwilfish by levelling up while it knows Barb Barrage (since "
                      "Scarlet and Violet).")),
        ("tauros", "Tauros does not evolve from any other Pokémon."),
    ],
)  # fmt: skip
def test_where_it_comes_from(asked: Asked, pokemon: str, sentence: str) -> None:
    assert asked.headline(Evolve(asked.mon(pokemon), "from")) == sentence


def test_babies_hatch(asked: Asked) -> None:
    answer = asked.text(Evolve(asked.mon("munchlax"), "from"))
    assert answer.startswith("Munchlax does not evolve from any other Pokémon.")
    assert "Up to generation 8 an Egg only held Munchlax if a parent held a Full Incense." in answer


def test_phione_and_manaphy_are_two_lines(asked: Asked) -> None:
    query = Evolve(asked.mon("phione"), "into", target=asked.mon("manaphy"), yes_no=True)
    assert asked.text(query) == (
        "No: Phione does not evolve into Manaphy: Phione does not evolve.\n\n"
        "Phione hatches from Eggs of Manaphy, but does not evolve into it."
    )


# --------------------------------------------------------------------------- a target


def test_a_target_two_steps_away(asked: Asked) -> None:
    query = Evolve(asked.mon("dratini"), "into", "level", asked.mon("dragonite"))
    assert asked.headline(query) == (
        "Dratini evolves into Dragonair at level 30, and Dragonair evolves into Dragonite at level 55."
    )
    assert asked.headline(query, "zh-hans") == "迷你龙达到30级时进化为哈克龙，哈克龙达到55级时进化为快龙。"


def test_a_level_taken_for_granted(asked: Asked) -> None:
    assert asked.headline(Evolve(asked.mon("pikachu"), "into", "level", asked.mon("raichu"))) == (
        "Pikachu does not evolve by reaching a level: Pikachu evolves into Raichu with a Thunder Stone."
    )
    assert (
        asked.headline(Evolve(asked.mon("magikarp"), "into", "level")) == "Magikarp evolves into Gyarados at level 20."
    )
    assert asked.headline(Evolve(asked.mon("magikarp"), "into", "how", yes_no=True, level=30)) == (
        "No: Magikarp evolves into Gyarados at level 20."
    )
    assert asked.headline(Evolve(asked.mon("dragonair"), "into", "level", level=50)) == (
        "Not at level 50: Dragonair evolves into Dragonite at level 55."
    )
    charizard = asked.headline(Evolve(asked.mon("charizard"), "into", "level"))
    assert "does not evolve any further" in charizard
    assert "it evolves from Charmeleon at level 36" in charizard


def test_an_item_taken_for_granted(asked: Asked) -> None:
    assert asked.headline(Evolve(asked.mon("magikarp"), "into", "item")) == (
        "Magikarp does not evolve with an item: Magikarp evolves into Gyarados at level 20."
    )
    water_stone, moon_stone = (asked.thing("item", one).id for one in ("water-stone", "moon-stone"))
    assert asked.headline(Evolve(asked.mon("eevee"), "into", item_id=water_stone)) == (
        "Eevee evolves into Vaporeon with a Water Stone."
    )
    assert asked.headline(Evolve(asked.mon("eevee"), "into", item_id=moon_stone)).startswith(
        "Not with a Moon Stone: Eevee"
    )


def test_a_wrong_target_is_corrected(asked: Asked) -> None:
    assert asked.headline(Evolve(asked.mon("pikachu"), "into", target=asked.mon("charizard"), yes_no=True)).startswith(
        "No: Pikachu does not evolve into Charizard: Pikachu can evolve into Raichu"
    )
    assert asked.headline(Evolve(asked.mon("raichu"), "into", target=asked.mon("pikachu"), yes_no=True)) == (
        "No: Raichu does not evolve into Pikachu: it is the other way round, Pikachu evolves into Raichu with a "
        "Thunder Stone."
    )
    assert asked.headline(Evolve(asked.mon("gyarados"), "from", target=asked.mon("magikarp"), yes_no=True)) == (
        "Yes: Magikarp evolves into Gyarados at level 20."
    )
    assert asked.headline(Evolve(asked.mon("gyarados"), "from", target=asked.mon("feebas"), yes_no=True)) == (
        "No: Gyarados does not evolve from Feebas: Gyarados evolves from Magikarp at level 20."
    )


# --------------------------------------------------------------------------- the line


def test_counts(asked: Asked) -> None:
    assert asked.headline(Evolve(asked.mon("charmander"), "into", "count")) == (
        "Charmander evolves directly into Charmeleon (1) and has 2 evolutions in all: Charmeleon and Charizard."
    )
    assert asked.headline(Evolve(asked.mon("mew"), "into", "count")) == "Mew has 0 evolutions: Mew does not evolve."
    assert asked.headline(Evolve(asked.mon("garchomp"), "family", "count")) == (
        "The family of Garchomp has 3 members: Gible, Gabite and Garchomp."
    )
    assert asked.headline(Evolve(asked.mon("wooper"), "into", "count")).startswith("Wooper has 2 evolutions:")


def test_the_ends_of_a_line(asked: Asked) -> None:
    assert (
        asked.headline(Evolve(asked.mon("bulbasaur"), "into", "final"))
        == "The final evolution of Bulbasaur is Venusaur."
    )
    assert asked.headline(Evolve(asked.mon("oddish"), "into", "final")) == (
        "The final evolutions of Oddish are Vileplume and Bellossom."
    )
    assert asked.headline(Evolve(asked.mon("ivysaur"), "into", "final", yes_no=True)) == (
        "No: Ivysaur is not the final stage: Ivysaur evolves into Venusaur at level 32."
    )
    assert asked.headline(Evolve(asked.mon("venusaur"), "into", "final", yes_no=True)).startswith("Yes: Venusaur")
    assert asked.headline(Evolve(asked.mon("raichu"), "from", "first")) == "The line of Raichu begins with Pichu."
    assert asked.headline(Evolve(asked.mon("gible"), "from", "first", yes_no=True)).startswith("Yes: Gible")


def test_an_end_that_the_question_names(asked: Asked) -> None:
    def said(start: str, aspect: str, end: str) -> str:
        direction = "into" if aspect == "final" else "from"
        return asked.headline(Evolve(asked.mon(start), direction, aspect, asked.mon(end), yes_no=True))  # type: ignore[arg-type]

    assert said("magikarp", "final", "gyarados") == "Yes: The final evolution of Magikarp is Gyarados."
    assert said("charmander", "final", "charmeleon") == "No: The final evolution of Charmander is Charizard."
    assert said("raichu", "first", "pichu") == "Yes: The line of Raichu begins with Pichu."
    assert said("raichu", "first", "pikachu") == "No: The line of Raichu begins with Pichu."


def test_a_baby_may_be_left_out_of_the_count_of_stages(asked: Asked) -> None:
    answer = asked.text(Evolve(asked.mon("raichu"), "from", "stage", expected=2))
    assert answer.startswith("Raichu is stage 3 of 3:")
    assert "Without the baby it is stage 2 of 2." in answer
    assert "not 1" in asked.text(Evolve(asked.mon("raichu"), "from", "stage", expected=1))


def test_stages(asked: Asked) -> None:
    assert asked.headline(Evolve(asked.mon("ivysaur"), "into", "stage")) == (
        "Ivysaur is stage 2 of 3: Bulbasaur → Ivysaur → Venusaur."
    )
    assert "stage 1 of 2" in asked.headline(Evolve(asked.mon("eevee"), "into", "stage"))
    assert "is a single stage" in asked.headline(Evolve(asked.mon("tauros"), "into", "stage"))


def test_the_whole_line(asked: Asked) -> None:
    answer = asked.answer(Evolve(asked.mon("gloom"), "family"))
    assert asked.headline(Evolve(asked.mon("gloom"), "family")) == (
        "The evolution line of Gloom: Oddish → Gloom (at level 21) → Vileplume (with a Leaf Stone) / Bellossom (with a "
        "Sun Stone)."
    )
    (card,) = answer.cards
    assert card["root"]["name"] == "Oddish"
    assert card["root"]["children"][0]["current"] is True
    assert [child["how"] for child in card["root"]["children"][0]["children"]] == [
        "with a Leaf Stone",
        "with a Sun Stone",
    ]
    assert "has no evolution line" in asked.headline(Evolve(asked.mon("tauros"), "family"))


# --------------------------------------------------------------------------- all of them


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("direction", "aspect"),
    [
        ("into", "what"), ("into", "how"), ("into", "level"), ("into", "count"), ("into", "final"), ("into", "stage"),
        ("from", "what"), ("from", "first"), ("from", "count"), ("family", "what"), ("family", "count"),
    ],
)  # fmt: skip
def test_every_pokemon_is_answered_in_whole_sentences(
    asked: Asked, dataset: Dataset, language: str, direction: str, aspect: str
) -> None:
    for identifier in (pokemon.identifier for pokemon in dataset.pokemon.values()):
        query = Evolve(asked.mon(identifier), direction, aspect)  # type: ignore[arg-type]
        assert_well_formed(asked.answer(query, language))


def test_every_way_in_the_dataset_is_told(asked: Asked, dataset: Dataset) -> None:
    for way in dataset.evolutions:
        start, end = (dataset.pokemon[one] for one in (way.from_pokemon_id, way.to_pokemon_id))
        answer = asked.text(Evolve(asked.mon(start.identifier), "into", "how", asked.mon(end.identifier)))
        assert "does not evolve into" not in answer, (start.identifier, end.identifier)
        assert "does not describe" not in answer, (start.identifier, end.identifier)
        if way.level is not None:
            assert f"{way.level}" in answer
        for item_id in (way.item_id, way.held_item_id):
            if item_id is not None:
                assert dataset.items[item_id].names["en"] in answer
