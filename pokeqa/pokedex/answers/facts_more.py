"""The facts that take more than a value: the profile, names in other languages, and where a Pokémon is met."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ...question.algebra import Attribute, Evolve, Mon, Scope
from ...question.describe.places import with_expansions
from ..model import LANGUAGES, EncounterRow
from . import evolve
from .cards import Card, fact, pokemon_card, table_card
from .context import Context
from .places import place_name
from .said import Said
from .values import class_names, value_of

#: The facts of a profile card, in this order.
PROFILE_FACTS: tuple[Attribute, ...] = (
    "height", "weight", "ability", "generation", "egg-group", "gender-ratio", "capture-rate",
)  # fmt: skip

VOWELS = "aeiou"

#: The languages a name is given in when none is asked for.
NAME_LANGUAGES = ("en", "zh-hans", "ja", "ko", "fr", "de", "es", "it")

#: Names that a sentence on encounters gives.
PLACES_NAMED = 3

#: Encounter data exists for games up to this generation.
LAST_WITH_ENCOUNTERS = 8


# --------------------------------------------------------------------------- profile


def profile(mon: Mon, context: Context) -> Said:
    """A Pokémon in a sentence, with its full card and its evolution line."""
    types, generation = value_of("type", mon, context), value_of("generation", mon, context)
    genus, number = value_of("genus", mon, context), value_of("dex-number", mon, context)
    first = context.dataset.types[context.types(mon)[0]].identifier if context.types(mon) else ""
    sentence = context.say(
        "facts.profile",
        name=context.mon_name(mon),
        article=context.say("article.vowel" if first[:1] in VOWELS else "article.consonant"),
        types=types.text or context.say("answer.unknown"),
        genus=context.say("facts.profile-genus", genus=genus.text) if genus.text else "",
        generation=generation.text,
        number=number.text,
        mark=context.mark(types.row, generation.row, number.row),
    )
    classes = class_names(context, mon.species_id)
    notes = [context.say("facts.profile-class", classes=context.phrases.join(classes))] if classes else []
    facts = []
    for attribute in PROFILE_FACTS:
        value = value_of(attribute, mon, context)
        context.cite(value.row)
        facts.append(fact(context, attribute, value.text or context.say("answer.unknown")))
    line = evolve.answer(Evolve(mon, "family"), context)
    cards = [pokemon_card(context, mon, facts=facts), *(card for card in line.cards if card["kind"] == "evolution")]
    return Said(sentence, (*notes, line.headline), tuple(cards))


# --------------------------------------------------------------------------- names


def name_facts(mon: Mon, language: str | None, context: Context) -> Said:
    """The name in one language, or in all of the main ones."""
    names = _names(mon, context)
    if language is None:
        parts = [
            context.say("facts.name-in", value=names[one], language=context.say(f"language.{one}"))
            for one in NAME_LANGUAGES
            if one in names and one != context.language
        ]
        mark = context.mark(context.pokemon_row(context.pokemon(mon), "names", ", ".join(names.values())))
        joined = context.say("list.comma").join(parts)
        return Said(context.say("facts.names", name=context.mon_name(mon), value=joined, mark=mark))
    label = context.say(f"language.{language}")
    found = names.get(language)
    reference = _reference(mon, language, names, context)
    mark = context.mark(
        context.pokemon_row(context.pokemon(mon), f"names.{language}", found or context.say("answer.unknown"))
    )
    if found is None:
        return Said(context.say("facts.name-unknown", name=reference, language=label, mark=mark))
    sentence = context.say("facts.name", name=reference, value=found, language=label, mark=mark)
    notes = []
    traditional = names.get("zh-hant")
    if language == "zh-hans" and traditional and traditional != found:
        notes.append(context.say("facts.name-traditional", value=traditional))
    if context.cosmetic(mon) is None and language in context.pokemon(mon).derived_names:
        notes.append(context.say("facts.name-derived"))
    return Said(sentence, tuple(notes))


def _names(mon: Mon, context: Context) -> Mapping[str, str]:
    cosmetic, pokemon = context.cosmetic(mon), context.pokemon(mon)
    if cosmetic is not None and cosmetic.form_names:
        return cosmetic.names
    return context.species(mon).names if pokemon.is_default and not mon.form_named else pokemon.names


def _reference(mon: Mon, language: str, names: Mapping[str, str], context: Context) -> str:
    """How the sentence calls the Pokémon: by its name in the answer's language, unless that is what is asked for."""
    usual = context.mon_name(mon)
    if usual != names.get(language):
        return usual
    return next((names[one] for one in ("en", "ja", *LANGUAGES) if one in names and names[one] != usual), usual)


# --------------------------------------------------------------------------- locations


#: Of several games, yes would be said of all.
_SEVERAL = 2


