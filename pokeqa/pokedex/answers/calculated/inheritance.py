"""Which parents an Egg has: with whom of a set one breeds, from whose Eggs one hatches, who hands a move down."""

from __future__ import annotations

from collections.abc import Sequence

from ....question.algebra import ALL
from ....question.calculations import Breed, Inherit
from ...answer import Answer
from ...conditions import compile_condition
from ...formulas.breeding import (
    FEMALE_ONLY,
    GENDERLESS,
    MALE_ONLY,
    is_ditto,
    is_undiscovered,
    verdict,
)
from ...formulas.eggs import hatchlings
from ...model import Pokemon, Species
from ..cards import table_card
from ..context import Context
from ..facts import shortened
from ..search_words import set_of

#: How many Pokémon a sentence names.
NAMED = 12
EGG = "egg"


def among(query: Breed, context: Context) -> Answer:
    """With whom of a set one can have an Egg, and with whom not."""
    species, condition = context.species(query.first), query.among or ALL
    fits = compile_condition(condition, context.dataset)
    members = [
        one for one in sorted(context.dataset.species.values(), key=lambda s: s.id)
        if fits(context.dataset.pokemon[one.default_pokemon_id])
    ]  # fmt: skip
    able = [one for one in members if verdict(species, one, context.dataset).possible]
    unable = [one for one in members if one not in able]
    wanted, rest = (unable, able) if query.negated else (able, unable)
    row = context.species_row(species, "egg_groups", _groups(species, context))
    values = {
        "name": context.species_name(species.id), "set": set_of(condition, context), "n": len(wanted),
        "all": len(members), "names": _names(wanted, context), "others": _names(rest, context), "rest": len(rest),
        "mark": context.mark(row),
    }  # fmt: skip
    kind = "none" if not wanted else "every" if not rest else "some"
    key = f"breed.among.{'not-' if query.negated else ''}{kind}"
    headline = context.say(key, **values)
    if query.aspect == "can":
        headline = context.say("breed.yes" if able else "breed.no", text=headline)
    details = context.say("breed.among.others", **values) if kind == "some" and not query.negated else ""
    columns = ((context.say("attribute.pokemon"), "left"), (context.label("egg-group"), "left"))
    rows = [(context.species_name(one.id), _groups(one, context)) for one in wanted]
    cards = (table_card(context.say("breed.card", name=values["name"]), columns, rows),) if wanted else ()
    return context.answer(headline, details=details, cards=() if query.negated else cards)


def parents(query: Breed, context: Context) -> Answer:
    """From whose Eggs a Pokémon hatches, and what these parents need."""
    wanted, data = context.pokemon(query.first), context.dataset
    name = context.mon_name(query.first)
    family = [
        one for one in data.species.values()
        if one.chain_id == data.species[wanted.species_id].chain_id and not is_undiscovered(one, data)
    ]  # fmt: skip
    bearers = [
        one for one in family
        if any(wanted.id in hatchlings(each, data).pokemon_ids for each in data.varieties(one.id))
        or any(hatchlings(each, data).without == wanted.id for each in data.varieties(one.id))
    ]  # fmt: skip
    if is_ditto(data.species[wanted.species_id]) or not bearers:
        return _hatches_from_none(wanted, family, context)
    first = bearers[0]
    groups = _groups(first, context)
    row = context.species_row(first, "egg_groups", groups)
    lone = first.gender_rate in (GENDERLESS, MALE_ONLY)
    key = "breed.parents.ditto" if lone else "breed.parents.mother"
    mothers = context.phrases.join((context.species_name(one.id) for one in bearers), "or")
    headline = context.say(key, name=name, mothers=mothers, groups=groups, mark=context.mark(row))
    return context.answer(headline, details=_incense(wanted, bearers, context))


