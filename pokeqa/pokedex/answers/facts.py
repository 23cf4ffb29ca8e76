"""Facts: attributes of one or several Pokémon, one sentence each, with a card for each Pokémon."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

from ...question.algebra import NOW, Attribute, Evolve, Facts, Matchup, Mon, Scope, Thing
from ..answer import Answer
from ..numbers import STAT_ATTRIBUTES, number_of
from ..regional_dexes import dexes_of_games
from ..varieties import introduced_in
from . import effects, evolve, matchup, things
from .cards import Card, fact, pokemon_card
from .context import Context
from .facts_more import location_facts, name_facts, profile
from .said import Said
from .typed_forms import typed_forms, types_told, worth_a_note
from .units import measure
from .values import FIRST_WITH_ABILITIES, FIRST_WITH_HIDDEN_ABILITIES, READABLE, TIMED, form_names, value_of

ABILITY_ATTRIBUTES: dict[Attribute, int] = {
    "ability": FIRST_WITH_ABILITIES,
    "ordinary-ability": FIRST_WITH_ABILITIES,
    "hidden-ability": FIRST_WITH_HIDDEN_ABILITIES,
}

#: What a Pokémon's types do against attacks.
DEFENCE: dict[Attribute, Literal["weak", "resist", "immune"]] = {
    "weakness": "weak", "resistance": "resist", "immunity": "immune",
}  # fmt: skip

#: Attributes in which another form of the same species is worth a word.
FORM_ATTRIBUTES: frozenset[Attribute] = TIMED | {"height", "weight"}
FORM_NOTE_MAX = 6

#: What the Pokédex records of the looks of a Pokémon.
LOOKS: tuple[Attribute, ...] = ("color", "shape", "height", "weight")

STATS_AND_TOTAL: frozenset[Attribute] = frozenset({*STAT_ATTRIBUTES, "total"})


def answer(query: Facts, context: Context) -> Answer:
    """The attributes of every subject."""
    mons = [subject for subject in query.subjects if isinstance(subject, Mon)]
    others = tuple(subject for subject in query.subjects if isinstance(subject, Thing))
    if not mons:
        return things.answer(query, context)
    said = [
        _say(one, mon, attribute, context)
        for mon in mons
        for attribute in query.attributes
        for one in (_each_time(query, context) if attribute in TIMED else (query,))
    ]
    if others:
        said.append(Said.of(things.answer(replace(query, subjects=others), context)))
    cards = [*_pokemon_cards(query, mons, context), *(card for one in said for card in one.cards)]
    return context.answer(
        context.sentences([*(one.sentence for one in said), *_against(query, mons, context)]),
        details=[
            *([context.say("facts.looks")] if query.attributes == LOOKS else ()),
            *(note for one in said for note in one.notes),
        ],
        cards=cards,
        follow_ups=_follow_ups(query.attributes, mons, context),
    )


def _against(query: Facts, mons: list[Mon], context: Context) -> list[str]:
    """Whether a number that is told is above or below the one that it was held against."""
    if query.against is None:
        return []
    attribute, bound = query.attributes[0], query.against
    number = number_of(attribute, context.dataset, query.scope)(context.pokemon(mons[0]))
    if number is None:
        return []
    side = "above" if number > bound else "below" if number < bound else "exactly"
    return [context.say(f"facts.against-{side}", value=measure(attribute, bound))]


def _each_time(query: Facts, context: Context) -> list[Facts]:
    """A query for each generation whose games are named ("in Red and in Gold"): what is asked may differ."""
    by_generation: dict[int, list[int]] = {}
    for group in query.scope.version_groups:
        by_generation.setdefault(context.dataset.version_groups[group].generation, []).append(group)
    if len(by_generation) < 2:
        return [query]
    return [replace(query, scope=Scope(one, tuple(groups))) for one, groups in sorted(by_generation.items())]


def sentences(query: Facts, context: Context) -> list[str]:
    """The sentence of each attribute of every Pokémon."""
    mons = [subject for subject in query.subjects if isinstance(subject, Mon)]
    return [_say(query, mon, attribute, context).sentence for mon in mons for attribute in query.attributes]


def _say(query: Facts, mon: Mon, attribute: Attribute, context: Context) -> Said:
    """What is to be said about one attribute of one Pokémon."""
    if attribute == "effect":
        return _ability_effects(query, mon, context)
    if attribute == "evolution":
        return Said.of(evolve.answer(Evolve(mon, "family", scope=query.scope), context))
    relation = DEFENCE.get(attribute)
    if relation is not None:
        return Said.of(matchup.answer(Matchup(None, mon, relation, scope=query.scope), context))
    if attribute == "profile":
        return profile(mon, context)
    if attribute == "name":
        return name_facts(mon, query.language, context)
    if attribute == "locations":
        return location_facts(mon, query.scope, context, yes_no=query.yes_no)
    return _value(query, mon, attribute, context)


def _ability_effects(query: Facts, mon: Mon, context: Context) -> Said:
    """What the abilities do that were named in front of it."""
    slots = context.abilities(mon)
    wanted = {"hidden-ability": (slots.hidden,), "ordinary-ability": slots.ordinary()}
    asked = next((one for one in query.attributes if one in ABILITY_ATTRIBUTES), "ability")
    found = wanted.get(asked, (*slots.ordinary(), slots.hidden))
    told = [effects.ability(query, Thing("ability", one), context) for one in dict.fromkeys(found) if one is not None]
    return Said("", tuple(context.say("things.sentence", text=one.sentence) for one in told))


def _value(query: Facts, mon: Mon, attribute: Attribute, context: Context) -> Said:
    if attribute not in READABLE:
        return Said(context.say("facts.not-its", name=context.mon_name(mon), label=context.label(attribute)))
    generation = query.scope.generation if attribute in TIMED else None
    if generation is not None:
        missing = _not_yet(query, mon, attribute, generation, context)
        if missing is not None:
            return missing
    scope = query.scope if generation is not None else NOW
    value = value_of(attribute, mon, context, scope, query.unit)
    mark = context.mark(value.row)
    name = context.species_name(mon.species_id) if attribute == "forms" else context.mon_name(mon)
    if value.text is None:
        key = f"facts.{attribute}-unknown"
        return Said(context.say(key if key in context.phrases else "facts.unknown", name=name,
                                label=context.label(attribute), mark=mark))  # fmt: skip
    key = f"facts.{attribute}-{value.key}" if value.key else f"facts.{attribute}"
    sentence = context.say(
        key if key in context.phrases else "facts.generic",
        name=name, value=value.text, mark=mark, n=value.count, count=value.count, label=context.label(attribute),
    )  # fmt: skip
    notes = []
    if generation is not None:
        sentence = context.say("facts.in-scope", when=context.scope_name(query.scope), sentence=sentence)
        if generation == 1 and attribute in ("special-attack", "special-defense", "stats", "total"):
            notes.append(context.say("facts.special-gen-1"))
    notes.extend(_notes(query, mon, attribute, value.key, context))
    if attribute == "generation" and len(query.subjects) == 1:
        notes.append(context.began_with(context.species(mon).generation))
    return Said(sentence, tuple(notes))


def _not_yet(query: Facts, mon: Mon, attribute: Attribute, generation: int, context: Context) -> Said | None:
    """Says so where the Pokémon, or what is asked of it, did not exist in that generation."""
    when = context.scope_name(query.scope)
    if introduced_in(context.pokemon(mon), context.dataset) > generation:
        value = value_of("generation", mon, context)
        sentence = context.say(
            "facts.too-new", name=context.mon_name(mon), when=when, since=value.text, mark=context.mark(value.row)
        )
        now = _value(replace(query, scope=NOW), mon, attribute, context)
        return Said(sentence, (context.say("facts.today", sentence=now.sentence), *now.notes))
    first = ABILITY_ATTRIBUTES.get(attribute, 0)
    if generation < first:
        what = context.label("hidden-ability" if attribute == "hidden-ability" else "ability")
        sentence = context.say("facts.too-early", what=what, when=when, since=context.generation_name(first))
        now = _value(replace(query, scope=NOW), mon, attribute, context)
        return Said(sentence, (context.say("facts.today", sentence=now.sentence), *now.notes))
    return None


# --------------------------------------------------------------------------- what else is worth a word


def _notes(query: Facts, mon: Mon, attribute: Attribute, key: str, context: Context) -> list[str]:
    notes = []
    if attribute in FORM_ATTRIBUTES and not mon.form_named and query.scope.generation is None:
        note = _other_forms(query, mon, attribute, context)
        if note:
            notes.append(note)
    if attribute in ("dex-number", "id") and query.scope.version_groups:
        notes.append(_regional_numbers(query, mon, context))
    if attribute == "base-experience" and (value := value_of(attribute, mon, context).text):
        notes.append(context.say("facts.base-experience-at-level", value=value))
    if attribute == "forms":
        notes.extend(_all_forms(mon, key, context))
    return notes


def _all_forms(mon: Mon, key: str, context: Context) -> list[str]:
    """What the ordinary form is called, and how many there are with it; the names of those that only look different."""
    default, all_ = context.species(mon).default_pokemon_id, len(form_names(context, mon)) + 1
    if key in ("looks", "types"):
        forms = context.dataset.cosmetic_forms_of(default)
        called = [context.name(one.form_names or one.names) for one in forms]
        # "Pichu ()": a form without a name of its own is called like the species.
        names = context.phrases.join([one.replace(" ()", "").replace("（）", "") for one in called])
        return [context.say("facts.forms-named", names=names)] if forms else []
    if key != "some":
        return []
    looks = context.forms_count(mon.species_id)
    ordinary = context.dataset.pokemon[default].form_names
    own = context.name(ordinary) if ordinary else ""
    named = own and own != context.species_name(mon.species_id)
    notes = [context.say("facts.forms-ordinary", form=own)] if named else []
    if looks > all_:
        return [*notes, context.say("facts.forms-cosmetic", n=looks, count=looks)]
    return [*notes, context.say("facts.forms-with", count=all_)]


def _other_forms(query: Facts, mon: Mon, attribute: Attribute, context: Context) -> str:
    """A sentence on the forms whose value differs from the ordinary form's; empty where there is none."""
    if attribute == "stats":
        return _other_forms(query, mon, "total", context)  # six numbers of every form would be too many
    if attribute == "type":
        told = types_told(typed_forms(mon, context), context)
        return context.say("facts.other-forms", forms=shortened(told, FORM_NOTE_MAX, context)) if told else ""
    own = value_of(attribute, mon, context, unit=query.unit).text
    different: list[str] = []
    named: set[str] = set()
    for pokemon_id in context.species(mon).pokemon_ids:
        form = context.dataset.pokemon[pokemon_id]
        if form.is_default or not worth_a_note(form):
            continue
        value = value_of(attribute, form, context, unit=query.unit)
        name = context.mon_name(form)
        if value.text is not None and value.text != own and value.key != "none" and name not in named:
            named.add(name)
            text = f"{context.label(attribute)} {value.text}" if attribute == "total" else value.text
            different.append(context.say("facts.other-form", name=name, value=text) + context.mark(value.row))
    if not different:
        return ""
    return context.say("facts.other-forms", forms=shortened(different, FORM_NOTE_MAX, context))


