"""Moves, types and their efficacy, and the small tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ...errors import BuildError
from ..model import (
    Ability,
    FormCondition,
    Generation,
    GrowthRate,
    Item,
    Location,
    Machine,
    Move,
    MoveChange,
    MoveMeta,
    Named,
    Nature,
    Type,
    Version,
    VersionGroup,
)
from .names import NameTables, bracketed, in_order
from .source import Row, Source, flag, number

#: From this id on, a move is a Shadow move of Colosseum and XD.
_FIRST_SHADOW_MOVE = 10001

#: Items that are TRs, and items that were HMs (their machine number is above 100 while they are HMs).
_TR_ITEMS = range(1188, 1288)
_HM_ITEMS = range(397, 405)
_HM_NUMBERS_FROM = 100

_MAX_LEVEL = 100


def moves(source: Source, names: NameTables) -> list[Move]:
    """Every move, by id, with the values it had before each change."""
    names_by_id = names.of("moves", "move_names", "move_id")
    _add_derived_names(source, names_by_id)
    stats = {int(row["id"]): row["identifier"] for row in source.rows("stats")}
    targets = {row["id"]: row["identifier"] for row in source.rows("move_targets")}
    classes = {row["id"]: row["identifier"] for row in source.rows("move_damage_classes")}
    flag_names = {row["id"]: row["identifier"] for row in source.rows("move_flags")}
    flags = source.grouped("move_flag_map", "move_id")
    categories = {row["id"]: row["identifier"] for row in source.rows("move_meta_categories")}
    ailments = {row["id"]: row["identifier"] for row in source.rows("move_meta_ailments")}
    meta = {int(row["move_id"]): row for row in source.rows("move_meta")}
    stat_changes = source.grouped("move_meta_stat_changes", "move_id")
    changes = _changes(source)

    def meta_of(move_id: int) -> MoveMeta | None:
        row = meta.get(move_id)
        if row is None:
            return None
        return MoveMeta(
            category=categories[row["meta_category_id"]],
            ailment=ailments[row["meta_ailment_id"]],
            min_hits=number(row["min_hits"]),
            max_hits=number(row["max_hits"]),
            min_turns=number(row["min_turns"]),
            max_turns=number(row["max_turns"]),
            drain=int(row["drain"]),
            healing=int(row["healing"]),
            crit_rate=int(row["crit_rate"]),
            ailment_chance=int(row["ailment_chance"]),
            flinch_chance=int(row["flinch_chance"]),
            stat_chance=int(row["stat_chance"]),
            stat_changes={stats[int(c["stat_id"])]: int(c["change"]) for c in stat_changes.get(move_id, ())},
        )

    return [
        Move(
            id=(move := int(row["id"])),
            identifier=row["identifier"],
            names=in_order(names_by_id.get(move, {})),
            generation=int(row["generation_id"]),
            type_id=int(row["type_id"]),
            power=_real_power(row["power"]),
            pp=number(row["pp"]),
            accuracy=number(row["accuracy"]),
            priority=int(row["priority"]),
            target=targets[row["target_id"]],
            damage_class=classes[row["damage_class_id"]],
            effect_chance=number(row["effect_chance"]),
            flags=frozenset(flag_names[entry["move_flag_id"]] for entry in flags.get(move, ())),
            meta=meta_of(move),
            changes=changes.get(move, ()),
            is_shadow=move >= _FIRST_SHADOW_MOVE,
        )
        for row in source.rows("moves")
    ]


def _real_power(text: str) -> int | None:
    """A power; 0 and 1 are the source's placeholders for none and variable."""
    power = number(text)
    return power if power is not None and power > 1 else None


def _changes(source: Source) -> dict[int, tuple[MoveChange, ...]]:
    orders = {int(row["id"]): int(row["order"]) for row in source.rows("version_groups")}
    changes: dict[int, list[MoveChange]] = {}
    for row in source.rows("move_changelog"):
        power = number(row["power"])
        change = MoveChange(
            version_group_id=int(row["changed_in_version_group_id"]),
            type_id=number(row["type_id"]),
            power=0 if power == 1 else power,
            pp=number(row["pp"]),
            accuracy=number(row["accuracy"]),
            priority=number(row["priority"]),
            effect_chance=number(row["effect_chance"]),
        )
        if change != MoveChange(change.version_group_id):
            changes.setdefault(int(row["move_id"]), []).append(change)
    return {
        move: tuple(sorted(found, key=lambda change: orders[change.version_group_id]))
        for move, found in changes.items()
    }


