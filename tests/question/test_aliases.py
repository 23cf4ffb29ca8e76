"""The alias table is complete in itself, and never takes a name away from whoever officially bears it."""

from __future__ import annotations

import csv
import os
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from pokeqa.pokedex.dataset import Dataset

TABLE = Path(__file__).parents[2] / "data" / "lexicon" / "aliases.yaml"

KINDS = ("species", "pokemon", "move", "ability", "item", "type", "nature", "egg_group", "version", "version_group")
LANGS = ("en", "zh", "ja")
ORIGINS = ("hk", "tw-old", "cn-old", "nickname", "romaji", "shorthand", "old-name", "abbreviation",
           "misspelling", "kanji")  # fmt: skip

#: Source table of identifiers, and the compiled table, for every kind.
SOURCE_TABLE = {
    "species": "pokemon_species",
    "pokemon": "pokemon",
    "move": "moves",
    "ability": "abilities",
    "item": "items",
    "type": "types",
    "nature": "natures",
    "egg_group": "egg_groups",
    "version": "versions",
    "version_group": "version_groups",
}
COMPILED_TABLE = SOURCE_TABLE | {"species": "species"}

#: Source tables of official names: (file, column with the id, kind).
NAME_TABLES = (
    ("pokemon_species_names", "pokemon_species_id", "species"),
    ("move_names", "move_id", "move"),
    ("ability_names", "ability_id", "ability"),
    ("item_names", "item_id", "item"),
    ("type_names", "type_id", "type"),
    ("nature_names", "nature_id", "nature"),
    ("version_names", "version_id", "version"),
)
#: Names that belong to no kind of alias, so every alias that equals one is a collision.
OTHER_NAME_TABLES = ("egg_group_prose", "stat_names", "region_names")

#: The ten languages of the product, as the source numbers them: cs, pt-br and es-419 are not among them.
LANGUAGE_IDS = frozenset({"1", "2", "3", "4", "5", "6", "7", "8", "9", "11", "12"})

#: Everyday words that were once suggested as nicknames, or are other fans' nicknames for a Pokémon.
EVERYDAY_WORDS = re.findall(
    r"\S+",
    """
    ace bee bird bliss bolt bomb boots bro bull camel char cinder clod cube doom dragon drill gambit ghost
    gross hands helmet hippo jolt keys king lax legion light luke mage mouse moon moth neck nite ogre pony
    queen ray rocks rose scarf spin squirt stick sumo talon tent tomb torn tusk wake wash web worm zone
    凤凰 毛毛虫 大力 多多 铁腕 绵绵 普通 皮卡 火鸡 向日葵 大猩猩 蝴蝶 狐狸 蝙蝠 洗衣机 白马 黑马 黑白
    创世神 布丁 瓦斯 钉子 空间 追击 保护 幸运蛋 月石
    """,
)

#: The fan name of a Pokémon that is none.
NOT_A_POKEMON = ("pikablu",)


@dataclass(frozen=True, slots=True)
class Alias:
    alias: str
    kind: str
    to: tuple[str, ...]
    lang: str
    origin: str


def fold(name: str) -> str:
    """The name without what matching ignores: width, case, spaces, hyphens, apostrophes and dots."""
    text = unicodedata.normalize("NFKC", name).casefold()
    return re.sub(r"[\s\-‐-―'’‘`´.·・]", "", text)


def rows() -> list[dict[str, Any]]:
    loaded: list[dict[str, Any]] = yaml.safe_load(TABLE.read_text(encoding="utf-8"))
    return loaded


@pytest.fixture(scope="module")
def aliases() -> list[Alias]:
    return [Alias(r["alias"], r["kind"], tuple(r["to"]), r["lang"], r["origin"]) for r in rows()]


@pytest.fixture(scope="module")
def source() -> Path:
    folder = os.environ.get("POKEQA_TEST_SOURCE_DIR")
    if not folder:
        pytest.skip("POKEQA_TEST_SOURCE_DIR does not name a folder with the source tables")
    return Path(folder) / "pokeapi"


