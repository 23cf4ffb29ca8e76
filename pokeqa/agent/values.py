"""Typed queries as arguments of a plan, and back.

A query becomes plain JSON without ids of the dataset: a Pokémon is "pokemon/garchomp" ("form/raichu-alola" where the
form was named, "look/unown-b" for a form that is looks only), any other thing "type/fire", "move/surf" and so on, a
record of the algebra {"HasType": {"type_id": "type/fire"}} with the fields that differ from their default. Reading
checks every value against the algebra's own types, so that a plan from outside can hold nothing that they do not.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from itertools import product
from typing import Literal, Union, cast, get_args, get_origin, get_type_hints

from ..errors import PlanError
from ..pokedex.dataset import Dataset
from ..question import algebra
from ..question.algebra import Mon, Query, Thing
from .plan import Json, Reference

#: The kind of thing that an int field holds the id of, by the field's name (in its singular).
_ID_FIELDS = {
    "type_id": "type", "move_type_id": "type", "move_id": "move", "apart_id": "move", "ability_id": "ability",
    "item_id": "item", "egg_group_id": "egg_group", "region_id": "region", "version_group": "version_group",
    "generation": "generation", "color_id": "color", "shape_id": "shape", "habitat_id": "habitat", "pokemon_id": "form",
    "form_id": "form",
    "nature_id": "nature", "growth_rate_id": "growth_rate", "location_id": "location", "version_id": "version",
    "version": "version",
}  # fmt: skip

#: The dataset's table of each kind of thing.
_TABLES = {
    "move": "moves", "ability": "abilities", "item": "items", "type": "types", "nature": "natures",
    "egg_group": "egg_groups", "version_group": "version_groups", "region": "regions", "color": "colors",
    "shape": "shapes", "habitat": "habitats", "growth_rate": "growth_rates",
    "location": "locations", "version": "versions",
}  # fmt: skip

#: Gives the values that an output of an earlier step holds: typed names, or one number.
Resolve = Callable[[Reference], Sequence[Json]]


class Names:
    """The typed names of one dataset."""

    def __init__(self, dataset: Dataset) -> None:
        self._dataset = dataset
        self._ids = {
            kind: {record.identifier: key for key, record in getattr(dataset, table).items()}
            for kind, table in _TABLES.items()
        }
        self._ids["form"] = {one.identifier: key for key, one in dataset.pokemon.items()}
        self._ids["look"] = {one.identifier: key for key, one in dataset.cosmetic_forms.items()}
        self._ids["generation"] = {str(number): number for number in dataset.generations}
        self._ids["pokemon"] = {
            dataset.pokemon[one.default_pokemon_id].identifier: one.default_pokemon_id
            for one in dataset.species.values()
        }

    def of(self, subject: Mon | Thing) -> str:
        """The typed name of a subject."""
        if isinstance(subject, Thing):
            return self.of_id(subject.kind, subject.id)
        if subject.cosmetic_form_id is not None:
            return f"look/{self._dataset.cosmetic_forms[subject.cosmetic_form_id].identifier}"
        return f"{'form' if subject.form_named else 'pokemon'}/{self._dataset.pokemon[subject.pokemon_id].identifier}"

    def of_pokemon(self, pokemon_id: int) -> str:
        """The typed name of a variety."""
        pokemon = self._dataset.pokemon[pokemon_id]
        return f"{'pokemon' if pokemon.is_default else 'form'}/{pokemon.identifier}"

    def of_id(self, kind: str, key: int) -> str:
        """The typed name of a row of a table."""
        if kind == "generation":
            return f"generation/{key}"
        return f"{kind}/{getattr(self._dataset, _TABLES[kind])[key].identifier}"

    def read(self, value: str) -> tuple[str, int]:
        """The kind and the id that a typed name stands for. Raises `PlanError` for one that names nothing."""
        kind, _, identifier = value.partition("/")
        key = self._ids.get(kind, {}).get(identifier)
        if key is None:
            raise PlanError(f"{value[:60]!r} names nothing in the Pokédex.")
        return kind, key

    def mon(self, value: str) -> Mon:
        """The Pokémon that a typed name stands for. Raises `PlanError` where it is none."""
        kind, key = self.read(value)
        if kind == "look":
            pokemon = self._dataset.pokemon[self._dataset.cosmetic_forms[key].pokemon_id]
            return Mon(pokemon.species_id, pokemon.id, True, key)
        if kind not in ("pokemon", "form"):
            raise PlanError(f"{value[:60]!r} is no Pokémon.")
        return Mon(self._dataset.pokemon[key].species_id, key, kind == "form")


# --------------------------------------------------------------------------- to JSON


def arguments_of(query: object, names: Names, stand_ins: Mapping[Mon, Reference] | None = None) -> dict[str, Json]:
    """The arguments that make a tool run a query; `stand_ins` are the Pokémon that stand for outputs of other steps."""
    return _Encoder(names, stand_ins or {}).fields(query)


class _Encoder:
    def __init__(self, names: Names, stand_ins: Mapping[Mon, Reference]) -> None:
        self._names = names
        self._stand_ins = stand_ins

    def fields(self, value: object) -> dict[str, Json]:
        if not is_dataclass(value):
            raise TypeError(f"{value!r} is no record of the algebra.")
        found: dict[str, Json] = {}
        for one in fields(value):
            own = getattr(value, one.name)
            if one.default is MISSING or own != one.default:
                found[one.name] = self.value(own, id_kind(type(value), one.name, value))
        return found

    def value(self, value: object, kind: str | None) -> Json:
        if isinstance(value, Mon):
            stands_for = self._stand_ins.get(value)
            return self._names.of(value) if stands_for is None else str(stands_for)
        if isinstance(value, Thing):
            return self._names.of(value)
        if isinstance(value, tuple):
            return [self.value(one, kind) for one in value]
        if is_dataclass(value):
            return {type(value).__name__: self.fields(value)}
        if kind is not None and isinstance(value, int):
            return self._names.of_id(kind, value)
        if value is None or isinstance(value, str | bool | int | float):
            return value
        raise TypeError(f"{value!r} has no place in a plan.")


def id_kind(record: type, name: str, value: object = None) -> str | None:
    """The kind of thing whose id a field holds; None where it holds something else."""
    if name == "id" and hasattr(record, "table"):
        return getattr(value, "table", None)  # IsColor names its table beside the id
    return _ID_FIELDS.get(name) or _ID_FIELDS.get(name.removesuffix("s"))


# --------------------------------------------------------------------------- from JSON


def queries_of(query: type, arguments: Mapping[str, Json], names: Names, resolve: Resolve) -> list[Query]:
    """The queries that a tool's arguments ask for: one, or several where an output of many Pokémon stands for one.

    Raises `PlanError` for whatever the query's class does not take.
    """
    decoder = _Decoder(names, resolve)
    spread: list[str] = []
    choices: list[Sequence[Json]] = []
    for name, value in arguments.items():
        reference = Reference.of(value)
        if reference is not None and not _takes_many(query, name):
            given = resolve(reference)
            if len(given) > 1:
                spread.append(name)
                choices.append(given)
    found: list[Query] = []
    for chosen in product(*choices):
        one = {**arguments, **dict(zip(spread, chosen, strict=True))}
        found.append(cast(Query, decoder.record(query, one)))
    return found


def value_of(hint: object, value: Json, names: Names, resolve: Resolve) -> object:
    """One value of the algebra. Raises `PlanError` where it is none."""
    return _Decoder(names, resolve).read(value, hint, None, "the argument")


def _takes_many(query: type, name: str) -> bool:
    hint = _hints(query).get(name)
    return hint is not None and any(get_origin(option) is tuple for option in options_of(hint))


class _Decoder:
    def __init__(self, names: Names, resolve: Resolve) -> None:
        self._names = names
        self._resolve = resolve

    def record(self, record: type, values: Mapping[str, Json]) -> object:
        """A record of the algebra from its fields."""
        hints = _hints(record)
        own = {one.name: one for one in fields(record)}
        for name in values:
            if name not in own:
                raise PlanError(f"{record.__name__} has no field {name[:40]!r}.")
        given: dict[str, object] = {}
        for name, one in own.items():
            if name in values:
                table = values.get("table")
                kind = id_kind(record, name)
                if name == "id" and isinstance(table, str):
                    kind = table
                given[name] = self.read(values[name], hints[name], kind, f"{record.__name__}.{name}")
            elif one.default is MISSING:
                raise PlanError(f"{record.__name__} needs the field {name!r}.")
        return record(**given)

    def read(self, value: Json, hint: object, kind: str | None, where: str) -> object:
        """A value that a type hint allows."""
        options = options_of(hint)
        for option in options:
            if get_origin(option) is tuple:
                return self._tuple(value, option, kind, where)
        reference = Reference.of(value)
        if reference is not None:
            given = list(self._resolve(reference))
            if len(given) != 1:
                raise PlanError(f"{where} takes one value, but {reference} holds {len(given)}.")
            value = given[0]
        for option in options:
            found = self._one(value, option, kind)
            if found is not _NO:
                return found
        raise PlanError(f"{where} cannot be {str(value)[:60]!r}.")

    def _tuple(self, value: Json, option: object, kind: str | None, where: str) -> tuple[object, ...]:
        inner = get_args(option)[0]
        values = value if isinstance(value, Sequence) and not isinstance(value, str) else [value]
        found: list[object] = []
        for one in values:
            reference = Reference.of(one)
            given: Sequence[Json] = [one] if reference is None else self._resolve(reference)
            found.extend(self.read(each, inner, kind, where) for each in given)
        return tuple(dict.fromkeys(found))

    def _one(self, value: Json, option: object, kind: str | None) -> object:
        if option is type(None):
            return None if value is None else _NO
        if get_origin(option) is Literal:
            return value if isinstance(value, str) and value in get_args(option) else _NO
        if option is bool:
            return value if isinstance(value, bool) else _NO
        if option is Mon:
            return self._names.mon(str(value)) if _is_kind(value, "pokemon", "form", "look") else _NO
        if option is Thing:
            return self._thing(value)
        if option in (int, float):
            return self._number(value, option, kind)
        if option is str:
            return value if isinstance(value, str) else _NO
        if isinstance(option, type) and is_dataclass(option):
            if isinstance(value, Mapping) and list(value) == [option.__name__]:
                inner = value[option.__name__]
                return self.record(option, inner) if isinstance(inner, Mapping) else _NO
            return _NO
        raise TypeError(f"The algebra has the type {option!r}, which plans cannot hold.")

    def _thing(self, value: Json) -> object:
        if not isinstance(value, str) or "/" not in value or _is_kind(value, "pokemon", "form", "look"):
            return _NO
        kind, key = self._names.read(value)
        if kind not in get_args(algebra.EntityKind):
            return _NO
        return Thing(cast(algebra.EntityKind, kind), key)

    def _number(self, value: Json, option: object, kind: str | None) -> object:
        if kind is not None:
            if not isinstance(value, str) or not _is_kind(value, kind):
                return _NO
            return self._names.read(value)[1]
        if isinstance(value, bool) or not isinstance(value, int | float):
            return _NO
        if option is int:
            return int(value) if value == int(value) else _NO
        return float(value)


#: "This type hint does not allow the value"; None is a value.
_NO = object()


def _is_kind(value: Json, *kinds: str) -> bool:
    return isinstance(value, str) and value.partition("/")[0] in kinds


@cache
def _hints(record: type) -> Mapping[str, object]:
    return get_type_hints(record)


def options_of(hint: object) -> list[object]:
    """The types that a hint is a choice of."""
    if get_origin(hint) in (Union, types.UnionType):
        return [inner for option in get_args(hint) for inner in options_of(option)]
    return [hint]