def _add_derived_names(source: Source, names: dict[int, dict[str, str]]) -> None:
    """Simplified Chinese names that were derived from the traditional ones, where the source has none."""
    if not source.has("move_names_zh_hans_derived"):
        return
    for row in source.rows("move_names_zh_hans_derived"):
        names.setdefault(int(row["move_id"]), {}).setdefault("zh-hans", row["zh_hans_by_opencc_t2s"])


def types(source: Source, names: NameTables) -> list[Type]:
    """Every type, by id."""
    names_by_id = names.of("types", "type_names", "type_id")
    classes = {row["id"]: row["identifier"] for row in source.rows("move_damage_classes")}
    return [
        Type(
            int(row["id"]),
            row["identifier"],
            in_order(names_by_id.get(int(row["id"]), {})),
            int(row["generation_id"]),
            classes.get(row["damage_class_id"]),
        )
        for row in source.rows("types")
    ]


def efficacy(source: Source) -> dict[tuple[int, int], int]:
    """(attacking type, defending type) -> damage in per cent."""
    return {
        (int(row["damage_type_id"]), int(row["target_type_id"])): int(row["damage_factor"])
        for row in source.rows("type_efficacy")
    }


def efficacy_past(source: Source) -> dict[tuple[int, int], dict[int, int]]:
    """(attacking type, defending type) -> last generation in which it held -> damage in per cent."""
    past: dict[tuple[int, int], dict[int, int]] = {}
    for row in source.rows("type_efficacy_past"):
        pair = (int(row["damage_type_id"]), int(row["target_type_id"]))
        past.setdefault(pair, {})[int(row["generation_id"])] = int(row["damage_factor"])
    return past


def abilities(source: Source, names: NameTables) -> list[Ability]:
    """The abilities of the main series, by id."""
    names_by_id = names.of("abilities", "ability_names", "ability_id")
    return [
        Ability(
            int(row["id"]), row["identifier"], in_order(names_by_id.get(int(row["id"]), {})), int(row["generation_id"])
        )
        for row in source.rows("abilities")
        if flag(row["is_main_series"])
    ]


def natures(source: Source, names: NameTables) -> list[Nature]:
    """The 25 natures, by id."""
    names_by_id = names.of("natures", "nature_names", "nature_id")
    stats = {row["id"]: row["identifier"] for row in source.rows("stats")}
    return [
        Nature(
            int(row["id"]),
            row["identifier"],
            in_order(names_by_id.get(int(row["id"]), {})),
            stats[row["increased_stat_id"]],
            stats[row["decreased_stat_id"]],
        )
        for row in source.rows("natures")
    ]


def items(source: Source, names: NameTables, added: Iterable[Row]) -> list[Item]:
    """The items that evolution and forms need, and those that the project adds, which have no price."""
    names_by_id = names.of("items", "item_names", "item_id")
    return [
        *(
            Item(int(row["id"]), row["identifier"], in_order(names_by_id.get(int(row["id"]), {})), int(row["cost"]))
            for row in source.rows("items")
        ),
        *(Item(int(row["id"]), row["identifier"], in_order(row), None) for row in added),
    ]


def named(
    source: Source, names: NameTables, table: str, names_table: str, id_column: str, name_column: str = "name"
) -> list[Named]:
    """The records of a table that has names and nothing else."""
    names_by_id = names.of(table, names_table, id_column, name_column)
    return [
        Named(int(row["id"]), row["identifier"], in_order(names_by_id.get(int(row["id"]), {})))
        for row in source.rows(table)
    ]


def locations(source: Source, names: NameTables) -> list[Location]:
    """The places, by id; a part of a place goes by both names ("Route 1 (Hau'oli Outskirts)")."""
    table = source.first_of("locations_all", "locations")
    names_table = source.first_of("location_names_all", "location_names")
    names_by_id = names.of(table, names_table, "location_id")
    if "subtitle" in source.rows(names_table)[0]:
        for location, parts in names.of(f"{table}/subtitle", names_table, "location_id", "subtitle").items():
            for language, part in parts.items():
                names_by_id[location][language] = bracketed(language, names_by_id[location][language], part)
    return [
        Location(
            int(row["id"]),
            row["identifier"],
            in_order(names_by_id.get(int(row["id"]), {})),
            number(row["region_id"]),
        )
        for row in source.rows(table)
    ]


