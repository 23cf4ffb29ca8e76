"""What wild Pokémon carry, and who carries an item."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from ....question.algebra import Scope
from ....question.carrying import WildItem
from ...answer import Answer, Row
from ...dataset import SIDE_GAMES
from ...model import Pokemon
from ...varieties import index_of, introduced_in
from ...wild_items import Carried, WildItems, is_met, wild_items
from ..cards import Card, table_card
from ..context import Context

#: Carriers that a sentence names; the table has the others.
NAMED = 12


def answer(query: WildItem, context: Context) -> Answer:
    """The items of one Pokémon, whether one carries an item and how likely, or everyone who does."""
    known = wild_items(context.dataset)
    games = _games(query.scope, known, context)
    if not games:
        return _unknown(query, context)
    if query.pokemon is None:
        return _carriers(query, known, games, context)
    pokemon = context.pokemon(query.pokemon)
    if introduced_in(pokemon, context.dataset) > _last_generation(known, context):
        return _unknown(query, context)
    if pokemon.is_battle_only:
        form, name = context.mon_name(query.pokemon), context.species_name(pokemon.species_id)
        row = context.pokemon_row(pokemon, "is_battle_only", form)
        return context.answer(context.say("wild.battle-form", form=form, name=name, mark=context.mark(row)))
    lines = known.of(pokemon.id, games)
    if query.item_id is not None:
        return _one_item(query, pokemon, lines, known, games, context)
    name, limited = context.mon_name(query.pokemon), _is_limited(query.scope)
    mark = context.mark(_row(pokemon, lines, known, context))
    when = _games_said(games, known, context)
    elsewhere = known.of(pokemon.id, known.versions) if limited and not lines else []
    others = _other_forms(pokemon, known, games, context)
    notes = [
        context.say("wild.elsewhere", items=_items_said(elsewhere, known, context)) if elsewhere else "",
        context.say("wild.forms", forms=context.say("wild.semicolon").join(others)) if others else "",
        _doubt(lines, context),
        _limit(known, context),
    ]
    if not lines:
        key = "wild.none-in" if limited else "wild.none"
        headline = _polar(query, context.say(key, name=name, when=when, mark=mark), context, so=False)
        return context.answer(headline, details=context.sentences(notes))
    if limited and all(line.version_ids == games for line in lines):
        items = context.phrases.join(
            context.say("wild.item", item=context.item_name(line.item_id), chance=_chance(line, context))
            for line in _likeliest(lines)
        )
        headline = context.say("wild.in", name=name, when=when, items=items, mark=mark)
    else:
        headline = context.say("wild.all", name=name, items=_items_said(lines, known, context), mark=mark)
    card = _items_table(name, lines, known, context)
    headline = _polar(query, headline, context, so=True)
    return context.answer(headline, details=context.sentences(notes), cards=(card,))


def _polar(query: WildItem, text: str, context: Context, *, so: bool) -> str:
    """The sentence behind yes or no, where whether it holds anything was asked."""
    if query.aspect != "any":
        return text
    return context.say("wild.any-yes" if so else "wild.any-no", text=text)


# --------------------------------------------------------------------------- one item of one Pokémon


def _one_item(
    query: WildItem, pokemon: Pokemon, every: Sequence[Carried], known: WildItems, games: Sequence[int],
    context: Context,
) -> Answer:  # fmt: skip
    item_id = query.item_id
    lines = [line for line in every if line.item_id == item_id]
    name, item = context.mon_name(query.pokemon or pokemon), context.item_name(item_id or 0)
    mark = context.mark(_row(pokemon, lines, known, context))
    if not lines:
        elsewhere = [one for one in known.of(pokemon.id, known.versions) if one.item_id == item_id]
        instead = every and not elsewhere
        headline = context.say(
            "wild.check-no", name=name, item=item, when=_games_said(games, known, context), mark=mark,
            polarity=context.polarity(False),
        )  # fmt: skip
        notes = [
            context.say("wild.elsewhere", items=_items_said(elsewhere, known, context)) if elsewhere else "",
            context.say("wild.instead", items=_items_said(every, known, context)) if instead else "",
            _limit(known, context),
        ]
        return context.answer(headline, details=context.sentences(notes))
    chances = context.say("wild.semicolon").join(_when(line, known, context) for line in lines)
    key = "wild.check-yes" if query.aspect == "check" else "wild.chance"
    headline = context.say(key, name=name, item=item, chances=chances, mark=mark, polarity=context.polarity(True))
    notes = [_doubt(lines, context), _limit(known, context)]
    return context.answer(headline, details=context.sentences(notes))


# --------------------------------------------------------------------------- who carries an item


def _carriers(query: WildItem, known: WildItems, games: tuple[int, ...], context: Context) -> Answer:
    item = context.item_name(query.item_id or 0)
    lines = [one for one in known.carriers(query.item_id or 0, games) if is_met(one.pokemon_id, context.dataset)]
    order = {one.id: place for place, one in enumerate(index_of(context.dataset).all)}
    lines.sort(key=lambda line: order[line.pokemon_id])
    when = context.say("wild.scope", when=_games_said(games, known, context)) if _is_limited(query.scope) else ""
    groups = {pokemon: list(found) for pokemon, found in groupby(lines, key=lambda line: line.pokemon_id)}
    row = context.table_row(
        "wild_items", str(query.item_id), "carriers", str(len(groups)), item
    )  # fmt: skip
    if not groups:
        headline = context.say("wild.carriers-none", item=item, scope=when, mark=context.mark(row))
        return context.answer(headline, details=_limit(known, context))
    names = [
        context.say("wild.item", item=context.mon_name(context.dataset.pokemon[one]), chance=_chances(found, context))
        for one, found in groups.items()
    ]
    said = context.phrases.join(names[:NAMED]) if len(names) <= NAMED else context.say(
        "wild.more", names=context.say("list.comma").join(names[:NAMED]), n=len(names) - NAMED
    )  # fmt: skip
    headline = context.say("wild.carriers", item=item, scope=when, n=len(groups), names=said, mark=context.mark(row))
    columns = [(context.say(f"wild.column-{key}"), align) for key, align in _columns("pokemon")]
    rows = [
        [context.mon_name(context.dataset.pokemon[line.pokemon_id]), _chance(line, context),
         _games_said(line.version_ids, known, context)]
        for line in lines
    ]  # fmt: skip
    card = table_card(context.say("wild.carriers-title", item=item), columns, rows)
    return context.answer(headline, details=context.sentences([_doubt(lines, context), _limit(known, context)]),
                          cards=(card,))  # fmt: skip


# --------------------------------------------------------------------------- games


def _games(scope: Scope, known: WildItems, context: Context) -> tuple[int, ...]:
    """The games of a scope that the data covers; without a scope, all of them."""
    dataset = context.dataset
    if scope.versions:
        wanted: Iterable[int] = scope.versions
    elif scope.version_groups:
        wanted = (one for group in scope.version_groups for one in dataset.version_groups[group].version_ids)
    elif scope.generation is not None:
        groups = dataset.version_groups_of_generation(scope.generation)
        wanted = (one for group in groups for one in group.version_ids)
    else:
        return known.versions
    chosen = set(wanted)
    return tuple(one for one in known.versions if one in chosen)


def _is_limited(scope: Scope) -> bool:
    return scope.generation is not None or bool(scope.version_groups)


def _generation(version_id: int, context: Context) -> int:
    return context.dataset.version_groups[context.dataset.versions[version_id].version_group_id].generation


def _last_generation(known: WildItems, context: Context) -> int:
    return max(_generation(one, context) for one in known.versions)


def _games_said(games: Iterable[int], known: WildItems, context: Context) -> str:
    """Games by their names, or by the generations whose games they all are: "Emerald and Generations 4 and 5".

    A generation of which the data covers a part alone goes by the names of its games.
    """
    chosen = set(games)
    parts: list[str] = []
    whole: list[int] = []
    for generation, versions in groupby(known.versions, key=lambda one: _generation(one, context)):
        if chosen.issuperset(_main_games(generation, context)):
            whole.append(generation)
            continue
        parts += _span(whole, context)
        whole = []
        parts += [context.name(context.dataset.versions[one].names) for one in versions if one in chosen]
    return context.phrases.join([*parts, *_span(whole, context)])


def _main_games(generation: int, context: Context) -> list[int]:
    groups = context.dataset.version_groups_of_generation(generation)
    return [one for group in groups if group.identifier not in SIDE_GAMES for one in group.version_ids]


def _span(generations: Sequence[int], context: Context) -> list[str]:
    if not generations:
        return []
    if len(generations) == 1:
        return [context.generation_name(generations[0])]
    key = "wild.two-generations" if len(generations) == 2 else "wild.generations"
    return [context.say(key, first=generations[0], last=generations[-1])]


# --------------------------------------------------------------------------- words


def _likeliest(lines: Iterable[Carried]) -> list[Carried]:
    return sorted(lines, key=lambda line: -(line.chance or 0))


def _chance(line: Carried, context: Context) -> str:
    return context.say("wild.percent", value=line.chance) if line.chance else context.say("wild.chance-unknown")


def _when(line: Carried, known: WildItems, context: Context) -> str:
    """A chance with its games: "5% in X and Y"."""
    key = "wild.when" if line.chance else "wild.when-unknown"
    when = _games_said(line.version_ids, known, context)
    return context.say(key, chance=_chance(line, context), when=when)


def _chances(lines: Iterable[Carried], context: Context) -> str:
    """The chances of one Pokémon and one item, over the games: "5% or 1%"."""
    known = dict.fromkeys(_chance(line, context) for line in lines if line.chance)
    return context.phrases.join(known, "or") or context.say("wild.chance-unknown")


def _items_said(lines: Sequence[Carried], known: WildItems, context: Context) -> str:
    """Every item once, with its chances and the games of each."""
    return context.say("wild.semicolon").join(
        context.say("wild.item", item=context.item_name(item), chance=context.say("wild.inner").join(
            _when(line, known, context) for line in lines if line.item_id == item
        ))
        for item in dict.fromkeys(line.item_id for line in lines)
    )  # fmt: skip


def _other_forms(pokemon: Pokemon, known: WildItems, games: Sequence[int], context: Context) -> list[str]:
    """What the lasting forms of an ordinary Pokémon carry, where they are met."""
    if not pokemon.is_default:
        return []
    forms = index_of(context.dataset).lasting.get(pokemon.species_id, ())
    return [
        context.say("wild.form", form=context.mon_name(form), items=_items_said(lines, known, context))
        for form in forms
        if is_met(form.id, context.dataset) and (lines := known.of(form.id, games))
    ]


def _doubt(lines: Iterable[Carried], context: Context) -> str:
    return context.say("wild.doubt") if any(line.chance is None for line in lines) else ""


def _limit(known: WildItems, context: Context) -> str:
    return context.say("wild.limit", games=_games_said(known.versions, known, context))


def _unknown(query: WildItem, context: Context) -> Answer:
    """What is said of games that the data does not cover: nothing about what is carried there."""
    known = wild_items(context.dataset)
    scope = query.scope
    if _is_limited(scope):
        when = (
            context.phrases.join(context.name(context.dataset.versions[one].names) for one in scope.versions)
            if scope.versions
            else context.scope_name(scope)
        )
        headline = context.say("wild.unknown", when=when)
    else:
        headline = context.say("wild.unknown-pokemon", name=context.mon_name(query.pokemon) if query.pokemon else "")
    return context.answer(headline, details=_limit(known, context))


def _columns(first: str) -> list[tuple[str, str]]:
    return [(first, "left"), ("chance", "right"), ("games", "left")]


def _items_table(name: str, lines: Sequence[Carried], known: WildItems, context: Context) -> Card:
    columns = [(context.say(f"wild.column-{key}"), align) for key, align in _columns("item")]
    rows = [
        [context.item_name(line.item_id), _chance(line, context), _games_said(line.version_ids, known, context)]
        for line in lines
    ]
    return table_card(context.say("wild.title", name=name), columns, rows)


def _row(pokemon: Pokemon, lines: Sequence[Carried], known: WildItems, context: Context) -> Row:
    text = _items_said(lines, known, context) if lines else context.say("facts.none")
    return context.pokemon_row(pokemon, "wild_items", text)
