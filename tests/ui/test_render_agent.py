"""The plan of an answer in agent mode: its drawing and what is told of its steps."""

from __future__ import annotations

import copy
import re
from typing import Any
from xml.etree import ElementTree

import pytest

from pokeqa.ui.render_agent import render_plan, render_running
from pokeqa.ui.render_graph import WIDTH, DrawnStep, ranks_of, render_graph, wrap
from tests.fakes_ui import AGENT
from tests.ui.parsed import assert_harmless

SVG = "{http://www.w3.org/2000/svg}"


def mark(number: int) -> str | None:
    return f'<a class="mark" href="#ref-x-{number}">[{number}]</a>' if number < 4 else None


def step(step_id: str, *needs: str, title: str = "search the Pokédex", state: str = "done") -> DrawnStep:
    return DrawnStep(step_id, title, "stats_worker", f"step-x-{step_id}", needs, state, "3 ms" if state else "")


def boxes(drawing: str) -> dict[str, tuple[float, float, float, float]]:
    """Each step's rectangle (x, y, width, height) in a drawing, by the step's id."""
    svg = ElementTree.fromstring(re.search(r"<svg.*</svg>", drawing, re.DOTALL)[0])  # type: ignore[index]
    found = {}
    for node in svg.iter("a"):
        rect = node.find("rect")
        assert rect is not None
        x, y, width, height = (float(rect.attrib[name]) for name in ("x", "y", "width", "height"))
        found[node.attrib["href"].rpartition("-")[2]] = (x, y, width, height)
    return found


# --------------------------------------------------------------------------- the drawing

DIAMOND = [step("s1"), step("s2", "s1"), step("s3", "s1"), step("s4", "s2", "s3"), step("s5", "s1", "s4")]


def test_a_step_stands_below_everything_that_it_needs():
    drawn = boxes(render_graph(DIAMOND))

    for one in DIAMOND:
        for needed in one.depends_on:
            assert drawn[needed][1] + drawn[needed][3] < drawn[one.id][1]
    assert drawn["s2"][1] == drawn["s3"][1]


@pytest.mark.parametrize("steps", [DIAMOND, [step(f"s{n}") for n in range(1, 9)]], ids=["diamond", "eight in a row"])
def test_no_two_steps_overlap_and_none_leaves_the_drawing(steps: list[DrawnStep]):
    drawing = render_graph(steps)
    drawn = list(boxes(drawing).values())
    width, height = map(float, re.search(r'viewBox="0 0 (\d+) (\d+)"', drawing).groups())  # type: ignore[union-attr]

    for index, (x, y, w, h) in enumerate(drawn):
        assert x >= 0
        assert y >= 0
        assert x + w <= width
        assert y + h <= height
        for x2, y2, w2, h2 in drawn[index + 1 :]:
            assert x + w < x2 or x2 + w2 < x or y + h < y2 or y2 + h2 < y


@pytest.mark.parametrize("count", [1, 2, 3, 4, 24])
def test_steps_that_need_nothing_of_each_other_fit_on_a_phone(count: int):
    drawing = render_graph([step(f"s{n}") for n in range(1, count + 1)])

    assert float(re.search(r'width="(\d+)"', drawing)[1]) <= WIDTH + 4  # type: ignore[index]


def test_steps_of_several_rows_that_are_joined_stand_above_the_one_that_joins_them():
    parts = [step(f"s{n}") for n in range(1, 6)]
    drawn = boxes(render_graph([*parts, step("s6", *(one.id for one in parts))]))

    assert all(drawn[one.id][1] + drawn[one.id][3] < drawn["s6"][1] for one in parts)


def test_an_arrow_past_a_rank_crosses_no_step():
    drawing = render_graph([step("s1"), step("s2", "s1"), step("s3", "s2"), step("s4", "s1", "s3")])
    drawn = boxes(drawing)
    crossing = re.findall(r'<path d="M[^"]*?C[^"]*? ([\d.]+) ([\d.]+)V([\d.]+)', drawing)

    assert crossing
    for x, top, bottom in crossing:
        for left, y, width, height in drawn.values():
            beside = not left <= float(x) <= left + width
            assert beside or float(bottom) <= y or y + height <= float(top)


def test_there_is_one_arrow_for_each_thing_a_step_needs():
    assert render_graph(DIAMOND).count('class="tip"') == sum(len(one.depends_on) for one in DIAMOND)


def test_a_circle_or_an_unknown_need_is_drawn_without_hanging():
    drawing = render_graph([step("s1", "s2"), step("s2", "s1", "s9"), step("s3", "s3")])

    assert set(boxes(drawing)) == {"s1", "s2", "s3"}
    assert set(ranks_of([step("s1", "s2"), step("s2", "s1")])) == {"s1", "s2"}


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("search", ["search"]),
        ("look up a Pokédex number", ["look up a", "Pokédex", "number"]),
        ("a" * 60, ["aaaaaaaaa…"]),
        ("查询图谱：喷火龙和火焰鸟有什么关系？", ["查询图谱：喷", "火龙和火焰鸟", "有什么关系？"]),
        ("一二三四五六七八九十一二三四五六七八九十", ["一二三四五六", "七八九十一二", "三四五六七…"]),
        ("", [""]),
    ],
)
def test_a_title_is_set_in_up_to_three_lines(text: str, lines: list[str]):
    assert wrap(text, 80) == lines


