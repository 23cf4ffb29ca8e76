"""Species, their varieties and their cosmetic forms, now and in earlier generations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from ...errors import BuildError
from ..model import STATS, AbilitySlots, CosmeticForm, Names, Pokemon, Species
from .names import FormNames, FormParts, NameTables, in_order, narrow
from .source import Row, Source, flag, number

#: Tag of a form -> its kind; the first that applies.
_KIND_OF_TAG = {
    "totem": "totem", "gmax": "gigantamax", "eternamax": "gigantamax", "mega": "mega", "primal": "primal",
    "alola": "regional", "galar": "regional", "hisui": "regional", "paldea": "regional",
}  # fmt: skip

#: The forms of Pikachu with a cap are named after regions without being regional forms.
_NOT_REGIONAL = "cap"

#: The kinds of forms that languages name by a rule.
_RULED_KINDS = frozenset(_KIND_OF_TAG.values())

#: Abilities came with generation 3, hidden ones with generation 5.
_LAST_WITHOUT_HIDDEN = 4


def species_table(source: Source, names: NameTables) -> list[Species]:
    """Every species, by id."""
    names_by_id = names.of("pokemon_species", "pokemon_species_names", "pokemon_species_id")
    genus = names.of("pokemon_species/genus", "pokemon_species_names", "pokemon_species_id", "genus")
    egg_groups = source.grouped("pokemon_egg_groups", "species_id")
    dex = source.grouped("pokemon_dex_numbers", "species_id")
    pokemon = source.grouped("pokemon", "species_id")
    return [
        Species(
            id=(species := int(row["id"])),
            identifier=row["identifier"],
            names=in_order(names_by_id.get(species, {})),
            genus=in_order(genus.get(species, {})),
            generation=int(row["generation_id"]),
            evolves_from=number(row["evolves_from_species_id"]),
            chain_id=int(row["evolution_chain_id"]),
            color_id=int(row["color_id"]),
            shape_id=number(row["shape_id"]),
            habitat_id=number(row["habitat_id"]),
            gender_rate=int(row["gender_rate"]),
            capture_rate=int(row["capture_rate"]),
            base_happiness=number(row["base_happiness"]),
            is_baby=flag(row["is_baby"]),
            is_legendary=flag(row["is_legendary"]),
            is_mythical=flag(row["is_mythical"]),
            hatch_counter=int(row["hatch_counter"]),
            growth_rate_id=int(row["growth_rate_id"]),
            egg_groups=tuple(int(group["egg_group_id"]) for group in egg_groups.get(species, ())),
            dex_numbers={int(entry["pokedex_id"]): int(entry["pokedex_number"]) for entry in dex.get(species, ())},
            pokemon_ids=tuple(int(p["id"]) for p in _default_first(pokemon.get(species, []))),
            default_pokemon_id=_default_id(row["identifier"], pokemon.get(species, [])),
        )
        for row in source.rows("pokemon_species")
    ]


def _default_first(rows: list[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: (not flag(row["is_default"]), int(row["id"])))


def _default_id(identifier: str, rows: list[Row]) -> int:
    defaults = [int(row["id"]) for row in rows if flag(row["is_default"])]
    if len(defaults) != 1:
        raise BuildError(f"{identifier} has {len(defaults)} default Pokémon in pokemon.csv, it must have one.")
    return defaults[0]


class Varieties:
    """Compiles pokemon.csv and pokemon_forms.csv, which describe varieties and their forms."""

    def __init__(self, source: Source, species: Iterable[Species], names: NameTables, form_names: FormNames) -> None:
        self._source = source
        self._species = {record.id: record for record in species}
        self._form_names = form_names
        self._alone = _narrowed(names.of("pokemon_forms", "pokemon_form_names", "pokemon_form_id", "form_name"))
        self._whole = _narrowed(
            names.of("pokemon_forms/whole", "pokemon_form_names", "pokemon_form_id", "pokemon_name")
        )
        self._rows = {int(row["id"]): row for row in source.rows("pokemon")}
        self._forms = source.grouped("pokemon_forms", "pokemon_id")
        self._group_generation = {int(r["id"]): int(r["generation_id"]) for r in source.rows("version_groups")}
        self._types = _slotted(source.rows("pokemon_types"), "pokemon_id")
        self._types_past = _slotted_past(source.rows("pokemon_types_past"))
        self._stat_names = {int(row["id"]): row["identifier"] for row in source.rows("stats")}
        self._stats = source.grouped("pokemon_stats", "pokemon_id")
        self._stats_past = source.grouped("pokemon_stats_past", "pokemon_id")
        self._abilities = source.grouped("pokemon_abilities", "pokemon_id")
        self._abilities_past = source.grouped("pokemon_abilities_past", "pokemon_id")
        self._siblings: dict[int, dict[frozenset[str], Mapping[str, str]]] = defaultdict(dict)
        for pokemon_id, row in self._rows.items():
            form = self._own_form(pokemon_id)
            self._siblings[int(row["species_id"])].setdefault(self._tags(form), self._alone.get(int(form["id"]), {}))

    def pokemon(self) -> list[Pokemon]:
        """Every variety, by id."""
        return _tell_apart([self._one(pokemon_id) for pokemon_id in sorted(self._rows)])

    def cosmetic_forms(self) -> list[CosmeticForm]:
        """The forms of the Pokémon that have several, by id."""
        types = _slotted(self._source.rows("pokemon_form_types"), "pokemon_form_id")
        forms = [row for rows in self._forms.values() if len(rows) > 1 for row in rows]
        return [self._cosmetic(row, types) for row in sorted(forms, key=lambda row: int(row["id"]))]

    def _one(self, pokemon_id: int) -> Pokemon:
        row, form = self._rows[pokemon_id], self._own_form(pokemon_id)
        species = self._species[int(row["species_id"])]
        group = int(form["introduced_in_version_group_id"])
        generation = species.generation if flag(row["is_default"]) else self._group_generation[group]
        names, derived = self._display(form, species, ordinary=flag(row["is_default"]))
        abilities, abilities_past = self._all_abilities(pokemon_id, generation)
        return Pokemon(
            id=pokemon_id,
            identifier=row["identifier"],
            species_id=species.id,
            names=names,
            form="" if flag(row["is_default"]) else self._form_part(form),
            form_kind=self._kind(pokemon_id, form),
            form_tags=self._tags(form),
            form_names=in_order(self._alone.get(int(form["id"]), {})),
            is_default=flag(row["is_default"]),
            is_battle_only=flag(form["is_battle_only"]),
            generation=generation,
            version_group_id=group,
            height_dm=number(row["height"]),
            weight_hg=number(row["weight"]),
            base_experience=number(row["base_experience"]),
            types=self._types[pokemon_id],
            stats=self._stat_values(pokemon_id, "base_stat"),
            effort=self._effort(pokemon_id),
            abilities=abilities,
            types_past=self._types_past.get(pokemon_id, {}),
            stats_past=self._past_stats(pokemon_id),
            abilities_past=abilities_past,
            derived_names=derived,
        )

    def _own_form(self, pokemon_id: int) -> Row:
        """The form that a variety stands for: its default one, or the only one."""
        forms = self._forms.get(pokemon_id, [])
        default = [form for form in forms if flag(form["is_default"])] or forms[:1]
        if len(default) != 1:
            raise BuildError(f"Pokémon {pokemon_id} has {len(default)} default forms in pokemon_forms.csv.")
        return default[0]

    def _form_part(self, form: Row) -> str:
        """What a form's identifier adds to its species'; the source's own column drops a part for some Megas."""
        species = self._species[int(self._rows[int(form["pokemon_id"])]["species_id"])].identifier
        return form["identifier"].removeprefix(species).removeprefix("-") or form["form_identifier"]

    def _tags(self, form: Row) -> frozenset[str]:
        return frozenset(self._form_part(form).split("-")) - {""}

    def _kind(self, pokemon_id: int, form: Row) -> str:
        row = self._rows[pokemon_id]
        if flag(row["is_default"]):
            return "ordinary"
        if not flag(form["is_default"]):
            return "cosmetic"  # the ride forms of Koraidon and Miraidon, which the source does not call forms either
        tags = self._tags(form)
        if _NOT_REGIONAL not in tags:
            for tag, kind in _KIND_OF_TAG.items():
                if tag in tags:
                    return kind
        ordinary = self._species[int(row["species_id"])].default_pokemon_id
        return "cosmetic" if self._numbers(pokemon_id) == self._numbers(ordinary) else "other"

    def _numbers(self, pokemon_id: int) -> tuple[object, ...]:
        """What makes a variety more than cosmetic when it differs."""
        row = self._rows[pokemon_id]
        return (
            self._stat_values(pokemon_id, "base_stat"), self._types[pokemon_id], self._slots(pokemon_id), row["height"],
            row["weight"],
        )  # fmt: skip

    def _display(self, form: Row, species: Species, *, ordinary: bool) -> tuple[Names, frozenset[str]]:
        if ordinary:
            return species.names, frozenset()
        form_id = int(form["id"])
        parts = FormParts(
            species=species.names,
            whole=self._whole.get(form_id, {}),
            alone=self._alone.get(form_id, {}),
            tags=self._tags(form) if self._kind(int(form["pokemon_id"]), form) in _RULED_KINDS else frozenset(),
        )
        return self._form_names.display(parts, self._siblings[species.id])

    def _cosmetic(self, row: Row, types: Mapping[int, tuple[int, ...]]) -> CosmeticForm:
        form_id, pokemon_id = int(row["id"]), int(row["pokemon_id"])
        species = self._species[int(self._rows[pokemon_id]["species_id"])]
        names, _ = self._display(row, species, ordinary=False)
        return CosmeticForm(
            id=form_id,
            identifier=row["identifier"],
            pokemon_id=pokemon_id,
            form=self._form_part(row),
            names=names or {"en": _from_identifier(species.names["en"], self._form_part(row))},
            form_names=in_order(self._alone.get(form_id, {})),
            types=types.get(form_id, ()),
            is_default=flag(row["is_default"]),
        )

    def _stat_values(self, pokemon_id: int, column: str) -> tuple[int, ...]:
        values = {self._stat_names[int(r["stat_id"])]: int(r[column]) for r in self._stats.get(pokemon_id, ())}
        if set(values) != set(STATS):
            raise BuildError(f"Pokémon {pokemon_id} has the stats {sorted(values)} in pokemon_stats.csv.")
        return tuple(values[stat] for stat in STATS)

    def _effort(self, pokemon_id: int) -> tuple[int, ...]:
        """The effort values; every Pokémon gives some, so that nothing but zeros means unknown."""
        values = self._stat_values(pokemon_id, "effort")
        return values if any(values) else ()

    def _past_stats(self, pokemon_id: int) -> dict[int, dict[str, int]]:
        past: dict[int, dict[str, int]] = defaultdict(dict)
        for row in self._stats_past.get(pokemon_id, ()):
            past[int(row["generation_id"])][self._stat_names[int(row["stat_id"])]] = int(row["base_stat"])
        return {generation: past[generation] for generation in sorted(past)}

    def _slots(self, pokemon_id: int) -> AbilitySlots:
        by_slot = {int(row["slot"]): int(row["ability_id"]) for row in self._abilities.get(pokemon_id, ())}
        return AbilitySlots(by_slot.get(1), by_slot.get(2), by_slot.get(3))

    def _all_abilities(self, pokemon_id: int, generation: int) -> tuple[AbilitySlots, dict[int, AbilitySlots]]:
        """The slots now, and all three as they were at the end of each generation after which one changed."""
        now = self._slots(pokemon_id)
        changes: dict[int, dict[int, int | None]] = defaultdict(dict)
        for row in self._abilities_past.get(pokemon_id, ()):
            changes[int(row["generation_id"])][int(row["slot"])] = number(row["ability_id"])
        if now.hidden is not None and generation <= _LAST_WITHOUT_HIDDEN:
            changes[_LAST_WITHOUT_HIDDEN][3] = None
        past: dict[int, AbilitySlots] = {}
        slots = {1: now.first, 2: now.second, 3: now.hidden}
        for last in sorted(changes, reverse=True):
            slots.update(changes[last])
            past[last] = AbilitySlots(slots[1], slots[2], slots[3])
        return now, {last: past[last] for last in sorted(past)}


