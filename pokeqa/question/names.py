"""Every name of everything, in every language, by its folded form.

`NameIndex.at(folded, i)` gives the names that begin at a position. Ids are the dataset's. A species' name may be
followed or preceded by the words of one of its forms ("Raichu Alola", "Origin Forme Giratina", 阿罗拉雷丘):
`form_before` and `form_after` read those.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise, permutations, product

from ..paths import DATA
from ..pokedex.dataset import Dataset
from ..pokedex.model import Pokemon
from ..yaml_files import read_yaml
from .algebra import Mon
from .fold import CJK, KATAKANA, Folded, fold, kind_of
from .lexicon import lexicon
from .name_table import LATIN_LANGUAGES, Name, NameTable

_REGIONS = frozenset({"alola", "galar", "hisui", "paldea"})
#: Tags of forms that only say that they are forms.
_GLUE = frozenset({"breed", "mode", "mask", "plumage", "style"})


@dataclass(frozen=True, slots=True)
class FormWords:
    """The words that pick a variety out of its species."""

    by_phrase: Mapping[str, tuple[tuple[int, int], ...]]  # folded phrase -> (pokemon id, cosmetic form id or 0)
    longest: int


class NameIndex:
    """The names of one dataset. Built once; read by any number of threads."""

    def __init__(self, dataset: Dataset) -> None:
        self._dataset = dataset
        words = read_yaml(DATA / "lexicon" / "forms.yaml")
        self._glue_after = tuple(sorted((fold(w) for w in words["glue_after"]), key=len, reverse=True))
        self._glue_before = tuple(sorted((fold(w) for w in words["glue_before"]), key=len, reverse=True))
        self._synonyms: dict[str, list[str]] = {k: [fold(v) for v in vs] for k, vs in words["tags"].items()}
        self._region_glue = tuple(sorted((fold(w) for w in words["region_glue"]), key=len, reverse=True))
        self._regions = {w for tag in ("alola", "galar", "hisui", "paldea") for w in self._synonyms[tag]}
        self._ordinary = {fold(w) for w in words["ordinary"]}
        self._ordinary_before = {fold(w) for w in words["ordinary_before"]}
        self._before_only: set[tuple[int, str]] = set()
        self._homes: dict[int, list[str]] = {int(g): [fold(v) for v in vs] for g, vs in words["home_regions"].items()}
        self._table = NameTable(dataset, {fold(w) for w in words["not_names"]}).by_spelling
        self.forms: dict[int, FormWords] = {}
        self._index_forms()
        self._lengths: dict[str, tuple[int, ...]] = self._index_lengths()
        self.form_phrases = {p for f in self.forms.values() for p in f.by_phrase}

    # ----------------------------------------------------------------- building

    def _index_forms(self) -> None:
        data = self._dataset
        for species in data.species.values():
            phrases: dict[str, set[tuple[int, int]]] = defaultdict(set)
            for pokemon in data.varieties(species.id):
                for phrase in self._form_phrases(pokemon):
                    phrases[phrase].add((pokemon.id, 0))
            for sign, tag in (("♀", "female"), ("♂", "male")):
                # "the girl Nidoran": the sign is part of the species' name, words for it pick the species.
                if species.names["en"].endswith(sign):
                    for phrase in self._synonyms[tag]:
                        phrases[phrase].add((species.default_pokemon_id, 0))
            if len(data.varieties(species.id)) > 1:
                for phrase in self._ordinary_before - phrases.keys():
                    phrases[phrase].add((species.default_pokemon_id, 0))
                    self._before_only.add((species.id, phrase))
            if phrases:
                self._set_forms(species.id, phrases)
        by_species: dict[int, dict[str, set[tuple[int, int]]]] = defaultdict(lambda: defaultdict(set))
        for form in data.cosmetic_forms.values():
            species_id = data.pokemon[form.pokemon_id].species_id
            for name in form.form_names.values():
                for phrase in self._strip(fold(name)):
                    if len(phrase) > 1 and not phrase.isdigit():
                        by_species[species_id][phrase].add((form.pokemon_id, 0 if form.is_default else form.id))
        for species_id, more in by_species.items():
            known = self.forms.get(species_id)
            merged: dict[str, set[tuple[int, int]]] = defaultdict(set)
            for phrase, ids in (known.by_phrase if known else {}).items():
                merged[phrase].update(ids)
            for phrase, found in more.items():
                if not merged[phrase]:
                    merged[phrase].update(found)
            self._set_forms(species_id, merged)

    @property
    def dataset(self) -> Dataset:
        """The dataset whose names these are."""
        return self._dataset

    def _set_forms(self, species_id: int, phrases: Mapping[str, set[tuple[int, int]]]) -> None:
        clean = {p: tuple(sorted(ids)) for p, ids in phrases.items() if p}
        self.forms[species_id] = FormWords(clean, max((len(p) for p in clean), default=0))

    def _form_phrases(self, pokemon: Pokemon) -> set[str]:
        """Every way to say a variety's form, folded: its names with and without "form", its tags in each order."""
        phrases: set[str] = set()
        species = self._dataset.species[pokemon.species_id]
        for name in pokemon.form_names.values():
            folded = fold(name)
            for own in species.names.values():
                folded = folded.replace(fold(own), "") if len(fold(own)) > 1 else folded
            if folded and not folded.isdigit():
                phrases.update(self._strip(folded))
        if pokemon.form and not pokemon.is_default:
            tags = [t for t in pokemon.form.split("-") if t]
            words = [self._synonyms.get(tag, [fold(tag)]) for tag in tags]
            for order in permutations([w for tag, w in zip(tags, words, strict=True) if tag not in _GLUE] or words):
                phrases.update("".join(combination) for combination in product(*order))
            for combination in product(*words):
                phrases.add("".join(combination))
                phrases.add("".join(reversed(combination)))
            if len(tags) > 1 and (pokemon.form_kind == "regional" or not _REGIONS.intersection(tags)):
                # "Paldean Tauros": one tag alone is enough to ask which of them is meant.
                phrases.update(word for tag in tags for word in self._synonyms.get(tag, ()))
                # "Blaze Breed Tauros" says which without the region.
                alone = [self._synonyms.get(tag, [fold(tag)]) for tag in tags if tag not in _REGIONS]
                phrases.update("".join(combination) for combination in product(*alone) if alone)
        elif pokemon.is_default and any(p.form_kind == "regional" for p in self._dataset.varieties(pokemon.species_id)):
            phrases.update(self._homes.get(species.generation, ()))
        elif pokemon.is_default:
            # "Galarian Obstagoon": it evolves from a regional form and has no other itself.
            before = [self._dataset.pokemon[way.from_pokemon_id] for way in self._dataset.evolutions_to(pokemon.id)]
            regions = {tag for one in before if one.form_kind == "regional" for tag in one.form_tags & _REGIONS}
            phrases.update(word for tag in regions for word in self._synonyms.get(tag, ()))
        if pokemon.is_default and len(self._dataset.varieties(pokemon.species_id)) > 1:
            phrases.update(self._ordinary)
        for spellings in self._synonyms.values():
            # "Male" is also "boy" and ♂, for the ordinary variety too.
            if phrases.intersection(spellings):
                phrases.update(spellings)
        return {p for p in phrases if p}

    def _strip(self, folded: str) -> set[str]:
        """A form's name, and the same without the word for "form"."""
        result = {folded}
        for glue in self._glue_after:
            if folded.endswith(glue) and len(folded) > len(glue):
                result.add(folded[: -len(glue)])
                break
        return result

    def _index_lengths(self) -> dict[str, tuple[int, ...]]:
        lengths: dict[str, set[int]] = defaultdict(set)
        for key in self._table:
            lengths[key[:2]].add(len(key))
        return {prefix: tuple(sorted(found, reverse=True)) for prefix, found in lengths.items()}

    # ----------------------------------------------------------------- reading

    def names(self, key: str) -> tuple[Name, ...]:
        """The readings of a folded spelling, best language first."""
        found = self._table.get(key)
        return tuple(self._best(found)) if found else ()

    @staticmethod
    def _best(found: Iterable[Name]) -> list[Name]:
        """Where an English (or Chinese, Japanese) name of a kind has this spelling, other languages' are not meant."""
        found = list(found)
        result: list[Name] = []
        for name in found:
            # Moltres is "Fire" and Haunter "Ghost" in romaji: the English word is meant.
            foreign = name.language in (*LATIN_LANGUAGES, "ja-roma", "ko")
            if foreign and any(o.ids != name.ids and o.language in ("en", "zh-hans", "ja") for o in found):
                continue
            if all(o.kind != name.kind or o.ids != name.ids for o in result):
                result.append(name)
        return result

    def at(self, folded: Folded, start: int) -> list[tuple[int, tuple[Name, ...]]]:
        """The names that begin at `start`, as (end, readings), longest first. Whole names only."""
        chars, edges = folded.chars, folded.edges
        result = []
        prefixes = {chars[start : start + 2], chars[start : start + 1]}
        for prefix in prefixes:
            for length in self._lengths.get(prefix, ()):
                end = start + length
                if end <= len(chars) and edges[end]:
                    readings = self.names(chars[start:end])
                    if readings and True in edges[start + 1 : end]:
                        readings = tuple(n for n in readings if not self._run_together(folded, start, end, n))
                    if readings:
                        result.append((end, readings))
        result.sort(key=lambda pair: -pair[0])
        return result

    @staticmethod
    def _run_together(folded: Folded, start: int, end: int, name: Name) -> bool:
        """Whether several words of a question only look like this one word when the spaces go ("a Moon": "amoon").

        An English name may be torn apart ("Butter free"), unless that leaves a word that questions are made of.
        """
        if not name.text.isascii() or not name.text.isalpha():
            return False
        inner = {i - start for i in range(start + 1, end) if folded.edges[i]}
        if inner <= {i for i, letter in enumerate(name.text) if letter.isupper()}:
            return False  # FireRed is two words
        if name.how != "exact" or name.language != "en":
            return True
        parted = [folded.text[folded.ends[start + i - 1] : folded.starts[start + i]] for i in inner]
        if all(between == "-" for between in parted):
            return False  # "Up-Grade" is written as one word
        cuts = [start, *(i for i in range(start + 1, end) if folded.edges[i]), end]
        senses = lexicon().senses
        return any(folded.chars[a:b] in senses for a, b in pairwise(cuts))

    def form_after(self, folded: Folded, species_id: int, start: int) -> list[tuple[int, str]]:
        """The form phrases of a species that begin at `start`, as (end, phrase), with the word for "form" swallowed."""
        forms = self.forms.get(species_id)
        if forms is None or start >= len(folded.chars) or not folded.edges[start]:
            return []
        result = []
        if folded.chars[start] in "的の":
            return self.form_after(folded, species_id, start + 1)
        for glue in self._region_glue:
            if folded.chars.startswith(glue, start) and folded.edges[start + len(glue)]:
                regional = self.form_after(folded, species_id, start + len(glue))
                return [(end, phrase) for end, phrase in regional if phrase in self._regions]
        for length in range(min(forms.longest, len(folded.chars) - start), 0, -1):
            end = start + length
            phrase = folded.chars[start:end]
            if folded.edges[end] and phrase in forms.by_phrase and (species_id, phrase) not in self._before_only:
                result.append((self._skip_glue(folded, end), phrase))
        return result

    def form_before(self, folded: Folded, species_id: int, end: int) -> list[tuple[int, str]]:
        """The form phrases of a species that end at `end`, as (start, phrase)."""
        forms = self.forms.get(species_id)
        if forms is None:
            return []
        stops = {end}
        for glue in self._glue_before:
            if folded.chars.endswith(glue, 0, end) and folded.edges[end - len(glue)]:
                stops.add(end - len(glue))
        result = []
        for stop in stops:
            for length in range(min(forms.longest, stop), 0, -1):
                start = stop - length
                phrase = folded.chars[start:stop]
                if folded.edges[start] and phrase in forms.by_phrase:
                    result.append((start, phrase))
        return sorted(result)

    def _skip_glue(self, folded: Folded, end: int) -> int:
        for glue in self._glue_after:
            stop = end + len(glue)
            if folded.chars.startswith(glue, end) and stop < len(folded.edges) and folded.edges[stop]:
                return stop
        return end

    def varieties(self, species_id: int, phrases: Iterable[str]) -> tuple[Mon, ...]:
        """The varieties that all these form phrases fit; the exact one alone where there is one."""
        forms = self.forms[species_id]
        wanted = list(phrases)
        sets = [set(forms.by_phrase[p]) for p in wanted]
        found = set.intersection(*sets) if sets else set()
        if len(found) > 1:
            fewest = min(len(self._dataset.pokemon[p].form_tags) for p, _ in found)
            least = {(p, c) for p, c in found if len(self._dataset.pokemon[p].form_tags) == fewest}
            found = least if len(least) == 1 else found
            lasting = {(p, c) for p, c in found if not self._dataset.pokemon[p].is_battle_only}
            found = lasting if len(lasting) == 1 else found
        # A sign is part of the species' name, so "female Nidoran" is the species and no form of it.
        species = self._dataset.species[species_id]
        whole = species.names["en"].endswith(("♀", "♂"))
        return tuple(Mon(species_id, pokemon, not whole, cosmetic or None) for pokemon, cosmetic in sorted(found))

    def is_form_tag(self, phrase: str) -> bool:
        """Is this folded phrase a word for a kind of form by itself (mega, Alolan, Gigantamax)?"""
        return any(
            phrase in self._synonyms[tag] for tag in ("mega", "gmax", "primal", "alola", "galar", "hisui", "paldea")
        )

    def named_form(self, species_id: int, phrase: str) -> tuple[Mon, ...]:
        """The varieties of a species that a folded phrase names, with or without the word for "form"."""
        forms = self.forms.get(species_id)
        for spelling in self._strip(phrase) if forms else ():
            if forms is not None and spelling in forms.by_phrase and (species_id, spelling) not in self._before_only:
                return self.varieties(species_id, [spelling])
        return ()

    def words(self) -> frozenset[str]:
        """The folded Latin words of all names, and the names as a whole."""
        several = {name.text for names in self._table.values() for name in names if " " in name.text}
        said = {word for text in several for word in text.split()}
        return frozenset(self._table) | frozenset(fold(word) for word in said if word.isascii())

    def latin_keys(self, kinds: Iterable[str], languages: Iterable[str]) -> dict[str, Name]:
        """Folded Latin spellings of these kinds and languages, for fuzzy search."""
        kinds, languages = set(kinds), set(languages)
        return {
            key: names[0]
            for key, names in self._table.items()
            if len(key) >= 3
            and key.isascii()
            and names[0].kind in kinds
            and any(n.language in languages for n in names)
        }

    def cjk_keys(self) -> dict[str, Name]:
        """Folded Chinese and Japanese spellings of Pokémon, for fuzzy search."""
        return {
            key: names[0]
            for key, names in self._table.items()
            if len(key) >= 3 and names[0].kind == "pokemon" and names[0].how == "exact"
            and all(kind_of(c) in (CJK, KATAKANA) for c in key)
        }  # fmt: skip
