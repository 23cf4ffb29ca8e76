"""What a planner that is no rule may write: the JSON schema of plans, and the check against the question's own values.

Both know only the names and numbers that the question holds, so that a plan cannot bring in others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Literal, get_args, get_origin, get_type_hints

from ..errors import PlanError
from ..question import algebra
from ..question.algebra import Mon, Thing
from ..question.lexer import Token
from ..request import Worker
from .plan import Json, Plan, Reference
from .tools import Parameter, Tool
from .values import Names, id_kind, options_of

#: How a reference is written.
_REFERENCE = {"type": "string", "pattern": "^\\$s[0-9]{1,2}\\.[a-z]{1,12}$"}
#: Numbers that a plan may hold whatever the question says: the first place, one or two types.
_STRUCTURAL = frozenset({1.0, 2.0})
#: The queries that a planner may use; the others are asked in one step, which needs no plan.
_PLANNED = ("search", "facts", "check", "compare", "matchup", "evolve", "learn", "history")

Lex = Callable[[str], Sequence[Token]]


@dataclass(frozen=True, slots=True)
class Allowed:
    """The typed names and the numbers that a question holds."""

    names: frozenset[str]
    numbers: frozenset[float]

    def of(self, *kinds: str) -> list[str]:
        """The names of these kinds."""
        return sorted(name for name in self.names if name.partition("/")[0] in kinds)


def allowed_values(tokens: Sequence[Token], names: Names, more: Sequence[Json] = ()) -> Allowed:
    """What a question's tokens name. `more` are values that the grammar made of its words (a region's generation)."""
    found: set[str] = set()
    numbers: set[float] = set()
    for token in tokens:
        for tag, kind in _TAGS.items():
            found.update(names.of_id(kind, one) for one in token.readings.get(tag, ()) if isinstance(one, int))
        found.update(names.of(mon) for mon in token.readings.get("mon", ()) if isinstance(mon, Mon))
        found.update(f"generation/{one}" for one in token.readings.get("gen", ()))
        numbers.update(float(one) for one in token.readings.get("number", ()) if isinstance(one, int | float))
    for value in more:
        found.update(one for one in leaves(value) if isinstance(one, str) and _is_name(one))
    return Allowed(frozenset(found), frozenset(numbers))


_TAGS = {"move": "move", "type": "type", "ability": "ability", "item": "item", "nature": "nature",
         "egg_group": "egg_group", "region": "region", "vg": "version_group"}  # fmt: skip


def check_values(plan: Plan, allowed: Allowed, lex: Lex, names: Names) -> None:
    """Raise `PlanError` for a name or a number that the question does not hold, in values and in texts."""
    for step in plan.steps:
        for name, argument in step.arguments.items():
            if name == "question":
                own = allowed_values(lex(str(argument)), names)
                extra = sorted(own.names - allowed.names)
                _refuse(step.id, extra)
                _refuse(step.id, [f"{one:g}" for one in sorted(own.numbers - allowed.numbers - _STRUCTURAL)])
                continue
            for leaf in leaves(argument):
                if isinstance(leaf, str) and _is_name(leaf) and leaf not in allowed.names:
                    _refuse(step.id, [leaf])
                if isinstance(leaf, int | float) and not isinstance(leaf, bool):
                    known = {*allowed.numbers, *_STRUCTURAL}
                    _refuse(step.id, [] if float(leaf) in known else [f"{leaf:g}"])


def _refuse(step_id: str, extra: Sequence[str]) -> None:
    if extra:
        raise PlanError(f"Step {step_id} holds {extra[0]!r}, which the question does not contain.")


def leaves(value: Json) -> Iterator[Json]:
    """Every value without parts in a value."""
    if isinstance(value, Mapping):
        for inner in value.values():
            yield from leaves(inner)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for inner in value:
            yield from leaves(inner)
    else:
        yield value


def _is_name(value: str) -> bool:
    return "/" in value and " " not in value and Reference.of(value) is None


# --------------------------------------------------------------------------- the schema


def usable_tools(tools: Mapping[str, Tool], workers: frozenset[Worker]) -> dict[str, Tool]:
    """The tools that a planner may use for a question."""
    return {
        name: tool
        for name, tool in tools.items()
        if tool.worker in workers and (tool.query is None or name in _PLANNED)
    }


def plan_schema(tools: Mapping[str, Tool], allowed: Allowed, steps_max: int) -> dict[str, Any]:
    """The JSON schema of the plans that a question allows."""
    writer = _Schema(allowed)
    steps = [
        {
            "type": "object",
            "properties": {
                "id": {"type": "string", "pattern": "^s[1-9][0-9]?$"},
                "worker": {"const": tool.worker},
                "tool": {"const": name},
                "output_key": {"enum": list(tool.outputs)},
                "shown": {"type": "boolean"},
                "arguments": writer.arguments(tool),
            },
            "required": ["id", "worker", "tool", "output_key", "shown", "arguments"],
            "additionalProperties": False,
        }
        for name, tool in tools.items()
    ]
    return {
        "type": "object",
        "properties": {
            "steps": {"type": "array", "minItems": 1, "maxItems": steps_max, "items": {"anyOf": steps}},
        },
        "required": ["steps"],
        "additionalProperties": False,
        "$defs": {"condition": {"anyOf": writer.conditions()}},
    }


def condition_lines(allowed: Allowed) -> list[str]:
    """The conditions that a question allows, a line each, for the prompt."""
    lines = []
    for record in _conditions(allowed):
        described = (record.__doc__ or "").partition("\n")[0]
        own = ", ".join(f'"{one.name}"' for one in fields(record))
        lines.append(f'{{"{record.__name__}": {{{own}}}}}  {described}')
    return lines


def _conditions(allowed: Allowed) -> list[type]:
    """The classes of conditions whose values the question holds."""
    writer = _Schema(allowed)
    return [one for one in options_of(algebra.Condition) if isinstance(one, type) and writer.possible(one)]


class _Schema:
    def __init__(self, allowed: Allowed) -> None:
        self._allowed = allowed

    def arguments(self, tool: Tool) -> dict[str, Any]:
        """The arguments of one tool."""
        hints = get_type_hints(tool.query) if tool.query is not None else {}
        properties: dict[str, Any] = {}
        for name, parameter in tool.parameters.items():
            kind = None if tool.query is None else id_kind(tool.query, name)
            found = self.value(hints[name], kind) if name in hints else self._parameter(parameter)
            if found is not None:
                properties[name] = found
        required = [name for name, one in tool.parameters.items() if one.required and name in properties]
        return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}

    def conditions(self) -> list[dict[str, Any]]:
        """A schema for each condition."""
        return [self._record(record) for record in _conditions(self._allowed)]

    def possible(self, record: type) -> bool:
        """Whether the question holds what every field without a default needs."""
        hints = get_type_hints(record)
        if record in (algebra.IsA, algebra.OneOf):
            return False
        return all(self.value(hints[one.name], id_kind(record, one.name)) is not None for one in fields(record)
                   if one.name not in ("scope", "item_id", "method"))  # fmt: skip

    def _record(self, record: type) -> dict[str, Any]:
        hints = get_type_hints(record)
        found = {one.name: self.value(hints[one.name], id_kind(record, one.name)) for one in fields(record)}
        properties = {name: schema for name, schema in found.items() if schema is not None}
        inner = {"type": "object", "properties": properties, "additionalProperties": False}
        return {
            "type": "object",
            "properties": {record.__name__: inner},
            "required": [record.__name__],
            "additionalProperties": False,
        }

    def _parameter(self, parameter: Parameter) -> dict[str, Any]:
        simple: dict[str, dict[str, Any]] = {
            "text": {"type": "string", "maxLength": 300},
            "choice": {"enum": list(parameter.choices)},
            "flag": {"type": "boolean"},
            "number": {"anyOf": [_REFERENCE, {"enum": sorted({*self._allowed.numbers, *_STRUCTURAL})}]},
            "typed": {"enum": list(_ATTRIBUTES)},
        }
        one = simple.get(parameter.kind, {"anyOf": [_REFERENCE, *self._names("pokemon", "form", "look")]})
        return {"anyOf": [one, {"type": "array", "items": one, "minItems": 1}]} if parameter.many else one

    def value(self, hint: object, kind: str | None) -> dict[str, Any] | None:
        """The schema of a value; None where the question holds nothing that could stand there."""
        found = [schema for option in options_of(hint) if (schema := self._one(option, kind)) is not None]
        if not found:
            return None
        return found[0] if len(found) == 1 else {"anyOf": found}

    def _one(self, option: object, kind: str | None) -> dict[str, Any] | None:
        if option is type(None):
            return {"type": "null"}
        if get_origin(option) is Literal:
            return {"enum": list(get_args(option))}
        if get_origin(option) is tuple:
            inner = self.value(get_args(option)[0], kind)
            return None if inner is None else {"type": "array", "items": inner, "minItems": 1}
        if option is bool:
            return {"type": "boolean"}
        if option is Mon:
            return {"anyOf": [_REFERENCE, *self._names("pokemon", "form", "look")]}
        if option is Thing:
            found = self._names(*get_args(algebra.EntityKind))
            return found[0] if found else None
        if option in (int, float):
            if kind is not None:
                found = self._names(kind)
                return found[0] if found else None
            return {"enum": sorted({*self._allowed.numbers, *_STRUCTURAL})}
        if isinstance(option, type) and option in options_of(algebra.Condition):
            return {"$ref": "#/$defs/condition"}
        if isinstance(option, type) and is_dataclass(option):
            return self._record(option)
        return None

    def _names(self, *kinds: str) -> list[dict[str, Any]]:
        found = self._allowed.of(*kinds)
        return [{"enum": found}] if found else []


_ATTRIBUTES = tuple(dict.fromkeys(one for option in options_of(algebra.PokemonAttribute) for one in get_args(option)))
