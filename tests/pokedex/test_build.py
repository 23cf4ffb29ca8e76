"""The build: same source, same bytes; every correction applied or the build stops; nothing unsound is written."""

from __future__ import annotations

import csv
import dataclasses
import json
import lzma
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pokeqa.errors import BuildError
from pokeqa.paths import DATA
from pokeqa.pokedex.build import checks
from pokeqa.pokedex.build.__main__ import main
from pokeqa.pokedex.build.checks import Expected
from pokeqa.pokedex.build.compile import Compiled, compile_source
from pokeqa.pokedex.dataset import load_dataset

LISTS = DATA / "pokedex"
TINY = Path(__file__).with_name("tiny_source.txt")

#: What the tiny source holds: Slowpoke and Slowbro with their Mega and Galarian forms.
TINY_COUNTS = Expected(
    species=2, pokemon=5, forms=5, moves=4, shadow_moves=0, abilities=6, legendary=0, mythical=0, babies=0, natures=2,
    learnset_rows=24, encounter_rows=10,
)  # fmt: skip

SLOWPOKE, SLOWBRO, MEGA_SLOWBRO, GALARIAN_SLOWPOKE, GALARIAN_SLOWBRO = 79, 80, 10071, 10164, 10165

RULES = "tags,language,pattern\nmega,zh-hans,超级{species}{letter}\ngalar,zh-hans,伽勒尔{species}\n"
CORRECTIONS = "table,key,column,pokeapi_value,corrected_value,confidence,why\n"
NAMES = "table,key,language,replaces,name,why\n"
MOVE_CHANGES = "move,changed_in,column,before,why\n"
ITEMS = "id,identifier,en,zh-hans,zh-hant,ja\n"


class TinySource:
    """The tiny source on disk, and the project's lists beside it, both to be changed by a test."""

    def __init__(self, directory: Path) -> None:
        self.tables, self.lists, self.out = directory / "source", directory / "lists", directory / "out"
        self.lists.mkdir()
        (self.tables / "pokeapi").mkdir(parents=True)
        for section in TINY.read_text(encoding="utf-8").split("== ")[1:]:
            name, _, text = section.partition("\n")
            (self.tables / "pokeapi" / f"{name}.csv").write_text(text, encoding="utf-8")
        self.list("corrections", CORRECTIONS)
        self.list("names_added", NAMES)
        self.list("name_rules", RULES)
        self.list("items_added", ITEMS)
        self.list("move_changes_added", MOVE_CHANGES)
        source = {"name": "tiny", "url": "https://example.org", "commit": "c0ffee", "date": "2026-08-22"}
        (self.lists / "source.json").write_text(json.dumps(source), encoding="utf-8")

    def list(self, name: str, text: str) -> None:
        (self.lists / f"{name}.csv").write_text(text, encoding="utf-8")

    def table(self, name: str) -> Path:
        return self.tables / "pokeapi" / f"{name}.csv"

    def edit(self, name: str, change: Callable[[list[dict[str, str]]], None]) -> None:
        with self.table(name).open(encoding="utf-8", newline="") as text:
            rows = list(csv.DictReader(text))
        columns = list(rows[0])
        change(rows)
        with self.table(name).open("w", encoding="utf-8", newline="") as text:
            writer = csv.DictWriter(text, columns, lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)

    def compile(self) -> Compiled:
        return compile_source(self.tables, self.lists)

    def build(self, *options: str, expected: Expected = TINY_COUNTS) -> int:
        arguments = [str(self.tables), "--out", str(self.out), "--lists", str(self.lists), *options]
        return main(arguments, expected=expected)


@pytest.fixture
def tiny(tmp_path: Path) -> TinySource:
    return TinySource(tmp_path)


@pytest.fixture(scope="session")
def source_dir() -> Path:
    """The full source, which is not part of the project."""
    directory = os.environ.get("POKEQA_TEST_SOURCE_DIR")
    if not directory:
        pytest.skip("POKEQA_TEST_SOURCE_DIR does not name the directory of the source's CSV files")
    return Path(directory)


# ---------------------------------------------------------------------- the output


def test_a_built_pokedex_loads(tiny: TinySource) -> None:
    assert tiny.build() == 0
    dataset = load_dataset(tiny.out)
    assert dataset.pokemon[SLOWPOKE].names["en"] == "Slowpoke"
    assert [row.method for row in dataset.learnsets.find(SLOWPOKE, 93, version_group_id=1)] == ["level-up"]
    assert {row.version_id for row in dataset.encounters.of(SLOWPOKE)} == {1, 4}


