"""A plan: the steps that answer a question, each a call of one worker's tool, as a directed graph without cycles.

    {"version": 1, "steps": [
        {"id": "s1", "worker": "stats_worker", "tool": "search", "depends_on": [], "output_key": "names", "shown": true,
         "arguments": {"condition": {"And": {"conditions": [
             {"HasType": {"type_id": "type/fire"}}, {"Number": {"attribute": "speed", "op": "gt", "value": 100}}]}}}},
        {"id": "s2", "worker": "stats_worker", "tool": "facts", "depends_on": ["s1"], "output_key": "text",
         "shown": true, "arguments": {"subjects": "$s1.names", "attributes": ["ability"]}}]}

Arguments are typed values, never sentences where a value belongs: a name is `kind/identifier` ("type/fire",
"move/ice-beam", "pokemon/garchomp"), a number is a number, and "$s1.names" is the output `names` of step s1. What a
step depends on follows from these references alone.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, cast, get_args

from ..errors import PlanError
from ..request import Worker
from .tools import Kind, Parameter, Tool

#: Rises whenever plans that were stored before could no longer be read or would mean something else.
PLAN_VERSION = 1
#: No plan has more steps than this, whatever a planner or a stored template says.
STEPS_MAX = 24
#: Longest text in an argument, and how deep arguments may be nested.
TEXT_MAX_CHARS, DEPTH_MAX = 2000, 12

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"

_STEP_ID = re.compile(r"s[1-9][0-9]?")
_REFERENCE = re.compile(r"\$(s[1-9][0-9]?)\.([a-z_]+)")
_WORKERS: tuple[Worker, ...] = get_args(Worker)
_STEP_KEYS = {"id", "worker", "tool", "arguments", "depends_on", "output_key", "shown"}


@dataclass(frozen=True, slots=True)
class Reference:
    """The output `output` of the step `step`; written "$s1.names"."""

    step: str
    output: str

    @classmethod
    def of(cls, value: Json) -> Reference | None:
        """The reference that an argument is; None where it is none."""
        match = _REFERENCE.fullmatch(value) if isinstance(value, str) else None
        return None if match is None else cls(match[1], match[2])

    def __str__(self) -> str:
        return f"${self.step}.{self.output}"


@dataclass(frozen=True, slots=True)
class Step:
    """One call of a worker's tool. `output_key` is the output that the step is there for; `shown` says whether the
    question asks for its answer (False: only later steps need it).
    """

    id: str
    worker: Worker
    tool: str
    arguments: Mapping[str, Json]
    output_key: str
    shown: bool = True

    @property
    def depends_on(self) -> tuple[str, ...]:
        """The ids of the steps whose outputs the arguments use, in their order."""
        return tuple(dict.fromkeys(reference.step for reference in references(self.arguments)))

    def to_json(self) -> dict[str, Json]:
        """The step as plain JSON values."""
        return {
            "id": self.id,
            "worker": self.worker,
            "tool": self.tool,
            "arguments": self.arguments,
            "depends_on": list(self.depends_on),
            "output_key": self.output_key,
            "shown": self.shown,
        }


@dataclass(frozen=True, slots=True)
class Plan:
    """The steps of a plan. Nothing is checked here: `check_plan` does that."""

    steps: tuple[Step, ...]

    @property
    def workers(self) -> frozenset[Worker]:
        """The workers that the plan calls."""
        return frozenset(step.worker for step in self.steps)

    def step(self, step_id: str) -> Step:
        """The step of this id. Raises `KeyError` where there is none."""
        for step in self.steps:
            if step.id == step_id:
                return step
        raise KeyError(step_id)

    def to_json(self) -> dict[str, Json]:
        """The plan as plain JSON values; `plan_from_json` reads it back."""
        return {"version": PLAN_VERSION, "steps": [step.to_json() for step in self.steps]}

    @property
    def hash(self) -> str:
        """What two plans share if and only if they do the same: ids and the order of independent steps do not count."""
        digests: dict[str, str] = {}
        for step in in_order(self):
            digests[step.id] = _digest(_with_digests(step, digests))
        return _digest(sorted(digests.values()))


# --------------------------------------------------------------------------- references


def references(value: Json) -> Iterator[Reference]:
    """Every reference in a value, in order."""
    reference = Reference.of(value)
    if reference is not None:
        yield reference
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from references(inner)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for inner in value:
            yield from references(inner)


def replaced(value: Json, change: Callable[[Json], Json]) -> Json:
    """The value with each of its leaves as `change` makes them."""
    if isinstance(value, Mapping):
        return {key: replaced(inner, change) for key, inner in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [replaced(inner, change) for inner in value]
    return change(value)


def in_order(plan: Plan) -> list[Step]:
    """The steps, each behind those that it depends on. Raises `PlanError` for a circle or a step that is missing."""
    known = {step.id for step in plan.steps}
    for step in plan.steps:
        for needed in step.depends_on:
            if needed not in known:
                raise PlanError(f"Step {step.id} uses an output of step {needed}, which the plan does not have.")
    done: dict[str, Step] = {}
    while len(done) < len(plan.steps):
        ready = [step for step in plan.steps if step.id not in done and all(one in done for one in step.depends_on)]
        if not ready:
            left = ", ".join(step.id for step in plan.steps if step.id not in done)
            raise PlanError(f"The steps {left} wait for one another, so none of them can begin.")
        done.update((step.id, step) for step in ready)
    return list(done.values())


def _with_digests(step: Step, digests: Mapping[str, str]) -> Json:
    """What a step does, with the steps that it refers to named by what they do."""

    def change(leaf: Json) -> Json:
        reference = Reference.of(leaf)
        if reference is not None:
            return f"${digests[reference.step]}.{reference.output}"
        return float(leaf) if isinstance(leaf, int) and not isinstance(leaf, bool) else leaf

    return [step.worker, step.tool, replaced(step.arguments, change), step.output_key, step.shown]


def _digest(value: Json) -> str:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


# --------------------------------------------------------------------------- reading and checking


def plan_from_json(value: object, tools: Mapping[str, Tool]) -> Plan:
    """The plan that a JSON value holds, checked against the tools there are. Raises `PlanError`, one sentence."""
    if not isinstance(value, Mapping):
        raise PlanError("A plan is a JSON object with the key “steps”.")
    version = value.get("version", PLAN_VERSION)
    if version != PLAN_VERSION:
        raise PlanError(f"The plan has version {version!r}; this program reads version {PLAN_VERSION}.")
    steps = value.get("steps")
    if not isinstance(steps, list) or not steps:
        raise PlanError("“steps” of a plan is a list with at least one step.")
    plan = Plan(tuple(_step(one, number) for number, one in enumerate(steps, start=1)))
    for step, one in zip(plan.steps, steps, strict=True):
        stated = one.get("depends_on")
        if stated is not None and (not isinstance(stated, list) or sorted(map(str, stated)) != sorted(step.depends_on)):
            needed = ", ".join(step.depends_on) or "no step"
            raise PlanError(f"“depends_on” of step {step.id} does not match its arguments, which refer to {needed}.")
    check_plan(plan, tools)
    return plan


def _step(value: object, number: int) -> Step:
    if not isinstance(value, Mapping):
        raise PlanError(f"Step {number} of the plan is not a JSON object.")
    extra = sorted(map(str, set(value) - _STEP_KEYS))
    if extra:
        raise PlanError(f"Step {number} of the plan has the unknown key {extra[0]!r}.")
    for key in ("id", "worker", "tool", "output_key"):
        if not isinstance(value.get(key), str):
            raise PlanError(f"“{key}” of step {number} is missing or not a text.")
    if value["worker"] not in _WORKERS:
        raise PlanError(f"Step {number} names the worker {value['worker']!r}; there are {', '.join(_WORKERS)}.")
    arguments = value.get("arguments", {})
    if not isinstance(arguments, Mapping):
        raise PlanError(f"“arguments” of step {number} is not a JSON object.")
    shown = value.get("shown", True)
    if not isinstance(shown, bool):
        raise PlanError(f"“shown” of step {number} is neither true nor false.")
    check_values(arguments, f"step {number}")
    worker = cast(Worker, value["worker"])
    return Step(value["id"], worker, value["tool"], arguments, value["output_key"], shown)


def check_values(value: object, where: str, depth: int = 0) -> None:
    """Raise `PlanError` for what is no plain JSON value, is nested too deep or too long."""
    if depth > DEPTH_MAX:
        raise PlanError(f"The arguments of {where} are nested deeper than {DEPTH_MAX} levels.")
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if not isinstance(key, str):
                raise PlanError(f"The arguments of {where} have a key that is not a text.")
            check_values(inner, where, depth + 1)
    elif isinstance(value, str):
        if len(value) > TEXT_MAX_CHARS:
            raise PlanError(f"A text in the arguments of {where} is longer than {TEXT_MAX_CHARS} characters.")
        if value.startswith("$") and Reference.of(value) is None:
            raise PlanError(f"{value[:40]!r} in {where} is no reference; one looks like “$s1.names”.")
    elif isinstance(value, list | tuple):
        for inner in value:
            check_values(inner, where, depth + 1)
    elif value is not None and not isinstance(value, bool | int | float):
        raise PlanError(f"The arguments of {where} hold something that JSON has no value for.")


def check_plan(plan: Plan, tools: Mapping[str, Tool]) -> None:
    """Raise `PlanError`, one sentence, unless every step is a right call and every reference leads somewhere."""
    if not plan.steps:
        raise PlanError("The plan has no steps.")
    if len(plan.steps) > STEPS_MAX:
        raise PlanError(f"The plan has {len(plan.steps)} steps; {STEPS_MAX} are the most that are carried out.")
    ids = [step.id for step in plan.steps]
    for step in plan.steps:
        if not _STEP_ID.fullmatch(step.id):
            raise PlanError(f"{step.id[:40]!r} cannot be a step's id; ids are s1, s2 and so on.")
        if ids.count(step.id) > 1:
            raise PlanError(f"Two steps have the id {step.id}.")
        _check_call(step, tools)
    in_order(plan)
    for step in plan.steps:
        for reference in references(step.arguments):
            giver = plan.step(reference.step)
            if reference.output not in tools[giver.tool].outputs:
                raise PlanError(f"Step {step.id} uses {reference}, but {giver.tool} has no such output.")
        for name, argument in step.arguments.items():
            _check_references(step, name, argument, plan, tools)


def _check_call(step: Step, tools: Mapping[str, Tool]) -> None:
    tool = tools.get(step.tool)
    if tool is None:
        raise PlanError(f"Step {step.id} calls the tool {step.tool[:40]!r}, which there is not.")
    if tool.worker != step.worker:
        raise PlanError(f"Step {step.id} asks {step.worker} for {step.tool}, which is a tool of {tool.worker}.")
    if step.output_key not in tool.outputs:
        raise PlanError(f"Step {step.id} wants the output {step.output_key[:40]!r}, which {step.tool} does not have.")
    for name in step.arguments:
        if name not in tool.parameters:
            raise PlanError(f"Step {step.id} gives {step.tool} the argument {name[:40]!r}, which it does not take.")
    for name, parameter in tool.parameters.items():
        if name not in step.arguments:
            if parameter.required:
                raise PlanError(f"Step {step.id} does not give {step.tool} the argument {name!r} that it needs.")
            continue
        _check_argument(step, name, step.arguments[name], parameter)


def _check_argument(step: Step, name: str, value: Json, parameter: Parameter) -> None:
    """Raise unless an argument has the form that its parameter asks for; references are checked later."""
    if parameter.many and isinstance(value, Sequence) and not isinstance(value, str):
        if not value:
            raise PlanError(f"The argument {name!r} of step {step.id} is an empty list.")
        for one in value:
            _check_one(step, name, one, parameter)
        return
    _check_one(step, name, value, parameter)


def _check_one(step: Step, name: str, value: Json, parameter: Parameter) -> None:
    if Reference.of(value) is not None:
        if parameter.kind in ("text", "choice", "flag"):
            raise PlanError(f"The argument {name!r} of step {step.id} cannot be an output of another step.")
        return
    fits = {
        "text": isinstance(value, str) and bool(value.strip()),
        "choice": isinstance(value, str) and value in parameter.choices,
        "flag": isinstance(value, bool),
        "number": isinstance(value, int | float) and not isinstance(value, bool),
        "typed": True,
    }.get(parameter.kind, isinstance(value, str) and "/" in value)
    if not fits:
        wanted = f"one of {', '.join(parameter.choices)}" if parameter.kind == "choice" else f"a {parameter.kind}"
        raise PlanError(f"The argument {name!r} of step {step.id} is {_short(value)}, not {wanted}.")


def _check_references(step: Step, name: str, value: Json, plan: Plan, tools: Mapping[str, Tool]) -> None:
    """Raise where an output of one kind stands for an argument of another; nested ones are read with their query."""
    kind: Kind = tools[step.tool].parameters[name].kind
    if kind == "typed":
        return
    for reference in references(value):
        given = tools[plan.step(reference.step).tool].outputs[reference.output]
        if given != kind:
            raise PlanError(f"The argument {name!r} of step {step.id} is a {kind}, but {reference} is a {given}.")


def _short(value: Json) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}…"
