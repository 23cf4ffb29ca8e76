"""What hits what, and how hard: the chart of every generation, abilities, moves with rules of their own."""

from __future__ import annotations

from math import prod

import pytest

from pokeqa.pokedex.dataset import Dataset, load_dataset
from pokeqa.pokedex.effectiveness import Attack, Chart
from pokeqa.question.algebra import Matchup, Scope, Thing
from tests.pokedex.asked import LANGUAGES, Asked, assert_well_formed

#: The chart since generation 6, written down apart from the dataset: attacker -> (2x, 0.5x, 0x).
CHART = {
    "normal": ("", "rock steel", "ghost"),
    "fire": ("grass ice bug steel", "fire water rock dragon", ""),
    "water": ("fire ground rock", "water grass dragon", ""),
    "electric": ("water flying", "electric grass dragon", "ground"),
    "grass": ("water ground rock", "fire grass poison flying bug dragon steel", ""),
    "ice": ("grass ground flying dragon", "fire water ice steel", ""),
    "fighting": ("normal ice rock dark steel", "poison flying psychic bug fairy", "ghost"),
    "poison": ("grass fairy", "poison ground rock ghost", "steel"),
    "ground": ("fire electric poison rock steel", "grass bug", "flying"),
    "flying": ("grass fighting bug", "electric rock steel", ""),
    "psychic": ("fighting poison", "psychic steel", "dark"),
    "bug": ("grass psychic dark", "fire fighting poison flying ghost steel fairy", ""),
    "rock": ("fire ice flying bug", "fighting ground steel", ""),
    "ghost": ("psychic ghost", "dark", "normal"),
    "dragon": ("dragon", "steel", "fairy"),
    "dark": ("psychic ghost", "fighting dark fairy", ""),
    "steel": ("ice rock fairy", "fire water electric steel", ""),
    "fairy": ("fighting dragon dark", "fire poison steel", ""),
}


@pytest.fixture(scope="module")
def dataset() -> Dataset:
    return load_dataset()


@pytest.fixture(scope="module")
def asked(dataset: Dataset) -> Asked:
    return Asked(dataset)


# --------------------------------------------------------------------------- the chart


def test_the_chart_is_the_one_everybody_knows(asked: Asked, dataset: Dataset) -> None:
    chart = Chart(dataset)
    assert len(chart.types) == 18
    for attacker, (strong, weak, none) in CHART.items():
        for defender in CHART:
            expected = 2 if defender in strong.split() else 0.5 if defender in weak.split() else 1
            expected = 0 if defender in none.split() else expected
            assert chart.single(asked.type(attacker), asked.type(defender)) == expected, (attacker, defender)


def test_the_card_of_every_pokemon_agrees_with_the_raw_chart(asked: Asked, dataset: Dataset) -> None:
    chart = Chart(dataset)
    for pokemon in dataset.pokemon.values():
        if any(chart.ability_rules(ability) for ability in pokemon.abilities.all()):
            continue
        answer = asked.answer(Matchup(None, asked.mon(pokemon.identifier), "weak"))
        (card,) = answer.cards
        drawn = {chip["id"]: group["factor"] for group in card["groups"] for chip in group["types"]}
        for attacker in dataset.chart_types():
            factor = prod(dataset.type_efficacy[(attacker, own)] / 100 for own in pokemon.types)
            wanted = {4.0: "4×", 2.0: "2×", 1.0: None, 0.5: "½×", 0.25: "¼×", 0.0: "0×"}[factor]
            assert drawn.get(dataset.types[attacker].identifier) == wanted, pokemon.identifier


@pytest.mark.parametrize(
    ("generation", "attacker", "defender", "factor"),
    [
        (1, "ghost", "psychic", 0), (2, "ghost", "psychic", 2), (1, "bug", "poison", 2), (1, "poison", "bug", 2),
        (2, "bug", "poison", 0.5), (1, "ice", "fire", 1), (2, "ice", "fire", 0.5), (5, "ghost", "steel", 0.5),
        (5, "dark", "steel", 0.5), (6, "ghost", "steel", 1), (6, "dark", "steel", 1), (None, "bug", "poison", 0.5),
    ],
)  # fmt: skip
def test_the_chart_is_that_of_the_generation_asked_for(
    asked: Asked, dataset: Dataset, generation: int | None, attacker: str, defender: str, factor: float
) -> None:
    assert Chart(dataset, generation).single(asked.type(attacker), asked.type(defender)) == factor


