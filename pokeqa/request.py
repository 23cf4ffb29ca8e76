"""What a question carries: the body as a client sends it, and the request as the layers pass it on."""

from __future__ import annotations

import hashlib
import time
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

if TYPE_CHECKING:
    from .question.understanding import Understanding

QUERY_MAX_CHARS = 2000
HISTORY_MAX_TURNS = 200
TURN_MAX_CHARS = 20_000

Route = Literal["local_dataset", "cache", "retrieval", "agent", "model"]
Rewrite = Literal["off", "on", "hyde"]
Locale = Literal["en", "zh", "auto"]
Worker = Literal["rag_worker", "graph_worker", "web_worker", "mcp_worker", "stats_worker"]
#: The evidence sources in the order in which an answer numbers them, and where `Refs` keeps what each found.
EVIDENCE = {"knowledge_base": "knowledge_base", "graph": "graph_base", "web": "web_search", "mcp": "mcp"}
WORKERS: tuple[Worker, ...] = ("rag_worker", "graph_worker", "web_worker", "mcp_worker", "stats_worker")


def _normalise(value: Any) -> Any:
    """NFKC, so that full-width letters and half-width kana are what they mean; other types go to the validator."""
    return unicodedata.normalize("NFKC", value).strip() if isinstance(value, str) else value


def _without_controls(value: str) -> str:
    """Refuse control characters: they hide text from a reader and break logs."""
    for character in value:
        if unicodedata.category(character) in ("Cc", "Cs") and character not in "\t\n\r":
            raise ValueError(f"holds the control character U+{ord(character):04X}; remove it and ask again")
    return value


Query = Annotated[
    str,
    BeforeValidator(_normalise),
    Field(min_length=1, max_length=QUERY_MAX_CHARS),
    AfterValidator(_without_controls),
]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Turn(_Strict):
    """One earlier turn of the conversation."""

    role: Literal["user", "assistant"]
    content: str = Field(max_length=TURN_MAX_CHARS)


class AgentConstraints(_Strict):
    """Hard limits for agent mode."""

    allowed_workers: tuple[Worker, ...] = WORKERS


class Meta(_Strict):
    """What the server is asked to do with a question. The page's toggles are exactly these fields."""

    db_id: str | None = Field(default=None, pattern=r"^[a-z0-9][a-z0-9_-]{0,63}$")
    use_graph: bool = False
    use_web: bool = False
    mcp_id: str | None = Field(default=None, pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$")
    use_agent: bool = False
    history_round: int = Field(default=5, ge=0, le=20)
    #: `python -m bench.retrieval` shows why it is on.
    rewrite: Rewrite = "on"
    rerank: bool = True
    top_k: int = Field(default=5, ge=1, le=20)
    distance_threshold: float = Field(default=0.0, ge=0.0, le=1.0)
    agent_constraints: AgentConstraints = AgentConstraints()
    locale: Locale = "auto"
    use_cache: bool = True

    @property
    def sources(self) -> tuple[str, ...]:
        """The evidence sources that are switched on, by the names of `EVIDENCE`, in its order."""
        asked = {
            "knowledge_base": self.db_id is not None,
            "graph": self.use_graph,
            "web": self.use_web,
            "mcp": self.mcp_id is not None,
        }
        return tuple(source for source in EVIDENCE if asked[source])


class ChatBody(_Strict):
    """The body of `POST /chat/`. Unknown fields are refused."""

    query: Query
    history: list[Turn] = Field(default_factory=list, max_length=HISTORY_MAX_TURNS)
    meta: Meta = Meta()


@dataclass(slots=True)
class TraceStep:
    """What one layer did: `why` is a sentence for a learner; times are milliseconds from the question's start."""

    layer: str
    decision: str
    why: str
    started_ms: float
    ms: float
    detail: dict[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The step as it travels in the API."""
        return {
            "layer": self.layer,
            "decision": self.decision,
            "why": self.why,
            "started_ms": round(self.started_ms, 3),
            "ms": round(self.ms, 3),
            "detail": self.detail,
        }


class Trace:
    """The steps of one question, in order. A layer starts a step, does its work and ends it."""

    def __init__(self) -> None:
        self._began = time.perf_counter()
        self.steps: list[TraceStep] = []

    def now_ms(self) -> float:
        """Milliseconds since the question came in."""
        return (time.perf_counter() - self._began) * 1000

    def add(
        self, layer: str, decision: str, why: str, *, started_ms: float, detail: Mapping[str, Any] | None = None
    ) -> TraceStep:
        """Record a step that began at `started_ms` and ends now."""
        step = TraceStep(layer, decision, why, started_ms, self.now_ms() - started_ms, dict(detail or {}))
        self.steps.append(step)
        return step

    def not_reached(self, layer: str, why: str) -> TraceStep:
        """Record a layer that the question never came to, and why."""
        step = TraceStep(layer, "not_reached", why, self.now_ms(), 0.0)
        self.steps.append(step)
        return step


@dataclass(slots=True)
class Refs:
    """Everything an answer rests on; filled as the question goes. Each result has an `id`, its text and its source."""

    query: str
    history: list[dict[str, str]]
    meta: dict[str, Any]
    entities: list[dict[str, Any]] = field(default_factory=list)
    model_name: str | None = None
    local_dataset: dict[str, Any] = field(default_factory=lambda: {"rows": []})
    cache: dict[str, Any] | None = None
    knowledge_base: dict[str, Any] = field(default_factory=lambda: {"results": [], "message": None})
    graph_base: dict[str, Any] = field(default_factory=lambda: {"results": [], "answer": None, "message": None})
    web_search: dict[str, Any] = field(default_factory=lambda: {"results": [], "message": None})
    mcp: dict[str, Any] = field(default_factory=lambda: {"results": [], "message": None})
    agent: dict[str, Any] = field(default_factory=lambda: {"plan": None, "steps": []})
    grounding: dict[str, Any] | None = None

    def to_json(self) -> dict[str, Any]:
        """The container as it travels in the API."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """A question on its way through the layers: what was asked, what it was understood to mean, what it gathered.

    `partly_answered` is set where a layer has answered other parts of the question: `understanding` then holds the open
    parts only, the refs hold what the answered ones rest on, and what follows is a piece of an answer, not a whole one.
    `opening` is the conversation's first question, which `history` may not hold any more.
    """

    request_id: str
    query: str
    history: tuple[Turn, ...]
    meta: Meta
    understanding: Understanding
    refs: Refs
    trace: Trace

    @property
    def conversation(self) -> str:
        """The name of the conversation that the question belongs to."""
        return conversation_name((), self.opening) if self.opening else conversation_name(self.history, self.query)

    partly_answered: bool = False
    opening: str = ""


def conversation_name(history: Sequence[Turn], query: str) -> str:
    """The name of a conversation: that of its first question, for clients send none.

    Two people who begin with the same words share what was found for them, which is the same for both.
    """
    first = next((turn.content for turn in history if turn.role == "user"), query)
    return hashlib.sha256(" ".join(unicodedata.normalize("NFKC", first).split()).encode()).hexdigest()[:24]
