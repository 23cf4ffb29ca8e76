"""Asks generated questions, of the shortcut alone or of the whole engine, and judges the answers."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pokeqa.engine import Engine, Understander
from pokeqa.events import Delta, Failed, Finished
from pokeqa.pokedex.answers import answer
from pokeqa.pokedex.answers.capability import can_answer
from pokeqa.pokedex.dataset import Dataset
from pokeqa.request import ChatBody

from .generated_cases import Case, Result
from .generated_checks import Told, one_word, repeated
from .generated_tables import plain

_MARK = re.compile(r"\[\d+\]")


class Shortcut:
    """Asks the parser and the answers of the shortcut, by the same rules as its layer."""

    def __init__(self, dataset: Dataset, parser: Understander, confidence: float) -> None:
        self._dataset, self._parser, self._confidence = dataset, parser, confidence

    def ask(self, case: Case) -> Result:
        """Ask one question and judge the answer; one that breaks the engine counts as wrong."""
        try:
            return self._ask(case)
        except Exception as error:  # noqa: BLE001 - whatever breaks is a finding
            return Result(case, "wrong", "", f"breaks with {type(error).__name__}: {error}")

    def _ask(self, case: Case) -> Result:
        understanding = self._parser.understand(case.question, (), "auto")
        answers = []
        for part in understanding.parts:
            if part.options:
                return Result(case, "unanswered", "", f"asks back: {part.why}")
            if part.question is None or part.confidence < self._confidence:
                return Result(case, "unanswered", "", part.why)
            if not can_answer(part.question.query, self._dataset):
                return Result(case, "unanswered", "", f"holds no answer to {part.question.query}")
            answers.append(answer(part.question, self._dataset, understanding.language))
        headline = " ".join(one.headline for one in answers)
        return judge(case, headline, " ".join(one.text for one in answers), understanding.language)


def judge(case: Case, headline: str, whole: str, language: str) -> Result:
    """Judge an answer."""
    told = Told(plain(_MARK.sub("", headline)).replace(" ,", ",").replace(" .", "."), whole)
    problem = case.check(told) or repeated(told.headline)
    if problem is None and case.about and not one_word(case.about).search(told.headline):
        problem = f"does not name {case.about}"
    if problem is None and language != case.language:
        problem = f"answers in {language}"
    return Result(case, "passed" if problem is None else "wrong", headline, problem or "")


async def ask_engine(engine: Engine, cases: Iterable[Case]) -> list[Result]:
    """Ask through the whole engine; an answer that did not come from the dataset counts as none."""
    results = []
    for case in cases:
        text, route = "", ""
        async for event in engine.ask(ChatBody(query=case.question)):
            match event:
                case Delta():
                    text += event.text
                case Finished():
                    route = event.route
                case Failed():
                    route = event.code
        first, _, _ = text.partition("\n\n")
        if route == "local_dataset" and text:
            results.append(judge(case, first, text, case.language))
        else:
            results.append(Result(case, "unanswered", text, f"route {route}"))
    return results
