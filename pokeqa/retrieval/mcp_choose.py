"""Which tools of an MCP server a question calls for: by its typed query, by a language model, or by its words."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..paths import DATA
from ..pokedex.dataset import Dataset
from ..question import algebra
from ..question.algebra import And, Condition, Mon, Query, Subject, Thing
from ..question.understanding import Understanding
from ..yaml_files import read_yaml
from .completion import Complete

if TYPE_CHECKING:
    from mcp_types import Tool

logger = logging.getLogger(__name__)

MAX_CALLS = 3
#: What a model gets to see of the tools, in characters.
TOOLS_MAX_CHARS = 8000

#: Arguments by which a tool takes a question as it is.
_TEXT_ARGUMENTS = (
    "query",
    "question",
    "q",
    "text",
    "prompt",
    "input",
    "search",
    "keyword",
    "keywords",
    "name",
    "topic",
)
_WORD = re.compile(r"[a-z]{3,}")


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool, its arguments, and why this one."""

    tool: str
    arguments: Mapping[str, Any]
    why: str


def usable(tools: Iterable[Tool]) -> tuple[Tool, ...]:
    """The tools that may be called for a question: not those that say of themselves that they change something."""
    found = []
    for tool in tools:
        hints = tool.annotations
        if hints is None or hints.read_only_hint or (hints.read_only_hint is None and not hints.destructive_hint):
            found.append(tool)
    return tuple(found)


# ---------------------------------------------------------------------- the bundled server


class PokedexChooser:
    """Calls of the bundled server's tools by the typed query."""

    def __init__(self, dataset: Dataset) -> None:
        self._dataset = dataset

    def choose(self, understanding: Understanding) -> tuple[ToolCall, ...]:
        """The calls for a question; none where it names nothing."""
        calls: list[ToolCall] = []
        for part in understanding.parts:
            if part.question is not None:
                calls += self._by_query(part.question.query)
        if not calls:
            subjects = [mention.subjects[0] for mention in understanding.mentions if len(mention.subjects) == 1]
            calls = [call for subject in dict.fromkeys(subjects) if (call := self._about(subject)) is not None]
        language = understanding.language
        unique = {f"{call.tool}{call.arguments}": call for call in calls}
        return tuple(
            ToolCall(call.tool, {**call.arguments, "language": language}, call.why)
            for call in list(unique.values())[:MAX_CALLS]
        )

    def _by_query(self, query: Query) -> list[ToolCall]:
        ways: Mapping[type[Any], Callable[[Any], list[ToolCall]]] = {
            algebra.Facts: self._facts,
            algebra.Evolve: lambda q: [self._call("evolution", q, name=self._mon(q.subject))],
            algebra.Compare: self._compare,
            algebra.Matchup: self._matchup,
            algebra.Learn: self._learn,
            algebra.Search: self._search,
            algebra.Check: lambda q: [call for call in (self._about(q.subject),) if call is not None],
        }
        way = ways.get(type(query))
        return [] if way is None else way(query)

    def _call(self, tool: str, query: Query, **arguments: Any) -> ToolCall:
        given = {name: value for name, value in arguments.items() if value not in (None, (), [])}
        return ToolCall(tool, given, f"the typed query is {type(query).__name__}")

    def _facts(self, query: algebra.Facts) -> list[ToolCall]:
        calls = []
        for subject in query.subjects:
            if isinstance(subject, Mon):
                attributes = [name for name in query.attributes if name != "profile"]
                generation = query.scope.generation
                name = self._mon(subject)
                calls.append(self._call("pokemon", query, name=name, attributes=attributes, generation=generation))
            elif (call := self._about(subject)) is not None:
                calls.append(call)
        return calls

    def _compare(self, query: algebra.Compare) -> list[ToolCall]:
        names = [self._mon(subject) for subject in query.subjects][:6]
        return [self._call("compare", query, names=names, attribute=query.attribute)]

    def _matchup(self, query: algebra.Matchup) -> list[ToolCall]:
        sides = {"attacking": self._side(query.attacker), "defending": self._side(query.defender)}
        return [self._call("type_matchup", query, **sides, generation=query.scope.generation)]

    def _learn(self, query: algebra.Learn) -> list[ToolCall]:
        pokemon = None if query.pokemon is None else self._mon(query.pokemon)
        move = None if query.move_id is None else self._thing(Thing("move", query.move_id))
        return [self._call("learnset", query, pokemon=pokemon, move=move)]

    def _search(self, query: algebra.Search) -> list[ToolCall]:
        if query.what != "pokemon" or query.scope != algebra.NOW:
            return []
        filters: dict[str, Any] = {}
        for condition in _flat(query.condition):
            if not self._filter(condition, filters):
                return []
        if query.order is not None:
            filters |= {"order_by": query.order.attribute, "descending": query.order.sense == "max"}
            filters["limit"] = query.order.limit
        return [self._call("find_pokemon", query, **filters)]

    def _filter(self, condition: Condition, filters: dict[str, Any]) -> bool:
        """Add a condition to the filters; False where the tool has no filter for it."""
        match condition:
            case algebra.HasType(type_id):
                filters.setdefault("types", []).append(self._thing(Thing("type", type_id)))
            case algebra.Learns(move_id):
                filters.setdefault("learns", []).append(self._thing(Thing("move", move_id)))
            case algebra.HasAbility(ability_id, "any"):
                filters["ability"] = self._thing(Thing("ability", ability_id))
            case algebra.Defends(type_id, "resist" | "weak" | "immune" as relation):
                name = {"resist": "resists", "weak": "weak_to", "immune": "immune_to"}[relation]
                filters[name] = self._thing(Thing("type", type_id))
            case algebra.InEggGroup(group):
                filters["egg_group"] = self._thing(Thing("egg_group", group))
            case algebra.FromGeneration(generation, "eq"):
                filters["generation"] = generation
            case algebra.IsClass("legendary"):
                filters["legendary"] = True
            case _:
                return False
        return True

    def _about(self, subject: Subject) -> ToolCall | None:
        if isinstance(subject, Mon):
            return ToolCall("pokemon", {"name": self._mon(subject)}, "the question names this Pokémon")
        if subject.kind == "move":
            return ToolCall("move", {"name": self._thing(subject)}, "the question names this move")
        if subject.kind == "type":
            return ToolCall("type_matchup", {"defending": self._thing(subject)}, "the question names this type")
        if subject.kind == "ability":
            return ToolCall("find_pokemon", {"ability": self._thing(subject)}, "the question names this ability")
        return None

    def _side(self, side: algebra.Side | None) -> str | None:
        if side is None:
            return None
        if isinstance(side, algebra.Types):
            return "/".join(self._thing(Thing("type", type_id)) for type_id in side.type_ids)
        if isinstance(side, Mon):
            return self._mon(side)
        return self._thing(side) if side.kind in ("move", "type") else None

    def _mon(self, mon: Mon) -> str:
        return self._dataset.pokemon[mon.pokemon_id].identifier

    def _thing(self, thing: Thing) -> str:
        tables: dict[str, Mapping[int, Any]] = {
            "move": self._dataset.moves, "type": self._dataset.types, "ability": self._dataset.abilities,
            "egg_group": self._dataset.egg_groups,
        }  # fmt: skip
        identifier: str = tables[thing.kind][thing.id].identifier
        return identifier


