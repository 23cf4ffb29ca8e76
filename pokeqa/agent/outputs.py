"""What a typed query gives to later steps: the Pokémon, moves, types and numbers that its answer names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean, median

from ..pokedex.answers.aggregate import numbers_of
from ..pokedex.answers.context import Context
from ..pokedex.answers.evolve_line import Lines
from ..pokedex.answers.found import find
from ..pokedex.answers.search_ranked import rank
from ..pokedex.answers.search_then import targets_of
from ..pokedex.answers.search_things import is_ordinary
from ..pokedex.conditions import compile_condition, compile_move_condition, learner_ids
from ..pokedex.dataset import Dataset
from ..pokedex.numbers import POKEMON_NUMBERS, move_number_of, number_of
from ..question.algebra import (
    And,
    Check,
    Compare,
    Defends,
    DexLookup,
    Evolve,
    Facts,
    Learn,
    Learns,
    Matchup,
    Mon,
    Query,
    Search,
    Thing,
    Types,
)
from ..question.set_queries import Aggregate
from .plan import Json
from .values import Names

#: Relations of a match-up that pick types out.
_PICKS = ("weak", "resist", "immune", "not-immune", "neutral")


def outputs_of(query: Query, dataset: Dataset, names: Names) -> dict[str, Json]:
    """The outputs of a query by their names; those that its answer does not have are left out."""
    return _Outputs(dataset, names).of(query)


def condition_learns(query: Learn) -> Learns:
    """The condition of learning the move that a question about learners names."""
    assert query.move_id is not None
    return Learns(query.move_id, query.scope, query.method)


class _Outputs:
    def __init__(self, dataset: Dataset, names: Names) -> None:
        self._dataset = dataset
        self._names = names

    def of(self, query: Query) -> dict[str, Json]:
        match query:
            case Search(what="pokemon"):
                return self._search(query)
            case Search(what="move"):
                return self._moves(query)
            case Facts():
                return self._facts(query)
            case Compare():
                return self._leaders(query)
            case Aggregate():
                return self._aggregate(query)
            case Check(subject=Mon() as mon):
                held = compile_condition(query.condition, self._dataset, query.scope, by_form=True)
                return self._pokemon([mon.pokemon_id] if held(self._dataset.pokemon[mon.pokemon_id]) is True else [])
            case Evolve():
                return self._pokemon(self._evolved(query))
            case Learn():
                return self._learn(query)
            case Matchup():
                return self._matchup(query)
            case DexLookup(region_id=None):
                species = self._dataset.species.get(query.number)
                return self._pokemon([] if species is None else [species.default_pokemon_id])
        return {}

    def _pokemon(self, ids: Iterable[int], count: int | None = None) -> dict[str, Json]:
        found = list(dict.fromkeys(ids))
        return {
            "names": [self._names.of_pokemon(one) for one in found],
            "count": len(found) if count is None else count,
        }

    def _search(self, query: Search) -> dict[str, Json]:
        found = find(query, self._dataset)
        context = Context(self._dataset, "en")
        hits = [*found.main, *found.extras]
        if query.order is not None:
            ranking = rank(found.main, query.order, query, context)
            hits = [pokemon for pokemon, _ in ranking.hits]
            values = {value for _, value in ranking.hits}
            outputs = self._pokemon(one.id for one in hits)
            return outputs | ({"number": next(iter(values))} if len(values) == 1 else {})
        if query.then != "none":
            return self._pokemon(one.id for hit in found.main for one in targets_of(hit, query.then, context))
        return self._pokemon((one.id for one in hits), len(found.main))

    def _aggregate(self, query: Aggregate) -> dict[str, Json]:
        values = numbers_of(query, Context(self._dataset, "en"))
        if not values or query.beside is not None:
            return {}
        number = {"average": fmean(values), "median": median(values), "sum": sum(values)}[query.function]
        return {"number": number, "count": len(values)}

    def _moves(self, query: Search) -> dict[str, Json]:
        holds = compile_move_condition(query.condition, self._dataset, query.scope)
        hits = [move for move in self._dataset.moves.values() if is_ordinary(move) and holds(move)]
        if query.order is not None:
            number = move_number_of(query.order.attribute, self._dataset, query.scope)
            known = [(value, move) for move in hits if (value := number(move)) is not None]
            known.sort(key=lambda pair: -pair[0] if query.order and query.order.sense == "max" else pair[0])
            edge = known[min(query.order.limit, len(known)) - 1][0] if known else 0
            hits = [move for i, (value, move) in enumerate(known) if i < query.order.limit or value == edge]
            if query.order.start > 1:
                return {}
        return {"moves": [self._names.of_id("move", move.id) for move in hits], "count": len(hits)}

    def _facts(self, query: Facts) -> dict[str, Json]:
        mons = [subject for subject in query.subjects if isinstance(subject, Mon)]
        outputs: dict[str, Json] = self._pokemon(mon.pokemon_id for mon in mons) if mons else {}
        moves = [one for one in query.subjects if isinstance(one, Thing) and one.kind == "move"]
        if moves:
            outputs["moves"] = [self._names.of(one) for one in moves]
        pokemon = [self._dataset.pokemon[mon.pokemon_id] for mon in mons]
        generation = query.scope.generation
        if "type" in query.attributes:
            ids = [t for one in pokemon for t in self._dataset.types_of(one, generation)]
            ids += [self._dataset.moves[one.id].type_id for one in moves]
            outputs["types"] = self._things("type", ids)
        slots = [self._dataset.abilities_of(one, generation) for one in pokemon]
        if "ability" in query.attributes:
            outputs["abilities"] = self._things("ability", (a for one in slots for a in one.all()))
        elif "hidden-ability" in query.attributes:
            outputs["abilities"] = self._things("ability", (one.hidden for one in slots if one.hidden is not None))
        elif "ordinary-ability" in query.attributes:
            outputs["abilities"] = self._things("ability", (a for one in slots for a in one.ordinary()))
        numeric = [one for one in query.attributes if one in POKEMON_NUMBERS]
        if len(pokemon) == 1 and len(numeric) == 1 and len(query.attributes) == 1:
            value = number_of(numeric[0], self._dataset, query.scope)(pokemon[0])
            if value is not None:
                outputs["number"] = value
        return outputs

    def _things(self, kind: str, ids: Iterable[int]) -> list[str]:
        return [self._names.of_id(kind, one) for one in dict.fromkeys(ids)]

    def _leaders(self, query: Compare) -> dict[str, Json]:
        number = number_of(query.attribute, self._dataset, query.scope)
        known = [
            (mon.pokemon_id, value)
            for mon in query.subjects
            if (value := number(self._dataset.pokemon[mon.pokemon_id])) is not None
        ]
        if not known:
            return self._pokemon([])
        best = (max if query.sense == "max" else min)(value for _, value in known)
        return {**self._pokemon(one for one, value in known if value == best), "number": best}

    def _evolved(self, query: Evolve) -> list[int]:
        lines = Lines(self._dataset, query.scope)
        own = query.subject.pokemon_id
        if query.yes_no or query.aspect in ("can", "count", "stage"):
            return [own]
        if query.aspect == "final":
            return [leaf.pokemon_id for leaf in lines.tree(own).leaves()]
        if query.aspect == "first":
            return list(lines.roots(own))
        if query.direction == "from":
            return [step.source for step in lines.out_of(own)]
        if query.direction == "family":
            return [node.pokemon_id for root in lines.roots(own) for node in lines.tree(root).walk()]
        return [query.target.pokemon_id] if query.target is not None else [step.target for step in lines.into(own)]

    def _learn(self, query: Learn) -> dict[str, Json]:
        if query.pokemon is None:
            return self._search(Search(condition=And((query.condition, condition_learns(query)))))
        if query.move_id is not None:
            held = query.pokemon.pokemon_id in learner_ids(condition_learns(query), self._dataset)
            return self._pokemon([query.pokemon.pokemon_id] if held else [])
        return self._pokemon([query.pokemon.pokemon_id])

    def _matchup(self, query: Matchup) -> dict[str, Json]:
        if isinstance(query.defender, Mon | Types) and query.attacker is None and query.relation in _PICKS:
            mon = query.defender if isinstance(query.defender, Mon) else None
            types: Sequence[int] = query.defender.type_ids if isinstance(query.defender, Types) else ()
            if mon is not None:
                types = self._dataset.types_of(mon.pokemon_id, query.scope.generation)
            hit = [t for t in self._dataset.chart_types(query.scope.generation) if self._holds(query, t, types)]
            return {"types": self._things("type", hit)} | ({} if mon is None else self._pokemon([mon.pokemon_id]))
        return {}

    def _holds(self, query: Matchup, attack: int, types: Sequence[int]) -> bool:
        factor = self._dataset.effectiveness(attack, tuple(types), query.scope.generation)
        return {
            "weak": factor > 1, "resist": 0 < factor < 1, "immune": factor == 0, "not-immune": factor > 0,
            "neutral": factor == 1,
        }[query.relation]  # fmt: skip


def defended(query: Matchup) -> Defends | None:
    """A question for the Pokémon that stand so to a type, as the condition on them; None where it is another one."""
    attacker = query.attacker
    if not isinstance(attacker, Types) or query.defender is not None or query.asked != "pokemon":
        return None
    if len(attacker.type_ids) != 1 or query.negated or query.ability != "any":
        return None
    if query.relation not in ("weak", "resist", "immune", "neutral", "not-immune"):
        return None
    relation = query.relation
    if query.factor is not None:
        return Defends(attacker.type_ids[0], query.factor) if query.factor != "0x" else None
    return Defends(attacker.type_ids[0], relation)
