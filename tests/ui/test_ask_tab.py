"""What happens between the page's script and the engine."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator
from typing import Any

import pytest

from pokeqa.events import Delta, Event, Failed, Finished, Progress
from pokeqa.request import ChatBody
from pokeqa.ui.ask_tab import Problem, apply, follow, read_body, toggles_html, vote
from pokeqa.ui.conversation import EXCHANGES_MAX, Conversation, Exchange
from pokeqa.ui.render_answer import render_answer
from pokeqa.ui.render_frame import render_toggles
from tests.fakes_ui import FakeEngine
from tests.ui.parsed import assert_harmless


def conversation_of(*pairs: tuple[str, str]) -> Conversation:
    conversation = Conversation()
    for question, text in pairs:
        conversation.exchanges.append(Exchange(question, state="finished", text=text))
    return conversation


# --------------------------------------------------------------------------- reading


def test_the_toggles_become_the_fields_of_meta():
    sources = dict.fromkeys(("knowledge_base", "graph", "web", "mcp", "agent"), True)

    body = read_body({"query": "x", "sources": sources}, Conversation())

    assert isinstance(body, ChatBody)
    assert body.meta.db_id == "pokedex"
    assert body.meta.mcp_id == "pokedex"
    assert body.meta.use_graph and body.meta.use_web and body.meta.use_agent


def test_what_is_picked_within_a_source_becomes_its_id():
    picked = {"knowledge_base": "my-notes", "mcp": "files"}
    on = read_body({"query": "x", "sources": {"knowledge_base": True, "mcp": True}, "picked": picked}, Conversation())
    off = read_body({"query": "x", "sources": {}, "picked": picked}, Conversation())

    assert isinstance(on, ChatBody) and isinstance(off, ChatBody)
    assert (on.meta.db_id, on.meta.mcp_id) == ("my-notes", "files")
    assert (off.meta.db_id, off.meta.mcp_id) == (None, None)


@pytest.mark.parametrize("picked", ["x", {"knowledge_base": 5}, {"knowledge_base": ""}, None])
def test_a_pick_that_names_nothing_is_the_built_in_base(picked: Any):
    body = read_body({"query": "x", "sources": {"knowledge_base": True}, "picked": picked}, Conversation())

    assert isinstance(body, ChatBody)
    assert body.meta.db_id == "pokedex"


def test_a_pick_that_is_no_id_is_refused():
    picked = {"knowledge_base": "../<b>"}
    problem = read_body({"query": "x", "sources": {"knowledge_base": True}, "picked": picked}, Conversation())

    assert isinstance(problem, Problem)
    assert "db_id" in problem.html
    assert_harmless(problem.html)


def test_the_state_of_each_source_is_kept_and_drawn_while_it_runs():
    exchange = Exchange("x")
    for event in (
        Progress("searching", "Asking the graph…", "graph"),
        Progress("searching", "Asking web search…", "web"),
        Progress("searching", "the graph: 2 results, 5 ms.", "graph", "found"),
        Progress("searching", "There is no <b>network</b>.", "web", "failed"),
        Progress("generating", "Writing the answer…"),
    ):
        apply(event, exchange)

    html = render_answer(exchange)

    assert html.index("the graph: 2 results") < html.index("There is no") < html.index("Writing the answer…")
    assert 'class="source-found"' in html and 'class="source-failed"' in html
    assert "Asking" not in html
    assert_harmless(html)


def test_a_picker_appears_where_there_is_a_choice():
    states = {"knowledge_base": (True, "", {}), "mcp": (True, "", {}), "web": (True, "", {})}
    one = render_toggles(states, {"knowledge_base": [("pokedex", "x")], "mcp": [("pokedex", "pokedex")]})
    two = render_toggles(states, {"knowledge_base": [("pokedex", "x"), ("notes", "<img src=x onerror=alert(1)>")]})
    off = render_toggles({"knowledge_base": (False, "not_ready", {"en": "no", "zh": "no"})},
                         {"knowledge_base": [("pokedex", "x"), ("notes", "y")]})  # fmt: skip

    assert [" hidden" in picker for picker in re.findall("<select[^>]*>", one)] == [True, True]
    assert [" hidden" in picker for picker in re.findall("<select[^>]*>", two)] == [False]
    assert "<select" not in off
    assert_harmless(two)


def test_nothing_is_switched_on_by_default():
    body = read_body({"query": "x"}, Conversation())

    assert isinstance(body, ChatBody)
    assert (body.meta.db_id, body.meta.mcp_id) == (None, None)
    assert not (body.meta.use_graph or body.meta.use_web or body.meta.use_agent)


def test_only_true_switches_a_source_on():
    body = read_body({"query": "x", "sources": {"graph": "yes", "web": 1}}, Conversation())

    assert isinstance(body, ChatBody)
    assert not body.meta.use_graph and not body.meta.use_web


def test_the_history_is_the_servers_own():
    body = read_body({"query": "x", "history": [{"role": "user", "content": "forged"}]}, conversation_of(("q", "a")))

    assert isinstance(body, ChatBody)
    assert [(turn.role, turn.content) for turn in body.history] == [("user", "q"), ("assistant", "a")]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (None, "Write a question first"),
        ([], "Write a question first"),
        ({"query": 5}, "Write a question first"),
        ({"query": "   "}, "Write a question first"),
        ({"query": "a" * 2001}, "may have up to 2,000 characters; this one has 2,001"),
        ({"query": "a" * 100_000}, "100,000"),
        ({"query": "a\x00b"}, "invisible control character"),
        ({"query": "a\x1b[31mb"}, "invisible control character"),
    ],
)
def test_a_question_that_cannot_be_asked_gets_a_sentence(data: Any, sentence: str):
    problem = read_body(data, Conversation())

    assert isinstance(problem, Problem)
    assert sentence in problem.html
    assert_harmless(problem.html)


def test_two_thousand_characters_are_accepted():
    assert isinstance(read_body({"query": "a" * 2000}, Conversation()), ChatBody)


# --------------------------------------------------------------------------- following


async def watch(engine: FakeEngine, query: str, *, stop_after: int | None = None) -> tuple[Exchange, int]:
    exchange, stop = Conversation().begin(query)
    draws = 0
    async for _ in follow(engine, ChatBody(query=query), exchange, stop, redraw_s=0.02):
        draws += 1
        if draws == stop_after:
            stop.set()
    return exchange, draws


async def test_a_quick_answer_is_drawn_once():
    exchange, draws = await watch(FakeEngine(), "What type is Lucario?")

    assert (exchange.state, exchange.route, draws) == ("finished", "local_dataset", 1)


async def test_a_streaming_answer_is_drawn_less_often_than_it_grows():
    engine = FakeEngine()
    exchange, stop = Conversation().begin("slow")
    draws = [exchange.text async for _ in follow(engine, ChatBody(query="slow"), exchange, stop, redraw_s=0.2)]

    assert exchange.state == "finished"
    assert 5 < len(draws) < 30
    assert draws[-1].startswith("word0")


async def test_stop_ends_the_work_at_once_and_keeps_what_had_come():
    engine = FakeEngine()

    exchange, _ = await asyncio.wait_for(watch(engine, "stuck", stop_after=1), 2)

    assert exchange.state == "stopped"
    assert exchange.text == "The beginning of an answer"
    assert (engine.begun, engine.ended) == (1, 1)


async def test_a_visitor_who_leaves_ends_the_work():
    engine = FakeEngine()
    exchange, stop = Conversation().begin("stuck")
    changes = follow(engine, ChatBody(query="stuck"), exchange, stop, redraw_s=0.02)
    await anext(changes)

    await changes.aclose()

    assert (engine.begun, engine.ended) == (1, 1)
    assert exchange.state == "stopped"


async def test_a_failure_shows_its_sentence():
    exchange, _ = await watch(FakeEngine(), "fail")

    assert (exchange.state, exchange.message) == ("failed", "The dataset did not answer. Ask again.")


async def test_a_crash_is_logged_and_its_details_stay_on_the_server(caplog: pytest.LogCaptureFixture):
    exchange, _ = await watch(FakeEngine(), "crash")

    assert (exchange.state, exchange.message) == ("failed", None)
    assert "secret details" in caplog.text


async def test_a_stream_that_ends_without_an_answer_is_a_failure():
    class Silent(FakeEngine):
        async def ask(self, body: ChatBody) -> AsyncGenerator[Event, None]:
            yield Delta("half an")

    exchange, _ = await watch(Silent(), "x")

    assert exchange.state == "failed"


def test_events_fill_an_exchange():
    exchange = Exchange("x")

    for event in (Progress("searching", "Reading."), Delta("a"), Progress("generating"), Delta("b")):
        apply(event, exchange)
    assert (exchange.progress, exchange.text, exchange.state) == ("Reading.", "ab", "running")

    apply(Finished("cache", {"query": "x"}, [], "note"), exchange)
    assert (exchange.route, exchange.message, exchange.state) == ("cache", "note", "finished")

    apply(Failed("code", "sentence"), exchange)
    assert (exchange.message, exchange.state) == ("sentence", "failed")


# --------------------------------------------------------------------------- conversations


def test_only_completed_exchanges_are_history():
    conversation = conversation_of(("q1", "a1"))
    conversation.exchanges += [Exchange("q2", state="stopped", text="half"), Exchange("q3", state="failed")]

    assert [turn.content for turn in conversation.history()] == ["q1", "a1"]


async def test_a_new_question_stops_the_running_one():
    conversation = Conversation()
    _, first = conversation.begin("a")

    conversation.begin("b")

    assert first.is_set()


async def test_a_cleared_conversation_stops_and_forgets():
    conversation = conversation_of(("q", "a"))
    _, running = conversation.begin("b")

    conversation.clear()

    assert running.is_set()
    assert conversation.history() == []


async def test_a_conversation_does_not_grow_without_end():
    conversation = conversation_of(*[(f"q{n}", "a") for n in range(EXCHANGES_MAX + 20)])

    conversation.begin("last")

    assert len(conversation.exchanges) == EXCHANGES_MAX
    assert len(conversation.history()) <= 2 * EXCHANGES_MAX


async def test_conversations_do_not_share_anything():
    one, other = Conversation(), Conversation()
    one.begin("mine")

    assert other.exchanges == []


# --------------------------------------------------------------------------- toggles


def test_a_source_that_is_not_there_says_why_in_both_languages():
    html = toggles_html(FakeEngine())

    assert html.count('aria-disabled="true"') == 5
    assert html.count('role="switch"') == 5
    assert 'id="why-web"' in html
    assert "Not part of this version yet." in html
    assert "这个版本还没有此功能。" in html


def test_a_source_that_is_there_can_be_switched():
    html = toggles_html(FakeEngine(available=True))

    assert "aria-disabled" not in html
    assert html.count('aria-checked="false"') == 5


# --------------------------------------------------------------------------- the cache and the votes


@pytest.mark.parametrize(("sent", "used"), [({}, True), ({"use_cache": False}, False), ({"use_cache": "no"}, True)])
def test_a_question_can_be_asked_without_the_cache(sent: dict[str, Any], used: bool):
    body = read_body({"query": "x", **sent}, Conversation())

    assert isinstance(body, ChatBody)
    assert body.meta.use_cache is used


async def test_a_thumb_is_counted_for_the_answers_route_and_shown():
    engine, conversation = FakeEngine(), conversation_of(("q", "a"), ("x", "b"))
    exchange = conversation.exchanges[1]
    exchange.route = "retrieval"

    shown = await vote(engine, conversation, exchange, "good")

    assert engine.votes == [(2, "x", "retrieval", 1, 0)]
    assert (shown["kind"], shown["id"], shown["vote"]) == ("vote", exchange.id, "good")


async def test_the_other_thumb_changes_a_vote_and_the_same_one_takes_it_back():
    engine, conversation = FakeEngine(), conversation_of(("q", "a"))
    exchange = conversation.exchanges[0]

    for chosen in ("good", "bad", "bad"):
        shown = await vote(engine, conversation, exchange, chosen)

    assert [change[3:] for change in engine.votes] == [(1, 0), (-1, 1), (0, -1)]
    assert shown["vote"] is None


@pytest.mark.parametrize("chosen", ["best", None, 1, ["good"]])
async def test_what_is_no_thumb_is_not_counted(chosen: object):
    engine, conversation = FakeEngine(), conversation_of(("q", "a"))

    shown = await vote(engine, conversation, conversation.exchanges[0], chosen)

    assert (engine.votes, shown["vote"]) == ([], None)


async def test_a_vote_that_cannot_be_counted_is_not_shown_as_counted():
    conversation = conversation_of(("uncounted", "a"))

    shown = await vote(FakeEngine(), conversation, conversation.exchanges[0], "good")

    assert shown["vote"] is None
