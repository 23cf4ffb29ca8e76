"""A plan as a template: its values are slots, and what is left is how questions of this kind are answered.

    {"plan_id": "…", "version": 1, "intent": "search+learn", "description": "which {type_1} types outspeed {pokemon_1}",
     "slots": [{"name": "type_1", "type": "type", "required": true}, …],
     "task_graph": {"nodes": [{"id": "s1", "type": "tool_call", "tool_name": "search", "worker": "stats_worker",
         "parameters": {"condition": {"HasType": {"type_id": "{type_1}"}}}, "prompt_template": null, "depends_on": [],
         "output_key": "names", "shown": true}]},
     "signature": {"slot_types": ["pokemon", "type"], "task_graph_hash": "…"}, "bindings": {…}, "sample_input": {…},
     "sample_output": "…", "hit_count": 0, "last_hit_time": null, "creation_time": 0.0, "avg_latency_saved": 0.0,
     "state": "active"}

A node of type `llm_prompt` hands words to a source: those stand in `prompt_template`, with the slots as their values
are written in the question. Times are seconds since 1970, latencies milliseconds.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, cast, get_args

from ...agent.plan import Json, Plan, Reference, Step, check_plan, check_values, in_order
from ...agent.tools import Tool
from ...errors import PlanError
from ...request import Worker
from .skeleton import Skeleton, Slot

#: `active` ones are used; `waiting` ones want to be looked at first; `invalid` ones did not work or rest on something
#: that has changed; `disabled` ones were switched off by somebody.
State = Literal["active", "waiting", "disabled", "invalid"]
STATES: tuple[State, ...] = get_args(State)

#: The kinds of typed names that questions name. One in a plan that the question does not name was worked out from its
#: values, and would be wrong for others.
_NAMED = frozenset({
    "pokemon", "form", "look", "move", "ability", "item", "type", "nature", "egg_group", "region", "generation",
    "version_group",
})  # fmt: skip
_SLOT = re.compile(r"\{([a-z_]+_[0-9]{1,2})(\.generation)?\}")
_NAME = re.compile(r"[a-z_]+/[^\s]+")
#: No count and no time that a template holds is larger.
_NUMBER_MAX = 1e12


class NotAbstractError(Exception):
    """A plan cannot become a template; the message says why, in a sentence."""


@dataclass(frozen=True, slots=True)
class Node:
    """A step whose values are slots. `parameters` are its arguments; the worded one stands in `prompt_template`."""

    id: str
    tool_name: str
    worker: Worker
    parameters: Mapping[str, Json]
    output_key: str
    prompt_template: str | None = None
    shown: bool = True

    def to_json(self) -> dict[str, Json]:
        """The node as `task_graph.nodes` holds it."""
        depends_on = Step(self.id, self.worker, self.tool_name, self.parameters, self.output_key).depends_on
        return {
            "id": self.id,
            "type": "tool_call" if self.prompt_template is None else "llm_prompt",
            "tool_name": self.tool_name,
            "worker": self.worker,
            "parameters": self.parameters,
            "prompt_template": self.prompt_template,
            "depends_on": list(depends_on),
            "output_key": self.output_key,
            "shown": self.shown,
        }


@dataclass(frozen=True, slots=True)
class Sample:
    """The question that a template was made from: its text, language and the values of its slots."""

    question: str
    language: str
    values: Mapping[str, Json]
    texts: Mapping[str, str]

    def to_json(self) -> dict[str, Json]:
        """The sample as `sample_input`."""
        return {
            "question": self.question,
            "language": self.language,
            "values": self.values,
            "texts": dict(self.texts),
        }


@dataclass(frozen=True, slots=True)
class Template:
    """A plan without the values of the question that it was made for."""

    plan_id: str
    intent: str
    description: str
    slots: tuple[Slot, ...]
    nodes: tuple[Node, ...]
    bindings: Mapping[str, str]
    sample: Sample
    sample_output: str = ""
    version: int = 1
    state: State = "active"
    reason: str = ""
    by: str = "rules"
    planning_ms: float = 0.0
    planner_tokens: int = 0
    planner_calls: int = 0
    hit_count: int = 0
    last_hit_time: float | None = None
    creation_time: float = 0.0
    avg_latency_saved: float = 0.0

    @property
    def slot_types(self) -> tuple[str, ...]:
        """The types of the slots, sorted."""
        return tuple(sorted(slot.type for slot in self.slots))

    @property
    def task_graph_hash(self) -> str:
        """What two templates share if they do the same with the same slots."""
        return _plan_of(self.nodes).hash[:32]

    @property
    def workers(self) -> frozenset[Worker]:
        """The workers that the plan calls."""
        return frozenset(node.worker for node in self.nodes)

    def to_json(self) -> dict[str, Json]:
        """The template as it is stored, shown, exported."""
        return {
            "plan_id": self.plan_id,
            "version": self.version,
            "intent": self.intent,
            "description": self.description,
            "slots": [{"name": one.name, "type": one.type, "required": one.required} for one in self.slots],
            "task_graph": {"nodes": [node.to_json() for node in self.nodes]},
            "signature": {"slot_types": list(self.slot_types), "task_graph_hash": self.task_graph_hash},
            "bindings": dict(self.bindings),
            "sample_input": self.sample.to_json(),
            "sample_output": self.sample_output,
            "hit_count": self.hit_count,
            "last_hit_time": self.last_hit_time,
            "creation_time": self.creation_time,
            "avg_latency_saved": round(self.avg_latency_saved, 3),
            "state": self.state,
            "reason": self.reason,
            "by": self.by,
            "planning_ms": round(self.planning_ms, 3),
            "planner_tokens": self.planner_tokens,
            "planner_calls": self.planner_calls,
        }


# --------------------------------------------------------------------------- a plan to a template


@dataclass(slots=True)
class _Binding:
    """Which slots a plan's values were found to be."""

    skeleton: Skeleton
    used: set[str] = field(default_factory=set)


