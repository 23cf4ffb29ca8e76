"""Conditions on Pokémon and moves, judged on the real Pokédex."""

from __future__ import annotations

from typing import Any

import pytest

from pokeqa.pokedex.conditions import all_of, any_of, compile_condition, compile_move_condition, negate
from pokeqa.pokedex.dataset import Dataset
from pokeqa.pokedex.varieties import index_of
from pokeqa.question.algebra import Not
from tests.pokedex.asking import Ask


@pytest.fixture(scope="module")
def ask(dataset: Dataset) -> Ask:
    return Ask(dataset)


def holds(ask: Ask, name: str, plain: dict[str, Any], **how: Any) -> bool | None:
    mon = ask.subject(name)
    condition = ask.build(plain)
    return compile_condition(condition, ask.dataset, **how)(ask.dataset.pokemon[mon.pokemon_id])


def found(ask: Ask, plain: dict[str, Any]) -> set[str]:
    test = compile_condition(ask.build(plain), ask.dataset)
    return {pokemon.identifier for pokemon in index_of(ask.dataset).ordinary if test(pokemon)}


FIRE = {"is": "HasType", "type": "fire"}
FLYING = {"is": "HasType", "type": "flying"}
HEAVY = {"is": "Number", "attribute": "weight", "op": "gt", "value": 500.0}


@pytest.mark.parametrize(
    ("name", "condition", "expected"),
    [
        ("charizard", FIRE, True),
        ("squirtle", FIRE, False),
        ("charizard", {"is": "And", "conditions": [FIRE, FLYING]}, True),
        ("ponyta", {"is": "And", "conditions": [FIRE, FLYING]}, False),
        ("ponyta", {"is": "Or", "conditions": [FIRE, FLYING]}, True),
        ("ponyta", {"is": "Not", "condition": FLYING}, True),
        ("anything", {"is": "And", "conditions": []}, True),
        ("charizard", {"is": "TypeCount", "count": 2}, True),
        ("ponyta", {"is": "TypeCount", "count": 1}, True),
        ("celesteela", HEAVY, True),
        ("snorlax", HEAVY, False),
        ("venusaur-gmax", HEAVY, None),
        ("venusaur-gmax", {"is": "Not", "condition": HEAVY}, None),
        ("snorlax", {"is": "Number", "attribute": "weight", "op": "ge", "value": 460.0}, True),
        ("snorlax", {"is": "Number", "attribute": "weight", "op": "eq", "value": 460.0}, True),
        ("snorlax", {"is": "Number", "attribute": "height", "op": "lt", "value": 2.2}, True),
        ("eevee", {"is": "Number", "attribute": "gender-ratio", "op": "eq", "value": 12.5}, True),
        ("magnemite", {"is": "Number", "attribute": "gender-ratio", "op": "lt", "value": 50}, None),
        ("garchomp", {"is": "NumberAgainst", "attribute": "speed", "op": "gt", "other": "salamence"}, True),
        ("gastly", {"is": "HasAbility", "ability": "levitate"}, True),
        ("charizard", {"is": "HasAbility", "ability": "solar-power", "slot": "hidden"}, True),
        ("charizard", {"is": "HasAbility", "ability": "solar-power", "slot": "ordinary"}, False),
        ("zygarde-mega", {"is": "HasAbility", "ability": "levitate"}, None),
        ("pikachu", {"is": "Learns", "move": "surf"}, True),
        ("magikarp", {"is": "Learns", "move": "surf"}, False),
        ("pikachu", {"is": "Learns", "move": "thunderbolt", "method": "machine"}, True),
        ("caterpie", {"is": "Learns", "move": "tackle", "method": "machine"}, False),
        ("gyarados", {"is": "Defends", "type": "electric", "relation": "4x"}, True),
        ("gyarados", {"is": "Defends", "type": "electric", "relation": "weak"}, True),
        ("gyarados", {"is": "Defends", "type": "ground", "relation": "immune"}, True),
        ("gyarados", {"is": "Defends", "type": "ground", "relation": "not-immune"}, False),
        ("gyarados", {"is": "Defends", "type": "fire", "relation": "0.5x"}, True),
        ("gyarados", {"is": "Defends", "type": "fire", "relation": "resist"}, True),
        ("gyarados", {"is": "Defends", "type": "normal", "relation": "neutral"}, True),
        ("mewtwo", {"is": "IsClass", "name": "legendary"}, True),
        ("mew", {"is": "IsClass", "name": "legendary"}, False),
        ("mew", {"is": "IsClass", "name": "special"}, True),
        ("blaziken", {"is": "IsClass", "name": "starter"}, True),
        ("eevee", {"is": "IsClass", "name": "starter"}, False),
        ("pichu", {"is": "IsClass", "name": "baby"}, True),
        ("raichu", {"is": "Stage", "name": "final"}, True),
        ("pikachu", {"is": "Stage", "name": "middle"}, True),
        ("pichu", {"is": "Stage", "name": "first"}, True),
        ("pikachu", {"is": "Stage", "name": "first"}, False),
        ("tauros", {"is": "Stage", "name": "single"}, True),
        ("farfetchd", {"is": "Stage", "name": "can-evolve"}, False),
        ("farfetchd-galar", {"is": "Stage", "name": "can-evolve"}, True),
        ("pikachu", {"is": "InEggGroup", "egg_group": "fairy"}, True),
        ("magnemite", {"is": "IsGender", "name": "genderless"}, True),
        ("charizard", {"is": "HasForm", "name": "mega"}, True),
        ("charizard", {"is": "HasForm", "name": "gigantamax"}, True),
        ("charizard", {"is": "HasForm", "name": "regional"}, False),
        ("pikachu", {"is": "HasForm", "name": "alola"}, False),
        ("raichu", {"is": "HasForm", "name": "alola"}, True),
        ("eternatus", {"is": "HasForm", "name": "gigantamax"}, False),
        ("groudon", {"is": "HasForm", "name": "primal"}, True),
        ("raichu", {"is": "FromGeneration", "generation": 1}, True),
        ("raichu-alola", {"is": "FromGeneration", "generation": 7}, True),
        ("sylveon", {"is": "FromGeneration", "generation": 5, "op": "le"}, False),
        ("sylveon", {"is": "ExistsIn", "generation": 6}, True),
        ("pikachu", {"is": "InRegionalDex", "version_groups": ["x-y"]}, True),
        ("grookey", {"is": "InRegionalDex", "version_groups": ["x-y"]}, False),
        ("raichu-alola", {"is": "IsA", "other": "raichu"}, True),
        ("raichu", {"is": "IsA", "other": "raichu-alola"}, False),
    ],
)
def test_a_condition_holds_or_not(ask: Ask, name: str, condition: dict[str, Any], expected: bool | None):
    assert holds(ask, "pikachu" if name == "anything" else name, condition) is expected


