"""Which file of the compiled Pokédex holds which table of `Dataset`."""

from __future__ import annotations

import gc
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..errors import DatasetError
from ..paths import DATA
from . import model
from .dataset import Dataset
from .model import Pokemon, Species
from .store import decode_table, encode_rows, encode_table, read_file, read_manifest

#: Field of Dataset -> record type; each is a file of its own, by id.
BY_ID: Mapping[str, type[Any]] = {
    "species": model.Species,
    "pokemon": model.Pokemon,
    "cosmetic_forms": model.CosmeticForm,
    "moves": model.Move,
    "abilities": model.Ability,
    "types": model.Type,
    "natures": model.Nature,
    "items": model.Item,
    "egg_groups": model.Named,
    "colors": model.Named,
    "shapes": model.Named,
    "habitats": model.Named,
    "regions": model.Named,
    "growth_rates": model.GrowthRate,
    "generations": model.Generation,
    "versions": model.Version,
    "version_groups": model.VersionGroup,
    "pokedexes": model.Named,
    "locations": model.Location,
}

#: Field of Dataset -> record type, for tables whose records have no id.
LISTS: Mapping[str, type[Any]] = {
    "machines": model.Machine,
    "evolutions": model.Evolution,
    "form_conditions": model.FormCondition,
}

#: Rows [attacking type, defending type, per cent], and a fourth value, the last generation, where it no longer holds.
EFFICACY = "type_efficacy.json"
#: Rows [evolution chain, item].
BABY_ITEMS = "baby_items.json"


def encode_dataset(dataset: Dataset) -> dict[str, tuple[int, bytes]]:
    """File name -> number of rows and content, for every table but the large ones."""
    files = {}
    for name in BY_ID:
        records = list(getattr(dataset, name).values())
        if name == "pokemon":
            records = [_without_species_names(pokemon, dataset.species) for pokemon in records]
        files[f"{name}.json"] = (len(records), encode_table(records))
    for name in LISTS:
        records = list(getattr(dataset, name))
        files[f"{name}.json"] = (len(records), encode_table(records))
    efficacy = [[*pair, factor] for pair, factor in sorted(dataset.type_efficacy.items())]
    efficacy += [
        [*pair, factor, last]
        for pair, past in sorted(dataset.type_efficacy_past.items())
        for last, factor in sorted(past.items())
    ]
    files[EFFICACY] = (len(efficacy), encode_rows(efficacy))
    babies = [list(pair) for pair in sorted(dataset.baby_items.items())]
    files[BABY_ITEMS] = (len(babies), encode_rows(babies))
    return files


def read_dataset(directory: Path | None) -> Dataset:
    """The dataset of a directory; see `load_dataset`."""
    directory = DATA / "pokedex" if directory is None else directory
    manifest = read_manifest(directory)
    collecting = gc.isenabled()
    gc.disable()  # everything that is made here stays; looking for garbage in between takes a third of the time
    try:
        content = {name: read_file(directory, manifest, name) for name in manifest.files if name.endswith(".json")}
        tables: dict[str, Any] = {
            name: {record.id: record for record in decode_table(kind, content[f"{name}.json"])}
            for name, kind in BY_ID.items()
        }
        tables |= {name: tuple(decode_table(kind, content[f"{name}.json"])) for name, kind in LISTS.items()}
        tables["pokemon"] = _with_species_names(tables["pokemon"], tables["species"])
        efficacy, past = _efficacy(json.loads(content[EFFICACY]))
        babies = dict(json.loads(content[BABY_ITEMS]))
    except (KeyError, TypeError, ValueError) as error:
        raise DatasetError(
            f"The compiled Pokédex in {directory} cannot be read ({type(error).__name__}: {error}). "
            "Compile it with `python -m pokeqa.pokedex.build SOURCE_DIR`."
        ) from error
    finally:
        if collecting:
            gc.enable()
    return Dataset(
        version=manifest.dataset_version,
        source_commit=manifest.source["commit"],
        source_date=manifest.source["date"],
        baby_items=babies,
        type_efficacy=efficacy,
        type_efficacy_past=past,
        directory=directory,
        **tables,
    )


def _without_species_names(pokemon: Pokemon, species: Mapping[int, Species]) -> Pokemon:
    """An ordinary variety goes by its species' name, which is stored once."""
    return replace(pokemon, names={}) if pokemon.names == species[pokemon.species_id].names else pokemon


def _with_species_names(pokemon: Mapping[int, Pokemon], species: Mapping[int, Species]) -> dict[int, Pokemon]:
    return {
        record.id: record if record.names else replace(record, names=species[record.species_id].names)
        for record in pokemon.values()
    }


def _efficacy(
    rows: list[list[int]],
) -> tuple[dict[tuple[int, int], int], dict[tuple[int, int], dict[int, int]]]:
    now: dict[tuple[int, int], int] = {}
    past: dict[tuple[int, int], dict[int, int]] = {}
    for attack, defence, factor, *last in rows:
        if last:
            past.setdefault((attack, defence), {})[last[0]] = factor
        else:
            now[attack, defence] = factor
    return now, past
