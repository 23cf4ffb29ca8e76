"""What the dataset can answer: a query it cannot is for the next layer, not for a shrug here."""

from __future__ import annotations

from ...question.algebra import Facts, Query, Thing
from ..dataset import Dataset
from . import things
from .context import Context


def can_answer(query: Query, dataset: Dataset) -> bool:
    """Whether the dataset holds what a query asks for.

    False for facts it has no column for: what an ability or an item does, the effect of a move that is more than its
    numbers. A value that is merely unknown (the weight of a Gigantamax form) can be answered: by saying so.
    """
    if not isinstance(query, Facts):
        return True
    context = Context(dataset, "en")
    return all(
        things.knows(subject, attribute, context)
        for subject in query.subjects
        if isinstance(subject, Thing)
        for attribute in query.attributes
    )
