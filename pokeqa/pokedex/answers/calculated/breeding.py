"""Who breeds with whom."""

from __future__ import annotations

from dataclasses import replace

from ....question.algebra import Mon
from ....question.calculations import Breed
from ...answer import Answer, Row
from ...formulas.breeding import (
    FEMALE_ONLY,
    GENDERLESS,
    MALE_ONLY,
    Verdict,
    is_ditto,
    is_undiscovered,
    partners,
    verdict,
)
from ...formulas.eggs import hatchlings
from ...model import Species
from ..cards import table_card
from ..context import Context
from ..facts import shortened
from . import incense, inheritance

#: How many partners a sentence names.
NAMED = 12


def answer(query: Breed, context: Context) -> Answer:
    """Whether two can have an Egg and why, or the partners of one."""
    if query.aspect == "into" and query.second is not None:
        return _into(query, query.second, context)
    if query.second is not None:
        return _pair(query, context)
    if query.aspect in ("incense", "needs-incense"):
        return incense.answer(query, context)
    if query.aspect == "offspring":
        return _offspring(query, context)
    if query.aspect == "parents":
        return inheritance.parents(query, context)
    if query.among is not None or (query.aspect == "partners" and query.negated):
        return inheritance.among(query, context)
    species = context.species(query.first)
    found = partners(species, context.dataset)
    if query.aspect == "can":
        return _alone(species, found, query, context)
    mark = context.mark(*_rows(species, context))
    name = context.species_name(species.id)
    if not found:
        return context.answer(context.say("breed.no-partner", name=name, mark=mark))
    ditto = next((one for one in found if is_ditto(one)), None)
    if len(found) == 1 and ditto is not None:
        return context.answer(
            context.say("breed.only-ditto", name=name, ditto=context.species_name(ditto.id), mark=mark)
        )
    headline = context.say("breed.partners", name=name, n=len(found), groups=_groups(species.egg_groups, context),
                           mark=mark)  # fmt: skip
    if query.aspect == "partners":
        listed = sorted(found, key=lambda one: not is_ditto(one))
        names = shortened([context.species_name(one.id) for one in listed], NAMED, context)
        headline = context.sentences((headline, context.say("breed.listed", names=names)))
    columns = ((context.say("attribute.pokemon"), "left"), (context.label("egg-group"), "left"))
    rows = [(context.species_name(one.id), _groups(one.egg_groups, context)) for one in found]
    return context.answer(headline, details=_gender_note(species, context),
                          cards=(table_card(context.say("breed.card", name=name), columns, rows),))  # fmt: skip


def _pair(query: Breed, context: Context) -> Answer:
    first, second = context.species(query.first), context.species(query.second or query.first)
    found = verdict(first, second, context.dataset)
    if is_ditto(second):
        first, second = second, first
    mark = context.mark(*_rows(first, context), *_rows(second, context))
    culprit = context.species_name(found.culprit.id) if found.culprit else ""
    same = first.id == second.id
    key = f"breed.{found.reason}-same" if f"breed.{found.reason}-same" in context.phrases and same else (
        f"breed.{found.reason}"
    )  # fmt: skip
    text = context.say(
        key, a=context.species_name(first.id), b=context.species_name(second.id), culprit=culprit,
        groups=_groups(found.groups, context), own=_groups(first.egg_groups, context),
        other=_groups(second.egg_groups, context), n=len(found.groups), mark=mark,
    )  # fmt: skip
    if not query.negated and query.aspect == "can":
        text = context.say("breed.yes" if found.possible else "breed.no", text=text)
    else:
        text = context.say("breed.statement", text=text[:1].upper() + text[1:])
    if query.aspect == "offspring" and found.possible:
        text = context.sentences([text, *_hatching_of_either(query, context)])
    return context.answer(text, details=_pair_notes(found, first, second, context))


def _hatching_of_either(query: Breed, context: Context) -> list[str]:
    """What hatches, by which of the two is the mother."""
    both = dict.fromkeys((query.first, query.second or query.first))
    return [_hatches(mon, context)[0] for mon in both if context.species(mon).gender_rate != MALE_ONLY]


def _pair_notes(found: Verdict, first: Species, second: Species, context: Context) -> str:
    if found.reason == "group":
        return context.say("breed.one-of-each")
    return context.say("breed.needs-ditto") if found.reason == "genderless" else ""


