"""Names in other languages."""

from __future__ import annotations

from collections.abc import Mapping

from ....question.algebra import Facts, Mon, Thing
from ....question.calculations import Translate
from ...answer import Answer, Row
from ...model import LANGUAGES
from .. import facts_more, things
from ..context import TABLES, Context
from ..said import Said


def answer(query: Translate, context: Context) -> Answer:
    """The name in the language that is asked for, or whose name it is."""
    names = _names(query, context)
    usual = context.thing_name(query.subject)
    if query.every:
        same = names.get("zh-hant") == names.get("zh-hans")
        listed = [one for one in LANGUAGES if one in names and not (one == "zh-hant" and same)]
        value = context.say("list.comma").join(
            context.say("facts.name-in", value=names[one].strip(), language=context.say(f"language.{one}"))
            for one in listed
        )
        mark = context.mark(_row(query, "names", ", ".join(names[one] for one in listed), context))
        return context.answer(context.say("names.every", name=usual, value=value, mark=mark))
    if not query.languages:
        languages = [one for one in LANGUAGES if one in query.spelled_in]
        label = context.phrases.join(dict.fromkeys(context.say(f"language.{one}") for one in languages))
        mark = context.mark(_row(query, f"names.{languages[0]}", names[languages[0]], context))
        headline = context.say("names.means", spelled=query.spelled, language=label, name=usual, mark=mark)
        if query.claimed is not None:
            holds = query.claimed == query.subject
            text = context.say("names.claim-yes" if holds else "names.claim-no", text=headline)
            return context.answer(text)
        about = _about(query, context)
        return context.answer(headline, details=(about.sentence, *about.notes), cards=about.cards)
    said = [_in(query, one, names, context) for one in query.languages]
    return context.answer(
        context.sentences(one.sentence for one in said),
        details=dict.fromkeys(note for one in said for note in one.notes),
    )


def _in(query: Translate, language: str, names: Mapping[str, str], context: Context) -> Said:
    """The name in one language."""
    label = context.say(f"language.{language}")
    found = names.get(language)
    mark = context.mark(_row(query, f"names.{language}", found or context.say("answer.unknown"), context))
    if found is None:
        return Said(context.say("names.unknown", name=query.spelled, language=label, mark=mark))
    notes = []
    traditional = names.get("zh-hant")
    if language == "zh-hans" and traditional and traditional != found:
        notes.append(context.say("facts.name-traditional", value=traditional))
    if isinstance(query.subject, Mon) and language in context.pokemon(query.subject).derived_names:
        notes.append(context.say("facts.name-derived"))
    return Said(
        context.say("names.is", name=query.spelled, value=found.strip(), language=label, mark=mark), tuple(notes)
    )


def _names(query: Translate, context: Context) -> Mapping[str, str]:
    subject = query.subject
    if isinstance(subject, Mon):
        pokemon = context.pokemon(subject)
        plain = pokemon.is_default and not subject.form_named
        return context.species(subject).names if plain else pokemon.names
    names: Mapping[str, str] = getattr(context.dataset, TABLES[subject.kind])[subject.id].names
    return names


def _row(query: Translate, field: str, value: str, context: Context) -> Row:
    if isinstance(query.subject, Thing):
        return context.thing_row(query.subject, field, value)
    return context.pokemon_row(context.pokemon(query.subject), field, value)


def _about(query: Translate, context: Context) -> Said:
    """What there is to say of the thing itself."""
    if isinstance(query.subject, Mon):
        return facts_more.profile(query.subject, context)
    if not things.knows(query.subject, "profile", context):
        return Said("")
    return Said.of(things.answer(Facts((query.subject,), ("profile",)), context))
