"""Typed queries by the identifiers of the source, and their answers as plain text."""

from __future__ import annotations

import re

from pokeqa.pokedex.answer import Answer
from pokeqa.pokedex.answers import evolve, learn, matchup, things
from pokeqa.pokedex.answers.context import Context
from pokeqa.pokedex.dataset import Dataset
from pokeqa.question.algebra import Evolve, Facts, Learn, Matchup, Mon, Scope, Thing, Types
from tests.pokedex.by_identifier import Names

LANGUAGES = ("en", "zh-hans", "ja")

_MARKS = re.compile(r" ?\[\d+\]")


class Asked:
    """Asks the dataset, in English unless told otherwise."""

    def __init__(self, dataset: Dataset) -> None:
        self.dataset = dataset
        self.names = Names(dataset)

    def mon(self, identifier: str) -> Mon:
        """A Pokémon: its form counts as named where it is not the ordinary one."""
        pokemon = self.names[identifier]
        return Mon(pokemon.species_id, pokemon.id, form_named=not pokemon.is_default)

    def type(self, identifier: str) -> int:
        return self.names.id("types", identifier)

    def types(self, *identifiers: str) -> Types:
        return Types(tuple(self.type(one) for one in identifiers))

    def move(self, identifier: str) -> Thing:
        return Thing("move", self.names.id("moves", identifier))

    def ability(self, identifier: str) -> Thing:
        return Thing("ability", self.names.id("abilities", identifier))

    def thing(self, kind: str, identifier: str) -> Thing:
        table = {"item": "items", "nature": "natures", "egg_group": "egg_groups", "type": "types"}[kind]
        return Thing(kind, self.names.id(table, identifier))  # type: ignore[arg-type]

    def games(self, *identifiers: str) -> Scope:
        groups = tuple(self.names.id("version_groups", one) for one in identifiers)
        return Scope(self.dataset.version_groups[groups[0]].generation, groups)

    def answer(self, query: Matchup | Evolve | Learn | Facts, language: str = "en") -> Answer:
        context = Context(self.dataset, language)
        if isinstance(query, Matchup):
            return matchup.answer(query, context)
        if isinstance(query, Evolve):
            return evolve.answer(query, context)
        if isinstance(query, Learn):
            return learn.answer(query, context)
        return things.answer(query, context)

    def headline(self, query: Matchup | Evolve | Learn | Facts, language: str = "en") -> str:
        """The headline without its marks."""
        return _MARKS.sub("", self.answer(query, language).headline)

    def text(self, query: Matchup | Evolve | Learn | Facts, language: str = "en") -> str:
        """The whole answer without its marks."""
        return _MARKS.sub("", self.answer(query, language).text)


def assert_well_formed(answer: Answer) -> None:
    """No gap in a template, no mark that points nowhere, no answer without a row to rest on."""
    for text in (answer.text, *answer.follow_ups):
        assert text
        for gap in ("None", "{", "()", "（）", " ,", " ."):
            assert gap not in text, text
        assert "  " not in text.replace("\n", ""), text
    marks = {int(number) for number in re.findall(r"\[(\d+)\]", answer.text)}
    assert marks, answer.text
    assert marks <= set(range(1, len(answer.rows) + 1)), answer.text
    assert len({row.id for row in answer.rows}) == len(answer.rows)
