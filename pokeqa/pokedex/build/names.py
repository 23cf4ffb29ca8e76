"""Names per language, and the display names of forms that the source names only in part."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ...errors import BuildError
from ..model import LANGUAGES
from .fixes import AddedName
from .source import Row, Source

#: Language tag -> the source's language ids, the better one first (Japanese with kanji, else in kana).
_LANGUAGE_IDS = {
    "en": ("9",), "zh-hans": ("12",), "zh-hant": ("4",), "ja": ("11", "1"), "ja-roma": ("2",), "ko": ("3",),
    "fr": ("5",), "de": ("6",), "es": ("7",), "it": ("8",),
}  # fmt: skip

_LETTERS = frozenset({"x", "y", "z"})

NamesById = dict[int, dict[str, str]]

#: Full-width Latin letters and digits, as Chinese and Japanese names of forms have them, to ASCII.
_NARROW = {
    code: unicodedata.normalize("NFKC", chr(code))
    for code in [*range(0xFF10, 0xFF1A), *range(0xFF21, 0xFF3B), *range(0xFF41, 0xFF5B), ord("％")]
}

_BRACKETS = {"zh-hans": "{0}（{1}）", "zh-hant": "{0}（{1}）", "ja": "{0}（{1}）", "ko": "{0}({1})"}


class NameTables:
    """The names of the source's tables, with the project's additions; remembers which additions were used."""

    def __init__(self, source: Source, added: Iterable[AddedName]) -> None:
        self._source = source
        self._added: dict[str, list[AddedName]] = defaultdict(list)
        for name in added:
            self._added[name.table].append(name)
        self.used = 0

    def of(self, table: str, names_table: str, id_column: str, name_column: str = "name") -> NamesById:
        """The names of a table's records, by id and language; records without any are absent.

        Where records have names of two sorts, the second is asked for with the sort behind the table
        ("pokemon_forms/whole"), which is what additions to it call their table.
        """
        found: dict[int, dict[str, str]] = defaultdict(dict)
        for row in self._source.rows(names_table):
            if row[name_column]:
                found[int(row[id_column])][row["local_language_id"]] = row[name_column]
        names: NamesById = {}
        for record, by_id in found.items():
            names[record] = {
                language: next(by_id[i] for i in ids if i in by_id)
                for language, ids in _LANGUAGE_IDS.items()
                if any(i in by_id for i in ids)
            }
        self._add(table, names)
        return names

    def _add(self, table: str, names: NamesById) -> None:
        additions = self._added.pop(table, [])
        ids = self._source.identifiers(table.partition("/")[0]) if additions else {}
        for name in additions:
            if name.key not in ids:
                raise BuildError(f"The added name {table} / {name.key} belongs to no record of the source.")
            if name.language not in LANGUAGES:
                raise BuildError(f"The added name {table} / {name.key} has the unknown language {name.language!r}.")
            record = names.setdefault(ids[name.key], {})
            if record.get(name.language, "") != name.replaces:
                raise BuildError(
                    f"The added name {table} / {name.key} / {name.language} expects {name.replaces!r} in the source, "
                    f"which has {record.get(name.language, '')!r}. Remove or correct the entry."
                )
            record[name.language] = name.name
            self.used += 1

    def unused(self) -> list[AddedName]:
        """The additions that no table asked for."""
        return [name for names in self._added.values() for name in names]


def in_order(names: Mapping[str, str]) -> dict[str, str]:
    """Names in the order of `LANGUAGES`."""
    return {language: names[language] for language in LANGUAGES if language in names}


def narrow(name: str) -> str:
    """A name with its full-width letters and digits as ASCII."""
    return name.translate(_NARROW)


@dataclass(frozen=True, slots=True)
class NameRule:
    """How a language names the forms that have all of some tags.

    `pattern` holds {species} and {letter} (the X of a Mega form).
    """

    tags: frozenset[str]
    language: str
    pattern: str


@dataclass(frozen=True, slots=True)
class FormParts:
    """What the source says of a form's name, per language, and the tags of the form.

    `species` are the species' names, `whole` names of the form with its species in them, `alone` names of the form
    alone.
    """

    species: Mapping[str, str]
    whole: Mapping[str, str]
    alone: Mapping[str, str]
    tags: frozenset[str]


class FormNames:
    """Builds display names from the source's names of a form, else by the rules of data/pokedex/name_rules.csv."""

    def __init__(self, rules: Iterable[Row]) -> None:
        self._rules = [NameRule(frozenset(row["tags"].split()), row["language"], row["pattern"]) for row in rules]

    def display(
        self, form: FormParts, siblings: Mapping[frozenset[str], Mapping[str, str]]
    ) -> tuple[dict[str, str], frozenset[str]]:
        """The display name per language, and the languages in which a rule made it.

        `siblings` are the names alone of the species' forms by their tags: what a rule leaves unsaid of a form is said
        with them (超极巨化武道熊师（连击流）).
        """
        names: dict[str, str] = {}
        derived = set()
        letter = "".join(sorted(_LETTERS & form.tags)).upper() if "mega" in form.tags else ""
        for language in LANGUAGES:
            species, alone = form.species.get(language), form.alone.get(language, "")
            if species is None:
                continue
            if language in form.whole:
                names[language] = form.whole[language]
            elif alone and species.casefold() in alone.casefold():
                names[language] = alone
            elif (rule := self._rule(language, form.tags)) is not None:
                names[language] = rule.pattern.format(species=species, letter=letter).strip()
                rest = form.tags - rule.tags - (_LETTERS if letter else frozenset())
                more = siblings.get(rest, {}).get(language, alone) if rest else ""
                if more:
                    names[language] = bracketed(language, names[language], more)
                derived.add(language)
            elif alone:
                names[language] = bracketed(language, species, alone)
        return names, frozenset(derived)

    def _rule(self, language: str, tags: frozenset[str]) -> NameRule | None:
        return next((rule for rule in self._rules if rule.language == language and rule.tags <= tags), None)


def bracketed(language: str, name: str, more: str) -> str:
    """A name with more about it in the brackets that the language uses."""
    return _BRACKETS.get(language, "{0} ({1})").format(name, more)
