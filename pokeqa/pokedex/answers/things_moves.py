"""Facts about moves: type, power, accuracy, machines, and what the numbers say about the effect."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ...question.algebra import Attribute, Facts, Thing
from ..model import Move, MoveValues
from ..numbers import POWER_PLACEHOLDER
from .cards import Card
from .context import Context
from .learn_words import BASE_GAMES, REPEATED, machine_name, machines_of
from .said import Said

#: Targets that a status move reaches without a roll to hit.
SELF_TARGETS = frozenset({
    "user", "users-field", "user-and-allies", "ally", "user-or-ally", "all-allies", "entire-field", "all-pokemon",
    "opponents-field", "fainting-pokemon",
})  # fmt: skip

#: Targets whose stat changes are the user's own side's.
OWN_SIDE = frozenset({"user", "user-and-allies", "users-field"})

#: How many further machines are told.
MACHINES_MAX = 6

#: The critical-hit stage from which a hit is always critical.
ALWAYS_CRITICAL = 6

#: Values of a move that may have changed from game to game.
TIMED: tuple[Attribute, ...] = ("type", "power", "accuracy", "pp", "priority", "damage-class")

#: Ailments that the templates have no words for.
NO_AILMENT = ("none", "unknown", "no-type-immunity")

Answerer = Callable[[Facts, Move, Context], Said]


def say(query: Facts, move: Move, attribute: Attribute, context: Context) -> Said:
    """What is to be said about one attribute of a move."""
    if attribute in TIMED:
        return _timed(query, move, attribute, context)
    return _OTHERS[attribute](query, move, context)


def knows(move: Move, attribute: Attribute) -> bool:
    """Whether the dataset can answer about this attribute of this move."""
    if attribute == "effect":
        return bool(move.meta is not None and move.meta.category != "unique" and _has_effect(move))
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
    return Said(text, tuple(note for note in notes if note))


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
    return context.say("things.was", values=context.say("list.comma").join(parts))


# --------------------------------------------------------------------------- the rest


def _generation(query: Facts, move: Move, context: Context) -> Said:
    value = context.generation_region(move.generation)
    mark = context.mark(context.thing_row(thing(move), "generation", str(move.generation)))
    return Said(context.say("things.generation", name=context.name(move.names), value=value, mark=mark))


def _id(query: Facts, move: Move, context: Context) -> Said:
    mark = context.mark(context.thing_row(thing(move), "id", str(move.id)))
    return Said(context.say("things.id", name=context.name(move.names), value=move.id, mark=mark))


def _target(query: Facts, move: Move, context: Context) -> Said:
    value = context.say(f"things.target.{move.target}")
    mark = context.mark(context.thing_row(thing(move), "target", value))
    return Said(context.say("things.move.target", name=context.name(move.names), value=value, mark=mark))


def _contact(query: Facts, move: Move, context: Context) -> Said:
    """A damaging move without any flag in the source is one whose flags are not recorded."""
    known = bool(move.flags) or move.damage_class == "status"
    key = "unknown" if not known else "yes" if "contact" in move.flags else "no"
    mark = context.mark(context.thing_row(thing(move), "flags", ", ".join(sorted(move.flags)) or "–"))
    return Said(context.say(f"things.move.contact_{key}", name=context.name(move.names), mark=mark))


def machines(move: Move, context: Context) -> list[tuple[int, str]]:
    """The machines of a move: version group and name ("TM24"), the newest game first."""
    groups = context.dataset.version_groups
    found: dict[tuple[int, str], None] = {}
    for machine in machines_of(context.dataset, move.id):
        name = groups[machine.version_group_id].identifier
        if name not in REPEATED and name not in BASE_GAMES:
            found[(machine.version_group_id, machine_name(context, machine))] = None
    return sorted(found, key=lambda one: groups[one[0]].order, reverse=True)


def _machine(query: Facts, move: Move, context: Context) -> Said:
    name = context.name(move.names)
    found = machines(move, context)
    scope = query.scope
    groups = context.dataset.version_groups
    if scope.generation is not None:
        named = scope.version_groups
        found = [
            one for one in found if one[0] in named or (not named and groups[one[0]].generation == scope.generation)
        ]
    if not found:
        mark = context.mark(context.thing_row(thing(move), "machine", context.say("things.none")))
        return Said(context.say("things.move.machine_none", name=name, mark=mark))
    texts = [
        context.say("things.move.machine_in", machine=text, games=context.version_group_name(group))
        for group, text in found
    ]
    mark = context.mark(context.thing_row(thing(move), "machine", texts[0]))
    rest = context.say("things.was_list").join(texts[1 : MACHINES_MAX + 1])
    if len(texts) > MACHINES_MAX + 1:
        rest = context.say("things.move.machine_rest", list=rest, rest=len(texts) - MACHINES_MAX - 1)
    notes = (context.say("things.move.machine_more", list=rest),) if rest else ()
    return Said(context.say("things.move.machine", name=name, value=texts[0], mark=mark), notes)


def _profile(query: Facts, move: Move, context: Context) -> Said:
    if query.scope.generation is not None and move.generation > query.scope.generation:
        return _gone(query, move, context)
    values = _values(query, move, context)
    rows = [
        context.thing_row(thing(move), one, _value(one, values, context)) for one in ("type", "power", "accuracy", "pp")
    ]
    text = context.say(
        "things.move.profile",
        name=context.name(move.names),
        type=context.type_name(values.type_id),
        **{"class": context.say(f"things.move.class.{values.damage_class}")},
        generation=context.generation_name(move.generation),
        power=_value("power", values, context),
        accuracy=_value("accuracy", values, context),
        pp=_value("pp", values, context),
        mark=context.mark(*rows),
    )
    if query.scope.generation is not None:
        text = context.say("things.then", time=context.scope_name(query.scope), text=text)
    notes = [_effect(query, move, context).sentence] if knows(move, "effect") else []
    return Said(text, tuple(context.say("things.sentence", text=note) for note in notes))


# --------------------------------------------------------------------------- the effect


def _has_effect(move: Move) -> bool:
    meta = move.meta
    assert meta is not None
    return bool(
        meta.ailment not in NO_AILMENT or meta.stat_changes or meta.drain or meta.healing or meta.flinch_chance
        or meta.max_hits or meta.crit_rate or meta.category in ("ohko", "force-switch")
        or {"charge", "recharge"} & move.flags
    )  # fmt: skip


def _effect(query: Facts, move: Move, context: Context) -> Said:
    name = context.name(move.names)
    if not knows(move, "effect"):
        mark = context.mark(context.thing_row(thing(move), "effect", "–"))
        return Said(context.say("things.move.effect_none", name=name, mark=mark))
    value = context.say("things.effect.join").join(effect_parts(move, context))
    mark = context.mark(context.thing_row(thing(move), "meta", value))
    text = context.say("things.move.effect", name=name, value=value, mark=mark)
    return Said(text, (context.say("things.move.effect_note"),) if "effect" in query.attributes else ())


def effect_parts(move: Move, context: Context) -> list[str]:
    """What the numbers of a move's effect say, a clause each."""
    meta = move.meta
    if meta is None:
        return []
    parts = [*_hits(move, context), *_ailment(move, context), *_stat_changes(move, context)]

    def add(key: str, value: int) -> None:
        if value:
            parts.append(context.say(f"things.effect.{key}", n=abs(value)))

    add("flinch", meta.flinch_chance)
    add("drain" if meta.drain > 0 else "recoil", meta.drain)
    add("heal" if meta.healing > 0 else "costs", meta.healing)
    if meta.crit_rate:
        parts.append(context.say(f"things.effect.critical{'_always' if meta.crit_rate >= ALWAYS_CRITICAL else ''}"))
    if meta.category in ("ohko", "force-switch"):
        parts.append(context.say(f"things.effect.{meta.category}"))
    parts += [context.say(f"things.effect.{flag}") for flag in ("charge", "recharge") if flag in move.flags]
    if move.priority:
        parts.append(context.say("things.effect.priority", n=f"{move.priority:+d}"))
    return parts


