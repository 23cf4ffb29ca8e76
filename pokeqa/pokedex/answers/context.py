"""What every answer is written with: names, labels, rows to cite and sentences, in one answer language.

One `Context` serves one answer. It collects the dataset rows that the answer rests on and hands out their marks:

    mark = context.cite(context.pokemon_row(pokemon, "stats.speed", "102"))
    headline = context.say("facts.stat", name=context.mon_name(pokemon), value=102, mark=mark)
    return context.answer(headline, cards=(pokemon_card(context, pokemon, highlight=("speed",)),))
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...question.algebra import NOW, EntityKind, Measure, Mon, Scope, Subject, Sum, Thing
from ..answer import Answer, Row
from ..dataset import Dataset
from ..model import AbilitySlots, CosmeticForm, Names, Pokemon, Species
from ..phrases import FALLBACK, phrases_for
from ..varieties import index_of

#: The language that everything has a name in.
DEFAULT = "en"

#: The dataset table of each kind of thing (all map an id to a record with `identifier`; most have `names`).
TABLES: Mapping[EntityKind, str] = {
    "pokemon": "pokemon", "move": "moves", "ability": "abilities", "item": "items", "type": "types",
    "nature": "natures", "egg_group": "egg_groups", "generation": "generations", "version_group": "version_groups",
    "region": "regions",
}  # fmt: skip

#: How the identifiers of games that only came out in Japan end.
JAPAN_ONLY = "-japan"


class Context:
    """The dataset, the phrases of the answer's language, and the rows cited so far."""

    def __init__(self, dataset: Dataset, language: str) -> None:
        self.dataset = dataset
        self.language = language
        self.phrases = phrases_for(language)
        self.say = self.phrases.say
        self._marks: dict[str, int] = {}
        self._rows: list[Row] = []

    # ------------------------------------------------------------------ the answer and what it rests on

    def cite(self, *rows: Row) -> str:
        """The marks of rows, which join the answer's rows: "[1]", "[1][2]". The same row keeps its number."""
        marks = []
        for row in rows:
            number = self._marks.get(row.id)
            if number is None:
                self._rows.append(row)
                number = self._marks[row.id] = len(self._rows)
            marks.append(f"[{number}]")
        return "".join(dict.fromkeys(marks))

    def mark(self, *rows: Row) -> str:
        """The marks of rows as they stand behind a word, set off as the language wants it."""
        return self.say("mark.spaced", marks=self.cite(*rows)) if rows else ""

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows cited so far; row n - 1 is what the mark [n] points at."""
        return tuple(self._rows)

    def answer(
        self,
        headline: str,
        *,
        details: str | Iterable[str] = "",
        cards: Iterable[Mapping[str, Any]] = (),
        follow_ups: Iterable[str] = (),
    ) -> Answer:
        """The finished answer with every row cited on the way. `details` may be paragraphs (empty ones drop out)."""
        text = details if isinstance(details, str) else "\n\n".join(part for part in details if part)
        return Answer(
            headline=headline,
            details=text,
            rows=self.rows,
            cards=tuple(dict(card) for card in cards),
            follow_ups=tuple(dict.fromkeys(follow_ups)),
        )

    # ------------------------------------------------------------------ rows

    def pokemon_row(self, pokemon: Pokemon, field: str, value: str) -> Row:
        """A row of one variety: `field` as "stats.speed", "types", "height", `value` as read by a person."""
        return Row(f"pokemon/{pokemon.id}/{field}", self.name(pokemon.names), field, value, f"pokemon {pokemon.id}")

    def species_row(self, species: Species | int, field: str, value: str) -> Row:
        """A row of a species, shared by its varieties: "egg_groups", "capture_rate"."""
        record = self.dataset.species[species] if isinstance(species, int) else species
        return Row(f"species/{record.id}/{field}", self.name(record.names), field, value, f"species {record.id}")

    def thing_row(self, thing: Thing, field: str, value: str) -> Row:
        """A row of a move, an ability, an item, a type, a nature, an egg group or a game."""
        return Row(f"{thing.kind}/{thing.id}/{field}", self.thing_name(thing), field, value, f"{thing.kind} {thing.id}")

    def table_row(self, table: str, key: str, field: str, value: str, title: str) -> Row:
        """Any other row: `table_row("type_efficacy", "fire-grass", "factor", "2", "Fire → Grass")`."""
        return Row(f"{table}/{key}/{field}", title, field, value, f"{table} {key}")

    # ------------------------------------------------------------------ names

    def name(self, names: Names) -> str:
        """A record's name in the answer's language."""
        return self.phrases.name(names)

    def pokemon(self, mon: Mon | Pokemon) -> Pokemon:
        """The variety that a `Mon` stands for."""
        return self.dataset.pokemon[mon.pokemon_id] if isinstance(mon, Mon) else mon

    def cosmetic(self, mon: Mon | Pokemon) -> CosmeticForm | None:
        """The cosmetic form that a `Mon` names, if any."""
        if isinstance(mon, Mon) and mon.cosmetic_form_id is not None:
            return self.dataset.cosmetic_forms.get(mon.cosmetic_form_id)
        return None

    def species(self, mon: Mon | Pokemon) -> Species:
        """The species of a Pokémon."""
        return self.dataset.species[mon.species_id]

    def mon_name(self, mon: Mon | Pokemon) -> str:
        """A Pokémon's name with its form ("Alolan Raichu"); the ordinary form goes by its species' name."""
        cosmetic = self.cosmetic(mon)
        if cosmetic is not None and cosmetic.form_names:
            return self._form_name(cosmetic, self.pokemon(mon).species_id)
        pokemon = self.pokemon(mon)
        named = isinstance(mon, Mon) and mon.form_named
        if named or not pokemon.is_default:
            return self._form_name(pokemon, pokemon.species_id)
        return self.species_name(pokemon.species_id)

    def _form_name(self, form: Pokemon | CosmeticForm, species_id: int) -> str:
        """A form's name; where the language has none, the species' name with what the form is called elsewhere."""
        usual = FALLBACK.get(self.language, DEFAULT)
        if self.language in form.names or (usual != DEFAULT and usual in form.names) or not form.form_names:
            return self.name(form.names)
        return self.say("name.form", species=self.species_name(species_id), form=self.name(form.form_names))

    def species_name(self, species_id: int) -> str:
        """A species' name."""
        return self.name(self.dataset.species[species_id].names)

    def type_name(self, type_id: int) -> str:
        """A type's name: "Dragon"."""
        return self.name(self.dataset.types[type_id].names)

    def type_names(self, type_ids: Sequence[int]) -> str:
        """Types as one word: "Dragon/Ground"."""
        return self.say("list.slash").join(self.type_name(t) for t in type_ids)

    def type_chips(self, type_ids: Sequence[int]) -> list[dict[str, str]]:
        """Types as a card holds them: [{"id": "dragon", "name": "Dragon"}]."""
        return [{"id": self.dataset.types[t].identifier, "name": self.type_name(t)} for t in type_ids]

    def ability_name(self, ability_id: int) -> str:
        """An ability's name."""
        return self.name(self.dataset.abilities[ability_id].names)

    def move_name(self, move_id: int) -> str:
        """A move's name."""
        return self.name(self.dataset.moves[move_id].names)

    def item_name(self, item_id: int) -> str:
        """An item's name."""
        return self.name(self.dataset.items[item_id].names)

    def generation_name(self, generation: int) -> str:
        """A generation by its number: "Generation 4"."""
        return self.say("generation.name", number=generation)

    def generation_region(self, generation: int) -> str:
        """A generation with the region it opened with: "Generation 4 (Sinnoh)"."""
        region = self.name(self.dataset.regions[self.dataset.generations[generation].region_id].names)
        return self.say("generation.region", number=generation, region=region)

    def version_group_name(self, version_group_id: int) -> str:
        """The games of a version group: "Red and Blue"."""
        versions = (self.dataset.versions[v] for v in self.dataset.version_groups[version_group_id].version_ids)
        return self.phrases.join(self.name(version.names) for version in versions)

    def first_games(self, generation: int) -> str:
        """The games that opened a generation: "X and Y"."""
        groups = [group for group in self.dataset.version_groups.values()
                  if group.generation == generation and not group.identifier.endswith(JAPAN_ONLY)]  # fmt: skip
        return self.version_group_name(min(groups, key=lambda group: group.order).id)

    def began_with(self, generation: int) -> str:
        """The sentence that tells with which games a generation began."""
        name = self.generation_name(generation)
        return self.say("generation.games", generation=name, games=self.first_games(generation))

    def thing_name(self, thing: Subject) -> str:
        """The name of any subject."""
        if isinstance(thing, Mon):
            return self.mon_name(thing)
        if thing.kind == "version_group":
            return self.version_group_name(thing.id)
        if thing.kind == "generation":
            return self.generation_name(thing.id)
        record = getattr(self.dataset, TABLES[thing.kind])[thing.id]
        return self.name(record.names)

    def generation_of(self, thing: Thing) -> int:
        """The generation that introduced a thing. Raises `ValueError` for a kind whose age is not in the dataset."""
        if thing.kind not in ("move", "ability", "type", "version_group"):
            raise ValueError(f"The dataset does not say since when {thing!r} exists.")
        generation: int = getattr(self.dataset, TABLES[thing.kind])[thing.id].generation
        return generation

    def stat_name(self, stat: str) -> str:
        """A stat's name: "Sp. Atk"."""
        return self.say(f"attribute.{stat}")

    def label(self, attribute: Measure | str) -> str:
        """The label of an attribute, as cards and lists show it: "Height", "Attack + Speed"."""
        if isinstance(attribute, Sum):
            return self.say("list.plus").join(self.label(one) for one in attribute.attributes)
        return self.say(f"attribute.{attribute}")

    def grouped(self, number: int) -> str:
        """A large number: with commas in English, without in Chinese and Japanese, which count by ten thousands."""
        return f"{number:,}" if self.language == "en" else str(number)

    def place(self, number: int) -> str:
        """A place in a ranking: "second", "11th"."""
        key = f"ordinal.{number}"
        return self.say(key if key in self.phrases else "ordinal.nth", number=number)

    def noun(self, attribute: Measure) -> str:
        """A measure as sentences speak of it: "base Speed", "sum of base Attack and base Speed"."""
        if isinstance(attribute, Sum):
            return self.say("noun.sum", parts=self.phrases.join(self.noun(one) for one in attribute.attributes))
        return self.say(f"noun.{attribute}")

    # ------------------------------------------------------------------ facts in their time

    def types(self, mon: Mon | Pokemon, scope: Scope = NOW) -> tuple[int, ...]:
        """The types of a Pokémon now, or in the scope's generation; a plate or memory counts."""
        cosmetic = self.cosmetic(mon)
        if cosmetic is not None and cosmetic.types:
            return cosmetic.types
        return self.dataset.types_of(self.pokemon(mon), scope.generation)

    def abilities(self, mon: Mon | Pokemon, scope: Scope = NOW) -> AbilitySlots:
        """The abilities of a Pokémon now, or in the scope's generation."""
        return self.dataset.abilities_of(self.pokemon(mon), scope.generation)

    def stats(self, mon: Mon | Pokemon, scope: Scope = NOW) -> Mapping[str, int]:
        """The base stats now, or in the scope's generation (1 has a single "special"); empty when unknown."""
        pokemon = self.pokemon(mon)
        return self.dataset.stats_of(pokemon, scope.generation) if pokemon.stats else {}

    def forms_count(self, species_id: int) -> int:
        """How many forms a species has, looks included."""
        return index_of(self.dataset).forms[species_id]

    def scope_name(self, scope: Scope) -> str:
        """A time by its games or its generation: "X and Y", "Generation 4"."""
        if scope.version_groups:
            return self.phrases.join(self.version_group_name(group) for group in scope.version_groups)
        if scope.generation is None:
            raise ValueError("The present has no name; ask only where the scope is limited.")
        return self.generation_name(scope.generation)

    # ------------------------------------------------------------------ sentences

    def sentences(self, sentences: Iterable[str]) -> str:
        """Sentences one after the other, with the space that the language puts between them."""
        return self.say("list.sentence").join(sentence for sentence in sentences if sentence)

    def polarity(self, holds: bool) -> str:
        """The word a yes/no answer starts with. Templates use it as {polarity}."""
        return self.say("answer.yes" if holds else "answer.no")

    def follow_ups(self, mon: Mon | Pokemon, *keys: str) -> list[str]:
        """Questions to ask next about a Pokémon, by the keys of `follow_up.*`: "weakness", "evolution"."""
        # What a plate or a wing pattern is called is rarely asked for by name.
        name = self.mon_name(mon) if self.cosmetic(mon) is None else self.species_name(mon.species_id)
        kept = self.pokemon(mon).form_kind in ("ordinary", "regional")
        # A Mega or other form does not evolve: that question is about its species.
        evolving = name if kept else self.species_name(mon.species_id)
        return [self.say(f"follow_up.{key}", name=evolving if key == "evolution" else name) for key in keys]
