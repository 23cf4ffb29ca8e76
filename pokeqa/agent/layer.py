"""Agent mode as a layer: plans, lets the workers work, and answers; what it cannot plan goes on to the other layers."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from typing import TYPE_CHECKING

from ..events import AgentProgress, Delta, Event, Progress
from ..layer import Inner, finish
from ..pokedex.phrases import phrases_for
from ..request import ChatRequest, Meta
from .finalizer import Finalizer
from .planner import PlanMemory, Planner
from .record import RunReport
from .run import Budgets, Run
from .workers import Workers

if TYPE_CHECKING:
    from types import ModuleType

#: What writing the answer may take on top of the steps' time, in seconds.
WRITING_S = 180.0
#: How long an answer waits until the memory has taken its plan.
REMEMBER_S = 1.0


class AgentLayer:
    """Answers questions that take several steps."""

    name = "agent"

    def __init__(
        self, planner: Planner, memory: PlanMemory, workers: Workers, finalizer: Finalizer, budgets: Budgets
    ) -> None:
        self._planner = planner
        self.memory = memory
        self._workers = workers
        self._finalizer = finalizer
        self._budgets = budgets
        self._lock = threading.Lock()
        self._module: ModuleType | None = None
        self._remembering: set[asyncio.Future[None]] = set()

    async def ask(self, request: ChatRequest, inner: Inner) -> AsyncGenerator[Event, None]:
        """The plan, the states of its steps and the answer; the events of `inner` where nothing could be planned."""
        began = time.perf_counter()
        say = phrases_for(request.understanding.language).say
        if any(part.options for part in request.understanding.parts):
            why = "passed on: a name can mean more than one thing, which has to be asked back first"
            request.trace.add(self.name, "passed_on", why, started_ms=request.trace.now_ms())
            async with aclosing(inner.ask(_limited(request))) as events:
                async for event in events:
                    yield event
            return
        yield Progress("loading", say("agent.planning"))
        workflow = await asyncio.to_thread(self._workflow)
        run = Run(request, self._workers.usable(request.meta), self._budgets)
        flow = workflow.AgentWorkflow(
            run, self._planner, self.memory, self._workers, self._finalizer.write,
            timeout_s=self._budgets.time_s + WRITING_S,
        )  # fmt: skip
        handler = flow.run(start_event=workflow.QuestionAsked())
        pieces: list[str] = []
        try:
            async for event in handler.stream_events():
                if isinstance(event, workflow.Changed):
                    yield AgentProgress(event.message, run.record.to_json())
                elif isinstance(event, workflow.Said):
                    pieces.append(event.text)
                    yield Delta(event.text)
            outcome = await handler
        finally:
            if not handler.is_done():
                run.leave()
                await handler.cancel_run()
        if outcome != "answered":
            why = f"passed on: {run.planned.why}"
            request.trace.add(self.name, "passed_on", why, started_ms=request.trace.now_ms())
            run.publish()
            async with aclosing(inner.ask(_limited(request))) as events:
                async for event in events:
                    yield event
            return
        run.publish()
        done, count = sum(one.state == "done" for one in run.record.steps), len(run.record.steps)
        why = f"{done} of {count} step{'' if count == 1 else 's'} done, {run.tokens} tokens of a language model used"
        decision = "answered" if done == count and not run.planned.open else "answered_partly"
        request.trace.add(self.name, decision, why, started_ms=request.trace.now_ms())
        report = RunReport(run.record.steps, run.planning_ms, (time.perf_counter() - began) * 1000, "".join(pieces))
        if report.succeeded:
            await self._remember(run, report)
        message = say("list.sentence").join(run.notes) or None
        yield replace(finish(request, "agent"), message=message)

    async def _remember(self, run: Run, report: RunReport) -> None:
        """Tell the memory of a plan that worked; an answer waits for that only a moment."""
        task = asyncio.ensure_future(self.memory.remember(run.asked(), run.planned, report))
        self._remembering.add(task)
        task.add_done_callback(self._remembering.discard)
        await asyncio.wait({task}, timeout=REMEMBER_S)

    async def close(self) -> None:
        """Wait for what the memory is still being told."""
        if self._remembering:
            await asyncio.wait(set(self._remembering), timeout=WRITING_S)

    def _workflow(self) -> ModuleType:
        """The workflow's module; imported by the first question, because it imports LlamaIndex."""
        with self._lock:
            if self._module is None:
                from . import workflow

                self._module = workflow
            return self._module


def _limited(request: ChatRequest) -> ChatRequest:
    """The request without the sources whose workers it does not allow: that limit holds for every layer."""
    meta = request.meta
    allowed = meta.agent_constraints.allowed_workers
    limited: Meta = meta.model_copy(
        update={
            "db_id": meta.db_id if "rag_worker" in allowed else None,
            "use_graph": meta.use_graph and "graph_worker" in allowed,
            "use_web": meta.use_web and "web_worker" in allowed,
            "mcp_id": meta.mcp_id if "mcp_worker" in allowed else None,
        }
    )
    return replace(request, meta=limited)
