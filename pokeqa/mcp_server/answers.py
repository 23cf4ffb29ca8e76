"""What the tools give: typed queries on the dataset, answered by the same code as the shortcut."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from pydantic import BaseModel

from ..errors import SourceError
from ..pokedex.answers import answer
from ..pokedex.dataset import Dataset
from ..question import algebra
from ..question.algebra import And, Condition, Mon, Query, Scope, Subject, Thing
from ..question.asked import Question
from ..question.parser import Parser

Language = Literal["en", "zh-hans", "zh-hant", "ja"]
Side = Literal["pokemon", "type", "move"]
Kind = Literal["pokemon", "type", "move", "ability", "egg_group"]

_MARK = re.compile(r"\s*\[\d+\]")
_WHAT = {"pokemon": "Pokémon", "type": "type", "move": "move", "ability": "ability", "egg_group": "egg group"}


class ToolInputError(SourceError):
    """A tool was called with something that it cannot use."""

    code = "tool_input"


class Fact(BaseModel):
    """A dataset row that an answer rests on."""

    title: str
    field: str
    value: str
    source: str


class Told(BaseModel):
    """A tool's answer: a sentence, what is worth adding, and the dataset rows behind both."""

    summary: str
    details: str
    facts: list[Fact]


@dataclass(frozen=True, slots=True)
class Filters:
    """What `find` looks for; names in any language. Empty fields ask for nothing."""

    types: Sequence[str] = ()
    ability: str | None = None
    learns: Sequence[str] = ()
    resists: str | None = None
    weak_to: str | None = None
    immune_to: str | None = None
    egg_group: str | None = None
    generation: int | None = None
    legendary: bool = False
    order_by: str | None = None
    descending: bool = True
    limit: int = 20