def _hatches_from_none(wanted: Pokemon, family: Sequence[Species], context: Context) -> Answer:
    """Nothing hatches into it: its family has other Eggs, or none."""
    name, data = context.mon_name(wanted), context.dataset
    species = data.species[wanted.species_id]
    row = context.species_row(species, "egg_groups", _groups(species, context))
    mark = context.mark(row)
    if not family or is_ditto(species):
        return context.answer(context.say("breed.parents.none", name=name, mark=mark))
    young = hatchlings(wanted, data).pokemon_ids
    babies = context.phrases.join((context.mon_name(data.pokemon[one]) for one in young), "or")
    return context.answer(context.say("breed.parents.later", name=name, babies=babies, mark=mark))


def _incense(wanted: Pokemon, bearers: Sequence[Species], context: Context) -> str:
    """What a parent had to hold, where that decided what hatched."""
    data = context.dataset
    found = next(
        (one for species in bearers for each in data.varieties(species.id)
         if (one := hatchlings(each, data)).item_id is not None), None)  # fmt: skip
    if found is None or found.item_id is None or found.without is None:
        return ""
    babies = context.phrases.join((context.mon_name(data.pokemon[one]) for one in found.pokemon_ids), "or")
    return context.say(
        "breed.parents.incense", baby=babies, item=context.item_name(found.item_id),
        other=context.mon_name(data.pokemon[found.without]),
    )  # fmt: skip


def answer(query: Inherit, context: Context) -> Answer:
    """Who can hand an egg move down: those of its egg groups that learn the move in another way."""
    data = context.dataset
    pokemon, species = context.pokemon(query.pokemon), context.species(query.pokemon)
    heir = data.pokemon[hatchlings(pokemon, data).pokemon_ids[0]]
    name, move = context.mon_name(query.pokemon), context.move_name(query.move_id)
    games = {row.version_group_id for row in data.learnsets.find(heir.id, query.move_id) if row.method == EGG}
    row = context.table_row("learnsets", f"{heir.id}-{query.move_id}-egg", "method", EGG, context.mon_name(heir))
    if not games:
        return context.answer(context.say("breed.inherit.no", name=name, move=move, mark=context.mark(row)))
    partners = _learners(query, species, games, context)
    values = {
        "name": name, "move": move, "n": len(partners), "names": _names(partners, context),
        "mark": context.mark(row), "groups": _groups(_fertile(species, context), context),
    }  # fmt: skip
    key = "breed.inherit.parents" if partners else "breed.inherit.none"
    headline = context.say(key, **values)
    columns = ((context.say("attribute.pokemon"), "left"), (context.label("egg-group"), "left"))
    rows = [(context.species_name(one.id), _groups(one, context)) for one in partners]
    cards = (table_card(context.say("breed.inherit.card", name=name, move=move), columns, rows),) if rows else ()
    return context.answer(headline, details=context.say("breed.inherit.note"), cards=cards)


def _learners(query: Inherit, species: Species, games: set[int], context: Context) -> list[Species]:
    """Who shares an egg group and learns the move, by itself and not from its own parents, in a game in question."""
    data = context.dataset
    mother = _fertile(species, context)
    able = {
        data.pokemon[row.pokemon_id].species_id for row in data.learnsets.learners(query.move_id)
        if row.method != EGG and row.version_group_id in games
    }  # fmt: skip
    return [
        data.species[one] for one in sorted(able)
        if set(data.species[one].egg_groups) & set(mother.egg_groups) and not is_ditto(data.species[one])
        and data.species[one].gender_rate != GENDERLESS and not is_undiscovered(data.species[one], data)
        and not (data.species[one].gender_rate == FEMALE_ONLY and data.species[one].chain_id != species.chain_id)
    ]  # fmt: skip


def _fertile(species: Species, context: Context) -> Species:
    """The species itself, or the next of its family that can breed."""
    data = context.dataset
    if not is_undiscovered(species, data):
        return species
    line = [one for one in data.species.values() if one.chain_id == species.chain_id]
    return next((one for one in line if not is_undiscovered(one, data)), species)


def _names(found: Sequence[Species], context: Context) -> str:
    return shortened([context.species_name(one.id) for one in found], NAMED, context)


def _groups(species: Species, context: Context) -> str:
    names = (context.name(context.dataset.egg_groups[g].names) for g in species.egg_groups)
    return context.phrases.join(names)
