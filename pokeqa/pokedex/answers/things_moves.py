"""Facts about moves: type, power, accuracy, machines, and what the numbers say about the effect."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ...question.algebra import Attribute, Facts, Scope, Thing
from ..effects import effects, plain_moves, text_of
from ..formulas.uses import raised_pp
from ..model import Move, MoveValues
from ..move_facts import facts_of
from ..numbers import POWER_PLACEHOLDER
from .cards import Card
from .context import Context
from .facts_more import VOWELS
from .learn_words import BASE_GAMES, REPEATED, machine_name, machines_of
from .move_numbers import effect_parts, has_numbers
from .said import Said

#: Targets that a status move reaches without a roll to hit.
SELF_TARGETS = frozenset({
    "user", "users-field", "user-and-allies", "ally", "user-or-ally", "all-allies", "entire-field", "all-pokemon",
    "opponents-field", "fainting-pokemon",
})  # fmt: skip

#: How many further machines are told.
MACHINES_MAX = 6

#: Values of a move that may have changed from game to game.
TIMED: tuple[Attribute, ...] = ("type", "power", "accuracy", "pp", "priority", "damage-class")

Answerer = Callable[[Facts, Move, Context], Said]


def say(query: Facts, move: Move, attribute: Attribute, context: Context) -> Said:
    """What is to be said about one attribute of a move."""
    if attribute in TIMED:
        return _timed(query, move, attribute, context)
    return _OTHERS[attribute](query, move, context)


def knows(move: Move, attribute: Attribute) -> bool:
    """Whether the dataset can answer about this attribute of this move."""
    if attribute == "effect":
        return move.identifier in plain_moves() or bool(effects("move").get(move.identifier)) or has_numbers(move)
    return attribute in TIMED or attribute in _OTHERS


def thing(move: Move) -> Thing:
    """The move as a subject."""
    return Thing("move", move.id)


# --------------------------------------------------------------------------- values that change


def _timed(query: Facts, move: Move, attribute: Attribute, context: Context) -> Said:
    generation = query.scope.generation
    if generation is not None and move.generation > generation:
        return _gone(query, move, context)
    values = _values(query, move, context)
    text = _sentence(move, attribute, values, context, _mark(move, attribute, values, context))
    notes = []
    if generation is not None:
        text = context.say("things.then", time=context.scope_name(query.scope), text=text)
        now = _value(attribute, context.dataset.move_in(move.id), context)
        if now != _value(attribute, values, context):
            notes.append(context.say("things.now", value=now))
    else:
        notes.append(_history(move, attribute, context))
        if attribute == "pp" and values.pp and raised_pp(values.pp) > values.pp and not _is_chosen_by_power(move):
            notes.append(context.say("things.move.pp_raised", most=raised_pp(values.pp)))
    return Said(text, tuple(note for note in notes if note))


def _is_chosen_by_power(move: Move) -> bool:
    """Is it a Z-Move or a Max Move, which uses the PP of another?"""
    return move.identifier.startswith(("max-", "g-max-"))


def _values(query: Facts, move: Move, context: Context) -> MoveValues:
    groups = query.scope.version_groups
    if groups:
        return context.dataset.move_in(move.id, version_group_id=groups[-1])
    return context.dataset.move_in(move.id, query.scope.generation)


def _gone(query: Facts, move: Move, context: Context) -> Said:
    row = context.thing_row(thing(move), "generation", str(move.generation))
    text = context.say(
        "things.gone",
        name=context.name(move.names),
        time=context.scope_name(query.scope),
        since=context.generation_name(move.generation),
        mark=context.mark(row),
    )
    return Said(text)


def _mark(move: Move, attribute: Attribute, values: MoveValues, context: Context) -> str:
    return context.mark(context.thing_row(thing(move), attribute, _value(attribute, values, context)))


def _power(values: MoveValues) -> int | None:
    return values.power if values.power is not None and values.power > POWER_PLACEHOLDER else None


def _value(attribute: Attribute, values: MoveValues, context: Context) -> str:
    """A value as a word or a number, with a dash for none."""
    if attribute == "type":
        return context.type_name(values.type_id)
    if attribute == "damage-class":
        return context.say(f"things.move.class.{values.damage_class}")
    if attribute == "priority":
        return f"{values.priority:+d}" if values.priority else "0"
    number = {"power": _power(values), "accuracy": values.accuracy, "pp": values.pp}[attribute]
    return context.say("things.move.unknown") if number is None else str(number)


def _sentence(move: Move, attribute: Attribute, values: MoveValues, context: Context, mark: str) -> str:
    key = str(attribute)
    if attribute == "power" and _power(values) is None:
        key = "power_status" if values.damage_class == "status" else "power_none"
    elif attribute == "accuracy" and values.accuracy is None:
        key = "accuracy_self" if values.damage_class == "status" and move.target in SELF_TARGETS else "accuracy_none"
    elif attribute == "pp" and values.pp is None:
        key = "pp_none"
    value = _value(attribute, values, context)
    return context.say(f"things.move.{key}", name=context.name(move.names), value=value, mark=mark)


def _history(move: Move, attribute: Attribute, context: Context) -> str:
    """The earlier values of an attribute as a sentence."""
    values = _earlier(move, attribute, context)
    return context.say("things.was", values=values) if values else ""


def _earlier(move: Move, attribute: Attribute, context: Context) -> str:
    """The earlier values of an attribute, with the last generation of each."""
    dataset = context.dataset
    runs: list[tuple[str, int]] = []
    for generation in sorted(g for g in dataset.generations if g >= move.generation):
        value = _value(attribute, dataset.move_in(move.id, generation), context)
        if runs and runs[-1][0] == value:
            runs[-1] = (value, generation)
        else:
            runs.append((value, generation))
    if runs and runs[-1][0] == _value(attribute, dataset.move_in(move.id), context):
        runs.pop()
    if not runs:
        return ""
    parts = [context.say("things.was_one", value=v, time=context.generation_name(g)) for v, g in runs]
    return context.say("list.comma").join(parts)


# --------------------------------------------------------------------------- the rest


def _generation(query: Facts, move: Move, context: Context) -> Said:
    value = context.generation_region(move.generation)
    mark = context.mark(context.thing_row(thing(move), "generation", str(move.generation)))
    said = context.say("things.generation", name=context.name(move.names), value=value, mark=mark)
    return Said(said, (context.began_with(move.generation),))


def _id(query: Facts, move: Move, context: Context) -> Said:
    mark = context.mark(context.thing_row(thing(move), "id", str(move.id)))
    return Said(context.say("things.id", name=context.name(move.names), value=move.id, mark=mark))


def _target(query: Facts, move: Move, context: Context) -> Said:
    value = context.say(f"things.target.{move.target}")
    mark = context.mark(context.thing_row(thing(move), "target", value))
    return Said(context.say("things.move.target", name=context.name(move.names), value=value, mark=mark))


def _contact(query: Facts, move: Move, context: Context) -> Said:
    flags = facts_of(move).flags
    key = "unknown" if flags is None else "yes" if "contact" in flags else "no"
    mark = context.mark(context.thing_row(thing(move), "flags", ", ".join(sorted(flags or ())) or "–"))
    return Said(context.say(f"things.move.contact_{key}", name=context.name(move.names), mark=mark))


def machines(move: Move, context: Context, kind: str = "") -> list[tuple[int, str]]:
    """The machines of a move, of one kind ("hm") or of all: version group and name ("TM24"), the newest game first."""
    groups = context.dataset.version_groups
    found: dict[tuple[int, str], None] = {}
    for machine in machines_of(context.dataset, move.id):
        name = groups[machine.version_group_id].identifier
        if name not in REPEATED and name not in BASE_GAMES and kind in ("", machine.kind):
            found[(machine.version_group_id, machine_name(context, machine))] = None
    return sorted(found, key=lambda one: groups[one[0]].order, reverse=True)


def _machine(query: Facts, move: Move, context: Context) -> Said:
    name = context.name(move.names)
    kind = next((one for one in ("hm", "tr") if one in query.attributes), "")
    anywhere = machines(move, context, kind)
    scope, groups = query.scope, context.dataset.version_groups
    found = [
        one
        for one in anywhere
        if scope.generation is None
        or (one[0] in scope.version_groups if scope.version_groups else groups[one[0]].generation == scope.generation)
    ]
    texts = [
        context.say("things.move.machine_in", machine=text, games=context.version_group_name(group))
        for group, text in found or anywhere
    ]
    if not found:
        mark = context.mark(context.thing_row(thing(move), "machine", context.say("things.none")))
        key = f"machine_none_{kind}" if kind else "machine_none"
        if not kind and _is_taught_by_machine(move, scope, context):
            key = "machine_unnumbered"
        text = context.say(f"things.move.{key}", name=name, mark=mark)
        if query.yes_no and key != "machine_unnumbered":
            text = context.say("things.move.machine_no", text=text)
        if scope.generation is not None:
            text = context.say("things.then", time=context.scope_name(scope), text=text)
        more = _some_machines(texts, context)
        return Said(text, (context.say("things.move.machine_elsewhere", list=more),) if more else ())
    mark = context.mark(context.thing_row(thing(move), "machine", texts[0]))
    rest = _some_machines(texts[1:], context)
    notes = (context.say("things.move.machine_more", list=rest),) if rest else ()
    fields = {"name": name, "value": texts[0], "mark": mark}
    if "tm" in query.attributes and not set(found) & set(machines(move, context, "tm")):
        text = context.say("things.move.machine_no_tm", **fields)
        return Said(context.say("things.move.machine_no", text=text) if query.yes_no else text, notes)
    text = context.say("things.move.machine", **fields)
    return Said(context.say("things.move.machine_yes", text=text) if query.yes_no else text, notes)


def _is_taught_by_machine(move: Move, scope: Scope, context: Context) -> bool:
    """Does a machine teach it there, of which the data have no number?"""
    dataset = context.dataset
    groups = scope.version_groups or [
        group.id for group in dataset.version_groups.values() if group.generation == scope.generation
    ]
    return any(row.method == "machine" for group in groups for row in dataset.learnsets.learners(move.id, group))


def _some_machines(texts: Sequence[str], context: Context) -> str:
    """The first of them, and how many more there are."""
    listed = context.say("things.was_list").join(texts[:MACHINES_MAX])
    if len(texts) > MACHINES_MAX:
        return context.say("things.move.machine_rest", list=listed, rest=len(texts) - MACHINES_MAX)
    return listed


def _profile(query: Facts, move: Move, context: Context) -> Said:
    if query.scope.generation is not None and move.generation > query.scope.generation:
        return _gone(query, move, context)
    text = _summary(query, move, context)
    if query.scope.generation is not None:
        text = context.say("things.then", time=context.scope_name(query.scope), text=text)
    # What a move did in an older generation is not all known.
    told = knows(move, "effect") and query.scope.generation is None
    notes = [_effect(query, move, context).sentence] if told else []
    return Said(text, tuple(context.say("things.sentence", text=note) for note in notes))


def _summary(query: Facts, move: Move, context: Context) -> str:
    """Type, damage class, power, accuracy and PP in one sentence."""
    values = _values(query, move, context)
    rows = [
        context.thing_row(thing(move), one, _value(one, values, context)) for one in ("type", "power", "accuracy", "pp")
    ]
    type_name = context.type_name(values.type_id)
    return context.say(
        "things.move.profile",
        name=context.name(move.names),
        article=context.say("article.vowel" if type_name[:1].lower() in VOWELS else "article.consonant"),
        type=type_name,
        **{"class": context.say(f"things.move.class.{values.damage_class}")},
        generation=context.generation_name(move.generation),
        power=_value("power", values, context),
        accuracy=_value("accuracy", values, context),
        pp=_value("pp", values, context),
        mark=context.mark(*rows),
    )


# --------------------------------------------------------------------------- the effect


def _effect(query: Facts, move: Move, context: Context) -> Said:
    """What the numbers of a move say, then the project's own sentence, then what kind of move it is."""
    name = context.name(move.names)
    parts = effect_parts(move, context)
    own = text_of(context.dataset, thing(move), context.language)
    if not knows(move, "effect"):
        mark = context.mark(context.thing_row(thing(move), "effect", "–"))
        return Said(context.say("things.move.effect_none", name=name, mark=mark))
    plain = move.identifier in plain_moves()
    sentences = []
    if plain:
        mark = context.mark(context.thing_row(thing(move), "effect", context.say("things.none")))
        sentences.append(context.say("things.move.effect_plain", name=name, mark=mark))
    if parts:
        value = context.say("things.effect.join").join(parts)
        mark = context.mark(context.thing_row(thing(move), "meta", value))
        sentences.append(context.say("things.move.effect", name=name, value=value, mark=mark))
    if own is not None:
        sentences.append(_own(move, own, bool(sentences), context))
    if move.priority:
        sentences.append(_sentence(move, "priority", _values(query, move, context), context, ""))
    *first, last = sentences
    text = context.sentences((*(context.say("things.sentence", text=one) for one in first), last))
    if "effect" not in query.attributes:
        return Said(text)
    notes = [context.say("things.sentence", text=_summary(query, move, context)), _histories(move, context)]
    notes.insert(1, context.say("things.sentence", text=_target(query, move, context).sentence))
    if own is None and not plain:
        notes.append(context.say("things.move.effect_note"))
    return Said(text, tuple(note for note in notes if note))