# --------------------------------------------------------------------------- one side open


@pytest.mark.parametrize(
    ("pokemon", "sentence"),
    [
        ("garchomp", "Garchomp (Dragon/Ground) is weak to Ice (4×), Dragon and Fairy (2×)."),
        ("honedge", "Honedge (Steel/Ghost) is weak to Ground, Ghost, Fire and Dark (2×)."),
        ("zoroark-hisui", "Hisuian Zoroark (Normal/Ghost) is weak to Dark (2×)."),
        ("swampert", "Swampert (Water/Ground) is weak to Grass (4×)."),
        ("pikachu", "Pikachu (Electric) is weak to Ground (2×)."),
        ("eelektross", ("Eelektross (Electric) has no type weakness; Ground would do 2×, but does 0× because of "
                       "Levitate, its only ability.")),
        ("rotom-heat", ("Heat Rotom (Electric/Fire) is weak to Rock and Water (2×); Ground would do 4×, but does 0× "
                       "because of Levitate, its only ability.")),
    ],
)  # fmt: skip
def test_weaknesses(asked: Asked, pokemon: str, sentence: str) -> None:
    assert asked.headline(Matchup(None, asked.mon(pokemon), "weak")) == sentence


def test_a_factor_narrows_the_list(asked: Asked) -> None:
    assert asked.text(Matchup(None, asked.mon("gyarados"), "weak", factor="4x")) == (
        "Gyarados (Water/Flying) is weak to Electric (4×)."
    )
    assert asked.text(Matchup(None, asked.mon("charizard"), "weak", factor="4x"), "ja") == (
        "リザードン（ほのお/ひこう）の弱点はいわ（4倍）です。"
    )
    assert asked.headline(Matchup(None, asked.mon("pikachu"), "weak", factor="4x")) == (
        "No type hits Pikachu (Electric) for 4×; Pikachu (Electric) is weak to Ground (2×)."
    )


def test_a_pair_of_types_without_a_pokemon(asked: Asked) -> None:
    assert asked.headline(Matchup(None, asked.types("water", "ground"), "weak")) == (
        "A Water/Ground Pokémon is weak to Grass (4×)."
    )


def test_resistances_name_the_immunities_apart(asked: Asked) -> None:
    answer = asked.text(Matchup(None, asked.types("ghost"), "resist"))
    assert answer == "Ghost resists Poison and Bug (0.5×).\n\nIt is immune to Normal and Fighting (0×)."
    assert asked.headline(Matchup(None, asked.types("electric"), "immune")) == "Electric is immune to no type."


def test_what_a_type_or_a_pokemon_beats(asked: Asked) -> None:
    assert asked.headline(Matchup(asked.types("fire"), None, "weak")) == (
        "Fire is super effective against Bug, Steel, Grass and Ice (2×)."
    )
    assert asked.headline(Matchup(asked.types("normal"), None, "weak")) == "Normal is super effective against no type."
    assert asked.headline(Matchup(asked.types("ground"), None, "immune")) == "Ground has no effect on Flying (0×)."
    both = asked.headline(Matchup(asked.mon("charizard"), None, "weak"))
    assert "Charizard’s Fire type is super effective against Bug, Steel, Grass and Ice" in both
    assert "Charizard’s Flying type is super effective against Fighting, Bug and Grass" in both


def test_the_pokemon_that_an_attack_hits_four_times_as_hard(asked: Asked, dataset: Dataset) -> None:
    answer = asked.answer(Matchup(asked.types("ice"), None, "weak", factor="4x", asked="pokemon"))
    expected = [
        species for species in dataset.species.values()
        if dataset.effectiveness(asked.type("ice"), dataset.default_pokemon(species.id).types) == 4
    ]  # fmt: skip
    assert answer.headline.startswith(f"{len(expected)} Pokémon take 4× from Ice: Dragonite,")
    assert answer.cards[0]["total"] == len(expected)


# --------------------------------------------------------------------------- abilities


