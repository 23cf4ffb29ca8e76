"""Paths and rows of the graph in the words of one language. The wording is in `data/answers/<language>/graph.yaml`."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...pokedex.answers.context import Context
from ...pokedex.answers.evolve_how import How
from ...pokedex.answers.evolve_line import Lines
from ...pokedex.dataset import Dataset
from ..evidence import Evidence
from .paths import Node, Path, Rows, Step
from .templates import Call

#: Templates whose paths are one step long: steps of a kind become one piece of evidence.
GROUPED = frozenset(
    {
        "types", "weaknesses", "resistances", "abilities", "egg_groups", "games", "moves", "neighbourhood",
        "type_neighbourhood", "move_neighbourhood", "generation_neighbourhood",
    }
)  # fmt: skip
#: How many names a sentence lists before it says how many more there are.
NAMES_SHOWN = 8
#: How many paths a sentence shows.
PATHS_SHOWN = 8
#: How many names a grouped piece of evidence holds.
GROUP_SHOWN = 40

_TABLES = {
    "Species": "species", "Type": "types", "Ability": "abilities", "Move": "moves", "EggGroup": "egg_groups",
    "Generation": "generations",
}  # fmt: skip


class GraphWords:
    """Words for what the graph finds, in one language."""

    def __init__(self, dataset: Dataset, language: str) -> None:
        self._dataset = dataset
        self._context = Context(dataset, language)
        self._lines = Lines(dataset)
        self._how = How(self._context, self._lines)
        self.say = self._context.say

    # ------------------------------------------------------------------ names and paths

    def name(self, node: Node) -> str:
        """What a node is called in this language; a node that the dataset does not hold by its own name."""
        context, dataset = self._context, self._dataset
        if node.label == "Pokemon" and node.id in dataset.pokemon:
            return context.mon_name(dataset.pokemon[node.id])
        if node.label == "Game" and node.id in dataset.version_groups:
            return context.version_group_name(node.id)
        if node.label == "Species" and node.id in dataset.species:
            return self.say("graph.species", name=context.species_name(node.id))
        table: Mapping[int, Any] = getattr(dataset, _TABLES.get(node.label, ""), {})
        return context.name(table[node.id].names) if node.id in table else node.name

    def path(self, path: Path) -> str:
        """A path as a person reads it: "Pikachu —evolves with a Thunder Stone→ Raichu"."""
        if not path.nodes:
            return ""
        text = self.name(path.nodes[0])
        for before, step, after in zip(path.nodes, path.steps, path.nodes[1:], strict=False):
            text += self._step(before, step, after) + self.name(after)
        return text

    def _step(self, before: Node, step: Step, after: Node) -> str:
        source, target = (before, after) if step.forward else (after, before)
        kind = step.kind
        if kind == "HAS_ABILITY" and step.properties.get("slot") == "hidden":
            kind = "HAS_ABILITY_hidden"
        key = f"graph.path.{kind}.{'forward' if step.forward else 'back'}"
        if key not in self._context.phrases:
            return f" {self.say('graph.path.any')} "
        return self.say(
            key,
            how=self._evolution(source, target) if step.kind == "EVOLVES_TO" else "",
            methods=self._methods(str(step.properties.get("methods", ""))),
            factor=_factor(step.properties.get("factor")),
        )

    def _evolution(self, source: Node, target: Node) -> str:
        for step in self._lines.into(source.id):
            if step.target == target.id:
                return self._how.short(step)
        return ""

    def _methods(self, methods: str) -> str:
        names = []
        for method in filter(None, methods.split(", ")):
            key = f"graph.method.{method}"
            names.append(self.say(key) if key in self._context.phrases else method)
        return self.say("graph.list").join(names)

    # ------------------------------------------------------------------ evidence

    def evidence(self, call: Call, rows: Rows) -> tuple[Evidence, ...]:
        """The paths of a query as evidence, best first."""
        found = [paths for paths in (_paths_of(row) for row in rows.rows) if paths]
        if call.template in GROUPED:
            return tuple(self._grouped(call, found))
        return tuple(self._evidence(call, paths) for paths in found)

    def _evidence(self, call: Call, paths: Sequence[Path], text: str | None = None) -> Evidence:
        ends = [paths[0].nodes[0], *(path.nodes[-1] for path in paths[:NAMES_SHOWN])]
        names = list(dict.fromkeys(self.name(node) for node in ends))
        key = "; ".join(path.key() for path in paths)
        return Evidence(
            id=f"graph/{call.template}/{hashlib.sha256(key.encode()).hexdigest()[:12]}",
            source="graph",
            title=f"{names[0]} → {self.say('graph.list').join(names[1:])}" if len(names) > 1 else names[0],
            text=text or self.say("graph.paths").join(self.path(path) for path in paths),
            where="; ".join(dict.fromkeys(path.pattern() for path in paths)),
            metadata={"template": call.template, "paths": [self._drawn(path) for path in paths]},
        )

    def _grouped(self, call: Call, found: Iterable[Sequence[Path]]) -> Iterable[Evidence]:
        groups: dict[tuple[Node, str, bool, str], list[Path]] = {}
        for paths in found:
            for path in paths:
                step = path.steps[0]
                note = str(step.properties.get("slot", "")) + str(step.properties.get("factor", ""))
                if step.kind in ("EVOLVES_TO", "LEARNS"):
                    note = path.key()
                groups.setdefault((path.nodes[0], step.kind, step.forward, note), []).append(path)
        for members in groups.values():
            first = members[0]
            others = self.say("graph.list").join(self.name(path.nodes[-1]) for path in members[1:GROUP_SHOWN])
            text = self.path(first) + (self.say("graph.list") + others if others else "")
            yield self._evidence(call, members[:GROUP_SHOWN], text)

    def _drawn(self, path: Path) -> dict[str, Any]:
        """A path as the page draws it."""
        return {
            "nodes": [{"label": node.label, "id": node.id, "name": self.name(node)} for node in path.nodes],
            "steps": [
                {"kind": step.kind, "forward": step.forward, "text": self._step(before, step, after).strip()}
                for before, step, after in zip(path.nodes, path.steps, path.nodes[1:], strict=False)
            ],
        }

    # ------------------------------------------------------------------ the answer

    def answer(self, call: Call, rows: Rows, count: int | None) -> str | None:
        """What a query found, in a sentence; None where its evidence speaks for itself."""
        fields: dict[str, Any] = {name: self.name(Node(label, id_, "?")) for name, (label, id_) in call.names.items()}
        if not rows.rows:
            key = f"graph.none.{call.template}"
            if key not in self._context.phrases:
                key = "graph.none.any_pair" if "a" in fields else "graph.none.any"
            return self.say(key, **fields)
        key = f"graph.answer.{call.template}"
        if key not in self._context.phrases:
            return None
        hits = list(dict.fromkeys(row["hit"] for row in rows.rows if "hit" in row))
        total = max(count or 0, len(hits))
        paths = [path for row in rows.rows for path in _paths_of(row)[:1]]
        if call.template == "shared_egg_group" and self._cannot_breed(hits):
            key = "graph.answer.no_eggs"
        return self.say(
            key,
            n=len(paths[0].steps) if call.template == "connection" and paths else total,
            hits=self._hits(call, hits, total),
            first=self.path(paths[0]) if paths else "",
            paths=self.say("graph.paths").join(self.path(path) for path in paths[:PATHS_SHOWN]),
            **fields,
        )

    def _hits(self, call: Call, hits: Sequence[int], total: int) -> str:
        names = list(dict.fromkeys(self.name(Node(call.hit or "", hit, str(hit))) for hit in hits[:NAMES_SHOWN]))
        more = total - min(len(hits), NAMES_SHOWN)
        if more > 0:
            return self.say("graph.more", hits=self.say("graph.list").join(names), n=more)
        return self._context.phrases.join(names)

    def _cannot_breed(self, hits: Sequence[int]) -> bool:
        groups = self._dataset.egg_groups
        return bool(hits) and all(hit in groups and groups[hit].identifier == "no-eggs" for hit in hits)

    # ------------------------------------------------------------------ rows of any shape

    def value(self, value: Any) -> str:
        """Any value that a query can return, in words."""
        if isinstance(value, Node):
            return self.name(value)
        if isinstance(value, Path):
            return self.path(value)
        if isinstance(value, Step):
            return value.kind
        if isinstance(value, list):
            return self.say("graph.list").join(self.value(item) for item in value)
        if isinstance(value, float):
            return f"{value:g}"
        return "—" if value is None else str(value)

    def row(self, row: Mapping[str, Any]) -> str:
        """A row in words: "name: Pikachu, speed: 90"; a single path or node stands alone."""
        if len(row) == 1:
            return self.value(next(iter(row.values())))
        return self.say("graph.list").join(f"{column}: {self.value(value)}" for column, value in row.items())


def _paths_of(row: Mapping[str, Any]) -> list[Path]:
    return [value for value in row.values() if isinstance(value, Path)]


def _factor(value: Any) -> str:
    return f"{float(value):g}" if value is not None else ""
