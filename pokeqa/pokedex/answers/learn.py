"""Learnsets: can a Pokémon learn a move, how and at which level; what it learns; who learns a move.

`learn_words` holds the games and the words. An answer names the newest game in which it holds; the others are listed
below. A game or a form without a learnset in the dataset is said to be unknown, never to be unable.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ...question.algebra import ALL, And, Learn, Learns, Mon, Search
from ..answer import Answer
from ..conditions import learner_ids
from ..model import LearnRow, Pokemon
from ..numbers import OPERATORS
from ..varieties import index_of
from . import search
from .cards import Card, table_card
from .context import Context
from .earliest import earliest
from .evolve_line import BATTLE_KINDS, Lines
from .learn_words import Words
from .marks import spaced

Method = Literal["level-up", "machine", "egg", "tutor"]

#: The methods by which most moves are learnt, in the order in which they are told.
METHODS: tuple[Method, ...] = ("level-up", "machine", "egg", "tutor")
METHOD_NAMES: Mapping[str, Method] = {method: method for method in METHODS}

#: How many names a sentence lists before it says how many more there are.
NAMED = 12

#: How many lines of other games stand below an answer; the table has them all.
LINES_MAX = 6


def answer(query: Learn, context: Context) -> Answer:
    """The answer to a question about learnsets."""
    words = Words(context, query)
    if query.pokemon is None:
        if query.move_id is None:
            raise ValueError("A question about learnsets needs a Pokémon or a move.")
        return _learners(query, query.move_id, words)
    unknown = _unknown(query, query.pokemon, words)
    if unknown is not None:
        return unknown
    if query.move_id is None:
        return _moves(query, query.pokemon, words)
    return _one(query, query.pokemon, query.move_id, words)


def _unknown(query: Learn, mon: Mon, words: Words) -> Answer | None:
    """Says so where the dataset has no learnset to answer from."""
    context, pokemon = words.context, words.context.pokemon(mon)
    known = words.known(pokemon)
    if words.in_scope(known):
        return None
    if words.groups is not None and not words.groups & context.dataset.learnsets.version_groups():
        key = "no_games"
    elif known:
        key = "not_in"
    else:
        key = "no_learnset_form" if pokemon.form_kind in BATTLE_KINDS else "no_learnset"
    text = words.say(
        f"learn.{key}",
        name=context.mon_name(mon),
        base=context.species_name(pokemon.species_id),
        games=words.scope_name(),
        mark=spaced(context, words.none_mark(pokemon)),
    )
    return words.finish(text)


# --------------------------------------------------------------------------- one Pokémon, one move


@dataclass(frozen=True, slots=True)
class _Verdict:
    """Whether one Pokémon learns one move as asked, the sentence that says so, and every row of the move."""

    holds: bool
    text: str
    rows: Sequence[LearnRow]


def _one(query: Learn, mon: Mon, move_id: int, words: Words) -> Answer:
    """Whether and how one Pokémon learns one move."""
    verdict = _verdict(query, mon, move_id, words)
    return _told(query, mon, move_id, words, verdict.text, verdict.rows, holds=verdict.holds)


def several(mon: Mon, moves: Sequence[Learns], context: Context, *, every: bool) -> Answer | None:
    """Whether one Pokémon learns all (`every`) or any of several moves; None where its learnset is not known."""
    verdicts = []
    for one in moves:
        query = Learn(mon, one.move_id, "can", METHOD_NAMES.get(one.method or ""), one.scope)
        words = Words(context, query)
        if _unknown(query, mon, words) is not None:
            return None
        verdicts.append(_verdict(query, mon, one.move_id, words))
    holds = (all if every else any)(verdict.holds for verdict in verdicts)
    words = Words(context, Learn(mon, moves[0].move_id, "can"))
    text = words.say("learn.clause").join(verdict.text for verdict in verdicts)
    follow_ups = [words.say("learn.follow_up.moves", name=context.mon_name(mon))]
    return words.finish(words.say("learn.lead.yes" if holds else "learn.lead.no", text=text), follow_ups=follow_ups)


def _verdict(query: Learn, mon: Mon, move_id: int, words: Words) -> _Verdict:
    context, pokemon = words.context, words.context.pokemon(mon)
    every = words.rows(pokemon.id, move_id)
    rows = [row for row in every if words.is_in_scope(row.version_group_id)]
    name, move = context.mon_name(mon), context.move_name(move_id)
    wanted = "level-up" if query.aspect == "level" else query.method
    hits = [row for row in rows if wanted is None or row.method == wanted]
    fields = {"name": name, "move": move}
    if hits:
        key = "level" if query.aspect == "level" or query.method == "level-up" else "can"
        return _Verdict(True, words.say(f"learn.{key}", **fields, **words.newest(pokemon, hits)), every)
    if query.aspect == "level" and rows:
        fact = words.say("learn.can", **fields, **words.newest(pokemon, rows))
        return _Verdict(True, words.say("learn.no_level", **fields, fact=fact), every)
    # What hatches knows its Egg moves and keeps them, whatever else the last stage can learn.
    kept = _kept(query, pokemon, move_id, words) if not rows or wanted == "egg" else None
    if kept is not None:
        before, found = kept
        before_name = context.mon_name(before)
        text = words.say("learn.keeps", before=before_name, **fields, **words.newest(before, found))
        return _Verdict(True, text, every)
    mark = spaced(context, words.none_mark(pokemon, move_id))
    if wanted is not None:
        by = words.say(f"learn.by.{wanted}")
        text = words.say("learn.cannot_by", **fields, by=by, games=words.scope_name(), mark=mark)
        if rows:
            fact = words.say("learn.can", **fields, **words.newest(pokemon, rows))
            text = text + words.say("learn.clause") + fact
    else:
        text = words.say("learn.cannot", **fields, games=words.scope_name(), mark=mark)
    return _Verdict(False, text, every)


def _kept(query: Learn, pokemon: Pokemon, move_id: int, words: Words) -> tuple[Pokemon, list[LearnRow]] | None:
    """The nearest earlier stage that learns the move, so that the Pokémon can have kept it."""
    lines = Lines(words.context.dataset, query.scope)
    steps = lines.out_of(pokemon.id)
    while steps:
        before = words.context.dataset.pokemon[steps[0].source]
        own_games = set(words.known(pokemon))
        rows = [
            row
            for row in words.rows(before.id, move_id)
            if words.is_in_scope(row.version_group_id)
            and row.version_group_id in own_games
            and query.method in (None, row.method)
        ]
        if rows:
            return before, rows
        steps = lines.out_of(before.id)
    return None


def _told(
    query: Learn, mon: Mon, move_id: int, words: Words, text: str, every: Sequence[LearnRow], *, holds: bool
) -> Answer:
    """The sentence with its "yes" or "no", and the other games below."""
    context = words.context
    if query.aspect == "can":
        text = words.say("learn.lead.yes" if holds else "learn.lead.no", text=text)
    details: list[str] = []
    if every and not holds and words.groups is not None:
        newest = words.newest(context.pokemon(mon), every)
        fact = words.say("learn.can", name=context.mon_name(mon), move=context.move_name(move_id), **newest)
        details.append(words.say("learn.elsewhere", text=fact))
    told = [row for row in every if query.aspect != "level" or not holds or row.method == "level-up"]
    lines = words.lines(told) if words.groups is None else []
    details.append("\n".join(lines[:LINES_MAX]) if len(lines) > 1 else "")
    name, move = context.mon_name(mon), context.move_name(move_id)
    cards: list[Card] = []
    if every:
        columns = ((words.say("learn.table.game"), "left"), (words.say("learn.table.how"), "left"))
        table = [(words.game(group), words.ways(rows)) for group, rows in words.by_group(every)]
        cards.append(table_card(words.say("learn.table.move", name=name, move=move), columns, table))
    follow_ups = [
        words.say("learn.follow_up.moves", name=name),
        words.say("learn.follow_up.who", move=move),
        words.say("learn.follow_up.move", move=move),
    ]
    return words.finish(text, details=details, cards=cards, follow_ups=follow_ups)


# --------------------------------------------------------------------------- what a Pokémon learns


def _moves(query: Learn, mon: Mon, words: Words) -> Answer:
    """The moves a Pokémon learns in one game: the newest one that has such moves."""
    context, pokemon = words.context, words.context.pokemon(mon)
    known = words.in_scope(words.known(pokemon))
    newest = words.newest_group(known)
    method = "level-up" if query.aspect == "level" else query.method
    fitting = [group for group in known if not query.level and _chosen(query, method, pokemon, group, words)]
    group = words.newest_group(fitting) if fitting else newest
    chosen = _chosen(query, method, pokemon, group, words)
    name = context.mon_name(mon)
    count = len({row.move_id for row in chosen})
    noun = _noun(query, count, words)
    by = words.say(f"learn.by.{query.machine or method}") if method is not None else ""
    if query.level is not None:
        kind: str = "range" if query.level_to is not None else query.level_op if query.level else "evolving"
        bound = words.say(f"level-bound.{kind}", level=query.level, last=query.level_to)
        by = words.say("learn.by.level", bound=bound)
    mark = spaced(context, words.set_mark(pokemon, group, count))
    fields = {"games": words.game_name(group), "name": name, "moves": noun, "mark": mark}
    if not chosen:
        text = words.say("learn.list.none", by=by, **fields)
    elif query.place != "all":
        text = words.say(f"learn.list.{query.place}", list=_named(words, chosen, full=True), **fields)
    elif method is None and query.move_type_id is None and query.apart_id is None:
        parts = []
        for one in (*METHODS, "train"):
            own = len({row.move_id for row in chosen if row.method == one})
            parts += [words.say("learn.list.part", n=own, by=words.say(f"learn.by.{one}")).strip()] if own else []
        text = words.say("learn.list.all", n=count, parts=words.say("list.comma").join(parts),
                         **fields)  # fmt: skip
    else:
        text = words.say("learn.list.some", by=by, n=count,
                         list=_named(words, chosen, full=query.aspect != "count"), **fields)  # fmt: skip
    if query.aspect == "can":
        sole = ("learn.lead.not_sole" if chosen else "learn.lead.sole") if query.negated else ""
        text = words.say(sole or ("learn.lead.yes" if chosen else "learn.lead.no"), text=text)
    details = []
    levels = [row for row in chosen if row.method == "level-up"]
    if method is None and query.move_type_id is None and query.apart_id is None and levels:
        details.append(words.say("learn.list.highlights", list=_named(words, levels, full=False)))
    if group != newest:
        fields |= {"games": words.game_name(newest), "moves": _noun(query, 0, words), "mark": ""}
        none = words.say("learn.list.none", by=by, **fields)
        details.append(words.say("learn.sentence", text=none[:1].upper() + none[1:]))
    every = context.dataset.learnsets.of(pokemon.id, group)
    shown = [row for row in every if row.method == "level-up"] if query.level is not None else levels or chosen
    return words.finish(
        text,
        details=details,
        cards=(_moves_card(words, name, group, shown),) if shown else (),
        follow_ups=[*context.follow_ups(mon, "stats", "evolution")],
    )


def _noun(query: Learn, count: int, words: Words) -> str:
    """What the moves are called: "moves", "Fire-type moves", "moves other than Transform"."""
    context = words.context
    if query.apart_id is not None:
        return words.say("learn.list.moves_apart", n=count, move=context.move_name(query.apart_id))
    if query.move_type_id is not None:
        return words.say("learn.list.moves_typed", n=count, type=context.type_name(query.move_type_id))
    return words.say("learn.list.moves", n=count)


def _chosen(query: Learn, method: str | None, pokemon: Pokemon, group: int, words: Words) -> list[LearnRow]:
    """The rows of one game that are asked for."""
    rows = [
        row for row in words.context.dataset.learnsets.of(pokemon.id, group)
        if method in (None, row.method)
        and row.move_id != query.apart_id
        and (query.move_type_id is None or words.type_in(row.move_id, group) == query.move_type_id)
    ]  # fmt: skip
    if query.machine is not None:
        dataset = words.context.dataset
        held = {m.move_id for m in dataset.machines if m.kind == query.machine and m.version_group_id == group}
        rows = [row for row in rows if row.move_id in held]
    if query.level == 0:
        rows = [row for row in rows if row.method == "level-up" and not row.level]
    elif query.level is not None:
        holds = OPERATORS[query.level_op]
        rows = [row for row in rows if row.level and holds(row.level, query.level)]
        rows = [row for row in rows if query.level_to is None or (row.level or 0) <= query.level_to]
    if query.place != "all":
        edge = min if query.place == "first" else max
        levels = [row.level for row in rows if row.level]
        rows = [row for row in rows if levels and row.level == edge(levels)]
    return rows


def _named(words: Words, rows: Sequence[LearnRow], *, full: bool) -> str:
    """Moves by name, with their level where there is one."""
    names = []
    for move_id in dict.fromkeys(row.move_id for row in rows):
        name = words.context.move_name(move_id)
        levels = [row.level for row in rows if row.move_id == move_id and row.method == "level-up" and row.level]
        names.append(words.say("learn.list.by_level", move=name, level=min(levels)) if levels else name)
    return words.some(names, len(names) if full and len(names) <= 3 * NAMED else NAMED)


def _moves_card(words: Words, name: str, group: int, rows: Sequence[LearnRow]) -> Card:
    context = words.context
    columns = (
        (words.say("learn.table.level"), "right"),
        (context.say("attribute.move"), "left"),
        (context.label("type"), "left"),
        (context.label("damage-class"), "left"),
        (context.label("power"), "right"),
    )
    table = []
    for row in rows:
        values = context.dataset.move_in(row.move_id, version_group_id=group)
        table.append((
            str(row.level) if row.level else "–",
            context.move_name(row.move_id),
            context.type_name(values.type_id),
            context.say(f"damage-class.{values.damage_class}"),
            str(values.power) if values.power else "–",
        ))  # fmt: skip
    return table_card(words.say("learn.table.title", name=name, games=words.game_name(group)), columns, table)


# --------------------------------------------------------------------------- who learns a move


def _learners(query: Learn, move_id: int, words: Words) -> Answer:
    """The Pokémon that learn a move; with a condition it is a search like any other."""
    context = words.context
    if query.place == "first":
        return earliest(move_id, words)
    if query.condition != ALL:
        learns = Learns(move_id, words.scope, query.method)
        output: Literal["list", "count"] = "count" if query.aspect == "count" else "list"
        wanted = Search(condition=And((query.condition, learns)), output=output)
        return search.answer(wanted, context)
    move = context.move_name(move_id)
    if words.groups is not None and not words.groups & context.dataset.learnsets.version_groups():
        mark = spaced(context, words.move_mark(move_id, 0))
        return words.finish(words.say("learn.no_games", games=words.scope_name(), mark=mark))
    ordinary, forms = _found(learner_ids(Learns(move_id, words.scope, query.method), context.dataset), words)
    species = [*ordinary, *forms]
    games = words.say("learn.learners.all_games")
    if words.groups is not None:
        games = words.say("learn.learners.in_games", games=words.scope_name())
    fields = {
        "move": move,
        "by": words.say(f"learn.by.{query.method}") if query.method is not None else "",
        "games": games,
        "mark": spaced(context, words.move_mark(move_id, len(species))),
    }
    if not species:
        text = words.say("learn.learners.none", **fields)
    else:
        key = "count" if query.aspect == "count" else "some"
        names = words.some([context.mon_name(one) for one in species], NAMED)
        text = words.say(f"learn.learners.{key}", n=len(species), list=names, **fields)
    details = []
    if words.groups is None and query.method is None and species:
        newest = words.newest_group(words.groups_with(move_id))
        now = _found(context.dataset.learnsets.learner_ids(move_id, newest), words)
        details.append(words.say("learn.learners.latest", games=words.game_name(newest), n=len(now[0]) + len(now[1])))
    if forms:
        details.append(words.say("learn.learners.forms", list=words.some([context.mon_name(f) for f in forms], NAMED)))
    columns = ((context.say("attribute.pokemon"), "left"), (context.label("type"), "left"))
    table = [(context.mon_name(one), context.type_names(context.types(one))) for one in species]
    cards = (table_card(words.say("learn.learners.table", move=move), columns, table),) if species else ()
    follow_ups = [words.say("learn.follow_up.move", move=move)]
    if species:
        follow_ups.append(words.say("learn.follow_up.moves", name=context.mon_name(species[0])))
    return words.finish(text, details=(context.sentences(details),), cards=cards, follow_ups=follow_ups)


def _found(ids: Iterable[int], words: Words) -> tuple[list[Pokemon], list[Pokemon]]:
    """Of the learners, the ordinary varieties, and one lasting form of every species that has no other learner."""
    index = index_of(words.context.dataset)
    known = frozenset(ids)
    ordinary = [one for one in index.ordinary if one.id in known]
    reached = {one.species_id for one in ordinary}
    forms = []
    for species_id, varieties in index.lasting.items():
        learners = [form for form in varieties if form.id in known]
        if learners and species_id not in reached:
            forms.append(learners[0])
    return ordinary, forms
