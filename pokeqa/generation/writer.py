"""Writes the answer to a question: with the language model, or by quoting the evidence where there is none.

Text streams through three filters: marks are put right, links and tags made plain, and each sentence is compared with
the dataset. A model that fails is replaced by quotes, also in the middle of its answer.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field

from ..pokedex.dataset import Dataset
from ..pokedex.phrases import phrases_for
from ..question.understanding import Understanding
from ..request import Turn
from ..retrieval.evidence import Evidence
from ..retrieval.prompt import build_prompt
from .citations import CitationFilter, without_marks
from .extractive import Extract, compose
from .grounding import Checker, GroundedStream, Grounding
from .llm import LanguageModel, LanguageModelError, Report
from .markup import MarkupFilter

#: Finish reasons of a model whose answer is not whole, and the sentences that say so.
_NOTES = {"length": "retrieval.too_long", "content_filter": "retrieval.withheld"}


@dataclass(slots=True)
class Draft:
    """One answer in the making.

    `numbered` is the evidence that the writer is shown, by number: what a mark may point at. `summaries` maps a source
    to a sentence of its own and the numbers it rests on. The writer fills the rest: `model` is who wrote (None:
    quoted), `error` why a model did not, `whole` whether the answer reached its end.
    """

    understanding: Understanding
    numbered: Mapping[int, Evidence] = field(default_factory=dict)
    summaries: Mapping[str, tuple[str, Sequence[int]]] = field(default_factory=dict)
    history: Sequence[Turn] = ()
    model: str | None = None
    extract: Extract | None = None
    report: Report | None = None
    error: LanguageModelError | None = None
    cited: Sequence[int] = ()
    marks_removed: int = 0
    grounding: Grounding = field(default_factory=Grounding)
    whole: bool = True
    #: The words of the question that a source's own sentence is the answer to.
    about: Mapping[str, str] = field(default_factory=dict)

    @property
    def has_evidence(self) -> bool:
        """Whether there is anything to answer from."""
        return bool(self.numbered or self.summaries)

    def notes(self) -> list[str]:
        """What a reader should know of the answer, in its language."""
        phrases = phrases_for(self.understanding.language)
        notes: list[str] = []
        if self.extract is not None and self.error is not None:
            why = self.error.sentence(self.understanding.language) + phrases.say("list.sentence")
            notes.append(phrases.say("retrieval.quoted_instead", why=why))
        elif self.error is not None:
            notes.append(self.error.sentence(self.understanding.language))
        elif self.extract is not None and self.extract.answered:
            notes.append(phrases.say("retrieval.quoted"))
        reason = self.report.finish_reason if self.report is not None else None
        if reason in _NOTES:
            notes.append(phrases.say(_NOTES[reason]))
        facts = self.grounding.facts()
        if facts:
            joined = phrases.say("list.sentence").join(facts)
            notes.append(phrases.say("retrieval.contradicted", n=len(self.grounding.contradictions), facts=joined))
        return notes


class Writer:
    """Writes answers with one model, or with none."""

    def __init__(self, dataset: Dataset, model: LanguageModel | None, checker: Checker, budget: int) -> None:
        self._dataset = dataset
        self._model = model
        self._checker = checker
        self._budget = budget

    async def write(self, draft: Draft) -> AsyncGenerator[str, None]:
        """The pieces of the answer. Without evidence, raises `LanguageModelError` when the model wrote nothing."""
        began = False
        if self._model is not None:
            try:
                async with aclosing(self._by_model(self._model, draft)) as pieces:
                    async for piece in pieces:
                        began = True
                        yield piece
                return
            except LanguageModelError as error:
                draft.error = error
                draft.whole = False
                if not draft.has_evidence and not began:
                    raise
        phrases = phrases_for(draft.understanding.language)
        if began and draft.has_evidence:
            yield f"\n\n{phrases.say('retrieval.broke_off')}\n\n"
        if draft.has_evidence:
            yield self.quote(draft)

    def quote(self, draft: Draft) -> str:
        """The extractive answer, checked against the dataset."""
        draft.extract = draft.extract or compose(
            draft.understanding, draft.numbered, self._dataset, draft.summaries, about=draft.about
        )
        marks = CitationFilter(draft.numbered)
        check = self._checker.start(draft.grounding, draft.understanding.language)
        text = marks.feed(draft.extract.text) + marks.flush()
        text = check.feed(text) + check.flush()
        draft.cited = list(dict.fromkeys((*draft.cited, *marks.cited)))
        return text

    async def _by_model(self, model: LanguageModel, draft: Draft) -> AsyncGenerator[str, None]:
        problem = model.problem()
        if problem is not None:
            raise problem
        messages = build_prompt(
            draft.understanding.text,
            draft.numbered,
            language=draft.understanding.language,
            history=[turn.model_copy(update={"content": without_marks(turn.content)}) for turn in draft.history],
            summaries=draft.summaries,
            budget=self._budget,
        )
        draft.report = Report(model.name)
        marks, markup = CitationFilter(draft.numbered), MarkupFilter()
        check = self._checker.start(draft.grounding, draft.understanding.language)
        try:
            async with aclosing(model.stream(messages, draft.report)) as pieces:
                async for piece in pieces:
                    text = check.feed(markup.feed(marks.feed(piece)))
                    if text:
                        draft.model = model.name
                        yield text
        except LanguageModelError:
            # What was held back still belongs to the part that a reader has seen.
            rest = _rest(check, markup, marks)
            if rest and draft.model:
                yield rest
            raise
        finally:
            draft.cited, draft.marks_removed = marks.cited, marks.removed
        rest = _rest(check, markup, marks)
        if rest:
            draft.model = model.name
            yield rest


def _rest(check: GroundedStream, markup: MarkupFilter, marks: CitationFilter) -> str:
    """What the filters still hold."""
    text = check.feed(markup.feed(marks.flush()))
    return text + check.feed(markup.flush()) + check.flush()
