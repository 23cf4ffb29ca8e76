"""The two panels beside the conversation."""

from __future__ import annotations

from typing import Any

import pytest

from pokeqa.ui.render_refs import collect_refs, mark_renderer, render_refs
from pokeqa.ui.render_trace import milliseconds, render_trace, total_ms
from tests.fakes_ui import TRACE, refs
from tests.ui.parsed import assert_harmless

HOSTILE = "<img src=x onerror=alert(1)>\"'"


def test_rows_are_numbered_and_named():
    html = render_refs("x1", refs("who is faster, Garchomp or Salamence"))

    assert '<li id="ref-x1-1" tabindex="-1">' in html
    assert "<strong>Salamence</strong> <code>stats.speed = 100</code>" in html
    assert "species 373" in html


@pytest.mark.parametrize("empty", [{}, {"local_dataset": {"rows": []}}, {"local_dataset": None, "cache": None}])
def test_an_answer_without_refs_says_so(empty: dict[str, Any]):
    assert "This answer rests on no source." in render_refs("x1", empty)


def test_sources_are_numbered_through_and_a_failed_one_says_why():
    container = {
        "local_dataset": {"rows": [{"title": "Garchomp", "field": "types", "value": "Dragon", "source": "445"}]},
        "knowledge_base": {"results": [{"id": "kb/1", "title": "Breeding", "text": "Red thread", "score": 0.71}]},
        "web_search": {"results": [{"title": "A page", "url": "https://example.org/a", "text": "…"}], "message": None},
        "mcp": {"results": [], "message": "The server did not answer within 3 s."},
        "cache": {"kind": "answer", "age_s": 12.4, "similarity": 0.93, "original_query": "who is fast"},
        "model_name": "tiny",
    }

    html = render_refs("x1", container)

    assert [ref.number for ref in collect_refs(container)] == [1, 2, 3]
    assert '<a href="https://example.org/a" target="_blank" rel="noopener noreferrer nofollow">' in html
    assert "0.71" in html
    assert "The server did not answer within 3 s." in html
    assert "“who is fast”" in html
    assert "tiny" in html


def test_an_address_that_is_not_of_the_web_is_no_link():
    container = {"web_search": {"results": [{"title": "x", "url": "javascript:alert(1)"}]}}

    assert "javascript" not in render_refs("x1", container)


def test_markup_in_refs_is_text():
    container = {
        "local_dataset": {"rows": [dict.fromkeys(("id", "title", "field", "value", "source"), HOSTILE)]},
        "knowledge_base": {"results": [{"title": HOSTILE, "text": HOSTILE, "source": HOSTILE}], "message": HOSTILE},
        "web_search": {"results": [{"title": HOSTILE, "url": f'https://x/"{HOSTILE}'}]},
        "cache": {"kind": HOSTILE, "original_query": HOSTILE},
        "model_name": HOSTILE,
    }

    assert_harmless(render_refs("x1", container))


def test_a_mark_links_to_its_own_answers_ref():
    mark = mark_renderer("x1", refs("who is faster, Garchomp or Salamence"))

    assert 'href="#ref-x1-2"' in (mark(2) or "")
    assert mark(3) is None


def test_the_waterfall_shows_times_shares_and_reasons():
    html = render_trace(TRACE)

    assert html.count('<li class="reached">') == 3
    assert html.count('<li class="unreached">') == 2
    assert '<span class="time">0.3 ms</span>' in html
    assert "left:16.7%;width:38.9%" in html
    assert "not reached: the shortcut was certain" in html


def test_an_answer_without_a_trace_says_so():
    assert "This answer came without a trace." in render_trace([])


def test_details_are_there_for_who_wants_them():
    html = render_trace([{"layer": "question", "decision": "understood", "why": "all", "started_ms": 0, "ms": 1,
                          "detail": {"query": "Compare('speed')", "parts": [1, 2]}}])  # fmt: skip

    assert "<details>" in html
    assert "<dt>query</dt><dd>Compare(&#x27;speed&#x27;)</dd>" in html
    assert "<dd>[1, 2]</dd>" in html


def test_markup_in_a_trace_is_text():
    step = {**dict.fromkeys(("layer", "decision", "why"), HOSTILE), "started_ms": 0.0, "ms": 1.0,
            "detail": {HOSTILE: HOSTILE}}  # fmt: skip

    assert_harmless(render_trace([step]))


def test_a_bar_stays_in_its_track():
    steps = [{"layer": "a", "started_ms": 0.0, "ms": 10.0}, {"layer": "b", "started_ms": 10.0, "ms": 0.0}]

    assert "left:98.5%;width:1.5%" in render_trace(steps)
    assert "width:100.0%" in render_trace([{"layer": "a", "started_ms": 0.0, "ms": 0.0}])


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.0, "<0.1 ms"), (0.04, "<0.1 ms"), (0.3, "0.3 ms"), (1.84, "1.8 ms"), (64.2, "64 ms"), (1234.0, "1.2 s")],
)
def test_times_are_short(value: float, text: str):
    assert milliseconds(value) == text


def test_the_whole_time_is_when_the_last_step_ended():
    assert total_ms(TRACE) == pytest.approx(1.8)
