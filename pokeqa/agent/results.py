"""What steps give: values for later steps, and what the answer is written from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ..errors import PlanError
from ..pokedex.answer import Answer
from ..retrieval.evidence import Evidence
from .plan import Json, Reference


@dataclass(frozen=True, slots=True)
class StepResult:
    """What one step found. `outputs` are typed names or one number by the output's name.

    `answers` are the answers of typed queries, `evidence` what a source gave, and `said` a sentence of its own with the
    evidence that it rests on by position. `message` tells what did not work although the step is done; `title` says
    what the step was about, in the question's language.
    """

    outputs: Mapping[str, Json] = field(default_factory=dict)
    answers: tuple[Answer, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    said: str | None = None
    source: str | None = None
    message: str | None = None
    title: str = ""


@dataclass(frozen=True, slots=True)
class Results:
    """The results of the steps that are done, by their id."""

    by_step: Mapping[str, StepResult]

    def values(self, reference: Reference) -> Sequence[Json]:
        """The values that a reference stands for; a list also for one. Raises `PlanError` where there are none."""
        found = self.by_step[reference.step].outputs.get(reference.output)
        if found is None or (isinstance(found, list | tuple) and not found):
            raise NothingFoundError(f"Step {reference.step} found nothing that could be used here.")
        if isinstance(found, Sequence) and not isinstance(found, str):
            return found
        return [found]

    def number(self, value: Json) -> float:
        """A number, or the one that a reference stands for. Raises `PlanError` where it is none."""
        reference = Reference.of(value)
        given = self.values(reference) if reference is not None else [value]
        if len(given) != 1 or isinstance(given[0], bool) or not isinstance(given[0], int | float):
            raise PlanError(f"{str(value)[:40]!r} is not one number.")
        return float(given[0])

    def names(self, value: Json) -> list[str]:
        """The typed names that an argument holds, those of references put in, without repeats."""
        listed = value if isinstance(value, Sequence) and not isinstance(value, str) else [value]
        found: list[str] = []
        for one in listed:
            reference = Reference.of(one)
            found.extend(str(each) for each in ([one] if reference is None else self.values(reference)))
        return list(dict.fromkeys(found))


class NothingFoundError(PlanError):
    """A step needs what an earlier one was to find, and that found nothing."""
