"""The fact behind a yes or no: what the Pokémon is, where a condition says what it might be.

`Reasons.of(leaf)` gives it in words ("it is Fire/Flying") and cites the row it was read from.
"""

from __future__ import annotations

from ...question.algebra import (
    Attribute,
    Condition,
    Defends,
    ExistsIn,
    FromGeneration,
    GivesEffort,
    HasAbility,
    HasForm,
    HasGenus,
    HasType,
    InEggGroup,
    InRegionalDex,
    IsClass,
    IsColor,
    IsGender,
    Learns,
    MetAt,
    Mon,
    Number,
    NumberAgainst,
    NumberOwn,
    Scope,
    SharesWith,
    Stage,
    Thing,
    TypeCount,
    TypeSlot,
)
from ..answer import Row
from ..regional_dexes import dexes_of_games
from ..varieties import form_words, index_of
from .context import Context
from .places import meeting_value, meetings
from .units import plain
from .values import Value, class_names, number_value, value_of
from .wording import AllOf, AnyOf, Literal, Node

#: The attribute that a condition of this class is read from.
ATTRIBUTES: dict[type, Attribute] = {
    HasType: "type", TypeSlot: "type", TypeCount: "type", HasAbility: "ability", InEggGroup: "egg-group",
    IsGender: "gender-ratio",
    GivesEffort: "ev-yield", FromGeneration: "generation", ExistsIn: "generation",
}  # fmt: skip

#: The template of the fact of each attribute.
TEMPLATES: dict[Attribute, str] = {
    "type": "types", "ability": "abilities", "egg-group": "egg-groups", "gender-ratio": "gender",
    "ev-yield": "effort",
    "generation": "generation", "color": "look", "shape": "look", "habitat": "look", "growth-rate": "growth-rate",
}  # fmt: skip

#: How many forms, learning methods and the like a reason names.
NAMED = 4

FRACTIONS = {0.5: "½", 0.25: "¼"}


