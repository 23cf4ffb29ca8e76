"""The finalizer: writes the answer from the steps' results only, in the question's language.

Code puts the answers of the steps together; a language model, where there is one, says it in its own words, with marks
that point at the same references and every statement compared with the dataset. What is missing is always said by code.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

from ..echo import echo
from ..generation.extractive import Extract, compose
from ..generation.llm import LanguageModel
from ..generation.writer import Draft, Writer
from ..pokedex.answer import Row
from ..pokedex.dataset import Dataset
from ..pokedex.page import Page
from ..question.understanding import Understanding
from ..request import EVIDENCE, Refs
from ..retrieval.evidence import Evidence
from ..retrieval.layer import result_json
from ..retrieval.prompt import tokens
from .plan import Step
from .results import StepResult
from .run import Run

#: The source under which rows of the dataset are shown to a language model.
DATASET = "local_dataset"
#: What a language model must still have left to be asked.
MODEL_MIN_TOKENS = 800

Understand = Callable[[str], Understanding]


@dataclass(slots=True)
class Material:
    """What an answer is written from: `blocks` are its paragraphs, `numbered` what the marks point at.

    `said` are the sentences of the steps with the numbers that they rest on; `missing` what the answer does not hold.
    """

    page: Page = field(default_factory=Page)
    blocks: list[str] = field(default_factory=list)
    numbered: dict[int, Evidence] = field(default_factory=dict)
    sources: dict[str, dict[int, Evidence]] = field(default_factory=dict)
    said: dict[str, tuple[str, Sequence[int]]] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)


class Finalizer:
    """Writes answers, with one language model or with none."""

    def __init__(self, dataset: Dataset, writer: Writer, model: LanguageModel | None, understand: Understand) -> None:
        self._dataset = dataset
        self._writer = writer
        self._model = model
        self._understand = understand

    async def write(self, run: Run) -> AsyncGenerator[str, None]:
        """The pieces of the answer; fills the request's refs and trace."""
        started_ms = run.request.trace.now_ms()
        material = self._material(run)
        self._fill(run, material)
        composed = "\n\n".join(material.blocks)
        by_model = self._by_model(run, material)
        detail: dict[str, Any] = {"steps": len(run.results), "missing": len(material.missing)}
        if by_model:
            draft = self._draft(run, material, composed)
            async with aclosing(self._writer.write(draft)) as pieces:
                async for piece in pieces:
                    yield piece
            self._note(run, draft, detail)
        elif composed:
            yield composed
        if material.missing:
            # The model has not seen these, and none of them may be passed over.
            yield ("\n\n" if composed else "") + "\n\n".join(material.missing)
        decision = "written" if by_model else "composed"
        why = "written by the language model from the steps' results" if by_model else "put together from the steps"
        run.request.trace.add("finalizer", decision, why, started_ms=started_ms, detail=detail)

    # ------------------------------------------------------------------ what there is

    def _material(self, run: Run) -> Material:
        material = Material()
        steps = run.plan.steps
        for step in steps:
            result = run.results.get(step.id)
            if result is not None and result.source is None:
                self._from_dataset(step, result, material)
        material.numbered = {number: _as_evidence(row) for number, row in enumerate(material.page.rows, start=1)}
        for step in steps:
            result = run.results.get(step.id)
            if result is not None and result.source is not None:
                self._from_source(run, step, result, material)
        for step in steps:
            own = run.stands(step.id)
            own.refs = material.said.get(step.id, ("", ()))[1]
        self._read_as(run, material)
        material.missing = self._missing(run)
        return material

    def _from_dataset(self, step: Step, result: StepResult, material: Material) -> None:
        """The answers of a typed query; of a step that only later ones need, its first sentence."""
        said: list[str] = []
        for answer in result.answers:
            own = answer.text if step.shown else answer.headline
            said.append(material.page.renumbered(answer, own))
            if step.shown:
                material.page.cards.extend(answer.cards)
                new = (question for question in answer.follow_ups if question not in material.page.follow_ups)
                material.page.follow_ups.extend(new)
        if result.message:
            said.append(result.message)
        numbers = [
            1 + material.page.rows.index(row)
            for answer in result.answers
            for row in answer.rows
            if row in material.page.rows
        ]  # fmt: skip
        material.said[step.id] = (" ".join(said), tuple(dict.fromkeys(numbers)))
        material.blocks.extend(said)

    def _from_source(self, run: Run, step: Step, result: StepResult, material: Material) -> None:
        """What a source gave: numbered behind the rows, and quoted as far as it answers."""
        source = result.source or ""
        own: dict[int, Evidence] = {}
        known = material.sources.setdefault(source, {})
        for piece in result.evidence:
            number = next((n for n, other in known.items() if other.id == piece.id), None)
            number = number or len(material.numbered) + 1
            own[number] = known[number] = material.numbered[number] = piece
        summaries = {source: (result.said, tuple(own)[:3])} if result.said else {}
        blocks: list[str] = []
        if own or summaries:
            extract = compose(self._understand(result.title), own, self._dataset, summaries)
            blocks.append(extract.text)
        if result.message:
            blocks.append(result.message)
        material.said[step.id] = (" ".join([*([result.said] if result.said else []), result.message or ""]), tuple(own))
        material.blocks.extend(blocks)

    def _read_as(self, run: Run, material: Material) -> None:
        """How likely typos were read."""
        say = run.phrases.say
        typos = [mention for mention in run.request.understanding.mentions if mention.how == "fuzzy"]
        material.blocks.extend(say("layer.read_as", typed=echo(one.text), name=one.name) for one in typos)

    def _missing(self, run: Run) -> list[str]:
        """What the answer does not hold, a sentence each."""
        say = run.phrases.say
        said = [
            say(f"agent.state.{own.state}", title=own.title, why=own.message or say("agent.why.failed"))
            for own in run.record.steps
            if own.state in ("failed", "skipped")
        ]
        for part in run.planned.open:
            key = "agent.leans" if part.why == "leans" else "agent.not_understood"
            said.append(say(key, text=echo(part.text)))
        return said

    def _fill(self, run: Run, material: Material) -> None:
        """The references, each with the number that a mark points at."""
        refs: Refs = run.request.refs
        refs.local_dataset = material.page.to_json()
        for source, numbered in material.sources.items():
            part: dict[str, Any] = getattr(refs, EVIDENCE[source])
            part["results"] = [result_json(number, piece, shown=True) for number, piece in numbered.items()]
        run.publish()

    # ------------------------------------------------------------------ with a language model

    def _by_model(self, run: Run, material: Material) -> bool:
        if self._model is None or self._model.problem() is not None or not material.blocks:
            return False
        return run.budgets.tokens - run.tokens >= MODEL_MIN_TOKENS

    def _draft(self, run: Run, material: Material, composed: str) -> Draft:
        """What the writer gets. Where the model fails, the answer that code put together takes its place."""
        summaries: Mapping[str, tuple[str, Sequence[int]]] = {
            step_id: said for step_id, said in material.said.items() if said[0].strip()
        }
        return Draft(
            run.request.understanding, material.numbered, summaries, run.request.history,
            extract=Extract(composed, (), 1.0),
        )  # fmt: skip

    def _note(self, run: Run, draft: Draft, detail: dict[str, Any]) -> None:
        refs = run.request.refs
        refs.model_name = draft.model
        refs.grounding = draft.grounding.to_json()
        if draft.report is not None:
            detail |= draft.report.to_json()
            spent = (draft.report.prompt_tokens or 0) + (draft.report.completion_tokens or 0)
            run.tokens += spent or tokens("".join(draft.extract.text if draft.extract else ""))
        if draft.error is not None:
            detail["error"] = str(draft.error)
        run.notes = draft.notes()


def _as_evidence(row: Row) -> Evidence:
    return Evidence(row.id, DATASET, row.title, f"{row.title}: {row.field} = {row.value}", row.source)