def _alone(species: Species, found: tuple[Species, ...], query: Breed, context: Context) -> Answer:
    """Whether a Pokémon can have an Egg at all."""
    name, mark = context.species_name(species.id), context.mark(*_rows(species, context))
    dittos = [one for one in found if is_ditto(one)]
    key = "alone-no" if not found else "alone-ditto" if dittos == list(found) else "alone-yes"
    text = context.say(f"breed.{key}", name=name, groups=_groups(species.egg_groups, context), n=len(found),
                       ditto=context.species_name(dittos[0].id) if dittos else "", mark=mark)  # fmt: skip
    if not query.negated:
        text = context.say("breed.yes" if bool(found) else "breed.no", text=text)
    else:
        text = context.say("breed.statement", text=text[:1].upper() + text[1:])
    return context.answer(text, details=_gender_note(species, context) if found else "")


def _offspring(query: Breed, context: Context) -> Answer:
    """What hatches from an Egg of a Pokémon."""
    species, parent = context.species(query.first), context.pokemon(query.first)
    name = context.mon_name(query.first)
    if species.is_baby or is_ditto(species) or is_undiscovered(species, context.dataset):
        key = "hatches-baby" if species.is_baby else "hatches-ditto" if is_ditto(species) else "alone-no"
        return context.answer(context.say(f"breed.{key}", name=name, mark=context.mark(*_rows(species, context))))
    headline, babies = _hatches(query.first, context)
    found = hatchlings(parent, context.dataset)
    if found.item_id is None or found.without is None:
        return context.answer(headline)
    note = context.say(
        "breed.hatches-incense", baby=babies, item=context.item_name(found.item_id),
        other=context.mon_name(context.dataset.pokemon[found.without]),
    )  # fmt: skip
    return context.answer(headline, details=note)


def _into(query: Breed, claimed: Mon, context: Context) -> Answer:
    """Whether what is claimed hatches from an Egg of a Pokémon, and what does."""
    told = _offspring(replace(query, aspect="offspring", second=None), context)
    found = hatchlings(context.pokemon(query.first), context.dataset)
    species = context.species(query.first)
    if species.is_baby or is_ditto(species) or is_undiscovered(species, context.dataset):
        return told
    right = context.pokemon(claimed).id in (*found.pokemon_ids, found.without)
    babies = _hatches(query.first, context)[1]
    key = "breed.into-yes" if right else "breed.into-no"
    headline = context.say(key, name=context.mon_name(query.first), babies=babies)
    return replace(told, headline=headline)


def _hatches(mon: Mon, context: Context) -> tuple[str, str]:
    """The sentence on what hatches from the Eggs of a mother, and what that is."""
    found = hatchlings(context.pokemon(mon), context.dataset)
    babies = context.phrases.join(
        (context.mon_name(context.dataset.pokemon[one]) + context.mark(_line(one, context))
         for one in found.pokemon_ids), "or")  # fmt: skip
    return context.say("breed.hatches", name=context.mon_name(mon), babies=babies), babies


def _line(pokemon_id: int, context: Context) -> Row:
    pokemon = context.dataset.pokemon[pokemon_id]
    return context.species_row(pokemon.species_id, "evolution_chain", context.mon_name(pokemon))


def _gender_note(species: Species, context: Context) -> str:
    """What its gender means for breeding."""
    name = context.species_name(species.id)
    if species.gender_rate == GENDERLESS and not is_ditto(species):
        return context.say("breed.note-genderless", name=name)
    if species.gender_rate == MALE_ONLY:
        return context.say("breed.note-males", name=name)
    return context.say("breed.note-females", name=name) if species.gender_rate == FEMALE_ONLY else ""


def _groups(ids: tuple[int, ...], context: Context) -> str:
    return context.phrases.join(context.name(context.dataset.egg_groups[g].names) for g in ids)


def _rows(species: Species, context: Context) -> tuple[Row, ...]:
    groups = context.species_row(species, "egg_groups", _groups(species.egg_groups, context))
    if species.gender_rate in (GENDERLESS, MALE_ONLY, FEMALE_ONLY):
        return groups, context.species_row(species, "gender_rate", str(species.gender_rate))
    return (groups,)
