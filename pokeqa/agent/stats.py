"""The stats worker: typed queries on the dataset, and operations on the results of earlier steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from ..errors import PlanError
from ..pokedex.answer import Answer
from ..pokedex.answers import answer
from ..pokedex.answers.capability import can_answer
from ..pokedex.answers.context import Context
from ..pokedex.answers.search_words import set_of
from ..pokedex.answers.units import measure, plain
from ..pokedex.dataset import Dataset
from ..pokedex.numbers import POKEMON_NUMBERS, number_of
from ..question.algebra import ALL, And, Attribute, Condition, Facts, Learn, Mon, OneOf, Query, Search
from ..question.asked import Question
from .outputs import outputs_of
from .plan import Json, Reference, Step
from .results import Results, StepResult
from .tools import TOOLS
from .values import Names, queries_of

#: A question is answered for each of at most so many Pokémon; facts of more are told as a list.
EACH_MAX = 12
#: How many names a sentence holds.
NAMED = 12


class StatsWorker:
    """Runs the stats worker's tools on one dataset."""

    def __init__(self, dataset: Dataset, names: Names) -> None:
        self._dataset = dataset
        self._names = names

    def run(self, step: Step, results: Results, language: str) -> StepResult:
        """What a step finds. Raises `PlanError` where its arguments do not make a query that can be answered."""
        tool = TOOLS[step.tool]
        if tool.query is not None:
            return self._query(tool.query, step, results, language)
        context = Context(self._dataset, language)
        if step.tool == "combine":
            return self._combine(step, results, context)
        if step.tool == "calculate":
            return self._calculate(step, results, context)
        return self._compare_numbers(step, results, context)

    def check(self, step: Step) -> None:
        """Raise `PlanError` unless the arguments are values that the dataset and the algebra know."""
        tool = TOOLS[step.tool]

        def any_value(reference: Reference) -> list[Json]:
            return [_EXAMPLES.get(reference.output, 1)]

        if tool.query is not None:
            own = {name: value for name, value in step.arguments.items() if name != "among"}
            queries_of(tool.query, own, self._names, any_value)
        for name, parameter in tool.parameters.items():
            if parameter.kind == "pokemon" and name in step.arguments:
                value = step.arguments[name]
                for one in [value] if isinstance(value, str) else cast("list[Json]", value):
                    if Reference.of(one) is None:
                        self._names.mon(str(one))
        if step.tool == "calculate":
            self._number_attribute(step)

    # ------------------------------------------------------------------ queries

    def _query(self, query: type, step: Step, results: Results, language: str) -> StepResult:
        arguments = {name: value for name, value in step.arguments.items() if name != "among"}
        queries = queries_of(query, arguments, self._names, results.values)
        among = self._among(step, results)
        message = None
        if len(queries) > EACH_MAX:
            context = Context(self._dataset, language)
            message = context.say("agent.only_first", first=EACH_MAX, count=len(queries))
            queries = queries[:EACH_MAX]
        answers: list[Answer] = []
        outputs: dict[str, Json] = {}
        for one in queries:
            asked = _many_facts(_restricted(one, among))
            if not can_answer(asked, self._dataset):
                raise PlanError("The dataset does not hold what this step asks for.")
            answers.append(answer(Question(asked), self._dataset, language))
            _add(outputs, outputs_of(asked, self._dataset, self._names))
        if len(queries) == 1:
            outputs.setdefault("text", answers[0].headline)
        return StepResult(outputs, tuple(answers), message=message, title=self._title(queries, among, language))

    def _among(self, step: Step, results: Results) -> tuple[int, ...] | None:
        if "among" not in step.arguments:
            return None
        return tuple(self._names.mon(one).pokemon_id for one in results.names(step.arguments["among"]))

    def _title(self, queries: list[Query], among: tuple[int, ...] | None, language: str) -> str:
        """What a search was for, as a group of Pokémon: "Pokémon that are Fire type"."""
        if len(queries) != 1 or not isinstance(queries[0], Search) or queries[0].what != "pokemon":
            return ""
        context = Context(self._dataset, language)
        whole = queries[0].condition
        if among is not None:
            whole = OneOf(among) if whole == ALL else _and(OneOf(among), whole)
        return set_of(whole, context)

    # ------------------------------------------------------------------ operations

    def _combine(self, step: Step, results: Results, context: Context) -> StepResult:
        sets = cast("list[Json]", step.arguments["sets"])
        groups = [results.names(one) for one in (sets if isinstance(sets, list | tuple) else [sets])]
        found = groups[0]
        for other in groups[1:]:
            if step.arguments["operation"] == "union":
                found = [*found, *(one for one in other if one not in found)]
            elif step.arguments["operation"] == "intersection":
                found = [one for one in found if one in other]
            else:
                found = [one for one in found if one not in other]
        key = f"agent.combine.{step.arguments['operation']}"
        names = [context.mon_name(self._names.mon(one)) for one in found]
        listed = context.phrases.join(names[:NAMED])
        text = context.say(f"{key}-none") if not found else context.say(
            key if len(found) <= NAMED else f"{key}-many", n=len(found), count=len(found), first=NAMED, names=listed
        )  # fmt: skip
        outputs: dict[str, Json] = {"names": found, "count": len(found), "text": text}
        return StepResult(outputs, (context.answer(text),))

    def _number_attribute(self, step: Step) -> Attribute:
        attribute = step.arguments["attribute"]
        if attribute not in POKEMON_NUMBERS:
            raise PlanError(f"{str(attribute)[:40]!r} is no number that Pokémon have.")
        return attribute

    def _calculate(self, step: Step, results: Results, context: Context) -> StepResult:
        attribute = self._number_attribute(step)
        pokemon = [
            self._dataset.pokemon[self._names.mon(one).pokemon_id] for one in results.names(step.arguments["of"])
        ]
        number = number_of(attribute, self._dataset)
        known = [value for one in pokemon if (value := number(one)) is not None]
        if not known:
            raise PlanError("None of these values is known.")
        function = str(step.arguments["function"])
        total = sum(known)
        value = {"average": total / len(known), "sum": total, "max": max(known), "min": min(known)}[function]
        rows = [context.pokemon_row(one, attribute, measure(attribute, own)) for one in pokemon[:NAMED]
                if (own := number(one)) is not None]  # fmt: skip
        text = context.say(
            f"agent.aggregate.{function}", noun=context.say(f"noun.{attribute}"), count=len(known), n=len(known),
            value=measure(attribute, value), mark=context.mark(*rows[:3]),
        )  # fmt: skip
        if len(known) < len(pokemon):
            text = context.sentences((text, context.say("agent.aggregate.unknown", n=len(pokemon) - len(known),
                                                        count=len(pokemon) - len(known))))  # fmt: skip
        return StepResult({"number": value, "text": text}, (context.answer(text),))

    def _compare_numbers(self, step: Step, results: Results, context: Context) -> StepResult:
        left, right = results.number(step.arguments["left"]), results.number(step.arguments["right"])
        labels = [self._label(step.arguments[side], results, context, side) for side in ("left", "right")]
        comparison = str(step.arguments["comparison"])
        value = {"sum": left + right, "ratio": left / right if right else None}.get(comparison, abs(left - right))
        if value is None:
            raise PlanError("Nothing can be divided by zero.")
        sign = "equal" if left == right else "more" if left > right else "fewer"
        key = comparison if comparison in ("sum", "ratio") else sign
        text = context.say(
            f"agent.compare.{key}", left=labels[0], right=labels[1], left_value=plain(left), right_value=plain(right),
            value=plain(value),
        )  # fmt: skip
        if comparison in ("more", "fewer", "equal"):
            text = context.say("agent.compare.claim", polarity=context.polarity(comparison == sign), sentence=text)
        return StepResult({"number": value, "text": text}, (context.answer(text),))

    def _label(self, value: Json, results: Results, context: Context, side: str) -> str:
        reference = Reference.of(value)
        title = results.by_step[reference.step].title if reference is not None else ""
        return title or context.say(f"agent.compare.{side}")


