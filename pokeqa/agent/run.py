"""The state of one question in agent mode, and the budgets that it must keep to."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar

from ..pokedex.phrases import Phrases, phrases_for
from ..request import ChatRequest, Worker
from .plan import Plan, Reference, Step, in_order, replaced
from .planner import Planned, PlanRequest
from .record import AgentRecord, StepRecord
from .results import Results, StepResult
from .tools import TOOLS

T = TypeVar("T")


class ClientLeftError(Exception):
    """Nobody waits for the answer any more."""


@dataclass(frozen=True, slots=True)
class Budgets:
    """What one question may use up: steps (a replan included), seconds until the answer is written, tokens."""

    steps: int = 16
    time_s: float = 60.0
    tokens: int = 12_000


@dataclass(slots=True)
class Run:
    """A question on its way: its plan, what the steps found, how they stand."""

    request: ChatRequest
    workers: frozenset[Worker]
    budgets: Budgets
    record: AgentRecord = field(default_factory=AgentRecord)
    results: dict[str, StepResult] = field(default_factory=dict)
    empty: set[str] = field(default_factory=set)
    started: int = 0
    tokens: int = 0
    replanned: bool = False
    planning_ms: float = 0.0
    ends: float = 0.0
    notes: list[str] = field(default_factory=list)
    #: What is being waited for, and whether the client has left, so that nothing is waited for any more.
    working: set[asyncio.Task[Any]] = field(default_factory=set)
    left: bool = False

    @property
    def phrases(self) -> Phrases:
        """The words of the answer's language."""
        return phrases_for(self.request.understanding.language)

    @property
    def planned(self) -> Planned:
        """The plan with how it came about; only once there is one."""
        assert self.record.planned is not None
        return self.record.planned

    @property
    def plan(self) -> Plan:
        """The plan; only once there is one."""
        assert self.planned.plan is not None
        return self.planned.plan

    def left_s(self) -> float:
        """How many seconds the steps still have."""
        return self.ends - asyncio.get_running_loop().time()

    async def wait_for(self, work: Coroutine[Any, Any, T]) -> T:
        """What a piece of work gives. Raises `ClientLeftError` when the client leaves meanwhile."""
        if self.left:
            work.close()
            raise ClientLeftError
        task = asyncio.ensure_future(work)
        self.working.add(task)
        try:
            return await task
        except asyncio.CancelledError:
            if self.left:
                raise ClientLeftError from None
            raise
        finally:
            self.working.discard(task)

    def leave(self) -> None:
        """Give up all work: the client is gone."""
        self.left = True
        for task in self.working:
            task.cancel()

    def asked(self, *, failed: Plan | None = None, failure: str | None = None) -> PlanRequest:
        """What a planner is asked."""
        request = self.request
        return PlanRequest(
            request.understanding, request.meta, self.workers, request.history, TOOLS, failed, failure,
            frozenset(self.empty),
        )  # fmt: skip

    # ------------------------------------------------------------------ the plan

    def take(self, planned: Planned) -> None:
        """Go on with a plan. Steps that the one before had carried out already are taken over with their results."""
        done = {_does(step, self.plan): step.id for step in self.plan.steps} if self.record.planned is not None else {}
        kept, before = dict(self.results), {one.id: one for one in self.record.steps}
        self.record.planned = planned
        self.record.steps, self.results = [], {}
        for step in in_order(self.plan):
            old = done.get(_does(step, self.plan))
            if old is not None and old in kept:
                self.results[step.id] = kept[old]
                known = before[old]
                self.record.steps.append(
                    StepRecord(
                        step.id,
                        known.title,
                        known.state,
                        known.attempts,
                        known.started_ms,
                        known.ms,
                        known.message,
                        known.outputs,
                    )
                )
            else:
                self.record.steps.append(StepRecord(step.id, self.title(step)))

    def title(self, step: Step) -> str:
        """What a step does, in the question's language."""
        key = f"agent.title.{step.tool}"
        question = str(step.arguments.get("question", ""))
        return self.phrases.say(key if key in self.phrases else "agent.title.default", question=question)

    def stands(self, step_id: str) -> StepRecord:
        """How a step stands."""
        return next(one for one in self.record.steps if one.id == step_id)

    # ------------------------------------------------------------------ steps

    def ready(self) -> list[Step]:
        """The steps that can begin. Those that build on a failed one are skipped."""
        found: list[Step] = []
        for step in in_order(self.plan):
            own = self.stands(step.id)
            if own.state != "waiting":
                continue
            states = [(one, self.stands(one).state) for one in step.depends_on]
            broken = next((one for one, state in states if state in ("failed", "skipped")), None)
            if broken is not None:
                number = 1 + [one.id for one in self.record.steps].index(broken)
                self.skip(own, self.phrases.say("agent.why.needs", step=number))
            elif all(state == "done" for _, state in states):
                found.append(step)
        return found

    def skip(self, step: StepRecord, why: str) -> None:
        """Mark a step that is not carried out."""
        step.state, step.message = "skipped", why

    @property
    def over(self) -> bool:
        """Whether no step is left to begin or to wait for."""
        return all(one.state in ("done", "failed", "skipped") for one in self.record.steps)

    def view(self) -> Results:
        """The results so far, as workers read them."""
        return Results(self.results)

    def publish(self) -> None:
        """Put the state into the refs."""
        self.request.refs.agent = self.record.to_json()


def _does(step: Step, plan: Plan) -> str:
    """What a step does, by what the steps behind it do: equal for equal steps of two plans."""

    def spelt(leaf: object) -> str:
        reference = Reference.of(leaf) if isinstance(leaf, str) else None
        return repr(leaf) if reference is None else f"({_does(plan.step(reference.step), plan)}).{reference.output}"

    return f"{step.worker}.{step.tool}:{replaced(step.arguments, spelt)!r}"
