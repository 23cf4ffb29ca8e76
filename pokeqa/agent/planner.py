"""What a planner is, and what remembers plans: the interfaces between planning, the workflow and the plan cache.

The workflow asks the memory first (`PlanMemory.recall`), else a planner, carries the plan out, and tells the memory
how that went (`remember`, or `forget` where a recalled plan did not work).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol

from ..question.understanding import Understanding
from ..request import Meta, Turn, Worker
from .plan import Json, Plan
from .tools import TOOLS, Tool

if TYPE_CHECKING:
    from .record import RunReport

#: Who made a plan.
PlannedBy = Literal["rules", "llm", "memory"]


@dataclass(frozen=True, slots=True)
class PlanRequest:
    """What is to be planned.

    `workers` are those that this request may use, flags and switches counted in. At a second attempt `failed` is the
    first plan, `failure` says what went wrong with it, and `empty` are its steps that found nothing.
    """

    understanding: Understanding
    meta: Meta
    workers: frozenset[Worker]
    history: tuple[Turn, ...] = ()
    tools: Mapping[str, Tool] = field(default_factory=lambda: TOOLS)
    failed: Plan | None = None
    failure: str | None = None
    empty: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class OpenPart:
    """A part of the question that no step answers, in its own words, and why (a sentence for the trace)."""

    text: str
    why: str


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan with how it came about.

    `plan` is None where nothing of the question can be planned. `open` are the parts that it leaves out. `why` is a
    sentence for the trace and `detail` goes there too; `prompt_tokens` and `completion_tokens` are what a language
    model used up for it. For a plan from memory, `template` is what the page shows of it: its id, slots and values.
    """

    plan: Plan | None
    by: PlannedBy
    why: str
    open: tuple[OpenPart, ...] = ()
    prompt_tokens: int = 0
    completion_tokens: int = 0
    template: Mapping[str, Json] | None = None
    detail: Mapping[str, Json] = field(default_factory=dict)


class Planner(Protocol):
    """Turns a question into a plan."""

    async def plan(self, asked: PlanRequest) -> Planned:
        """The plan for a question, already checked. Raises `PlanError` where the planner has none to offer."""
        ...


class PlanMemory(Protocol):
    """Remembers plans that worked. Its failures are its own: it never raises."""

    async def recall(self, asked: PlanRequest) -> Planned | None:
        """A plan for this question from an earlier one of its kind (`by` is "memory"); None where there is none."""
        ...

    async def remember(self, asked: PlanRequest, planned: Planned, run: RunReport) -> None:
        """A plan was carried out and every step is done; called for recalled plans, too."""
        ...

    async def forget(self, asked: PlanRequest, planned: Planned, why: str) -> None:
        """A recalled plan did not work: a step failed, or its tool is gone."""
        ...


class NoMemory:
    """Remembers nothing."""

    async def recall(self, asked: PlanRequest) -> Planned | None:
        """None."""
        return None

    async def remember(self, asked: PlanRequest, planned: Planned, run: RunReport) -> None:
        """Nothing is kept."""

    async def forget(self, asked: PlanRequest, planned: Planned, why: str) -> None:
        """Nothing was kept."""
