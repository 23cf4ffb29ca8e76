"""Machines by number, moves of one family alone, and moves compared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ....question.algebra import NOW, Scope, Thing
from ....question.calculations import CompareMoves, Exclusive, MachineLookup
from ...answer import Answer
from ...model import Machine, Species
from ...numbers import move_number_of
from ...own_moves import species_by_move
from ..cards import table_card
from ..context import Context
from ..units import measure

#: How many moves a sentence names.
NAMED = 12
#: How many moves that one other family shares are told.
RAREST = 3


def answer(query: MachineLookup | Exclusive | CompareMoves, context: Context) -> Answer:
    """The answer to a question about moves that takes more than one row."""
    if isinstance(query, MachineLookup):
        return _machine(query, context) if query.number else _machines(query, context)
    return _compare(query, context) if isinstance(query, CompareMoves) else _exclusive(query, context)


# --------------------------------------------------------------------------- machines


def _machine(query: MachineLookup, context: Context) -> Answer:
    wanted = [
        m for m in context.dataset.machines
        if m.kind == query.kind and m.number == query.number and _in_scope(m, query.scope, context)
    ]  # fmt: skip
    label = machine_name(query.kind, query.number)
    when = context.scope_name(query.scope) if query.scope != NOW else ""
    if not wanted:
        known = [m for m in context.dataset.machines if _in_scope(m, query.scope, context)]
        key = "machine.none" if known else "machine.no-data"
        if query.number and any(m.kind == query.kind and m.number > query.number for m in known):
            key = "machine.unlisted"  # the numbers of a game have no gaps; its list does
        return context.answer(context.say(key if when else "machine.never", machine=label, when=when))
    orders = context.dataset.version_groups
    wanted.sort(key=lambda m: orders[m.version_group_id].order)
    by_move: dict[int, list[Machine]] = {}
    for machine in wanted:
        by_move.setdefault(machine.move_id, []).append(machine)
    marks = {
        move: context.mark(context.table_row("machines", f"{query.kind}{query.number}-{m[0].version_group_id}", "move",
                                             context.move_name(move), label))
        for move, m in by_move.items()
    }  # fmt: skip
    if query.move_id is not None and query.move_id not in by_move:
        others = context.phrases.join(context.move_name(one) + marks[one] for one in by_move)
        return context.answer(context.say("machine.not-it", machine=label, move=others, when=when))
    if query.move_id is not None:
        found = by_move[query.move_id]
        if query.always and not _is_everywhere(query, found, context):
            fields = {"machine": label, "move": context.move_name(query.move_id), "mark": marks[query.move_id]}
            return context.answer(context.say("machine.not-always", when=_games(found, context), **fields))
        return context.answer(context.say("machine.it-is", machine=label, move=context.move_name(query.move_id),
                                          when=_games(found, context), mark=marks[query.move_id]))  # fmt: skip
    if len(by_move) == 1:
        (move,) = by_move
        when = when or _games(by_move[move], context)
        return context.answer(context.say("machine.is", machine=label, move=context.move_name(move), when=when,
                                          mark=marks[move]), follow_ups=_follow_ups(move, context))  # fmt: skip
    parts = [
        context.say("machine.part", move=context.move_name(move), when=_games(found, context), mark=marks[move])
        for move, found in by_move.items()
    ]
    headline = context.say("machine.varies", machine=label, parts=context.say("list.semicolon").join(parts))
    columns = ((context.say("column.game"), "left"), (context.label("move"), "left"))
    rows = [(context.version_group_name(m.version_group_id), context.move_name(m.move_id)) for m in wanted]
    return context.answer(headline, cards=(table_card(label, columns, rows),))


def _machines(query: MachineLookup, context: Context) -> Answer:
    """All machines of a kind in some games, by their numbers; a number that differs between them with each move."""
    own = [m for m in context.dataset.machines if m.kind == query.kind and _in_scope(m, query.scope, context)]
    when, kind = context.scope_name(query.scope), query.kind.upper()
    if not own:
        known = any(_in_scope(m, query.scope, context) for m in context.dataset.machines)
        return context.answer(context.say("machine.none-of-kind" if known else "machine.no-data", kind=kind, when=when))
    by_number: dict[int, dict[int, Machine]] = {}
    for machine in own:
        by_number.setdefault(machine.number, {})[machine.move_id] = machine
    rows, said = [], []
    for number, moves in sorted(by_number.items()):
        label = machine_name(query.kind, number)
        names = context.say("machine.or").join(context.move_name(one) for one in moves)
        rows.append((label, names))
        said.append(context.say("machine.listed", machine=label, move=names))
    first = next(iter(by_number[min(by_number)].values()))
    mark = context.mark(context.table_row("machines", f"{query.kind}{first.number}-{first.version_group_id}", "move",
                                          context.move_name(first.move_id), rows[0][0]))  # fmt: skip
    listed = (
        context.phrases.join(said)
        if len(said) <= NAMED
        else context.say("machine.first", list=context.say("list.comma").join(said[:NAMED]), n=len(said) - NAMED)
    )
    headline = context.say("machine.of-games", when=when, kind=kind, n=len(said), list=listed, mark=mark)
    columns = ((kind, "left"), (context.label("move"), "left"))
    return context.answer(headline, cards=(table_card(f"{kind} · {when}", columns, rows),))


def _is_everywhere(query: MachineLookup, found: Sequence[Machine], context: Context) -> bool:
    """Is it so in every game that has such machines?"""
    machines = [m for m in context.dataset.machines if m.kind == query.kind and _in_scope(m, query.scope, context)]
    return {m.version_group_id for m in machines} == {m.version_group_id for m in found}


def machine_name(kind: str, number: int) -> str:
    """A machine as the games write it: TM26, TR05."""
    return f"{kind.upper()}{number:02d}"


def _in_scope(machine: Machine, scope: Scope, context: Context) -> bool:
    if scope.version_groups:
        return machine.version_group_id in scope.version_groups
    group = context.dataset.version_groups[machine.version_group_id]
    return scope.generation is None or group.generation == scope.generation


def _games(machines: Iterable[Machine], context: Context) -> str:
    """Games in words; whole generations are said as such."""
    groups = [m.version_group_id for m in machines]
    every: dict[int, set[int]] = {}
    for machine in context.dataset.machines:
        every.setdefault(context.dataset.version_groups[machine.version_group_id].generation, set()).add(
            machine.version_group_id
        )
    said, done = [], set()
    for group in groups:
        generation = context.dataset.version_groups[group].generation
        if generation in done:
            continue
        if every[generation] <= set(groups):
            done.add(generation)
        else:
            said.append(context.version_group_name(group))
    return context.say("list.comma").join([*_generations(done, context), *said])


def _generations(numbers: set[int], context: Context) -> list[str]:
    """Generations in words, neighbours as a range."""
    said: list[str] = []
    ordered = sorted(numbers)
    while ordered:
        run = [n for k, n in enumerate(ordered) if n == ordered[0] + k]
        ordered = ordered[len(run) :]
        if len(run) > 2:
            said.append(context.say("machine.generations", first=run[0], last=run[-1]))
        else:
            said.extend(context.generation_name(n) for n in run)
    return said


def _follow_ups(move: int, context: Context) -> tuple[str, ...]:
    return (context.say("things.follow_up.who", name=context.move_name(move)),)


# --------------------------------------------------------------------------- exclusive moves


def _chains(move_id: int, context: Context) -> set[int]:
    """The families that learn a move."""
    return {context.dataset.species[one].chain_id for one in _learners(move_id, context)}


def _learners(move_id: int, context: Context) -> Sequence[int]:
    """The species that learn a move."""
    return species_by_move(context.dataset).get(move_id, ())


def _learner_name(species_id: int, move_id: int, context: Context) -> str:
    """The species, or the form of it that alone learns the move: Shell Side Arm is Galarian Slowbro's."""
    data = context.dataset
    species = data.species[species_id]
    if move_id not in data.learnsets.ever(species.default_pokemon_id):
        own = (one for one in data.pokemon.values() if one.species_id == species_id)
        forms = [one for one in own if move_id in data.learnsets.ever(one.id)]
        if forms:
            return context.mon_name(forms[0])
    return context.species_name(species_id)


