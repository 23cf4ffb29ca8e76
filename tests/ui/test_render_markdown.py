"""The safe Markdown subset of answers."""

from __future__ import annotations

import pytest

from pokeqa.ui.render_markdown import blocks_of, plain, render_markdown
from tests.ui.parsed import assert_harmless


def render(text: str, known: int = 2) -> str:
    return render_markdown(text, lambda n: f"<a>{n}</a>" if n <= known else None)


HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    '"><svg onload=alert(1)>',
    "**<b onmouseover=alert(1)>**",
    "`<i>`",
    "- <img src=x>",
    "| <u> | b |\n|---|---|\n| <img src=x> | c |",
    "# <h1>",
    "```\n</pre><script>\n```",
    "![x](https://example.org/x.png)",
    "[x](javascript:alert(1))",
    "<https://example.org>",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_text_never_becomes_a_tag_an_image_or_a_link(text: str):
    html = render(text)

    assert_harmless(html)
    assert "href=" not in html


def test_bold_emphasis_code_and_line_breaks():
    assert render("**a** *b* `c`\nd") == "<p><strong>a</strong> <em>b</em> <code>c</code><br>d</p>"


def test_lists_and_numbers_keep_their_start():
    assert render("- a\n- b") == "<ul><li>a</li><li>b</li></ul>"
    assert render("3. a\n4. b") == '<ol start="3"><li>a</li><li>b</li></ol>'


def test_a_table_has_a_head_and_rows():
    html = render("| a | b |\n| --- | ---: |\n| 1 | 2\\|3 |")

    assert '<th scope="col">a</th><th scope="col">b</th>' in html
    assert "<td>1</td><td>2|3</td>" in html


def test_marks_become_links_only_where_there_is_a_ref():
    assert render("fast [1][2][3]") == "<p>fast <a>1</a><a>2</a>[3]</p>"


def test_escaped_characters_are_text():
    assert render(r"\*a\* \[1\] \`b\`") == "<p>*a* [1] `b`</p>"


def test_an_unclosed_mark_up_is_text():
    assert render("**a") == "<p>**a</p>"
    assert render("```\ncode") == "<pre>code</pre>"


def test_blocks_are_told_apart_without_blank_lines():
    assert [block.kind for block in blocks_of("a\n- b\n# c\n1. d\n```\ne\n```\nf")] == [
        "paragraph", "bullets", "heading", "numbers", "code", "paragraph",
    ]  # fmt: skip


def test_plain_is_what_a_reader_sees():
    assert plain(r"**Garchomp** is \*fast\* [1]") == "Garchomp is *fast* [1]"


def test_a_long_hostile_text_is_rendered_in_time():
    assert render("**a " * 5000 + "[" * 5000 + "`" * 5000)
