"""What several Pokémon have in common, what sets them apart, and which ones are like one."""

from __future__ import annotations

from ...question.algebra import Attribute, Mon
from ...question.joint_queries import Contrast, Similar
from ..answer import Answer
from ..model import Pokemon
from ..numbers import CLOSE_TOTAL, STAT_ATTRIBUTES
from ..varieties import index_of
from .cards import pokemon_card, table_card
from .context import Context
from .search_words import NAMED
from .values import value_of

#: What is compared, in the order in which it is told.
COMPARED: tuple[Attribute, ...] = (
    "type", "ability", *STAT_ATTRIBUTES, "total", "height", "weight", "egg-group", "gender-ratio", "capture-rate",
    "generation", "color", "growth-rate",
)  # fmt: skip

#: Attributes with several values, of which some may be shared.
PARTLY_SHARED: tuple[Attribute, ...] = ("type", "ability", "egg-group")


def answer(query: Contrast, context: Context) -> Answer:
    """The attributes that are equal, or those that are not, with both values."""
    mons = query.subjects
    names = context.phrases.join(context.mon_name(mon) for mon in mons)
    columns = [(context.label("pokemon"), "left"), *((context.mon_name(mon), "right") for mon in mons)]
    told: list[str] = []
    rows: list[list[str]] = []
    if query.attributes:
        return _in_these(query, context)
    for attribute in COMPARED:
        values = [value_of(attribute, mon, context) for mon in mons]
        texts = [value.text or context.say("answer.unknown") for value in values]
        rows.append([context.label(attribute), *texts])
        known = values[0].text is not None
        same = len(set(texts)) == 1 or (attribute == "generation" and _came_together(mons, context))
        if not known or same != (query.aspect == "common"):
            continue
        mark = context.mark(*(value.row for value in values))
        if same:
            told.append(context.say("contrast.same", label=context.label(attribute), value=texts[0]) + mark)
        else:
            values_told = context.say("contrast.against").join(texts)
            told.append(context.say("contrast.apart", label=context.label(attribute), values=values_told) + mark)
    if query.aspect == "common":
        told = [part for one in PARTLY_SHARED if (part := _common(mons, one, context))] + told
        key = "contrast.common" if told else "contrast.nothing-common"
    else:
        key = "contrast.differences" if told else "contrast.no-differences"
        if query.claimed and told:
            key = f"contrast.{query.claimed}-apart"
    headline = context.say(key, names=names, points=context.say("list.semicolon").join(told))
    cards = [pokemon_card(context, mon) for mon in mons]
    return context.answer(headline, cards=[*cards, table_card(names, columns, rows)])


def _came_together(mons: tuple[Mon, ...], context: Context) -> bool:
    """Did forms of one species come in one generation? The name of a form's game then tells nothing."""
    return len({(mon.species_id, context.pokemon(mon).generation) for mon in mons}) == 1


def _in_these(query: Contrast, context: Context) -> Answer:
    """Each of the attributes asked for: what all have, or what each has."""
    mons = query.subjects
    alike: list[str] = []
    apart: list[str] = []
    for attribute in query.attributes:
        values = [value_of(attribute, mon, context) for mon in mons]
        texts = [value.text or context.say("answer.unknown") for value in values]
        mark = context.mark(*(value.row for value in values))
        if len(set(texts)) == 1:
            alike.append(context.say("contrast.same", label=context.label(attribute), value=texts[0]) + mark)
        else:
            each = context.say("contrast.against").join(texts)
            apart.append(context.say("contrast.apart", label=context.label(attribute), values=each) + mark)
    names = context.phrases.join(context.mon_name(mon) for mon in mons)
    key = "contrast.differences" if apart else "contrast.alike"
    if query.claimed:
        key = f"contrast.{query.claimed}-{'apart' if apart else 'alike'}"
    headline = context.say(key, names=names, points=context.say("list.semicolon").join(apart or alike))
    return context.answer(headline, cards=[pokemon_card(context, mon) for mon in mons])


