"""An engine that answers from `tests/cases/ui_answers.json`: for the page's tests, and for looking at the page.

python -m tests.fakes_ui PORT [--available]
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from pokeqa.availability import Availability
from pokeqa.cache.desk import CacheDesk
from pokeqa.cache.plans.desk import PlanDesk
from pokeqa.errors import SourceError, StoreError
from pokeqa.events import AgentProgress, Delta, Event, Failed, Finished, Progress
from pokeqa.request import ChatBody, Turn
from pokeqa.retrieval.bases import KnowledgeBases

_CASES = json.loads((Path(__file__).parent / "cases" / "ui_answers.json").read_text(encoding="utf-8"))

#: Question → `text` and `local_dataset` of its answer; cards of every kind are among them.
ANSWERS: dict[str, dict[str, Any]] = _CASES["answers"]
TRACE: list[dict[str, Any]] = _CASES["trace"]

#: How questions in agent mode ended, as `refs.agent`.
AGENT: dict[str, dict[str, Any]] = json.loads(
    (Path(__file__).parent / "cases" / "ui_agent.json").read_text(encoding="utf-8")
)


def cards(question: str) -> list[dict[str, Any]]:
    """The cards of a question's answer."""
    drawn: list[dict[str, Any]] = ANSWERS[question]["local_dataset"]["cards"]
    return drawn


def refs(question: str) -> dict[str, Any]:
    """The refs of a question's answer."""
    return {"query": question, "model_name": None, "local_dataset": ANSWERS[question]["local_dataset"]}


class FakeEngine:
    """Answers from `ANSWERS`. "slow" streams word by word, "stuck" never ends, "fail" fails, "crash" raises.

    "agent chain" works off the plan `chain` of `AGENT`, a step every half second; "kept" comes from a cache.
    """

    def __init__(self, *, available: bool = False) -> None:
        self.available = available
        self.dataset = SimpleNamespace(version="a1b2c3d4", source_date="2026-08-22", source_commit="bbef3d99")
        self.bodies: list[ChatBody] = []
        self.begun = 0
        self.ended = 0
        self.votes: list[tuple[int, str, str, int, int]] = []
        self.forgotten: list[list[str]] = []

    def availability(self, language: str = "en") -> Mapping[str, Availability]:
        reason = "这个版本还没有此功能。" if language == "zh-hans" else "Not part of this version yet."
        state = Availability(True, "ready", "") if self.available else Availability(False, "not_yet", reason)
        return dict.fromkeys(("knowledge_base", "graph", "web", "mcp", "agent", "llm"), state)

    def notes(self, language: str = "en") -> dict[str, str]:
        return {}

    def choices(self) -> dict[str, list[tuple[str, str]]]:
        return {}

    def knowledge_bases(self) -> KnowledgeBases:
        raise SourceError("There are no knowledge bases in this test.")

    def plan_desk(self) -> PlanDesk:
        raise StoreError("There are no plans in this test.")

    def rate(self, history: Sequence[Turn], query: str, route: str, *, good: int = 0, bad: int = 0) -> None:
        if query == "uncounted":
            raise StoreError("The vote was not counted.")
        self.votes.append((len(history), query, route, good, bad))

    def forget_conversation(self, history: Sequence[Turn]) -> None:
        self.forgotten.append([turn.content for turn in history])

    def caches(self) -> CacheDesk:
        raise StoreError("This engine keeps no answers.")

    async def ask(self, body: ChatBody) -> AsyncGenerator[Event, None]:
        self.bodies.append(body)
        self.begun += 1
        try:
            if body.query == "fail":
                yield Failed("source_failed", "The dataset did not answer. Ask again.")
                return
            if body.query == "crash":
                raise RuntimeError("secret details")
            if body.query == "slow":
                yield Progress("searching", "Reading the knowledge base.")
                for number in range(60):
                    await asyncio.sleep(0.05)
                    yield Delta(f"word{number} ")
            elif body.query == "stuck":
                yield Delta("The beginning of an answer")
                await asyncio.sleep(60)
            name = body.query.removeprefix("agent ")
            if name in AGENT:
                for agent in _unfolding(AGENT[name]):
                    yield AgentProgress("Working the plan off.", agent)
                    await asyncio.sleep(0.5)
                yield Delta("This is what the steps found. [1]")
                yield Finished("agent", refs("What type is Lucario?") | {"agent": AGENT[name]}, TRACE)
            elif body.query == "kept" and body.meta.use_cache:
                kept = {"kind": "signature", "age_s": 125.0, "similarity": 1.0, "original_query": "the first <one>"}
                yield Delta("A kept answer")
                yield Finished("cache", {"query": "kept", "model_name": None, "cache": kept}, TRACE)
            elif body.query in ANSWERS:
                yield Delta(ANSWERS[body.query]["text"])
                yield Finished("local_dataset", refs(body.query), TRACE)
            else:
                yield Delta(f"I know nothing about this: {body.query}")
                yield Finished("model", {"query": body.query, "model_name": None}, TRACE)
        finally:
            self.ended += 1


def _unfolding(agent: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """A plan as it stands before each step, with the step at work."""
    for at, _ in enumerate(agent["steps"]):
        steps = [
            one if index < at else {**one, "state": "running" if index == at else "waiting", "outputs": {}, "refs": []}
            for index, one in enumerate(agent["steps"])
        ]
        yield {**agent, "steps": steps}


def main() -> None:
    """Serve the page on the fake engine; `GET /fake` tells what the engine saw."""
    import uvicorn
    from fastapi import FastAPI

    from pokeqa.settings import Settings
    from pokeqa.ui.page import mount_page

    engine = FakeEngine(available="--available" in sys.argv)
    api = FastAPI()

    @api.get("/health")
    def health() -> dict[str, str]:
        return {"status": "ready"}

    @api.get("/fake")
    def fake() -> dict[str, Any]:
        return {
            "begun": engine.begun,
            "ended": engine.ended,
            "votes": engine.votes,
            "forgotten": engine.forgotten,
            "bodies": [body.model_dump(mode="json") for body in engine.bodies],
        }

    app = mount_page(api, engine, Settings())  # type: ignore[arg-type]
    uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="warning", timeout_graceful_shutdown=1)


if __name__ == "__main__":
    main()
