"""The whole chain through `POST /chat/`: with a language model that fails in many ways, a real one, and none."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from pokeqa.api import create_api
from pokeqa.engine import Engine
from pokeqa.retrieval.build import build_retrieval
from pokeqa.settings import Settings

from .scripted_server import DONE, Act, answers, chunk, cut, fails, hangs, head, says, scripted
from .test_local_llm import gguf

#: The graph answers it in a sentence, so there is something to fall back to.
CONNECTED = {"query": "How are Pikachu and Clefairy connected?", "meta": {"use_graph": True}}
ALONE = {"query": "Who designed Pikachu?"}
QUOTED = "quoted from the sources instead"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("chain")


@pytest.fixture
def chain(engine: Engine, folder: Path) -> Callable[..., Any]:
    """Asks an API whose engine has other settings and shares what is slow to load."""

    @asynccontextmanager
    async def opened(**values: Any) -> AsyncIterator[Callable[[dict[str, Any]], Any]]:
        shared = engine.warm()
        settings = Settings(data_dir=folder, graph_timeout_s=60, **values)
        retrieval = build_retrieval(settings, shared.dataset, shared.parser.tokens)  # type: ignore[attr-defined]
        layers = tuple(
            retrieval.layer if layer.name == "retrieval" else layer for layer in shared.layers if layer.name != "cache"
        )
        house = replace(shared, retrieval=retrieval, layers=layers, answers=None)
        own = Engine(settings, lambda _: house)
        transport = httpx.ASGITransport(app=create_api(own, settings))

        async def ask(body: dict[str, Any]) -> tuple[str, dict[str, Any]]:
            async with httpx.AsyncClient(transport=transport, base_url="http://pokeqa") as client:
                lines = [json.loads(line) for line in (await client.post("/chat/", json=body)).text.splitlines()]
            return "".join(line["response"] for line in lines), lines[-1]

        yield ask
        await own.close()

    return opened


def with_server(url: str, **values: Any) -> dict[str, Any]:
    return {"llm_base_url": url, "llm_model": "tiny", "llm_api_key": "sk-secret", "llm_timeout_s": 20,
            "llm_total_timeout_s": 40, **values}  # fmt: skip


def generation(last: dict[str, Any]) -> dict[str, Any]:
    return next(step for step in last["trace"] if step["layer"] == "generation")


SHORT = {"llm_timeout_s": 0.4}
#: What the server does, what is said of it, and the settings where time runs out.
FAILURES: dict[str, tuple[Act, str, dict[str, Any]]] = {
    "401": (fails(401), "Check POKEQA_LLM_API_KEY", {}),
    "404": (fails(404), "Check POKEQA_LLM_MODEL and POKEQA_LLM_BASE_URL", {}),
    "429": (fails(429), "Wait a little and ask again", {}),
    "400": (fails(400, "context too long"), "context too long.", {}),
    "500": (fails(500), "its own log says why", {}),
    "no answer at all": (hangs(), "within 0.4 s", SHORT),
    "a slow first token": (hangs(head()), "Raise POKEQA_LLM_TIMEOUT_S", SHORT),
    "an answer without end": (
        says(head(), *[chunk("Mew! ")] * 200, delay_s=0.05),
        "within 1.5 s",
        {"llm_total_timeout_s": 1.5},
    ),
    "a cut stream": (cut("Pikachu ", "and "), "broke off before its end", {}),
    "a stream without an end": (says(head(), chunk("Pikachu "), DONE), "broke off before its end", {}),
    "an empty stream": (says(head(), chunk(finish="stop"), DONE), "wrote nothing", {}),
    "malformed JSON": (says(head(), b"data: {not json}\n\n"), "usually ends in /v1", {}),
    "a web page": (says(head(media="text/html"), b"<html>Welcome</html>"), "usually ends in /v1", {}),
    "no HTTP": (says(b"\x00\x01\r\n\r\n"), "broke off before its end", {}),
    "an error in the stream": (
        says(head(), b'data: {"error": {"message": "out of memory"}}\n\n'),
        "out of memory.",
        {},
    ),
}


def test_there_are_at_least_ten_ways_to_fail():
    assert len(FAILURES) >= 10


@pytest.mark.parametrize("way", FAILURES)
async def test_a_model_that_fails_leaves_the_quoted_answer_and_a_sentence(chain: Any, way: str):
    act, sentence, limits = FAILURES[way]
    async with scripted(act) as server, chain(**with_server(server.url, **limits)) as ask:
        text, last = await ask(CONNECTED)

    assert (last["status"], last["route"]) == ("finished", "retrieval")
    assert "Pikachu and Clefairy" in text
    assert "[1]" in text
    assert sentence in last["message"]
    assert QUOTED in last["message"]
    assert generation(last)["decision"] == "fell_back"
    assert last["refs"]["graph_base"]["results"]
    assert "sk-secret" not in json.dumps(last)
    # What was rewritten for the knowledge base fell back as well.
    rewriting = next(step for step in last["trace"] if step["layer"] == "retrieval")["detail"]["rewrite"]
    assert rewriting["by"] == "names and lexicon"
    assert rewriting["message"]


async def test_a_server_that_is_not_there_leaves_the_quoted_answer_and_a_sentence(chain: Any):
    async with scripted(answers()) as server:
        url = server.url
    async with chain(**with_server(url)) as ask:
        text, last = await ask(CONNECTED)

    assert "[1]" in text
    assert "Start the language model's server" in last["message"]


@pytest.mark.parametrize("way", FAILURES)
async def test_a_model_that_fails_without_sources_is_told_and_no_error(chain: Any, way: str):
    act, sentence, limits = FAILURES[way]
    async with scripted(act) as server, chain(**with_server(server.url, **limits)) as ask:
        text, last = await ask(ALONE)

    assert (last["status"], last["route"]) == ("finished", "model")
    assert text
    assert sentence in last["message"]


async def test_a_model_that_answers_is_cited_and_counted(chain: Any):
    written = answers("Pikachu and Clefairy ", "share an egg group [1]", " and a secret [99].")
    async with (
        scripted(answers("pikachu clefairy egg group"), written) as server,
        chain(**with_server(server.url)) as ask,
    ):
        text, last = await ask(CONNECTED)

    assert text == "Pikachu and Clefairy share an egg group [1] and a secret."
    assert (last["route"], last["refs"]["model_name"]) == ("retrieval", "tiny")
    assert generation(last)["detail"]["completion_tokens"] == 7
    shown = server.asked[-1]["messages"][-1]["content"]
    assert all(piece["text"] in shown for piece in last["refs"]["graph_base"]["results"])


async def test_with_every_source_off_the_route_is_model(chain: Any):
    async with scripted(answers("Atsuko Nishida. [1]")) as server, chain(**with_server(server.url)) as ask:
        text, last = await ask(ALONE)

    assert text == "Atsuko Nishida."
    assert (last["route"], last["refs"]["model_name"]) == ("model", "tiny")
    assert "no source" in last["message"].lower() or "without" in last["message"].lower()


async def test_a_made_up_passage_is_searched_with(chain: Any):
    passage = answers("A Pokémon passes on five of its IVs with a Destiny Knot.")
    async with scripted(passage, answers("Yes. [1]")) as server, chain(**with_server(server.url)) as ask:
        _, last = await ask({**CONNECTED, "meta": {"use_graph": True, "rewrite": "hyde"}})

    rewriting = next(step for step in last["trace"] if step["layer"] == "retrieval")["detail"]["rewrite"]
    assert rewriting["by"] == "language model (hyde)"
    assert "Destiny Knot" in rewriting["text"]


async def test_with_no_model_the_answer_is_quoted(chain: Any):
    async with chain() as ask:
        text, last = await ask(CONNECTED)

    assert "Pikachu and Clefairy" in text
    assert (last["route"], last["refs"]["model_name"]) == ("retrieval", None)


@pytest.mark.parametrize(
    ("question", "answered"),
    [
        ("How are Pikachu and Clefairy connected?", "Pikachu and Clefairy are 2 steps apart"),
        ("皮卡丘和皮皮有什么联系？", "皮卡丘和皮皮相隔2步"),
        ("ピカチュウとピッピのつながりは？", "ピカチュウとピッピは2歩でつながる"),
        # What else is in the question is not answered by a path, and that is said.
        ("What is the relation between Pikachu and Clefairy in the anime?", "The sources do not say so directly."),
        ("How is Pikachu connected to the founding of Nintendo and Clefairy?", "The sources do not say so directly."),
    ],
)
async def test_a_path_answers_a_question_for_it_and_no_more(chain: Any, question: str, answered: str):
    async with chain() as ask:
        text, last = await ask({"query": question, "meta": {"use_graph": True}})

    assert text.startswith(answered)
    assert last["route"] == "retrieval"


@pytest.mark.llm
async def test_the_chain_runs_on_a_real_llama_cpp(chain: Any):
    local = {"llm": "local", "llm_path": gguf(), "llm_max_tokens": 16, "llm_evidence_tokens": 200, "llm_timeout_s": 300,
             "llm_total_timeout_s": 400}  # fmt: skip
    async with chain(**local) as ask:
        text, last = await ask(CONNECTED | {"meta": {"use_graph": True, "rewrite": "off"}})
        _, alone = await ask(ALONE)

    assert text
    assert last["route"] == "retrieval"
    assert last["refs"]["model_name"] == "SmolLM2-135M-Instruct.Q4_1"
    assert generation(last)["detail"]["completion_tokens"] > 0
    assert alone["route"] == "model"


@pytest.mark.llm
def test_llama_cpp_can_be_loaded_after_the_graph():
    """Both are native libraries in one process; one's symbols must not reach the other."""
    gguf()
    code = (
        "from pokeqa.retrieval.graph.ladybug_engine import _ladybug\n"
        "ladybug = _ladybug()\n"
        "ladybug.Connection(ladybug.Database(':memory:')).execute('RETURN 1')\n"
        "import xllamacpp\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parents[2], capture_output=True, text=True)

    assert done.returncode == 0, done.stderr
