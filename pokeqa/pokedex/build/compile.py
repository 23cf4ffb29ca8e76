"""Everything together: a source directory and the project's own lists become a dataset in memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from ...errors import BuildError
from ..dataset import Dataset
from . import columns, tables
from .columns import BigTables
from .evolutions import Evolutions
from .fixes import Applied, add_move_changes, apply_corrections, read_list, read_names
from .names import FormNames, NameTables
from .source import Source
from .varieties import Varieties, species_table


class _HasId(Protocol):
    @property
    def id(self) -> int: ...


Record = TypeVar("Record", bound=_HasId)


@dataclass(frozen=True, slots=True)
class Compiled:
    """The result of a compilation, and what the manifest says of it."""

    dataset: Dataset
    big: BigTables
    corrections: list[Applied]
    names_added: int
    form_rows: int


def compile_source(directory: Path, lists: Path) -> Compiled:
    """Compiles the CSV files under `directory`; `lists` holds the project's own lists, corrections.csv and others."""
    source = Source(directory)
    applied = apply_corrections(source, read_list(lists / "corrections.csv"))
    add_move_changes(source, read_list(lists / "move_changes_added.csv"))
    names = NameTables(source, read_names(lists / "names_added.csv"))
    species = species_table(source, names)
    varieties = Varieties(source, species, names, FormNames(read_list(lists / "name_rules.csv")))
    pokemon, forms = varieties.pokemon(), varieties.cosmetic_forms()
    abilities = tables.abilities(source, names)
    shapes = tables.named(source, names, "pokemon_shapes", "pokemon_shape_prose", "pokemon_shape_id")
    dataset = Dataset(
        version="",
        source_commit="",
        source_date="",
        species=_by_id(species),
        pokemon=_by_id(pokemon),
        cosmetic_forms=_by_id(forms),
        moves=_by_id(tables.moves(source, names)),
        abilities=_by_id(abilities),
        types=_by_id(tables.types(source, names)),
        natures=_by_id(tables.natures(source, names)),
        items=_by_id(tables.items(source, names, read_list(lists / "items_added.csv"))),
        egg_groups=_by_id(tables.named(source, names, "egg_groups", "egg_group_prose", "egg_group_id")),
        colors=_by_id(tables.named(source, names, "pokemon_colors", "pokemon_color_names", "pokemon_color_id")),
        shapes=_by_id(shapes),
        habitats=_by_id(tables.named(source, names, "pokemon_habitats", "pokemon_habitat_names", "pokemon_habitat_id")),
        regions=_by_id(tables.named(source, names, "regions", "region_names", "region_id")),
        growth_rates=_by_id(tables.growth_rates(source, names)),
        generations=_by_id(tables.generations(source, names)),
        versions=_by_id(tables.versions(source, names)),
        version_groups=_by_id(tables.version_groups(source)),
        pokedexes=_by_id(tables.named(source, names, "pokedexes", "pokedex_prose", "pokedex_id")),
        locations=_by_id(tables.locations(source, names)),
        machines=tables.machines(source),
        evolutions=Evolutions(source, species, pokemon, forms).all(),
        baby_items=tables.baby_items(source),
        type_efficacy=tables.efficacy(source),
        type_efficacy_past=tables.efficacy_past(source),
        form_conditions=tuple(
            tables.form_conditions(source, [form.id for form in forms], [ability.id for ability in abilities])
        ),
    )
    learnsets, methods = columns.learnsets(source)
    unused = names.unused()
    if unused:
        raise BuildError(f"The added name {unused[0].table} / {unused[0].key} is for a table that no name is read for.")
    return Compiled(
        dataset=dataset,
        big=BigTables(learnsets, columns.encounters(source), methods),
        corrections=applied,
        names_added=names.used,
        form_rows=len(source.rows("pokemon_forms")),
    )


def _by_id(records: Iterable[Record]) -> Mapping[int, Record]:
    ordered = sorted(records, key=lambda record: record.id)
    table = {record.id: record for record in ordered}
    if len(table) != len(ordered):
        raise BuildError(f"Two records of {type(ordered[0]).__name__} have the same id.")
    return table