def nodes_of(
    plan: Plan, skeleton: Skeleton, tools: Mapping[str, Tool], names_something: Callable[[str], bool]
) -> tuple[Node, ...]:
    """The steps of a plan with the question's values replaced by its slots. `names_something` tells whether a text
    holds a name or a number.

    Raises `NotAbstractError` where a slot is not used, a value could be of two slots, or one follows from others.
    """
    _check_ambiguity(skeleton)
    binding = _Binding(skeleton)
    nodes = []
    for step in in_order(plan):
        worded = [name for name, one in tools[step.tool].parameters.items() if one.kind == "text"]
        parameters = {
            name: _slotted(value, binding, name) for name, value in step.arguments.items() if name not in worded
        }
        prompt = None
        for name in worded:
            if name in step.arguments:
                prompt = _worded(str(step.arguments[name]), binding, names_something)
        nodes.append(Node(step.id, step.tool, step.worker, parameters, step.output_key, prompt, step.shown))
    unused = [one.text for name, one in skeleton.values.items() if name not in binding.used]
    if unused:
        raise NotAbstractError(f"The plan does not hold “{unused[0]}” of the question as it stands.")
    _check_numbers(plan, skeleton)
    return tuple(nodes)


def _check_ambiguity(skeleton: Skeleton) -> None:
    """Two slots with the same value: which of them a value of the plan comes from cannot be told."""
    seen: set[str] = set()
    for one in skeleton.filled:
        key = json.dumps(one.value)
        if key in seen:
            raise NotAbstractError(f"“{one.text}” stands in the question for more than one thing.")
        seen.add(key)


def _check_numbers(plan: Plan, skeleton: Skeleton) -> None:
    """A number of the question that a plan holds under several names may be there by chance ("the first of Gen 1")."""
    numbers = {one.value for one in skeleton.filled if isinstance(one.value, int | float)}
    places: dict[Json, set[str]] = {}
    for step in plan.steps:
        for path, leaf in _leaves(step.arguments):
            if not isinstance(leaf, bool) and isinstance(leaf, int | float) and leaf in numbers:
                places.setdefault(leaf, set()).add(path)
    for number, names in places.items():
        if len(names) > 1:
            listed = ", ".join(sorted(names))
            raise NotAbstractError(f"The number {number:g} stands in the plan for several things ({listed}).")


