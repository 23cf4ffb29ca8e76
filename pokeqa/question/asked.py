"""A query as it was asked: with what the question takes for granted, and how its names were found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .algebra import Query
from .conditions import Condition
from .terms import Mon, Subject


@dataclass(frozen=True, slots=True)
class Premise:
    """Something a question takes for granted: `condition` is said to hold for `subject`."""

    subject: Subject
    condition: Condition


Relation = Literal["pre", "post", "final", "first"]


@dataclass(frozen=True, slots=True)
class Step:
    """A relative that a question speaks of by another's name: "Charizard's pre-evolution"; `type_id` narrows it."""

    subject: Mon
    relation: Relation
    results: tuple[Mon, ...]
    type_id: int | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A query with what it takes for granted, and the steps by which its names were found."""

    query: Query
    premises: tuple[Premise, ...] = ()
    steps: tuple[Step, ...] = ()
