"""What an answer from the knowledge base takes besides a language model.

    python -m bench.overhead [--base DATA_DIR] [--rounds 3] [--json]

Every question of `bench/cases/retrieval.jsonl` is asked of the built-in base through the engine, with no language model
and nothing kept, and timed from the call to its last event; the first round is not counted. Without `--base`, the base
is built anew in a temporary folder, which is measured as well. Then four sources that take 300 ms each are asked
together: `parallel_ratio` is what retrieval took, by what the slowest took.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from pokeqa.engine import Engine, build_engine
from pokeqa.events import Finished
from pokeqa.pokedex.dataset import Dataset
from pokeqa.question.parser import Parser
from pokeqa.request import EVIDENCE, ChatBody, Meta
from pokeqa.retrieval.builtin import BUILTIN_ID
from pokeqa.retrieval.evidence import Evidence, SourceQuery, SourceResult
from pokeqa.retrieval.gather import Slot, gather, queries_for
from pokeqa.settings import Settings

from .retrieval import CASES, build, peak_memory_mb, read_cases

DELAY_S = 0.3


class DelayedSource:
    """A source that finds one thing after `DELAY_S`."""

    supports_caching = False

    def __init__(self, name: str) -> None:
        self.name = name

    async def search(self, query: SourceQuery) -> SourceResult:
        """One piece of evidence."""
        await asyncio.sleep(DELAY_S)
        return SourceResult((Evidence(f"{self.name}/1", self.name, self.name, "Found.", self.name),))

    async def available(self) -> str | None:
        """Always."""
        return None

    async def close(self) -> None:
        """Nothing is open."""


async def ask_all(
    engine: Engine, questions: Sequence[str], rounds: int
) -> tuple[list[float], list[float], dict[str, int]]:
    """Milliseconds of each answer, of the processor for each, and how many came by each route.

    A first round loads everything. The processor's time is all threads': where the machine is busy with other things,
    it says what an answer would take on one that is not.
    """
    taken: list[float] = []
    used: list[float] = []
    routes: dict[str, int] = {}
    meta = Meta(db_id=BUILTIN_ID, use_cache=False)
    for counted in (False, *(True,) * rounds):
        for question in questions:
            began, cpu = time.perf_counter(), time.process_time()
            route = "error"
            async for event in engine.ask(ChatBody(query=question, meta=meta)):
                if isinstance(event, Finished):
                    route = event.route
            if counted:
                taken.append((time.perf_counter() - began) * 1000)
                used.append((time.process_time() - cpu) * 1000)
                routes[route] = routes.get(route, 0) + 1
    await engine.close()
    return taken, used, routes


async def parallel_ratio(dataset: Dataset) -> float:
    """How long four delayed sources take together, by the slowest of them."""
    understood = Parser(dataset).understand("How do I breed for IVs?", [], "auto")
    query = SourceQuery(understood.text, understood, Meta())
    slots = {name: Slot(DelayedSource(name), 5.0) for name in EVIDENCE}
    began = time.perf_counter()
    outcomes = await gather(slots, queries_for(tuple(EVIDENCE), query, query.text))
    took_ms = (time.perf_counter() - began) * 1000
    assert all(outcome.state == "found" for outcome in outcomes)
    return took_ms / max(outcome.ms for outcome in outcomes)


def measure(settings: Settings, rounds: int) -> dict[str, float]:
    """All figures."""
    engine = build_engine(settings)
    retrieval = engine.warm().retrieval
    assert retrieval is not None and retrieval.bases is not None
    figures = build(retrieval.bases)
    taken, used, routes = asyncio.run(
        ask_all(engine, [case.question for case in read_cases(CASES / "retrieval.jsonl")], rounds)
    )
    cuts = quantiles(taken, n=100, method="inclusive")
    return {
        "questions": len(taken),
        **{f"by_{route}": count for route, count in sorted(routes.items())},
        "p50_ms": round(median(taken), 1),
        "p95_ms": round(cuts[94], 1),
        "p99_ms": round(cuts[98], 1),
        "max_ms": round(max(taken), 1),
        "cpu_p50_ms": round(median(used), 1),
        "cpu_p95_ms": round(quantiles(used, n=20, method="inclusive")[-1], 1),
        "parallel_ratio": round(asyncio.run(parallel_ratio(engine.dataset)), 3),
        **{name: figures[name] for name in ("index_s", "index_cpu_s")},
        "peak_memory_mb": round(peak_memory_mb()),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.overhead", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--base", type=Path, help="a data folder whose built-in base is used")
    parser.add_argument(
        "--rounds", type=int, default=3, metavar="N", help="how often each question is timed (default 3)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="pokeqa-bench-") as folder:
        values: dict[str, Any] = {"data_dir": options.base or Path(folder), "llm": "off"}
        figures = measure(Settings(**values), options.rounds)
    if options.json:
        print(json.dumps(figures))
        return 0
    for name, value in figures.items():
        print(f"{name:<20}{value:>12g}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
