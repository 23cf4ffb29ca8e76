"""What an engine's query gives back: rows of plain values, nodes and paths, the same for every engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Value: TypeAlias = Any  # int, float, str, bool, None, Node, Step, Path, or a list of those


@dataclass(frozen=True, slots=True)
class Node:
    """A node: its label, its id within the label, and what it is called in English."""

    label: str
    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Step:
    """A relation on a path; `forward` tells whether the path walks it from its start to its end."""

    kind: str
    forward: bool
    properties: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Path:
    """Nodes joined by steps: `steps[i]` lies between `nodes[i]` and `nodes[i + 1]`."""

    nodes: tuple[Node, ...]
    steps: tuple[Step, ...]

    def key(self) -> str:
        """What tells one path from another, in every run and every engine."""
        parts = [f"{self.nodes[0].label}/{self.nodes[0].id}"] if self.nodes else []
        for step, node in zip(self.steps, self.nodes[1:], strict=True):
            arrow = f"-{step.kind}->" if step.forward else f"<-{step.kind}-"
            parts.append(f"{arrow}{node.label}/{node.id}")
        return "".join(parts)

    def pattern(self) -> str:
        """The shape of the path as Cypher writes it: `(Pokemon)-[HAS_TYPE]->(Type)`."""
        text = f"({self.nodes[0].label})" if self.nodes else ""
        for step, node in zip(self.steps, self.nodes[1:], strict=True):
            text += f"-[{step.kind}]->({node.label})" if step.forward else f"<-[{step.kind}]-({node.label})"
        return text


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of one query, each by column name; `more` tells whether the row cap cut some off."""

    columns: tuple[str, ...]
    rows: tuple[Mapping[str, Value], ...]
    more: bool = False
