"""The agent's workflow on LlamaIndex Workflows: planner → supervisor → parallel workers → (one replan) → finalizer.

Importing this module imports LlamaIndex (seconds), so it happens in a thread when the first question comes to it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from workflows import Context, Workflow, step
from workflows.events import Event, StartEvent, StopEvent

from ..errors import PlanError, PokeqaError
from .planner import PlanMemory, Planned, Planner
from .record import StepRecord
from .results import NothingFoundError
from .run import ClientLeftError, Run
from .workers import WorkerNotAllowedError, Workers

logger = logging.getLogger(__name__)

#: How often a step is tried, and how many run at the same time.
ATTEMPTS = 2
PARALLEL = 4

#: Writes the answer of a run that is over.
Finalize = Callable[[Run], AsyncGenerator[str, None]]


class QuestionAsked(StartEvent):
    """A question is to be answered."""


class PlanMade(Event):
    """There is a plan, or nothing that could be planned."""


class StepReady(Event):
    """A step can begin."""

    step_id: str


class StepEnded(Event):
    """A step is done, or has failed."""

    step_id: str


class PlanFailed(Event):
    """A step of the first plan failed: another plan may do better."""

    why: str


class StepsOver(Event):
    """No step is left."""


class Said(Event):
    """A piece of the answer's text."""

    text: str


class Changed(Event):
    """The plan was made, or a step changed its state."""

    message: str