def _flat(condition: Condition) -> Iterable[Condition]:
    if isinstance(condition, And):
        for part in condition.conditions:
            yield from _flat(part)
    else:
        yield condition


# ---------------------------------------------------------------------- any server


async def by_model(question: str, tools: Sequence[Tool], complete: Complete) -> ToolCall | None:
    """The call that a language model chose, if it fits a tool's schema; None where it chose none or something else."""
    listing = "\n".join(
        json.dumps(
            {"name": tool.name, "description": (tool.description or "")[:500], "arguments": tool.input_schema},
            ensure_ascii=False,
        )
        for tool in tools
    )
    template: str = read_yaml(DATA / "prompts" / "choose_tool.yaml")["prompt"]
    try:
        text = await complete(template.format(tools=listing[:TOOLS_MAX_CHARS], question=question))
        choice = json.loads(text[text.index("{") : text.rindex("}") + 1])
    except Exception:
        logger.warning("The model chose no tool.", exc_info=True)
        return None
    tool = next((one for one in tools if one.name == choice.get("tool")), None)
    arguments = choice.get("arguments") or {}
    if tool is None or not isinstance(arguments, dict) or not fits(arguments, tool.input_schema):
        return None
    return ToolCall(tool.name, arguments, "the language model chose this tool")


def by_words(question: str, tools: Sequence[Tool]) -> ToolCall | None:
    """The tool that takes a text as it is and shares most words with the question; the only one there is, else."""
    asked = set(_WORD.findall(question.lower()))
    best: tuple[int, ToolCall] | None = None
    for tool in tools:
        argument = _text_argument(tool.input_schema)
        if argument is None:
            continue
        shared = len(asked & set(_WORD.findall(f"{tool.name} {tool.description or ''}".lower())))
        if best is None or shared > best[0]:
            call = ToolCall(tool.name, {argument: question}, "this tool takes a text and is nearest to the question")
            best = (shared, call)
    if best is None or (best[0] == 0 and len(tools) > 1):
        return None
    return best[1]


def _text_argument(schema: Mapping[str, Any]) -> str | None:
    """The argument that takes the question: the only required one, if it is a text."""
    properties = schema.get("properties", {})
    required = [name for name in schema.get("required", []) if name in properties]
    texts = [name for name in (required or properties) if properties[name].get("type") == "string"]
    if len(required) > 1 or (required and not texts):
        return None
    named = [name for name in _TEXT_ARGUMENTS if name in texts]
    return named[0] if named else (texts[0] if required and texts else None)


_TYPES: Mapping[str, tuple[type, ...]] = {
    "string": (str,), "integer": (int,), "number": (int, float), "boolean": (bool,), "array": (list,),
    "object": (dict,),
}  # fmt: skip


def fits(arguments: Mapping[str, Any], schema: Mapping[str, Any]) -> bool:
    """Whether arguments have the names and the plain types of a schema. The server checks the rest."""
    properties = schema.get("properties", {})
    if any(name not in arguments for name in schema.get("required", [])):
        return False
    for name, value in arguments.items():
        kind = properties.get(name, {}).get("type") if name in properties else "unknown"
        if kind == "unknown":
            return False
        if kind in _TYPES and not isinstance(value, _TYPES[kind]):
            return False
        if isinstance(value, bool) and kind in ("integer", "number"):
            return False
    return True