def _tell_apart(varieties: list[Pokemon]) -> list[Pokemon]:
    """Takes a display name from the forms of a species that share it with a plainer one.

    No name is better than a wrong one, and readers fall back to English.
    """
    by_name: dict[tuple[int, str, str], list[Pokemon]] = defaultdict(list)
    for pokemon in varieties:
        for language, name in pokemon.names.items():
            by_name[pokemon.species_id, language, name].append(pokemon)
    drop: dict[int, set[str]] = defaultdict(set)
    for (_, language, _), sharing in by_name.items():
        for pokemon in _not_plainest(sharing):
            drop[pokemon.id].add(language)
    return [
        replace(
            pokemon,
            names={language: name for language, name in pokemon.names.items() if language not in drop[pokemon.id]},
            derived_names=pokemon.derived_names - drop[pokemon.id],
        )
        if pokemon.id in drop
        else pokemon
        for pokemon in varieties
    ]


def _not_plainest(sharing: list[Pokemon]) -> list[Pokemon]:
    """Those of a species' varieties with one name that it does not mean; all, where none of them is the plainest."""
    if any(pokemon.is_default for pokemon in sharing):
        return [pokemon for pokemon in sharing if not pokemon.is_default]
    distinct = [pokemon for pokemon in sharing if pokemon.form_kind != "cosmetic"]
    plainness = [(pokemon.form_kind == "totem", len(pokemon.form_tags)) for pokemon in distinct]
    if len(distinct) < 2 or plainness.count(min(plainness)) > 1:
        return distinct if len(distinct) > 1 else []
    return [pokemon for pokemon, plain in zip(distinct, plainness, strict=True) if plain != min(plainness)]


def _from_identifier(species: str, form: str) -> str:
    """An English name for a form that the source names in no language: "Scatterbug (Icy Snow)"."""
    return f"{species} ({form.replace('-', ' ').title()})"


def _narrowed(names: dict[int, dict[str, str]]) -> dict[int, dict[str, str]]:
    return {record: {language: narrow(name) for language, name in by.items()} for record, by in names.items()}


def _slotted(rows: Iterable[Row], column: str) -> dict[int, tuple[int, ...]]:
    """Type ids in slot order, by the id in a column."""
    slots: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for row in rows:
        slots[int(row[column])].append((int(row["slot"]), int(row["type_id"])))
    return {record: tuple(type_id for _, type_id in sorted(found)) for record, found in slots.items()}


def _slotted_past(rows: Iterable[Row]) -> dict[int, dict[int, tuple[int, ...]]]:
    by_generation: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        by_generation[int(row["generation_id"])].append(row)
    past: dict[int, dict[int, tuple[int, ...]]] = defaultdict(dict)
    for generation in sorted(by_generation):
        for pokemon_id, types in _slotted(by_generation[generation], "pokemon_id").items():
            past[pokemon_id][generation] = types
    return past
