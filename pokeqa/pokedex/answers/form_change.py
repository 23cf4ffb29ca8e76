"""How a Pokémon takes on a form: what it holds, what is used on it, its ability or its move."""

from __future__ import annotations

from collections.abc import Sequence

from ...question.algebra import Thing
from ...question.form_change import FormChange
from ..answer import Answer
from ..effects import form_text
from ..model import FormCondition, Pokemon
from .cards import pokemon_card
from .context import Context
from .effects import written

#: The most forms that an answer tells one by one.
TOLD = 6


def answer(query: FormChange, context: Context) -> Answer:
    """Each form with what brings it about, or that it is not recorded."""
    forms = [context.dataset.pokemon[one] for one in query.form_ids]
    said = [_written(alike, context) for alike in _alike(forms, context)]
    said += [
        _said(form, context) for form in forms if not form_text(context.dataset, form.identifier, context.language)
    ]
    said = list(dict.fromkeys(said))[:TOLD]
    headline = context.sentences(said)
    if query.item_id is not None:
        used = {condition.item_id for form in forms for condition in context.dataset.form_conditions_of(form)}
        headline = context.say("form-change.lead", polarity=context.polarity(query.item_id in used), text=headline)
    elif query.whether:
        stones = any(context.dataset.form_conditions_of(form) for form in forms)
        headline = context.say("form-change.lead", polarity=context.polarity(stones), text=headline)
    abilities = dict.fromkeys(
        condition.ability_id for form in forms for condition in context.dataset.form_conditions_of(form)
    )
    effects = [written(Thing("ability", one), context) for one in abilities if one is not None]
    details = [context.say("things.sentence", text=effect.sentence) for effect in effects if effect]
    cards = [pokemon_card(context, forms[0])] if len(forms) == 1 else []
    return context.answer(headline, details=details, cards=cards,
                          follow_ups=context.follow_ups(query.subject, "type", "ability"))  # fmt: skip


def _alike(forms: Sequence[Pokemon], context: Context) -> list[list[Pokemon]]:
    """The forms that a sentence of the project's own tells of, together where it is the same one."""
    told: dict[str, list[Pokemon]] = {}
    for form in forms:
        text = form_text(context.dataset, form.identifier, context.language)
        if text is not None:
            told.setdefault(text, []).append(form)
    return list(told.values())


def _written(forms: Sequence[Pokemon], context: Context) -> str:
    """What the project's own sentence says of forms."""
    text = form_text(context.dataset, forms[0].identifier, context.language) or ""
    mark = context.mark(*(context.pokemon_row(form, "form", context.mon_name(form)) for form in forms))
    names = context.phrases.join(context.mon_name(form) for form in forms)
    return context.say("form-change.own", form=names, text=text.rstrip(".。"), mark=mark)


def _said(form: Pokemon, context: Context) -> str:
    """What one form takes."""
    name, target = context.species_name(form.species_id), context.mon_name(form)
    conditions = context.dataset.form_conditions_of(form)
    if not conditions:
        key = "regular" if form.id == context.dataset.species[form.species_id].default_pokemon_id else "none"
        mark = context.mark(context.pokemon_row(form, "form", context.say("answer.unknown")))
        return context.say(f"form-change.{key}", name=name, form=target, mark=mark)
    things = list(dict.fromkeys(filter(None, (_thing(condition, context) for condition in conditions))))
    mark = context.mark(context.pokemon_row(form, "form", ", ".join(things) or conditions[0].trigger))
    way = "mega" if form.form_kind in ("mega", "primal") else conditions[0].trigger
    return context.say(
        f"form-change.{way}", name=name, form=target, things=context.phrases.join(things, "or"), mark=mark
    )


def _thing(condition: FormCondition, context: Context) -> str:
    """The name of the item, the ability or the move that a condition speaks of."""
    if condition.item_id is not None:
        return context.item_name(condition.item_id)
    if condition.ability_id is not None:
        return context.ability_name(condition.ability_id)
    return context.move_name(condition.move_id) if condition.move_id is not None else ""
