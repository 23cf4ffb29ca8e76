"""Facts about moves, abilities, items, natures, types, Egg Groups and games."""

from __future__ import annotations

import pytest

from pokeqa.pokedex.answers import things
from pokeqa.pokedex.answers.capability import can_answer
from pokeqa.pokedex.answers.context import Context
from pokeqa.pokedex.dataset import Dataset, load_dataset
from pokeqa.question.algebra import Facts, Scope, Thing
from tests.pokedex.asked import LANGUAGES, Asked, assert_well_formed


@pytest.fixture(scope="module")
def dataset() -> Dataset:
    return load_dataset()


@pytest.fixture(scope="module")
def asked(dataset: Dataset) -> Asked:
    return Asked(dataset)


@pytest.mark.parametrize(
    ("move", "attribute", "scope", "sentence"),
    [
        ("hypnosis", "type", Scope(), "Hypnosis is a Psychic-type move."),
        ("bite", "type", Scope(1), "In Generation 1, Bite is a Normal-type move."),
        ("surf", "power", Scope(), "Surf has a power of 90."),
        ("flamethrower", "power", Scope(5), "In Generation 5, Flamethrower has a power of 95."),
        ("swords-dance", "power", Scope(), "Swords Dance is a status move: it has no power."),
        ("low-kick", "power", Scope(), "Low Kick has no fixed power."),
        ("swift", "accuracy", Scope(), "Swift never misses: it has no accuracy value."),
        ("swords-dance", "accuracy", Scope(), "Swords Dance has no accuracy value: it does not have to hit."),
        ("focus-blast", "accuracy", Scope(), "Focus Blast has an accuracy of 70%."),
        ("fire-blast", "pp", Scope(), "Fire Blast has 5 PP."),
        ("quick-attack", "priority", Scope(), "Quick Attack has a priority of +1."),
        ("trick-room", "priority", Scope(), "Trick Room has a priority of -7."),
        ("crunch", "damage-class", Scope(), "Crunch is a physical move."),
        ("crunch", "damage-class", Scope(3), "In Generation 3, Crunch is a special move."),
        ("earthquake", "target", Scope(), "Earthquake targets all other Pokémon around the user."),
        ("moonblast", "generation", Scope(), "Moonblast was introduced in Generation 6 (Kalos)."),
        ("moonblast", "type", Scope(5), "Moonblast did not exist in Generation 5: it came with Generation 6."),
        ("tackle", "contact", Scope(), "Yes: Tackle makes contact."),
        ("surf", "contact", Scope(), "No: Surf does not make contact."),
        ("rage-fist", "contact", Scope(), "Yes: Rage Fist makes contact."),
        ("max-flare", "contact", Scope(), "The dataset does not say whether Max Flare makes contact."),
        ("splash", "machine", Scope(), "Splash is no TM, HM or TR."),
        ("toxic", "machine", Scope(8, (20,)), "In Sword and Shield, Toxic is no TM, HM or TR."),
        ("surf", "machine", Scope(3), "Surf is HM03 in FireRed and LeafGreen."),
    ],
)  # fmt: skip
def test_moves(asked: Asked, move: str, attribute: str, scope: Scope, sentence: str) -> None:
    query = Facts((asked.move(move),), (attribute,), scope)  # type: ignore[arg-type]
    assert asked.headline(query) == sentence


@pytest.mark.parametrize(
    ("move", "effect"),
    [
        ("flamethrower", "10% chance of causing a burn"),
        ("close-combat", "lowers the user’s Defense and Sp. Def by 1 stage"),
        ("swords-dance", "raises the user’s Attack by 2 stages"),
        ("growl", "lowers the target’s Attack by 1 stage"),
        ("crunch", "20% chance: lowers the target’s Defense by 1 stage"),
        ("giga-drain", "restores 50% of the damage dealt to the user"),
        ("take-down", "the user takes 25% of the damage dealt as recoil"),
        ("recover", "restores 50% of max HP"),
        ("fire-fang", "10% chance of causing a burn; 10% chance of making the target flinch"),
        ("rock-blast", "hits 2 to 5 times"),
        ("double-kick", "hits 2 times"),
        ("fissure", "knocks the target out in one hit"),
        ("hyper-beam", "the user must rest on the next turn"),
        ("thunder-wave", "causes paralysis"),
    ],
)
def test_an_effect_is_put_together_from_its_numbers(asked: Asked, move: str, effect: str) -> None:
    name = asked.dataset.moves[asked.move(move).id].names["en"]
    assert asked.headline(Facts((asked.move(move),), ("effect",))) == f"{name}: {effect}."