def _leaves(value: Json, name: str = "") -> Iterator[tuple[str, Json]]:
    """Every value inside a value with the name that it stands under."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _leaves(inner, key)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for inner in value:
            yield from _leaves(inner, name)
    else:
        yield name, value


def _slotted(value: Json, binding: _Binding, name: str) -> Json:
    """A value of a plan with slots in it."""
    for slot, one in binding.skeleton.values.items():
        if one.value == value and not isinstance(value, bool):
            binding.used.add(slot)
            return "{" + slot + "}"
        if isinstance(one.value, list) and len(one.value) == 1 and one.value[0] == value:
            binding.used.add(slot)
            return "{" + slot + "}"
    if isinstance(value, Mapping):
        if value.get("version_groups"):
            return _scope(value, binding)
        return {key: _slotted(inner, binding, key) for key, inner in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_slotted(inner, binding, name) for inner in value]
    if isinstance(value, str) and Reference.of(value) is None and _NAME.fullmatch(value):
        kind = value.partition("/")[0]
        if kind in _NAMED:
            raise NotAbstractError(f"The plan names {value}, which the question does not.")
    return value


def _scope(value: Mapping[str, Json], binding: _Binding) -> Json:
    """A time that is told by games: its generation follows from the game."""
    slotted = {
        key: _slotted(inner, binding, key) for key, inner in value.items() if key != "generation"
    }  # fmt: skip
    games = [name for name, one in binding.skeleton.values.items() if one.slot.type == "game"]
    if "generation" in value:
        if len(games) != 1:
            raise NotAbstractError("The plan joins several games.")
        slotted["generation"] = "{" + games[0] + ".generation}"
    return slotted


def _worded(text: str, binding: _Binding, names_something: Callable[[str], bool]) -> str:
    """A worded argument with slots where the question's values are written."""
    slots = {one.text.casefold(): name for name, one in binding.skeleton.values.items()}
    written = "|".join(re.escape(one) for one in sorted(slots, key=len, reverse=True))
    # Chinese and Japanese put no spaces between words, so only Latin letters and digits have to end there.
    pattern = re.compile(rf"(?<![A-Za-z0-9])(?:{written})(?![A-Za-z0-9])" if slots else r"(?!)", re.IGNORECASE)
    for match in pattern.finditer(text):
        binding.used.add(slots[match[0].casefold()])
    if names_something(pattern.sub(" ", text)):
        raise NotAbstractError("The plan's words name something that the question does not.")
    return pattern.sub(lambda match: "{" + slots[match[0].casefold()] + "}", text)


# --------------------------------------------------------------------------- a template to a plan


def fill(template: Template, skeleton: Skeleton, tools: Mapping[str, Tool], generation_of: Mapping[str, str]) -> Plan:
    """The plan for a question of the template's kind, checked.

    `generation_of` gives the generation of a game ("version_group/platinum" → "generation/4"). Raises `PlanError`
    where a slot has no value, or the plan is not well formed with the tools there are.
    """
    return fill_with(
        template,
        {name: one.value for name, one in skeleton.values.items()},
        {name: one.text for name, one in skeleton.values.items()},
        tools,
        generation_of,
    )


