"""The value of one attribute of one Pokémon in words, with the dataset row it was read from.

A `Value` has `text` None where the dataset does not know it. Sentences, comparisons, tables and cards all take
their values from here, so that they never disagree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from ...question.algebra import NOW, Attribute, Measure, Mon, Scope, Sum, Unit
from ..answer import Row
from ..model import STATS, AbilitySlots, Pokemon
from ..numbers import POKEMON_NUMBERS, STAT_ATTRIBUTES, female_percent, number_of
from ..varieties import index_of
from .context import Context
from .units import measure_both, plain

FIRST_WITH_ABILITIES = 3
FIRST_WITH_HIDDEN_ABILITIES = 5

#: Attributes whose value depends on the generation.
TIMED: frozenset[Attribute] = frozenset({
    "type", "first-type", "second-type", "stats", "total", *STAT_ATTRIBUTES, "ability", "hidden-ability",
    "ordinary-ability",
})  # fmt: skip

#: Steps in an egg cycle in the games up to generation 3; later games take about as many.
STEPS_PER_EGG_CYCLE = 256
#: The same in Sword and Shield and later.
STEPS_PER_EGG_CYCLE_NOW = 128


@dataclass(frozen=True, slots=True)
class Value:
    """What was read: `text` as people write it, `key` the variant of the sentence that says it, `count` its plural."""

    text: str | None
    row: Row
    key: str = ""
    count: int = 1


#: Reads one attribute of a Pokémon.
Reader = Callable[[Mon | Pokemon, Context, Scope], Value]


def value_of(
    attribute: Measure, mon: Mon | Pokemon, context: Context, scope: Scope = NOW, unit: Unit | None = None
) -> Value:
    """The value of an attribute; the attributes are those of `READERS` and every numeric one."""
    reader = None if isinstance(attribute, Sum) else READERS.get(attribute)
    if reader is not None:
        return reader(mon, context, scope)
    return number_value(attribute, mon, context, scope, unit)


def number_value(
    attribute: Measure, mon: Mon | Pokemon, context: Context, scope: Scope = NOW, unit: Unit | None = None
) -> Value:
    """The value of a numeric attribute, in the unit asked for with the usual one behind it."""
    pokemon = context.pokemon(mon)
    number = number_of(attribute, context.dataset, scope)(pokemon)
    text = None if number is None else measure_both(attribute, number, unit)
    return Value(text, _pokemon_row(context, mon, field_of(attribute), text, scope))


def field_of(measure: Measure) -> str:
    """The field of a row that holds a measure: "stats.speed", "stats.attack+stats.speed"."""
    if isinstance(measure, Sum):
        return "+".join(field_of(one) for one in measure.attributes)
    return FIELDS.get(measure, measure)


#: The field names of rows where they differ from the attribute's.
FIELDS: dict[Attribute, str] = {**{stat: f"stats.{stat}" for stat in STAT_ATTRIBUTES}, "total": "stats.total"}


def _pokemon_row(context: Context, mon: Mon | Pokemon, field: str, text: str | None, scope: Scope = NOW) -> Row:
    suffix = "" if scope.generation is None else f"@{scope.generation}"
    shown = context.say("answer.unknown") if text is None else text
    return context.pokemon_row(context.pokemon(mon), field + suffix, shown)


def _species_value(
    context: Context, mon: Mon | Pokemon, field: str, text: str | None, key: str = "", count: int = 1
) -> Value:
    shown = context.say("answer.unknown") if text is None else text
    return Value(text, context.species_row(mon.species_id, field, shown), key, count)


# --------------------------------------------------------------------------- of the variety


def _types(mon: Mon | Pokemon, context: Context, scope: Scope) -> Value:
    types = context.types(mon, scope)
    text = context.type_names(types) or None
    return Value(text, _pokemon_row(context, mon, "types", text, scope), count=len(types))


def _type_slot(slot: int) -> Reader:
    """Reads the first or the second type; the only one where there are not two."""

    def read(mon: Mon | Pokemon, context: Context, scope: Scope) -> Value:
        types = context.types(mon, scope)
        row = _pokemon_row(context, mon, "types", context.type_names(types) or None, scope)
        text = context.type_names(types[slot - 1 : slot] if len(types) > 1 else types) or None
        return Value(text, row, key="single" if len(types) == 1 else "")

    return read


def _stats(mon: Mon | Pokemon, context: Context, scope: Scope) -> Value:
    stats = context.stats(mon, scope)
    text = stat_list(context, stats) if stats else None
    return Value(text, _pokemon_row(context, mon, "stats", text, scope))


def _extreme_stat(choose: Callable[[Iterable[int]], int], field: str) -> Reader:
    """Reads the highest or the lowest base stat; several where they tie."""

    def read(mon: Mon | Pokemon, context: Context, scope: Scope) -> Value:
        stats = context.stats(mon, scope)
        if not stats:
            return Value(None, _pokemon_row(context, mon, "stats", None, scope))
        bound = choose(stats.values())
        names = [context.stat_name(stat) for stat, value in stats.items() if value == bound]
        text = context.say("facts.stat-and-value", stats=context.phrases.join(names), value=bound)
        return Value(text, _pokemon_row(context, mon, field, text, scope), count=len(names))

    return read


def stat_list(context: Context, stats: Mapping[str, int]) -> str:
    """The six stats and their total in a line: "HP 108, Attack 130, ..."."""
    parts = [f"{context.stat_name(stat)} {value}" for stat, value in stats.items()]
    return context.say("list.comma").join([*parts, f"{context.label('total')} {sum(stats.values())}"])


def ability_names(context: Context, slots: AbilitySlots) -> list[str]:
    """Ability names, the hidden one marked: ["Sand Veil", "Rough Skin (hidden)"]."""
    names = [context.ability_name(one) for one in dict.fromkeys(slots.ordinary())]
    if slots.hidden is not None and slots.hidden not in slots.ordinary():
        names.append(context.say("facts.hidden", name=context.ability_name(slots.hidden)))
    return names


def _abilities(mon: Mon | Pokemon, context: Context, scope: Scope) -> Value:
    names = ability_names(context, context.abilities(mon, scope))
    text = context.phrases.join(names) or None
    return Value(text, _pokemon_row(context, mon, "abilities", text, scope), count=len(names))


def _ordinary_abilities(mon: Mon | Pokemon, context: Context, scope: Scope) -> Value:
    names = [context.ability_name(one) for one in dict.fromkeys(context.abilities(mon, scope).ordinary())]
    text = context.phrases.join(names) or None
    return Value(text, _pokemon_row(context, mon, "abilities.ordinary", text, scope), count=len(names))


def _hidden_ability(mon: Mon | Pokemon, context: Context, scope: Scope) -> Value:
    slots = context.abilities(mon, scope)
    if not slots.all():
        return Value(None, _pokemon_row(context, mon, "abilities.hidden", None, scope))
    if slots.hidden is None or slots.hidden in slots.ordinary():
        text = context.say("facts.none")
        return Value(text, _pokemon_row(context, mon, "abilities.hidden", text, scope), key="none")
    text = context.ability_name(slots.hidden)
    return Value(text, _pokemon_row(context, mon, "abilities.hidden", text, scope))


def _generation(mon: Mon | Pokemon, context: Context, _: Scope) -> Value:
    pokemon = context.pokemon(mon)
    if pokemon.is_default:
        text = context.generation_region(context.species(mon).generation)
        return _species_value(context, mon, "generation", text)
    games = context.version_group_name(pokemon.version_group_id)
    text = context.say("facts.generation-games", generation=context.generation_name(pokemon.generation), games=games)
    return Value(text, _pokemon_row(context, mon, "generation", text), key="form")


def _region(mon: Mon | Pokemon, context: Context, _: Scope) -> Value:
    dataset, pokemon = context.dataset, context.pokemon(mon)
    words = {one.identifier: one for one in dataset.regions.values()}
    own = next((words[word] for word in pokemon.form.split("-") if word in words), None)
    if own is not None and pokemon.form_kind == "regional":
        text = context.name(own.names)
        return Value(text, _pokemon_row(context, mon, "region", text))
    generation = dataset.generations[context.species(mon).generation]
    return _species_value(context, mon, "region", context.name(dataset.regions[generation.region_id].names))


def _forms(mon: Mon | Pokemon, context: Context, _: Scope) -> Value:
    names = form_names(context, mon)
    looks = index_of(context.dataset).forms[mon.species_id] - len(names) - 1
    text = context.phrases.join(names) if names else context.say("facts.none")
    typed = any(one.types for one in context.dataset.cosmetic_forms_of(context.species(mon).default_pokemon_id))
    key = "some" if names else "types" if typed else "looks" if looks > 0 else "none"
    count = len(names) if names else looks + 1
    return _species_value(context, mon, "forms", text, key, count)


def form_names(context: Context, mon: Mon | Pokemon) -> list[str]:
    """The names of a species' other varieties."""
    varieties = (context.dataset.pokemon[one] for one in context.species(mon).pokemon_ids)
    return list(dict.fromkeys(context.mon_name(one) for one in varieties if not one.is_default))


