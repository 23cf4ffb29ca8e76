"""The facts that generated questions are checked against: Pokémon, evolution, moves and the chart of types."""

from __future__ import annotations

import csv
import io
import lzma
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from .generated_tables import CHART_TYPES, Names, SourceTables

#: In the source's order, which is that of stat ids 1 to 6.
STATS = ("hp", "attack", "defense", "special-attack", "special-defense", "speed")
#: Parts of a form's identifier that make it a mere costume, or one for a trial.
_NO_LASTING_FORM = frozenset({"totem", "cap", "starter"})
#: How Chinese names the forms that the source has no Chinese name for.
_CHINESE_FORMS = {"mega": "超级{}", "alola": "阿罗拉{}", "galar": "伽勒尔{}", "hisui": "洗翠{}", "paldea": "帕底亚{}",
                  "gmax": "超极巨化{}", "primal": "原始{}"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Way:
    """One way to evolve, from a Pokémon to a species. `by_level` holds when it asks for nothing but a level.

    `partners` are the species that must be in the party, or be traded for.
    """

    from_pokemon: int
    to_species: int
    level: int | None
    item: int | None
    by_level: bool
    is_regional: bool
    partners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Monster:
    """A row of pokemon.csv with what hangs on it. `names` are those it is asked by, per language; None is unknown."""

    id: int
    species: int
    names: Names
    is_default: bool
    height_m: float | None
    weight_kg: float | None
    base_experience: int | None
    types: tuple[int, ...]
    stats: tuple[int, ...]
    effort: tuple[int, ...]
    abilities: tuple[int, ...]
    hidden: int | None


@dataclass(frozen=True, slots=True)
class Kind:
    """A species."""

    id: int
    names: Names
    generation: int
    parent: int | None
    color: int
    gender_rate: int
    capture_rate: int
    hatch_cycles: int
    growth_rate: int
    is_legendary: bool
    is_mythical: bool
    egg_groups: tuple[int, ...]
    default: int


@dataclass(frozen=True, slots=True)
class Move:
    """A move. A power of None is none, or a placeholder; an accuracy of None never misses."""

    id: int
    names: Names
    type: int
    power: int | None
    accuracy: int | None
    pp: int | None
    damage_class: int


class SourceFacts(SourceTables):
    """Everything that is asked for."""

    # ------------------------------------------------------------------ Pokémon

    @cached_property
    def species(self) -> dict[int, Kind]:
        """Every species, by id."""
        names = self.names_of("pokemon_species_names", "pokemon_species_id", "pokemon_species")
        groups = self.grouped("pokemon_egg_groups", "species_id")
        defaults = {int(r["species_id"]): int(r["id"]) for r in self.rows("pokemon") if r["is_default"] == "1"}
        return {
            (species := int(row["id"])): Kind(
                id=species,
                names=names[species],
                generation=int(row["generation_id"]),
                parent=_number(row["evolves_from_species_id"]),
                color=int(row["color_id"]),
                gender_rate=int(row["gender_rate"]),
                capture_rate=int(row["capture_rate"]),
                hatch_cycles=int(row["hatch_counter"]),
                growth_rate=int(row["growth_rate_id"]),
                is_legendary=row["is_legendary"] == "1",
                is_mythical=row["is_mythical"] == "1",
                egg_groups=tuple(int(group["egg_group_id"]) for group in groups.get(species, [])),
                default=defaults[species],
            )
            for row in self.rows("pokemon_species")
        }

    @cached_property
    def monsters(self) -> dict[int, Monster]:
        """Every row of pokemon.csv, by id."""
        forms = {int(row["pokemon_id"]): row for row in self.rows("pokemon_forms") if row["is_default"] == "1"}
        alone = self.names_of("pokemon_form_names", "pokemon_form_id", "pokemon_forms", "form_name")
        whole = self.names_of(
            "pokemon_form_names", "pokemon_form_id", "pokemon_forms", "pokemon_name", "pokemon_forms/whole"
        )
        types, stats = self.grouped("pokemon_types", "pokemon_id"), self.grouped("pokemon_stats", "pokemon_id")
        abilities = self.grouped("pokemon_abilities", "pokemon_id")
        found = {}
        for row in self.rows("pokemon"):
            pokemon, species = int(row["id"]), self.species[int(row["species_id"])]
            own_stats = sorted(stats[pokemon], key=lambda r: int(r["stat_id"]))
            names, form = species.names, forms.get(pokemon)
            if row["is_default"] == "0":
                form_id = int(form["id"]) if form else 0
                parts = row["identifier"].split("-")
                names = _form_names(species.names, alone.get(form_id, {}), whole.get(form_id, {}), parts)
            slots = sorted(abilities.get(pokemon, []), key=lambda r: int(r["slot"]))
            height, weight = _number(row["height"]), _number(row["weight"])
            found[pokemon] = Monster(
                id=pokemon,
                species=species.id,
                names=names,
                is_default=row["is_default"] == "1",
                height_m=None if height is None else height / 10,
                weight_kg=None if weight is None else weight / 10,
                base_experience=_number(row["base_experience"]),
                types=tuple(int(r["type_id"]) for r in sorted(types[pokemon], key=lambda r: int(r["slot"]))),
                stats=tuple(int(r["base_stat"]) for r in own_stats),
                effort=tuple(int(r["effort"]) for r in own_stats),
                abilities=tuple(dict.fromkeys(int(r["ability_id"]) for r in slots if r["is_hidden"] == "0")),
                hidden=next((int(r["ability_id"]) for r in slots if r["is_hidden"] == "1"), None),
            )
        return found

    @cached_property
    def lasting_forms(self) -> list[Monster]:
        """The varieties that differ from their species' ordinary one in more than their looks."""
        identifiers = {int(row["id"]): row["identifier"] for row in self.rows("pokemon")}
        found = []
        for monster in self.monsters.values():
            if monster.is_default or _NO_LASTING_FORM & set(identifiers[monster.id].split("-")):
                continue
            if _measures(monster) != _measures(self.monsters[self.species[monster.species].default]):
                found.append(monster)
        return found

    def unambiguous(self, monsters: Iterable[Monster], language: str) -> Iterator[tuple[Monster, str]]:
        """The Pokémon that have a name in a language and share it with no other."""
        shared = Counter(monster.names.get(language) for monster in self.monsters.values())
        for monster in monsters:
            name = monster.names.get(language)
            if name and shared[name] == 1:
                yield monster, name

    @cached_property
    def national_numbers(self) -> dict[int, int]:
        """Number in the National Dex, by species."""
        return {
            int(row["species_id"]): int(row["pokedex_number"])
            for row in self.rows("pokemon_dex_numbers")
            if row["pokedex_id"] == "1"
        }

    @cached_property
    def ways(self) -> dict[int, list[Way]]:
        """The ways to evolve that start from the ordinary variety of a species, by that species.

        `base_form_id` and `evolved_form_id` hold ids of pokemon.csv.
        """
        found: dict[int, list[Way]] = defaultdict(list)
        triggers = {row["id"]: row["identifier"] for row in self.rows("evolution_triggers")}
        plain_columns = {"id", "evolved_species_id", "evolution_trigger_id", "version_group_id", "is_default",
                         "minimum_level", "base_form_id", "evolved_form_id"}  # fmt: skip
        for row in self.rows("pokemon_evolution"):
            parent = self.species[int(row["evolved_species_id"])].parent
            assert parent is not None
            base = _number(row["base_form_id"]) or self.species[parent].default
            asks_more = any(value not in ("", "0") for column, value in row.items() if column not in plain_columns)
            trigger = triggers[row["evolution_trigger_id"]]
            regional = bool(row["region_id"]) or (
                bool(row["evolved_form_id"])
                and int(row["evolved_form_id"]) != self.species[int(row["evolved_species_id"])].default
            )
            if base == self.species[parent].default:
                found[parent].append(
                    Way(
                        from_pokemon=base,
                        to_species=int(row["evolved_species_id"]),
                        level=_number(row["minimum_level"]),
                        item=_number(row["trigger_item_id"]) if trigger == "use-item" else None,
                        by_level=trigger == "level-up" and bool(row["minimum_level"]) and not asks_more,
                        is_regional=regional,
                        partners=tuple(int(row[c]) for c in ("party_species_id", "trade_species_id") if row[c]),
                    )
                )
        return found

    @cached_property
    def evolution_numbers(self) -> dict[int, set[int]]:
        """The levels and other amounts in the ways to evolve of any form of a species, by that species."""
        found: dict[int, set[int]] = defaultdict(set)
        for row in self.rows("pokemon_evolution"):
            parent = self.species[int(row["evolved_species_id"])].parent
            if parent is not None:
                found[parent] |= {int(row[column]) for column in row if column.startswith("minimum_") and row[column]}
        return found

    @cached_property
    def children(self) -> dict[int, set[int]]:
        """Every species that evolves from a species, from whichever of its forms."""
        found: dict[int, set[int]] = defaultdict(set)
        for species in self.species.values():
            if species.parent is not None:
                found[species.parent].add(species.id)
        return found

    # ------------------------------------------------------------------ moves and types

    @cached_property
    def moves(self) -> dict[int, Move]:
        """Every move, by id."""
        names = self.names_of("move_names", "move_id", "moves")
        return {
            (move := int(row["id"])): Move(
                id=move,
                names=names[move],
                type=int(row["type_id"]),
                power=power if (power := _number(row["power"])) is not None and power > 1 else None,
                accuracy=_number(row["accuracy"]),
                pp=_number(row["pp"]),
                damage_class=int(row["damage_class_id"]),
            )
            for row in self.rows("moves")
        }

    @cached_property
    def learnsets(self) -> dict[int, set[int]]:
        """The moves that a Pokémon learns in any game, by its id."""
        found: dict[int, set[int]] = defaultdict(set)
        with lzma.open(self.folder / "pokemon_moves_full.csv.xz") as packed:
            for row in csv.DictReader(io.TextIOWrapper(packed, encoding="utf-8", newline="")):
                found[int(row["pokemon_id"])].add(int(row["move_id"]))
        return found

    def could_ever_learn(self, species: int) -> set[int]:
        """What any form of a species, or of one it evolves from, learns in any game."""
        moves: set[int] = set()
        line: int | None = species
        while line is not None:
            for monster in self._varieties[line]:
                moves |= self.learnsets.get(monster.id, set())
            line = self.species[line].parent
        return moves

    @cached_property
    def _varieties(self) -> dict[int, list[Monster]]:
        found: dict[int, list[Monster]] = defaultdict(list)
        for monster in self.monsters.values():
            found[monster.species].append(monster)
        return found

    @cached_property
    def chart(self) -> dict[tuple[int, int], float]:
        """The factor of an attacking type on a defending one."""
        return {
            (int(row["damage_type_id"]), int(row["target_type_id"])): int(row["damage_factor"]) / 100
            for row in self.rows("type_efficacy")
            if int(row["damage_type_id"]) <= CHART_TYPES and int(row["target_type_id"]) <= CHART_TYPES
        }

    def factor(self, attack: int, types: Sequence[int]) -> float:
        """The factor of an attacking type on one or two types."""
        product = 1.0
        for defence in types:
            product *= self.chart[attack, defence]
        return product


def _number(text: str) -> int | None:
    return int(text) if text else None


def _measures(monster: Monster) -> tuple[object, ...]:
    return (monster.types, monster.stats, monster.abilities, monster.hidden, monster.height_m, monster.weight_kg)


def _form_names(species: Names, alone: Mapping[str, str], whole: Mapping[str, str], parts: Sequence[str]) -> Names:
    """How a form is asked for: by the source's whole name, or by a rule that anyone would use."""
    names = {}
    if name := whole.get("en") or alone.get("en"):
        names["en"] = name
    chinese = species["zh-hans"]
    if name := whole.get("zh-hans"):
        names["zh-hans"] = name
    elif chinese in alone.get("zh-hans", ""):
        names["zh-hans"] = alone["zh-hans"]
    else:
        rules = [pattern for part, pattern in _CHINESE_FORMS.items() if part in parts]
        letter = parts[-1].upper() if parts[-1] in ("x", "y", "z") else ""
        known = sum(part in _CHINESE_FORMS for part in parts)
        beyond = len(parts) - known - bool(letter)
        if len(rules) == 1 and beyond == len(species["en"].replace(" ", "-").split("-")):
            names["zh-hans"] = rules[0].format(chinese) + letter
        elif not rules and "zh-hans" in alone:
            names["zh-hans"] = f"{chinese}（{alone['zh-hans']}）"
    return names
