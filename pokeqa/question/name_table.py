"""Which spellings name what: the dataset's names and the project's aliases, by their folded form."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from ..errors import LexiconError
from ..paths import DATA
from ..pokedex.dataset import Dataset
from ..pokedex.phrases import phrases_for
from ..yaml_files import read_yaml
from .algebra import Mon, Subject, Thing
from .fold import fold, fold_text, normalise

#: Latin-script languages, in the order in which a spelling that several share is read.
LATIN_LANGUAGES = ("fr", "de", "es", "it")


@dataclass(frozen=True, slots=True)
class Name:
    """One reading of a spelling. `kind` is "pokemon", "move", "ability", "item", "type", "nature", "egg_group",
    "version_group", "version", "place", "generation" or "region"; `ids` the table's ids (for
    Pokémon: (species, pokemon, cosmetic form or 0)). `how` is "exact", "alias" or "form".
    """

    kind: str
    ids: tuple[int, ...]
    language: str
    how: str
    text: str

    def subject(self) -> Subject | None:
        """The thing that is named, if a query can have it as its subject."""
        if self.kind == "pokemon":
            species, pokemon, cosmetic = self.ids
            return Mon(species, pokemon, self.how == "form", cosmetic or None)
        if self.kind in ("move", "ability", "item", "type", "nature", "egg_group", "generation", "region"):
            return Thing(self.kind, self.ids[0])  # type: ignore[arg-type]
        return None


class NameTable:
    """The names of a dataset by spelling. `not_names` are folded words that another language's name may not take."""

    def __init__(self, dataset: Dataset, not_names: Collection[str]) -> None:
        self._dataset = dataset
        self._not_names = not_names
        self.by_spelling: dict[str, list[Name]] = defaultdict(list)
        self._index_dataset()
        self._index_aliases()

    def _index_dataset(self) -> None:
        data = self._dataset
        tables: list[tuple[str, Mapping[int, Any]]] = [
            ("type", {i: t for i, t in data.types.items() if i <= 19}), ("move", data.moves),
            ("ability", data.abilities),
            ("item", data.items), ("nature", data.natures), ("egg_group", data.egg_groups), ("region", data.regions),
        ]  # fmt: skip
        for species in data.species.values():
            self._add_names("pokemon", (species.id, species.default_pokemon_id, 0), species.names, "exact")
        for pokemon in data.pokemon.values():
            if not pokemon.is_default:
                self._add_names("pokemon", (pokemon.species_id, pokemon.id, 0), pokemon.names, "form")
        for form in data.cosmetic_forms.values():
            if not form.is_default:
                species_id = data.pokemon[form.pokemon_id].species_id
                plain = {fold(name) for name in data.species[species_id].names.values()}
                # "Unown !" folds to the plain name, and is not what the plain name means.
                names = {tag: name for tag, name in form.names.items() if fold(name) not in plain}
                self._add_names("pokemon", (species_id, form.pokemon_id, form.id), names, "form")
        for kind, table in tables:
            for item in table.values():
                self._add_names(kind, (item.id,), item.names, "exact")
        for version in data.versions.values():
            # The Yellow Version is called "Pikachu" in Chinese; the Pokémon is meant. Pearl is an item too: `settle`.
            names = {
                tag: name for tag, name in version.names.items()
                if all(other.kind == "item" for other in self.by_spelling.get(fold(name), ()))
            }  # fmt: skip
            self._add_names("version_group", (version.version_group_id,), names, "exact")
            self._add_names("version", (version.id,), names, "exact")
        self._index_places()
        self._index_plurals()

    def _index_plurals(self) -> None:
        """ "Can two Dittos breed?": the plurals of Pokémon whose English name is one word, of items with several."""
        for species in self._dataset.species.values():
            name = species.names.get("en", "")
            key = fold(f"{name}s")
            if name.isalpha() and not name.endswith("s") and key not in self.by_spelling:
                ids = (species.id, species.default_pokemon_id, 0)
                self.by_spelling[key].append(Name("pokemon", ids, "en", "alias", name))
        for item in self._dataset.items.values():
            name = item.names.get("en", "")
            key = fold(f"{name[:-1]}ies" if name.endswith("ry") else f"{name}s")  # Lucky Eggs, Oran Berries
            if " " in name and not name.endswith("s") and key not in self.by_spelling:
                self.by_spelling[key].append(Name("item", (item.id,), "en", "alias", name))

    def _index_places(self) -> None:
        """The places where Pokémon are met, by the source's names and the project's Chinese ones."""
        data = self._dataset
        if data.directory is None:
            return
        chinese = phrases_for("zh-hans")
        for location_id in sorted(data.encounters.locations()):
            location = data.locations[location_id]
            if location.identifier.startswith(("roaming-", "unknown-all-")):
                continue  # no places
            names = dict(location.names)
            for number, root in enumerate(("place", "place-alias")):
                key = f"{root}.{location.identifier}"
                if key in chinese:
                    names["zh-hans" if not number else "zh-hant"] = chinese.say(key)
            self._add_names("place", (location_id,), names, "exact")
            for said in _place_aliases(names.get("en", "")):
                self.by_spelling[fold(said)].append(Name("place", (location_id,), "en", "alias", said))

    def _add_names(self, kind: str, ids: tuple[int, ...], names: Mapping[str, str], how: str) -> None:
        seen: set[str] = set()
        for language, name in names.items():
            key = fold(name)
            if not key or key in seen or (len(key) == 1 and kind not in ("type", "move")):
                continue
            foreign = language in LATIN_LANGUAGES or language == "ja-roma"
            if kind != "pokemon" and foreign and (key in self._not_names or len(key) < 5):
                # A foreign word for a move is too often a plain English word; Pokémon names are not.
                continue
            if kind == "pokemon" and language in LATIN_LANGUAGES and key in self._not_names:
                continue
            seen.add(key)
            self.by_spelling[key].append(Name(kind, ids, language, how, name))
            without = fold_text(normalise(name)).chars if "’s " in name or "'s " in name else key
            if without != key:
                # In a question the 's of "King's Rock" looks like any possessive.
                self.by_spelling[without].append(Name(kind, ids, language, how, name))
            bare = key.rstrip("♀♂")
            if bare != key and kind == "pokemon":
                # "Nidoran" alone is either; the sign or a word for it decides.
                self.by_spelling[bare].append(Name(kind, ids, language, "exact", name))

    def _index_aliases(self) -> None:
        data = self._dataset
        by_identifier: dict[str, dict[str, tuple[int, ...]]] = {
            "species": {s.identifier: (s.id, s.default_pokemon_id, 0) for s in data.species.values()},
            "pokemon": {p.identifier: (p.species_id, p.id, 0) for p in data.pokemon.values()},
            "move": {m.identifier: (m.id,) for m in data.moves.values()},
            "ability": {a.identifier: (a.id,) for a in data.abilities.values()},
            "item": {i.identifier: (i.id,) for i in data.items.values()},
            "type": {t.identifier: (t.id,) for t in data.types.values()},
            "nature": {n.identifier: (n.id,) for n in data.natures.values()},
            "egg_group": {g.identifier: (g.id,) for g in data.egg_groups.values()},
            "version_group": {v.identifier: (v.id,) for v in data.version_groups.values()},
            "version": {v.identifier: (v.version_group_id,) for v in data.versions.values()},
        }
        versions = {v.identifier: v.id for v in data.versions.values()}
        for row in read_yaml(DATA / "lexicon" / "aliases.yaml"):
            kind, key = row["kind"], fold(str(row["alias"]))
            try:
                targets = [by_identifier[kind][str(name)] for name in row["to"]]
            except KeyError as error:
                raise LexiconError(f"The alias {row['alias']!r} points at {error}, which the dataset lacks.") from error
            if kind in ("version", "version_group"):
                ids = tuple(sorted({i for target in targets for i in target}))
                for spelling in dict.fromkeys((key, fold_text(normalise(str(row["alias"]))).chars)):  # "Let's Go"
                    self.by_spelling[spelling].append(
                        Name("version_group", ids, row["lang"], "alias", str(row["alias"]))
                    )
                single = [versions[str(name)] for name in row["to"]] if kind == "version" else []
                self.by_spelling[key].extend(
                    Name("version", (one,), row["lang"], "alias", str(row["alias"])) for one in single
                )
                continue
            for ids in targets:
                name = {"species": "pokemon"}.get(kind, kind)
                how = "form" if kind == "pokemon" else "alias"
                if all(n.kind != name or n.ids != ids for n in self.by_spelling[key]):
                    self.by_spelling[key].append(Name(name, ids, row["lang"], how, str(row["alias"])))


_NUMBERED = re.compile(r"(?:Sea )?Route (\d+)")
#: The source names the region with some places: "Kanto Power Plant".
_OF_A_REGION = re.compile(r"(?:Kanto|Johto|Hoenn|Sinnoh|Unova|Kalos|Alola|Galar) (\w+ \w+)")


def _place_aliases(name: str) -> list[str]:
    """Other ways to write a place: Mount Moon, Route 19 for the Sea Route, and the Chinese for a numbered route."""
    found = [name.replace("Mt. ", "Mount ")] if name.startswith("Mt. ") else []
    own = _OF_A_REGION.fullmatch(name)
    if own:
        found.append(own.group(1))
    match = _NUMBERED.fullmatch(name)
    if match:
        number = match.group(1)
        found += [f"{number}号道路", f"{number}号水路", f"{number}番道路", f"{number}番水路", f"{number}ばんどうろ"]
        if name.startswith("Sea "):
            found.append(name.removeprefix("Sea "))
    return found
