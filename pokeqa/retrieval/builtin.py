"""The built-in knowledge base: the project's own articles, a page on every species made from the Pokédex, and pages on
what abilities, items and moves do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import yaml

from ..errors import LexiconError
from ..paths import DATA
from ..pokedex.answers.context import Context
from ..pokedex.answers.evolve_how import How
from ..pokedex.answers.evolve_line import Lines, Node
from ..pokedex.answers.units import height, plain, weight
from ..pokedex.dataset import Dataset
from ..pokedex.model import STATS, Pokemon, Species
from ..yaml_files import read_yaml
from .documents import Document
from .effect_pages import effect_pages

#: The base's id and title.
BUILTIN_ID = "pokedex"
BUILTIN_TITLE = "PokéQA articles and Pokédex pages"

KNOWLEDGE = DATA / "knowledge"

#: Languages of the pages, and the other languages in which each gives the name.
PAGE_LANGUAGES = {"en": ("zh-hans", "ja", "fr", "de"), "zh-hans": ("en", "ja", "zh-hant")}

#: Forms worth a word on the page of their species.
LISTED_FORMS = ("mega", "primal", "gigantamax", "regional", "other")
FORMS_MAX = 8
EIGHTHS = 8


def builtin_documents(dataset: Dataset, folder: Path = KNOWLEDGE) -> list[Document]:
    """Every document of the built-in base, articles first, in an order that never changes."""
    return [*articles(folder), *species_pages(dataset), *effect_pages(dataset, tuple(PAGE_LANGUAGES))]


def articles(folder: Path = KNOWLEDGE) -> list[Document]:
    """The articles of `folder`/en and `folder`/zh. Raises `LexiconError` where there are none."""
    found = [
        Document(f"{language}/{path.stem}", path.read_text(encoding="utf-8"), "article")
        for language in ("en", "zh")
        for path in sorted((folder / language).glob("*.md"))
    ]
    if not found:
        raise LexiconError(f"There are no articles in {folder}. Restore the folder data/knowledge.")
    return found


def species_pages(dataset: Dataset) -> Iterator[Document]:
    """A page on every species in every language of `PAGE_LANGUAGES`."""
    for language in PAGE_LANGUAGES:
        writer = SpeciesWriter(dataset, language)
        for species in dataset.species.values():
            yield writer.page(species)


class SpeciesWriter:
    """Writes species pages in one language from the templates in `data/knowledge/species/`."""

    def __init__(self, dataset: Dataset, language: str) -> None:
        self.dataset = dataset
        self.language = language
        self.context = Context(dataset, language)
        self.lines = Lines(dataset)
        self.how = How(self.context, self.lines)
        self._templates: dict[str, Any] = read_yaml(KNOWLEDGE / "species" / f"{language}.yaml")

    def page(self, species: Species) -> Document:
        """The page of a species as Markdown with front matter, like the articles."""
        pokemon = self.dataset.default_pokemon(species.id)
        front = {
            "title": self.context.species_name(species.id),
            "slug": f"species-{species.identifier}",
            "lang": self.language,
            "entities": [species.identifier],
        }
        head = yaml.safe_dump(front, allow_unicode=True, sort_keys=False, default_flow_style=None)
        paragraphs = (
            self._kind(species, pokemon),
            self._evolution(pokemon),
            self._battle(pokemon),
            self._body(species, pokemon),
            self._others(species),
        )
        text = "\n\n".join(self._join(part) for part in paragraphs if any(part))
        return Document(f"species/{self.language}/{species.identifier}", f"---\n{head}---\n{text}\n", "species")

    def _say(self, key: str, **values: object) -> str:
        template: Any = self._templates
        for part in key.split("."):
            template = template[part]
        return str(template).format_map(values)

    def _join(self, sentences: Sequence[str]) -> str:
        return self.context.sentences(sentences)

    # ------------------------------------------------------------------ paragraphs

    def _kind(self, species: Species, pokemon: Pokemon) -> list[str]:
        values = {
            "name": self.context.species_name(species.id),
            "number": species.id,
            "types": self.context.type_names(pokemon.types),
            "generation": self.context.generation_region(species.generation),
        }
        genus = species.genus.get(self.language)
        found = [self._say("kind", genus=genus, **values) if genus else self._say("kind_plain", **values)]
        ranks = ("legendary", "mythical", "baby")
        return [*found, *(self._say(f"rank.{rank}") for rank in ranks if getattr(species, f"is_{rank}"))]

    def _evolution(self, pokemon: Pokemon) -> list[str]:
        families = (self.lines.tree(root) for root in self.lines.roots(pokemon.id))
        steps = [node.step for family in families for node in _below(family) if node.step is not None]
        if not steps:
            return [self._say("evolution.none", name=self.how.name(pokemon.id))]
        return [
            self._say(
                "evolution.step",
                source=self.how.name(step.source),
                target=self.how.name(step.target),
                how=self.how.short(step),
            )
            for step in steps
        ]

    def _battle(self, pokemon: Pokemon) -> list[str]:
        found = []
        slots = pokemon.abilities
        if slots.ordinary():
            ordinary = self._names(self.context.ability_name(a) for a in slots.ordinary())
            name = self.context.species_name(pokemon.species_id)
            if slots.hidden is not None and slots.hidden not in slots.ordinary():
                hidden = self.context.ability_name(slots.hidden)
                found.append(self._say("abilities_hidden", name=name, ordinary=ordinary, hidden=hidden))
            else:
                found.append(self._say("abilities", name=name, ordinary=ordinary))
        if pokemon.stats:
            stats = zip(STATS, pokemon.stats, strict=True)
            listed = self._names(self._say("stat", stat=self.context.stat_name(s), value=v) for s, v in stats)
            found.append(self._say("stats", stats=listed, total=sum(pokemon.stats)))
        return [*found, *self._defence(pokemon)]

    def _defence(self, pokemon: Pokemon) -> list[str]:
        weak, resists, immune = [], [], []
        for attack in self.dataset.chart_types():
            factor = self.dataset.effectiveness(attack, pokemon.types)
            name = self.context.type_name(attack)
            shown = self._say("factor", type=name, factor=plain(factor))
            if factor > 1:
                weak.append((-factor, shown))
            elif factor == 0:
                immune.append((0.0, name))
            elif factor < 1:
                resists.append((factor, shown))
        return [
            self._say(key, types=self._names(text for _, text in sorted(found, key=lambda pair: pair[0])))
            for key, found in (("weak", weak), ("resists", resists), ("immune", immune))
            if found
        ]

    def _body(self, species: Species, pokemon: Pokemon) -> list[str]:
        found = []
        if pokemon.height_dm is not None and pokemon.weight_hg is not None:
            found.append(self._say("size", height=height(pokemon.height_dm), weight=weight(pokemon.weight_hg)))
        if species.gender_rate < 0:
            gender = self._say("gender.genderless")
        else:
            female = species.gender_rate * 100 / EIGHTHS
            gender = self._say("gender.split", male=plain(100 - female), female=plain(female))
        groups = self._names(self.context.name(self.dataset.egg_groups[g].names) for g in species.egg_groups)
        growth = self.context.name(self.dataset.growth_rates[species.growth_rate_id].names)
        found.append(
            self._say(
                "breeding",
                groups=groups,
                gender=gender,
                capture_rate=species.capture_rate,
                growth=growth,
                hatch=species.hatch_counter,
            )
        )
        return found

    def _others(self, species: Species) -> list[str]:
        found = []
        listed = [
            pokemon
            for pokemon in self.dataset.varieties(species.id)
            if not pokemon.is_default and pokemon.form_kind in LISTED_FORMS
        ][:FORMS_MAX]
        if listed:
            forms = (
                self._say("form", name=self.context.mon_name(p), types=self.context.type_names(p.types)) for p in listed
            )
            found.append(self._say("forms", forms=self._names(forms)))
        own = self.context.species_name(species.id)
        names = dict.fromkeys(species.names[one] for one in PAGE_LANGUAGES[self.language] if one in species.names)
        names.pop(own, None)
        if names:
            found.append(self._say("names", name=own, names=self._names(names)))
        return found

    def _names(self, names: Iterator[str] | dict[str, None]) -> str:
        return self.context.say("list.comma").join(names)


def _below(node: Node) -> Iterator[Node]:
    """The nodes that a family's first stage becomes, each once."""
    seen: set[int] = set()
    for one in node.walk():
        if one.step is not None and one.pokemon_id not in seen:
            seen.add(one.pokemon_id)
            yield one
