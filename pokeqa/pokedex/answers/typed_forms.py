"""The forms of a species that have other types than its ordinary one: a plate's, a memory's, a weather's, a Mega's."""

from __future__ import annotations

from collections.abc import Iterator

from ...question.algebra import Mon
from ..model import Pokemon
from ..varieties import is_lasting
from .context import Context
from .values import value_of

#: The kinds of forms that are named beside the ordinary one although no Pokémon keeps them.
NOTED_KINDS = ("mega", "primal")
#: Types beyond the last one of the chart belong to nothing that can be met ("???").
_LAST_TYPE = 18


def worth_a_note(form: Pokemon) -> bool:
    """Is a form named beside what the ordinary one has?"""
    return form.form_kind in NOTED_KINDS or is_lasting(form)


def typed_forms(mon: Mon, context: Context, *, noted: bool = True) -> Iterator[Mon]:
    """The forms with types of their own; without those `noted` anyway, only what changes while it is had."""
    species = context.species(mon)
    plain = context.dataset.pokemon[species.default_pokemon_id]
    for form in context.dataset.varieties(species.id):
        changes = form.form_kind == "other"
        if not form.is_default and form.types != plain.types and (changes or (noted and worth_a_note(form))):
            yield Mon(species.id, form.id, form_named=True)
    for look in context.dataset.cosmetic_forms_of(plain):
        if look.types and look.types != plain.types and max(look.types) <= _LAST_TYPE:
            yield Mon(species.id, plain.id, form_named=True, cosmetic_form_id=look.id)


def types_told(forms: Iterator[Mon], context: Context) -> list[str]:
    """Each form with its types: "Sunny Castform (Fire)"."""
    told: dict[str, str] = {}
    for form in forms:
        value, name = value_of("type", form, context), context.mon_name(form)
        if name not in told and value.text is not None:
            told[name] = context.say("facts.other-form", name=name, value=value.text) + context.mark(value.row)
    return list(told.values())