def test_types_and_matchups_are_those_of_their_time(ask: Ask):
    then = ask.build({"is": "Scope", "generation": 5})

    assert holds(ask, "clefairy", {"is": "HasType", "type": "fairy"}, scope=then) is False
    assert holds(ask, "clefairy", {"is": "HasType", "type": "normal"}, scope=then) is True
    steel_resists = {"is": "Defends", "type": "ghost", "relation": "resist"}
    assert holds(ask, "registeel", steel_resists, scope=then) is True
    assert holds(ask, "registeel", steel_resists) is False
    assert holds(ask, "tyranitar", {"is": "Defends", "type": "fairy", "relation": "weak"}, scope=then) is False


def test_by_form_a_variety_speaks_for_itself(ask: Ask):
    mega = {"is": "HasForm", "name": "mega"}

    assert holds(ask, "charizard", mega) is True
    assert holds(ask, "charizard", mega, by_form=True) is False
    assert holds(ask, "charizard-mega-x", mega, by_form=True) is True


def test_pseudo_legendary_pokemon_all_have_a_total_of_600(ask: Ask, dataset: Dataset):
    members = [dataset.default_pokemon(one) for one in index_of(dataset).classes["pseudo-legendary"]]

    assert len(members) == 10
    assert {sum(pokemon.stats) for pokemon in members} == {600}


@pytest.mark.parametrize(
    ("name", "count"),
    [("legendary", 71), ("mythical", 23), ("special", 94), ("baby", 19), ("first-starter", 27), ("starter", 81),
     ("fossil", 25), ("ultra-beast", 11), ("paradox", 22), ("pseudo-legendary", 10)],
)  # fmt: skip
def test_classes_have_their_members(dataset: Dataset, name: str, count: int):
    assert len(index_of(dataset).classes[name]) == count


