"""A plan cache on a real library, with the real Pokédex and parser, and a planner that counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from pokeqa.agent.plan import Plan, plan_from_json
from pokeqa.agent.planner import Planned, PlanRequest
from pokeqa.agent.record import RunReport, StepRecord
from pokeqa.agent.tools import TOOLS
from pokeqa.agent.values import Names
from pokeqa.cache.memory import MemoryBackend
from pokeqa.cache.plans.library import PlanLibrary
from pokeqa.cache.plans.memory import PlanCache
from pokeqa.cache.store import MB, CacheStore
from pokeqa.engine import Engine
from pokeqa.pokedex.dataset import Dataset
from pokeqa.question.parser import Parser
from pokeqa.request import WORKERS, Meta


@pytest.fixture(scope="session")
def parser(engine: Engine) -> Parser:
    """The real parser."""
    parser = engine.warm().parser
    assert isinstance(parser, Parser)
    return parser


@pytest.fixture(scope="session")
def names(dataset: Dataset) -> Names:
    """The typed names of the real Pokédex."""
    return Names(dataset)


@dataclass
class Desk:
    """A plan cache with what it rests on, to be changed by tests."""

    cache: PlanCache
    library: PlanLibrary
    hot: CacheStore
    parser: Parser
    versions: dict[str, str] = field(default_factory=dict)

    def asked(self, question: str, **changes: Any) -> PlanRequest:
        """A request for a plan."""
        meta = changes.pop("meta", Meta())
        workers = changes.pop("workers", frozenset(WORKERS))
        return PlanRequest(self.parser.understand(question, changes.pop("history", [])), meta, workers, **changes)

    async def keep(self, question: str, plan: Plan, *, by: Any = "llm", **changes: Any) -> PlanRequest:
        """Have a plan for a question remembered, as if a language model had made it and every step was done."""
        asked = self.asked(question, **changes)
        await self.cache.remember(asked, Planned(plan, by, "", prompt_tokens=300, completion_tokens=90), done(plan))
        return asked

    async def recall(self, question: str, **changes: Any) -> Planned | None:
        """The plan that is recalled for a question."""
        return await self.cache.recall(self.asked(question, **changes))


def done(plan: Plan, **changes: Any) -> RunReport:
    """The report of a plan all of whose steps are done."""
    steps = [StepRecord(step.id, step.tool, "done") for step in plan.steps]
    return RunReport(steps, **{"planning_ms": 1500.0, "total_ms": 2000.0, "answer": "An answer.", **changes})


@pytest.fixture
def open_desk(parser: Parser, dataset: Dataset, tmp_path: Path) -> Iterator[Callable[..., Desk]]:
    """Opens plan caches on one library."""
    opened: list[Desk] = []

    def open_one(**changes: Any) -> Desk:
        versions: dict[str, str] = {}
        library = PlanLibrary(changes.pop("url", None), tmp_path, capacity=changes.pop("capacity", 100))
        hot = CacheStore(MemoryBackend(4 * MB))
        cache = PlanCache(library, hot, dataset, parser.tokens, lambda meta: dict(versions), **changes)
        opened.append(Desk(cache, library, hot, parser, versions))
        return opened[-1]

    yield open_one
    for desk in opened:
        desk.library.close()
        desk.hot.close()


@pytest.fixture
def desk(open_desk: Callable[..., Desk]) -> Desk:
    """A plan cache with the default settings."""
    return open_desk()


def step(step_id: str, tool: str = "search", output: str = "names", **arguments: Any) -> dict[str, Any]:
    """One step of a plan as JSON."""
    return {"id": step_id, "worker": TOOLS[tool].worker, "tool": tool, "output_key": output, "arguments": arguments}


def plan_of(*steps: dict[str, Any]) -> Plan:
    """A checked plan."""
    return plan_from_json({"version": 1, "steps": list(steps)}, TOOLS)


def learners(type_name: str, move: str) -> Plan:
    """The plan for "Which TYPE types learn MOVE?" in two steps."""
    return plan_of(
        step("s1", condition={"HasType": {"type_id": f"type/{type_name}"}}),
        step("s2", condition={"Learns": {"move_id": f"move/{move}"}}, among="$s1.names"),
    )