def _exclusive(query: Exclusive, context: Context) -> Answer:
    if query.move_id is None:
        return _moves_of(query, context)
    move = context.move_name(query.move_id)
    species = _learners(query.move_id, context)
    mark = context.mark(context.thing_row(Thing("move", query.move_id), "learners", str(len(species))))
    chains = _chains(query.move_id, context)
    names = context.phrases.join(_learner_name(one, query.move_id, context) for one in species)
    note = context.say("exclusive.limit")
    if not species:
        return context.answer(context.say("exclusive.nobody", move=move, mark=mark), details=note)
    alone = len(chains) == 1
    if not alone and len(species) <= NAMED:
        text = context.say("exclusive.shared-named", move=move, n=len(species), names=names, mark=mark)
    elif alone:
        text = context.say("exclusive.owner", move=move, names=names, n=len(species), mark=mark)
    else:
        text = context.say("exclusive.shared", move=move, n=len(species), mark=mark)
    if query.yes_no:
        own = query.pokemon is None or query.pokemon.species_id in species
        if query.pokemon is not None and query.family:
            own = context.species(query.pokemon).chain_id in chains
        holds = alone and own and (query.pokemon is None or query.family or len(species) == 1)
        text = context.say("exclusive.yes" if holds else "exclusive.no", text=text)
    return context.answer(text, details=note, follow_ups=_follow_ups(query.move_id, context))