def test_an_ability_that_decides_is_a_condition(asked: Asked) -> None:
    query = Matchup(asked.types("ground"), asked.mon("weezing"), "immune", yes_no=True, always=True)
    assert asked.headline(query) == (
        "No, only with Levitate: Ground against Weezing (Poison): 2× with Neutralizing Gas or Stench (hidden), but no "
        "effect (0×) with Levitate."
    )
    query = Matchup(asked.move("earthquake"), asked.mon("weezing"), "not-immune", yes_no=True)
    assert asked.headline(query).startswith("Yes, except with Levitate: Earthquake (Ground)")


def test_the_only_ability_decides_for_certain(asked: Asked) -> None:
    query = Matchup(asked.move("earthquake"), asked.mon("hydreigon"), "not-immune", yes_no=True)
    assert asked.headline(query) == (
        "No: Earthquake (Ground) has no effect on Hydreigon (Dark/Dragon) (0×), because of Levitate, its only ability."
    )
    assert asked.headline(query, "zh-hans").startswith("不会，由于它唯一的特性飘浮")
    assert asked.headline(query, "ja").startswith("いいえ、唯一の特性「ふゆう」により")


def test_the_standard_ability_alone_where_the_question_says_so(asked: Asked) -> None:
    query = Matchup(asked.move("surf"), asked.mon("vaporeon"), "not-immune", yes_no=True, ability="ordinary")
    answer = asked.text(query)
    assert answer.startswith("No: Surf (Water) has no effect on Vaporeon (Water) (0×), because of Water Absorb")
    assert "Hydration" in answer


def test_a_hidden_ability_is_an_exception(asked: Asked) -> None:
    query = Matchup(asked.move("thunderbolt"), asked.mon("pikachu"), "not-immune", yes_no=True)
    assert asked.headline(query).startswith("Yes, except with Lightning Rod (hidden):")


def test_an_ability_the_pokemon_cannot_have_is_said(asked: Asked) -> None:
    query = Matchup(
        asked.types("ground"), asked.mon("pikachu"), "immune", yes_no=True, ability=asked.ability("levitate")
    )
    answer = asked.text(query)
    assert answer.startswith("Yes:")
    assert "Pikachu cannot have Levitate: it can only have Static and Lightning Rod (hidden)." in answer


def test_gengar_lost_levitate_in_generation_7(asked: Asked) -> None:
    now = asked.text(Matchup(asked.types("ground"), asked.mon("gengar"), "immune", yes_no=True))
    assert now.startswith("No: Ground is super effective against Gengar")
    assert "Up to generation 6 it could have Levitate" in now
    then = asked.headline(Matchup(asked.types("ground"), asked.mon("gengar"), "immune", Scope(5), yes_no=True))
    assert then.startswith("Yes: in Generation 5,")


@pytest.mark.parametrize(
    ("attacker", "defender", "ability", "generation", "factor"),
    [
        ("ground", "bronzong", "levitate", None, 0), ("fire", "bronzong", "heatproof", None, 1),
        ("fire", "snorlax", "thick-fat", None, 0.5), ("ice", "dewgong", "thick-fat", None, 0.125),
        ("water", "parasect", "dry-skin", None, 0), ("fire", "parasect", "dry-skin", None, 5),
        ("electric", "rhyperior", "lightning-rod", None, 0), ("electric", "manectric", "lightning-rod", 4, 0.5),
        ("electric", "manectric", "lightning-rod", 5, 0), ("water", "gastrodon", "storm-drain", 4, 1),
        ("water", "gastrodon", "storm-drain", 5, 0), ("grass", "azumarill", "sap-sipper", None, 0),
        ("water", "rhyperior", "solid-rock", None, 3), ("ground", "orthworm", "earth-eater", None, 0),
        ("fire", "dachsbun", "well-baked-body", None, 0), ("ghost", "garganacl", "purifying-salt", None, 0.5),
        ("fire", "bewear", "fluffy", None, 2), ("normal", "shedinja", "wonder-guard", None, 0),
        ("water", "shedinja", "wonder-guard", None, 0), ("fire", "shedinja", "wonder-guard", None, 2),
        ("ice", "rayquaza-mega", "delta-stream", None, 2), ("water", "groudon-primal", "desolate-land", None, 0),
        ("fire", "kyogre-primal", "primordial-sea", None, 0), ("fire", "araquanid", "water-bubble", None, 0.5),
    ],
)  # fmt: skip
def test_what_abilities_do(
    asked: Asked, dataset: Dataset, attacker: str, defender: str, ability: str, generation: int | None, factor: float
) -> None:
    chart = Chart(dataset, generation)
    types = dataset.types_of(asked.names[defender], generation)
    assert chart.hit(Attack(asked.type(attacker)), types, asked.ability(ability).id).factor == factor