def fill_with(
    template: Template,
    values: Mapping[str, Json],
    texts: Mapping[str, str],
    tools: Mapping[str, Tool],
    generation_of: Mapping[str, str],
) -> Plan:
    """The plan with given values; see `fill`."""
    missing = [slot.name for slot in template.slots if slot.required and slot.name not in values]
    if missing:
        raise PlanError(f"The template needs a value for {missing[0]}.")
    steps = []
    for node in template.nodes:
        if node.tool_name not in tools:
            raise PlanError(f"The template calls the tool {node.tool_name!r}, which there is not.")
        arguments = {key: _filled(value, values, generation_of) for key, value in node.parameters.items()}
        if node.prompt_template is not None:
            worded = [name for name, one in tools[node.tool_name].parameters.items() if one.kind == "text"]
            if not worded:
                raise PlanError(f"The tool {node.tool_name!r} takes no words, but the template has some for it.")
            arguments[worded[0]] = _SLOT.sub(lambda match: texts.get(match[1], match[0]), node.prompt_template)
        steps.append(Step(node.id, node.worker, node.tool_name, arguments, node.output_key, node.shown))
    plan = Plan(tuple(steps))
    check_plan(plan, tools)
    return plan


def _filled(value: Json, values: Mapping[str, Json], generation_of: Mapping[str, str]) -> Json:
    if isinstance(value, str):
        match = _SLOT.fullmatch(value)
        if match is None:
            return value
        if match[1] not in values:
            raise PlanError(f"The template uses the slot {match[1]}, which has no value.")
        own = values[match[1]]
        if match[2] is None:
            return own
        games = own if isinstance(own, list) else [own]
        generations = [generation_of[str(game)] for game in games if str(game) in generation_of]
        return max(generations, key=_number, default=None)
    if isinstance(value, Mapping):
        return {key: _filled(inner, values, generation_of) for key, inner in value.items()}
    if isinstance(value, Sequence):
        flat: list[Json] = []
        for inner in value:
            one = _filled(inner, values, generation_of)
            flat.extend(one) if isinstance(one, list) and isinstance(inner, str) else flat.append(one)
        return flat
    return value


def _number(generation: str) -> int:
    return int(generation.rpartition("/")[2])


def _plan_of(nodes: Sequence[Node]) -> Plan:
    """The nodes as steps, slots and all: for their hash and their order."""
    return Plan(
        tuple(
            Step(
                node.id,
                node.worker,
                node.tool_name,
                {**node.parameters, **({} if node.prompt_template is None else {"prompt": node.prompt_template})},
                node.output_key,
                node.shown,
            )
            for node in nodes
        )
    )


def intent_of(nodes: Sequence[Node]) -> str:
    """What a plan does, in short: its tools in order ("search+learn")."""
    return "+".join(dict.fromkeys(node.tool_name for node in nodes))


def plan_id_of(nodes: Sequence[Node], slots: Sequence[Slot]) -> str:
    """The id of a template: equal ones have the same, whatever the words of their questions."""
    value = [_plan_of(nodes).hash, sorted((slot.name, slot.type) for slot in slots)]
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()[:16]


# --------------------------------------------------------------------------- from JSON


def template_from_json(value: object, tools: Mapping[str, Tool], generation_of: Mapping[str, str]) -> Template:
    """The template that a JSON value holds, checked by filling it with its sample. Raises `PlanError`, one sentence."""
    template = read_template(value)
    fill_with(template, template.sample.values, template.sample.texts, tools, generation_of)
    return template


