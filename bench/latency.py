"""How fast answers come: inside the engine, and from a cold start.

    python -m bench.latency [-n 1000] [--starts 3] [--json]

The first part asks mixed questions (those of `tests/cases/`, and templates filled with names of the dataset) one
after the other and times each from the call to its last event, after one unmeasured round. The second part starts
`python app.py` and a bare Gradio page in turn and times each from the process's start to its first answered HTTP
request: a whole answer to `POST /chat/` for the app, the page itself for Gradio. The third tells which heavy
libraries the app has loaded once it has answered.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles

import httpx

from pokeqa.engine import Engine, build_engine
from pokeqa.events import Finished
from pokeqa.pokedex.dataset import Dataset
from pokeqa.pokedex.model import Names
from pokeqa.request import ChatBody
from pokeqa.settings import load_settings

from .accuracy import read_cases

ROOT = Path(__file__).resolve().parent.parent
CASES = ROOT / "tests" / "cases" / "questions.jsonl"
START_TIMEOUT_S = 120.0
HEAVY = ("torch", "pymilvus", "mcp", "llama_index", "sentence_transformers")

#: {a} and {b} are Pokémon, {move} a move, {ability} an ability, {type} a type, {n} a number.
TEMPLATES = {
    "en": (
        "What type is {a}?",
        "What is {a} weak to?",
        "How does {a} evolve?",
        "What are {a}'s base stats?",
        "Who is faster, {a} or {b}?",
        "What abilities does {a} have?",
        "Can {a} learn {move}?",
        "What is the power of {move}?",
        "Which Pokémon have the ability {ability}?",
        "Which {type} types have Speed over {n}?",
        "How many {type}-type Pokémon are there?",
        "How tall is {a}?",
    ),
    "zh-hans": (
        "{a}是什么属性？",
        "{a}怕什么？",
        "{a}怎么进化？",
        "{a}的种族值是多少？",
        "{a}和{b}谁更快？",
        "{a}有什么特性？",
        "{a}能学会{move}吗？",
        "{a}有多高？",
    ),
}

#: Prints the heavy modules that are loaded after the app, started as `python app.py` starts it, gave one answer.
LOADED_AFTER_ONE_ANSWER = """
import asyncio, json, sys
import httpx
from app import app

async def main():
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://pokeqa") as client:
        response = await client.post("/chat/", json={"query": "What type is Lucario?"})
        assert json.loads(response.text.splitlines()[-1])["status"] == "finished", response.text

asyncio.run(main())
print(json.dumps(sorted({name.partition(".")[0] for name in sys.modules})))
"""

BARE_GRADIO = """
import gradio as gr
with gr.Blocks() as demo:
    name = gr.Textbox()
    out = gr.Textbox()
    gr.Button("Greet").click(lambda text: f"Hello {text}!", name, out)
