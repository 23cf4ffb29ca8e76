"""Which templates a question calls for: by its typed query first, then by the names in it and the words around them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ...pokedex.dataset import Dataset
from ...question import algebra
from ...question.algebra import And, Condition, Mon, Query, Search, Subject, Thing
from ...question.understanding import Mention, Understanding
from .templates import Call, call, cues, defence_cues, search_call

#: How many hits of a search are shown as paths.
SEARCH_LIMIT = 20
#: How many queries one question may become.
MAX_CALLS = 4

#: Attributes that a template shows; any other attribute gets the neighbourhood.
_BY_ATTRIBUTE: Mapping[str, str] = {
    "type": "types", "ability": "abilities", "hidden-ability": "abilities", "ordinary-ability": "abilities",
    "egg-group": "egg_groups", "weakness": "weaknesses", "forms": "forms", "evolution": "evolution_family",
    "locations": "games",
}  # fmt: skip

_LABELS = {"type": "Type", "ability": "Ability", "move": "Move", "egg_group": "EggGroup", "generation": "Generation"}


@dataclass(frozen=True, slots=True)
class Choice:
    """The queries to run, and why these; `general` when they only show what lies around the names.

    `past`: the question is about an earlier generation or a game, and the graph holds today's facts. `words` are those
    of the question that the template was chosen by.
    """

    calls: tuple[Call, ...]
    why: str
    general: bool = False
    past: bool = False
    words: str = ""


def choose(understanding: Understanding, dataset: Dataset) -> Choice:
    """The queries for a question; none where it names nothing that the graph holds."""
    chooser = _Chooser(dataset)
    queries = [part.question.query for part in understanding.parts if part.question is not None]
    if any(getattr(query, "scope", algebra.NOW) != algebra.NOW for query in queries):
        return Choice((), "the question is about an earlier time", past=True)
    calls: list[Call] = []
    for query in queries:
        calls += chooser.by_query(query)
    if calls:
        return Choice(_distinct(calls), "by the typed query")
    return chooser.by_names(understanding)


def _distinct(calls: Iterable[Call]) -> tuple[Call, ...]:
    seen: dict[str, Call] = {}
    for one in calls:
        seen.setdefault(repr((one.text("ladybug"), sorted(one.parameters.items()))), one)
    return tuple(seen.values())[:MAX_CALLS]


class _Chooser:
    def __init__(self, dataset: Dataset) -> None:
        self._dataset = dataset

    # ------------------------------------------------------------------ by the typed query

    def by_query(self, query: Query) -> list[Call]:
        """The calls that show what a typed query is about."""
        ways: Mapping[type[Any], Callable[[Any], list[Call | None]]] = {
            algebra.Evolve: self._evolve,
            algebra.Search: lambda q: [search_call(q, limit=SEARCH_LIMIT)],
            algebra.Check: self._check,
            algebra.Learn: self._learn,
            algebra.Matchup: self._matchup,
            algebra.Compare: lambda q: [self._pair("connection", *q.subjects[:2])] if len(q.subjects) > 1 else [],
            algebra.Facts: self._facts,
        }
        way = ways.get(type(query))
        return [] if way is None else [one for one in way(query) if one is not None]

    def _evolve(self, query: algebra.Evolve) -> list[Call | None]:
        calls: list[Call | None] = []
        if query.target is not None:
            calls.append(self._pair("evolution_path", query.subject, query.target))
        return [*calls, self._one("evolution_family", query.subject)]

    def _check(self, query: algebra.Check) -> list[Call | None]:
        if not isinstance(query.subject, Mon):
            return []
        pokemon_id = query.subject.pokemon_id
        return [search_call(Search(condition=query.condition), limit=1, pokemon_id=pokemon_id)]

    def _learn(self, query: algebra.Learn) -> list[Call | None]:
        if query.pokemon is not None and query.move_id is not None:
            names = {"name": ("Pokemon", query.pokemon.pokemon_id), "move": ("Move", query.move_id)}
            return [call("learns", names, id=query.pokemon.pokemon_id, move=query.move_id)]
        if query.pokemon is not None:
            return [self._one("moves", query.pokemon)]
        if query.move_id is None:
            return []
        condition = And((query.condition, algebra.Learns(query.move_id, method=query.method)))
        return [search_call(Search(condition=condition), limit=SEARCH_LIMIT)]

    def _matchup(self, query: algebra.Matchup) -> list[Call | None]:
        if isinstance(query.defender, Mon):
            if isinstance(query.attacker, Mon):
                pair = self._pair("connection", query.attacker, query.defender)
                return [pair, self._one("weaknesses", query.defender)]
            template = {"weak": "weaknesses", "resist": "resistances", "immune": "resistances"}.get(query.relation)
            calls = [self._one(template or "weaknesses", query.defender)]
            if query.attacker is None and query.relation == "weak":
                calls.append(self._one("counters", query.defender))
            return [*calls]
        sides = [side for side in (query.attacker, query.defender) if isinstance(side, algebra.Types)]
        return [
            self._thing("type_neighbourhood", Thing("type", type_id)) for side in sides for type_id in side.type_ids
        ]

    def _facts(self, query: algebra.Facts) -> list[Call | None]:
        calls: list[Call | None] = []
        for subject in query.subjects:
            if isinstance(subject, Mon):
                templates = [_BY_ATTRIBUTE.get(attribute, "neighbourhood") for attribute in query.attributes]
                calls += [self._one(template, subject) for template in dict.fromkeys(templates)]
            else:
                calls += self._around(subject)
        return calls

    # ------------------------------------------------------------------ by the names

    def by_names(self, understanding: Understanding) -> Choice:
        """The calls for the names in a question, chosen by the words around them."""
        text = understanding.full_text.lower()
        subjects = self._subjects(understanding.mentions)
        mons = [subject for subject in subjects if isinstance(subject, Mon)]
        things = [subject for subject in subjects if isinstance(subject, Thing)]
        if len(mons) >= 2:
            return self._by_pair(text, mons[0], mons[1])
        if mons:
            return self._by_one(text, mons[0], things)
        found = self._by_things(text, things)
        if found is not None:
            return found
        around = [one for thing in things for one in self._around(thing) if one is not None]
        return Choice(_distinct(around), "by the names in the question", general=True)

    def _by_pair(self, text: str, one: Mon, other: Mon) -> Choice:
        for cue in cues("pair"):
            if cue.found(text):
                why = f"two Pokémon and a word for {cue.template}"
                return Choice((self._pair(cue.template, one, other),), why, words=cue.words_in(text))
        shared = [self._pair(name, one, other) for name in ("shared_type", "shared_ability", "shared_egg_group")]
        return Choice((self._pair("connection", one, other), *shared), "two Pokémon: what joins them", general=True)

    def _by_one(self, text: str, mon: Mon, things: list[Thing]) -> Choice:
        moves = [thing for thing in things if thing.kind == "move"]
        if moves:
            query = algebra.Learn(mon, moves[0].id, "can")
            return Choice(_distinct(self.by_query(query)), "a Pokémon and a move")
        for cue in cues("one"):
            if cue.found(text):
                why = f"a Pokémon and a word for {cue.template}"
                return Choice((self._one(cue.template, mon),), why, words=cue.words_in(text))
        return Choice((self._one("neighbourhood", mon),), "a Pokémon: what lies around it", general=True)

    def _by_things(self, text: str, things: list[Thing]) -> Choice | None:
        """A search put together from moves, abilities, types and egg groups."""
        stance = next((cue.template for cue in defence_cues() if cue.found(text)), None)
        conditions: list[Condition] = []
        for thing in things:
            if thing.kind == "move":
                conditions.append(algebra.Learns(thing.id))
            elif thing.kind == "ability":
                conditions.append(algebra.HasAbility(thing.id))
            elif thing.kind == "egg_group":
                conditions.append(algebra.InEggGroup(thing.id))
            elif thing.kind == "type":
                conditions.append(
                    algebra.HasType(thing.id) if stance is None else algebra.Defends(thing.id, stance)  # type: ignore[arg-type]
                )
        only_a_type = len(conditions) == 1 and isinstance(conditions[0], algebra.HasType)
        if not conditions or only_a_type:
            return None
        found = search_call(Search(condition=And(tuple(conditions))), limit=SEARCH_LIMIT)
        return None if found is None else Choice((found,), "who has all that is named")

    def _around(self, subject: Subject) -> list[Call | None]:
        """What lies around a thing that is no Pokémon."""
        if isinstance(subject, Mon):
            return [self._one("neighbourhood", subject)]
        condition: Condition | None = None
        if subject.kind == "ability":
            condition = algebra.HasAbility(subject.id)
        elif subject.kind == "egg_group":
            condition = algebra.InEggGroup(subject.id)
        elif subject.kind == "move":
            condition = algebra.Learns(subject.id)
        found = None if condition is None else search_call(Search(condition=condition), limit=SEARCH_LIMIT)
        if subject.kind in ("type", "move", "generation"):
            return [self._thing(f"{subject.kind}_neighbourhood", subject), found]
        return [found]

    # ------------------------------------------------------------------ helpers

    def _subjects(self, mentions: Iterable[Mention]) -> list[Subject]:
        """What the names stand for, each once; a name with several readings stands for nothing."""
        subjects = [self._as_type(mention) or mention.subjects[0] for mention in mentions if len(mention.subjects) == 1]
        return list(dict.fromkeys(subjects))

    def _as_type(self, mention: Mention) -> Thing | None:
        """A type, where a Pokémon's name in another language is also the plain word for a type (Fire, Thunder)."""
        text = mention.text.casefold()
        for record in self._dataset.types.values():
            if any(record.names.get(tag, "").casefold() == text for tag in ("en", "zh-hans", "zh-hant", "ja")):
                return Thing("type", record.id)
        return None

    def _one(self, template: str, mon: Mon) -> Call:
        names = {"name": ("Pokemon", mon.pokemon_id)}
        if template == "evolution_family":
            return call(template, names, chain=self._dataset.species[mon.species_id].chain_id)
        return call(template, names, id=mon.pokemon_id)

    def _pair(self, template: str, one: Mon, other: Mon) -> Call:
        names = {"a": ("Pokemon", one.pokemon_id), "b": ("Pokemon", other.pokemon_id)}
        return call(template, names, a=one.pokemon_id, b=other.pokemon_id)

    def _thing(self, template: str, thing: Thing) -> Call:
        return call(template, {"name": (_LABELS[thing.kind], thing.id)}, id=thing.id)
