"""Conditions in words: "are Fire type and have a base Speed above 100".

A condition is first brought to a plain form (`literals`): negation only at the leaves, nested conjunctions flat. Then
each leaf has a template `clause.*` (and `clause-not.*` for its negation), which says it of one thing or of several.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...question.algebra import (
    And,
    Attribute,
    ChangedIn,
    Condition,
    Defends,
    EvolvesBy,
    ExistsIn,
    FromGeneration,
    GivesEffort,
    HasAbility,
    HasForm,
    HasGenus,
    HasType,
    HatchesWithItem,
    InEggGroup,
    InRegionalDex,
    IsA,
    IsClass,
    IsColor,
    IsGender,
    LearnedBy,
    Learns,
    Measure,
    MetAt,
    Mon,
    MoveIs,
    NameIs,
    Not,
    Number,
    NumberAgainst,
    NumberOwn,
    OneOf,
    Or,
    RelativeOf,
    SharesWith,
    ShieldedByAbility,
    Stage,
    TypeCount,
    TypeSlot,
)
from ...question.conditions import FromHisui
from ..numbers import POKEMON_NUMBERS, in_source_unit, number_of
from .context import Context
from .move_numbers import move_clause
from .places import place_names
from .units import measure, measure_both
from .values import look_name, value_of

SEVERAL = 2

#: What two Pokémon can share that is a number.
SHARED_NUMBERS = POKEMON_NUMBERS - {"ability", "generation", "growth-rate"}


@dataclass(frozen=True, slots=True)
class Literal:
    """A condition without negation inside, and whether it must hold."""

    condition: Condition
    holds: bool = True


@dataclass(frozen=True, slots=True)
class AllOf:
    """Literals and alternatives that must all hold."""

    parts: tuple[Literal | AnyOf, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Alternatives of which one must hold."""

    parts: tuple[Literal | AllOf, ...]


Node = Literal | AllOf | AnyOf


def plain_form(condition: Condition, holds: bool = True) -> Node:
    """The condition with negation only at its leaves, and conjunctions of conjunctions made flat."""
    match condition:
        case Not(inner):
            return plain_form(inner, not holds)
        case And(parts) if holds:
            return AllOf(tuple(_flat_all(parts, holds)))
        case Or(parts) if not holds:
            return AllOf(tuple(_flat_all(parts, holds)))
        case And(parts) | Or(parts):
            return AnyOf(tuple(_flat_any(parts, holds)))
    return Literal(condition, holds)


def literals(node: Node) -> Iterable[Literal]:
    """Every leaf of a condition in plain form."""
    if isinstance(node, Literal):
        yield node
        return
    for part in node.parts:
        yield from literals(part)


def _flat_all(parts: Iterable[Condition], holds: bool) -> Iterable[Literal | AnyOf]:
    for part in parts:
        node = plain_form(part, holds)
        if isinstance(node, AllOf):
            yield from node.parts
        else:
            yield node


def _flat_any(parts: Iterable[Condition], holds: bool) -> Iterable[Literal | AllOf]:
    for part in parts:
        node = plain_form(part, holds)
        if isinstance(node, AnyOf):
            yield from node.parts
        else:
            yield node


