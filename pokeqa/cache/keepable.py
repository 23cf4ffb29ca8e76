"""Which questions the answer cache looks at, and which answers it keeps; each refusal is a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from ..events import Delta, Event, Finished
from ..request import EVIDENCE, ChatRequest
from .likeness import stands_alone
from .personal import personal_data

_PERSONAL = {"email": "an e-mail address", "phone": "a phone number", "card": "a card number"}


def why_skipped(request: ChatRequest, policy: Literal["careful", "versioned"]) -> str | None:
    """Why a question passes the answer cache by; None when it does not."""
    meta = request.meta
    if not meta.use_cache:
        return "skipped: the question asks for an answer without the cache"
    if meta.use_agent:
        return "skipped: agent mode keeps plans, not answers"
    if meta.use_web or meta.mcp_id is not None:
        return "skipped: the web or a tool is switched on, and what they say can change at any moment"
    if policy == "careful":
        if request.history:
            return "skipped: there are earlier turns, and the careful policy keeps no answer that they could colour"
        if meta.db_id is not None or meta.use_graph:
            return "skipped: a source is switched on, and the careful policy must not freeze evidence"
    if not stands_alone(request.understanding, request.history):
        return "skipped: the question leans on earlier turns, so the same words can mean something else"
    if request.partly_answered or request.refs.local_dataset.get("rows"):
        return "skipped: a part of the answer comes from the dataset"
    kind = personal_data([request.query])
    if kind is not None:
        return f"skipped: the question holds {_PERSONAL[kind]}, and personal data is never kept"
    return None


def why_not_kept(request: ChatRequest, said: Sequence[Event], finished: Finished) -> str | None:
    """Why an answer is not kept; None when it is."""
    refs = finished.refs
    text = "".join(event.text for event in said if isinstance(event, Delta))
    if not text.strip() or not _is_whole(request, finished):
        return "the answer is not complete"
    if refs.get("local_dataset", {}).get("options"):
        return "it asks back"
    if finished.route not in ("retrieval", "model"):
        return f"answers by {finished.route} are not kept here"
    by_model = refs.get("model_name") is not None
    if finished.route == "model" and not by_model:
        return "it says what could not be answered"
    if any(refs.get(section, {}).get("results") for section in ("web_search", "mcp")):
        return "it uses the web or a tool, whose answers can change at any moment"
    failed = _failed_sources(request, refs)
    if failed:
        return f"a source could not be asked ({', '.join(failed)})"
    if finished.route == "retrieval" and not any(_has_evidence(refs.get(section, {})) for section in EVIDENCE.values()):
        return "no evidence was found for it"
    if _detail(request, "generation").get("quotes") == []:
        return "no evidence answers it"
    if by_model and request.history:
        return "a language model wrote it, and it had read the earlier turns"
    if _contradicted(refs):
        return "it contradicts the Pokédex"
    kind = personal_data([text])
    if kind is not None:
        return f"it holds {_PERSONAL[kind]}, and personal data is never kept"
    return None


def _is_whole(request: ChatRequest, finished: Finished) -> bool:
    """Whether the writer reached its end. The trace tells; without one, a message means that it did not."""
    writing = [step for step in request.trace.steps if step.layer == "generation"]
    if not writing:
        return finished.message is None
    reason = writing[-1].detail.get("finish_reason", "stop")
    return writing[-1].decision in ("written", "quoted") and reason == "stop"


def _failed_sources(request: ChatRequest, refs: Mapping[str, Any]) -> list[str]:
    """The sources that were asked for and did not do their work. One that found nothing has done it."""
    states = _detail(request, "retrieval").get("sources", {})
    failed = []
    for source in request.meta.sources:
        found = refs.get(EVIDENCE[source]) or {}
        if source in states:
            whole = states[source].get("state") in ("found", "empty")
        else:
            whole = found.get("message") is None or _has_evidence(found)
        if not whole:
            failed.append(source)
    return failed


def _detail(request: ChatRequest, layer: str) -> Mapping[str, Any]:
    """What the trace holds of a layer; empty where the question never came to it."""
    return next((step.detail for step in reversed(request.trace.steps) if step.layer == layer), {})


def _has_evidence(found: Mapping[str, Any] | None) -> bool:
    return bool(found and (found.get("results") or found.get("answer")))


def _contradicted(refs: Mapping[str, Any]) -> bool:
    grounding = refs.get("grounding")
    return isinstance(grounding, Mapping) and bool(grounding.get("contradictions"))
