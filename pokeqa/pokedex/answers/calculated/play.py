"""Any one of a set, and quiz questions. Nothing here is meant to come out the same twice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import SystemRandom
from typing import Any

from ....question.algebra import ALL, Attribute, Condition, FromGeneration, HasType, Mon, Stage, Thing, TypeSlot
from ....question.calculations import Quiz, RandomPick
from ....question.conditions import leaves
from ...answer import Answer
from ...conditions import compile_condition, compile_move_condition
from ...dataset import LAST_CHART_TYPE
from ...model import Pokemon
from ...varieties import index_of
from ..cards import pokemon_card
from ..context import Context
from ..facts_more import profile
from ..found import mentions
from ..search_things import is_ordinary
from ..values import value_of
from .quiz_choices import choices

#: Where picks come from; the system's source, so that no question can foresee one.
_CHANCE = SystemRandom()

#: Topics of a quiz, and what each asks of a Pokémon.
TOPICS: dict[str, Attribute] = {
    "type": "type", "ability": "hidden-ability", "generation": "generation", "evolution": "evolution",
    "weakness": "weakness",
}  # fmt: skip


def answer(query: RandomPick | Quiz, context: Context) -> Answer:
    """One of the set, or a question."""
    return _quiz(query, context) if isinstance(query, Quiz) else _pick(query, context)


def _pick(query: RandomPick, context: Context) -> Answer:
    if query.what == "pokemon":
        return _pokemon(query, context)
    things = _things(query, context)
    if not things:
        return context.answer(context.say("random.empty"))
    chosen = _CHANCE.sample(things, min(query.amount, len(things)))
    names = context.phrases.join(
        context.thing_name(one) + context.mark(context.thing_row(one, "id", str(one.id))) for one in chosen
    )
    return context.answer(
        context.say("random.picked", names=names, n=len(chosen), total=len(things)), details=context.say("random.again")
    )


def _things(query: RandomPick, context: Context) -> list[Thing]:
    data = context.dataset
    match query.what:
        case "move":
            fits = _any if query.condition == ALL else compile_move_condition(query.condition, data)
            return [Thing("move", m.id) for m in data.moves.values() if is_ordinary(m) and fits(m)]
        case "ability":
            return [Thing("ability", a) for a in data.abilities]
        case "nature":
            return [Thing("nature", n) for n in data.natures]
    return [Thing("type", t) for t in data.types if t <= LAST_CHART_TYPE]


def _any(_: object) -> bool:
    return True


def _pokemon(query: RandomPick, context: Context) -> Answer:
    fits: Callable[[Pokemon], Any] = (
        _any
        if query.condition == ALL
        else compile_condition(query.condition, context.dataset, first_starters=not mentions(query.condition, Stage))
    )
    found = [one for one in index_of(context.dataset).ordinary if fits(one) is True]
    if not found:
        return context.answer(context.say("random.empty"))
    chosen = _CHANCE.sample(found, min(query.amount, len(found)))
    if len(chosen) == 1:
        mon = Mon(chosen[0].species_id, chosen[0].id)
        mark = context.mark(context.pokemon_row(chosen[0], "id", str(chosen[0].id)))
        about = profile(mon, context)
        headline = context.say("random.picked", names=context.mon_name(mon) + mark, n=1, total=len(found))
        return context.answer(
            headline,
            details=(about.sentence, context.say("random.again")),
            cards=about.cards,
            follow_ups=context.follow_ups(mon, "weakness", "evolution"),
        )
    names = context.phrases.join(
        context.say("random.with-type", name=context.mon_name(one), types=context.type_names(context.types(one)))
        + context.mark(context.pokemon_row(one, "id", str(one.id)))
        for one in chosen
    )
    headline = context.say("random.picked", names=names, n=len(chosen), total=len(found))
    return context.answer(headline, details=context.say("random.again"),
                          cards=[pokemon_card(context, one) for one in chosen])  # fmt: skip


# --------------------------------------------------------------------------- quiz


def _quiz(query: Quiz, context: Context) -> Answer:
    """A question that the shortcut can answer itself; its solution stands in the reference and comes when asked for."""
    topics = sorted(TOPICS) if query.topic == "any" else [query.topic]
    fits: Callable[[Pokemon], Any] = (
        _any if query.condition == ALL else compile_condition(query.condition, context.dataset)
    )
    askable = {topic: [one for one in _askable(topic, context) if fits(one) is True] for topic in topics}
    open_topics = [topic for topic in topics if askable[topic] and not _is_told(topic, query.condition)]
    if not open_topics:
        return context.answer(context.say("random.empty"))
    topic = _CHANCE.choice(open_topics)
    one = _CHANCE.choice(askable[topic])
    if topic == "riddle":
        return _riddle(one, query, context)
    mon = Mon(one.species_id, one.id)
    attribute = TOPICS[topic]
    if topic in ("evolution", "weakness"):
        row = context.pokemon_row(one, topic, "")
    else:
        row = value_of(attribute, mon, context).row
    question = context.say(f"quiz.question.{topic}", name=context.mon_name(mon))
    return _put(question, context.mark(row), _offered(topic, one, query, context), context)


def _offered(topic: str, one: Pokemon, query: Quiz, context: Context) -> str:
    return choices(topic, one, query.choices, context) if query.choices else ""


def _put(question: str, mark: str, offered: str, context: Context) -> Answer:
    how = context.say("quiz.how")
    return context.answer(
        context.say("quiz.asked", question=question) + mark,
        details=(offered, how) if offered else how,
        follow_ups=(context.say("quiz.reveal"), context.say("quiz.another")),
    )


def _riddle(one: Pokemon, query: Quiz, context: Context) -> Answer:
    """The types of a Pokémon and what it evolves from, and who it is as the question."""
    before = _before(one, context)
    assert before is not None
    question = context.say("quiz.question.riddle", types=context.type_names(one.types), before=context.mon_name(before))
    row = value_of("type", Mon(one.species_id, one.id), context).row
    return _put(question, context.mark(row), _offered("riddle", one, query, context), context)


def _before(one: Pokemon, context: Context) -> Mon | None:
    """What a Pokémon evolves from."""
    data = context.dataset
    way = next((way for way in data.evolutions if way.to_pokemon_id == one.id), None)
    return None if way is None else Mon(data.pokemon[way.from_pokemon_id].species_id, way.from_pokemon_id)


def _is_told(topic: str, condition: Condition) -> bool:
    """Does what the questions are to be about give the answer: the types of Fire types, the generation of one?"""
    given = {"type": (HasType, TypeSlot), "generation": (FromGeneration,)}.get(topic, ())
    return any(isinstance(leaf, given) for leaf in leaves(condition)) if given else False


def _solvable(context: Context) -> list[Pokemon]:
    """The Pokémon that their types and what they evolve from tell from all others."""
    same: dict[tuple[frozenset[int], int], list[Pokemon]] = {}
    for one in index_of(context.dataset).ordinary:
        before = _before(one, context)
        if before is not None:
            same.setdefault((frozenset(one.types), before.species_id), []).append(one)
    return [found[0] for found in same.values() if len(found) == 1]


def _askable(topic: str, context: Context) -> Sequence[Pokemon]:
    """The Pokémon of which the topic can be asked."""
    data = context.dataset
    ordinary = index_of(data).ordinary
    if topic == "riddle":
        return _solvable(context)
    if topic == "evolution":
        return [one for one in ordinary if data.evolutions_from(one)]
    if topic == "ability":
        return [one for one in ordinary if one.abilities.hidden is not None]
    return ordinary