def _ev_yield(mon: Mon | Pokemon, context: Context, _: Scope) -> Value:
    pokemon = context.pokemon(mon)
    gained = zip(STATS, pokemon.effort, strict=False)
    parts = [f"{points} {context.stat_name(stat)}" for stat, points in gained if points]
    text = context.say("list.comma").join(parts) or None
    return Value(text, _pokemon_row(context, mon, "effort", text))


# --------------------------------------------------------------------------- of the species


def _dex_number(mon: Mon | Pokemon, context: Context, _: Scope) -> Value:
    return _species_value(context, mon, "dex_numbers.national", str(mon.species_id))


def _egg_groups(mon: Mon | Pokemon, context: Context, _: Scope) -> Value:
    groups = context.species(mon).egg_groups
    text = context.phrases.join(context.name(context.dataset.egg_groups[one].names) for one in groups) or None
    unbreedable = any(context.dataset.egg_groups[one].identifier == "no-eggs" for one in groups)
    return _species_value(context, mon, "egg_groups", text, "none" if unbreedable else "", len(groups))


def _gender_ratio(mon: Mon | Pokemon, context: Context, _: Scope) -> Value:
    female = female_percent(context.species(mon).gender_rate)
    if female is None:
        key, text = "genderless", context.say("facts.genderless")
    elif female in (0, 100):
        key = "female-only" if female else "male-only"
        text = "♀ 100%" if female else "♂ 100%"
    else:
        key, text = "", f"♂ {plain(100 - female)}% / ♀ {plain(female)}%"
    return _species_value(context, mon, "gender_rate", text, key)


