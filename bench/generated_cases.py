"""The case of a generated question, and how it did."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import Literal

from .generated_checks import Check

State = Literal["passed", "wrong", "unanswered"]


@dataclass(frozen=True, slots=True)
class Case:
    """A question and the check of its answer. `about` is the name that the headline must hold."""

    id: str
    attribute: str
    language: str
    question: str
    expected: str
    check: Check
    about: str = ""

    @property
    def rank(self) -> int:
        """Its place in a sample: the same in every run."""
        return steady_hash(f"sample/{self.id}")


@dataclass(frozen=True, slots=True)
class Result:
    """How one case did."""

    case: Case
    state: State
    said: str
    problem: str


def steady_hash(text: str) -> int:
    """A number that is the same for a text in every run."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")
