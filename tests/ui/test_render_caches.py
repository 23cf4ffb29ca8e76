"""The caches tab: what it shows, and that nothing a visitor wrote becomes markup."""

from __future__ import annotations

import pytest

from pokeqa.cache.desk import CacheFigures
from pokeqa.cache.explain import explain
from pokeqa.cache.listing import Listed, Listing
from pokeqa.cache.metrics import Moment
from pokeqa.cache.store import StoreStats
from pokeqa.engine import Engine
from pokeqa.feedback import Votes
from pokeqa.ui.render_age import age_of
from pokeqa.ui.render_caches import render_figures, render_listing, render_search
from pokeqa.ui.render_explorer import render_explorer, render_kept_questions, render_verdict
from pokeqa.ui.render_plot import STRETCHES, render_plots, stretches
from tests.ui.parsed import assert_harmless

HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(1)>'


def listed(question: str = "What is STAB?", tag: str = "kb:pokedex") -> Listed:
    return Listed(
        "answer:1:2", (question, f"{question} again"), False, "retrieval", question, 65.0, 7200.0, 3, 1234.0, (tag,),
        {"language": "en", question: question},
    )  # fmt: skip


def figures(timeline: list[Moment]) -> CacheFigures:
    counts = {"hits": 3, "misses": 1, "hit_rate": 0.75, "saved_ms": 4200.0, "saved_llm_calls": 2}
    arms = {
        name: {"searches": 4, "hits": 1, "hit_rate": 0.25, "mean_ms": 12.5, "good": 2, "bad": 1}
        for name in ("cached", "bypassed")
    }
    stats = StoreStats("disk", 4, 2048, 1024 * 1024, 1, 100, 1, 3, 1, 0, None)
    return CacheFigures(counts, timeline, stats, arms, 0.5, 7)


def test_an_entry_shows_its_question_kind_age_hits_tags_and_name_space():
    html = render_listing(Listing((listed(),), 1, True))

    for text in ("What is STAB?", "other words compared", "1 min", "2 h", ">3<", "kb:pokedex", "language"):
        assert text in html, text


def test_what_visitors_and_settings_hold_is_no_markup():
    assert_harmless(render_listing(Listing((listed(HOSTILE, HOSTILE),), 1, True)))
    assert_harmless(render_kept_questions([HOSTILE]))
    assert_harmless(render_figures(figures([]), [Votes(HOSTILE, HOSTILE, 1, 0)], 0.0))


@pytest.mark.parametrize("question", [HOSTILE, f"What type is {HOSTILE}?", f"Pikachu {HOSTILE}"])
def test_what_is_compared_is_no_markup(engine: Engine, question: str):
    house = engine.warm()
    a, b = house.parser.understand(question, (), "auto"), house.parser.understand(f"{question} x", (), "auto")

    assert_harmless(render_verdict(explain(a, b, house.dataset)))


def test_the_verdict_marks_what_differs_and_says_why_in_both_languages(engine: Engine):
    house = engine.warm()
    a, b = (house.parser.understand(f"Fire types with Speed {word} 100", (), "auto") for word in ("over", "under"))

    html = render_verdict(explain(a, b, house.dataset))

    assert "Each needs an answer of its own" in html
    assert "What differs: Condition." in html
    assert "不同之处：条件。" in html
    assert html.count("<mark>") == 2
    assert "speed, &gt;, 100" in html


@pytest.mark.parametrize(
    ("access", "there", "absent"),
    [
        ("open", "open on this machine only", 'type="password"'),
        ("token", 'type="password"', "open on this machine only"),
        ("closed", "Set POKEQA_ADMIN_TOKEN", "<form"),
    ],
)
def test_the_form_says_who_may_do_what(access: str, there: str, absent: str):
    html = render_search(access)  # type: ignore[arg-type]

    assert there in html
    assert absent not in html


def test_the_form_of_the_explorer_offers_pairs_in_both_languages():
    html = render_explorer()

    assert html.count('data-do="pair"') == 8
    assert "耿鬼" in html or "雷丘" in html


# --------------------------------------------------------------------------- over time


def test_questions_are_counted_in_the_stretch_of_time_they_came_in():
    timeline = [Moment(0.0, "miss"), Moment(10.0, "exact", 500.0, 1), Moment(240.0, "signature", 300.0, 1)]

    made = stretches(timeline, now=240.0)

    assert len(made) == STRETCHES
    assert sum(one.questions for one in made) == 3
    assert (made[0].questions, made[0].hit_rate) == (2, 0.5)
    assert made[5].hit_rate is None
    assert (made[5].saved_ms, made[-1].saved_ms, made[-1].saved_llm_calls) == (500.0, 800.0, 2)


def test_a_moment_that_comes_from_a_clock_ahead_is_counted_too():
    assert sum(one.questions for one in stretches([Moment(100.0, "miss"), Moment(300.0, "exact")], now=200.0)) == 2


def test_the_plot_is_drawn_with_its_figures_as_a_table():
    html = render_plots([Moment(0.0, "miss"), Moment(10.0, "exact", 500.0, 1)], 20.0)

    assert html.count("<svg") == 3
    assert "<table" in html
    assert "500 ms" in html
    assert_harmless(html)


def test_before_the_first_question_there_is_no_plot():
    assert "<svg" not in render_plots([], 0.0)


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(0.4, ("seconds", 0)), (59, ("seconds", 59)), (60, ("minutes", 1)), (7200, ("hours", 2)), (200_000, ("days", 2))],
)
def test_an_age_is_told_in_its_largest_unit(seconds: float, told: tuple[str, int]):
    assert age_of(seconds) == told