def test_an_ability_by_itself(asked: Asked) -> None:
    assert asked.headline(Matchup(None, asked.ability("dry-skin"), "all")) == "Dry Skin: Fire (1.25×), Water (0×)."
    assert asked.headline(Matchup(asked.types("ground"), asked.ability("levitate"), "immune", yes_no=True)) == (
        "Yes: Ground has no effect on a Pokémon with Levitate (0×)."
    )


# --------------------------------------------------------------------------- moves


@pytest.mark.parametrize(
    ("move", "defender", "factor"),
    [
        ("freeze-dry", "gyarados", 4), ("freeze-dry", "quagsire", 4), ("ice-beam", "vaporeon", 0.5),
        ("flying-press", "celebi", 1), ("flying-press", "pangoro", 4), ("thousand-arrows", "charizard", 1),
        ("thousand-arrows", "skarmory", 1), ("seismic-toss", "gengar", 0), ("seismic-toss", "snorlax", 1),
        ("night-shade", "snorlax", 0), ("earthquake", "skarmory", 0), ("fissure", "zapdos", 0),
        ("struggle", "gengar", 1), ("thunder-wave", "garchomp", 0),
    ],
)  # fmt: skip
def test_moves_with_rules_of_their_own(asked: Asked, dataset: Dataset, move: str, defender: str, factor: float) -> None:
    record = dataset.moves[asked.move(move).id]
    assert Chart(dataset).factor(Attack(record.type_id, record), asked.names[defender].types) == factor


def test_thousand_arrows_ignores_levitate_and_earth_eater_does_not_care(asked: Asked, dataset: Dataset) -> None:
    record = dataset.moves[asked.move("thousand-arrows").id]
    attack = Attack(record.type_id, record)
    assert Chart(dataset).hit(attack, asked.names["hydreigon"].types, asked.ability("levitate").id).factor == 1
    assert Chart(dataset).hit(attack, asked.names["orthworm"].types, asked.ability("earth-eater").id).factor == 0


def test_sound_moves_and_soundproof(asked: Asked, dataset: Dataset) -> None:
    record = dataset.moves[asked.move("hyper-voice").id]
    hit = Chart(dataset).hit(
        Attack(record.type_id, record), asked.names["electrode"].types, asked.ability("soundproof").id
    )
    assert hit.factor == 0


def test_a_status_move_does_no_damage(asked: Asked) -> None:
    query = Matchup(asked.move("toxic"), asked.mon("garchomp"), "not-immune", yes_no=True)
    assert asked.headline(query) == "No: Toxic is a status move and does no damage."


# --------------------------------------------------------------------------- both sides


@pytest.mark.parametrize(
    ("relation", "attacker", "defender", "language", "start"),
    [
        ("not-immune", "ghost", "normal", "zh-hans", "没有，幽灵属性对一般属性没有效果（0倍）"),
        ("effect", "ghost", "normal", "en", "No: Ghost has no effect on Normal (0×)"),
        ("weak", "ice", "dragon", "en", "Yes: Ice is super effective against Dragon (2×)"),
        ("weak", "ice", "fire", "en", "No: Ice is not very effective against Fire (0.5×)"),
        ("resist", "poison", "steel", "en", "Yes: Poison has no effect on Steel (0×)"),
        ("not-very-effective", "poison", "steel", "en", "No: Poison has no effect on Steel (0×)"),
        ("immune", "dragon", "fairy", "ja", "はい、ドラゴンタイプはフェアリータイプに効果がありません"),
        ("neutral", "fire", "electric", "en", "Yes: Fire does normal damage to Electric (1×)"),
    ],
)  # fmt: skip
def test_yes_and_no_come_first(
    asked: Asked, relation: str, attacker: str, defender: str, language: str, start: str
) -> None:
    query = Matchup(asked.types(attacker), asked.types(defender), relation, yes_no=True)  # type: ignore[arg-type]
    assert asked.headline(query, language).startswith(start)