def test_the_same_source_gives_the_same_bytes(tiny: TinySource, tmp_path: Path) -> None:
    tiny.build()
    first = {path.name: path.read_bytes() for path in tiny.out.iterdir()}
    shutil.rmtree(tiny.out)
    tiny.build()
    assert {path.name: path.read_bytes() for path in tiny.out.iterdir()} == first


def test_the_layout_of_the_source_directory_does_not_matter(tiny: TinySource) -> None:
    tiny.build()
    version = load_dataset(tiny.out).version
    for path in list((tiny.tables / "pokeapi").iterdir()):
        path.rename(tiny.tables / path.name)
    moves = tiny.tables / "pokemon_moves_full.csv"
    (tiny.tables / "pokemon_moves_full.csv.xz").write_bytes(lzma.compress(moves.read_bytes()))
    moves.unlink()
    assert tiny.build() == 0
    assert load_dataset(tiny.out).version == version


def test_a_changed_fact_changes_the_version(tiny: TinySource) -> None:
    tiny.build()
    version = load_dataset(tiny.out).version
    tiny.edit("pokemon", lambda rows: rows[0].update(weight="361"))
    tiny.build()
    assert load_dataset(tiny.out).version != version


def test_the_manifest_names_source_counts_and_files(tiny: TinySource) -> None:
    tiny.build("--source-commit", "abc123", "--source-date", "2027-01-01")
    manifest = json.loads((tiny.out / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["source"]["commit"] == "abc123"
    assert manifest["source"]["date"] == "2027-01-01"
    assert manifest["counts"]["species"] == 2
    assert manifest["files"]["learnsets.bin.xz"]["rows"] == 24
    assert set(manifest["files"]) | {"manifest.json"} == {path.name for path in tiny.out.iterdir()}


def test_the_source_commit_is_never_invented(tiny: TinySource, capsys: pytest.CaptureFixture[str]) -> None:
    (tiny.lists / "source.json").unlink()
    assert tiny.build() == 1
    assert "names the source and its commit" in capsys.readouterr().err


def test_records_are_one_a_line(tiny: TinySource) -> None:
    tiny.build()
    lines = (tiny.out / "species.json").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 4
    assert json.loads(lines[1].rstrip(","))["identifier"] == "slowpoke"


def test_it_runs_as_a_module() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "pokeqa.pokedex.build", "nowhere"],
        capture_output=True, text=True, check=False, cwd=DATA.parent,
    )  # fmt: skip
    assert result.returncode == 1
    assert "nowhere is not a directory" in result.stderr


# ---------------------------------------------------------------------- corrections


def test_a_correction_changes_the_rows_it_means_and_is_listed(tiny: TinySource) -> None:
    tiny.list("corrections", CORRECTIONS + "pokemon,slowpoke,weight,360,361,high,a test\n")
    compiled = tiny.compile()
    assert compiled.dataset.pokemon[SLOWPOKE].weight_hg == 361
    assert [(entry.key, entry.rows) for entry in compiled.corrections] == [("slowpoke", 1)]


def test_a_correction_can_empty_a_cell_of_every_row_that_fits_a_pattern(tiny: TinySource) -> None:
    tiny.edit("pokemon", lambda rows: [row.update(weight="10000") for row in rows if "galar" in row["identifier"]])
    tiny.list("corrections", CORRECTIONS + "pokemon,*-galar (2),weight,10000,,high,a placeholder\n")
    compiled = tiny.compile()
    assert compiled.dataset.pokemon[GALARIAN_SLOWBRO].weight_hg is None
    assert compiled.corrections[0].rows == 2


def test_a_correction_can_move_a_past_value_to_another_stat(tiny: TinySource) -> None:
    entry = "pokemon_stats_past,slowbro gen1,stat_id,9(special)=80,2(attack)=80,high,a test\n"
    tiny.list("corrections", CORRECTIONS + entry)
    assert tiny.compile().dataset.pokemon[SLOWBRO].stats_past == {1: {"attack": 80}}