class Reasons:
    """The facts of one Pokémon, at one time, that conditions are judged by."""

    def __init__(self, context: Context, mon: Mon, scope: Scope) -> None:
        self.context = context
        self.mon = mon
        self.scope = scope
        self._silent: list[Row] = []

    def said(self, node: Node, *, in_full: bool = True) -> str:
        """The facts as the end of a sentence; only the marks of their rows where nothing is left to say."""
        facts = self.node(node)
        if in_full and facts:
            text = self.context.say("list.semicolon").join(facts)
            return self.context.say("check.actual", fact=text)
        return self.context.mark(*self._silent)

    def node(self, node: Node) -> list[str]:
        """The facts behind every leaf of a condition, each once."""
        if isinstance(node, Literal):
            return [fact] if (fact := self.of(node.condition)) else []
        if isinstance(node, AllOf | AnyOf):
            return list(dict.fromkeys(fact for part in node.parts for fact in self.node(part)))
        return []

    def of(self, leaf: Condition) -> str:
        """The fact behind a leaf; empty where there is nothing to add."""
        attribute = ATTRIBUTES.get(type(leaf))
        if attribute is not None:
            return self._value(TEMPLATES[attribute], value_of(attribute, self.mon, self.context, self.scope))
        match leaf:
            case Number() | NumberAgainst():
                unit = leaf.unit if isinstance(leaf, Number) else None
                return self._value("number", number_value(leaf.attribute, self.mon, self.context, self.scope, unit))
            case NumberOwn():
                return self._own_numbers(leaf)
            case IsColor(table, _):
                look: Attribute = "growth-rate" if table == "growth_rate" else table
                return self._value(TEMPLATES[look], value_of(look, self.mon, self.context))
            case HasGenus():
                return self._value("genus", value_of("genus", self.mon, self.context))
            case SharesWith(what, _):
                own: Attribute = "type" if what == "typing" else what
                if own in TEMPLATES:
                    return self._value(TEMPLATES[own], value_of(own, self.mon, self.context))
            case Defends(type_id, _):
                return self._factor(type_id)
            case Stage():
                return self._stage(leaf)
            case HasForm(name):
                return self._forms(name)
            case MetAt():
                return self._met(leaf)
            case InRegionalDex(games):
                return self._dexes(games)
            case IsClass("starter"):
                return self._starter()
            case IsClass(name):
                return self._class(name)
            case Learns():
                return self._learns(leaf)
        return ""

    def _value(self, template: str, value: Value) -> str:
        mark = self._mark(value.row)
        if value.text is None:
            return self.context.say("actual.unknown") + mark
        return self.context.say(f"actual.{template}", value=value.text) + mark

    def _own_numbers(self, leaf: NumberOwn) -> str:
        facts = []
        for measure in (leaf.attribute, leaf.than):
            value = number_value(measure, self.mon, self.context, self.scope)
            text = self.context.say("answer.unknown") if value.text is None else value.text
            noun = self.context.noun(measure)
            facts.append(self.context.say("actual.measure", noun=noun, value=text) + self._mark(value.row))
        return self.context.say("list.semicolon").join(facts)

    def _factor(self, type_id: int) -> str:
        context, generation = self.context, self.scope.generation
        record = context.dataset.types[type_id]
        if generation is not None and record.generation > generation:
            row = context.thing_row(Thing("type", type_id), "generation", str(record.generation))
            since = context.generation_region(record.generation)
            return context.say("actual.no-type", type=context.name(record.names), since=since) + self._mark(row)
        types = context.types(self.mon, self.scope)
        factor = context.dataset.effectiveness(type_id, types, self.scope.generation)
        rows = [
            context.table_row(
                "type_efficacy", f"{type_id}-{own}", "factor",
                plain(context.dataset.efficacy(type_id, own, self.scope.generation)),
                f"{context.type_name(type_id)} → {context.type_name(own)}",
            )
            for own in types
        ]  # fmt: skip
        text = context.say("actual.factor", factor=f"{FRACTIONS.get(factor, plain(factor))}×",
                           types=context.type_names(types))  # fmt: skip
        return text + self._mark(*rows)

    def _met(self, leaf: MetAt) -> str:
        """In which games, at which levels; for a place where it is not met, only the row."""
        context = self.context
        value = meeting_value(self.mon, leaf, context)
        mark = self._mark(value.row)
        rows = meetings(self.mon, leaf, context)
        if not rows:
            return ""
        low, high = min(row.min_level for row in rows), max(row.max_level for row in rows)
        levels = context.say("facts.levels" if low == high else "facts.levels-range", low=low, high=high)
        return context.say("actual.met", games=value.text, levels=levels) + mark

    def _stage(self, leaf: Stage) -> str:
        context, dataset = self.context, self.context.dataset
        pokemon, species = context.pokemon(self.mon), context.species(self.mon)
        facts = []
        if leaf.name in ("final", "can-evolve", "middle", "single", "once", "twice"):
            targets = dict.fromkeys(one.to_pokemon_id for one in dataset.evolutions_from(pokemon.id))
            if targets:
                names = context.phrases.join(context.mon_name(dataset.pokemon[one]) for one in targets)
                facts.append(context.say("actual.evolves", names=names))
            elif leaf.name == "middle":
                facts.append(context.say("actual.no-evolution"))
        if leaf.name in ("first", "evolved", "single", "middle") and species.evolves_from is not None:
            facts.append(context.say("actual.evolved-from", names=context.species_name(species.evolves_from)))
        text = context.phrases.join(facts)
        mark = self._mark(context.pokemon_row(pokemon, "evolution", text or context.say("actual.no-evolution")))
        return text + mark if text else ""

    def _forms(self, name: str) -> str:
        context = self.context
        varieties = (context.dataset.pokemon[one] for one in context.species(self.mon).pokemon_ids)
        names = [context.mon_name(one) for one in varieties if name in form_words(one)]
        text = context.phrases.join(names[:NAMED])
        mark = self._mark(context.species_row(self.mon.species_id, "forms", text or context.say("facts.none")))
        return context.say("actual.forms", names=text) + mark if names else ""

    def _dexes(self, games: tuple[int, ...]) -> str:
        context = self.context
        numbers = context.species(self.mon).dex_numbers
        dexes = dict.fromkeys(dex for group in games for dex in dexes_of_games(context.dataset, group))
        listed = [
            context.say(
                "facts.regional-number", dex=context.name(context.dataset.pokedexes[dex].names), number=numbers[dex]
            )
            for dex in dexes
            if dex in numbers
        ]
        text = context.phrases.join(listed)
        mark = self._mark(context.species_row(self.mon.species_id, "dex_numbers", text or context.say("facts.none")))
        return text + mark if text else ""

    def _class(self, name: str) -> str:
        context = self.context
        mark = self._mark(value_of("status", self.mon, context).row)
        names = class_names(context, self.mon.species_id)
        member = self.mon.species_id in index_of(context.dataset).classes[name]
        if not names or (member and name != "special"):
            return ""
        return context.say("actual.class", value=context.phrases.join(names)) + mark

    def _starter(self) -> str:
        context = self.context
        chain = context.species(self.mon).chain_id
        first = [one for one in index_of(context.dataset).classes["first-starter"]
                 if context.dataset.species[one].chain_id == chain]  # fmt: skip
        mark = self._mark(value_of("status", self.mon, context).row)
        if not first or first == [self.mon.species_id]:
            return ""
        return context.say("actual.starter", names=context.phrases.join(map(context.species_name, first))) + mark

    def _learns(self, leaf: Learns) -> str:
        context = self.context
        pokemon = context.pokemon(self.mon)
        self._mark(context.pokemon_row(pokemon, f"learnset.{leaf.move_id}", context.move_name(leaf.move_id)))
        return ""

    def _mark(self, *rows: Row) -> str:
        self._silent.extend(rows)
        return self.context.mark(*rows)
