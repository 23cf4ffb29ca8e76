"""Names of everything: whole, in every language, with forms in any order."""

from __future__ import annotations

import pytest

from pokeqa.pokedex.dataset import Dataset
from pokeqa.question.algebra import Mon
from pokeqa.question.parser import Parser


@pytest.fixture(scope="module")
def parser(dataset: Dataset) -> Parser:
    return Parser(dataset)


def _named(parser: Parser, dataset: Dataset, text: str) -> list[str]:
    return [
        dataset.pokemon[subject.pokemon_id].identifier
        for mention in parser.understand(text, []).mentions
        for subject in mention.subjects
        if isinstance(subject, Mon)
    ]


@pytest.mark.parametrize("language", ["en", "zh-hans", "zh-hant", "ja", "ko", "fr", "de", "es", "it"])
def test_every_species_is_found_by_its_name(parser: Parser, dataset: Dataset, language: str) -> None:
    missed = []
    for species in dataset.species.values():
        name = species.names[language]
        mentions = parser.understand(name, []).mentions
        ids = {s.species_id for m in mentions for s in m.subjects if isinstance(s, Mon)}
        if species.id not in ids:
            missed.append(name)
    assert missed == []


@pytest.mark.parametrize(
    ("text", "identifier"),
    [
        ("Alolan Raichu", "raichu-alola"),
        ("Raichu Alola", "raichu-alola"),
        ("Raichu (Alolan Form)", "raichu-alola"),
        ("阿罗拉雷丘", "raichu-alola"),
        ("雷丘阿罗拉的样子", "raichu-alola"),
        ("mega charizard x", "charizard-mega-x"),
        ("Charizard Mega X", "charizard-mega-x"),
        ("超级喷火龙X", "charizard-mega-x"),
        ("メガリザードンX", "charizard-mega-x"),
        ("wash rotom", "rotom-wash"),
        ("Rotom-Wash", "rotom-wash"),
        ("Origin Forme Giratina", "giratina-origin"),
        ("female Meowstic", "meowstic-female"),
        ("galarian darmanitan", "darmanitan-galar-standard"),
        ("原始盖欧卡", "kyogre-primal"),
        ("gigantamax pikachu", "pikachu-gmax"),
        ("Kantonian Meowth", "meowth"),
    ],
)
def test_forms_are_named_in_any_order(parser: Parser, dataset: Dataset, text: str, identifier: str) -> None:
    assert _named(parser, dataset, text) == [identifier]


@pytest.mark.parametrize("text", ["absolute", "mewtwo", "サンドイッチ", "absolutely abrasive melodies"])
def test_a_name_inside_a_word_is_not_named(parser: Parser, dataset: Dataset, text: str) -> None:
    assert set(_named(parser, dataset, text)) <= {"mewtwo"}


@pytest.mark.parametrize(
    ("typed", "identifier"),
    [("jiglypuff", "jigglypuff"), ("giritina", "giratina-altered"), ("evee", "eevee"), ("杰尼鬼", "squirtle"),
     ("charzard", "charizard"), ("pikachuu", "pikachu")],
)  # fmt: skip
def test_a_likely_typo_is_read_as_the_name(parser: Parser, dataset: Dataset, typed: str, identifier: str) -> None:
    mentions = parser.understand(f"{typed} type", []).mentions

    assert [m.how for m in mentions] == ["fuzzy"]
    assert _named(parser, dataset, f"{typed} type") == [identifier]


def test_a_bare_nidoran_is_either(parser: Parser, dataset: Dataset) -> None:
    assert _named(parser, dataset, "Nidoran type") == ["nidoran-f", "nidoran-m"]
    assert _named(parser, dataset, "the girl nidoran") == ["nidoran-f"]
    assert _named(parser, dataset, "Nidoran♂") == ["nidoran-m"]
