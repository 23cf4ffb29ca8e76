"""Agent mode with the real dataset and parser, and with sources and planners that do as they are told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pokeqa.agent.finalizer import Finalizer
from pokeqa.agent.layer import AgentLayer
from pokeqa.agent.plan import Plan, plan_from_json
from pokeqa.agent.planner import NoMemory, PlanMemory, Planned, Planner, PlanRequest
from pokeqa.agent.record import RunReport
from pokeqa.agent.rules import RulePlanner
from pokeqa.agent.run import Budgets
from pokeqa.agent.stats import StatsWorker
from pokeqa.agent.tools import TOOLS
from pokeqa.agent.values import Names
from pokeqa.agent.workers import Workers
from pokeqa.events import Event, Finished
from pokeqa.generation.grounding import Checker
from pokeqa.generation.llm import LanguageModel
from pokeqa.generation.writer import Writer
from pokeqa.layer import Inner
from pokeqa.pokedex.dataset import Dataset
from pokeqa.question.parser import Parser
from pokeqa.request import ChatRequest, Meta, Refs, Trace
from pokeqa.retrieval.evidence import Source
from pokeqa.retrieval.gather import Slot
from tests.fakes import AnsweringLayer, collect, text_of


class GivenPlans:
    """Plans as it is told, one plan after the other, and remembers what it was asked."""

    def __init__(self, *plans: Mapping[str, Any] | None) -> None:
        self._plans = plans
        self.asked: list[PlanRequest] = []

    async def plan(self, asked: PlanRequest) -> Planned:
        self.asked.append(asked)
        value = self._plans[min(len(self.asked), len(self._plans)) - 1]
        return Planned(None if value is None else plan_from_json(value, TOOLS), "rules", "as told")


@dataclass
class NotedMemory(NoMemory):
    """Recalls a given plan, and notes what it is told."""

    plan: Plan | None = None
    remembered: list[tuple[Planned, RunReport]] = field(default_factory=list)
    forgotten: list[str] = field(default_factory=list)

    async def recall(self, asked: PlanRequest) -> Planned | None:
        return None if self.plan is None else Planned(self.plan, "memory", "known")

    async def remember(self, asked: PlanRequest, planned: Planned, run: RunReport) -> None:
        self.remembered.append((planned, run))

    async def forget(self, asked: PlanRequest, planned: Planned, why: str) -> None:
        self.forgotten.append(why)


@dataclass
class Asked:
    """What came of a question: all events, the text, and the last event's contents."""

    events: list[Event]
    text: str
    last: Finished

    @property
    def steps(self) -> list[dict[str, Any]]:
        """The steps' records."""
        found: list[dict[str, Any]] = self.last.refs["agent"]["steps"]
        return found

    def states(self) -> list[str]:
        """The states of the steps, in the plan's order."""
        return [step["state"] for step in self.steps]


class AgentHouse:
    """Everything that agent mode is made of, except the planner and the sources, which each question brings."""

    def __init__(self, dataset: Dataset) -> None:
        self.dataset = dataset
        self.parser = Parser(dataset)
        self.names = Names(dataset)
        self.stats = StatsWorker(dataset, self.names)
        self.rules = RulePlanner(self.parser, self.names, self.stats)

    def layer(
        self, planner: Planner | None = None, *sources: Source, memory: PlanMemory | None = None,
        budgets: Budgets | None = None, model: LanguageModel | None = None, limit_s: float = 5.0,
    ) -> AgentLayer:  # fmt: skip
        slots = {source.name: Slot(source, limit_s) for source in sources}

        def understand(text: str) -> Any:
            return self.parser.understand(text, (), "auto")

        workers = Workers(self.dataset, self.names, self.stats, slots, self.parser.tokens, understand)
        writer = Writer(self.dataset, model, Checker(self.dataset, self.parser.tokens), 2500)
        finalizer = Finalizer(self.dataset, writer, model, understand)
        return AgentLayer(planner or self.rules, memory or NoMemory(), workers, finalizer, budgets or Budgets())

    def request(self, question: str, **meta: Any) -> ChatRequest:
        understanding = self.parser.understand(question, (), "auto")
        wishes = Meta.model_validate(meta)
        refs = Refs(understanding.text, [], wishes.model_dump(mode="json"))
        return ChatRequest("r-1", understanding.text, (), wishes, understanding, refs, Trace())

    async def ask(self, question: str, layer: AgentLayer | None = None, **meta: Any) -> Asked:
        inner = _Inner(AnsweringLayer("inner", "Not planned."))
        events = await collect((layer or self.layer()).ask(self.request(question, **meta), inner))
        last = events[-1]
        assert isinstance(last, Finished)
        return Asked(events, text_of(events), last)


class _Inner:
    def __init__(self, layer: AnsweringLayer) -> None:
        self._layer = layer
        self.asked: list[ChatRequest] = []

    def ask(self, request: ChatRequest) -> Any:
        self.asked.append(request)
        inner: Inner = self
        return self._layer.ask(request, inner)


def step(step_id: str, tool: str, output: str = "names", *, shown: bool = True, **arguments: Any) -> dict[str, Any]:
    """A step as JSON."""
    return {
        "id": step_id, "worker": TOOLS[tool].worker, "tool": tool, "output_key": output, "shown": shown,
        "arguments": arguments,
    }  # fmt: skip


def plan(*steps: dict[str, Any]) -> dict[str, Any]:
    """A plan as JSON."""
    return {"version": 1, "steps": list(steps)}