def growth_rates(source: Source, names: NameTables) -> list[GrowthRate]:
    """The growth rates, by id, with the experience that each level takes."""
    names_by_id = names.of("growth_rates", "growth_rate_prose", "growth_rate_id")
    levels: dict[int, dict[int, int]] = {}
    for row in source.rows("experience"):
        levels.setdefault(int(row["growth_rate_id"]), {})[int(row["level"])] = int(row["experience"])
    rates = []
    for row in source.rows("growth_rates"):
        rate = int(row["id"])
        by_level = levels.get(rate, {})
        if sorted(by_level) != list(range(1, _MAX_LEVEL + 1)):
            raise BuildError(f"The growth rate {row['identifier']} does not have the levels 1 to {_MAX_LEVEL}.")
        experience = tuple(by_level[level] for level in range(1, _MAX_LEVEL + 1))
        rates.append(GrowthRate(rate, row["identifier"], in_order(names_by_id.get(rate, {})), experience))
    return rates


def version_groups(source: Source) -> list[VersionGroup]:
    """The version groups, by id."""
    versions: dict[int, list[int]] = {}
    for row in source.rows("versions"):
        versions.setdefault(int(row["version_group_id"]), []).append(int(row["id"]))
    return [
        VersionGroup(
            int(row["id"]),
            row["identifier"],
            int(row["generation_id"]),
            int(row["order"]),
            tuple(versions.get(int(row["id"]), ())),
        )
        for row in source.rows("version_groups")
    ]


def versions(source: Source, names: NameTables) -> list[Version]:
    """The games, by id."""
    names_by_id = names.of("versions", "version_names", "version_id")
    return [
        Version(
            int(row["id"]),
            row["identifier"],
            in_order(names_by_id.get(int(row["id"]), {})),
            int(row["version_group_id"]),
        )
        for row in source.rows("versions")
    ]


def generations(source: Source, names: NameTables) -> list[Generation]:
    """The generations, by id."""
    names_by_id = names.of("generations", "generation_names", "generation_id")
    return [
        Generation(
            int(row["id"]), row["identifier"], in_order(names_by_id.get(int(row["id"]), {})), int(row["main_region_id"])
        )
        for row in source.rows("generations")
    ]


def machines(source: Source) -> tuple[Machine, ...]:
    """TMs, HMs and TRs, by version group, kind and number."""
    found = {_machine(row) for row in source.rows("machines")}
    return tuple(sorted(found, key=lambda m: (m.version_group_id, m.kind, m.number, m.move_id)))


def _machine(row: Row) -> Machine:
    item, numbered, group, move = (
        int(row[column]) for column in ("item_id", "machine_number", "version_group_id", "move_id")
    )
    if item in _TR_ITEMS:
        return Machine("tr", item - _TR_ITEMS.start, group, move)
    if item in _HM_ITEMS and numbered > _HM_NUMBERS_FROM:
        return Machine("hm", item - _HM_ITEMS.start + 1, group, move)
    return Machine("tm", numbered, group, move)


def form_conditions(source: Source, cosmetic_ids: Iterable[int], ability_ids: Iterable[int]) -> list[FormCondition]:
    """What brings forms about, by form."""
    cosmetic, main_series = set(cosmetic_ids), set(ability_ids)
    triggers = {row["id"]: row["identifier"] for row in source.rows("pokemon_form_triggers")}
    pokemon = {row["id"]: int(row["pokemon_id"]) for row in source.rows("pokemon_forms")}
    return [
        FormCondition(
            pokemon_id=pokemon[row["pokemon_form_id"]],
            trigger=triggers[row["form_trigger_id"]],
            cosmetic_form_id=form if (form := int(row["pokemon_form_id"])) in cosmetic else None,
            item_id=number(row["trigger_item_id"]),
            ability_id=ability if (ability := number(row["trigger_ability_id"])) in main_series else None,
            move_id=number(row["trigger_move_id"]),
        )
        for row in source.rows("pokemon_form_conditions")
    ]


def baby_items(source: Source) -> dict[int, int]:
    """Evolution chain -> the incense that a parent must hold for the baby to hatch."""
    rows: Iterable[Mapping[str, Any]] = source.rows("evolution_chains")
    return {int(row["id"]): int(row["baby_trigger_item_id"]) for row in rows if row["baby_trigger_item_id"]}