def test_a_move_that_changed_says_what_it_was(asked: Asked) -> None:
    assert (
        asked.text(Facts((asked.move("surf"),), ("power",)))
        == "Surf has a power of 90.\n\nEarlier: 95 up to Generation 5."
    )
    assert "Today: 90." in asked.text(Facts((asked.move("surf"),), ("power",), Scope(5)))


def test_a_move_has_a_card(asked: Asked) -> None:
    (card,) = asked.answer(Facts((asked.move("surf"),), ("profile",))).cards
    assert (card["kind"], card["name"], card["type"]["id"], card["damage_class"]["id"]) == (
        "move",
        "Surf",
        "water",
        "special",
    )


def test_other_things(asked: Asked) -> None:
    def said(kind: str, identifier: str, attribute: str) -> str:
        return asked.headline(Facts((asked.thing(kind, identifier),), (attribute,)))  # type: ignore[arg-type]

    assert said("item", "thunder-stone", "cost") == "Thunder Stone costs ₽3,000."
    assert "Eevee into Jolteon" in said("item", "thunder-stone", "effect")
    assert said("item", "full-incense", "members") == "Full Incense was held by a parent so that an Egg held Munchlax."
    assert said("nature", "adamant", "effect") == "Adamant raises Attack and lowers Sp. Atk by 10%."
    assert said("nature", "hardy", "effect") == "Hardy is neutral: it changes no stat."
    assert said("type", "fairy", "generation") == "The Fairy type was introduced in Generation 6 (Kalos)."
    assert said("type", "fairy", "profile") == (
        "Fairy hits Fighting, Dragon and Dark hard; it is weak to Poison and Steel, resists Fighting, Bug and Dark and "
        "is immune to Dragon."
    )
    assert said("egg_group", "ditto", "members") == "1 Pokémon are in the Ditto Egg Group: Ditto."


def test_abilities_name_who_has_them(asked: Asked) -> None:
    answer = asked.headline(Facts((asked.ability("wonder-guard"),), ("members",)))
    assert answer == "1 Pokémon can have Wonder Guard: Shedinja."
    assert "Dragonite (hidden)" in asked.headline(Facts((asked.ability("multiscale"),), ("members",)))
    assert asked.headline(Facts((asked.ability("levitate"),), ("generation",))) == (
        "Levitate was introduced in Generation 3 (Hoenn)."
    )


def test_names_in_other_languages(asked: Asked) -> None:
    surf = (asked.move("surf"),)
    assert asked.headline(Facts(surf, ("name",), language="ja")) == "Surf is called なみのり in Japanese."
    assert "冲浪 in Chinese" in asked.headline(Facts(surf, ("name",)))


def test_what_the_dataset_cannot_answer_is_left_to_the_next_layer(asked: Asked, dataset: Dataset) -> None:
    assert not can_answer(Facts((asked.move("pika-papow"),), ("effect",)), dataset)
    assert not can_answer(Facts((asked.thing("item", "prison-bottle"),), ("effect",)), dataset)
    assert not can_answer(Facts((asked.thing("item", "leftovers"),), ("cost",)), dataset)
    assert not can_answer(Facts((asked.thing("item", "red-orb"), asked.move("surf")), ("cost",)), dataset)
    assert asked.headline(Facts((asked.ability("intimidate"),), ("power",))).startswith(
        "The dataset holds nothing about"
    )
    assert can_answer(Facts((asked.move("flamethrower"),), ("effect", "power")), dataset)
    assert can_answer(Facts((asked.mon("pikachu"),), ("type",)), dataset)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_can_be_answered_is_well_formed(asked: Asked, dataset: Dataset, language: str) -> None:
    tables = {
        "move": dataset.moves, "ability": dataset.abilities, "item": dataset.items, "nature": dataset.natures,
        "type": dataset.types, "egg_group": dataset.egg_groups, "generation": dataset.generations,
        "version_group": dataset.version_groups, "region": dataset.regions,
    }  # fmt: skip
    attributes = (
        "profile", "type", "power", "accuracy", "pp", "priority", "damage-class", "target", "effect", "generation",
        "name", "machine", "contact", "id", "members", "cost", "region",
    )  # fmt: skip
    context = Context(dataset, "en")
    answered = 0
    for kind, table in tables.items():
        for one in table:
            subject = Thing(kind, one)  # type: ignore[arg-type]
            for attribute in attributes:
                if things.knows(subject, attribute, context):  # type: ignore[arg-type]
                    assert_well_formed(asked.answer(Facts((subject,), (attribute,)), language))  # type: ignore[arg-type]
                    answered += 1
    assert answered > 10_000
