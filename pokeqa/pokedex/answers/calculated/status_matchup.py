"""Whom a status move or a status condition can reach, by types and abilities."""

from __future__ import annotations

from ....question.algebra import Thing
from ....question.type_calculations import StatusMatchup
from ...answer import Answer, Row
from ...status_matchups import (
    WEATHERS,
    Shield,
    ability_ids,
    shields_against_ailment,
    shields_against_flag,
    shields_against_move,
    type_ids,
)
from ..context import Context


def answer(query: StatusMatchup, context: Context) -> Answer:
    """Yes or no with what keeps it off, or the types that it cannot reach."""
    shields = _shields(query, context)
    if query.defender is None and not query.type_ids:
        return _types(query, shields, context)
    types = query.type_ids if query.defender is None else context.types(query.defender)
    name = _defender(query, context)
    kept_off = [t for t in types if t in type_ids(shields, context.dataset)]
    mark = context.mark(*_rows(query, kept_off, context))
    if kept_off:
        because = context.phrases.join(_reason(query, t, shields, context) for t in kept_off)
        plain = query.move_id is None and query.type_ids == tuple(kept_off)  # the sentence says it already
        key = f"status.{_what(query, context)}.{'types' if plain else 'blocked'}"
        text = context.say(key, name=name, because=because, mark=mark, types=context.type_names(types), n=len(types),
                           **_said(query, context))  # fmt: skip
        return context.answer(_led(query, text, context, reached=False), details=_notes(query, shields, context))
    abilities = _abilities(query, shields, context)
    every = context.abilities(query.defender).all() if query.defender is not None else ()
    if abilities and len(abilities) == len(every):
        because = context.say("status.by-ability", abilities=_names(abilities, context, "or"))
        text = context.say(f"status.{_what(query, context)}.blocked", name=name, because=because, mark=mark,
                           **_said(query, context))  # fmt: skip
        return context.answer(_led(query, text, context, reached=False), details=_notes(query, shields, context))
    text = context.say(f"status.{_what(query, context)}.works", name=name, mark=mark, **_said(query, context))
    if abilities:
        text = context.say("status.except", text=text, abilities=_names(abilities, context, "or"))
    return context.answer(_led(query, text, context, reached=True), details=_notes(query, shields, context))


def _shields(query: StatusMatchup, context: Context) -> list[Shield]:
    if query.move_id is not None:
        return shields_against_move(context.dataset.moves[query.move_id], context.dataset)
    if query.flag is not None:
        return shields_against_flag(query.flag)
    assert query.ailment is not None
    return shields_against_ailment(query.ailment)


def _what(query: StatusMatchup, context: Context) -> str:
    if query.move_id is not None:
        return "weather" if context.dataset.moves[query.move_id].identifier in WEATHERS else "move"
    return "ailment" if query.flag is None else "flag"


def _said(query: StatusMatchup, context: Context) -> dict[str, str]:
    """The move by name, or the condition as something that is suffered."""
    if query.move_id is not None:
        return {"move": context.move_name(query.move_id)}
    if query.flag is not None:
        return {"move": context.say(f"status.kind.{query.flag}")}
    return {"suffered": context.say(f"status.suffered.{query.ailment}")}


def _defender(query: StatusMatchup, context: Context) -> str:
    if query.defender is not None:
        types = context.type_names(context.types(query.defender))
        return context.say("status.pokemon", name=context.mon_name(query.defender), types=types)
    return context.say("status.types", types=context.type_names(query.type_ids))


def _led(query: StatusMatchup, text: str, context: Context, *, reached: bool) -> str:
    """The sentence, with yes or no in front where that is asked."""
    if not query.yes_no:
        return context.say("things.sentence", text=text)
    holds = reached is not query.immune
    return context.say("status.led", lead=context.say(f"status.lead.{'yes' if holds else 'no'}"), text=text)


def _reason(query: StatusMatchup, type_id: int, shields: list[Shield], context: Context) -> str:
    """Why a type keeps it off."""
    identifier = context.dataset.types[type_id].identifier
    shield = next(one for one in shields if one.kind == "type" and one.name == identifier)
    name = context.type_name(type_id)
    if shield.cause == "ailment":
        return context.say("status.reason.ailment", type=name, suffered=context.say(f"status.suffered.{shield.value}"))
    if shield.cause == "flag":
        return context.say("status.reason.powder", type=name)
    return context.say("status.reason.move", type=name)


def _abilities(query: StatusMatchup, shields: list[Shield], context: Context) -> list[int]:
    """The abilities of the Pokémon that keep it off."""
    if query.defender is None:
        return []
    own = context.abilities(query.defender).all()
    return [ability for ability in ability_ids(shields, context.dataset) if ability in own]


def _names(abilities: list[int], context: Context, word: str) -> str:
    return context.phrases.join(map(context.ability_name, abilities), word)


def _rows(query: StatusMatchup, kept_off: list[int], context: Context) -> list[Row]:
    rows = []
    if query.defender is not None:
        types = context.type_names(context.types(query.defender))
        rows.append(context.pokemon_row(context.pokemon(query.defender), "types", types))
    if query.move_id is not None:
        move = Thing("move", query.move_id)
        rows.append(context.thing_row(move, "damage_class", context.dataset.moves[query.move_id].damage_class))
    cause = context.dataset.moves[query.move_id].identifier if query.move_id is not None else _cause(query)
    value = context.phrases.join(map(context.type_name, kept_off)) or context.say("things.none")
    title = context.move_name(query.move_id) if query.move_id is not None else _title(query, context)
    rows.append(context.table_row("status_matchups", cause, "types", value, title))
    return rows


def _cause(query: StatusMatchup) -> str:
    return str(query.ailment if query.flag is None else query.flag)


def _title(query: StatusMatchup, context: Context) -> str:
    return context.say(f"status.kind.{query.flag}" if query.flag is not None else f"ailment.{query.ailment}")


def _types(query: StatusMatchup, shields: list[Shield], context: Context) -> Answer:
    """The types that it cannot reach."""
    found = type_ids(shields, context.dataset)
    mark = context.mark(*_rows(query, found, context))
    key = f"status.{_what(query, context)}.{'types' if found else 'no-types'}"
    text = context.say(key, types=context.phrases.join(map(context.type_name, found)), n=len(found), mark=mark,
                       **_said(query, context))  # fmt: skip
    reasons = found if query.move_id is not None else []
    details = [context.say("things.sentence", text=_reason(query, t, shields, context)) for t in reasons]
    return context.answer(context.say("things.sentence", text=text),
                          details=[*details, *_notes(query, shields, context)])  # fmt: skip


def _has_dark(query: StatusMatchup, context: Context) -> bool:
    types = query.type_ids if query.defender is None else context.types(query.defender)
    return any(context.dataset.types[t].identifier == "dark" for t in types)


def _notes(query: StatusMatchup, shields: list[Shield], context: Context) -> list[str]:
    """Who gets round the rule, and which abilities keep it off."""
    notes = []
    if any(shield.value == "poison" and shield.kind == "type" for shield in shields):
        notes.append(context.say("status.corrosion"))
    if _what(query, context) == "move" and _has_dark(query, context):
        notes.append(context.say("status.prankster"))
    abilities = ability_ids(shields, context.dataset)
    if abilities and query.defender is None:
        notes.append(context.say("status.abilities", abilities=_names(abilities, context, "and")))
    return notes