class Wording:
    """The words of conditions in one language. `number` is how many things they are said of (1 or more)."""

    def __init__(
        self, context: Context, number: int = SEVERAL, *, kind: str = "pokemon", first_starters: bool = False
    ) -> None:
        self.context = context
        self.kind = context.say(f"search.things.{kind}", n=number)
        self.number = number
        self.first_starters = first_starters

    def condition(self, condition: Condition, holds: bool = True) -> str:
        """A whole condition as the end of a sentence; empty for a condition without content."""
        return self.node(plain_form(condition, holds))

    def noun(self, condition: Condition) -> str:
        """The things that fulfil a condition, as a noun; Chinese puts short words in front."""
        node = plain_form(condition)
        parts: tuple[Node, ...] = node.parts if isinstance(node, AllOf) else (node,)
        if not parts:
            return self.context.say("set.all", things=self.kind)
        adjectives: dict[Node, str] = {part: word for part in parts if (word := self._adjective(part))}
        single, pure = Literal(TypeCount(1)), [p for p in parts if _is_type(p)]
        if single in parts and len(pure) == 1 and pure[0] in adjectives:
            adjectives = {p: w for p, w in adjectives.items() if p not in (single, pure[0])}
            types = self.context.type_name(_type_id(pure[0]))
            adjectives[single] = adjectives[pure[0]] = ""
            front = self.context.say("adjective.pure-type", types=types)
        elif len(pure) > 1 and all(p in adjectives for p in pure):
            names = self.context.say("list.slash").join(self.context.type_name(_type_id(p)) for p in pure)
            adjectives.update(dict.fromkeys(pure, ""))
            front = self.context.say("adjective.both-types", types=names)
        else:
            front = ""
        words = self.context.say("set.joint").join(word for word in (*adjectives.values(), front) if word)
        rest = tuple(part for part in parts if part not in adjectives)
        if not rest:
            return self.context.say("set.short", adjectives=words, things=self.kind)
        clauses = self._joined(self._all(tuple(p for p in rest if isinstance(p, Literal | AnyOf))))
        return self.context.say("set.long", adjectives=words, clauses=clauses, things=self.kind)

    def _adjective(self, node: Node) -> str:
        """A part of a condition as a word in front of the noun, where there is one."""
        phrases = self.context.phrases
        if isinstance(node, Literal):
            key, values = self._leaf(node.condition, node.holds)
            word = f"{'adjective' if node.holds else 'adjective-not'}.{key}"
            return phrases.say(word, **values) if word in phrases else ""
        if isinstance(node, AnyOf) and all(_is_type(part) for part in node.parts) and "adjective.has-type" in phrases:
            names = phrases.join((self.context.type_name(_type_id(part)) for part in node.parts), "or")
            return phrases.say("adjective.has-type", types=names)
        return ""

    def node(self, node: Node) -> str:
        """A condition in plain form."""
        if isinstance(node, Literal):
            return self.literal(node)
        if isinstance(node, AllOf):
            return self._joined(self._all(node.parts))
        types = [part for part in node.parts if isinstance(part, Literal) and isinstance(part.condition, HasType)]
        if len(types) == len(node.parts) > 1 and all(part.holds for part in types):
            names = (self.context.type_name(_type_id(part)) for part in types)
            return self._clause("has-type", True, types=self.context.phrases.join(names, "or"))
        return self.context.say("list.either").join(self.node(part) for part in node.parts)

    def literal(self, literal: Literal) -> str:
        """One leaf."""
        key, values = self._leaf(literal.condition, literal.holds)
        clause = self._clause(key, literal.holds, **values)
        if isinstance(literal.condition, EvolvesBy) and literal.condition.also:
            others = [self.literal(Literal(EvolvesBy(way), literal.holds)) for way in literal.condition.also]
            clause = self._joined([clause, *others])
        if isinstance(literal.condition, EvolvesBy) and literal.condition.only:
            return self.context.say("clause-part.no-other-way", clause=clause)
        if isinstance(literal.condition, RelativeOf) and literal.condition.by is not None:
            way = Wording(self.context, 1).literal(Literal(literal.condition.by))
            return self.context.say("clause-part.this-way", clause=clause, way=way)
        return clause

    def _all(self, parts: tuple[Literal | AnyOf, ...]) -> list[str]:
        """The clauses of a conjunction, with two types, a pure type and a range each said at once."""
        literals = [part for part in parts if isinstance(part, Literal)]
        types = [part for part in literals if part.holds and isinstance(part.condition, HasType)]
        single = next((p for p in literals if p.holds and p.condition == TypeCount(1)), None)
        said: list[str] = []
        done: list[Node] = []
        if len(types) > 1:
            names = (self.context.type_name(_type_id(part)) for part in types)
            said.append(self._clause("both-types", True, types=self.context.phrases.join(names)))
            done.extend(types)
        elif types and single is not None:
            said.append(self._clause("pure-type", True, types=self.context.type_name(_type_id(types[0]))))
            done.extend((types[0], single))
        for low, high in _ranges(literals):
            said.append(self._range(low, high))
            done.extend((Literal(low), Literal(high)))
        return [*said, *(self.node(part) for part in parts if part not in done)]

    def _joined(self, clauses: list[str]) -> str:
        head, last = clauses[:-1], clauses[-1:]
        listed = [self.context.say("list.both-comma").join(head)] if head else []
        return self.context.say("list.both").join([*listed, *last])

    def _range(self, low: Number, high: Number) -> str:
        low_text, high_text = (
            measure(one.attribute, in_source_unit(one.attribute, one.value), one.unit) for one in (low, high)
        )
        noun = self.context.noun(low.attribute)
        return self._clause("number-between", True, noun=noun, low=low_text, high=high_text)

    def _clause(self, key: str, holds: bool, **values: str | int) -> str:
        root = "clause" if holds else "clause-not"
        article = "an" if str(values.get("noun", ""))[:1].lower() in "aeiou" and values.get("noun") else "a"
        return self.context.say(f"{root}.{key}", n=self.number, kind=self.kind, article=article, **values)

    def _leaf(self, condition: Condition, holds: bool) -> tuple[str, dict[str, str | int]]:
        """The template of a leaf and what fills it."""
        context = self.context
        match condition:
            case HasType(type_id):
                return "has-type", {"types": context.type_name(type_id)}
            case TypeSlot(type_id, slot):
                return f"type-slot.{slot}", {"types": context.type_name(type_id)}
            case TypeCount(count):
                return ("type-count.single" if count == 1 else "type-count.several"), {"count": count}
            case FromGeneration(generation, op):
                return f"from-generation.{op}", {"generation": context.generation_region(generation)}
            case InRegionalDex(groups):
                games = context.phrases.join(context.version_group_name(group) for group in groups)
                return "in-dex", {"games": games}
            case Number() | NumberAgainst() | NumberOwn():
                return self._number(condition, holds)
            case ShieldedByAbility(type_id):
                return "shielded", {"types": context.type_name(type_id)}
            case LearnedBy(mon):
                return "learned-by", {"name": context.mon_name(mon), "how": self._how(condition)}
            case HasAbility(ability_id, slot):
                return f"has-ability.{slot}", {"ability": context.ability_name(ability_id)}
            case Learns():
                return "learns", {"move": context.move_name(condition.move_id), "how": self._how(condition)}
            case Defends(type_id, relation):
                return f"defends.{relation}", {"types": context.type_name(type_id)}
            case MetAt():
                return self._met_at(condition)
            case MoveIs():
                return move_clause(condition, context)
        return self._of_species(condition)

    def _of_species(self, condition: Condition) -> tuple[str, dict[str, str | int]]:
        context = self.context
        match condition:
            case IsClass(name):
                return f"class.{'first-starter' if name == 'starter' and self.first_starters else name}", {}
            case Stage(name):
                return f"stage.{name}", {}
            case InEggGroup(group_id, only):
                return "egg-group-only" if only else "egg-group", {
                    "group": context.name(context.dataset.egg_groups[group_id].names)
                }
            case IsColor(table, row_id):
                return f"look.{table}", {"value": look_name(context, f"{table}s", row_id)}
            case HasGenus(like):
                return "genus", {"value": value_of("genus", like, context).text or context.say("answer.unknown")}
            case IsGender(name):
                return f"gender.{name}", {}
            case HasForm(name, least):
                return (f"has-forms.{name}", {"least": least}) if least > 1 else (f"has-form.{name}", {})
            case HatchesWithItem() | FromHisui():
                return "hatches-with-item" if isinstance(condition, HatchesWithItem) else "from-hisui", {}
            case OneOf(pokemon_ids):
                return "one-of", {"count": len(pokemon_ids)}
            case EvolvesBy():
                return self._evolves_by(condition)
            case RelativeOf(relation, other, _):
                return f"relative.{relation}", {"other": context.mon_name(other)}
            case SharesWith(what, other):
                key = "shares.number" if what in SHARED_NUMBERS else f"shares.{what}"
                noun = context.noun(what) if what in SHARED_NUMBERS else ""
                return key, {
                    "other": context.mon_name(other),
                    "value": self._shared("type" if what == "typing" else what, other),
                    "noun": noun,
                }
            case GivesEffort(stat, points, op):
                key = "any" if points is None else {"ge": "least", "le": "most"}.get(op, "points")
                return f"effort.{key}", {"stat": context.stat_name(stat), "points": points or 0}
            case NameIs(place, text, _):
                return f"name.{place}", {"text": text.upper() if len(text) == 1 else text}
            case IsA(other):
                return "is-a", {"other": context.mon_name(other)}
            case ChangedIn(attribute, generation, sense):
                key = "ever" if generation is None else "in" if sense is None else {"max": "up", "min": "down"}[sense]
                when = context.generation_name(generation) if generation is not None else ""
                named = "numbers" if attribute == "profile" and sense is not None else attribute
                return f"changed.{key}", {"what": context.say(f"changed-what.{named}"), "generation": when}
            case ExistsIn(generation):
                return "exists-in", {"generation": context.generation_name(generation)}
        raise ValueError(f"There are no words for the condition {condition!r}.")

    def _met_at(self, condition: MetAt) -> tuple[str, dict[str, str | int]]:
        context = self.context
        names = dict.fromkeys(context.name(context.dataset.versions[one].names) for one in condition.version_ids)
        games = context.phrases.join(names)
        key = "place-in" if games and condition.location_ids else "place" if condition.location_ids else "games"
        return f"met-at.{key}", {"place": place_names(condition.location_ids, context), "games": games}

    def _evolves_by(self, condition: EvolvesBy) -> tuple[str, dict[str, str | int]]:
        context = self.context
        if condition.item_id is not None:
            return f"evolves-by.{condition.way}", {"item": context.name(context.dataset.items[condition.item_id].names)}
        if condition.way == "level" and condition.level is not None:
            bound = context.say(f"level-bound.{condition.level_op}", level=condition.level)
            return "evolves-by.at-level", {"bound": bound}
        if condition.way in ("item", "held-item"):
            return f"evolves-by.any-{condition.way}", {}
        return f"evolves-by.{condition.way}", {}

    def _shared(self, what: Attribute, other: Mon) -> str:
        """What two share, in words: the other's types, egg groups, colour."""
        context = self.context
        if what == "type":
            return context.type_names(context.types(other))
        if what in SHARED_NUMBERS:
            number = number_of(what, context.dataset)(context.pokemon(other))
            return context.say("answer.unknown") if number is None else measure_both(what, number)
        return value_of(what, other, context).text or context.say("answer.unknown")

    def _number(self, condition: Number | NumberAgainst | NumberOwn, holds: bool) -> tuple[str, dict[str, str | int]]:
        context, attribute = self.context, condition.attribute
        noun = context.noun(attribute)
        bound = "bound" if holds else "bound-not"
        if isinstance(condition, Number) and (attribute, condition.op, condition.value) == ("power", "eq", 0):
            return "no-power", {}
        if isinstance(condition, Number):
            value = measure(attribute, in_source_unit(attribute, condition.value), condition.unit)
            return "number", {"noun": noun, "bound": context.say(f"{bound}.{condition.op}", value=value)}
        if isinstance(condition, NumberOwn):
            than = self._raised(context.noun(condition.than), condition.factor, condition.margin, condition.than)
            return "number-own", {"noun": noun, "bound": context.say(f"{bound}.{condition.op}", value=than)}
        number = number_of(attribute, context.dataset)(context.pokemon(condition.other))
        if number is None:
            value = context.say("answer.unknown")
        else:
            limit = number * condition.factor + in_source_unit(attribute, condition.margin)
            value = measure_both(attribute, limit)
        other = context.mon_name(condition.other)
        plain = condition.factor == 1 and not condition.margin
        whose = (
            other
            if plain or number is None
            else context.say("clause-part.from", other=other, value=measure_both(attribute, number))
        )
        return ("number-against" if plain else "number-raised"), {
            "noun": noun, "bound": context.say(f"{bound}.{condition.op}", value=value), "other": whose,
        }  # fmt: skip

    def _raised(self, what: str, factor: float, margin: float, attribute: Measure) -> str:
        if factor != 1:
            what = self.context.say("clause-part.times", factor=measure("id", factor), what=what)
        if margin:
            text = measure(attribute, in_source_unit(attribute, margin))
            what = self.context.say("clause-part.plus", what=what, margin=text)
        return what

    def _how(self, condition: Learns | LearnedBy) -> str:
        context, how = self.context, ""
        if isinstance(condition, Learns) and condition.level is not None:
            bound = context.say(f"level-bound.{condition.level_op}", level=condition.level)
            how += context.say("learns-how.level", bound=bound)
        elif condition.method is not None:
            how += context.say("learns-how.method", method=context.say(f"method.{condition.method}"))
        if condition.scope.generation is not None or condition.scope.version_groups:
            key = "games" if condition.scope.version_groups else "generation"
            how += context.say(f"learns-how.{key}", games=context.scope_name(condition.scope))
        return how


def _is_type(node: Node) -> bool:
    return isinstance(node, Literal) and node.holds and isinstance(node.condition, HasType)


def _type_id(literal: Node) -> int:
    if not isinstance(literal, Literal) or not isinstance(literal.condition, HasType):
        raise TypeError(f"{literal!r} names no type.")
    return literal.condition.type_id


def _ranges(literals: Iterable[Literal]) -> list[tuple[Number, Number]]:
    """The pairs "at least" and "at most" about the same attribute."""
    numbers = [one.condition for one in literals if one.holds and isinstance(one.condition, Number)]
    lows = {one.attribute: one for one in numbers if one.op == "ge"}
    highs = {one.attribute: one for one in numbers if one.op == "le"}
    return [(low, highs[attribute]) for attribute, low in lows.items() if attribute in highs]