def location_facts(mon: Mon, scope: Scope, context: Context, *, yes_no: bool = False) -> Said:
    """The games and places in which a Pokémon is met in the wild; `yes_no`: with yes or no in front."""
    pokemon = context.pokemon(mon)
    limited = scope.generation is not None or bool(scope.version_groups)
    every = context.dataset.encounters.of(pokemon.id)
    versions = with_expansions(context.dataset, scope.versions) if scope.versions else ()
    rows = [row for row in every if _in_scope(row, scope, versions, context)]
    by_game: dict[int, list[EncounterRow]] = {}
    for row in rows:
        by_game.setdefault(row.version_id, []).append(row)
    games = ", ".join(context.name(context.dataset.versions[one].names) for one in by_game)
    mark = context.mark(context.pokemon_row(pokemon, "encounters", games or context.say("facts.none")))
    name = context.mon_name(mon)
    notes = []
    if not limited or (scope.generation or 0) >= LAST_WITH_ENCOUNTERS:
        notes.append(context.say("facts.locations-limit"))
    if not rows:
        key = "facts.locations-none-in" if limited else "facts.locations-none"
        when = _games_named(scope, context) if limited else ""
        if limited and not _has_data(scope, context):
            key = "facts.locations-no-data"
        others = dict.fromkeys(context.name(context.dataset.versions[row.version_id].names) for row in every)
        if limited and others:
            notes.insert(0, context.say("facts.locations-elsewhere", games=context.phrases.join(others)))
        text = context.say(key, name=name, when=when, mark=mark)
        told = yes_no and key == "facts.locations-none-in"
        return Said(context.say("facts.locations-no", text=text) if told else text, tuple(notes))
    if len(by_game) == 1 and limited:
        ((game, found),) = by_game.items()
        sentence = context.say(
            "facts.locations-in", name=name, places=_places(found, context), levels=levels_of(found, context),
            game=context.name(context.dataset.versions[game].names), mark=mark,
        )  # fmt: skip
        one = yes_no and len(scope.versions) < _SEVERAL
        sentence = context.say("facts.locations-yes", text=sentence) if one else sentence
        return Said(sentence, tuple(notes), (_location_table(name, by_game, context),))
    places = [
        context.say("facts.locations-place", game=context.name(context.dataset.versions[game].names),
                    places=_places(found[:PLACES_NAMED], context))
        for game, found in list(by_game.items())[:PLACES_NAMED]
    ]  # fmt: skip
    sentence = context.say(
        "facts.locations", name=name, n=len(by_game), count=len(by_game), places=context.phrases.join(places), mark=mark
    )
    sentence = context.say("facts.locations-yes", text=sentence) if yes_no else sentence
    return Said(sentence, tuple(notes), (_location_table(name, by_game, context),))


def _has_data(scope: Scope, context: Context) -> bool:
    """Whether the dataset knows encounters of any of the games that a scope names."""
    dataset = context.dataset
    groups = scope.version_groups or tuple(
        group.id for group in dataset.version_groups_of_generation(scope.generation or 0)
    )
    named = scope.versions or tuple(one for group in groups for one in dataset.version_groups[group].version_ids)
    return bool(with_expansions(dataset, named))


def _games_named(scope: Scope, context: Context) -> str:
    """The games that a scope names: single ones where it does, else its time."""
    if not scope.versions:
        return context.scope_name(scope)
    return context.phrases.join(context.name(context.dataset.versions[one].names) for one in scope.versions)


def _in_scope(row: EncounterRow, scope: Scope, versions: tuple[int, ...], context: Context) -> bool:
    """Is it met there in the games that are named? `versions`: single ones with their expansions."""
    group = context.dataset.versions[row.version_id].version_group_id
    if scope.versions:
        return row.version_id in versions
    if scope.version_groups:
        return group in scope.version_groups
    return scope.generation is None or context.dataset.version_groups[group].generation == scope.generation


def _places(rows: Iterable[EncounterRow], context: Context) -> str:
    names = dict.fromkeys(place_name(row.location_id, context) for row in rows)
    return context.phrases.join(names)


def levels_of(rows: list[EncounterRow], context: Context) -> str:
    """The levels of several encounters: "Lv. 4", "Lv. 3 to 7"."""
    low, high = min(row.min_level for row in rows), max(row.max_level for row in rows)
    return context.say("facts.levels" if low == high else "facts.levels-range", low=low, high=high)


def _location_table(name: str, by_game: Mapping[int, list[EncounterRow]], context: Context) -> Card:
    columns = [("game", "left"), ("location", "left"), ("levels", "right")]
    rows = []
    for version_id, found in by_game.items():
        for row in found:
            levels = context.say("facts.levels" if row.min_level == row.max_level else "facts.levels-range",
                                 low=row.min_level, high=row.max_level)  # fmt: skip
            rows.append(
                [
                    context.name(context.dataset.versions[version_id].names),
                    place_name(row.location_id, context),
                    levels,
                ]
            )
    labels = [(context.say(f"column.{key}"), align) for key, align in columns]
    return table_card(context.say("facts.locations-title", name=name), labels, rows)