def test_the_effect_of_one_type_on_another(asked: Asked) -> None:
    query = Matchup(asked.types("water"), asked.types("fire"), "effect")
    assert asked.headline(query) == "Water is super effective against Fire (2×)."
    assert asked.headline(query, "zh-hans") == "水属性对火属性效果绝佳（2倍）。"
    back = Matchup(asked.types("fire"), asked.types("water"), "effect")
    assert asked.headline(back, "zh-hans") == "火属性对水属性效果不好（0.5倍）。"


def test_two_types_are_multiplied_in_the_open(asked: Asked) -> None:
    answer = asked.text(Matchup(asked.types("ice"), asked.mon("garchomp"), "weak", yes_no=True))
    assert answer.startswith("Yes: Ice is super effective against Garchomp (Dragon/Ground) (4×).")
    assert "Ice: Dragon 2× · Ground 2× → 4×." in answer


def test_two_pokemon_in_both_directions(asked: Asked) -> None:
    answer = asked.text(Matchup(asked.mon("bulbasaur"), asked.mon("squirtle"), "effect", mutual=True))
    assert answer.startswith("Bulbasaur’s Grass type is super effective against Squirtle (Water) (2×)")
    assert "Squirtle’s Water type is not very effective against Bulbasaur (Grass/Poison) (0.5×)" in answer
    assert "Bulbasaur has the better type match-up." in answer


# --------------------------------------------------------------------------- what did not exist


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        (("fairy", None, 5), "The Fairy type did not exist in generation 5: it came in generation 6."),
        (("steel", None, 1), "The Steel type did not exist in generation 1: it came in generation 2."),
        ((None, "lucario", 1), "Lucario did not exist in generation 1: it came in generation 4."),
        (("stellar", None, None), "The Stellar type has no place in the type chart."),
    ],
)
def test_what_was_not_there_is_said(
    asked: Asked, query: tuple[str | None, str | None, int | None], sentence: str
) -> None:
    type_name, pokemon, generation = query
    side = asked.types(type_name) if type_name is not None else asked.mon(pokemon or "")
    assert asked.headline(Matchup(None, side, "weak", Scope(generation))) == sentence


def test_types_of_the_time_count(asked: Asked) -> None:
    assert asked.headline(Matchup(None, asked.mon("magnemite"), "weak", Scope(1))) == (
        "In Generation 1, Magnemite (Electric) is weak to Ground (2×)."
    )
    assert "Clefable (Normal)" in asked.headline(Matchup(None, asked.mon("clefable"), "weak", Scope(5)))


def test_an_ability_of_unknown_effect_is_said_to_be_unknown(asked: Asked) -> None:
    assert "no rule for Eelevate" in asked.text(Matchup(None, asked.mon("eelektross-mega"), "weak"))
    assert "does not know" in asked.text(Matchup(None, asked.mon("darkrai-mega"), "weak"))


# --------------------------------------------------------------------------- all of them


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_of_every_pokemon_is_well_formed(asked: Asked, dataset: Dataset, language: str) -> None:
    for pokemon in dataset.pokemon.values():
        mon = asked.mon(pokemon.identifier)
        for relation in ("weak", "immune", "all"):
            assert_well_formed(asked.answer(Matchup(None, mon, relation), language))  # type: ignore[arg-type]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_move_against_every_kind_of_defender_is_well_formed(
    asked: Asked, dataset: Dataset, language: str
) -> None:
    defenders = (
        asked.mon("weezing"),
        asked.mon("hydreigon"),
        asked.types("water", "ground"),
        asked.ability("levitate"),
    )
    for move in dataset.moves.values():
        for defender in defenders:
            assert_well_formed(asked.answer(Matchup(Thing("move", move.id), defender, "effect"), language))
        assert_well_formed(asked.answer(Matchup(Thing("move", move.id), None, "weak"), language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ability_by_itself_is_well_formed(asked: Asked, dataset: Dataset, language: str) -> None:
    for ability in dataset.abilities.values():
        assert_well_formed(asked.answer(Matchup(None, Thing("ability", ability.id), "all"), language))
