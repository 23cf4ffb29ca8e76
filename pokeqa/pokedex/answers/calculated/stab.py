"""The same-type attack bonus: whether a Pokémon gets it for a move or a type, and for which moves it does."""

from __future__ import annotations

from ....question.algebra import Thing
from ....question.type_calculations import Stab
from ...answer import Answer
from ..context import Context

#: Abilities with which a Pokémon takes the type of its move, and the one that raises the bonus.
TYPE_CHANGERS = ("protean", "libero")
RAISER = "adaptability"


def answer(query: Stab, context: Context) -> Answer:
    """Yes or no with both types, or the types of the moves that get it."""
    pokemon = context.pokemon(query.pokemon)
    types = context.types(query.pokemon, query.scope)
    name = context.mon_name(query.pokemon)
    own = context.type_names(types)
    type_row = context.pokemon_row(pokemon, "types", own)
    if query.move_id is None and query.type_id is None:
        moves = context.phrases.join(map(context.type_name, types))
        text = context.say("stab.which", name=name, types=moves, n=len(types), mark=context.mark(type_row))
        return context.answer(text, details=_notes(query, context))
    if query.move_id is None:
        assert query.type_id is not None
        type_id = query.type_id
        attack = context.say("stab.type", type=context.type_name(type_id))
        mark = context.mark(type_row)
    else:
        move = context.dataset.moves[query.move_id]
        type_id = context.dataset.move_in(move.id, query.scope.generation).type_id
        attack = context.say("stab.move", move=context.move_name(move.id), type=context.type_name(type_id))
        mark = context.mark(type_row, context.thing_row(Thing("move", move.id), "type", context.type_name(type_id)))
        if move.damage_class == "status":
            text = context.say("stab.status", move=context.move_name(move.id), mark=mark)
            return context.answer(text)
    holds = type_id in types
    key = f"stab.{'yes' if holds else 'no'}{'' if query.yes_no else '-plain'}"
    text = context.say(key, name=name, attack=attack, types=own, mark=mark)
    return context.answer(text, details=_notes(query, context, holds=holds))


def _notes(query: Stab, context: Context, *, holds: bool = True) -> list[str]:
    """The abilities that change the bonus."""
    slots = context.abilities(query.pokemon, query.scope)
    notes = []
    for ability_id in slots.all():
        identifier = context.dataset.abilities[ability_id].identifier
        ability = context.ability_name(ability_id)
        if identifier in TYPE_CHANGERS and not holds:
            notes.append(context.say("stab.changes-type", ability=ability))
        elif identifier == RAISER and holds:
            notes.append(context.say("stab.raises", ability=ability))
    return [*notes, context.say("stab.factor")]
