"""The grounding check: false statements are marked, and nothing else is."""

from __future__ import annotations

import pytest

from pokeqa.generation.grounding import Checker, Grounding
from pokeqa.generation.sentences import sentences_of
from pokeqa.paths import DATA
from pokeqa.pokedex.dataset import Dataset
from pokeqa.question.parser import Parser
from tests.retrieval.asking import cases

STATEMENTS = cases("statements.jsonl")


@pytest.fixture(scope="module")
def checker(dataset: Dataset) -> Checker:
    return Checker(dataset, Parser(dataset).tokens)


def passed(checker: Checker, *pieces: str, language: str = "en") -> tuple[str, Grounding]:
    """What a stream becomes, and what was found in it."""
    grounding = Grounding()
    stream = checker.start(grounding, language)
    return "".join(map(stream.feed, pieces)) + stream.flush(), grounding


@pytest.mark.parametrize("case", STATEMENTS, ids=lambda case: str(case["text"]))
def test_a_statement_is_marked_when_the_dataset_contradicts_it(checker: Checker, case: dict[str, str | None]):
    text, language = str(case["text"]), str(case["lang"])

    shown, grounding = passed(checker, text, language=language)

    assert grounding.facts() == ([case["fact"]] if case["fact"] else [])
    assert shown == (f"{text} ⚠" if case["fact"] else text)


def test_none_of_the_projects_own_articles_is_marked(checker: Checker):
    grounding = Grounding()

    for path in sorted((DATA / "knowledge").glob("*/*.md")):
        for sentence in sentences_of(path.read_text(encoding="utf-8").split("---", 2)[2]):
            checker.check(sentence.text, grounding, "en")

    assert grounding.checked > 40
    assert [one.to_json() for one in grounding.contradictions] == []


def test_the_mark_stands_behind_its_sentence(checker: Checker):
    shown, _ = passed(
        checker, "Pikachu is a Water type. [1] Lucario is a Steel type.\nPikachu evolves into Mew.\n\nEnd"
    )

    assert shown == "Pikachu is a Water type. ⚠ [1] Lucario is a Steel type.\nPikachu evolves into Mew. ⚠\n\nEnd"


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_the_pieces_of_a_stream_do_not_matter(checker: Checker, size: int):
    text = "Pikachu is a Water type. It is known! 皮卡丘进化成喷火龙。It evolves from Eevee."
    pieces = [text[i : i + size] for i in range(0, len(text), size)]

    shown, grounding = passed(checker, *pieces)

    assert shown == "Pikachu is a Water type. ⚠ It is known! 皮卡丘进化成喷火龙。 ⚠It evolves from Eevee. ⚠"
    assert len(grounding.contradictions) == 3


def test_text_is_passed_on_at_once(checker: Checker):
    stream = checker.start(Grounding(), "en")

    assert stream.feed("Pikachu is a Wat") == "Pikachu is a Wat"
    assert stream.feed("er type.") == "er type."
    assert stream.feed(" Yes") == " ⚠ Yes"


def test_the_result_says_which_row_contradicts_which_sentence(checker: Checker):
    _, grounding = passed(checker, "Pikachu is a Water type. [1]")

    assert grounding.to_json() == {
        "checked": 1,
        "contradictions": [
            {"sentence": "Pikachu is a Water type.", "kind": "type", "fact": "Pikachu has the type Electric.",
             "row": "pokemon/25"}
        ],
    }  # fmt: skip


def test_endless_text_without_an_end_is_let_go(checker: Checker):
    text = "Pikachu and " * 500

    shown, grounding = passed(checker, text)

    assert shown == text
    assert grounding.contradictions == []


def test_a_check_that_breaks_does_not_break_the_answer(dataset: Dataset, caplog: pytest.LogCaptureFixture):
    def broken(text: str):
        raise RuntimeError("lexer")

    shown, _ = passed(Checker(dataset, broken), "Pikachu is a Water type. Yes.")

    assert shown == "Pikachu is a Water type. Yes."
    assert "lexer" in caplog.text