def shortened(items: list[str], most: int, context: Context) -> str:
    """Items in a line, at most so many, then how many more there are."""
    if len(items) <= most:
        return context.say("list.semicolon").join(items)
    head = context.say("list.semicolon").join(items[:most])
    return context.say("facts.and-more", items=head, count=len(items) - most)


def _regional_numbers(query: Facts, mon: Mon, context: Context) -> str:
    wanted = {dex for group in query.scope.version_groups for dex in dexes_of_games(context.dataset, group)}
    numbers = context.species(mon).dex_numbers
    parts = [
        context.say(
            "facts.regional-number", dex=context.name(context.dataset.pokedexes[dex].names), number=numbers[dex]
        )
        for dex in sorted(wanted & set(numbers))
    ]
    if not parts:
        listed = [context.name(context.dataset.pokedexes[dex].names) for dex in sorted(wanted)]
        return context.say("facts.regional-none", dexes=shortened(listed, FORM_NOTE_MAX, context)) if listed else ""
    return context.say("facts.regional-numbers", numbers=context.say("list.comma").join(parts))


# --------------------------------------------------------------------------- cards and next questions


def _pokemon_cards(query: Facts, mons: Iterable[Mon], context: Context) -> list[Card]:
    shown = [a for a in query.attributes if a not in ("profile", "evolution", "locations") and a not in DEFENCE]
    if not shown:
        return []
    highlight = {*(a for a in shown if a in STATS_AND_TOTAL)}
    cards = []
    for mon in mons:
        facts = [card_fact for attribute in shown for card_fact in _card_facts(query, mon, attribute, context)]
        cards.append(pokemon_card(context, mon, highlight=highlight, facts=facts, scope=query.scope))
    return cards


