"""The source's tables as generated questions read them: corrected rows, and the names that they and the project give.

It shares no code with `pokeqa.pokedex`, so that a fault there cannot hide here. Of the project's own data it takes two
lists: the corrections of known errors, and the names that the source lacks.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from collections import defaultdict
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path

Row = dict[str, str]
Names = dict[str, str]

#: Language -> the ids that hold it in the source, best first.
_LANGUAGES = {"en": ("9",), "zh-hans": ("12",), "ja": ("11", "1")}
#: The types that take part in the chart.
CHART_TYPES = 18
_WIDE = re.compile(r"[Ａ-Ｚａ-ｚ０-９％]")


@dataclass
class SourceTables:
    """The tables of the source. `folder` holds `pokeapi/` and the learnsets, `project` the project's two lists."""

    folder: Path
    project: Path
    _tables: dict[str, list[Row]] = field(default_factory=dict)

    # ------------------------------------------------------------------ reading

    def rows(self, table: str) -> list[Row]:
        """The rows of a table, corrected. Raises FileNotFoundError where the folder has no such table."""
        if table not in self._tables:
            self._tables[table] = read_rows(self.folder / "pokeapi" / f"{table}.csv")
            for entry in self._corrections:
                if entry["table"] == table:
                    self._correct(entry)
        return self._tables[table]

    @cached_property
    def _corrections(self) -> list[Row]:
        return read_rows(self.project / "corrections.csv")

    def _correct(self, entry: Row) -> None:
        """Writes a correction into its table. Past stats are not asked for, so their odd notation is not read."""
        if entry["table"].endswith("_past"):
            return
        key, column = entry["key"].split(" ")[0], entry["column"]
        for row in self._tables[entry["table"]]:
            if fnmatchcase(row.get("identifier", f"#{row['id']}"), key) and row[column] == entry["pokeapi_value"]:
                row[column] = entry["corrected_value"]

    def grouped(self, table: str, column: str) -> dict[int, list[Row]]:
        """The rows of a table by the number in one of its columns."""
        found: dict[int, list[Row]] = defaultdict(list)
        for row in self.rows(table):
            found[int(row[column])].append(row)
        return found

    @cached_property
    def _added_names(self) -> dict[tuple[str, str], Names]:
        found: dict[tuple[str, str], Names] = defaultdict(dict)
        for row in read_rows(self.project / "names_added.csv"):
            found[row["table"], row["key"]][row["language"]] = row["name"]
        return found

    def names_of(self, table: str, column: str, owner: str, name: str = "name", added: str = "") -> dict[int, Names]:
        """Names per language of the records of `owner`, with those that the project adds to `added` (or `owner`)."""
        by_id: dict[int, dict[str, str]] = defaultdict(dict)
        for row in self.rows(table):
            if row[name]:
                by_id[int(row[column])][row["local_language_id"]] = plain(row[name])
        found: dict[int, Names] = {}
        for row in self.rows(owner):
            known = by_id.get(int(row["id"]), {})
            names = {
                language: next(known[i] for i in ids if i in known)
                for language, ids in _LANGUAGES.items()
                if any(i in known for i in ids)
            }
            names |= {k: plain(v) for k, v in self._added_names.get((added or owner, row["identifier"]), {}).items()}
            found[int(row["id"])] = names
        return found

    # ------------------------------------------------------------------ names of small tables

    @cached_property
    def type_names(self) -> dict[int, Names]:
        """Of the 18 types of the chart and the shadow type."""
        names = self.names_of("type_names", "type_id", "types")
        return {t: n for t, n in names.items() if t <= CHART_TYPES or n.get("en") == "Shadow"}

    @cached_property
    def ability_names(self) -> dict[int, Names]:
        """Of every ability."""
        return self.names_of("ability_names", "ability_id", "abilities")

    @cached_property
    def ability_identifiers(self) -> dict[int, str]:
        """Of every ability."""
        return {int(row["id"]): row["identifier"] for row in self.rows("abilities")}

    @cached_property
    def egg_group_names(self) -> dict[int, Names]:
        """Of every egg group."""
        return self.names_of("egg_group_prose", "egg_group_id", "egg_groups")

    @cached_property
    def color_names(self) -> dict[int, Names]:
        """Of every Pokédex colour."""
        return self.names_of("pokemon_color_names", "pokemon_color_id", "pokemon_colors")

    @cached_property
    def class_names(self) -> dict[int, Names]:
        """Of the three damage classes."""
        return self.names_of("move_damage_class_prose", "move_damage_class_id", "move_damage_classes")

    @cached_property
    def item_names(self) -> dict[int, Names]:
        """Of every item."""
        return self.names_of("item_names", "item_id", "items")

    @cached_property
    def version_names(self) -> dict[int, Names]:
        """Of every game."""
        return self.names_of("version_names", "version_id", "versions")

    @cached_property
    def growth_rates(self) -> dict[int, tuple[str, int]]:
        """Identifier and experience at level 100 of every growth rate."""
        at_100 = {
            int(row["growth_rate_id"]): int(row["experience"])
            for row in self.rows("experience")
            if row["level"] == "100"
        }
        return {int(row["id"]): (row["identifier"], at_100[int(row["id"])]) for row in self.rows("growth_rates")}


def plain(name: str) -> str:
    """A name with ASCII letters and digits, and a straight apostrophe."""
    return _WIDE.sub(lambda m: unicodedata.normalize("NFKC", m[0]), name)


def read_rows(path: Path) -> list[Row]:
    """The rows of a CSV file."""
    with path.open(encoding="utf-8", newline="") as text:
        return list(csv.DictReader(text))
