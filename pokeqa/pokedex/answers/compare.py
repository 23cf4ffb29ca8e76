"""Comparisons: who has more, who has less, or are they equal?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...question.algebra import NOW, Attribute, Compare, Mon, Sum
from ...question.joint_queries import Measured, Together
from ..answer import Answer
from ..numbers import STAT_ATTRIBUTES, number_of
from .cards import Card, fact, pokemon_card, table_card
from .check import as_pokemon
from .context import Context
from .marks import spaced
from .units import measure, measure_both
from .values import TIMED, number_value, value_of

PAIR = 2

#: Attributes whose numbers are not worth subtracting.
NO_DIFFERENCE: frozenset[Attribute] = frozenset({"generation", "dex-number", "id"})


@dataclass(frozen=True, slots=True)
class Entry:
    """One side of a comparison."""

    mon: Mon
    name: str
    number: float | None
    text: str
    mark: str


def answer(query: Compare, context: Context) -> Answer:
    """Who is ahead, with every value; ties and unknown values are said."""
    entries = [_entry(query, mon, context) for mon in query.subjects]
    headline = _headline(query, entries, context)
    if query.scope.generation is not None and query.attribute in TIMED:
        headline = context.say("compare.in-scope", when=context.scope_name(query.scope), sentence=headline)
    leaders = {entry.mon for entry in _leaders(query, entries)}
    cards = [_card(query, entry, entry.mon in leaders, context) for entry in entries]
    if len(entries) > PAIR:
        cards.append(_table(query, entries, context))
    return context.answer(headline, cards=cards, follow_ups=_follow_ups(query, entries, context))


def measured(query: Measured, context: Context) -> Answer:
    """Attributes added up, with what they add up from."""
    parts = query.measure.attributes if isinstance(query.measure, Sum) else (query.measure,)
    sentences = []
    if query.how == "crosswise":
        sentences.append(_crosswise(query, parts, context))
    for mon in query.subjects if query.how != "crosswise" else ():
        if query.how == "difference":
            sentences.append(_apart(mon, parts, query, context))
            continue
        values = [number_value(part, mon, context, query.scope) for part in parts]
        whole = number_value(query.measure, mon, context, query.scope)
        unknown = context.say("answer.unknown")
        terms = context.say("list.plus").join(value.text or unknown for value in values)
        marks = context.mark(*(value.row for value in values))
        if query.how == "average":
            numbers = [number_of(part, context.dataset, query.scope)(as_pokemon(mon, context)) or 0 for part in parts]
            mean = f"{sum(numbers) / len(numbers):.1f}".removesuffix(".0")
            sentences.append(context.say("compare.mean", name=context.mon_name(mon), value=mean, parts=terms,
                                         count=len(parts), mark=marks))  # fmt: skip
            continue
        sentences.append(context.say("compare.sum", name=context.mon_name(mon), noun=context.noun(query.measure),
                                     value=whole.text or unknown, parts=terms, mark=marks))  # fmt: skip
    headline = context.sentences(sentences)
    if query.scope.generation is not None:
        headline = context.say("compare.in-scope", when=context.scope_name(query.scope), sentence=headline)
    cards = [pokemon_card(context, mon, highlight=parts, scope=query.scope) for mon in query.subjects]
    return context.answer(headline, cards=cards, follow_ups=context.follow_ups(query.subjects[0], "stats", "weakness"))


def _apart(mon: Mon, parts: Sequence[Attribute], query: Measured, context: Context) -> str:
    """How far the greater of two stats of one Pokémon is above the other."""
    known: list[tuple[float, Attribute]] = []
    for part in parts:
        number = number_of(part, context.dataset, query.scope)(as_pokemon(mon, context))
        if number is None:
            return context.say("answer.unknown")
        known.append((number, part))
    (low, below), (high, above) = sorted(known, key=lambda one: one[0])
    values = [number_value(part, mon, context, query.scope) for part in parts]
    return context.say(
        "compare.apart" if low < high else "compare.level", name=context.mon_name(mon),
        above=context.noun(above), below=context.noun(below), high=measure(above, high), low=measure(below, low),
        value=measure(above, high - low), mark=context.mark(*(value.row for value in values)),
    )  # fmt: skip


def _crosswise(query: Measured, parts: Sequence[Attribute], context: Context) -> str:
    """Which of two stats of two Pokémon is higher: "Garchomp's Attack (130) is 20 above Salamence's Sp. Atk (110)"."""
    own = list(zip(query.subjects, parts, strict=True))
    numbers = [number_of(part, context.dataset, query.scope)(as_pokemon(mon, context)) for mon, part in own]
    known = [number for number in numbers if number is not None]
    if len(known) < len(own):
        return context.say("answer.unknown")
    names = [context.say("compare.of-one", name=context.mon_name(mon), noun=context.noun(part)) for mon, part in own]
    mark = context.mark(*(number_value(part, mon, context, query.scope).row for mon, part in own))
    high, low = (0, 1) if known[0] >= known[1] else (1, 0)
    claimed = known[0] > known[1] if query.claim == "more" else known[0] < known[1]
    polarity = "" if query.claim == "none" else context.say("compare.yes" if claimed else "compare.no")
    return polarity + context.say(
        "compare.crosswise" if known[0] != known[1] else "compare.crosswise-level", above=names[high],
        below=names[low], high=measure(parts[high], known[high]), low=measure(parts[low], known[low]),
        value=measure(parts[high], known[high] - known[low]), mark=mark,
    )  # fmt: skip


def together(query: Together, context: Context) -> Answer:
    """The sum or the average of a number of several Pokémon, with what it is made of."""
    values = [number_value(query.measure, mon, context, query.scope, query.unit) for mon in query.subjects]
    numbers = [
        number_of(query.measure, context.dataset, query.scope)(as_pokemon(mon, context)) for mon in query.subjects
    ]
    known = [number for number in numbers if number is not None]
    whole = sum(known) / (len(known) if query.how == "average" and known else 1)
    complete = len(known) == len(numbers)
    headline = context.say(
        f"compare.together.{query.how}", noun=context.noun(query.measure),
        names=context.phrases.join(context.mon_name(mon) for mon in query.subjects),
        value=measure_both(query.measure, whole, query.unit) if complete else context.say("answer.unknown"),
        parts=context.say("list.plus").join(context.say("answer.unknown") if number is None
                                            else measure(query.measure, number, query.unit) for number in numbers),
        mark=context.mark(*(value.row for value in values)),
    )  # fmt: skip
    if query.scope.generation is not None:
        headline = context.say("compare.in-scope", when=context.scope_name(query.scope), sentence=headline)
    return context.answer(headline, follow_ups=context.follow_ups(query.subjects[0], "stats", "weakness"))


def _entry(query: Compare, mon: Mon, context: Context) -> Entry:
    scope = query.scope if query.attribute in TIMED else NOW
    number = number_of(query.attribute, context.dataset, scope)(as_pokemon(mon, context))
    read = value_of if query.attribute in ("generation", "dex-number", "id", "gender-ratio") else number_value
    value = read(query.attribute, mon, context, scope, query.unit)
    text = context.say("answer.unknown") if value.text is None else value.text
    return Entry(mon, context.mon_name(mon), number, text, context.cite(value.row))


def _leaders(query: Compare, entries: list[Entry]) -> list[Entry]:
    known = [entry.number for entry in entries if entry.number is not None]
    if not known:
        return []
    best = max(known) if query.sense == "max" else min(known)
    return [entry for entry in entries if entry.number == best]


def _headline(query: Compare, entries: list[Entry], context: Context) -> str:
    noun = context.noun(query.attribute)
    if query.ranked:
        return _ranked(query, entries, noun, context)
    everyone = context.phrases.join(entry.name for entry in entries)
    unknown = [entry for entry in entries if entry.number is None]
    values = context.say("list.comma").join(
        context.say("compare.value", name=entry.name, value=entry.text) + spaced(context, entry.mark)
        for entry in entries
    )
    if unknown:
        names = context.phrases.join(entry.name for entry in unknown)
        return context.say("compare.unknown", noun=noun, names=names, values=values)
    leaders = _leaders(query, entries)
    equal = len(leaders) == len(entries)
    if query.claim != "none":
        holds = equal if query.claim == "equal" else leaders == entries[:1]
        polarity = context.say("compare.yes" if holds else "compare.no")
    else:
        polarity = ""
    if equal:
        key = f"compare.equal-{query.attribute}"
        if key not in context.phrases:
            key = "compare.equal-pair" if len(entries) == PAIR else "compare.equal"
        text = entries[0].text + spaced(context, "".join(dict.fromkeys(entry.mark for entry in entries)))
        return polarity + context.say(key, names=everyone, noun=noun, value=text)
    ahead = context.phrases.join(entry.name for entry in leaders)
    adjective = f"compare.ahead.{query.attribute}.{query.sense}"
    verb = context.say(
        adjective if adjective in context.phrases else f"compare.ahead.default.{query.sense}", n=len(leaders), noun=noun
    )
    if len(entries) == PAIR:
        first, other = leaders[0], next(entry for entry in entries if entry.mon != leaders[0].mon)
        return polarity + context.say(
            "compare.pair", name=first.name, other=other.name, ahead=verb, noun=noun,
            value=first.text + spaced(context, first.mark),
            less=other.text + spaced(context, other.mark), difference=_difference(query, first, other, context),
        )  # fmt: skip
    rest = context.say("compare.tie", n=len(leaders), count=len(leaders)) if len(leaders) > 1 else ""
    return polarity + context.say("compare.several", names=ahead, ahead=verb, noun=noun, values=values, tie=rest)


def _ranked(query: Compare, entries: list[Entry], noun: str, context: Context) -> str:
    """Everyone in the order of the measure; who has no known value comes last."""
    turn = -1 if query.sense == "max" else 1
    ordered = sorted(entries, key=lambda entry: (entry.number is None, turn * (entry.number or 0)))
    values = context.say("list.comma").join(
        context.say("compare.value", name=entry.name, value=entry.text) + spaced(context, entry.mark)
        for entry in ordered
    )
    return context.say(f"compare.ranked.{query.sense}", noun=noun, values=values)


def _difference(query: Compare, first: Entry, other: Entry, context: Context) -> str:
    if query.attribute in NO_DIFFERENCE or first.number is None or other.number is None:
        return ""
    if query.ratio and min(first.number, other.number) > 0:
        times = max(first.number, other.number) / min(first.number, other.number)
        return context.say("compare.times", value=f"{times:.2f}".rstrip("0").rstrip("."))
    value = measure_both(query.attribute, abs(first.number - other.number), query.unit)
    return context.say("compare.difference", value=value)


def _card(query: Compare, entry: Entry, leads: bool, context: Context) -> Card:
    is_stat = query.attribute in STAT_ATTRIBUTES or query.attribute == "total"
    facts = [] if is_stat else [fact(context, query.attribute, entry.text, highlight=leads)]
    highlight: Sequence[str] = [query.attribute] if is_stat and not isinstance(query.attribute, Sum) else []
    return pokemon_card(context, entry.mon, highlight=highlight, facts=facts, scope=query.scope)


def _table(query: Compare, entries: list[Entry], context: Context) -> Card:
    label = context.label(query.attribute)
    ranked = sorted(entries, key=lambda entry: (entry.number is None, entry.number or 0))
    if query.sense == "max":
        known = [entry for entry in ranked if entry.number is not None]
        ranked = known[::-1] + [entry for entry in ranked if entry.number is None]
    columns = [(context.label("pokemon"), "left"), (label, "right")]
    return table_card(label, columns, [[entry.name, entry.text] for entry in ranked])


def _follow_ups(query: Compare, entries: list[Entry], context: Context) -> list[str]:
    first, second = entries[0], entries[-1]
    key = "heavier" if query.attribute == "speed" else "faster"
    return [
        context.say(f"follow_up.{key}", name=first.name, other=second.name),
        *context.follow_ups(first.mon, "weakness", "stats"),
    ][:3]
