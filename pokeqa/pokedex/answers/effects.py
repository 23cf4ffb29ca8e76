"""What abilities and items do: the project's own sentences, and what the dataset's relations say of an item."""

from __future__ import annotations

from collections.abc import Sequence

from ...question.algebra import Facts, Thing
from ..effects import effect_of, text_of
from .cards import table_card
from .context import Context
from .said import Said

#: How many evolutions a sentence lists before it says how many more there are.
LISTED = 12


def ability(query: Facts, subject: Thing, context: Context) -> Said:
    """What an ability does, or that this is not recorded."""
    said = written(subject, context)
    if said is not None:
        return said
    row = context.thing_row(subject, "effect", context.say("answer.unknown"))
    return Said(context.say("effects.unrecorded", name=context.thing_name(subject), mark=context.mark(row)))


def item(query: Facts, subject: Thing, context: Context) -> Said:
    """What an item does when it is held, what it makes evolve, which Pokémon it changes."""
    parts = [said for said in (written(subject, context), uses(subject, context), _mega(subject, context)) if said]
    if not parts:
        mark = context.mark(context.thing_row(subject, "effect", context.say("answer.unknown")))
        return Said(context.say("things.item.effect_none", name=context.thing_name(subject), mark=mark))
    notes = [note for said in parts for note in said.notes]
    more = [context.say("things.sentence", text=said.sentence) for said in parts[1:]]
    return Said(parts[0].sentence, (*more, *notes), tuple(card for said in parts for card in said.cards))


def item_is_known(subject: Thing, context: Context) -> bool:
    """Whether anything is known of what an item does."""
    return bool(_evolutions(subject, context) or _babies(subject, context) or _megas(subject, context)) or bool(
        effect_of(context.dataset, subject)
    )


def written(subject: Thing, context: Context) -> Said | None:
    """The project's own sentence about a thing, where there is one."""
    text = text_of(context.dataset, subject, context.language)
    if text is None:
        return None
    mark = context.mark(context.thing_row(subject, "effect", text))
    return Said(context.say("effects.text", name=context.thing_name(subject), text=text.rstrip(".。"), mark=mark))


def uses(subject: Thing, context: Context) -> Said | None:
    """What an item makes evolve, or which Egg it was for; None where it is for neither."""
    name = context.item_name(subject.id)
    pairs = _evolutions(subject, context)
    pokemon = context.dataset.pokemon
    if pairs:
        named = [(context.mon_name(pokemon[source]), context.mon_name(pokemon[target])) for source, target in pairs]
        texts = [context.say("things.item.evolves_pair", source=source, target=target) for source, target in named]
        mark = context.mark(context.thing_row(subject, "evolution", str(len(pairs))))
        text = context.say("things.item.evolves", name=name, list=some(texts, LISTED, context), mark=mark)
        columns = ((context.say("attribute.pokemon"), "left"), (context.label("evolution"), "left"))
        return Said(text, cards=(table_card(context.say("things.card.uses", name=name), columns, named),))
    babies = _babies(subject, context)
    if not babies:
        return None
    mark = context.mark(context.thing_row(subject, "evolution", str(len(babies))))
    return Said(context.say("things.item.hatches", name=name, list=context.phrases.join(babies), mark=mark))


def some(names: Sequence[str], most: int, context: Context) -> str:
    """Names in a sentence; of a long list the first, and how many more."""
    if len(names) <= most:
        return context.phrases.join(names)
    return context.say("things.more", list=context.say("list.comma").join(names[:most]), rest=len(names) - most)


def _mega(subject: Thing, context: Context) -> Said | None:
    """Which Pokémon a Mega Stone is for."""
    found = _megas(subject, context)
    if not found:
        return None
    pokemon = context.dataset.pokemon
    texts = [
        context.say(
            "effects.mega_pair",
            species=context.species_name(pokemon[one].species_id),
            form=context.mon_name(pokemon[one]),
        )
        for one in found
    ]
    row = context.thing_row(subject, "form", ", ".join(context.mon_name(pokemon[one]) for one in found))
    name = context.item_name(subject.id)
    return Said(context.say("effects.mega", name=name, list=context.phrases.join(texts), mark=context.mark(row)))


def _evolutions(subject: Thing, context: Context) -> list[tuple[int, int]]:
    """The evolutions that take an item, used or held: source and target."""
    rows = [row for row in context.dataset.evolutions if subject.id in (row.item_id, row.held_item_id)]
    return list(dict.fromkeys((row.from_pokemon_id, row.to_pokemon_id) for row in rows))


def _babies(subject: Thing, context: Context) -> list[str]:
    """The baby Pokémon whose Eggs took an item."""
    return [
        context.species_name(species.id)
        for chain, item_id in context.dataset.baby_items.items()
        if item_id == subject.id
        for species in context.dataset.chain(chain)
        if species.is_baby
    ]


def _megas(subject: Thing, context: Context) -> list[int]:
    """The Mega forms that an item brings about."""
    conditions = context.dataset.form_conditions
    found = [one.pokemon_id for one in conditions if one.item_id == subject.id]
    return [one for one in dict.fromkeys(found) if context.dataset.pokemon[one].form_kind == "mega"]
