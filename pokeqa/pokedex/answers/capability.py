"""What the dataset can answer: a query it cannot is for the next layer, not for a shrug here."""

from __future__ import annotations

import re

from ...question.algebra import NOW, Facts, Mon, Query, Thing
from ..dataset import Dataset
from ..effects import FILES, effect_of
from . import things
from .context import Context


def can_answer(query: Query, dataset: Dataset) -> bool:
    """Whether the dataset holds what a query asks for.

    False for facts it has no column for: the effect of a move that is more than its numbers, what an ability did in an
    older generation. A value that is merely unknown (the weight of a Gigantamax form) can be answered: by saying so.
    """
    if not isinstance(query, Facts):
        return True
    written = "effect" in query.attributes and query.scope != NOW and _has_written_effect(query)
    if written and not all(_tells_of_then(subject, query, dataset) for subject in query.subjects):
        return False  # the sentences say how things are now, and some of what was different before
    context = Context(dataset, "en")
    return all(
        things.knows(subject, attribute, context)
        for subject in query.subjects
        if isinstance(subject, Thing)
        for attribute in query.attributes
    )


def _has_written_effect(query: Facts) -> bool:
    return any(isinstance(subject, Mon) or subject.kind in FILES for subject in query.subjects)


#: Where a sentence tells what was so until a generation.
_BEFORE = re.compile(r"[Bb]efore Generation (\d)")


def _tells_of_then(subject: Mon | Thing, query: Facts, dataset: Dataset) -> bool:
    """Does the sentence of an ability or an item say what was different in that generation, or up to it?"""
    if isinstance(subject, Mon) or subject.kind == "move" or query.scope.generation is None:
        return False
    effect = effect_of(dataset, subject)
    sentence = effect.sentences.get("en", "") if effect is not None else ""
    return any(int(found) > query.scope.generation for found in _BEFORE.findall(sentence))