_EXAMPLES: Mapping[str, Json] = {
    "names": "pokemon/bulbasaur", "moves": "move/tackle", "types": "type/normal", "abilities": "ability/overgrow",
    "count": 1, "number": 1,
}  # fmt: skip


def _restricted(query: Query, among: tuple[int, ...] | None) -> Query:
    """The query for these Pokémon only."""
    if among is None:
        return query
    if isinstance(query, Learn) and query.pokemon is None:
        return replace(query, condition=_and(OneOf(among), query.condition))
    if isinstance(query, Search):
        return replace(query, condition=_and(OneOf(among), query.condition))
    raise PlanError("Only a search can be restricted to what an earlier step found.")


def _and(first: Condition, second: Condition) -> Condition:
    if second == ALL:
        return first
    return And((first, *second.conditions)) if isinstance(second, And) else And((first, second))


def _many_facts(query: Query) -> Query:
    """Facts of many Pokémon as a list of them with these facts."""
    if isinstance(query, Facts) and len(query.subjects) > EACH_MAX:
        mons = [subject for subject in query.subjects if isinstance(subject, Mon)]
        if len(mons) == len(query.subjects):
            condition = OneOf(tuple(mon.pokemon_id for mon in mons))
            return Search(condition=condition, show=query.attributes, scope=query.scope)
    return query


def _add(outputs: dict[str, Json], more: Mapping[str, Json]) -> None:
    """Put the outputs of one query to those of the ones before; numbers of several are dropped, counts added up."""
    for name, value in more.items():
        before = outputs.get(name)
        if before is None:
            outputs[name] = value
        elif isinstance(before, list) and isinstance(value, list):
            outputs[name] = list(dict.fromkeys([*before, *value]))
        elif name == "count" and isinstance(before, int | float) and isinstance(value, int | float):
            outputs[name] = before + value
        else:
            outputs[name] = None
