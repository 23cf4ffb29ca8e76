"""What abilities and items do: sentences that are complete, agree between languages and name real things."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from pokeqa.pokedex.answers.capability import can_answer
from pokeqa.pokedex.build.traditional import chinese, converted, converter
from pokeqa.pokedex.dataset import Dataset, load_dataset
from pokeqa.pokedex.effects import DIRECTORY, FILES, REFERENCE, REFERRED, effects, text_of
from pokeqa.question.algebra import Facts, Scope, Thing
from pokeqa.yaml_files import read_yaml
from tests.pokedex.asked import Asked, assert_well_formed

LANGUAGES = ("en", "zh-hans", "zh-hant")
#: Characters that one or two sentences may take, names filled in.
LONGEST = {"en": 330, "zh-hans": 150, "zh-hant": 150}
#: Abilities of the newest Mega forms, whose effects are not confirmed.
UNRECORDED = {"piercing-drill", "dragonize", "mega-sol", "spicy-spray", "eelevate", "fire-mane"}
#: Words that are also the name of a move or an ability, and stand in a sentence as what they are.
WORDS = {"大晴天", "连续攻击", "Zen Mode", "达摩模式"}

SENTENCES = [
    (kind, identifier, language)
    for kind in FILES
    for identifier, effect in effects(kind).items()
    for language in LANGUAGES
    if effect.sentences
]


@pytest.fixture(scope="module")
def dataset() -> Dataset:
    return load_dataset()


@pytest.fixture(scope="module")
def asked(dataset: Dataset) -> Asked:
    return Asked(dataset)


@pytest.fixture(scope="module")
def texts(dataset: Dataset) -> dict[tuple[str, str, str], str]:
    tables = {"ability": dataset.abilities, "item": dataset.items}
    found: dict[tuple[str, str, str], str] = {}
    for kind, table in tables.items():
        for record in table.values():
            for language in LANGUAGES:
                text = text_of(dataset, Thing(kind, record.id), language)  # type: ignore[arg-type]
                if text is not None:
                    found[kind, record.identifier, language] = text
    return found


def _numbers(template: str) -> Counter[str]:
    return Counter(re.findall(r"[+]?\d+(?:\.\d+)?%?", REFERENCE.sub("", template)))


def test_every_ability_has_an_entry(dataset: Dataset) -> None:
    assert effects("ability").keys() == {one.identifier for one in dataset.abilities.values()}
    assert {key for key, effect in effects("ability").items() if not effect.sentences} == UNRECORDED


def test_every_held_item_that_the_project_adds_has_an_effect(dataset: Dataset) -> None:
    described = effects("item")
    assert len(described) >= 200
    assert described.keys() <= {one.identifier for one in dataset.items.values()}
    assert {one.identifier for one in dataset.items.values() if one.cost is None} <= described.keys()


def test_every_sentence_belongs_to_something_in_the_dataset(texts: dict[tuple[str, str, str], str]) -> None:
    assert set(texts) == set(SENTENCES)


def test_a_text_is_one_to_three_sentences_and_short(texts: dict[tuple[str, str, str], str]) -> None:
    ends = {"en": ".", "zh-hans": "。", "zh-hant": "。"}
    for (kind, identifier, language), text in texts.items():
        assert text.endswith(ends[language]), (kind, identifier)
        assert 6 <= len(text) <= LONGEST[language], (kind, identifier, language, len(text))
        assert len(re.findall(r"[.。](?=\s|$)|。", text)) <= 3, (kind, identifier, language)
        assert "{" not in text and "  " not in text, (kind, identifier)


def test_no_two_texts_are_the_same(texts: dict[tuple[str, str, str], str]) -> None:
    for kind in FILES:
        for language in LANGUAGES:
            counted = Counter(text for key, text in texts.items() if (key[0], key[2]) == (kind, language))
            assert [text for text, n in counted.items() if n > 1] == []


@pytest.mark.parametrize("kind", FILES)
def test_the_languages_agree_in_numbers_and_names(kind: str) -> None:
    for identifier, effect in effects(kind).items():
        if not effect.sentences:
            continue
        numbers = {language: _numbers(effect.sentences[language]) for language in LANGUAGES}
        assert numbers["en"] == numbers["zh-hans"] == numbers["zh-hant"], identifier
        named = {language: set(REFERENCE.findall(effect.sentences[language])) for language in LANGUAGES}
        assert named["en"] == named["zh-hans"] == named["zh-hant"], identifier


@pytest.mark.parametrize("kind", FILES)
def test_things_are_named_by_reference(kind: str, dataset: Dataset) -> None:
    """So that a name is the official one, in every language."""
    tables = [getattr(dataset, table) for letter, table in REFERRED.items() if letter != "t"]
    records = [record for table in tables for record in table.values()]
    names = {
        "en": {record.names["en"] for record in records if " " in record.names.get("en", "")} - WORDS,
        "zh-hans": {one for record in records if len(one := record.names.get("zh-hans", "")) > 2} - WORDS,
    }
    for identifier, effect in effects(kind).items():
        for language, known in names.items():
            rest = REFERENCE.sub("\0", effect.sentences.get(language, ""))
            assert [name for name in known if name in rest] == [], identifier


@pytest.mark.parametrize("kind", FILES)
def test_the_traditional_sentences_are_made_from_the_simplified_ones(kind: str) -> None:
    pytest.importorskip("opencc")
    name = f"{FILES[kind]}.yaml"
    made = converted(chinese(read_yaml(DIRECTORY / name)), converter())
    assert read_yaml(DIRECTORY / "zh-hant" / name) == made, "run python -m pokeqa.pokedex.build.traditional"


@pytest.mark.parametrize(
    ("ability", "says"),
    [
        ("intimidate", "Intimidate: On entering battle it lowers the Attack of every adjacent opponent by 1 stage."),
        ("static", "Static: A Pokémon that hits it with a contact move has a 30% chance of being paralysed."),
        ("eelevate", "The effect of Eelevate is not recorded."),
    ],
)
def test_an_ability_says_what_it_does(asked: Asked, ability: str, says: str) -> None:
    assert asked.headline(Facts((asked.ability(ability),), ("effect",))) == says


def test_an_item_says_what_it_does_and_what_it_makes_evolve(asked: Asked) -> None:
    text = asked.text(Facts((asked.thing("item", "metal-coat"),), ("effect",)))
    assert "The holder's Steel-type moves are 1.2 times as strong" in text
    assert "Metal Coat evolves Onix into Steelix and Scyther into Scizor." in text
    stone = asked.headline(Facts((asked.thing("item", "gengarite"),), ("effect",)))
    assert stone == "Gengarite lets Gengar Mega Evolve into Mega Gengar."


def test_names_in_an_effect_are_those_of_its_language(asked: Asked) -> None:
    query = Facts((asked.ability("drizzle"),), ("effect",))
    assert "Damp Rock" in asked.headline(query)
    assert "潮湿岩石" in asked.headline(query, "zh-hans")
    assert "潮濕岩石" in asked.headline(query, "zh-hant")


def test_a_language_without_sentences_gets_the_english_ones_and_is_told(asked: Asked) -> None:
    assert asked.headline(Facts((asked.ability("intimidate"),), ("effect",)), "ja").startswith(
        "いかくの効果（説明は英語のみ）"
    )


def test_what_something_did_in_an_older_generation_is_left_to_the_next_layer(asked: Asked, dataset: Dataset) -> None:
    assert can_answer(Facts((asked.ability("prankster"),), ("effect",)), dataset)
    assert not can_answer(Facts((asked.ability("prankster"),), ("effect",), Scope(5)), dataset)


@pytest.mark.parametrize("language", [*LANGUAGES, "ja"])
@pytest.mark.parametrize("kind", ["ability", "item"])
def test_every_effect_is_well_formed(asked: Asked, dataset: Dataset, kind: str, language: str) -> None:
    for record in {"ability": dataset.abilities, "item": dataset.items}[kind].values():
        query = Facts((Thing(kind, record.id),), ("effect",))  # type: ignore[arg-type]
        if can_answer(query, dataset):
            assert_well_formed(asked.answer(query, language))