def _own(move: Move, text: str, continues: bool, context: Context) -> str:
    """The project's own sentence about a move, with its name where it comes first."""
    mark = context.mark(context.thing_row(thing(move), "effect", text))
    key = "effects.more" if continues else "effects.text"
    return context.say(key, name=context.name(move.names), text=text.rstrip(".。"), mark=mark)


def _histories(move: Move, context: Context) -> str:
    """What a move's numbers were in older games."""
    shown: tuple[Attribute, ...] = ("type", "damage-class", "power", "accuracy")
    told = [
        context.say("things.move.history", label=context.label(one), values=values)
        for one in shown
        if (values := _earlier(move, one, context))
    ]
    return context.sentences(told)


# --------------------------------------------------------------------------- card

_OTHERS: Mapping[Attribute, Answerer] = {
    "profile": _profile, "generation": _generation, "id": _id, "target": _target, "contact": _contact,
    "machine": _machine, "hm": _machine, "tr": _machine, "tm": _machine, "effect": _effect,
}  # fmt: skip


def card(query: Facts, move: Move, context: Context) -> Card:
    """The move's card, with the values of the time asked for."""
    values = _values(query, move, context)
    shown: tuple[Attribute, ...] = ("power", "accuracy", "pp", "priority")
    facts = [
        {"label": context.label(one), "value": _value(one, values, context), "highlight": one in query.attributes}
        for one in shown
    ]
    facts.append(
        {"label": context.label("target"), "value": context.say(f"things.target.{move.target}"), "highlight": False}
    )
    facts.append({
        "label": context.label("generation"), "value": context.generation_name(move.generation), "highlight": False,
    })  # fmt: skip
    newest = machines(move, context)[:1]
    for group, text in newest:
        games = context.version_group_name(group)
        value = context.say("things.move.machine_in", machine=text, games=games)
        facts.append({"label": context.label("machine"), "value": value, "highlight": "machine" in query.attributes})
    return {
        "kind": "move",
        "name": context.name(move.names),
        "type": context.type_chips((values.type_id,))[0],
        "damage_class": {"id": values.damage_class, "name": context.say(f"things.move.class.{values.damage_class}")},
        "facts": facts,
    }
