"""The retrieval layer from end to end, with sources and a language model that do what the test says."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any

import pytest

from pokeqa.availability import Availability
from pokeqa.end_layer import EndLayer
from pokeqa.engine import Engine, House, NotYetLayer
from pokeqa.errors import SourceError
from pokeqa.events import Delta, Event, Finished, Progress
from pokeqa.generation.grounding import Checker
from pokeqa.generation.llm import LanguageModelError, Report
from pokeqa.generation.writer import Writer
from pokeqa.pokedex.dataset import Dataset
from pokeqa.pokedex.layer import ShortcutLayer
from pokeqa.question.parser import Parser
from pokeqa.request import ChatBody
from pokeqa.retrieval.evidence import Source
from pokeqa.retrieval.gather import Slot
from pokeqa.retrieval.layer import RetrievalLayer
from pokeqa.retrieval.prompt import Message
from pokeqa.settings import Settings
from tests.fakes import collect, text_of
from tests.retrieval.asking import cases
from tests.retrieval.sources import TestSource, evidence, hanging, pieces

QUESTION = "Which company develops the main games?"
ANSWER = "Game Freak develops the main games of Pokémon."
KB = TestSource("knowledge_base", *pieces("knowledge_base", [ANSWER, "Nintendo makes the consoles."]))


class FakeModel:
    """Writes these pieces, then fails if it is told to."""

    def __init__(
        self, *texts: str, error: LanguageModelError | None = None, problem: LanguageModelError | None = None
    ) -> None:
        self.name = "tiny"
        self._texts, self._error, self._problem = texts, error, problem
        self.asked: list[Sequence[Message]] = []
        self.stopped = False

    def problem(self) -> LanguageModelError | None:
        return self._problem

    async def stream(self, messages: Sequence[Message], report: Report) -> AsyncGenerator[str, None]:
        self.asked.append(messages)
        report.model, report.attempts = self.name, 1
        try:
            for text in self._texts:
                yield text
                await asyncio.sleep(0)
            if self._error is not None:
                raise self._error
            report.finish_reason, report.prompt_tokens, report.completion_tokens = "stop", 200, 9
        finally:
            self.stopped = True

    async def complete(self, prompt: str) -> str:
        return "".join(self._texts)

    async def close(self) -> None:
        pass


@pytest.fixture(scope="module")
def parser(dataset: Dataset) -> Parser:
    return Parser(dataset)


class Asking:
    """An engine with the real parser, shortcut and end layer around the retrieval layer."""

    def __init__(self, parser: Parser) -> None:
        self._parser = parser

    def engine(
        self, *sources: Source, model: FakeModel | None = None, absent: Mapping[str, str] | None = None,
        limit_s: float = 5.0,
    ) -> Engine:  # fmt: skip
        dataset = self._parser.dataset

        def states(language: str) -> dict[str, Availability]:
            found = {name: Availability(True, "ready", "") for name in ("knowledge_base", "graph", "web", "mcp", "llm")}
            found["agent"] = Availability(False, "not_yet", "Not part of this version yet.")
            return found | {name: Availability(False, "not_ready", why) for name, why in (absent or {}).items()}

        slots = {source.name: Slot(source, limit_s) for source in sources if source.name not in (absent or {})}
        writer = Writer(dataset, model, Checker(dataset, self._parser.tokens), 2500)
        layers = (
            ShortcutLayer(dataset, 0.8),
            NotYetLayer("cache", "this version keeps no answers"),
            RetrievalLayer(dataset, slots, writer, model, states, budget=2500),
            EndLayer(Settings(), states),
        )
        engine = Engine(Settings(), lambda _: House(dataset, self._parser, layers))
        engine.warm()
        return engine

    async def __call__(self, question: str, *sources: Source, meta: Mapping[str, Any], **more: Any) -> list[Event]:
        body = ChatBody.model_validate({"query": question, "meta": dict(meta)})
        return await collect(self.engine(*sources, **more).ask(body))


@pytest.fixture
def ask(parser: Parser) -> Asking:
    return Asking(parser)


def finished(events: Sequence[Event]) -> Finished:
    assert isinstance(events[-1], Finished)
    return events[-1]


def step(events: Sequence[Event], layer: str) -> dict[str, Any]:
    [found] = [one for one in finished(events).trace if one["layer"] == layer]
    return found


# --------------------------------------------------------------------------- without a language model


async def test_a_question_is_answered_from_the_knowledge_base(ask: Asking):
    events = await ask(QUESTION, KB, meta={"db_id": "pokedex"})

    assert text_of(events) == f"{ANSWER} [1]"
    last = finished(events)
    assert last.route == "retrieval"
    assert last.refs["model_name"] is None
    assert "No language model is set up" in str(last.message)
    [first, second] = last.refs["knowledge_base"]["results"]
    assert (first["n"], first["id"], first["text"], first["shown"]) == (1, "knowledge_base/1", ANSWER, True)
    assert second["n"] == 2
    assert last.refs["knowledge_base"]["message"] is None


async def test_status_is_searching_then_generating(ask: Asking):
    events = await ask(QUESTION, KB, TestSource("graph"), meta={"db_id": "pokedex", "use_graph": True})

    progress = [(event.status, event.source) for event in events if isinstance(event, Progress)]
    asked = [("searching", "knowledge_base"), ("searching", "graph")]
    assert progress == [*asked, *asked, ("generating", None)]
    said = [event.message for event in events if isinstance(event, Progress)]
    assert said[0] == "Asking the knowledge base…"
    assert "2 results" in str(said[2])


async def test_a_sources_status_is_seen_while_another_still_works(ask: Asking):
    slow = TestSource("web", *pieces("web", [ANSWER]), delay_s=0.2)
    quick = TestSource("graph", *pieces("graph", ["Mew is known."]))
    body = ChatBody.model_validate({"query": QUESTION, "meta": {"use_graph": True, "use_web": True}})
    clock = asyncio.get_running_loop().time

    events = [(event, clock()) async for event in ask.engine(slow, quick).ask(body)]

    seen = [(event.source, at) for event, at in events if isinstance(event, Progress)]
    assert [source for source, _ in seen[:3]] == ["graph", "web", "graph"]
    assert seen[3][1] - seen[2][1] > 0.1


async def test_refs_of_all_sources_are_numbered_through_in_a_fixed_order(ask: Asking):
    sources = [
        TestSource("mcp", *pieces("mcp", ["The tool says Game Freak."]), delay_s=0.0),
        TestSource("web", *pieces("web", [ANSWER]), delay_s=0.01),
        TestSource(
            "graph", *pieces("graph", ["A path."]), answer="Game Freak is joined to the main games.", delay_s=0.02
        ),
        TestSource("knowledge_base", *pieces("knowledge_base", ["The company Game Freak makes games."]), delay_s=0.03),
    ]

    last = finished(
        await ask(QUESTION, *sources, meta={"db_id": "x", "use_graph": True, "use_web": True, "mcp_id": "pokedex"})
    )

    numbers = {name: [one["n"] for one in last.refs[name]["results"]] for name in
               ("knowledge_base", "graph_base", "web_search", "mcp")}  # fmt: skip
    assert numbers == {"knowledge_base": [1], "graph_base": [2], "web_search": [3], "mcp": [4]}
    assert last.refs["graph_base"]["answer"] == "Game Freak is joined to the main games."


async def test_one_hangs_one_breaks_one_is_missing_and_there_is_an_answer_with_three_messages(ask: Asking):
    events = await ask(
        QUESTION, KB, hanging("graph"), TestSource("web", error=SourceError("There is no network.")),
        meta={"db_id": "pokedex", "use_graph": True, "use_web": True, "mcp_id": "pokedex"},
        absent={"mcp": "Switched off in the settings (POKEQA_ENABLE_MCP=false)."}, limit_s=0.2,
    )  # fmt: skip

    last = finished(events)
    assert text_of(events) == f"{ANSWER} [1]"
    assert last.route == "retrieval"
    assert "no answer within 0.2 s" in last.refs["graph_base"]["message"]
    assert last.refs["web_search"]["message"] == "There is no network."
    assert "POKEQA_ENABLE_MCP" in last.refs["mcp"]["message"]
    assert "MCP tools cannot be used here" in step(events, "retrieval")["why"]


async def test_a_source_that_was_not_switched_on_is_not_asked(ask: Asking):
    web = TestSource("web", *pieces("web", [ANSWER]))

    await ask(QUESTION, KB, web, meta={"db_id": "pokedex"})

    assert web.asked == []


async def test_when_no_source_finds_anything_the_end_layer_answers_honestly(ask: Asking):
    nothing = TestSource("knowledge_base", message="No passage shares a word with the question.")

    events = await ask(QUESTION, nothing, meta={"db_id": "pokedex"})

    last = finished(events)
    assert last.route == "model"
    assert "I asked the knowledge base as well" in text_of(events)
    assert last.refs["knowledge_base"]["message"] == "No passage shares a word with the question."
    assert step(events, "retrieval")["decision"] == "found_nothing"


async def test_a_source_that_cannot_be_used_is_told_and_the_question_goes_on(ask: Asking):
    events = await ask(QUESTION, KB, meta={"db_id": "pokedex"}, absent={"knowledge_base": "Milvus is not installed."})

    last = finished(events)
    assert last.route == "model"
    assert last.refs["knowledge_base"]["message"] == "Milvus is not installed."
    assert "You switched on the knowledge base" in text_of(events)


async def test_without_sources_and_model_retrieval_is_skipped_and_says_why(ask: Asking):
    events = await ask(QUESTION, KB, meta={})

    assert step(events, "retrieval")["why"] == "skipped: no source is switched on; no language model is set up"
    assert "You could switch on the knowledge base" in text_of(events)


async def test_evidence_that_does_not_hold_the_answer_is_said_not_to(ask: Asking):
    events = await ask("Who composed the music of the trading card game?", KB, meta={"db_id": "pokedex"})

    assert text_of(events).startswith("The sources do not say")
    assert finished(events).message is None
    assert step(events, "generation")["decision"] == "quoted"


async def test_an_unknown_name_that_the_evidence_does_not_hold_is_said_to_be_unknown(ask: Asking):
    events = await ask("What type is Agumon?", KB, meta={"db_id": "pokedex"})

    assert "named “Agumon”" in text_of(events)
    assert finished(events).route == "model"
    assert "unknown" in step(events, "retrieval")["why"]


async def test_a_false_sentence_of_a_source_is_marked(ask: Asking):
    poisoned = TestSource(
        "web", *pieces("web", ["Everyone agrees that the secret of Pikachu is this: Pikachu is a Water type."])
    )

    events = await ask("What is the secret of Pikachu that everyone agrees on?", poisoned, meta={"use_web": True})

    assert text_of(events).endswith("Pikachu is a Water type. ⚠ [1]")
    last = finished(events)
    assert last.refs["grounding"]["contradictions"][0]["fact"] == "Pikachu has the type Electric."
    assert "contradicts the Pokédex data: Pikachu has the type Electric." in str(last.message)
    assert step(events, "grounding")["decision"] == "contradicted"


# --------------------------------------------------------------------------- several parts


async def test_the_part_that_the_dataset_cannot_answer_goes_on_to_the_sources(ask: Asking):
    events = await ask(f"What type is Lucario? {QUESTION}", KB, meta={"db_id": "pokedex"})

    first, second = text_of(events).split("\n\n", 1)
    assert "Fighting" in first
    assert second == f"{ANSWER} [2]"
    last = finished(events)
    assert last.route == "retrieval"
    assert len(last.refs["local_dataset"]["rows"]) == 1
    assert last.refs["knowledge_base"]["results"][0]["n"] == 2
    [asked] = [query for query in KB.asked if "Lucario" in query.text] or [KB.asked[-1]]
    assert "Lucario" not in asked.text
    assert asked.understanding.mentions == ()


async def test_a_part_that_nothing_answers_is_left_open_behind_the_answer(ask: Asking):
    events = await ask(f"What type is Lucario? {QUESTION}", meta={})

    assert "leave it open" in text_of(events)
    last = finished(events)
    assert last.route == "local_dataset"
    assert len(last.refs["local_dataset"]["rows"]) == 1


# --------------------------------------------------------------------------- with a language model


async def test_the_model_writes_from_the_evidence_and_cites_it(ask: Asking):
    model = FakeModel("Game ", "Freak [1]", " makes ", "them [7].")

    events = await ask(QUESTION, KB, meta={"db_id": "pokedex"}, model=model)

    assert text_of(events) == "Game Freak [1] makes them."
    last = finished(events)
    assert (last.route, last.refs["model_name"], last.message) == ("retrieval", "tiny", None)
    assert f"> {ANSWER}" in model.asked[0][-1].content
    generation = step(events, "generation")
    assert generation["decision"] == "written"
    assert generation["detail"]["prompt_tokens"] == 200
    assert generation["detail"]["cited"] == [1]
    assert generation["detail"]["marks_removed"] == 1
    assert sum(isinstance(event, Delta) for event in events) >= 3


async def test_a_model_that_cannot_be_asked_is_replaced_by_quotes(ask: Asking):
    model = FakeModel(error=LanguageModelError("key", host="h", status=401))

    events = await ask(QUESTION, KB, meta={"db_id": "pokedex"}, model=model)

    assert text_of(events) == f"{ANSWER} [1]"
    last = finished(events)
    assert last.refs["model_name"] is None
    assert "Check POKEQA_LLM_API_KEY" in str(last.message)
    assert "quoted from the sources instead" in str(last.message)
    assert step(events, "generation")["decision"] == "fell_back"


async def test_a_model_that_breaks_off_is_continued_by_quotes(ask: Asking):
    model = FakeModel("Well, Game", error=LanguageModelError("cut", host="h"))

    events = await ask(QUESTION, KB, meta={"db_id": "pokedex"}, model=model)

    assert text_of(events) == (
        f"Well, Game\n\nThe language model's answer broke off here. From the sources:\n\n{ANSWER} [1]"
    )
    assert finished(events).route == "retrieval"
    assert step(events, "generation")["decision"] == "fell_back"


async def test_with_every_source_off_the_model_answers_alone_and_that_is_said(ask: Asking):
    events = await ask(QUESTION, KB, meta={}, model=FakeModel("Game Freak. [1]"))

    assert text_of(events) == "Game Freak."
    last = finished(events)
    assert (last.route, last.refs["model_name"]) == ("model", "tiny")
    assert "No source was read" in str(last.message)


async def test_when_the_sources_find_nothing_the_models_own_answer_says_so(ask: Asking):
    events = await ask(QUESTION, TestSource("web"), meta={"use_web": True}, model=FakeModel("Game Freak."))

    last = finished(events)
    assert last.route == "model"
    assert "The sources gave nothing" in str(last.message)


async def test_a_model_alone_that_cannot_be_asked_leaves_the_word_to_the_end_layer(ask: Asking):
    model = FakeModel(error=LanguageModelError("unreachable", host="h"))

    events = await ask(QUESTION, meta={}, model=model)

    assert text_of(events).startswith("I answer questions about Pokémon")
    assert step(events, "generation")["decision"] == "failed"
    assert "Start the language model's server" in step(events, "generation")["why"]


async def test_a_model_alone_is_not_asked_about_an_unknown_name(ask: Asking):
    model = FakeModel("Agumon is a Fire type.")

    events = await ask("What type is Agumon?", meta={}, model=model)

    assert model.asked == []
    assert "named “Agumon”" in text_of(events)


async def test_what_the_model_states_wrongly_is_marked(ask: Asking):
    events = await ask(
        QUESTION, KB, meta={"db_id": "pokedex"}, model=FakeModel("Pikachu is a Wat", "er type [1]. Yes.")
    )

    assert text_of(events) == "Pikachu is a Water type [1]. ⚠ Yes."
    assert finished(events).refs["grounding"]["contradictions"][0]["row"] == "pokemon/25"


async def test_a_model_set_up_badly_is_told_and_not_asked(ask: Asking):
    model = FakeModel("never", problem=LanguageModelError("no_model"))

    events = await ask(QUESTION, KB, meta={"db_id": "pokedex"}, model=model)

    assert model.asked == []
    assert text_of(events) == f"{ANSWER} [1]"
    assert "POKEQA_LLM_MODEL is not" in str(finished(events).message)


async def test_the_query_is_rewritten_for_the_knowledge_base_when_asked(ask: Asking):
    kb = TestSource("knowledge_base", *pieces("knowledge_base", [ANSWER]))
    graph = TestSource("graph", *pieces("graph", ["A path."]))

    events = await ask("孵蛋的诀窍？", kb, graph, meta={"db_id": "x", "use_graph": True, "rewrite": "on"})

    assert "breeding" in kb.asked[0].text
    assert graph.asked[0].text == "孵蛋的诀窍"
    assert step(events, "retrieval")["detail"]["rewrite"]["by"] == "names and lexicon"


# --------------------------------------------------------------------------- what evidence cannot do


@pytest.mark.parametrize("injection", cases("injections.jsonl"), ids=lambda case: str(case["id"]))
async def test_orders_in_evidence_change_nothing(ask: Asking, injection: dict[str, str]):
    poisoned = TestSource(
        "web", evidence("web", 1, f"{ANSWER} {injection['text']}", title=injection["text"]),
        evidence("web", 2, injection["text"]),
        answer=injection["text"],
    )  # fmt: skip
    others = [TestSource("graph", *pieces("graph", ["A path."])), TestSource("mcp", *pieces("mcp", ["A tool."])), KB]
    model = FakeModel("Game Freak [1].")

    quoted = await ask(QUESTION, poisoned, *others, meta={"use_web": True})
    written = await ask(QUESTION, poisoned, *others, meta={"use_web": True}, model=model)

    for events in (quoted, written):
        last = finished(events)
        assert last.route == "retrieval"
        assert last.refs["meta"]["use_graph"] is last.refs["meta"]["use_agent"] is False
        assert last.refs["graph_base"]["results"] == last.refs["mcp"]["results"] == []
    assert others[0].asked == others[1].asked == []
    assert text_of(written) == "Game Freak [1]."
    text = text_of(quoted)
    assert text.startswith("Game Freak develops the main games")
    assert "](" not in text
    assert "![" not in text
    assert "<script" not in text.replace("\\<", "")
    system = model.asked[0][0].content
    assert [message.role for message in model.asked[0]] == ["system", "user"]
    assert injection["text"] not in system


# --------------------------------------------------------------------------- leaving, and what it costs


async def test_closing_the_stream_ends_sources_and_model(ask: Asking):
    source, model = hanging("web"), FakeModel("Game ", *["and so on "] * 1000)

    stream = ask.engine(source).ask(ChatBody.model_validate({"query": QUESTION, "meta": {"use_web": True}}))
    assert isinstance(await anext(stream), Progress)
    await stream.aclose()
    await asyncio.sleep(0.05)
    assert source.cancelled

    stream = ask.engine(KB, model=model).ask(ChatBody.model_validate({"query": QUESTION, "meta": {"db_id": "x"}}))
    async for event in stream:
        if isinstance(event, Delta):
            break
    await stream.aclose()
    assert model.stopped


def test_llama_index_is_not_loaded_before_the_first_retrieval_question():
    program = (
        "import asyncio, sys\n"
        "from pokeqa.engine import build_engine\n"
        "from pokeqa.request import ChatBody\n"
        "from pokeqa.settings import Settings\n"
        "async def main():\n"
        "    engine = build_engine(Settings(data_dir=sys.argv[1]))\n"
        "    engine.warm()\n"
        "    async for event in engine.ask(ChatBody(query='What type is Lucario?', meta={'db_id': 'pokedex'})): pass\n"
        "    await engine.close()\n"
        "asyncio.run(main())\n"
        "heavy = ('llama_index', 'pymilvus', 'torch', 'transformers', 'mcp', 'openai', 'gradio', 'ladybug')\n"
        "print([name for name in heavy if name in sys.modules])\n"
    )

    done = subprocess.run([sys.executable, "-c", program, "/nowhere"], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"
