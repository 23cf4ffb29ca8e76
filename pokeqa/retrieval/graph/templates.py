"""The Cypher templates of `data/graph/`, and searches put together from conditions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from ...errors import LexiconError
from ...paths import DATA
from ...question import algebra
from ...question.algebra import Condition, Search
from ...yaml_files import read_yaml
from .engine import Dialect

#: What the graph calls the dataset's relations of defence that a factor narrows.
_FACTORS = {"4x": 4.0, "2x": 2.0, "0.5x": 0.5, "0.25x": 0.25}

_OPERATORS = {"gt": ">", "ge": ">=", "lt": "<", "le": "<=", "eq": "=", "ne": "<>"}


@dataclass(frozen=True, slots=True)
class Call:
    """A query that is ready to run: `names` are nodes (label, id) that the answer's sentence calls by these fields."""

    template: str
    cypher: Mapping[str, str]
    parameters: Mapping[str, Any]
    limit: int
    count: str | None = None
    hit: str | None = None
    names: Mapping[str, tuple[str, int]] = field(default_factory=dict)

    def text(self, dialect: Dialect) -> str:
        """The Cypher for an engine."""
        return self.cypher.get(dialect) or self.cypher["ladybug"]


@dataclass(frozen=True, slots=True)
class Cue:
    """Words that ask for a template: `latin` matches whole words in folded text, `cjk` anywhere."""

    template: str
    latin: re.Pattern[str] | None
    cjk: tuple[str, ...]

    def found(self, text: str) -> bool:
        """Whether the text holds one of the words. `text` is in lower case."""
        latin = self.latin is not None and self.latin.search(text) is not None
        return latin or any(word in text for word in self.cjk)

    def words_in(self, text: str) -> str:
        """The words of a text that are the cue's."""
        found = [] if self.latin is None else self.latin.findall(text)
        return " ".join([*found, *(sign for sign in self.cjk if sign in text)])


def call(name: str, names: Mapping[str, tuple[str, int]], **parameters: Any) -> Call:
    """A template with its values. Raises `LexiconError` for a template that does not exist."""
    template = _templates().get(name)
    if template is None:
        raise LexiconError(f"There is no graph template {name!r}. Add it to data/graph/templates.yaml.")
    cypher = {"ladybug": template["cypher"].strip()}
    if "neo4j" in template:
        cypher["neo4j"] = template["neo4j"].strip()
    return Call(name, cypher, parameters, template["limit"], template.get("count"), template.get("hit"), names)


@cache
def _templates() -> Mapping[str, Any]:
    table: Mapping[str, Any] = read_yaml(DATA / "graph" / "templates.yaml")
    return table


@cache
def _conditions() -> Mapping[str, Any]:
    table: Mapping[str, Any] = read_yaml(DATA / "graph" / "conditions.yaml")
    return table


@cache
def cues(group: str) -> tuple[Cue, ...]:
    """The cues for one or for a pair of Pokémon, in the order in which they count."""
    return tuple(_cue(entry["template"], entry["words"]) for entry in read_yaml(DATA / "graph" / "cues.yaml")[group])


@cache
def defence_cues() -> tuple[Cue, ...]:
    """The cues for how a Pokémon stands to a type: "resist", "immune", "weak"."""
    return tuple(_cue(name, words) for name, words in read_yaml(DATA / "graph" / "cues.yaml")["defends"].items())


def _cue(name: str, words: Iterable[str]) -> Cue:
    latin = [re.escape(word.lower()) for word in words if word.isascii()]
    pattern = re.compile(rf"\b(?:{'|'.join(latin)})\b") if latin else None
    return Cue(name, pattern, tuple(word.lower() for word in words if not word.isascii()))


# ---------------------------------------------------------------------- searches


class UnsupportedConditionError(Exception):
    """The graph does not hold what this condition asks about."""


@dataclass(slots=True)
class _Parts:
    patterns: list[str] = field(default_factory=list)
    tests: list[str] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    parameters: dict[str, Any] = field(default_factory=dict)


