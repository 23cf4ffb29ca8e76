"""How many questions of a file are answered right, through the real API.

    python -m bench.accuracy tests/cases/questions.jsonl [--json] [--min N]

A line of the file is `{"id", "question", "history", "category", "expect"}`; `bench.grading` tells what `expect` may
hold. Every question goes through `POST /chat/`. A wrong answer by the route local_dataset is the worst that can
happen (it was given as certain), so those are listed apart. Exit code 1 when fewer than `--min` pass, or when an
answer by local_dataset is wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from pokeqa.api import create_api
from pokeqa.engine import build_engine
from pokeqa.settings import load_settings

from .grading import Grader, Verdict, cjk_names


@dataclass(frozen=True, slots=True)
class Graded:
    """One question with what came back and how it was judged."""

    case: dict[str, Any]
    answer: str
    route: str
    verdict: Verdict

    @property
    def is_wrong_local(self) -> bool:
        """Whether this is a wrong answer that was given as certain."""
        return self.route == "local_dataset" and not self.verdict.passed


def read_cases(path: Path) -> list[dict[str, Any]]:
    """The cases of a JSONL file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


async def ask(client: httpx.AsyncClient, case: dict[str, Any]) -> tuple[str, str]:
    """The answer's text and its route ("error" where there is no answer)."""
    response = await client.post("/chat/", json={"query": case["question"], "history": case.get("history", [])})
    if response.status_code != 200:
        return response.text, "error"
    rows = [json.loads(line) for line in response.text.splitlines()]
    last = rows[-1]
    if last["status"] != "finished":
        return last["message"], "error"
    return "".join(row["response"] for row in rows), last["route"]


async def grade_cases(cases: Sequence[dict[str, Any]]) -> list[Graded]:
    """Ask and judge every case."""
    settings = load_settings()
    engine = build_engine(settings)
    grader = Grader(cjk_names(engine.dataset))
    transport = httpx.ASGITransport(app=create_api(engine, settings))
    results = []
    async with httpx.AsyncClient(transport=transport, base_url="http://pokeqa") as client:
        for case in cases:
            answer, route = await ask(client, case)
            results.append(Graded(case, answer, route, grader.grade(case["expect"], answer, route)))
    return results


def figures(results: Sequence[Graded]) -> dict[str, int]:
    """The flat object of `--json`."""
    passed = Counter(result.case["category"] for result in results if result.verdict.passed)
    total = Counter(result.case["category"] for result in results)
    flat = {
        "passed": passed.total(),
        "total": total.total(),
        "wrong_local_dataset": sum(result.is_wrong_local for result in results),
    }
    for category in sorted(total):
        flat[f"{category}_passed"] = passed[category]
        flat[f"{category}_total"] = total[category]
    return flat


def print_report(results: Sequence[Graded]) -> None:
    """The table by category, then each miss."""
    flat = figures(results)
    print(f"{'category':<22}{'passed':>8}{'of':>5}")
    for category in sorted({result.case["category"] for result in results}):
        print(f"{category:<22}{flat[f'{category}_passed']:>8}{flat[f'{category}_total']:>5}")
    print(f"{'all':<22}{flat['passed']:>8}{flat['total']:>5}")

    wrong = [result for result in results if result.is_wrong_local]
    _print_misses("Wrong, though given as certain (route local_dataset)", wrong)
    _print_misses("Other misses", [r for r in results if not r.verdict.passed and not r.is_wrong_local])


def _print_misses(title: str, misses: Sequence[Graded]) -> None:
    print(f"\n{title}: {len(misses)}")
    for miss in misses:
        print(f"\n  {miss.case['id']}  {miss.case['question']}")
        print(f"    {'; '.join(miss.verdict.problems)}")
        print(f"    [{miss.route}] " + miss.answer.replace("\n", "\n    "))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the measurement and give its exit code."""
    parser = argparse.ArgumentParser(prog="python -m bench.accuracy", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", type=Path, help="questions, one JSON object a line")
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
    return int(flat["passed"] < options.min or flat["wrong_local_dataset"] > 0)


if __name__ == "__main__":
    sys.exit(main())