class AgentWorkflow(Workflow):
    """Answers one question; made for each."""

    def __init__(
        self, run: Run, planner: Planner, memory: PlanMemory, workers: Workers, finalize: Finalize, *, timeout_s: float
    ) -> None:
        super().__init__(timeout=timeout_s)
        self._question = run
        self._planner = planner
        self._memory = memory
        self._workers = workers
        self._finalize = finalize
        self._ended = 0  # plans whose end was told

    @step
    async def make_plan(self, ctx: Context, ev: QuestionAsked) -> PlanMade | StopEvent:
        """A plan from memory, else from the planner."""
        run = self._question
        run.ends = asyncio.get_running_loop().time() + run.budgets.time_s
        began, started_ms = time.perf_counter(), run.request.trace.now_ms()
        try:
            planned = await run.wait_for(self._first_plan())
        except ClientLeftError:
            return StopEvent(result="left")
        run.planning_ms = (time.perf_counter() - began) * 1000
        self._note(planned, started_ms)
        if planned.plan is None:
            run.record.planned = planned
            return StopEvent(result="nothing")
        run.take(planned)
        count = len(run.record.steps)
        self._changed(ctx, run.phrases.say("agent.planned", n=count, count=count))
        return PlanMade()

    async def _first_plan(self) -> Planned:
        asked = self._question.asked()
        planned = await self._memory.recall(asked)
        return planned if planned is not None and planned.plan is not None else await self._planner.plan(asked)

    @step(num_workers=1)
    async def supervise(
        self, ctx: Context, ev: PlanMade | StepEnded
    ) -> StepReady | PlanFailed | StepsOver | StopEvent | None:
        """Start what can begin; when nothing is left, replan once or finish."""
        run = self._question
        if run.left:
            return StopEvent(result="left")
        for one in run.ready():
            own = run.stands(one.id)
            if run.started >= run.budgets.steps:
                run.skip(own, run.phrases.say("agent.why.steps", steps=run.budgets.steps))
            elif run.left_s() <= 0:
                run.skip(own, run.phrases.say("agent.why.time"))
            else:
                run.started += 1
                own.state = "running"
                ctx.send_event(StepReady(step_id=one.id))
        while not run.over and not any(one.state == "running" for one in run.record.steps):
            # What was just skipped may leave others without what they need.
            before = [one.state for one in run.record.steps]
            run.ready()
            if before == [one.state for one in run.record.steps]:
                break
        if not run.over:
            return None
        failed = next((one for one in run.record.steps if one.state == "failed"), None)
        if self._ended == run.replanned + 1:
            return None  # steps that ended together: the first of them has told it already
        self._ended = run.replanned + 1
        if failed is not None and not run.replanned and run.left_s() > 0:
            return PlanFailed(why=failed.message or "")
        return StepsOver()

    @step(num_workers=PARALLEL)
    async def work(self, ctx: Context, ev: StepReady) -> StepEnded:
        """Carry out one step; a failure is tried again once, then marked."""
        run = self._question
        one, own = run.plan.step(ev.step_id), run.stands(ev.step_id)
        began, own.started_ms = time.perf_counter(), run.request.trace.now_ms()
        number = 1 + [step.id for step in run.record.steps].index(own.id)
        self._changed(ctx, run.phrases.say("agent.step", number=number, title=own.title))
        for attempt in range(ATTEMPTS):
            own.attempts = attempt + 1
            try:
                async with asyncio.timeout(max(run.left_s(), 0.001)):
                    result = await run.wait_for(self._workers.run(one, run.view(), run.request))
            except ClientLeftError:
                own.state = "skipped"
                break
            except WorkerNotAllowedError:
                own.state, own.message = "failed", run.phrases.say("agent.why.not_allowed", worker=one.worker)
                break
            except NothingFoundError:
                own.state, own.message = "failed", run.phrases.say("agent.why.nothing")
                break
            except TimeoutError:
                own.state, own.message = "failed", run.phrases.say("agent.why.time")
                break
            except PokeqaError as error:
                own.message = str(error)
            except Exception:  # one step's failure is not the answer's
                logger.exception("Step %s of request %s failed.", one.id, run.request.request_id)
                own.message = run.phrases.say("agent.why.failed")
            else:
                run.results[one.id] = result
                own.state, own.message = "done", result.message
                own.outputs = self._workers.told(result, run.request)
                if result.title and result.source is None:
                    own.title = run.phrases.say("agent.titled", title=own.title, what=result.title)
                if result.outputs.get("names") == []:
                    run.empty.add(one.id)
                break
        if own.state == "running":
            own.state = "failed"
        own.ms = (time.perf_counter() - began) * 1000
        self._trace(own, one.worker)
        self._changed(ctx, run.phrases.say("agent.step", number=number, title=own.title))
        return StepEnded(step_id=one.id)

    @step
    async def replan(self, ctx: Context, ev: PlanFailed) -> PlanMade | StepsOver:
        """A second plan, if it is another one."""
        run = self._question
        run.replanned = True
        started_ms, first = run.request.trace.now_ms(), run.planned
        if first.by == "memory":
            await self._memory.forget(run.asked(), first, ev.why)
        try:
            planned = await run.wait_for(self._planner.plan(run.asked(failed=run.plan, failure=ev.why)))
        except ClientLeftError:
            return StepsOver()
        except PlanError as error:
            planned = Planned(None, first.by, str(error))
        if planned.plan is None or planned.plan.hash == run.plan.hash:
            return StepsOver()
        self._note(planned, started_ms)
        run.take(planned)
        count = len(run.record.steps)
        self._changed(ctx, run.phrases.say("agent.planned", n=count, count=count))
        return PlanMade()

    @step
    async def finish(self, ctx: Context, ev: StepsOver) -> StopEvent:
        """Write the answer from the steps' results."""
        try:
            await self._question.wait_for(self._write(ctx))
        except ClientLeftError:
            return StopEvent(result="left")
        return StopEvent(result="answered")

    async def _write(self, ctx: Context) -> None:
        async with aclosing(self._finalize(self._question)) as pieces:
            async for text in pieces:
                ctx.write_event_to_stream(Said(text=text))

    # ------------------------------------------------------------------ what is told

    def _changed(self, ctx: Context, message: str) -> None:
        self._question.publish()
        ctx.write_event_to_stream(Changed(message=message))

    def _note(self, planned: Planned, started_ms: float) -> None:
        """The plan in the trace."""
        run = self._question
        run.tokens += planned.prompt_tokens + planned.completion_tokens
        decision = "replanned" if run.replanned else "planned" if planned.plan is not None else "not_planned"
        detail = {
            "by": planned.by,
            "open": [{"text": part.text, "why": part.why} for part in planned.open],
            "tokens": planned.prompt_tokens + planned.completion_tokens,
            **planned.detail,
        }
        if planned.plan is not None:
            detail["hash"] = planned.plan.hash
        run.request.trace.add("planner", decision, planned.why, started_ms=started_ms, detail=detail)

    def _trace(self, own: StepRecord, worker: str) -> None:
        trace = self._question.request.trace
        why = own.message or own.title
        detail = {"step": own.id, "attempts": own.attempts, "outputs": dict(own.outputs)}
        trace.add(worker, own.state, why, started_ms=own.started_ms, detail=detail)
