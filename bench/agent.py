"""How many multi-step questions agent mode answers right, through the real API.

    python -m bench.agent [FILE] [--json] [--min N]

A line of the file is a case as `bench.accuracy` reads it; `bench.grading` tells what `expect` may hold. Every question
goes through `POST /chat/agent/supervisor_agent`, with the settings of the environment: without a language model the
rule-based planner plans and code writes. Exit code 1 when fewer than `--min` pass.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import httpx

from pokeqa.api import create_api
from pokeqa.engine import build_engine
from pokeqa.settings import load_settings

from .accuracy import read_cases
from .grading import Grader, Verdict, cjk_names

CASES = Path(__file__).parent / "cases" / "agent.jsonl"


@dataclass(frozen=True, slots=True)
class Graded:
    """One question with what came back, how it was judged and how long it took."""

    case: dict[str, Any]
    answer: str
    route: str
    plan: dict[str, Any]
    ms: float
    verdict: Verdict

    @property
    def language(self) -> str:
        """The question's language: "zh" or "en"."""
        return "en" if self.case["question"].isascii() or "é" in self.case["question"] else "zh"


async def ask(client: httpx.AsyncClient, case: dict[str, Any]) -> tuple[str, str, dict[str, Any]]:
    """The answer's text, its route ("error" where there is no answer) and `refs.agent`."""
    body = {"query": case["question"], "history": case.get("history", []), "meta": case.get("meta", {})}
    response = await client.post("/chat/agent/supervisor_agent", json=body)
    if response.status_code != 200:
        return response.text, "error", {}
    rows = [json.loads(line) for line in response.text.splitlines()]
    last = rows[-1]
    if last["status"] != "finished":
        return last["message"], "error", {}
    return "".join(row["response"] for row in rows), last["route"], last["refs"]["agent"]


async def grade_cases(cases: Sequence[dict[str, Any]]) -> list[Graded]:
    """Ask and judge every case."""
    settings = load_settings()
    engine = build_engine(settings)
    grader = Grader(cjk_names(engine.dataset))
    transport = httpx.ASGITransport(app=create_api(engine, settings))
    results = []
    async with httpx.AsyncClient(transport=transport, base_url="http://pokeqa", timeout=120) as client:
        for case in cases:
            began = time.perf_counter()
            answer, route, plan = await ask(client, case)
            ms = (time.perf_counter() - began) * 1000
            results.append(Graded(case, answer, route, plan, ms, grader.grade(case["expect"], answer)))
    await engine.close()
    return results


def figures(results: Sequence[Graded]) -> dict[str, float]:
    """The flat object of `--json`."""
    flat: dict[str, float] = {
        "passed": sum(one.verdict.passed for one in results),
        "total": len(results),
        "planned": sum(one.route == "agent" for one in results),
        "steps_median": median(len(one.plan.get("steps", ())) for one in results),
        "ms_median": round(median(one.ms for one in results), 1),
    }
    for language in ("en", "zh"):
        own = [one for one in results if one.language == language]
        flat[f"{language}_passed"] = sum(one.verdict.passed for one in own)
        flat[f"{language}_total"] = len(own)
    return flat


def print_report(results: Sequence[Graded]) -> None:
    """The table by category, then each miss with its plan."""
    flat = figures(results)
    print(f"{'category':<22}{'passed':>8}{'of':>5}")
    for category in sorted({one.case["category"] for one in results}):
        own = [one for one in results if one.case["category"] == category]
        print(f"{category:<22}{sum(one.verdict.passed for one in own):>8}{len(own):>5}")
    print(f"{'all':<22}{flat['passed']:>8}{flat['total']:>5}")
    print(f"\nsteps in the median {flat['steps_median']:g}, {flat['ms_median']} ms a question in the median")
    for miss in (one for one in results if not one.verdict.passed):
        print(f"\n  {miss.case['id']}  {miss.case['question']}")
        print(f"    {'; '.join(miss.verdict.problems)}")
        for step in (miss.plan.get("plan") or {}).get("steps", ()):
            print(f"    {step['id']} {step['tool']} {json.dumps(step['arguments'], ensure_ascii=False)}")
        print(f"    [{miss.route}] " + miss.answer.replace("\n", "\n    "))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the measurement and give its exit code."""
    parser = argparse.ArgumentParser(prog="python -m bench.agent", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", type=Path, nargs="?", default=CASES, help="questions, one JSON object a line")
    parser.add_argument("--json", action="store_true", help="print one flat JSON object")
    parser.add_argument("--min", type=int, default=0, metavar="N", help="fail when fewer than N pass")
    options = parser.parse_args(arguments)

    results = asyncio.run(grade_cases(read_cases(options.file)))
    flat = figures(results)
    if options.json:
        print(json.dumps(flat))
    else:
        print_report(results)
    if flat["passed"] < options.min:
        print(f"{flat['passed']} passed, fewer than the {options.min} wanted.", file=sys.stderr)
    return int(flat["passed"] < options.min)


if __name__ == "__main__":
    sys.exit(main())
