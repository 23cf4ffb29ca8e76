"""History: how a fact changed over the generations, and whether it ever did."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ...question.algebra import Attribute, History, Mon, Scope, Thing
from ...question.past_claims import PastClaim
from ...question.word_lists import word_list
from ..answer import Answer, Row
from ..numbers import STAT_ATTRIBUTES, move_number_of
from ..varieties import introduced_in
from .cards import pokemon_card
from .context import Context
from .facts import FORM_NOTE_MAX, shortened
from .typed_forms import typed_forms, types_told
from .units import measure
from .values import FIRST_WITH_ABILITIES, FIRST_WITH_HIDDEN_ABILITIES, READABLE, value_of

#: Generation 1 had one Special stat: what depends on Sp. Atk and Sp. Def is compared from generation 2 on.
FIRST_WITH_SIX_STATS = 2
SPLIT: frozenset[Attribute] = frozenset({"special-attack", "special-defense", "total"})

STARTS: dict[Attribute, int] = {
    "special-attack": FIRST_WITH_SIX_STATS, "special-defense": FIRST_WITH_SIX_STATS, "total": FIRST_WITH_SIX_STATS,
    "ability": FIRST_WITH_ABILITIES, "ordinary-ability": FIRST_WITH_ABILITIES,
    "hidden-ability": FIRST_WITH_HIDDEN_ABILITIES,
}  # fmt: skip

#: What an attribute that stands for several is made of.
PARTS: dict[Attribute, tuple[Attribute, ...]] = {
    "stats": STAT_ATTRIBUTES,
    "profile": ("type", *STAT_ATTRIBUTES, "ability"),
}
MOVE_PARTS: tuple[Attribute, ...] = ("type", "damage-class", "power", "accuracy", "pp", "priority")

#: Abilities that give their holder another type for a while.
_TYPE_CHANGING = frozenset(word_list("history/type-changing"))

_NUMBER = re.compile(r"-?\d+(\.\d+)?")

RECORDED: frozenset[Attribute] = frozenset({
    "type", "total", *STAT_ATTRIBUTES, "ability", "ordinary-ability", "hidden-ability",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Span:
    """A value and the generations in which it held."""

    text: str
    first: int
    last: int
    row: Row


def answer(query: History, context: Context) -> Answer:
    """Then and now; a question whether something ever changed starts with yes or no."""
    subject = query.subject
    name = context.thing_name(subject)
    apart: dict[Attribute, list[Span]] = {}
    if isinstance(subject, Thing):
        parts = _parts(query.attribute, MOVE_PARTS if query.attribute in ("profile", "stats") else None)
        if subject.kind != "move" or not set(parts) <= set(MOVE_PARTS):
            return context.answer(context.say("history.not-held", name=name))
        spans = {part: _spans(subject, part, context) for part in parts}
        apart = {part: _apart(subject, part, context) for part in parts}
    else:
        parts = _parts(query.attribute, None)
        if not set(parts) <= RECORDED:
            return _not_recorded(query, subject, context)
        spans = {part: _spans(subject, part, context) for part in parts}
    changed = [part for part in parts if len(spans[part]) > 1 or apart.get(part)]
    headline = _headline(query, name, spans, changed, apart, context)
    if isinstance(subject, Thing):
        return context.answer(headline)
    notes = []
    if context.species(subject).generation < FIRST_WITH_SIX_STATS and SPLIT & set(parts):
        special = context.dataset.stats_of(context.pokemon(subject), 1).get("special")
        if special is not None:
            row = context.pokemon_row(context.pokemon(subject), "stats.special@1", str(special))
            notes.append(context.say("history.special", value=special, mark=context.mark(row)))
    return context.answer(
        headline,
        details=notes,
        cards=[pokemon_card(context, subject, highlight=changed)],
        follow_ups=context.follow_ups(subject, "type", "stats", "evolution"),
    )


def _parts(attribute: Attribute, move_parts: tuple[Attribute, ...] | None) -> tuple[Attribute, ...]:
    return move_parts if move_parts is not None else PARTS.get(attribute, (attribute,))


def _headline(
    query: History,
    name: str,
    spans: dict[Attribute, list[Span]],
    changed: list[Attribute],
    apart: dict[Attribute, list[Span]],
    context: Context,
) -> str:
    if not changed:
        if len(spans) > 1:
            row = next(iter(spans.values()))[-1].row
            key = "history.never-any" if query.yes_no else "history.constant-any"
            return context.say(key, name=name, label=_label(query.attribute, context), mark=context.mark(row))
        (part, (span, *_)), *_ = spans.items()
        if query.yes_no and part == "type" and isinstance(query.subject, Mon) and not query.subject.form_named:
            in_form = shortened(types_told(typed_forms(query.subject, context, noted=False), context), FORM_NOTE_MAX,
                                context)  # fmt: skip
            by_ability = _changed_by(query.subject, context)
            key = "history.never-forms" if in_form else "history.never-ability" if by_ability else ""
            if key:
                return context.say(key, name=name, forms=in_form, abilities=by_ability, value=span.text,
                                   since=context.generation_name(span.first), mark=context.mark(span.row))  # fmt: skip
        key = "history.never" if query.yes_no else "history.constant"
        text = context.say(key, name=name, label=_label(part, context), value=span.text,
                           since=context.generation_name(span.first), mark=context.mark(span.row))  # fmt: skip
        return _with_verdict(query, spans, apart, text, context)
    changes = [
        context.say(
            "history.change", label=_label(part, context), spans=_timeline(spans[part], apart.get(part, []), context)
        )
        for part in changed
    ]
    key = "history.changed" if query.yes_no else "history.timeline"
    text = context.say(key, name=name, changes=context.say("list.semicolon").join(changes))
    return _with_verdict(query, spans, apart, text, context)


def _changed_by(mon: Mon, context: Context) -> str:
    """The abilities that can give a Pokémon another type in battle."""
    slots = context.abilities(mon)
    found = [context.dataset.abilities[one] for one in (*slots.ordinary(), slots.hidden) if one is not None]
    return context.phrases.join([context.name(one.names) for one in found if one.identifier in _TYPE_CHANGING])


def _with_verdict(
    query: History, spans: dict[Attribute, list[Span]], apart: dict[Attribute, list[Span]], text: str, context: Context
) -> str:
    """The sentence with the "yes" or "no" that a claim about the past needs in front."""
    if query.claim is None or query.yes_no or len(spans) != 1:
        return text
    holds = _holds(query.claim, next(iter(spans.values())), next(iter(apart.values()), []), context)
    if holds is None:
        return text
    return context.say("history.claim-yes" if holds else "history.claim-no", text=text)


def _holds(claim: PastClaim, spans: list[Span], apart: list[Span], context: Context) -> bool | None:
    """Whether the claim is true of what was, by the texts of its values; None where they do not tell."""
    if claim.kind in ("more", "less"):
        now, *before = (_number(span.text) for span in (spans[-1], *spans[:-1], *apart))
        if now is None or any(value is None for value in before):
            return None
        return any(value is not None and (value > now if claim.kind == "more" else value < now) for value in before)
    names = [context.type_name(one) for one in claim.type_ids]
    names += [context.name(context.dataset.abilities[one].names) for one in claim.ability_ids]
    pure = claim.pure and len(names) == 1

    def so(span: Span) -> bool:
        if claim.value is not None:
            return _number(span.text) == claim.value
        return span.text == names[0] if pure else all(name in span.text for name in names)

    if claim.kind == "always":
        return all(map(so, spans))
    earlier = spans[:-1] if claim.kind == "before" and len(spans) > 1 else spans
    return any(map(so, (*earlier, *apart)))


def _number(text: str) -> float | None:
    found = _NUMBER.search(text)
    return float(found.group()) if found else None


def _label(part: Attribute, context: Context) -> str:
    key = f"history.label.{part}"
    if key in context.phrases:
        return context.say(key)
    return context.say(f"noun.{part}") if part in STAT_ATTRIBUTES or part == "total" else context.label(part)


def _timeline(spans: list[Span], apart: list[Span], context: Context) -> str:
    said = []
    for i, span in enumerate(spans):
        if len(spans) == 1:
            key = "history.since"
        elif i == 0:
            key = "history.until"
        elif i == len(spans) - 1:
            key = "history.since"
        else:
            key = "history.in" if span.first == span.last else "history.between"
        said.append(context.say(
            key, value=span.text, first=context.generation_name(span.first), last=context.generation_name(span.last),
            mark=context.mark(span.row),
        ))  # fmt: skip
    for span in apart:
        game = context.version_group_name(span.first)
        said.append(context.say("history.in", value=span.text, first=game, mark=context.mark(span.row)))
    return context.say("history.join").join(said)


def _not_recorded(query: History, mon: Mon, context: Context) -> Answer:
    """Only types, stats and abilities have a past in the dataset."""
    name, label = context.mon_name(mon), context.label(query.attribute)
    if query.attribute not in READABLE:
        return context.answer(context.say("history.not-held", name=name))
    value = value_of(query.attribute, mon, context)
    key = "history.no-record" if query.yes_no else "history.only-now"
    headline = context.say(key, name=name, label=label, value=value.text or context.say("answer.unknown"),
                           mark=context.mark(value.row))  # fmt: skip
    return context.answer(headline, cards=[pokemon_card(context, mon)], follow_ups=context.follow_ups(mon, "profile"))


# --------------------------------------------------------------------------- values over time


def _spans(subject: Mon | Thing, attribute: Attribute, context: Context) -> list[Span]:
    """The values of an attribute from its first generation to the latest, equal neighbours joined."""
    if isinstance(subject, Thing):
        born = context.generation_of(subject)
    else:
        born = introduced_in(context.pokemon(subject), context.dataset)
    first = max(born, STARTS.get(attribute, 1)) if isinstance(subject, Mon) else born
    read = _reader(subject, attribute, context)
    return _joined(
        (generation, *read(Scope(generation))) for generation in range(first, max(context.dataset.generations) + 1)
    )


def _apart(move: Thing, attribute: Attribute, context: Context) -> list[Span]:
    """Games whose value is not that of their generation; `first` is the version group's id."""
    found = []
    for generation in range(context.generation_of(move), max(context.dataset.generations) + 1):
        usual = _move_text(move, attribute, Scope(generation), context)
        for group in context.dataset.main_version_groups(generation):
            text = _move_text(move, attribute, Scope(generation, (group.id,)), context)
            if text != usual:
                row = context.thing_row(move, f"{attribute}@{group.identifier}", text)
                found.append(Span(text, group.id, group.id, row))
    return found


