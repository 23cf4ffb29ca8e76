"""What a step gave, as people read it: names in the question's language, titles of passages, no marks of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeGuard

from ..pokedex.answers.context import Context
from ..question.algebra import EntityKind, Thing
from .plan import Json
from .results import StepResult
from .values import Names

#: Names that are told of one output; `count` says how many there are.
TOLD_MAX = 20

#: The marks of one step's own answer; the whole answer numbers its refs anew.
_MARK = re.compile(r"\s?\[\d+\]")
_KINDS: dict[str, EntityKind] = {"moves": "move", "types": "type", "abilities": "ability"}


def told_outputs(result: StepResult, names: Names, context: Context) -> dict[str, Json]:
    """The outputs of a step for its record. A number that a sentence tells with its unit is left to the sentence."""
    told: dict[str, Json] = {}
    for name, value in result.outputs.items():
        if name == "passages":
            value = list(dict.fromkeys(piece.title for piece in result.evidence if piece.title))[:TOLD_MAX]
        elif name == "names" and _is_list(value):
            value = [context.mon_name(names.mon(str(one))) for one in value[:TOLD_MAX]]
        elif name in _KINDS and _is_list(value):
            value = [context.thing_name(Thing(_KINDS[name], names.read(str(one))[1])) for one in value[:TOLD_MAX]]
        elif name == "number" and "text" in result.outputs:
            continue
        elif isinstance(value, str):
            value = _MARK.sub("", value)
        told[name] = value
    return told


def _is_list(value: Json) -> TypeGuard[Sequence[Json]]:
    return isinstance(value, Sequence) and not isinstance(value, str)