def test_no_steps_no_drawing():
    assert render_graph([]) == ""


# --------------------------------------------------------------------------- the panel


def test_each_step_is_told_with_worker_state_time_outputs_and_what_it_rests_on():
    html = render_plan("x", AGENT["chain"], mark)

    first, second, third = re.findall(r'<li id="step-x-s\d".*?</li>(?=<li id|</ol>)', html, re.DOTALL)
    assert "stats_worker" in first
    assert "3.2 ms" in first
    assert "Floatzel" in first
    assert 'href="#ref-x-1"' in first
    assert "needs s1" in second
    assert "2 attempts" in third
    assert "did not answer within 10 s" in third
    assert 'class="is-failed"' in third


def test_the_drawing_leads_to_what_is_told():
    html = render_plan("x", AGENT["chain"], mark)

    for target in re.findall(r'class="plan-node[^"]*" href="#([^"]+)"', html):
        assert f'id="{target}"' in html


def test_a_number_without_a_ref_stays_text():
    assert "[4]" in render_plan("x", AGENT["memory"], mark)
    assert "ref-x-4" not in render_plan("x", AGENT["memory"], mark)


def test_open_parts_are_told_with_their_reason():
    html = render_plan("x", AGENT["chain"], mark)

    assert "and tell me a joke" in html
    assert "that a step could answer" in html


@pytest.mark.parametrize(
    ("name", "words"),
    [("chain", "rules of the grammar"), ("wide", "language model"), ("memory", "Plan from memory")],
)
def test_who_made_the_plan_is_said(name: str, words: str):
    assert words in render_plan("x", AGENT[name], mark)


def test_a_plan_from_memory_shows_its_template_slots_sample_and_saved_time():
    html = render_plan("x", AGENT["memory"], mark)

    assert '<code class="slot">type_1</code>' in html
    assert '<strong dir="auto">Ice Beam</strong>' in html
    assert "move/ice-beam" in html
    assert "Which Gen 3 Fire types outspeed Lucario" in html
    assert "1.5 s" in html
    assert "2.7 ms" in html


def test_the_same_question_again_needs_no_template():
    html = render_plan("x", AGENT["exact"], mark)

    assert "The same question was planned before." in html
    assert "No planning was needed." in html
    assert "<table" not in html


def test_a_question_without_a_plan_shows_what_stayed_open():
    html = render_plan("x", AGENT["nothing"], mark)

    assert "<svg" not in html
    assert "no steps yet" in html
    assert "What is love?" in html


def test_a_running_answer_names_its_steps_with_their_states():
    html = render_running(AGENT["wide"])

    assert html.count("<li") == 7
    assert 'class="is-running"' in html
    assert "进行中" in html
    assert render_running(AGENT["nothing"]) == ""


def test_every_state_has_a_shape_of_its_own():
    shapes = {
        re.search(r'<g class="plan-mark"[^>]*>(.*?)</g>', render_graph([step("s1", state=state)]))[1]  # type: ignore[index]
        for state in ("waiting", "running", "done", "failed", "skipped")
    }

    assert len(shapes) == 5


def test_words_of_others_stay_words():
    hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
    agent = copy.deepcopy(AGENT["memory"])
    agent["by"] = hostile
    agent["open"] = [{"text": hostile, "why": hostile}]
    agent["template"] |= {"description": hostile, "sample_question": hostile}
    agent["template"]["slots"][0] = {"name": hostile, "type": hostile, "value": hostile, "text": hostile}
    for one in agent["steps"]:
        one |= {"title": hostile, "message": hostile, "outputs": {hostile: [hostile], "text": hostile}}
    for one in agent["plan"]["steps"]:
        one |= {"worker": hostile, "tool": hostile, "arguments": {hostile: hostile}}

    assert_harmless(render_plan("x", agent, mark))
    assert_harmless(render_running(agent))


@pytest.mark.parametrize(
    "agent",
    [
        {},
        {"plan": 3, "steps": "x", "open": None, "template": []},
        {"plan": {"steps": [1, {"id": None}]}, "steps": [{"id": "s1", "outputs": [], "refs": "x", "ms": "y"}]},
        {"steps": [{"id": "s1", "state": "odd"}], "template": {"slots": 4}},
    ],
)
def test_whatever_is_missing_or_of_another_kind_is_left_out(agent: dict[str, Any]):
    assert "plan-by" in render_plan("x", agent, mark)
