"""Facts about everything that is no Pokémon: moves, abilities, items, natures, types, Egg Groups, games and regions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from ...question.algebra import Attribute, EntityKind, Facts, Thing
from ..answer import Answer
from ..dataset import LAST_CHART_TYPE
from ..effectiveness import Attack, Chart
from ..model import Names, Pokemon
from ..varieties import index_of, is_lasting
from . import effects, things_moves
from .cards import Card, facts_card, table_card
from .context import TABLES, Context
from .facts_more import NAME_LANGUAGES
from .said import Said

#: How many names a sentence lists before it says how many more there are.
NAMED = 12

Answerer = Callable[[Facts, Thing, Context], Said]


def answer(query: Facts, context: Context) -> Answer:
    """The attributes of every thing the question names."""
    things = [subject for subject in query.subjects if isinstance(subject, Thing)]
    said = [_say(query, one, attribute, context) for one in things for attribute in query.attributes]
    cards = [card for one in said for card in one.cards]
    cards += [
        things_moves.card(query, context.dataset.moves[one.id], context)
        for one in things
        if one.kind == "move" and query.attributes != ("name",)
    ]
    return context.answer(
        context.sentences(
            context.say("things.sentence", text=one.sentence[:1].upper() + one.sentence[1:]) for one in said
        ),
        details=dict.fromkeys(note for one in said for note in one.notes),
        cards=cards,
        follow_ups=_follow_ups(query, things[0], context) if things else (),
    )


def knows(subject: Thing, attribute: Attribute, context: Context) -> bool:
    """Whether the dataset can answer about this attribute of this thing."""
    if attribute == "name":
        return subject.kind not in ("generation", "version_group")
    if subject.kind == "move":
        return things_moves.knows(context.dataset.moves[subject.id], attribute)
    if subject.kind == "item":
        if attribute in ("effect", "profile"):
            return effects.item_is_known(subject, context)
        if attribute == "cost":
            return context.dataset.items[subject.id].cost is not None
        if attribute == "members":
            return effects.uses(subject, context) is not None
    return attribute in _ANSWERERS.get(subject.kind, {})


def _say(query: Facts, subject: Thing, attribute: Attribute, context: Context) -> Said:
    """What is to be said about one attribute of one thing."""
    if attribute == "name":
        return _name(query, subject, context)
    if subject.kind == "move":
        return things_moves.say(query, context.dataset.moves[subject.id], attribute, context)
    answerer = _ANSWERERS.get(subject.kind, {}).get(attribute)
    if answerer is None:
        mark = context.mark(context.thing_row(subject, attribute, context.say("answer.unknown")))
        name, label = context.thing_name(subject), context.label(attribute)
        return Said(context.say("things.not_held", name=name, label=label, mark=mark))
    return answerer(query, subject, context)


# --------------------------------------------------------------------------- names and generations


def _name(query: Facts, subject: Thing, context: Context) -> Said:
    """The name in one language, or in all of the main ones."""
    names: Names = getattr(context.dataset, TABLES[subject.kind])[subject.id].names
    usual = context.thing_name(subject)
    language = query.language
    if language is None:
        parts = [
            context.say("things.name.part", value=names[one].strip(), language=context.say(f"language.{one}"))
            for one in NAME_LANGUAGES
            if one in names and one != context.language
        ]
        mark = context.mark(context.thing_row(subject, "names", ", ".join(names.values())))
        if not parts:
            return Said(context.say("things.name.only", name=usual, mark=mark))
        value = context.say("list.comma").join(parts)
        return Said(context.say("things.name.all", name=usual, value=value, mark=mark))
    found = names.get(language)
    name = usual
    if found == usual:
        name = next((names[one] for one in ("en", "ja", *names) if names.get(one, usual) != usual), usual)
    mark = context.mark(context.thing_row(subject, f"names.{language}", found or context.say("answer.unknown")))
    key = "one" if found is not None else "unknown"
    label = context.say(f"language.{language}")
    return Said(context.say(f"things.name.{key}", name=name, value=found, language=label, mark=mark))


def _generation_of(query: Facts, subject: Thing, context: Context) -> Said:
    generation = getattr(context.dataset, TABLES[subject.kind])[subject.id].generation
    mark = context.mark(context.thing_row(subject, "generation", str(generation)))
    value = context.generation_region(generation)
    key = "things.type.generation" if subject.kind == "type" else "things.generation"
    said = context.say(key, name=context.thing_name(subject), value=value, mark=mark)
    return Said(said, (context.began_with(generation),))


def _id(query: Facts, subject: Thing, context: Context) -> Said:
    mark = context.mark(context.thing_row(subject, "id", str(subject.id)))
    return Said(context.say("things.id", name=context.thing_name(subject), value=subject.id, mark=mark))


# --------------------------------------------------------------------------- abilities


def _owners(ability_id: int, context: Context) -> list[tuple[Pokemon, bool]]:
    """The varieties that can have an ability, Mega and passing forms last, and whether it is their hidden one."""
    owners = context.dataset.with_ability(ability_id)
    kept = [one for one in owners if one.is_default or is_lasting(one)]
    rest = [one for one in owners if one not in kept and one.form_kind in ("mega", "primal")]
    return [(one, one.abilities.hidden == ability_id and ability_id not in one.abilities.ordinary())
            for one in (*sorted(kept, key=lambda one: one.species_id), *rest)]  # fmt: skip


def _owner_names(owners: Sequence[tuple[Pokemon, bool]], context: Context, most: int = NAMED) -> str:
    names = [
        context.say("things.ability.hidden", name=context.mon_name(one)) if hidden else context.mon_name(one)
        for one, hidden in owners
    ]
    return effects.some(names, most, context)


def _ability_members(query: Facts, subject: Thing, context: Context) -> Said:
    owners = _owners(subject.id, context)
    name = context.ability_name(subject.id)
    mark = context.mark(context.thing_row(subject, "members", str(len(owners))))
    if not owners:
        return Said(context.say("things.ability.members_none", name=name, mark=mark))
    text = context.say(
        "things.ability.members", name=name, n=len(owners), list=_owner_names(owners, context), mark=mark
    )
    return Said(text, cards=(_owners_card(name, owners, context),))


def _ability_profile(query: Facts, subject: Thing, context: Context) -> Said:
    said = effects.ability(query, subject, context)
    owners = _owners(subject.id, context)
    name = context.ability_name(subject.id)
    generation = context.dataset.abilities[subject.id].generation
    mark = context.mark(context.thing_row(subject, "generation", str(generation)))
    members = context.say("things.ability.profile_members", n=len(owners), list=_owner_names(owners, context, 6))
    if not owners:
        members = context.say("things.ability.members_none", name=name, mark="")
    when = context.generation_name(generation)
    text = context.say("things.ability.profile", name=name, generation=when, members=members, mark=mark)
    note = context.say("things.sentence", text=text)
    return Said(said.sentence, (note, *said.notes), (_owners_card(name, owners, context),) if owners else ())


def _owners_card(name: str, owners: Sequence[tuple[Pokemon, bool]], context: Context) -> Card:
    columns = (
        (context.say("attribute.pokemon"), "left"),
        (context.label("type"), "left"),
        (context.say("things.card.slot"), "left"),
    )
    rows = [
        (
            context.mon_name(one),
            context.type_names(context.types(one)),
            context.say("things.card.is_hidden" if hidden else "things.card.ordinary"),
        )
        for one, hidden in owners
    ]
    return table_card(context.say("things.card.members", name=name), columns, rows)


# --------------------------------------------------------------------------- items


def _cost(query: Facts, subject: Thing, context: Context) -> Said:
    cost = context.dataset.items[subject.id].cost or 0
    mark = context.mark(context.thing_row(subject, "cost", str(cost)))
    key = "cost" if cost else "cost_none"
    return Said(
        context.say(f"things.item.{key}", name=context.item_name(subject.id), value=context.grouped(cost), mark=mark)
    )


def _item_members(query: Facts, subject: Thing, context: Context) -> Said:
    """What an item makes evolve, or which Egg it was for."""
    said = effects.uses(subject, context)
    if said is not None:
        return said
    mark = context.mark(context.thing_row(subject, "evolution", "0"))
    return Said(context.say("things.item.effect_none", name=context.item_name(subject.id), mark=mark))


def _item_profile(query: Facts, subject: Thing, context: Context) -> Said:
    said = effects.item(query, subject, context)
    if context.dataset.items[subject.id].cost is None:
        return said
    cost = _cost(query, subject, context)
    return Said(said.sentence, (*said.notes, context.say("things.sentence", text=cost.sentence)), said.cards)


# --------------------------------------------------------------------------- natures, Egg Groups


def _nature(query: Facts, subject: Thing, context: Context) -> Said:
    nature = context.dataset.natures[subject.id]
    name = context.name(nature.names)
    rows = [
        context.thing_row(subject, "increased_stat", context.stat_name(nature.increased_stat)),
        context.thing_row(subject, "decreased_stat", context.stat_name(nature.decreased_stat)),
    ]
    if nature.increased_stat == nature.decreased_stat:
        return Said(context.say("things.nature.neutral", name=name, mark=context.mark(*rows)))
    up, down = context.stat_name(nature.increased_stat), context.stat_name(nature.decreased_stat)
    card = facts_card(name, (
        {"label": context.say("things.card.raises"), "value": up, "highlight": False},
        {"label": context.say("things.card.lowers"), "value": down, "highlight": False},
    ))  # fmt: skip
    return Said(
        context.say("things.nature.changes", name=name, up=up, down=down, mark=context.mark(*rows)), cards=(card,)
    )


def _egg_group(query: Facts, subject: Thing, context: Context) -> Said:
    members = [
        pokemon
        for pokemon in index_of(context.dataset).ordinary
        if subject.id in context.dataset.species[pokemon.species_id].egg_groups
    ]
    return _members(subject, members, context, "egg_group.members", "egg_group.none")


def _members(subject: Thing, members: Sequence[Pokemon], context: Context, key: str, none: str) -> Said:
    name = context.thing_name(subject)
    mark = context.mark(context.thing_row(subject, "members", str(len(members))))
    if not members:
        return Said(context.say(f"things.{none}", name=name, mark=mark))
    names = effects.some([context.mon_name(one) for one in members], NAMED, context)
    text = context.say(f"things.{key}", name=name, n=len(members), list=names, mark=mark)
    columns = ((context.say("attribute.pokemon"), "left"), (context.label("type"), "left"))
    rows = [(context.mon_name(one), context.type_names(context.types(one))) for one in members]
    return Said(text, cards=(table_card(context.say("things.card.members", name=name), columns, rows),))


# --------------------------------------------------------------------------- types


def _type_profile(query: Facts, subject: Thing, context: Context) -> Said:
    """What a type hits hard, and how it is hit."""
    generation = query.scope.generation
    chart = Chart(context.dataset, generation)
    if not chart.exists(subject.id):
        return _generation_of(query, subject, context)
    own = (subject.id,)
    hits = {t: chart.factor(Attack(subject.id), (t,)) for t in chart.types}
    takes = {t: chart.factor(Attack(t), own) for t in chart.types}

    def named(factors: Mapping[int, float], wanted: Callable[[float], bool]) -> str:
        return context.phrases.join(context.type_name(t) for t, f in factors.items() if wanted(f)) or context.say(
            "things.none"
        )

    text = context.say(
        "things.type.profile",
        name=context.type_name(subject.id),
        strong=named(hits, lambda factor: factor > 1),
        weak=named(takes, lambda factor: factor > 1),
        resists=named(takes, lambda factor: 0 < factor < 1),
        immune=named(takes, lambda factor: factor == 0),
        mark=context.mark(context.table_row("type_efficacy", context.dataset.types[subject.id].identifier, "factor",
                                            context.type_name(subject.id), context.type_name(subject.id))),
    )  # fmt: skip
    if generation is not None:
        text = context.say("things.then", time=context.scope_name(query.scope), text=text)
    members = _type_members(query, subject, context)
    cards = [
        {
            "kind": "matchup",
            "title": context.say(f"matchup.card.{direction}", name=context.type_name(subject.id)),
            "direction": direction,
            "types": context.type_chips(own),
            "groups": [
                {"factor": chip, "types": context.type_chips([t for t, f in factors.items() if f == factor])}
                for factor, chip in ((2.0, "2×"), (0.5, "½×"), (0.0, "0×"))
                if factor in factors.values()
            ],
            "notes": [],
        }
        for direction, factors in (("defence", takes), ("offence", hits))
    ]
    return Said(text, (context.say("things.sentence", text=members.sentence),), tuple(cards))


def _type_members(query: Facts, subject: Thing, context: Context) -> Said:
    members = [
        pokemon
        for pokemon in index_of(context.dataset).ordinary
        if (query.scope.generation is None or pokemon.generation <= query.scope.generation)
        and subject.id in context.types(pokemon, query.scope)
    ]
    return _members(subject, members, context, "type.count", "type.none")


# --------------------------------------------------------------------------- generations, games, regions


def _generation(query: Facts, subject: Thing, context: Context) -> Said:
    generation = context.dataset.generations[subject.id]
    region = context.name(context.dataset.regions[generation.region_id].names)
    mark = context.mark(context.thing_row(subject, "region", region))
    games = context.first_games(subject.id)
    name = context.generation_name(subject.id)
    return Said(context.say("things.games.generation", name=name, games=games, region=region, mark=mark))


def _version_group(query: Facts, subject: Thing, context: Context) -> Said:
    group = context.dataset.version_groups[subject.id]
    generation = group.generation
    mark = context.mark(context.thing_row(subject, "generation", str(generation)))
    value = context.generation_region(generation)
    name = context.version_group_name(subject.id)
    return Said(
        context.say("things.games.version_group", name=name, n=len(group.version_ids), generation=value, mark=mark)
    )


def _region(query: Facts, subject: Thing, context: Context) -> Said:
    found = [g.id for g in context.dataset.generations.values() if g.region_id == subject.id]
    name = context.thing_name(subject)
    value = context.generation_name(found[0]) if found else context.say("answer.unknown")
    mark = context.mark(context.thing_row(subject, "generation", value))
    return Said(context.say("things.games.region", name=name, generation=value, mark=mark))


# --------------------------------------------------------------------------- shared


def _follow_ups(query: Facts, first: Thing, context: Context) -> Iterable[str]:
    keys: Mapping[EntityKind, tuple[str, ...]] = {
        "move": ("who", "power", "type"), "ability": ("has", "generation"), "type": ("strong", "weak"),
    }  # fmt: skip
    asked = {"power": "power", "type": "type", "generation": "generation", "members": "has"}
    done = {asked.get(attribute, "") for attribute in query.attributes}
    if first.kind == "type" and first.id > LAST_CHART_TYPE:
        return ()
    name = context.thing_name(first)
    return [context.say(f"things.follow_up.{key}", name=name) for key in keys.get(first.kind, ()) if key not in done]


_ANSWERERS: Mapping[EntityKind, Mapping[Attribute, Answerer]] = {
    "ability": {
        "generation": _generation_of, "members": _ability_members, "profile": _ability_profile, "id": _id,
        "effect": effects.ability,
    },
    "item": {"cost": _cost, "effect": effects.item, "members": _item_members, "profile": _item_profile, "id": _id},
    "nature": {"effect": _nature, "profile": _nature, "stats": _nature, "id": _id},
    "egg_group": {"members": _egg_group, "profile": _egg_group},
    "type": {
        "profile": _type_profile, "effect": _type_profile, "weakness": _type_profile, "generation": _generation_of,
        "members": _type_members, "id": _id,
    },
    "generation": {"profile": _generation, "region": _generation, "generation": _generation},
    "version_group": {"profile": _version_group, "generation": _version_group, "region": _version_group},
    "region": {"profile": _region, "generation": _region, "region": _region},
}  # fmt: skip
