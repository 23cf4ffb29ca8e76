"""Evolution: what a Pokémon evolves into or from, how, at which level, with what; false premises corrected.

`evolve_facts` answers what is counted or placed (how many, which stage, the whole line); `evolve_line` holds the lines
as data and `evolve_how` their words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ...question.algebra import EvolutionWay, Evolve, EvolvesBy, Mon
from ..answer import Answer
from ..model import Evolution
from ..relations import fits_way
from . import evolve_facts
from .context import Context
from .evolve_line import Step
from .evolve_tell import Teller
from .marks import spaced


def answer(query: Evolve, context: Context) -> Answer:
    """The answer to a question about evolution."""
    teller = Teller(query, context)
    gone = _not_then(teller)
    if gone is not None:
        return gone
    if query.direction == "family" or query.aspect in ("count", "final", "first", "baby", "stage", "stages", "times"):
        return evolve_facts.answer(query, teller)
    if query.needed is not None:
        return _needs(query, query.needed, teller)
    if query.target is not None:
        return _with_target(query, query.target, teller)
    if query.direction == "from":
        return _from(query, teller)
    return _into(query, teller)


def _not_then(teller: Teller) -> Answer | None:
    """Says so where the Pokémon did not exist in the generation asked for."""
    generation, pokemon = teller.query.scope.generation, teller.pokemon
    if generation is None or pokemon.generation <= generation:
        return None
    row = teller.context.pokemon_row(pokemon, "generation", str(pokemon.generation))
    text = teller.say(
        "evolve.none.not_then",
        name=teller.subject,
        time=teller.context.generation_name(generation),
        since=pokemon.generation,
        mark=spaced(teller.context, teller.context.cite(row)),
    )
    return teller.finish(teller.lead(False, text) if teller.query.yes_no else text)


# --------------------------------------------------------------------------- into


def _into(query: Evolve, teller: Teller) -> Answer:
    """What the subject evolves into, all of it or narrowed to a level or an item."""
    steps = teller.steps()
    if not steps:
        text = teller.no_evolution()
        if query.yes_no:
            text = teller.lead(False, text)
        return teller.finish(text, steps=())
    chosen = [step for step in steps if _fits(query, step)]
    if query.yes_no:
        own = [step for step in steps if step.source == teller.pokemon.id]
        so = any(step in own for step in chosen)
        if own and chosen and not so:  # Sneasel evolves at night, and its Hisuian form by day
            return teller.finish(teller.lead(False, _fact(teller, [*own, *chosen]), is_so=True), steps=steps)
        text = teller.lead(so, _fact(teller, chosen or steps), is_so=bool(own) and query.aspect != "can")
        return teller.finish(text, steps=steps)
    if not chosen and query.ways:
        return teller.finish(teller.say("evolve.wrong.this_way", fact=_fact(teller, steps)), steps=steps)
    if not chosen and query.item_id is not None:
        item = teller.context.item_name(query.item_id)
        text = teller.say(
            "evolve.wrong.this_item", item=item, article=teller.how.article(item), fact=_fact(teller, steps)
        )
        return teller.finish(text, steps=steps)
    if not chosen and query.level is not None and _levels(steps):
        fact = _fact(teller, [step for step in steps if _levels([step])])
        return teller.finish(teller.say("evolve.wrong.this_level", level=query.level, fact=fact), steps=steps)
    if query.aspect in ("level", "item"):
        if query.ways:  # the stone of a female Snorunt is none of the way that both sexes go
            chosen = [step for step in chosen if any(_has(query.aspect, row) for row in step.ways)] or chosen
        if not any(_has(query.aspect, row) for step in steps for row in step.ways):
            return teller.finish(_premise(teller, query.aspect, _fact(teller, steps)), steps=steps)
        return teller.finish(_fact(teller, chosen or steps), steps=steps)
    return _expected(query, teller, chosen or steps)


def _expected(query: Evolve, teller: Teller, steps: Sequence[Step]) -> Answer:
    """The evolutions, with the number corrected where the question took another one for granted."""
    targets = teller.species_of(step.target for step in steps)
    listed = query.aspect == "what"
    if query.expected in (None, len(targets)):
        return teller.finish(_fact(teller, steps, listed=listed), steps=steps, bullets=listed and len(steps) > 1)
    below = [node.pokemon_id for node in teller.lines.tree(teller.pokemon.id).walk()][1:]
    if query.expected == len(teller.species_of(below)):
        chain = [node.step for node in teller.lines.tree(teller.pokemon.id).walk() if node.step is not None]
        return teller.finish(teller.chain(chain), steps=steps)
    text = teller.say("evolve.wrong.expected", n=len(targets), expected=query.expected, text=_fact(teller, steps))
    return teller.finish(text, steps=steps)


def _fact(teller: Teller, steps: Sequence[Step], *, listed: bool = False) -> str:
    """What the steps say, grouped by the variety they start from."""
    clauses = []
    for source in dict.fromkeys(step.source for step in steps):
        own = [step for step in steps if step.source == source]
        clauses.append(teller.into(source, own, listed=listed))
    text = teller.say("evolve.into.clause").join(clauses)
    if teller.pokemon.id not in {step.source for step in steps} and not teller.is_battle_form:
        mark = teller.how.none_mark(teller.pokemon.id, "evolutions")
        itself = teller.say("evolve.none.itself", name=teller.subject, mark=mark)
        return itself + teller.say("evolve.into.clause") + text
    return text


def _fits(query: Evolve, step: Step) -> bool:
    """Whether a step is one by the level or the item that the question names."""
    if query.item_id is not None:
        return any(query.item_id in (row.item_id, row.held_item_id) for row in (*step.ways, *step.older))
    if query.level is not None:
        return any(row.level == query.level for row in step.ways)
    return not query.ways or any(all(_allows(row, way) for way in query.ways) for row in step.ways)


def _allows(row: Evolution, way: EvolutionWay) -> bool:
    """Whether a way to evolve is the one asked for; a sex only shuts out what asks for the other one."""
    if way in ("female", "male"):
        return row.gender in (None, way)
    if way == "level":
        return row.trigger == "level-up"  # by levelling up, whatever else it takes
    return fits_way(row, EvolvesBy(way))


def _has(aspect: str, row: Evolution) -> bool:
    """Whether a way is by a level, or with an item."""
    if aspect == "level":
        return row.level is not None
    return row.item_id is not None or row.held_item_id is not None


def _levels(steps: Iterable[Step]) -> bool:
    """Whether any way is by a level."""
    return any(_has("level", row) for step in steps for row in step.ways)


def _premise(teller: Teller, aspect: str, fact: str) -> str:
    return teller.say(f"evolve.wrong.{aspect}", name=teller.subject, fact=fact)


# --------------------------------------------------------------------------- what it cannot do without


def _needs(query: Evolve, needed: EvolvesBy, teller: Teller) -> Answer:
    """Whether the subject evolves in no other way than one, or without it; with the ways that are left."""
    steps: Sequence[Step] = teller.steps()
    if query.target is not None:
        steps = teller.path(query.subject, query.target)
        if not steps:
            return _no_path(query, query.target, teller)
    if not steps:
        text = teller.no_evolution()
        return teller.finish(teller.lead(False, text) if query.yes_no else text)
    own = [step for step in steps if step.source == teller.pokemon.id]
    if own and query.target is None:
        steps = own  # Sneasel needs the night, whatever its Hisuian form needs
    free = [replace(step, ways=rest) for step in steps if (rest := _other_ways(step, needed))]
    whole = len(free) == len(steps) if query.target is not None else bool(free)
    mixed = needed.item_id is not None and len(free) < len(steps)  # Scyther needs no Metal Coat to become Kleavor
    shown = free if whole and query.target is None and not mixed else steps
    fact = teller.chain(shown) if query.target is not None else _fact(teller, shown)
    if not whole and needed.way in ("trade", "held-item"):
        # The source lacks the items that stand for a trade in one game: no claim that there is no other way.
        return teller.finish(fact, steps=shown, notes=[teller.say("evolve.needs.unrecorded")])
    if not whole and query.negated and any(not fits_way(row, needed) for step in steps for row in step.older):
        return teller.finish(teller.say("evolve.needs.not_now", fact=fact), steps=shown)
    if query.yes_no:
        return teller.finish(teller.lead(whole == query.negated, fact, is_so=True), steps=shown)
    text = fact if whole else teller.say("evolve.needs.nothing_else", fact=fact)
    return teller.finish(text, steps=shown)


def _other_ways(step: Step, needed: EvolvesBy) -> tuple[Evolution, ...]:
    """The ways of a step that do without a condition."""
    return tuple(row for row in step.ways if not fits_way(row, needed))


# --------------------------------------------------------------------------- from


def _from(query: Evolve, teller: Teller) -> Answer:
    """What the subject evolves from."""
    steps = teller.lines.out_of(teller.pokemon.id)
    if not steps:
        mark = teller.how.none_mark(teller.pokemon.id, "from")
        text = teller.say("evolve.from.none", name=teller.subject, mark=mark)
        return teller.finish(teller.lead(False, text, is_so=True) if query.yes_no else text, notes=teller.baby_notes())
    text = teller.say("evolve.into.clause").join(teller.out_of(step) for step in steps)
    if query.aspect in ("level", "item") and not any(_has(query.aspect, row) for step in steps for row in step.ways):
        text = _premise_of(teller, query.aspect, steps, text)
    if query.yes_no:
        fits = [step for step in steps if _fits(query, step)]
        text = teller.lead(bool(fits), text, is_so=True)
    return teller.finish(text, steps=steps, own_forms=False)


# --------------------------------------------------------------------------- towards a named target


def _with_target(query: Evolve, target: Mon, teller: Teller) -> Answer:
    """Whether and how the subject becomes the target (direction "from": the target the subject)."""
    start, end = (target, query.subject) if query.direction == "from" else (query.subject, target)
    path = teller.path(start, end)
    if not path:
        return _no_path(query, target, teller)
    fact = teller.chain(path)
    rows = [row for step in path for row in step.ways]
    if query.yes_no:
        holds = True
        if query.level is not None:
            last = path[-1].ways
            holds = any(row.level == query.level for row in last)
        if query.item_id is not None:
            holds = any(query.item_id in (row.item_id, row.held_item_id) for row in path[-1].ways)
        if query.ways:
            holds = holds and any(all(_allows(row, way) for way in query.ways) for row in path[-1].ways)
        return teller.finish(teller.lead(holds, fact, is_so=True), steps=path, own_forms=False)
    if query.ways and not any(all(_allows(row, way) for way in query.ways) for row in path[-1].ways):
        fact = teller.say("evolve.wrong.this_way", fact=fact)  # "How does a female Kirlia become Gallade?"
        return teller.finish(fact, steps=path, own_forms=False)
    if query.aspect in ("level", "item") and not any(_has(query.aspect, row) for row in rows):
        return teller.finish(_premise_of(teller, query.aspect, path, fact), steps=path, own_forms=False)
    if query.level is not None and not any(row.level == query.level for row in rows):
        fact = teller.say("evolve.wrong.this_level", level=query.level, fact=fact)
    return teller.finish(fact, steps=path, own_forms=False)


def _premise_of(teller: Teller, aspect: str, path: Sequence[Step], fact: str) -> str:
    """The fact behind the premise that it corrects; Eevee has stones for others, whatever Umbreon takes."""
    others = [step for step in teller.lines.into(path[0].source) if step not in path]
    if any(_has(aspect, row) for step in others for row in step.ways):
        return fact
    return teller.say(f"evolve.wrong.{aspect}", name=teller.how.name(path[0].source), fact=fact)


def _no_path(query: Evolve, target: Mon, teller: Teller) -> Answer:
    """The target is no evolution of the subject: say so, and what is true."""
    start, end = (target, query.subject) if query.direction == "from" else (query.subject, target)
    steps: Sequence[Step]
    notes: list[str] = []
    back = teller.path(end, start)
    plain = teller.context.species(start).default_pokemon_id
    other = teller.path(replace(start, form_named=False, pokemon_id=plain), end) if start.form_named else ()
    if other:
        # Another form of it does: "Galarian Mr. Mime evolves into Mr. Rime".
        fact, steps = teller.chain(other), other
        if query.direction == "into" and (own := teller.steps()):
            # "Galarian Meowth evolves into Perrserker; Meowth evolves into Persian".
            fact, steps = _fact(teller, own) + teller.say("evolve.into.clause") + fact, (*own, *other)
    elif back:
        fact = teller.say("evolve.wrong.reverse", fact=teller.chain(back))
        steps = back
    elif query.direction == "from":
        steps = teller.lines.out_of(teller.pokemon.id)
        mark = "" if steps else teller.how.none_mark(teller.pokemon.id, "from")
        fact = teller.say("evolve.into.clause").join(teller.out_of(step) for step in steps) or teller.say(
            "evolve.from.none", name=teller.subject, mark=mark
        )
    else:
        steps = teller.steps()
        fact = _fact(teller, steps) if steps else teller.no_evolution()
        # "Lucario evolves from Riolu": what the one that was named really comes from.
        origins = teller.lines.out_of(end.pokemon_id)
        notes = [teller.say("evolve.into.clause").join(teller.out_of(step) for step in origins)] if origins else []
    key = "source" if query.direction == "from" else "target"
    text = teller.say(f"evolve.wrong.{key}", name=teller.subject, target=teller.context.mon_name(target), fact=fact)
    return teller.finish(
        teller.lead(False, text, is_so=query.direction == "from") if query.yes_no else text,
        steps=_mine(steps, teller),
        own_forms=False,
        notes=notes,
    )


def _mine(steps: Iterable[Step], teller: Teller) -> list[Step]:
    """The steps that touch the subject."""
    return [step for step in steps if teller.pokemon.id in (step.source, step.target)]
