"""The visitor's bubble and the answer card."""

from __future__ import annotations

import re

import pytest

from pokeqa.events import AgentProgress, Finished
from pokeqa.ui.ask_tab import apply
from pokeqa.ui.conversation import Exchange
from pokeqa.ui.render_answer import patch, render_answer, render_question, render_side
from tests.fakes_ui import AGENT, ANSWERS, TRACE, refs
from tests.ui.parsed import assert_harmless


def finished(question: str) -> Exchange:
    return Exchange(question, id="x1", state="finished", text=ANSWERS[question]["text"], route="local_dataset",
                    refs=refs(question), trace=TRACE)  # fmt: skip


def test_the_badge_tells_route_time_and_that_no_model_was_used():
    html = render_answer(finished("What type is Lucario?"))

    assert "badge-local_dataset" in html
    assert "<code>local_dataset</code>" in html
    assert "1.8 ms" in html
    assert "no LLM" in html


def test_a_model_is_named_in_the_badge():
    exchange = finished("What type is Lucario?")
    exchange.refs = {**exchange.refs, "model_name": "tiny-1b"}

    html = render_answer(exchange)

    assert "tiny-1b" in html
    assert "no LLM" not in html


def test_the_first_sentence_is_the_headline_and_its_marks_are_links():
    html = render_answer(finished("who is faster, Garchomp or Salamence"))

    headline = re.search(r'<h3 class="headline">(.*?)</h3>', html)
    assert headline is not None
    assert headline[1].startswith('Garchomp is faster: base Speed 102 against 100. <a class="mark" href="#ref-x1-1"')


def test_a_long_first_paragraph_is_no_headline():
    exchange = finished("What type is Lucario?")
    exchange.text = "word " * 100

    assert "headline" not in render_answer(exchange)


def test_details_below_the_headline_are_drawn():
    html = render_answer(finished("move"))

    assert "<li><strong>half</strong> damage when the target is in Grassy Terrain</li>" in html


def test_follow_ups_ask_when_clicked():
    html = render_answer(finished("What type is Lucario?"))

    assert 'data-do="ask" data-question="What is Lucario weak to?"' in html


def test_options_are_chips_and_not_said_twice():
    html = render_answer(finished("nidoran"))

    assert 'data-question="What type is Nidoran♀?">Nidoran♀</button>' in html
    assert "<li>Nidoran♀</li>" not in html


def test_there_are_buttons_to_copy_and_to_see_how():
    html = render_answer(finished("What type is Lucario?"))

    assert 'data-do="copy"' in html
    assert 'data-do="inspect"' in html
    assert patch(finished("What type is Lucario?"))["copy"] == "Lucario is Fighting and Steel type. [1]"


def test_a_failed_answer_shows_its_sentence():
    html = render_answer(Exchange("x", state="failed", message="The dataset did not answer. Ask again."))

    assert "The dataset did not answer. Ask again." in html
    assert 'role="alert"' in html


def test_a_failure_without_a_sentence_still_says_what_to_do():
    assert "Ask again" in render_answer(Exchange("x", state="failed"))


def test_a_stopped_answer_keeps_what_had_come():
    html = render_answer(Exchange("x", state="stopped", text="The beginning"))

    assert "The beginning" in html
    assert "Stopped before the answer was complete." in html


def test_a_running_answer_tells_what_is_being_done():
    assert "Reading the web." in render_answer(Exchange("x", progress="Reading the web."))
    assert "Working on it…" in render_answer(Exchange("x"))


HOSTILE = "<img src=x onerror=alert(1)>"


def test_markup_in_a_question_is_text():
    html = render_question(Exchange(HOSTILE))

    assert_harmless(html)
    assert "&lt;img src=x onerror=alert(1)&gt;" in html


@pytest.mark.parametrize("state", ["running", "finished", "failed", "stopped"])
def test_markup_in_an_answer_is_text(state: str):
    exchange = Exchange(HOSTILE, text=f"{HOSTILE} **{HOSTILE}**", message=HOSTILE, progress=HOSTILE, route=HOSTILE)
    exchange.state = state  # type: ignore[assignment]
    exchange.refs = {
        "model_name": HOSTILE,
        "local_dataset": {"options": [{"label": HOSTILE, "query": HOSTILE}], "follow_ups": [HOSTILE, '" onclick="x']},
    }

    html = render_answer(exchange)

    assert_harmless(html)


def test_panels_are_filled_only_by_finished_answers():
    assert render_side(Exchange("x")) == {"plan": "", "trace": "", "refs": ""}
    side = render_side(finished("What type is Lucario?"))
    assert side["trace"] and side["refs"]
    assert side["plan"] == ""


def test_a_plan_is_shown_while_it_is_carried_out_and_afterwards():
    agent = AGENT["chain"]
    exchange = Exchange("x")
    apply(AgentProgress("Step 1: search the Pokédex", agent), exchange)

    assert "Planned by the rules" in render_side(exchange)["plan"]
    assert "running-steps" in render_answer(exchange)
    assert "Step 1: search the Pokédex" in render_answer(exchange)

    apply(Finished("agent", {"agent": agent | {"by": "memory"}}, []), exchange)
    assert "Plan from memory" in render_side(exchange)["plan"]
    assert "running-steps" not in render_answer(exchange)


def test_outside_agent_mode_there_is_no_plan():
    exchange = Exchange("x")

    apply(Finished("local_dataset", {"agent": {"plan": None, "steps": []}}, []), exchange)

    assert render_side(exchange)["plan"] == ""


def test_refs_of_any_shape_do_not_break_an_answer():
    exchange = finished("What type is Lucario?")
    for odd in ({}, {"local_dataset": None}, {"local_dataset": {"cards": None, "options": None, "follow_ups": None}}):
        exchange.refs = odd
        assert "local_dataset" in render_answer(exchange)


def kept(age_s: float = 125.0, route: str = "cache") -> Exchange:
    cache = {"kind": "signature", "age_s": age_s, "similarity": 1.0, "original_query": 'the "first" <b>one</b>'}
    return Exchange("now", id="x1", state="finished", text="An answer.", route=route, refs={"cache": cache})


def test_a_kept_answer_tells_its_age_and_first_question_and_can_be_asked_without_the_cache():
    html = render_answer(kept())

    assert "2 min old, first asked as “the &quot;first&quot; &lt;b&gt;one&lt;/b&gt;”" in html
    assert "已保存2 分钟" in html
    assert 'data-do="again" data-question="now"' in html
    assert_harmless(html)


def test_an_answer_of_another_route_cannot_be_asked_without_the_cache():
    assert 'data-do="again"' not in render_answer(kept(route="retrieval"))


def test_a_vote_is_shown_on_its_thumb():
    exchange = kept()
    exchange.vote = "bad"

    html = render_answer(exchange)

    assert 'data-vote="bad" aria-pressed="true"' in html
    assert 'data-vote="good" aria-pressed="false"' in html