def _moves_of(query: Exclusive, context: Context) -> Answer:
    assert query.pokemon is not None
    data, pokemon = context.dataset, context.pokemon(query.pokemon)
    species = data.species[pokemon.species_id]
    known = data.learnsets.ever(pokemon.id) or data.learnsets.ever(species.default_pokemon_id)
    found = sorted(m for m in known if m in data.moves and _chains(m, context) == {species.chain_id})
    name = context.species_name(species.id)
    mark = context.mark(context.species_row(species, "learnset", str(len(known))))
    note = context.say("exclusive.limit")
    if not known:
        return context.answer(context.say("exclusive.no-learnset", name=name, mark=mark), details=note)
    if not found:
        text = context.say("exclusive.none", name=name, mark=mark)
        return context.answer(context.sentences([text, *_rarest(known, species, context)]), details=note)
    alone = [m for m in found if _learners(m, context) == (species.id,)]
    family = [m for m in found if m not in alone]
    said = []
    for key, moves in (("exclusive.alone", alone), ("exclusive.family", family)):
        if moves:
            names = context.phrases.join(context.move_name(m) for m in moves)
            said.append(context.say(key, name=name, names=names, n=len(moves), mark=mark))
    columns = ((context.label("move"), "left"), (context.label("type"), "left"))
    rows = [(context.move_name(m), context.type_name(data.moves[m].type_id)) for m in found]
    return context.answer(context.sentences(said), details=note, cards=(table_card(name, columns, rows),))


def _rarest(known: Iterable[int], species: Species, context: Context) -> list[str]:
    """The moves that hardly anybody else learns: Hawlucha's Flying Press, which one Pikachu knows as well."""
    said = []
    for move in sorted(m for m in known if m in context.dataset.moves):
        others = [one for one in _chains(move, context) if one != species.chain_id]
        if len(others) == 1:
            learners = [one for one in _learners(move, context) if one != species.id]
            own = [one for one in learners if context.dataset.species[one].chain_id == species.chain_id]
            names = context.phrases.join(context.species_name(one) for one in learners if one not in own)
            said.append(context.say("exclusive.rare", move=context.move_name(move), names=names,
                                    name=context.species_name(species.id)))  # fmt: skip
    return said[:RAREST]


# --------------------------------------------------------------------------- moves compared


def _compare(query: CompareMoves, context: Context) -> Answer:
    read = move_number_of(query.attribute, context.dataset, query.scope)
    values = {m: read(context.dataset.moves[m]) for m in query.move_ids}
    if len(values) > 2:  # of several, the one that is asked for stands first
        down = -1 if query.sense == "max" else 1
        values = dict(sorted(values.items(), key=lambda one: (one[1] is None, down * (one[1] or 0))))
    marks = {
        m: context.mark(context.thing_row(Thing("move", m), query.attribute, _text(query, v, context)))
        for m, v in values.items()
    }
    said = context.say("list.comma").join(
        context.say("compare-moves.value", name=context.move_name(m), value=_text(query, v, context), mark=marks[m])
        for m, v in values.items()
    )
    label = context.label(query.attribute)
    numbers = [v for v in values.values() if v is not None]
    if len(numbers) < len(values):
        return context.answer(context.say("compare-moves.unknown", label=label, values=said))
    best = max(numbers) if query.sense == "max" else min(numbers)
    several = "-of-several" if len(set(numbers)) > 1 and len(values) > 2 else ""
    first = [m for m, v in values.items() if v == best]
    if len(first) > 1:
        text = context.say("compare-moves.tie" + several, label=label, n=len(first), values=said,
                           names=context.phrases.join(context.move_name(m) for m in first))  # fmt: skip
    else:
        text = context.say(f"compare-moves.{query.sense}{several}", name=context.move_name(first[0]), label=label,
                           values=said, n=len(values))  # fmt: skip
    if query.scope != NOW:
        text = context.say("compare-moves.then", time=context.scope_name(query.scope), text=text)
    if query.equal:
        text = context.say("compare-moves.yes" if len(first) == len(values) else "compare-moves.no", text=text)
    if query.claim:
        holds = first == [query.move_ids[0]]
        text = context.say("compare-moves.yes" if holds else "compare-moves.no", text=text)
    details = context.say("compare-moves.priority") if query.attribute == "priority" else ""
    return context.answer(text, details=details)


def _text(query: CompareMoves, value: float | None, context: Context) -> str:
    if value is None:
        return context.say("search.no-value")
    if query.attribute == "priority":
        return f"{int(value):+d}" if value else "0"
    return measure(query.attribute, value)
