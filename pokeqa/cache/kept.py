"""What is kept of an answer, and how it is found again."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from ..events import Delta, Event, Finished, Progress
from ..question.understanding import Understanding
from .likeness import shape, words
from .namespace import Space

#: Answers to questions of one open signature that are kept side by side; the oldest go.
VARIANTS_MAX = 16

#: What belongs to the asker, not to the answer.
OWN_REFS = frozenset({"query", "history", "meta", "entities", "cache"})

Kind = Literal["exact", "signature", "similarity", "single_flight"]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as the cache sees it: `key` files it, `words` and `shape` are what the signature does not hold."""

    key: str
    text: str
    signature: str
    complete: bool
    intent: str
    language: str
    words: tuple[str, ...]
    shape: str

    @property
    def flight(self) -> str:
        """What identical questions share while the first is being answered."""
        return self.key if self.complete else f"{self.key} {self.shape}"


def asked(understanding: Understanding, space: Space) -> Asked:
    """The question, filed in its name space."""
    import hashlib

    signature = understanding.signature
    language = understanding.language.partition("-")[0]
    rest = () if signature.complete else words(signature, language)
    digest = hashlib.sha256(signature.text.encode()).hexdigest()[:32]
    return Asked(
        f"answer:{space.id}:{digest}",
        " ".join((understanding.text if understanding.self_contained else understanding.full_text).split()),
        signature.text,
        signature.complete,
        signature.intent,
        language,
        rest,
        "" if signature.complete else shape(signature, rest),
    )


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer that is kept: the question it came from, the events to replay, and its refs."""

    question: str
    texts: tuple[str, ...]
    words: tuple[str, ...]
    shape: str
    vector: str | None
    stored: float
    expires: float | None
    took_ms: float
    route: str
    message: str | None
    events: tuple[tuple[str | None, ...], ...]
    refs: dict[str, Any] = field(default_factory=dict)

    @property
    def model(self) -> str | None:
        """The language model that wrote it."""
        return self.refs.get("model_name")

    def replay(self) -> list[Event]:
        """The events before the last, as they came."""
        made: list[Event] = []
        for kind, *values in self.events:
            if kind == "delta":
                made.append(Delta(str(values[0])))
            elif kind in ("init", "loading", "searching", "generating"):
                made.append(Progress(kind, values[0], values[1]))  # type: ignore[arg-type]
        return made


def keep(
    question: Asked, events: Sequence[Event], finished: Finished, *, vector: str | None, expire: float, took_ms: float
) -> Kept:
    """An answer as it is kept."""
    now = time.time()
    plain: list[tuple[str | None, ...]] = []
    for event in events:
        if isinstance(event, Delta):
            plain.append(("delta", event.text))
        elif isinstance(event, Progress):
            plain.append((event.status, event.message, event.source))
    refs = {name: value for name, value in finished.refs.items() if name not in OWN_REFS}
    return Kept(
        question.text, (question.text,), question.words, question.shape, vector, now, now + expire, round(took_ms, 1),
        finished.route, finished.message, tuple(plain), refs,
    )  # fmt: skip


def bucket_value(question: Asked, space: Space, kept: Sequence[Kept]) -> dict[str, Any]:
    """What the store holds under a question's key."""
    return {
        "signature": question.signature,
        "complete": question.complete,
        "intent": question.intent,
        "space": space.fields,
        "answers": [asdict(one) for one in kept],
    }


def kept_in(value: Any) -> list[Kept]:
    """The answers in a stored value whose time is not over; none in one that is not ours."""
    try:
        now = time.time()
        found = []
        for raw in value["answers"]:
            one = Kept(
                **{
                    **raw,
                    "texts": tuple(raw["texts"]),
                    "words": tuple(raw["words"]),
                    "events": tuple(tuple(event) for event in raw["events"]),
                }
            )
            if one.expires is None or one.expires > now:
                found.append(one)
        return found
    except (TypeError, KeyError, ValueError):
        return []
