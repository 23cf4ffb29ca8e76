"""What agent mode tells of itself while it works and afterwards: `refs.agent`.

    {"plan": {...} | null, "by": "rules" | "llm" | "memory", "open": [{"text", "why"}], "template": {...} | null,
     "steps": [{"id", "title", "state", "attempts", "started_ms", "ms", "message", "outputs", "refs"}]}

`plan` is `Plan.to_json()`, `steps` are in the plan's order. A step's `title` says in the question's language what it
does, `outputs` what it gave (short: names as they are read, numbers, at most some twenty each), `refs` the numbers of
the references that it rests on. Plans, with their steps, are made known at once, and again whenever a step changes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from .plan import Json
from .planner import Planned

State = Literal["waiting", "running", "done", "failed", "skipped"]


@dataclass(slots=True)
class StepRecord:
    """How one step stands. `message` says what happened where it did not succeed; times are milliseconds, counted from
    the question's start.
    """

    id: str
    title: str
    state: State = "waiting"
    attempts: int = 0
    started_ms: float = 0.0
    ms: float = 0.0
    message: str | None = None
    outputs: Mapping[str, Json] = field(default_factory=dict)
    refs: Sequence[int] = ()

    def to_json(self) -> dict[str, Any]:
        """The step as `refs.agent.steps` holds it."""
        return {
            "id": self.id,
            "title": self.title,
            "state": self.state,
            "attempts": self.attempts,
            "started_ms": round(self.started_ms, 2),
            "ms": round(self.ms, 2),
            "message": self.message,
            "outputs": dict(self.outputs),
            "refs": list(self.refs),
        }


@dataclass(slots=True)
class AgentRecord:
    """How a question stands in agent mode."""

    planned: Planned | None = None
    steps: list[StepRecord] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """The record as `refs.agent`."""
        planned = self.planned
        return {
            "plan": None if planned is None or planned.plan is None else planned.plan.to_json(),
            "by": None if planned is None else planned.by,
            "open": [] if planned is None else [{"text": part.text, "why": part.why} for part in planned.open],
            "template": None if planned is None or planned.template is None else dict(planned.template),
            "steps": [step.to_json() for step in self.steps],
        }


@dataclass(frozen=True, slots=True)
class RunReport:
    """How a plan was carried out. `answer` is the finished answer's text; times are milliseconds."""

    steps: Sequence[StepRecord]
    planning_ms: float
    total_ms: float
    answer: str

    @property
    def succeeded(self) -> bool:
        """Whether every step is done."""
        return all(step.state == "done" for step in self.steps)