def read_template(value: object) -> Template:
    """The template that a JSON value holds. Raises `PlanError` where a field is missing or of another kind."""
    if not isinstance(value, Mapping):
        raise PlanError("A template is a JSON object.")
    graph, sample = value.get("task_graph"), value.get("sample_input")
    if not isinstance(graph, Mapping) or not isinstance(graph.get("nodes"), list) or not graph["nodes"]:
        raise PlanError("“task_graph.nodes” of a template is a list with at least one node.")
    if not isinstance(sample, Mapping):
        raise PlanError("“sample_input” of a template is a JSON object.")
    state = value.get("state", "waiting")
    if state not in STATES:
        raise PlanError(f"“state” of a template is one of {', '.join(STATES)}.")
    check_values(_mapping(sample, "values"), "the sample")
    slots = tuple(_slot(one) for one in _list(value, "slots"))
    names = {slot.name for slot in slots}
    if len(names) != len(slots):
        raise PlanError("Two slots of a template have the same name.")
    nodes = tuple(_node(one) for one in graph["nodes"])
    for node in nodes:
        for name in _slots_in([node.parameters, node.prompt_template or ""]):
            if name not in names:
                raise PlanError(f"Node {node.id} uses the slot {name}, which the template does not have.")
    last = value.get("last_hit_time")
    return Template(
        plan_id=_text(value, "plan_id"),
        version=int(_number_in(value, "version", 1)),
        intent=_text(value, "intent"),
        description=_text(value, "description"),
        slots=slots,
        nodes=nodes,
        bindings={str(key): str(one) for key, one in _mapping(value, "bindings").items()},
        sample=Sample(
            _text(sample, "question"),
            _text(sample, "language"),
            dict(_mapping(sample, "values")),
            {str(key): str(one) for key, one in _mapping(sample, "texts").items()},
        ),
        sample_output=str(value.get("sample_output", "")),
        state=cast(State, state),
        reason=str(value.get("reason", "")),
        by=str(value.get("by", "rules")),
        planning_ms=float(_number_in(value, "planning_ms", 0.0)),
        planner_tokens=int(_number_in(value, "planner_tokens", 0)),
        planner_calls=int(_number_in(value, "planner_calls", 0)),
        hit_count=int(_number_in(value, "hit_count", 0)),
        last_hit_time=float(last) if isinstance(last, int | float) else None,
        creation_time=float(_number_in(value, "creation_time", 0.0)),
        avg_latency_saved=float(_number_in(value, "avg_latency_saved", 0.0)),
    )


def _slots_in(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield from (match[1] for match in _SLOT.finditer(value))
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _slots_in(inner)
    elif isinstance(value, Sequence):
        for inner in value:
            yield from _slots_in(inner)


def _slot(value: object) -> Slot:
    if not isinstance(value, Mapping):
        raise PlanError("A slot of a template is a JSON object.")
    name, required = _text(value, "name"), value.get("required", True)
    if not _SLOT.fullmatch("{" + name + "}"):
        raise PlanError(f"{name[:40]!r} cannot be a slot's name; one looks like “type_1”.")
    return Slot(name, _text(value, "type"), required is not False)


def _node(value: object) -> Node:
    """A node, checked as a step of a plan is."""
    if not isinstance(value, Mapping):
        raise PlanError("A node of a template is a JSON object.")
    prompt = value.get("prompt_template")
    if prompt is not None and not isinstance(prompt, str):
        raise PlanError("“prompt_template” of a node is a text or null.")
    if value.get("type") not in ("tool_call", "llm_prompt"):
        raise PlanError("“type” of a node is tool_call or llm_prompt.")
    check_values(_mapping(value, "parameters"), f"node {_text(value, 'id')}")
    return Node(
        _text(value, "id"),
        _text(value, "tool_name"),
        cast(Worker, _text(value, "worker")),
        dict(_mapping(value, "parameters")),
        _text(value, "output_key"),
        prompt,
        value.get("shown", True) is not False,
    )


def _text(value: Mapping[str, object], key: str) -> str:
    found = value.get(key)
    if not isinstance(found, str) or not found:
        raise PlanError(f"“{key}” of a template is missing or not a text.")
    return found


def _list(value: Mapping[str, object], key: str) -> list[object]:
    found = value.get(key)
    if not isinstance(found, list):
        raise PlanError(f"“{key}” of a template is missing or not a list.")
    return found


def _mapping(value: Mapping[str, object], key: str) -> Mapping[str, Json]:
    found = value.get(key, {})
    if not isinstance(found, Mapping):
        raise PlanError(f"“{key}” of a template is not a JSON object.")
    return found


def _number_in(value: Mapping[str, object], key: str, otherwise: float) -> float:
    found = value.get(key, otherwise)
    if isinstance(found, bool) or not isinstance(found, int | float) or not abs(found) <= _NUMBER_MAX:
        raise PlanError(f"“{key}” of a template is not a number, or too large.")
    return found