def test_starters_come_in_threes_of_grass_fire_and_water(dataset: Dataset):
    by_generation: dict[int, set[str]] = {}
    for one in index_of(dataset).classes["first-starter"]:
        first = dataset.types[dataset.default_pokemon(one).types[0]].identifier
        by_generation.setdefault(dataset.species[one].generation, set()).add(first)

    assert by_generation == {generation: {"grass", "fire", "water"} for generation in range(1, 10)}


def test_ultra_beasts_and_paradox_pokemon_are_of_their_generation(dataset: Dataset):
    classes = index_of(dataset).classes

    assert {dataset.species[one].generation for one in classes["ultra-beast"]} == {7}
    assert {dataset.species[one].generation for one in classes["paradox"]} == {9}


def test_fossil_pokemon_never_come_from_anything_but_fossil_pokemon(dataset: Dataset):
    fossils = index_of(dataset).classes["fossil"]

    for one in fossils:
        family = {species.id for species in dataset.chain(dataset.species[one].chain_id)}
        assert family <= fossils


def test_a_set_and_its_complement_are_everything_known(ask: Ask, dataset: Dataset):
    everything = {pokemon.identifier for pokemon in index_of(dataset).ordinary}
    for condition in (FIRE, HEAVY, {"is": "Stage", "name": "final"}, {"is": "IsClass", "name": "special"}):
        inside, outside = found(ask, condition), found(ask, {"is": "Not", "condition": condition})
        assert not inside & outside
        assert inside | outside == everything


def test_relations_of_defence_divide_all_pokemon(ask: Ask, dataset: Dataset):
    everything = {pokemon.identifier for pokemon in index_of(dataset).ordinary}
    for attack in ("ground", "ghost", "fairy"):
        parts = [found(ask, {"is": "Defends", "type": attack, "relation": relation})
                 for relation in ("weak", "resist", "immune", "neutral")]  # fmt: skip
        assert sum(map(len, parts)) == len(everything)
        assert set().union(*parts) == everything


def test_unknown_stays_unknown():
    assert negate(None) is None
    assert all_of([True, None]) is None
    assert all_of([None, False]) is False
    assert any_of([None, True]) is True
    assert any_of([False, None]) is None
    assert all_of([]) is True
    assert any_of([]) is False


@pytest.mark.parametrize(
    ("move", "condition", "expected"),
    [
        ("surf", {"is": "HasType", "type": "water"}, True),
        ("surf", {"is": "MoveIs", "field": "damage-class", "value": "special"}, True),
        ("surf", {"is": "MoveIs", "field": "flag", "value": "contact"}, False),
        ("tackle", {"is": "MoveIs", "field": "flag", "value": "contact"}, True),
        ("surf", {"is": "Number", "attribute": "power", "op": "ge", "value": 90}, True),
        ("swift", {"is": "Number", "attribute": "accuracy", "op": "lt", "value": 100}, None),
        ("quick-attack", {"is": "Number", "attribute": "priority", "op": "gt", "value": 0}, True),
        ("thunder-wave", {"is": "MoveIs", "field": "ailment", "value": "paralysis"}, True),
        ("earthquake", {"is": "MoveIs", "field": "target", "value": "all-other-pokemon"}, True),
        ("surf", {"is": "MoveIs", "field": "generation", "value": "1"}, True),
        ("surf", {"is": "Not", "condition": {"is": "HasType", "type": "fire"}}, True),
    ],
)
def test_a_condition_on_a_move_holds_or_not(ask: Ask, move: str, condition: dict[str, Any], expected: bool | None):
    record = ask.dataset.moves[ask.id("move", move)]

    assert compile_move_condition(ask.build(condition), ask.dataset)(record) is expected


def test_a_move_is_what_it_was_in_its_time(ask: Ask):
    bite = ask.dataset.moves[ask.id("move", "bite")]
    then = ask.build({"is": "Scope", "generation": 1})

    assert compile_move_condition(ask.build({"is": "HasType", "type": "normal"}), ask.dataset, then)(bite) is True


def test_a_condition_without_meaning_is_refused(ask: Ask):
    contact = ask.build({"is": "MoveIs", "field": "flag", "value": "contact"})
    legendary = ask.build({"is": "IsClass", "name": "legendary"})

    with pytest.raises(ValueError, match="about moves"):
        compile_condition(contact, ask.dataset)
    with pytest.raises(ValueError, match="no meaning for a move"):
        compile_move_condition(Not(legendary), ask.dataset)