@pytest.mark.parametrize(
    ("entry", "complaint"),
    [
        ("pokemon,missingno,weight,360,361,high,x", "matches no row"),
        ("pokemon,slowpoke,weight,999,361,high,x", "expects '999' in the source, which holds '360'"),
        ("pokemon,*-galar (3),weight,360,361,high,x", "meant for 3 rows and matches 2"),
        ("pokemon_stats_past,slowbro gen1,stat_id,2(attack)=80,3=80,high,x", "matches no row"),
        ("moves,tackle,might,40,50,high,x", "has no column might"),
    ],
)
def test_a_correction_that_does_not_fit_the_source_stops_the_build(
    tiny: TinySource, capsys: pytest.CaptureFixture[str], entry: str, complaint: str
) -> None:
    tiny.list("corrections", CORRECTIONS + entry + "\n")
    assert tiny.build() == 1
    assert complaint in capsys.readouterr().err
    assert not tiny.out.exists()


# ---------------------------------------------------------------------- names


def test_an_added_change_tells_what_a_move_was_before(tiny: TinySource) -> None:
    tiny.list("move_changes_added", MOVE_CHANGES + "confusion,gold-silver,pp,40,the source has no change\n")
    dataset = tiny.compile().dataset
    assert [dataset.move_in(93, generation).pp for generation in (1, 2)] == [40, 25]


@pytest.mark.parametrize("entry", ["pound,gold-silver,pp,40,x", "confusion,gold-silver,colour,40,x",
                                   "tackle,black-white,power,30,x"])  # fmt: skip
def test_an_added_change_that_does_not_fit_the_source_stops_the_build(tiny: TinySource, entry: str) -> None:
    tiny.list("move_changes_added", MOVE_CHANGES + entry + "\n")
    with pytest.raises(BuildError):
        tiny.compile()


def test_forms_are_named_by_the_source_first_and_by_rule_where_it_has_no_name(tiny: TinySource) -> None:
    pokemon = tiny.compile().dataset.pokemon
    assert pokemon[GALARIAN_SLOWPOKE].names["en"] == "Galarian Slowpoke"
    assert pokemon[GALARIAN_SLOWPOKE].names["zh-hans"] == "伽勒尔呆呆兽"
    assert pokemon[GALARIAN_SLOWPOKE].derived_names == {"zh-hans"}
    assert pokemon[GALARIAN_SLOWPOKE].names["ja"] == "ヤドン（ガラルのすがた）"
    assert pokemon[MEGA_SLOWBRO].names["zh-hans"] == "超级呆壳兽"
    assert pokemon[MEGA_SLOWBRO].derived_names == frozenset()


def test_an_added_name_replaces_exactly_what_it_expects(tiny: TinySource) -> None:
    tiny.list("names_added", NAMES + "moves,tackle,zh-hans,撞击,冲撞,a test\nitems,galarica-cuff,zh-hans,,环,a test\n")
    dataset = tiny.compile().dataset
    assert dataset.moves[33].names["zh-hans"] == "冲撞"
    assert dataset.items[1633].names["zh-hans"] == "环"


@pytest.mark.parametrize(
    ("entry", "complaint"),
    [
        ("moves,tackle,zh-hans,,冲撞,x", "expects '' in the source"),
        ("moves,splash,zh-hans,,跃起,x", "belongs to no record"),
        ("moves,tackle,tlh,,x,x", "unknown language 'tlh'"),
        ("berries,oran,en,,Oran,x", "for a table that no name is read for"),
    ],
)
def test_an_added_name_that_does_not_fit_the_source_stops_the_build(
    tiny: TinySource, entry: str, complaint: str
) -> None:
    tiny.list("names_added", NAMES + entry + "\n")
    with pytest.raises(BuildError, match=re.escape(complaint)):
        tiny.compile()


# ---------------------------------------------------------------------- checks


@pytest.mark.parametrize("field", [field.name for field in dataclasses.fields(Expected)])
def test_a_wrong_number_of_anything_stops_the_build(
    tiny: TinySource, capsys: pytest.CaptureFixture[str], field: str
) -> None:
    expected = dataclasses.replace(TINY_COUNTS, **{field: 99})
    assert tiny.build(expected=expected) == 1
    assert f"{field.replace('_', ' ')}, there should be 99" in capsys.readouterr().err
    assert not tiny.out.exists()


