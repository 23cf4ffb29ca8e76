"""The extractive composer: the right sentence, word for word, with its mark; or that the sources do not say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pokeqa.generation.extractive import Extract, compose
from pokeqa.generation.sentences import sentences_of, split
from pokeqa.paths import DATA
from pokeqa.pokedex.dataset import Dataset
from pokeqa.question.parser import Parser
from pokeqa.retrieval.documents import Document
from pokeqa.retrieval.evidence import Evidence
from tests.retrieval.sources import evidence, pieces

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent.parent / "cases" / "extracts.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.fixture(scope="module")
def parser(dataset: Dataset) -> Parser:
    return Parser(dataset)


def article(name: str) -> dict[int, Evidence]:
    """An article's chunks as numbered evidence."""
    document = Document(name, (DATA / "knowledge" / f"{name}.md").read_text(encoding="utf-8"), "article")
    return {
        n: Evidence(chunk.id, "knowledge_base", document.title, chunk.text, name, metadata={"heading": chunk.heading})
        for n, chunk in enumerate(document.chunks("test"), start=1)
    }


def extract(parser: Parser, question: str, numbered: dict[int, Evidence], **more: Any) -> Extract:
    return compose(parser.understand(question, [], "auto"), numbered, parser.dataset, **more)


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["question"]))
def test_an_article_answers_or_does_not(parser: Parser, case: dict[str, Any]):
    found = extract(parser, case["question"], article(case["article"]))

    if case["says"] is None:
        assert not found.answered
        assert found.text.startswith(
            {"en": "The sources do not say", "zh-hans": "资料中没有"}.get(case["lang"], "資料には")
        )
    else:
        assert found.answered
        assert case["says"] in found.text
        assert 1 <= len(found.quotes) <= 3


@pytest.mark.parametrize("case", [case for case in CASES if case["says"]], ids=lambda case: str(case["question"]))
def test_every_sentence_is_in_the_evidence_that_its_mark_points_at(parser: Parser, case: dict[str, Any]):
    numbered = article(case["article"])

    for quote in extract(parser, case["question"], numbered).quotes:
        if ": " not in quote.text:  # a table's row is put together from its cells
            assert quote.text in " ".join(numbered[quote.number].text.split("\n"))


def test_the_first_sentence_is_the_most_direct_and_carries_its_mark(parser: Parser):
    texts = [
        "Breeding exists since Generation 2. Eggs need space in the party.",
        "A Day Care keeps Pokémon. A Day Care was added in Generation 2.",
    ]

    found = extract(parser, "When was the Day Care added?", dict(enumerate(pieces("web", texts), start=4)))

    assert found.text.startswith("A Day Care was added in Generation 2. [5]")


def test_a_source_that_says_the_same_is_not_quoted_twice(parser: Parser):
    texts = ["Game Freak develops the main games of Pokémon.", "The main games of Pokémon: Game Freak develops them."]

    found = extract(parser, "Who develops the main games of Pokémon?", dict(enumerate(pieces("web", texts), start=1)))

    assert len(found.quotes) == 1


def test_evidence_about_another_pokemon_is_no_answer(parser: Parser):
    texts = ["Bulbasaur was voiced by Megumi Hayashibara.", "Pikachu is an Electric type and likes ketchup."]

    found = extract(parser, "Who voiced Pikachu?", dict(enumerate(pieces("web", texts), start=1)))

    assert not found.answered


def test_the_name_is_found_in_another_language(parser: Parser):
    texts = ["In the anime, Pikachu is voiced by Ikue Otani since the first episode."]

    found = extract(parser, "皮卡丘 Ikue Otani anime?", dict(enumerate(pieces("web", texts), start=1)))

    assert found.answered


def test_a_summary_of_a_source_is_quoted_with_what_it_rests_on(parser: Parser):
    numbered = {1: evidence("graph", 1, "Pikachu —evolves→ Raichu"), 2: evidence("graph", 2, "Pichu —evolves→ Pikachu")}
    summaries = {"graph": ("The evolution family of Pikachu: Pichu, Pikachu and Raichu.", (1, 2))}

    found = extract(parser, "Explain the evolution family of Pikachu for me", numbered, summaries=summaries)

    assert "Pichu, Pikachu and Raichu. [1][2]" in found.text


def test_what_is_quoted_can_do_nothing(parser: Parser):
    text = (
        "Game Freak develops the [main games](http://evil.example) of Pokémon ![x](http://a.example/?q) <img src=x>[7]."
    )

    found = extract(parser, "Who develops the main games of Pokémon?", {1: evidence("web", 1, text)})

    assert found.text == "Game Freak develops the main games of Pokémon x. [1]"


def test_no_evidence_is_no_answer(parser: Parser):
    found = extract(parser, "Who develops the main games?", {})

    assert found.text == "The sources do not say."
    assert not found.answered


def test_the_nearest_sentence_is_shown_as_such(parser: Parser):
    found = extract(
        parser,
        "Who composed the music of the main games?",
        {1: evidence("web", 1, "Game Freak develops the main games.")},
    )

    assert not found.answered
    assert (
        found.text
        == "The sources do not say so directly. The nearest sentence: Game Freak develops the main games. [1]"
    )


# --------------------------------------------------------------------------- sentences


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("Mew is known. It is rare.", ["Mew is known.", "It is rare."]),
        ("It costs 1.5 times, e.g. for Mr. Mime vs. Mew.", ["It costs 1.5 times, e.g. for Mr. Mime vs. Mew."]),
        ("Let's Go, Pikachu! and Let's Go, Eevee! are short.", ["Let's Go, Pikachu! and Let's Go, Eevee! are short."]),
        ("It came with X and Y. A Pokémon grew.", ["It came with X and Y.", "A Pokémon grew."]),
        ("He is J. R. Smith of Kanto.", ["He is J. R. Smith of Kanto."]),
        ('He said "Go." Then he left.', ['He said "Go."', "Then he left."]),
        ("皮卡丘是电属性。它很快！真的吗？", ["皮卡丘是电属性。", "它很快！", "真的吗？"]),
        ("他说“走吧。”然后离开了。", ["他说“走吧。”", "然后离开了。"]),
        ("ピカチュウはでんき。速い。", ["ピカチュウはでんき。", "速い。"]),
        ("No end", ["No end"]),
        ("", []),
    ],
)
def test_sentences_end_where_a_reader_sees_them_end(line: str, parts: list[str]):
    assert split(line) == parts


def test_headings_rules_fences_and_short_scraps_are_no_sentences():
    text = (
        "# Title of it all\n\nHome\n\n---\n\n```\ncode that runs here\n```\n\n"
        "A line that\ngoes on here.\n\n- An item of a list\n"
    )

    assert [(one.kind, one.text) for one in sentences_of(text)] == [
        ("prose", "A line that goes on here."), ("item", "An item of a list"),
    ]  # fmt: skip


def test_a_tables_row_can_be_read_without_the_table():
    text = "| Item | Stat passed on |\n|---|---|\n| Power Weight | HP |\n| Power Bracer | Attack |\n"

    assert [one.text for one in sentences_of(text)] == [
        "Power Weight: Stat passed on HP",
        "Power Bracer: Stat passed on Attack",
    ]
