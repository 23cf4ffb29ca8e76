"""The tools that a plan may call: which worker has them, what they take and what they give.

The tools of the stats worker are the typed queries of `question.algebra`, one tool for each class with its fields as
parameters, and a few operations on the results of earlier steps. Each other worker has one tool, which takes a
question in words, because that is what its source takes.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Literal, get_args

from ..question import algebra
from ..request import Worker

#: What a parameter takes and an output gives. "typed" is a value of the algebra: a condition, an order, an attribute.
Kind = Literal["pokemon", "move", "type", "ability", "number", "text", "choice", "flag", "passages", "typed"]


@dataclass(frozen=True, slots=True)
class Parameter:
    """What a tool takes under one name. `many`: a list of such values is taken, too."""

    kind: Kind
    required: bool = False
    many: bool = False
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool of one worker. `outputs` maps the name of each output to its kind."""

    name: str
    worker: Worker
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    outputs: Mapping[str, Kind] = field(default_factory=dict)
    #: The class of the query that the tool runs; None for any other tool.
    query: type | None = None


#: What every typed query gives, as far as it is in its answer. `number` is the one number that was asked for.
QUERY_OUTPUTS: Mapping[str, Kind] = {
    "names": "pokemon", "moves": "move", "types": "type", "abilities": "ability", "count": "number",
    "number": "number", "text": "text",
}  # fmt: skip

#: The worker behind each evidence source, and the tool by which it is asked.
SOURCE_TOOLS: Mapping[str, tuple[Worker, str]] = {
    "knowledge_base": ("rag_worker", "retrieve"),
    "graph": ("graph_worker", "connect"),
    "web": ("web_worker", "search_web"),
    "mcp": ("mcp_worker", "call_tool"),
}

FUNCTIONS = ("average", "sum", "max", "min")
OPERATIONS = ("union", "intersection", "difference")
COMPARISONS = ("difference", "more", "fewer", "equal", "ratio", "sum")


def tool_name(query: type) -> str:
    """The tool that runs queries of a class: "dex_lookup" for `DexLookup`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", query.__name__).lower()


def _query_tool(query: type) -> Tool:
    parameters = {
        one.name: Parameter(
            "typed", required=one.default is MISSING and one.default_factory is MISSING, many=True
        )
        for one in fields(query)
    }  # fmt: skip
    if query in (algebra.Search, algebra.Learn):
        # Only these Pokémon count: the result of an earlier step.
        parameters["among"] = Parameter("pokemon", many=True)
    return Tool(tool_name(query), "stats_worker", parameters, QUERY_OUTPUTS, query)


def _build_tools() -> dict[str, Tool]:
    tools = [_query_tool(query) for query in get_args(algebra.Query)]
    tools += [
        Tool(
            "combine",
            "stats_worker",
            {
                "operation": Parameter("choice", required=True, choices=OPERATIONS),
                "sets": Parameter("pokemon", required=True, many=True),
            },
            {"names": "pokemon", "count": "number", "text": "text"},
        ),
        Tool(
            "calculate",
            "stats_worker",
            {
                "of": Parameter("pokemon", required=True, many=True),
                "attribute": Parameter("typed", required=True),
                "function": Parameter("choice", required=True, choices=FUNCTIONS),
            },
            {"number": "number", "text": "text"},
        ),
        Tool(
            "compare_numbers",
            "stats_worker",
            {
                "left": Parameter("number", required=True),
                "right": Parameter("number", required=True),
                "comparison": Parameter("choice", required=True, choices=COMPARISONS),
            },
            {"number": "number", "text": "text"},
        ),
    ]
    tools += [
        Tool(
            name,
            worker,
            {"question": Parameter("text", required=True), "about": Parameter("pokemon", many=True)},
            {"passages": "passages", "names": "pokemon", "text": "text"},
        )
        for worker, name in SOURCE_TOOLS.values()
    ]
    by_name = {tool.name: tool for tool in tools}
    assert len(by_name) == len(tools), "two tools share a name"
    return by_name


TOOLS: Mapping[str, Tool] = _build_tools()


def tools_version(tools: Mapping[str, Tool] = TOOLS) -> str:
    """A hash that changes whenever a tool appears, disappears, or takes or gives something else."""
    described = {
        name: [
            tool.worker,
            {key: [p.kind, p.required, p.many, list(p.choices)] for key, p in tool.parameters.items()},
            dict(tool.outputs),
        ]
        for name, tool in tools.items()
    }
    return hashlib.sha256(json.dumps(described, sort_keys=True).encode()).hexdigest()[:16]