def _hits(move: Move, context: Context) -> list[str]:
    meta = move.meta
    if meta is None or meta.min_hits is None or meta.max_hits is None:
        return []
    if meta.min_hits == meta.max_hits:
        return [context.say("things.effect.hits_exactly", n=meta.max_hits)]
    return [context.say("things.effect.hits", min=meta.min_hits, max=meta.max_hits)]


def _ailment(move: Move, context: Context) -> list[str]:
    meta = move.meta
    if meta is None or meta.ailment in NO_AILMENT:
        return []
    ailment = context.say(f"things.effect.ailments.{meta.ailment}")
    if 0 < meta.ailment_chance < 100:
        return [context.say("things.effect.ailment_chance", chance=meta.ailment_chance, ailment=ailment)]
    return [context.say("things.effect.ailment", ailment=ailment)]


def _stat_changes(move: Move, context: Context) -> list[str]:
    """Stat changes, those of the same size together. Raising attacks change the user's stats, also downwards."""
    meta = move.meta
    if meta is None or not meta.stat_changes:
        return []
    own = meta.category == "damage-raise" or (meta.category == "net-good-stats" and move.target in OWN_SIDE)
    by_size: dict[int, list[str]] = {}
    for stat, size in meta.stat_changes.items():
        by_size.setdefault(size, []).append(stat)
    parts = []
    for size, stats in by_size.items():
        text = context.say(
            "things.effect.raises" if size > 0 else "things.effect.lowers",
            who=context.say("things.effect.own" if own else "things.effect.foe"),
            stats=context.phrases.join(_stat_name(stat, context) for stat in stats),
            n=abs(size),
        )
        if 0 < meta.stat_chance < 100:
            text = context.say("things.effect.chance", chance=meta.stat_chance, text=text)
        parts.append(text)
    return parts


def _stat_name(stat: str, context: Context) -> str:
    key = f"things.effect.stats.{stat}"
    return context.say(key) if key in context.phrases else context.stat_name(stat)


# --------------------------------------------------------------------------- card

_OTHERS: Mapping[Attribute, Answerer] = {
    "profile": _profile, "generation": _generation, "id": _id, "target": _target, "contact": _contact,
    "machine": _machine, "effect": _effect,
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
