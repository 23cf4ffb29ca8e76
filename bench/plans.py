"""What the plan cache saves: the same questions with it and without it, before a planner as slow as a language model.

    python -m bench.plans [--questions N] [--delay S] [--json]

The questions are twenty kinds in two languages with other values in their slots (`bench/cases/plans.yaml`). The planner
makes the plans of the rules, but takes as long, and counts as many tokens, as a hosted model does for such a plan. Exit
code 1 when an answer with the cache differs from the one without, or a limit of the table is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pokeqa.agent.build import build_agent
from pokeqa.agent.planner import Planned, Planner, PlanRequest
from pokeqa.agent.rules import RulePlanner
from pokeqa.agent.stats import StatsWorker
from pokeqa.agent.values import Names
from pokeqa.cache.plans.build import build_plan_cache
from pokeqa.cache.plans.figures import latency_of
from pokeqa.engine import Engine, House, load_house
from pokeqa.events import Delta, Failed, Finished
from pokeqa.question.parser import Parser
from pokeqa.request import ChatBody
from pokeqa.settings import Settings
from pokeqa.yaml_files import read_yaml

CASES = Path(__file__).parent / "cases" / "plans.yaml"

#: How long a hosted model takes for a plan, the tokens of the instructions with the tools' schema, and the characters
#: that make a token (of JSON, in the usual vocabularies).
DELAY_S = 1.5
PROMPT_TOKENS, CHARACTERS_PER_TOKEN = 1200, 3.5
#: Questions behind which the cache is warm, and how many of the uncached ones are asked at a time.
WARM_AFTER, AT_A_TIME = 40, 2

#: What must hold: (figure, at least or at most, limit).
LIMITS = (
    ("hit_rate_after_warm_up", ">=", 0.85),
    ("planning_hit_p95_ms", "<=", 10.0),
    ("total_latency_saved", ">=", 0.60),
    ("planner_tokens_saved", ">=", 0.80),
    ("answers_that_differ", "<=", 0),
)

_SLOT = re.compile(r"\{([a-z]+)_(\d)\}")


class SlowPlanner:
    """Plans as another planner does, with the time and the tokens of a language model."""

    def __init__(self, planner: Planner, delay_s: float) -> None:
        self._planner = planner
        self._delay_s = delay_s
        self.tokens = 0
        self.calls = 0

    async def plan(self, asked: PlanRequest) -> Planned:
        """The plan, after a while."""
        planned = await self._planner.plan(asked)
        await asyncio.sleep(self._delay_s)
        written = "" if planned.plan is None else json.dumps(planned.plan.to_json(), ensure_ascii=False)
        prompt = PROMPT_TOKENS + round(len(asked.understanding.text) / CHARACTERS_PER_TOKEN)
        completion = round(len(written) / CHARACTERS_PER_TOKEN)
        self.tokens += prompt + completion
        self.calls += 1
        return replace(planned, by="llm", prompt_tokens=prompt, completion_tokens=completion)


@dataclass(frozen=True, slots=True)
class Asked:
    """One question with what came of it. Times are milliseconds."""

    question: str
    answer: str
    by: str
    level: str
    planning_ms: float
    total_ms: float


def questions(count: int) -> list[str]:
    """The questions, in an order in which the kinds are mixed; the same at every run."""
    data: Mapping[str, Any] = read_yaml(CASES)
    chance = random.Random(20)
    kinds = [(language, text) for language, texts in data["templates"].items() for text in texts]
    found: list[str] = []
    seen: set[str] = set()
    while len(found) < count:
        order = list(kinds)
        chance.shuffle(order)
        for language, text in order:
            question = _filled(text, data["values"][language], chance)
            if question not in seen and len(found) < count:
                seen.add(question)
                found.append(question)
    return found


def _filled(text: str, values: Mapping[str, list[str]], chance: random.Random) -> str:
    taken: set[str] = set()

    def value(match: re.Match[str]) -> str:
        one = chance.choice([name for name in values[match[1]] if name not in taken])
        taken.add(one)
        slots[match[0]] = one
        return one

    slots: dict[str, str] = {}
    return _SLOT.sub(lambda match: slots.get(match[0]) or value(match), text)


def build(data_dir: Path, delay_s: float, *, cached: bool) -> tuple[Engine, SlowPlanner]:
    """An engine with the slow planner, with or without the plan cache."""
    planners: list[SlowPlanner] = []

    def load(settings: Settings) -> House:
        house = load_house(settings)
        assert house.retrieval is not None
        assert isinstance(house.parser, Parser)
        names = Names(house.dataset)
        slow = SlowPlanner(RulePlanner(house.parser, names, StatsWorker(house.dataset, names)), delay_s)
        planners.append(slow)
        plans = build_plan_cache(settings, house.dataset, house.parser, sources=house.retrieval.sources)
        agent = build_agent(
            settings, house.dataset, house.parser, house.retrieval, plans if cached else None, planner=slow
        )
        return replace(house, plans=plans, agent=agent)

    engine = Engine(Settings(data_dir=data_dir, llm="off"), load)
    engine.warm()
    return engine, planners[0]


async def ask(engine: Engine, question: str) -> Asked:
    """Ask one question in agent mode."""
    began = time.perf_counter()
    answer, planning = "", 0.0
    refs: dict[str, Any] = {}
    async for event in engine.ask(ChatBody(query=question), agent=True):
        match event:
            case Delta(text=text):
                answer += text
            case Finished():
                refs = event.refs.get("agent") or {}
                planning = next((step["ms"] for step in event.trace if step["layer"] == "planner"), 0.0)
            case Failed(message=message):
                answer = message
    level = (refs.get("template") or {}).get("level", "")
    return Asked(question, answer, refs.get("by") or "", level, planning, (time.perf_counter() - began) * 1000)


async def run(count: int, delay_s: float) -> tuple[list[Asked], list[Asked], dict[str, float]]:
    """Both arms and the figures."""
    asked = questions(count)
    with tempfile.TemporaryDirectory() as folder:
        engine, slow = build(Path(folder) / "without", delay_s, cached=False)
        await ask(engine, asked[0])  # what loads with the first question is no part of either arm
        slow.tokens = slow.calls = 0
        places = asyncio.Semaphore(AT_A_TIME)

        async def one(question: str) -> Asked:
            async with places:
                return await ask(engine, question)

        without = list(await asyncio.gather(*(one(question) for question in asked)))
        tokens_without, calls_without = slow.tokens, slow.calls
        await engine.close()
        engine, slow = build(Path(folder) / "with", delay_s, cached=True)
        await ask(engine, "Hello there")
        slow.tokens = slow.calls = 0
        with_cache = [await ask(engine, question) for question in asked]
        found = figures(without, with_cache, (tokens_without, slow.tokens), (calls_without, slow.calls))
        await engine.close()
    return without, with_cache, found


def figures(
    without: Sequence[Asked], with_cache: Sequence[Asked], tokens: tuple[int, int], calls: tuple[int, int]
) -> dict[str, float]:
    """The flat object of `--json`."""
    hits = [one for one in with_cache if one.by == "memory"]
    warm = with_cache[WARM_AFTER:]
    planning = latency_of([one.planning_ms for one in hits])
    total = sum(one.total_ms for one in without), sum(one.total_ms for one in with_cache)
    return {
        "questions": len(with_cache),
        "hits": len(hits),
        "hit_rate_after_warm_up": round(sum(one.by == "memory" for one in warm) / max(1, len(warm)), 4),
        "planning_hit_p50_ms": round(planning.p50, 2),
        "planning_hit_p95_ms": round(planning.p95, 2),
        "planning_miss_p50_ms": round(latency_of([one.planning_ms for one in without]).p50, 1),
        "total_without_p50_ms": round(latency_of([one.total_ms for one in without]).p50, 1),
        "total_with_p50_ms": round(latency_of([one.total_ms for one in with_cache]).p50, 1),
        "total_latency_saved": round(1 - total[1] / total[0], 4),
        "planner_tokens_without": tokens[0],
        "planner_tokens_with": tokens[1],
        "planner_tokens_saved": round(1 - tokens[1] / tokens[0], 4),
        "planner_calls_without": calls[0],
        "planner_calls_with": calls[1],
        "answers_that_differ": sum(a.answer != b.answer for a, b in zip(without, with_cache, strict=True)),
    }


def missed(found: Mapping[str, float]) -> list[str]:
    """The limits that do not hold."""
    return [
        f"{name} is {found[name]:g}, and must be {sign} {limit:g}"
        for name, sign, limit in LIMITS
        if not (found[name] >= limit if sign == ">=" else found[name] <= limit)
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the measurement and give its exit code."""
    parser = argparse.ArgumentParser(prog="python -m bench.plans", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--questions", type=int, default=200, metavar="N")
    parser.add_argument("--delay", type=float, default=DELAY_S, metavar="S", help="what planning takes, in seconds")
    parser.add_argument("--json", action="store_true", help="print one flat JSON object")
    options = parser.parse_args(arguments)
    without, with_cache, found = asyncio.run(run(options.questions, options.delay))
    failures = missed(found)
    if options.json:
        print(json.dumps(found))
    else:
        for name, value in found.items():
            print(f"{name.replace('_', ' '):<28}{value:>12g}")
        for a, b in zip(without, with_cache, strict=True):
            if a.answer != b.answer:
                print(f"\n  {a.question}  ({b.by} {b.level})\n    {a.answer[:300]}\n    {b.answer[:300]}")
        for failure in failures:
            print(failure, file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
