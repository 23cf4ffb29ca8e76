"""What the graph consists of: node labels and relations, with their properties. Both engines are filled from this."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

ColumnType = Literal["INT64", "DOUBLE", "STRING", "BOOLEAN"]

#: Changes with the tables below or with how they are filled: a graph of another number is built anew.
GRAPH_FORMAT = 1

_NAMED: Mapping[str, ColumnType] = {"id": "INT64", "identifier": "STRING", "name": "STRING", "name_zh": "STRING"}

#: Label -> properties. `id` is the dataset's id, unique within its label.
NODES: Mapping[str, Mapping[str, ColumnType]] = {
    "Pokemon": {
        **_NAMED,
        "species_id": "INT64", "chain_id": "INT64", "is_default": "BOOLEAN", "form_kind": "STRING",
        "generation": "INT64", "is_legendary": "BOOLEAN", "is_mythical": "BOOLEAN", "is_battle_only": "BOOLEAN",
        "hp": "INT64", "attack": "INT64", "defense": "INT64", "special_attack": "INT64", "special_defense": "INT64",
        "speed": "INT64", "total": "INT64", "height_m": "DOUBLE", "weight_kg": "DOUBLE",
    },
    "Species": _NAMED,
    "Type": _NAMED,
    "Ability": {**_NAMED, "generation": "INT64"},
    "Move": {
        **_NAMED,
        "generation": "INT64", "power": "INT64", "accuracy": "INT64", "pp": "INT64", "priority": "INT64",
        "damage_class": "STRING",
    },
    "EggGroup": _NAMED,
    "Game": {**_NAMED, "release_order": "INT64"},
    "Generation": _NAMED,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Relation:
    """A kind of relation: where it starts and ends, and its own properties."""

    start: str
    end: str
    properties: Mapping[str, ColumnType]


RELATIONS: Mapping[str, Relation] = {
    "FORM_OF": Relation("Pokemon", "Species", {}),
    "EVOLVES_TO": Relation("Pokemon", "Pokemon", {"how": "STRING", "how_zh": "STRING"}),
    "HAS_TYPE": Relation("Pokemon", "Type", {"place": "INT64"}),
    "HAS_ABILITY": Relation("Pokemon", "Ability", {"slot": "STRING"}),
    "LEARNS": Relation("Pokemon", "Move", {"methods": "STRING"}),
    "IN_EGG_GROUP": Relation("Pokemon", "EggGroup", {}),
    "APPEARS_IN": Relation("Pokemon", "Game", {}),
    "WEAK_TO": Relation("Pokemon", "Type", {"factor": "DOUBLE"}),
    "RESISTS": Relation("Pokemon", "Type", {"factor": "DOUBLE"}),
    "IMMUNE_TO": Relation("Pokemon", "Type", {"factor": "DOUBLE"}),
    "OF_TYPE": Relation("Move", "Type", {}),
    "INTRODUCED_IN": Relation("Species", "Generation", {}),
    "RELEASED_IN": Relation("Game", "Generation", {}),
    "STRONG_AGAINST": Relation("Type", "Type", {"factor": "DOUBLE"}),
    "RESISTED_BY": Relation("Type", "Type", {"factor": "DOUBLE"}),
    "NO_EFFECT_ON": Relation("Type", "Type", {"factor": "DOUBLE"}),
}


def property_names() -> frozenset[str]:
    """Every property that a node or a relation can have."""
    tables = [*NODES.values(), *(relation.properties for relation in RELATIONS.values())]
    return frozenset(name for table in tables for name in table)


def describe() -> str:
    """The schema in the words of a prompt: one line for each label and each relation."""
    lines = [f"({label} {{{', '.join(columns)}}})" for label, columns in NODES.items()]
    for kind, relation in RELATIONS.items():
        properties = f" {{{', '.join(relation.properties)}}}" if relation.properties else ""
        lines.append(f"(:{relation.start})-[:{kind}{properties}]->(:{relation.end})")
    return "\n".join(lines)