def _card_facts(query: Facts, mon: Mon, attribute: Attribute, context: Context) -> list[Card]:
    """The card's lines about one attribute: its value, and what it is today where an earlier time was asked about."""
    if attribute in ("name", "forms") or attribute not in READABLE:
        return []
    unknown = context.say("answer.unknown")
    scope = query.scope if attribute in TIMED else NOW
    value = value_of(attribute, mon, context, scope, query.unit)
    drawn = attribute in STATS_AND_TOTAL or attribute in ("type", "first-type", "second-type", "stats")
    facts = [] if drawn else [fact(context, attribute, value.text or unknown, highlight=True)]
    if scope != NOW:
        today = value_of(attribute, mon, context, unit=query.unit)
        if today.text != value.text:
            label = context.say("facts.label-today", label=context.label(attribute))
            facts.append({"label": label, "value": today.text or unknown, "highlight": False})
    return facts


def _follow_ups(attributes: tuple[Attribute, ...], mons: list[Mon], context: Context) -> list[str]:
    asked = {"type": "type", "weakness": "weakness", "evolution": "evolution", "ability": "ability"}
    left = [key for key in ("weakness", "evolution", "ability", "type")
            if key not in {asked.get(attribute) for attribute in attributes}]  # fmt: skip
    return context.follow_ups(mons[-1], *left[:3])