demo.launch(server_name="127.0.0.1", server_port=int(__import__("sys").argv[1]), quiet=True)
"""


# --------------------------------------------------------------------------- inside the engine


def questions(dataset: Dataset, count: int, seed: int = 1) -> list[ChatBody]:
    """`count` mixed questions: the cases once, then filled templates; the same for the same seed."""
    cases = [ChatBody(query=case["question"], history=case.get("history", [])) for case in read_cases(CASES)]
    rng = random.Random(seed)
    species = [thing.names for thing in dataset.species.values()]
    names: dict[str, list[Names]] = {
        "a": species,
        "b": species,
        "move": [move.names for move in dataset.moves.values() if not move.is_shadow],
        "ability": [ability.names for ability in dataset.abilities.values()],
        "type": [dataset.types[number].names for number in range(1, 19)],
    }
    bodies = cases[:count]
    while len(bodies) < count:
        language = rng.choice(list(TEMPLATES))
        chosen = {key: rng.choice(values).get(language) for key, values in names.items()}
        if None not in chosen.values():
            bodies.append(ChatBody(query=rng.choice(TEMPLATES[language]).format(**chosen, n=rng.randrange(40, 130, 5))))
    return bodies


async def time_answers(engine: Engine, bodies: Sequence[ChatBody]) -> dict[str, list[float]]:
    """Milliseconds of each question, by the route of its answer."""
    taken: dict[str, list[float]] = {}
    for body in bodies:
        began = time.perf_counter()
        route = "error"
        async for event in engine.ask(body):
            if isinstance(event, Finished):
                route = event.route
        taken.setdefault(route, []).append((time.perf_counter() - began) * 1000)
    return taken


def engine_figures(count: int) -> dict[str, float]:
    """p50, p95 and p99 of the answers by local_dataset, in milliseconds."""
    engine = build_engine(load_settings())
    bodies = questions(engine.dataset, count)
    asyncio.run(time_answers(engine, bodies))  # warm-up: what is loaded or compiled on first use
    taken = asyncio.run(time_answers(engine, bodies))
    local = taken.get("local_dataset", [])
    cuts = quantiles(local, n=100, method="inclusive") if len(local) > 1 else [float("nan")] * 99
    return {
        "questions": count,
        "local_dataset_answers": len(local),
        "p50_ms": round(cuts[49], 3),
        "p95_ms": round(cuts[94], 3),
        "p99_ms": round(cuts[98], 3),
        "max_ms": round(max(local, default=float("nan")), 3),
    }


# --------------------------------------------------------------------------- from a cold start


def start_figures(starts: int) -> dict[str, float]:
    """Medians of `starts` cold starts of each, taken in turn, in seconds."""
    ours, bare = [], []
    for _ in range(starts):
        bare.append(_seconds_to_first_answer([sys.executable, "-c", BARE_GRADIO], _page_is_there))
        ours.append(_seconds_to_first_answer([sys.executable, "app.py"], _question_is_answered))
    return {
        "start_s": round(median(ours), 3),
        "bare_gradio_start_s": round(median(bare), 3),
        "start_ratio": round(median(ours) / median(bare), 3),
    }


def _page_is_there(client: httpx.Client) -> bool:
    return client.get("/").status_code == 200


def _question_is_answered(client: httpx.Client) -> bool:
    response = client.post("/chat/", json={"query": "What type is Lucario?"})
    return response.status_code == 200 and json.loads(response.text.splitlines()[-1])["status"] == "finished"


def _seconds_to_first_answer(command: Sequence[str], answered: Callable[[httpx.Client], bool]) -> float:
    port = _free_port()
    with (
        tempfile.TemporaryDirectory() as folder,
        httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=START_TIMEOUT_S, trust_env=False) as client,
    ):
        environment = _environment(folder) | {"POKEQA_PORT": str(port), "POKEQA_HOST": "127.0.0.1"}
        began = time.perf_counter()
        with _process([*command, str(port)], environment) as process:
            while time.perf_counter() - began < START_TIMEOUT_S:
                try:
                    if answered(client):
                        return time.perf_counter() - began
                except httpx.TransportError:
                    if process.poll() is not None:
                        raise RuntimeError(f"{command[:2]} ended with code {process.returncode}.") from None
                time.sleep(0.01)
    raise RuntimeError(f"{command[:2]} did not answer within {START_TIMEOUT_S:.0f} s.")


@contextmanager
def _process(command: Sequence[str], environment: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _environment(data_dir: str) -> dict[str, str]:
    return os.environ | {"POKEQA_DATA_DIR": data_dir, "GRADIO_ANALYTICS_ENABLED": "False"}


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def heavy_modules() -> list[str]:
    """The heavy libraries that are loaded in the app's process after its first answer."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-c", LOADED_AFTER_ONE_ANSWER],
            cwd=ROOT, env=_environment(folder), check=True, capture_output=True, text=True,
        )  # fmt: skip
    loaded = set(json.loads(done.stdout.splitlines()[-1]))
    return [name for name in HEAVY if name in loaded]


# --------------------------------------------------------------------------- the command


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the measurements; exit code 1 when a heavy library was loaded by the start."""
    parser = argparse.ArgumentParser(prog="python -m bench.latency", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("-n", type=int, default=1000, metavar="N", help="questions to ask the engine (default 1000)")
    parser.add_argument("--starts", type=int, default=3, metavar="N", help="cold starts of each program, 0 for none")
    parser.add_argument("--json", action="store_true", help="print one flat JSON object")
    options = parser.parse_args(arguments)

    flat: dict[str, float | str] = dict(engine_figures(options.n))
    heavy: list[str] = []
    if options.starts:
        flat |= start_figures(options.starts)
        heavy = heavy_modules()
        flat["heavy_modules_loaded"] = ", ".join(heavy)
    if options.json:
        print(json.dumps(flat))
    else:
        for name, value in flat.items():
            print(f"{name:<24}{value if value != '' else 'none'!s:>12}")
    return int(bool(heavy))


if __name__ == "__main__":
    sys.exit(main())