def _common(mons: tuple[Mon, ...], attribute: Attribute, context: Context) -> str:
    """The types, abilities or egg groups that all of them have where they have others too."""
    sets: list[dict[int, None]] = []
    for mon in mons:
        pokemon = context.pokemon(mon)
        if attribute == "type":
            own: tuple[int, ...] = tuple(context.types(mon))
        elif attribute == "ability":
            own = tuple(pokemon.abilities.all())
        else:
            own = context.species(mon).egg_groups
        sets.append(dict.fromkeys(own))
    both = [one for one in sets[0] if all(one in other for other in sets[1:])]
    if not both or all(set(one) == set(sets[0]) for one in sets):
        return ""
    if attribute == "type":
        names = [context.type_name(one) for one in both]
    elif attribute == "ability":
        names = [context.ability_name(one) for one in both]
    else:
        names = [context.name(context.dataset.egg_groups[one].names) for one in both]
    mark = context.mark(*(value_of(attribute, mon, context).row for mon in mons))
    return context.say(f"contrast.shared.{attribute}", names=context.phrases.join(names), n=len(names)) + mark


#: So many are named where none is really alike.
_NEAREST = 5


def _nearest(own: Pokemon, context: Context, *, any_type: bool = False) -> list[Pokemon]:
    """The Pokémon that share a type with one (or any) and whose six base stats are closest to its own."""

    def distance(one: Pokemon) -> int:
        return sum(abs(a - b) for a, b in zip(one.stats, own.stats, strict=True))

    found = [
        one
        for one in index_of(context.dataset).ordinary
        if one.species_id != own.species_id
        and one.stats
        and (any_type or not frozenset(one.types).isdisjoint(own.types))
    ]
    return sorted(found, key=lambda one: (distance(one), one.species_id))[:_NEAREST]


def similar(query: Similar, context: Context) -> Answer:
    """The Pokémon of the same types whose base stat total is close, the closest first."""
    mon = query.subject
    own = context.pokemon(mon)
    total, types = sum(own.stats), frozenset(own.types)
    near = [
        pokemon
        for pokemon in index_of(context.dataset).ordinary
        if pokemon.species_id != own.species_id and frozenset(pokemon.types) == types and pokemon.stats
        and abs(sum(pokemon.stats) - total) <= CLOSE_TOTAL
    ]  # fmt: skip
    near.sort(key=lambda pokemon: (abs(sum(pokemon.stats) - total), pokemon.species_id))
    mark = context.mark(value_of("type", mon, context).row, value_of("total", mon, context).row)
    name, pair = context.mon_name(mon), context.type_names(own.types)
    if not own.stats:
        return context.answer(context.say("contrast.similar-unknown", name=name))
    if query.by == "stats":
        stats = context.say("list.slash").join(map(str, own.stats))
        told = context.phrases.join(
            context.say("search.with-value", name=context.mon_name(one),
                        value=context.say("list.slash").join(map(str, one.stats)))
            + context.mark(value_of("total", one, context).row)
            for one in _nearest(own, context, any_type=True)
        )  # fmt: skip
        return context.answer(context.say("contrast.nearest-stats", names=told, name=name, stats=stats, mark=mark))
    if not near:
        none = context.say("contrast.none-similar", name=name, types=pair, total=total, margin=CLOSE_TOTAL, mark=mark)
        nearest = _nearest(own, context)
        told = context.phrases.join(
            context.say("search.with-value", name=context.mon_name(one), value=context.type_names(one.types))
            + context.mark(value_of("type", one, context).row)
            for one in nearest
        )
        return context.answer(none, details=context.say("contrast.nearest", names=told, name=name, n=len(nearest)))
    names = [
        context.say("search.with-value", name=context.mon_name(pokemon), value=sum(pokemon.stats))
        + context.mark(value_of("total", pokemon, context).row)
        for pokemon in near[:NAMED]
    ]
    headline = context.say("contrast.similar", name=name, types=pair, total=total, margin=CLOSE_TOTAL, mark=mark,
                           names=context.phrases.join(names), n=len(near), count=len(near))  # fmt: skip
    return context.answer(headline, follow_ups=context.follow_ups(near[0], "profile", "weakness"))