@pytest.mark.parametrize(
    ("table", "change", "complaint"),
    [
        ("pokemon_species", {"color_id": "77"}, "has color_id 77, which colors lacks"),
        ("pokemon_abilities", {"ability_id": "9999"}, "has the id 9999, which abilities lacks"),
        ("pokemon_evolution", {"trigger_item_id": "4242"}, "has item_id 4242, which items lacks"),
        ("pokemon_moves_full", {"move_id": "600"}, "The learnsets have the move 600, which does not exist"),
        ("encounter_locations", {"location_id": "1"}, "The encounters have the location 1, which does not exist"),
        ("type_efficacy", {"damage_factor": "150"}, "The type chart has 150"),
        ("pokemon_species_names", {"name": ""}, "slowpoke has no name in ja"),
    ],
)
def test_a_damaged_table_stops_the_build(
    tiny: TinySource, capsys: pytest.CaptureFixture[str], table: str, change: dict[str, str], complaint: str
) -> None:
    (tiny.tables / "pokeapi" / "pokemon_moves_ever.csv").unlink()
    if table == "pokemon_species_names":
        tiny.edit(table, lambda rows: [r.update(change) for r in rows[:12] if r["local_language_id"] in ("1", "11")])
    else:
        tiny.edit(table, lambda rows: rows[0].update(change))
    assert tiny.build() == 1
    assert complaint in capsys.readouterr().err


def test_an_incomplete_type_chart_stops_the_build(tiny: TinySource) -> None:
    tiny.edit("type_efficacy", lambda rows: rows.pop())
    assert list(checks.type_chart(tiny.compile().dataset)) == ["The type chart has None for 18 against 18."]


def test_an_evolution_across_chains_is_found(tiny: TinySource) -> None:
    dataset = tiny.compile().dataset
    species = dict(dataset.species)
    species[SLOWBRO] = dataclasses.replace(species[SLOWBRO], chain_id=1)
    problems = list(checks.evolutions(dataclasses.replace(dataset, species=species)))
    assert "slowpoke evolves into slowbro in another chain." in problems


def test_a_species_that_nothing_evolves_into_is_found(tiny: TinySource) -> None:
    dataset = dataclasses.replace(tiny.compile().dataset, evolutions=())
    assert list(checks.evolutions(dataset)) == ["Nothing evolves into slowbro, which has a parent."]


def test_varieties_that_cannot_be_told_apart_are_found(tiny: TinySource) -> None:
    dataset = tiny.compile().dataset
    pokemon = dict(dataset.pokemon)
    pokemon[MEGA_SLOWBRO] = dataclasses.replace(pokemon[MEGA_SLOWBRO], form_tags=frozenset({"galar"}))
    problems = list(checks.varieties(dataclasses.replace(dataset, pokemon=pokemon)))
    assert problems == ["slowbro-mega and slowbro-galar have the same form tags."]


def test_moves_ever_learnt_that_no_row_has_are_found(tiny: TinySource) -> None:
    tiny.edit("pokemon_moves_ever", lambda rows: rows[0].update(move_ids="33 999"))
    with pytest.raises(BuildError, match="no learnset row has"):
        tiny.compile()


def test_a_missing_table_is_named(tiny: TinySource, capsys: pytest.CaptureFixture[str]) -> None:
    tiny.table("natures").unlink()
    assert tiny.build() == 1
    assert "holds no natures.csv" in capsys.readouterr().err


# ---------------------------------------------------------------------- what is committed


def test_the_committed_pokedex_is_what_the_source_gives(source_dir: Path, tmp_path: Path) -> None:
    assert main([str(source_dir), "--out", str(tmp_path)]) == 0
    built = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert {name: (LISTS / name).read_bytes() for name in built} == built


def test_every_correction_is_applied() -> None:
    with (LISTS / "corrections.csv").open(encoding="utf-8", newline="") as text:
        listed = [(row["table"], row["key"], row["column"]) for row in csv.DictReader(text)]
    manifest = json.loads((LISTS / "manifest.json").read_text(encoding="utf-8"))
    assert [(c["table"], c["key"], c["column"]) for c in manifest["corrections"]] == listed
    assert all(entry["rows"] >= 1 for entry in manifest["corrections"])
    assert next(c["rows"] for c in manifest["corrections"] if c["key"].startswith("*-gmax")) == 34


def test_the_committed_pokedex_is_small_and_has_no_prose() -> None:
    files = [path for path in LISTS.iterdir() if path.is_file()]
    assert sum(path.stat().st_size for path in files) < 8_000_000
    moves = json.loads((LISTS / "moves.json").read_text(encoding="utf-8"))
    assert max(len(name) for move in moves for name in move["names"].values()) < 60