class PokedexTools:
    """The tools' work, without the protocol. Read-only; safe for several threads."""

    def __init__(self, dataset: Dataset) -> None:
        self._dataset = dataset
        self._parser = Parser(dataset)

    # ------------------------------------------------------------------ the tools

    def pokemon(self, name: str, attributes: Sequence[str], generation: int | None, language: Language) -> Told:
        """Facts of one Pokémon."""
        wanted = tuple(attributes) or ("profile", "ability", "stats", "weakness")
        known = get_args(algebra.PokemonAttribute)
        for attribute in wanted:
            if attribute not in known:
                raise ToolInputError(f"There is no attribute {attribute!r}. Use some of: {', '.join(known)}.")
        query = algebra.Facts((self.mon(name),), wanted, self._scope(generation))  # type: ignore[arg-type]
        return self._told(query, language)

    def move(self, name: str, generation: int | None, language: Language) -> Told:
        """Facts of one move."""
        return self._told(algebra.Facts((self.thing(name, "move"),), ("profile",), self._scope(generation)), language)

    def matchup(self, attacking: str | None, defending: str | None, generation: int | None, language: Language) -> Told:
        """What an attack does to a defence; one side may be left out."""
        if not attacking and not defending:
            raise ToolInputError("Name at least one side: `attacking` or `defending`.")
        attacker = self._side(attacking) if attacking else None
        defender = self._side(defending) if defending else None
        relation: Literal["effect", "all"] = "effect" if attacker is not None and defender is not None else "all"
        return self._told(algebra.Matchup(attacker, defender, relation, self._scope(generation)), language)

    def evolution(self, name: str, language: Language) -> Told:
        """The evolution family of one Pokémon."""
        return self._told(algebra.Evolve(self.mon(name), "family"), language)

    def compare(self, names: Sequence[str], attribute: str, language: Language) -> Told:
        """Which of several Pokémon has most of an attribute."""
        if not 2 <= len(names) <= 6:
            raise ToolInputError("Name two to six Pokémon.")
        wanted = self._number(attribute)
        return self._told(algebra.Compare(tuple(self.mon(name) for name in names), wanted, "max"), language)

    def learnset(self, pokemon: str | None, move: str | None, language: Language) -> Told:
        """Whether and how a Pokémon learns a move; with one of the two, its moves or its learners."""
        if not pokemon and not move:
            raise ToolInputError("Name a Pokémon, a move, or both.")
        mon = self.mon(pokemon) if pokemon else None
        move_id = self.thing(move, "move").id if move else None
        aspect: Literal["how", "list"] = "how" if mon is not None and move_id is not None else "list"
        return self._told(algebra.Learn(mon, move_id, aspect), language)

    def find(self, filters: Filters, language: Language) -> Told:
        """The Pokémon that fulfil all filters."""
        order = None
        if filters.order_by:
            sense: algebra.Sense = "max" if filters.descending else "min"
            order = algebra.Order(self._number(filters.order_by), sense, max(1, filters.limit))
        query = algebra.Search(
            condition=And(tuple(self._conditions(filters))),
            order=order,
            amount=None if order else max(1, filters.limit),
        )
        return self._told(query, language)

    # ------------------------------------------------------------------ names

    def mon(self, name: str) -> Mon:
        """The Pokémon of a name in any language. Raises `ToolInputError` with what to write instead."""
        found = self._named(name, "pokemon")
        assert isinstance(found, Mon)
        return found

    def thing(self, name: str, kind: Kind) -> Thing:
        """The move, type, ability or egg group of a name in any language."""
        found = self._named(name, kind)
        assert isinstance(found, Thing)
        return found

    def _named(self, name: str, kind: Kind) -> Subject:
        by_identifier = self._by_identifier(name.strip().lower(), kind)
        if by_identifier is not None:
            return by_identifier
        understanding = self._parser.understand(name[:100], [], "en")
        found = [
            subject
            for mention in understanding.mentions
            for subject in mention.subjects
            if (isinstance(subject, Mon) if kind == "pokemon" else isinstance(subject, Thing) and subject.kind == kind)
        ]
        found = list(dict.fromkeys(found))
        if len(found) == 1:
            return found[0]
        if found:
            names = ", ".join(
                self._dataset.pokemon[one.pokemon_id].names["en"] for one in found if isinstance(one, Mon)
            )
            raise ToolInputError(f"{name[:60]!r} can mean several: {names}. Name one of them.")
        near = [suggestion for part in understanding.parts for suggestion in part.suggestions]
        hint = f" Did you mean {' or '.join(near[:3])}?" if near else " Check the spelling."
        raise ToolInputError(f"There is no {_WHAT[kind]} called {name[:60]!r} in the dataset.{hint}")

    def _by_identifier(self, identifier: str, kind: Kind) -> Subject | None:
        """A record by the source's identifier or a plain name: "Fire" is then read as what is asked for."""
        data = self._dataset
        if kind == "pokemon":
            for one in data.pokemon.values():
                if identifier in (one.identifier, one.names.get("en", "").lower()):
                    return Mon(one.species_id, one.id, not one.is_default)
            return None
        tables: dict[str, Any] = {
            "type": data.types, "move": data.moves, "ability": data.abilities, "egg_group": data.egg_groups,
        }  # fmt: skip
        for record in tables[kind].values():
            if identifier == record.identifier or identifier in (name.lower() for name in record.names.values()):
                return Thing(kind, record.id)
        return None

    def _side(self, text: str) -> algebra.Side:
        """A Pokémon, a move, a type, or two types joined by "/"."""
        parts = [part for part in re.split(r"[/,、]", text) if part.strip()]
        types = [self._by_identifier(part.strip().lower(), "type") for part in parts]
        if parts and all(isinstance(one, Thing) for one in types):
            return algebra.Types(tuple(one.id for one in types[:2] if isinstance(one, Thing)))
        for kind in ("pokemon", "move"):
            try:
                found = self._named(text, kind)
            except ToolInputError:
                continue
            return found
        raise ToolInputError(
            f"{text[:60]!r} is neither a type, a Pokémon nor a move of the dataset. Check the spelling."
        )

    # ------------------------------------------------------------------ queries

    def _scope(self, generation: int | None) -> Scope:
        if generation is not None and generation not in self._dataset.generations:
            raise ToolInputError(f"There is no generation {generation}. Use 1 to {max(self._dataset.generations)}.")
        return Scope(generation=generation)

    def _number(self, attribute: str) -> algebra.Attribute:
        known = ("total", "hp", "attack", "defense", "special-attack", "special-defense", "speed", "height", "weight")
        for name in known:
            if name == attribute.strip().lower().replace("_", "-").replace(" ", "-"):
                return name  # type: ignore[return-value]
        raise ToolInputError(f"{attribute[:40]!r} cannot be compared. Use one of: {', '.join(known)}.")

    def _conditions(self, filters: Filters) -> Iterable[Condition]:
        for name in filters.types:
            yield algebra.HasType(self.thing(name, "type").id)
        if filters.ability:
            yield algebra.HasAbility(self.thing(filters.ability, "ability").id)
        for name in filters.learns:
            yield algebra.Learns(self.thing(name, "move").id)
        if filters.resists:
            yield algebra.Defends(self.thing(filters.resists, "type").id, "resist")
        if filters.weak_to:
            yield algebra.Defends(self.thing(filters.weak_to, "type").id, "weak")
        if filters.immune_to:
            yield algebra.Defends(self.thing(filters.immune_to, "type").id, "immune")
        if filters.egg_group:
            yield algebra.InEggGroup(self.thing(filters.egg_group, "egg_group").id)
        if filters.generation is not None:
            yield algebra.FromGeneration(filters.generation)
        if filters.legendary:
            yield algebra.IsClass("legendary")

    def _told(self, query: Query, language: Language) -> Told:
        found = answer(Question(query), self._dataset, language)
        return Told(
            summary=_MARK.sub("", found.headline),
            details=_MARK.sub("", found.details),
            facts=[Fact(title=row.title, field=row.field, value=row.value, source=row.source) for row in found.rows],
        )