def read(source: Path, table: str) -> Iterator[dict[str, str]]:
    with (source / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def official_names(source: Path) -> dict[str, set[tuple[str, str]]]:
    """Folded official name -> who bears it, as (kind, identifier), in all languages of the product."""
    bearers: dict[str, set[tuple[str, str]]] = {}
    for table, column, kind in NAME_TABLES:
        identifiers = {r["id"]: r["identifier"] for r in read(source, SOURCE_TABLE[kind])}
        for row in read(source, table):
            if row["local_language_id"] in LANGUAGE_IDS and row["name"]:
                bearers.setdefault(fold(row["name"]), set()).add((kind, identifiers[row[column]]))
    for table in OTHER_NAME_TABLES:
        for row in read(source, table):
            if row["local_language_id"] in LANGUAGE_IDS and row["name"]:
                bearers.setdefault(fold(row["name"]), set()).add((table, row["name"]))
    pokemon = {r["id"]: r["identifier"] for r in read(source, "pokemon")}
    forms = {r["id"]: pokemon[r["pokemon_id"]] for r in read(source, "pokemon_forms")}
    for row in read(source, "pokemon_form_names"):
        for name in (row["form_name"], row["pokemon_name"]):
            if row["local_language_id"] in LANGUAGE_IDS and name:
                bearers.setdefault(fold(name), set()).add(("pokemon", forms[row["pokemon_form_id"]]))
    return bearers


def test_every_entry_has_exactly_the_documented_fields() -> None:
    for row in rows():
        assert list(row) == ["alias", "kind", "to", "lang", "origin"], row
        assert isinstance(row["alias"], str) and row["alias"] == row["alias"].strip() != "", row
        assert row["to"] and all(isinstance(t, str) for t in row["to"]), row
        assert len(set(row["to"])) == len(row["to"]), row


def test_kinds_languages_and_origins_are_known(aliases: list[Alias]) -> None:
    assert {a.kind for a in aliases} <= set(KINDS)
    assert {a.lang for a in aliases} <= set(LANGS)
    assert {a.origin for a in aliases} <= set(ORIGINS)


def test_entries_are_sorted_by_kind_and_alias(aliases: list[Alias]) -> None:
    order = KINDS

    keys = [(order.index(a.kind), a.alias.casefold(), a.alias) for a in aliases]

    assert keys == sorted(keys)


def test_no_alias_is_listed_twice_whatever_its_kind(aliases: list[Alias]) -> None:
    seen: dict[str, Alias] = {}
    for alias in aliases:
        assert fold(alias.alias) not in seen, (alias, seen[fold(alias.alias)])
        seen[fold(alias.alias)] = alias


def test_only_types_may_have_aliases_of_one_character(aliases: list[Alias]) -> None:
    assert [a for a in aliases if len(fold(a.alias)) < 2 and a.kind != "type"] == []


def test_latin_names_of_pokemon_are_long_enough_not_to_be_met_by_chance(aliases: list[Alias]) -> None:
    short = [a for a in aliases if a.kind == "species" and fold(a.alias).isascii() and len(fold(a.alias)) < 3]

    assert short == []


def test_no_alias_is_an_everyday_word(aliases: list[Alias]) -> None:
    assert {fold(a.alias) for a in aliases} & {fold(w) for w in EVERYDAY_WORDS} == set()


def test_the_fan_name_of_a_pokemon_that_does_not_exist_is_no_alias(aliases: list[Alias]) -> None:
    assert {fold(a.alias) for a in aliases} & set(NOT_A_POKEMON) == set()


def test_a_name_with_two_readings_lists_both(aliases: list[Alias]) -> None:
    readings = {a.alias: set(a.to) for a in aliases}

    assert readings["水龟"] == {"squirtle", "blastoise"}
    assert readings["Mega Zard"] == {"charizard-mega-x", "charizard-mega-y"}


@pytest.mark.parametrize(
    ("alias", "kind", "to"),
    [
        ("比卡超", "species", ("pikachu",)),
        ("车厘龟", "species", ("squirtle",)),
        ("索利普", "species", ("drowzee",)),
        ("沙瓦郎", "species", ("hitmonlee",)),
        ("太阳精灵", "species", ("espeon",)),
        ("老喷", "species", ("charizard",)),
        ("Rizadon", "species", ("charizard",)),
        ("Rotom-W", "pokemon", ("rotom-wash",)),
        ("Lando-T", "pokemon", ("landorus-therian",)),
        ("Faint Attack", "move", ("feint-attack",)),
        ("漂浮", "ability", ("levitate",)),
        ("ORAS", "version_group", ("omega-ruby-alpha-sapphire",)),
        ("朱紫", "version_group", ("scarlet-violet",)),
    ],
)
def test_well_known_aliases_mean_what_players_mean(
    aliases: list[Alias], alias: str, kind: str, to: tuple[str, ...]
) -> None:
    assert (kind, to) in {(a.kind, a.to) for a in aliases if a.alias == alias}


def test_every_identifier_exists_in_the_source(aliases: list[Alias], source: Path) -> None:
    known = {kind: {r["identifier"] for r in read(source, table)} for kind, table in SOURCE_TABLE.items()}
    with (TABLE.parents[1] / "pokedex" / "items_added.csv").open(encoding="utf-8", newline="") as file:
        known["item"] |= {r["identifier"] for r in csv.DictReader(file)}  # held items that the source leaves out

    assert [(a.alias, t) for a in aliases for t in a.to if t not in known[a.kind]] == []


def test_no_alias_is_the_official_name_of_something_else(aliases: list[Alias], source: Path) -> None:
    bearers = official_names(source)

    stolen = {
        a.alias: others for a in aliases if (others := bearers.get(fold(a.alias), set()) - {(a.kind, t) for t in a.to})
    }

    assert stolen == {}


def test_no_alias_repeats_an_official_name_of_what_it_means(aliases: list[Alias], source: Path) -> None:
    bearers = official_names(source)

    assert [a for a in aliases if bearers.get(fold(a.alias), set()) & {(a.kind, t) for t in a.to}] == []


def test_no_alias_is_an_official_english_name_with_a_word_stuck_to_it(aliases: list[Alias], source: Path) -> None:
    """A possessive ("Rotom's"), an article ("Ninetales a ...") or "I" must not turn a species into a form."""
    species = {fold(r["name"]) for r in read(source, "pokemon_species_names") if r["local_language_id"] == "9"}

    accidents = {name + tail for name in species for tail in ("s", "a", "i")}

    assert {fold(a.alias) for a in aliases} & accidents == set()


def test_every_identifier_exists_in_the_compiled_dataset(aliases: list[Alias], dataset: Dataset) -> None:
    known = {
        kind: {entry.identifier for entry in getattr(dataset, table).values()} for kind, table in COMPILED_TABLE.items()
    }
    missing = [(a.alias, t) for a in aliases for t in a.to if t not in known[a.kind]]

    assert missing == []
