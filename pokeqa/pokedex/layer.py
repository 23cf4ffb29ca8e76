"""The shortcut: what the dataset answers for certain is answered here, by code, in a millisecond or two."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from contextlib import aclosing
from dataclasses import replace

from ..echo import echo
from ..events import Delta, Event
from ..layer import Inner, finish
from ..question.asked import Question
from ..question.understanding import Part
from ..request import ChatRequest
from .answer import Answer
from .answers import answer
from .answers.capability import can_answer
from .dataset import Dataset
from .page import Page
from .phrases import phrases_for

Answerer = Callable[[Question, Dataset, str], Answer]


class ShortcutLayer:
    """Runs the typed queries of a question on the dataset and joins their answers."""

    name = "shortcut"

    def __init__(self, dataset: Dataset, confidence: float, answerer: Answerer = answer) -> None:
        self._dataset = dataset
        self._confidence = confidence
        self._answer = answerer

    async def ask(self, request: ChatRequest, inner: Inner) -> AsyncGenerator[Event, None]:
        """Answer the parts that are certain, ask back where one is ambiguous, pass on when there is neither."""
        started_ms = request.trace.now_ms()
        parts = request.understanding.parts
        certain = [part for part in parts if self._is_certain(part)]
        ambiguous = [part for part in parts if part.options]
        if not certain and not ambiguous:
            request.trace.add(
                self.name, "passed_on", self._why_not(parts), started_ms=started_ms, detail={"parts": len(parts)}
            )
            async with aclosing(inner.ask(request)) as events:
                async for event in events:
                    yield event
            return

        language = request.understanding.language
        phrases = phrases_for(language)
        page = Page()
        for part in parts:
            if part.options:
                page.ask_back(part, phrases)
            elif part.question is not None and self._is_certain(part):
                page.add(self._answer(part.question, self._dataset, language))
                page.blocks.extend(
                    phrases.say("layer.read_as", typed=echo(typed), name=name) for typed, name in part.read_as
                )
        left_open = [part for part in parts if not part.options and not self._is_certain(part)]

        request.refs.local_dataset = page.to_json()
        request.trace.add(
            self.name,
            "asked_back" if not certain else "answered_partly" if left_open or ambiguous else "answered",
            _why(len(page.rows), len(certain), len(ambiguous), len(left_open)),
            started_ms=started_ms,
            detail={"rows": len(page.rows), "confidence": [round(part.confidence, 2) for part in parts]},
        )
        yield Delta("\n\n".join(page.blocks))
        if not left_open:
            yield finish(request, "local_dataset")
            return
        # What the other layers say of the rest follows as paragraphs of its own.
        begun = False
        async with aclosing(inner.ask(_only(request, left_open))) as events:
            async for event in events:
                if isinstance(event, Delta) and not begun:
                    begun = True
                    event = Delta(f"\n\n{event.text}")
                yield event

    def _is_certain(self, part: Part) -> bool:
        if part.question is None or part.options or part.confidence < self._confidence:
            return False
        return can_answer(part.question.query, self._dataset)

    def _why_not(self, parts: Iterable[Part]) -> str:
        reasons = []
        for part in parts:
            if part.question is not None:
                reasons.append(f"{part.why} (confidence {part.confidence:.2f}, needed {self._confidence:.2f})")
            else:
                reasons.append(part.why)
        return "passed on: " + ("; ".join(reasons) or "there is no question in the text")


def _only(request: ChatRequest, parts: Sequence[Part]) -> ChatRequest:
    """A request for these parts of its question alone, without the names that stand in the others."""
    whole = request.understanding
    spans = [(start, start + len(part.text)) for part in parts if (start := whole.text.find(part.text)) >= 0]
    mentions = tuple(
        mention
        for mention in whole.mentions
        # Where a part is not found word for word (an earlier turn supplied a name), no name is left out.
        if len(spans) < len(parts) or any(start <= mention.start < end for start, end in spans)
    )
    text = " ".join(part.text for part in parts)
    understanding = replace(whole, text=text, full_text=text, parts=tuple(parts), mentions=mentions)
    return replace(request, query=text, understanding=understanding, partly_answered=True)


def _why(rows: int, certain: int, ambiguous: int, left_open: int) -> str:
    clauses = []
    if certain:
        clauses.append(f"answered from {rows} dataset row{'' if rows == 1 else 's'}")
    if ambiguous:
        clauses.append("asked back: the question can mean more than one thing")
    if left_open:
        clauses.append("a part that the dataset does not hold goes on")
    return "; ".join(clauses)
