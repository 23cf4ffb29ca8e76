"""The words of the answers: every language has all templates of a file, with the fields of the English ones."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from pokeqa.paths import DATA
from pokeqa.pokedex.conditions import OPERATORS
from pokeqa.pokedex.dataset import Dataset
from pokeqa.pokedex.model import STATS
from pokeqa.pokedex.numbers import MOVE_NUMBERS, POKEMON_NUMBERS, STAT_ATTRIBUTES
from pokeqa.pokedex.phrases import phrases_for
from pokeqa.yaml_files import read_yaml

FILES = (
    "attributes", "check", "clauses", "compare", "facts", "history", "introduced", "knowledge", "lookup", "search",
)  # fmt: skip
LANGUAGES = ("en", "zh-hans", "ja")
#: Names that the dataset has in English only.
TRANSLATED = ("habitats.", "shapes.")

#: What the sentences of a language may say that English leaves out.
OWN_WORDS = {"kind", "things", "set", "noun", "clause"}


def templates(language: str, file: str) -> dict[str, list[str]]:
    """Key -> the texts of its plural forms."""
    return dict(_flat(read_yaml(DATA / "answers" / language / f"{file}.yaml"), ""))


def _flat(node: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, list[str]]]:
    for key, value in node.items():
        if not isinstance(value, Mapping):
            yield f"{prefix}{key}", [str(value)]
        elif "other" in value:
            yield f"{prefix}{key}", [str(text) for text in value.values()]
        else:
            yield from _flat(value, f"{prefix}{key}.")


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES[1:])
@pytest.mark.parametrize("file", FILES)
def test_a_language_has_the_same_templates_as_english(file: str, language: str):
    english, other = set(templates("en", file)), set(templates(language, file))

    assert english - other == set()
    assert {key for key in other - english if not key.startswith(TRANSLATED)} == set()


@pytest.mark.parametrize("language", LANGUAGES[1:])
@pytest.mark.parametrize("file", FILES)
def test_a_template_asks_for_nothing_that_the_english_one_is_not_given(file: str, language: str):
    given = {key: set().union(*map(fields, texts)) for key, texts in templates("en", file).items()}

    # Japanese names the kind of thing (a Pokémon, a move) inside a condition; Chinese says a set as a noun.
    extra = {
        key: wanted
        for key, texts in templates(language, file).items()
        if (
            wanted := set().union(*map(fields, texts))
            - given.get(key, set())
            - {"kind", "things", "set", "noun", "clause"}
        )
    }
    assert extra == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("file", FILES)
def test_templates_have_no_stray_spaces_or_brackets(file: str, language: str):
    for key, texts in templates(language, file).items():
        for text in texts:
            assert "  " not in text, key
            assert text.count("{") == text.count("}"), key
            if language != "en":
                assert not re.search(r"[\u3040-\u9fff][,;:?!]", text), f"{key}: half-width punctuation"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_has_a_noun_and_every_operator_its_words(language: str):
    phrases = phrases_for(language)

    assert [one for one in POKEMON_NUMBERS | MOVE_NUMBERS if f"noun.{one}" not in phrases] == []
    assert [one for one in OPERATORS if f"bound.{one}" not in phrases or f"bound-not.{one}" not in phrases] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_growth_rates_and_damage_classes_have_names(language: str, dataset: Dataset):
    phrases = phrases_for(language)

    assert [one for one in dataset.growth_rates.values() if f"growth-rate.{one.identifier}" not in phrases] == []
    assert {move.damage_class for move in dataset.moves.values()} == {"status", "physical", "special"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_flags_ailments_and_targets_of_moves_have_names(language: str, dataset: Dataset):
    phrases = phrases_for(language)
    moves = dataset.moves.values()
    flags = {flag for move in moves for flag in move.flags}
    ailments = {move.meta.ailment for move in moves if move.meta is not None}
    targets = {move.target for move in moves}

    assert [one for one in flags if f"flag.{one}" not in phrases] == []
    assert [one for one in ailments if f"ailment.{one}" not in phrases] == []
    assert [one for one in targets if f"things.target.{one}" not in phrases] == []


def test_the_stat_attributes_are_the_stats_of_the_model():
    assert STAT_ATTRIBUTES == STATS
