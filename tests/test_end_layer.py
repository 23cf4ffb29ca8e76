"""The last layer: honest about what it cannot do, and never without a next step."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pokeqa.availability import SOURCES, Availability
from pokeqa.end_layer import EndLayer
from pokeqa.events import Finished
from pokeqa.question.algebra import Mon, Thing
from pokeqa.question.understanding import AnswerLanguage, Mention, Part
from pokeqa.request import Meta
from pokeqa.settings import Settings
from tests.fakes import collect, request, text_of, understanding

LUCARIO = Mention("Lucario", 0, 7, (Mon(448, 448),), "exact", "Lucario")
NOTHING = Part("Who won the 2018 World Cup?", None, 0.0, "no query fits")


def unknown(name: str, *suggestions: str, text: str | None = None) -> Part:
    return Part(text or f"What type is {name}?", None, 0.2, "an unknown name", unknown_names=(name,),
                suggestions=suggestions)  # fmt: skip


async def ask(
    *parts: Part, language: AnswerLanguage = "en", mentions: tuple[Mention, ...] = (), meta: Meta | None = None,
    settings: Settings | None = None,
) -> tuple[str, Finished]:  # fmt: skip
    asked = request(understanding(*parts, language=language, mentions=mentions), meta)
    layer = EndLayer(settings or Settings())
    events = await collect(layer.ask(asked, layer))  # type: ignore[arg-type]
    assert isinstance(events[-1], Finished)
    return text_of(events), events[-1]


async def test_an_unknown_name_is_said_to_be_unknown_with_the_nearest_names():
    text, finished = await ask(unknown("Agumon", "Aggron", "Absol"))

    assert text == (
        "I couldn't find a Pokémon, move, ability or item named “Agumon”; it is not a Pokémon I know. "
        "The nearest names: Aggron or Absol."
    )
    assert finished.route == "model"
    assert finished.refs["model_name"] is None
    assert finished.refs["local_dataset"]["options"] == [
        {"label": "Aggron", "query": "What type is Aggron?"},
        {"label": "Absol", "query": "What type is Absol?"},
    ]
    assert finished.trace[-1]["decision"] == "unknown_name"


async def test_an_unknown_name_without_neighbours_comes_with_examples():
    text, finished = await ask(unknown("Doraemon"))

    assert "nearest" not in text
    assert len(finished.refs["local_dataset"]["follow_ups"]) == 3


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("zh-hans", "没有找到名为“哆啦A梦”的宝可梦"),
        ("zh-hant", "沒有找到名為"),
        ("ja", "「哆啦A梦」という名前のポケモン"),
    ],
)
async def test_it_speaks_the_questions_language(language: AnswerLanguage, says: str):
    text, _ = await ask(unknown("哆啦A梦"), language=language)

    assert says in text


async def test_a_long_or_marked_up_name_is_repeated_short_and_harmless():
    text, _ = await ask(unknown("<img src=x> **" + "a" * 500))

    assert "<img" not in text.replace("\\<", "")
    assert "**" not in text
    assert "a" * 60 not in text


async def test_a_known_pokemon_comes_with_questions_that_can_be_asked_about_it():
    text, finished = await ask(Part("Lucario's best moveset for OU", None, 0.3, "words left over"), mentions=(LUCARIO,))

    assert text.startswith("I know Lucario, but")
    assert finished.refs["local_dataset"]["follow_ups"] == [
        "What type is Lucario?",
        "What is Lucario weak to?",
        "How does Lucario evolve?",
    ]


async def test_a_known_move_comes_with_questions_about_moves():
    surf = Mention("Surf", 0, 4, (Thing("move", 57),), "exact", "Surf")

    _, finished = await ask(Part("Is Surf any good?", None, 0.3, "words left over"), mentions=(surf,))

    assert "Which Pokémon learn Surf?" in finished.refs["local_dataset"]["follow_ups"]


async def test_a_question_about_something_else_gets_three_examples():
    text, finished = await ask(NOTHING)

    assert text.startswith("I answer questions about Pokémon")
    assert text.count("\n- ") == 3
    assert "2018" not in text
    assert finished.trace[-1]["decision"] == "not_answered"


async def test_it_says_which_sources_do_not_exist_yet():
    text, _ = await ask(NOTHING)

    assert "the knowledge base, the graph, web search, MCP tools, agent mode and a language model" in text
    assert "rather than guess" in text


async def test_it_names_the_sources_that_were_switched_on_in_vain():
    text, finished = await ask(NOTHING, meta=Meta(use_graph=True, use_web=True))

    assert "You switched on the graph and web search" in text
    assert finished.refs["graph_base"]["message"] == "Not part of this version yet."
    assert finished.refs["web_search"]["message"] == "Not part of this version yet."
    assert finished.refs["knowledge_base"]["message"] is None


async def test_a_source_that_the_settings_switch_off_is_not_promised():
    text, _ = await ask(NOTHING, settings=Settings(enable_web=False))

    assert "web search" not in text


# --------------------------------------------------------------------------- around retrieval


def states_with(**available: bool) -> dict[str, Availability]:
    return {
        source: Availability(True, "ready", "")
        if available.get(source)
        else Availability(False, "not_ready", "Not set up.")
        for source in SOURCES
    }


async def ask_with(states: dict[str, Availability], meta: Meta) -> tuple[str, Finished]:
    asked = request(understanding(NOTHING), meta)
    layer = EndLayer(Settings(), lambda language: states)
    events = await collect(layer.ask(asked, layer))  # type: ignore[arg-type]
    assert isinstance(events[-1], Finished)
    return text_of(events), events[-1]


async def test_sources_that_were_asked_are_told_apart_from_those_that_could_not_be():
    text, finished = await ask_with(states_with(graph=True), Meta(use_graph=True, use_web=True))

    assert "I asked the graph as well" in text
    assert "You switched on web search: not available here" in text
    assert finished.refs["web_search"]["message"] == "Not set up."


async def test_sources_that_are_off_and_would_work_are_offered():
    text, _ = await ask_with(states_with(knowledge_base=True, graph=True), Meta())

    assert "You could switch on the knowledge base or the graph and ask again." in text
    assert "this version" not in text


async def test_the_rest_of_a_question_is_left_open_and_the_refs_stay():
    asked = replace(request(understanding(NOTHING)), partly_answered=True)
    asked.refs.local_dataset = {"rows": [{"id": "x"}], "cards": [], "options": [], "follow_ups": []}
    layer = EndLayer(Settings())

    events = await collect(layer.ask(asked, layer))  # type: ignore[arg-type]

    assert text_of(events).endswith(f"so I leave it open: “{asked.query}”")
    assert isinstance(events[-1], Finished)
    assert events[-1].route == "local_dataset"
    assert events[-1].refs["local_dataset"]["rows"] == [{"id": "x"}]
