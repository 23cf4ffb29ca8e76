"""Spellings that a reader takes for the same fold to the same."""

from __future__ import annotations

import pytest

from pokeqa.question.fold import fold, fold_text


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Flabébé", "flabebe"),
        ("Farfetch’d", "farfetchd"),
        ("Ho-Oh", "HO OH"),
        ("Mr. Mime", "mr mime"),
        ("ﾋﾟｶﾁｭｳ", "ピカチュウ"),
        ("多边兽２型", "多边兽2型"),
        ("噴火龍", "喷火龙"),
        ("カプ・コケコ", "カプコケコ"),
        ("1,000", "1000"),
    ],
)
def test_equal_spellings_fold_to_the_same(a: str, b: str) -> None:
    assert fold(a) == fold(b)


def test_voicing_marks_are_kept() -> None:
    assert fold("ガ") != fold("カ")


def test_a_possessive_is_dropped_and_an_apostrophe_inside_a_word_vanishes() -> None:
    assert fold_text("Farfetch'd's weight").chars == "farfetchdweight"


def test_every_character_knows_where_it_stood() -> None:
    text = "Ho-Oh’s type"
    folded = fold_text(text)

    assert folded.original(0, 4) == "Ho-Oh"
    assert folded.edges[4]
    assert not folded.edges[3]
