"""What a question may carry."""

from __future__ import annotations

import json

import pytest
from pydantic import ValidationError

from pokeqa.body import InvalidFieldError, MalformedJsonError, read_body
from pokeqa.request import WORKERS, ChatBody, Meta, Trace, Turn, conversation_name


def test_a_bare_question_gets_the_documented_defaults():
    body = read_body('{"query": "What type is Lucario?"}')

    assert body.history == []
    assert body.meta.model_dump() == {
        "db_id": None, "use_graph": False, "use_web": False, "mcp_id": None, "use_agent": False, "history_round": 5,
        "rewrite": "on", "rerank": True, "top_k": 5, "distance_threshold": 0.0,
        "agent_constraints": {"allowed_workers": WORKERS}, "locale": "auto", "use_cache": True,
    }  # fmt: skip


def test_full_width_letters_become_what_they_mean_and_edges_are_trimmed():
    assert read_body('{"query": "　Ｌｕｃａｒｉｏ ？ "}').query == "Lucario ?"


def test_line_breaks_and_tabs_are_no_control_characters():
    assert read_body(json.dumps({"query": "Lucario\n\tGarchomp"})).query == "Lucario\n\tGarchomp"


def test_a_full_meta_is_read_as_it_is_sent():
    sent = {"query": "x", "meta": {"db_id": "pokedex", "use_graph": True, "distance_threshold": 1,
            "agent_constraints": {"allowed_workers": ["graph_worker"]}, "locale": "zh"}}  # fmt: skip

    meta = read_body(json.dumps(sent)).meta

    assert meta.db_id == "pokedex"
    assert meta.use_graph is True
    assert meta.distance_threshold == 1.0
    assert meta.agent_constraints.allowed_workers == ("graph_worker",)


def test_a_body_cannot_be_changed():
    with pytest.raises(ValidationError, match="frozen"):
        read_body('{"query": "x"}').meta.top_k = 9  # type: ignore[misc]


def test_the_sentence_lists_the_fields_of_the_level_that_is_wrong():
    with pytest.raises(InvalidFieldError) as caught:
        read_body('{"query": "x", "history": [{"role": "user", "content": "a", "name": "b"}]}')

    assert caught.value.field == "history.0.name"
    assert "`role`, `content`" in str(caught.value)


def test_broken_json_says_where_it_breaks():
    with pytest.raises(MalformedJsonError, match="line 1 column"):
        read_body('{"query": }')


def test_trace_steps_travel_with_rounded_times():
    trace = Trace()
    trace.add("shortcut", "answered", "answered from 1 dataset row", started_ms=1.23456, detail={"rows": 1})
    trace.not_reached("cache", "not reached: the shortcut was certain")

    first, second = (step.to_json() for step in trace.steps)

    assert first["started_ms"] == 1.235
    assert first["detail"] == {"rows": 1}
    assert (second["decision"], second["ms"]) == ("not_reached", 0.0)


def test_the_models_say_in_the_schema_that_unknown_fields_are_refused():
    assert ChatBody.model_json_schema()["additionalProperties"] is False
    assert Meta.model_json_schema()["additionalProperties"] is False


def test_a_conversation_keeps_its_name_when_its_first_turns_are_cut_off():
    first, later = Turn(role="user", content="What is a  shiny？"), Turn(role="user", content="And the odds?")

    named = [
        conversation_name([], "What is a shiny?"),
        conversation_name([first], "And the odds?"),
        conversation_name([first, later], "And in Gen 2?"),
    ]

    assert len(set(named)) == 1
    assert named[0] != conversation_name([later], "And in Gen 2?")
