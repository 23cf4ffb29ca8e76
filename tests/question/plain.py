"""A typed query as plain JSON values: only what differs from the defaults, ids as identifiers."""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from typing import Any

from pokeqa.pokedex.dataset import Dataset
from pokeqa.question.algebra import Mon, Thing

_TABLES = {"type_id": "types", "move_id": "moves", "ability_id": "abilities", "egg_group_id": "egg_groups",
           "item_id": "items", "move_type_id": "types", "apart_id": "moves"}  # fmt: skip


def plain(value: Any, dataset: Dataset) -> Any:
    """A query, a condition or a part of one as JSON values a person can read and write."""
    if isinstance(value, Mon):
        name = dataset.pokemon[value.pokemon_id].identifier
        return f"{name}+{value.cosmetic_form_id}" if value.cosmetic_form_id else name
    if isinstance(value, Thing):
        table = {"ability": "abilities"}.get(value.kind, f"{value.kind}s")
        return f"{value.kind}:{getattr(dataset, table)[value.id].identifier}"
    if is_dataclass(value) and not isinstance(value, type):
        shown: dict[str, Any] = {"is": type(value).__name__}
        for field in fields(value):
            own = getattr(value, field.name)
            if field.default is not MISSING and own == field.default:
                continue
            if field.name in _TABLES and own is not None:
                shown[field.name.removesuffix("_id")] = getattr(dataset, _TABLES[field.name])[own].identifier
            elif field.name == "type_ids":
                shown["types"] = [dataset.types[i].identifier for i in own]
            else:
                shown[field.name] = plain(own, dataset)
        return shown
    if isinstance(value, tuple):
        return [plain(v, dataset) for v in value]
    return value