def _reader(subject: Mon | Thing, attribute: Attribute, context: Context) -> Callable[[Scope], tuple[str, Row]]:
    unknown = context.say("answer.unknown")
    if isinstance(subject, Mon):

        def of_pokemon(scope: Scope) -> tuple[str, Row]:
            value = value_of(attribute, subject, context, scope)
            return value.text or unknown, value.row

        return of_pokemon

    def of_move(scope: Scope) -> tuple[str, Row]:
        text = _move_text(subject, attribute, scope, context)
        return text, context.thing_row(subject, f"{attribute}@{scope.generation}", text)

    return of_move


def _move_text(move: Thing, attribute: Attribute, scope: Scope, context: Context) -> str:
    game = scope.version_groups[0] if len(scope.version_groups) == 1 else None
    then = context.dataset.move_in(move.id, scope.generation, game)
    if attribute == "type":
        return context.type_name(then.type_id)
    if attribute == "damage-class":
        return context.say(f"damage-class.{then.damage_class}")
    number = move_number_of(attribute, context.dataset, scope)(context.dataset.moves[move.id])
    return context.say("search.no-value") if number is None else measure(attribute, number)


def _joined(values: Iterable[tuple[int, str, Row]]) -> list[Span]:
    spans: list[Span] = []
    for generation, text, row in values:
        if spans and spans[-1].text == text:
            spans[-1] = Span(text, spans[-1].first, generation, spans[-1].row)
        else:
            spans.append(Span(text, generation, generation, row))
    return spans
