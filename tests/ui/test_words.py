"""The page's words."""

from __future__ import annotations

import string

import pytest

from pokeqa.errors import LexiconError
from pokeqa.ui import words
from pokeqa.ui.words import LANGUAGES, both, examples, in_languages, word


def _fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_every_language_has_the_same_words_with_the_same_fields():
    tables = [words._words(language) for language in LANGUAGES]

    assert tables[0].keys() == tables[1].keys()
    for key in tables[0]:
        assert _fields(tables[0][key]) == _fields(tables[1][key]), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_empty_page_proposes_ten_questions(language: str):
    assert len(set(examples(language))) == 10


def test_values_are_escaped():
    assert "<b>" not in both("problem.request", field="<b>")


def test_a_text_that_is_the_same_everywhere_is_written_once():
    assert in_languages({"en": "MCP", "zh": "MCP"}) == "MCP"


def test_an_unknown_word_names_the_file_to_correct():
    with pytest.raises(LexiconError, match=r"data/ui/zh\.yaml"):
        word("nothing.here", "zh")
    with pytest.raises(LexiconError, match="field"):
        word("problem.request", "en")
