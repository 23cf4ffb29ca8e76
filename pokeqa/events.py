"""The one stream of events that the page, the API and the tests consume.

A question yields any number of `Progress`, `AgentProgress` and `Delta`, then exactly one `Finished` or `Failed`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from .request import Route

#: What became of an evidence source.
SourceState = Literal["found", "empty", "failed", "timed_out", "unavailable"]

Status = Literal["init", "loading", "searching", "generating", "finished", "error"]


@dataclass(frozen=True, slots=True)
class Progress:
    """A layer began to work; `message` is a sentence for the reader, `source` the evidence source it is about.

    `state` is what became of that source, None while it is at work.
    """

    status: Literal["init", "loading", "searching", "generating"]
    message: str | None = None
    source: str | None = None
    state: SourceState | None = None


@dataclass(frozen=True, slots=True)
class AgentProgress:
    """Agent mode made a plan, or a step changed its state.

    `agent` is what `refs.agent` holds at this moment; its shape is in `agent.record`.
    """

    message: str
    agent: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Delta:
    """The next piece of the answer's text (Markdown)."""

    text: str


@dataclass(frozen=True, slots=True)
class Finished:
    """The answer is complete. `refs` and `trace` are plain JSON values."""

    route: Route
    refs: dict[str, Any]
    trace: list[dict[str, Any]]
    message: str | None = None


@dataclass(frozen=True, slots=True)
class Failed:
    """There is no answer. `code` is stable, `message` says what happened and what to do."""

    code: str
    message: str


Event = Progress | AgentProgress | Delta | Finished | Failed