def search_call(query: Search, *, limit: int, pokemon_id: int | None = None) -> Call | None:
    """The query for a search of Pokémon, or None where the graph does not hold what it asks for.

    `pokemon_id` limits it to one Pokémon: does the condition hold for it?
    """
    if query.what != "pokemon" or query.then != "none" or query.scope != algebra.NOW:
        return None
    parts = _Parts()
    try:
        for number, condition in enumerate(_flat(query.condition)):
            _add(parts, number, condition)
    except UnsupportedConditionError:
        return None
    order = ""
    if query.order is not None:
        column = _conditions()["numbers"].get(query.order.attribute)
        if column is None:
            return None
        order = f"p.{column} {'DESC' if query.order.sense == 'max' else 'ASC'}, "
        parts.tests.append(f"p.{column} IS NOT NULL")
    if pokemon_id is not None:
        parts.tests.append("p.id = $pokemon_id")
        parts.parameters["pokemon_id"] = pokemon_id
    elif query.forms == "species":
        parts.tests.append("(p.is_default = true OR p.form_kind = 'regional')")
    elif query.forms == "ordinary":
        parts.tests.append("p.is_default = true")
    if not parts.paths:
        parts.paths, parts.patterns = ["q"], ["q = (p)-[:HAS_TYPE]->(:Type)"]
    body = f"MATCH (p:Pokemon) MATCH {', '.join(parts.patterns)}"
    if parts.tests:
        body += f" WHERE {' AND '.join(parts.tests)}"
    cypher = f"{body} RETURN {', '.join(parts.paths)}, p.id AS hit ORDER BY {order}p.id"
    names = {} if pokemon_id is None else {"name": ("Pokemon", pokemon_id)}
    return Call(
        "search" if pokemon_id is None else "check",
        {"ladybug": cypher},
        parts.parameters,
        limit,
        count=f"{body} RETURN count(DISTINCT p.id) AS n",
        hit="Pokemon",
        names=names,
    )


def _flat(condition: Condition) -> Iterable[Condition]:
    if isinstance(condition, algebra.And):
        for part in condition.conditions:
            yield from _flat(part)
    else:
        yield condition


def _add(parts: _Parts, number: int, condition: Condition) -> None:
    negated = isinstance(condition, algebra.Not)
    inner = condition.condition if isinstance(condition, algebra.Not) else condition
    if isinstance(inner, algebra.Number):
        if negated:
            raise UnsupportedConditionError
        _add_number(parts, number, inner)
        return
    key, values = _fragment(inner)
    fragment = _conditions().get(key)
    if fragment is None:
        raise UnsupportedConditionError
    path, test = (fragment.get(name, "").replace("<i>", str(number)) for name in ("path", "where"))
    for name, value in zip("vw", values, strict=False):
        parts.parameters[f"{name}{number}"] = value
    if negated:
        where = f" WHERE {test}" if test else ""
        parts.tests.append(f"NOT EXISTS {{ MATCH {path}{where} }}" if path else f"NOT ({test})")
        return
    if path:
        parts.patterns.append(f"q{number} = {path}")
        parts.paths.append(f"q{number}")
    if test:
        parts.tests.append(test)


def _add_number(parts: _Parts, number: int, condition: algebra.Number) -> None:
    column = _conditions()["numbers"].get(condition.attribute)
    if column is None:
        raise UnsupportedConditionError
    parts.parameters[f"v{number}"] = condition.value
    parts.tests.append(f"p.{column} {_OPERATORS[condition.op]} $v{number}")


def _fragment(condition: Condition) -> tuple[str, tuple[Any, ...]]:
    """The key of the condition's fragment, and its values."""
    match condition:
        case algebra.HasType(type_id):
            return "HasType", (type_id,)
        case algebra.HasAbility(ability_id, slot) if slot in ("any", "hidden"):
            return ("HasAbility" if slot == "any" else "HasAbility.hidden"), (ability_id,)
        case algebra.Learns(move_id, algebra.NOW, method):
            return ("Learns", (move_id,)) if method is None else ("Learns.method", (move_id, method))
        case algebra.Defends(type_id, relation):
            if relation in _FACTORS:
                return "Defends.factor", (type_id, _FACTORS[relation])
            return f"Defends.{relation}", (type_id,)
        case algebra.InEggGroup(group):
            return "InEggGroup", (group,)
        case algebra.FromGeneration(generation, "eq"):
            return "FromGeneration", (generation,)
        case algebra.IsClass(name) | algebra.HasForm(name):
            return f"{type(condition).__name__}.{name}", ()
        case _:
            raise UnsupportedConditionError