def _hatch(mon: Mon | Pokemon, context: Context, _: Scope) -> Value:
    cycles = context.species(mon).hatch_counter
    text = context.say(
        "facts.hatch-value", cycles=cycles, steps=cycles * STEPS_PER_EGG_CYCLE, now=cycles * STEPS_PER_EGG_CYCLE_NOW,
        half=cycles * STEPS_PER_EGG_CYCLE // 2, half_now=cycles * STEPS_PER_EGG_CYCLE_NOW // 2,
    )  # fmt: skip
    return _species_value(context, mon, "hatch_counter", text)


def _growth_rate(mon: Mon | Pokemon, context: Context, _: Scope) -> Value:
    rate = context.dataset.growth_rates[context.species(mon).growth_rate_id]
    text = context.say(
        "facts.growth-rate-value", name=context.say(f"growth-rate.{rate.identifier}"), experience=rate.experience[-1]
    )
    return _species_value(context, mon, "growth_rate", text)


def _look(table: str, attribute: str) -> Callable[[Mon | Pokemon, Context, Scope], Value]:
    def read(mon: Mon | Pokemon, context: Context, _: Scope) -> Value:
        row_id = getattr(context.species(mon), f"{attribute}_id")
        text = None if row_id is None else look_name(context, table, row_id)
        return _species_value(context, mon, attribute, text)

    return read


def look_name(context: Context, table: str, row_id: int) -> str:
    """The name of a colour, a shape, a habitat or a growth rate."""
    record = getattr(context.dataset, table)[row_id]
    key = f"growth-rate.{record.identifier}" if table == "growth_rates" else f"{table}.{record.identifier}"
    return context.say(key) if key in context.phrases else context.name(record.names)


def _genus(mon: Mon | Pokemon, context: Context, _: Scope) -> Value:
    genus = context.species(mon).genus
    return _species_value(context, mon, "genus", context.name(genus) if genus else None)


def class_names(context: Context, species_id: int) -> list[str]:
    """The classes of a species in words: ["Legendary"], ["Ultra Beast"]; empty for an ordinary one."""
    classes = index_of(context.dataset).classes
    own = [name for name in CLASS_ORDER if species_id in classes[name]]
    if len(own) > 1 and own[0].endswith("-paradox"):
        own.remove("paradox")  # said by the other
    return [context.say(f"class-name.{name}") for name in own]


CLASS_ORDER = (
    "legendary", "mythical", "baby", "starter", "fossil", "ultra-beast", "ancient-paradox", "future-paradox", "paradox",
    "pseudo-legendary",
    "legendary-bird", "legendary-beast", "legendary-giant", "weather-trio", "lake-guardian", "creation-trio",
    "tao-trio", "sword-of-justice", "force-of-nature", "aura-trio", "guardian-deity", "treasure-of-ruin",
    "loyal-three", "eon-duo",
)  # fmt: skip


def _status(mon: Mon | Pokemon, context: Context, _: Scope) -> Value:
    text = context.phrases.join(class_names(context, mon.species_id)) or context.say("class-name.ordinary")
    return _species_value(context, mon, "status", text)


#: The attributes with a reader of their own; the numeric ones are read by `number_value`.
READERS: dict[Attribute, Reader] = {
    "type": _types,
    "first-type": _type_slot(1),
    "second-type": _type_slot(2),
    "stats": _stats,
    "ability": _abilities,
    "ordinary-ability": _ordinary_abilities,
    "hidden-ability": _hidden_ability,
    "generation": _generation,
    "region": _region,
    "dex-number": _dex_number,
    "id": _dex_number,
    "egg-group": _egg_groups,
    "gender-ratio": _gender_ratio,
    "hatch": _hatch,
    "ev-yield": _ev_yield,
    "growth-rate": _growth_rate,
    "color": _look("colors", "color"),
    "shape": _look("shapes", "shape"),
    "habitat": _look("habitats", "habitat"),
    "genus": _genus,
    "forms": _forms,
    "status": _status,
    "best-stat": _extreme_stat(max, "stats.highest"),
    "worst-stat": _extreme_stat(min, "stats.lowest"),
}

#: Every attribute that `value_of` can read.
READABLE: frozenset[Attribute] = frozenset(READERS) | POKEMON_NUMBERS
