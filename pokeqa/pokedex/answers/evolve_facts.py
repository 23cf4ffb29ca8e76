"""Evolution counted and placed: how many evolutions, the first and final stage, which stage, the whole line."""

from __future__ import annotations

from collections.abc import Iterable

from ...question.algebra import Evolve, Mon
from ..answer import Answer
from .evolve_line import Node
from .evolve_tell import Teller


def answer(query: Evolve, teller: Teller) -> Answer:
    """The answer to a question about the family as a whole."""
    if query.aspect == "count":
        return _count(query, teller)
    if query.aspect == "final":
        return _final(query, teller)
    if query.aspect == "first":
        return _first(query, teller)
    if query.aspect == "baby":
        return _baby(teller)
    if query.aspect == "stage":
        return _stage(query, teller)
    if query.aspect == "times":
        return _times(query, teller)
    if query.aspect == "stages":
        return _stages(teller)
    return _family(teller)


def _below(teller: Teller) -> list[Node]:
    """Everything the subject becomes in the end or on the way, other forms of a plainly named species included."""
    nodes = list(teller.lines.tree(teller.pokemon.id).walk())[1:]
    for step in teller.steps():
        if step.source != teller.pokemon.id:
            nodes += teller.lines.tree(step.target, step).walk()
    return nodes


# --------------------------------------------------------------------------- how many


def _count(query: Evolve, teller: Teller) -> Answer:
    if query.direction == "family":
        return _count_family(teller)
    if query.direction == "from":
        return _count_before(teller)
    steps = teller.steps()
    if not steps:
        return teller.finish(teller.say("evolve.count.none", name=teller.subject, text=teller.no_evolution()))
    direct = teller.species_of(step.target for step in steps)
    every = teller.species_of(node.pokemon_id for node in _below(teller))
    names = teller.context.phrases
    if len(every) > len(direct):
        mark = teller.how.mark(*(node.step for node in _below(teller) if node.step is not None))
        text = teller.say(
            "evolve.count.levels",
            name=teller.subject,
            direct=len(direct),
            n=len(every),
            first=names.join(teller.context.species_name(one) for one in direct),
            list=names.join(teller.context.species_name(one) for one in every) + mark,
        )
    else:
        listed = []
        for species in direct:
            own = [s for s in steps if teller.context.dataset.pokemon[s.target].species_id == species]
            listed.append(teller.context.species_name(species) + teller.how.mark(*own))
        key = "one" if len(direct) == 1 else "some"
        text = teller.say(f"evolve.count.{key}", name=teller.subject, n=len(direct), list=names.join(listed))
    if query.yes_no and query.expected is not None:
        text = teller.lead(query.expected in (len(direct), len(every)), text, is_so=True)
    elif query.expected not in (None, len(direct), len(every)):
        text = teller.say("evolve.wrong.expected", n=len(direct), expected=query.expected, text=text)
    return teller.finish(text, steps=steps, bullets=len(steps) > 1)


def _count_before(teller: Teller) -> Answer:
    before = _ancestors(teller)
    if not before:
        mark = teller.how.none_mark(teller.pokemon.id, "from")
        return teller.finish(teller.say("evolve.count.before_none", name=teller.subject, mark=mark))
    text = teller.say("evolve.count.before", name=teller.subject, n=len(before), list=teller.how.names(before))
    return teller.finish(text + teller.how.mark(*teller.lines.out_of(teller.pokemon.id)))


def _count_family(teller: Teller) -> Answer:
    nodes = [node for root in _roots(teller) for node in teller.lines.tree(root).walk()]
    species = teller.species_of(node.pokemon_id for node in nodes)
    mark = teller.how.mark(*(node.step for node in nodes if node.step is not None))
    mark = mark or teller.how.none_mark(teller.pokemon.id, "evolutions")
    names = teller.context.phrases.join(teller.context.species_name(one) for one in species)
    text = teller.say("evolve.count.family", name=teller.subject, n=len(species), list=names + mark)
    return teller.finish(text, own_forms=False)


def _ancestors(teller: Teller) -> list[int]:
    """The earlier stages of the subject, the first stage first."""
    found: list[int] = []
    before = teller.lines.out_of(teller.pokemon.id)
    while before:
        found.insert(0, before[0].source)
        before = teller.lines.out_of(before[0].source)
    return found


def _roots(teller: Teller) -> list[int]:
    """Where the lines of the subject begin: its own, and those of the other forms of a plainly named species."""
    roots = list(teller.lines.roots(teller.pokemon.id))
    if not teller.query.subject.form_named:
        for form in teller.lines.own_forms(teller.pokemon.species_id):
            if teller.lines.into(form.id) or teller.lines.out_of(form.id):
                roots += teller.lines.roots(form.id)
    return list(dict.fromkeys(roots))


# --------------------------------------------------------------------------- the ends


def _final(query: Evolve, teller: Teller) -> Answer:
    steps = teller.steps()
    if not steps:
        mark = teller.how.none_mark(teller.pokemon.id, "evolutions")
        text = teller.say("evolve.final.itself", name=teller.subject, mark=mark)
        before = teller.lines.out_of(teller.pokemon.id)
        if before:
            text += teller.say("evolve.into.clause") + teller.came_from(before[0])
        elif teller.is_battle_form:
            text = teller.no_evolution()
        return teller.finish(teller.lead(True, text) if query.yes_no else text)
    leaves = [node for node in _below(teller) if not node.children]
    text = teller.say(
        "evolve.final.one" if len(leaves) == 1 else "evolve.final.many",
        name=teller.subject,
        list=teller.how.names(node.pokemon_id for node in leaves),
        mark=teller.how.mark(*(node.step for node in leaves if node.step is not None)),
    )
    if query.yes_no and query.target is not None:
        text = teller.lead(_is_among(query.target, [leaf.pokemon_id for leaf in leaves], teller), text, is_so=True)
    elif query.yes_no:
        fact = teller.say("evolve.into.clause").join(teller.into(one.source, [one]) for one in steps)
        text = teller.lead(False, teller.say("evolve.final.not_yet", name=teller.subject, fact=fact), is_so=True)
    line = teller.how.line(teller.lines.tree(teller.pokemon.id))
    notes = () if query.yes_no else (teller.sentence(teller.say("evolve.family.line", name=teller.subject, line=line)),)
    return teller.finish(text, steps=steps, notes=notes)


def _first(query: Evolve, teller: Teller) -> Answer:
    before = teller.lines.out_of(teller.pokemon.id)
    if not before:
        mark = teller.how.none_mark(teller.pokemon.id, "from")
        holds = query.target is None or query.target.species_id == teller.pokemon.species_id
        text = teller.say("evolve.first.itself", name=teller.subject, mark=mark)
        return teller.finish(teller.lead(holds, text, is_so=True) if query.yes_no else text, notes=teller.baby_notes())
    roots = teller.lines.roots(teller.pokemon.id)
    if query.yes_no and query.target is None:
        fact = teller.say("evolve.into.clause").join(teller.out_of(step) for step in before)
        text = teller.lead(False, teller.say("evolve.first.not", name=teller.subject, fact=fact), is_so=True)
    else:
        text = teller.say(
            "evolve.first.one", name=teller.subject, list=teller.how.names(roots), mark=teller.how.mark(*before)
        )
        if query.yes_no and query.target is not None:
            text = teller.lead(_is_among(query.target, roots, teller), text, is_so=True)
    babies = [one for one in teller.species_of(roots) if teller.context.dataset.species[one].is_baby]
    notes = [teller.say("evolve.first.baby", name=teller.context.species_name(one)) for one in babies]
    return teller.finish(text, steps=before, own_forms=False, notes=notes)


def _baby(teller: Teller) -> Answer:
    """Whether the line of the subject begins with a baby Pokémon; where it does not, with what it does."""
    species = teller.context.dataset.species
    before = teller.lines.out_of(teller.pokemon.id)
    if not before:
        own = species[teller.pokemon.species_id].is_baby
        mark = teller.how.none_mark(teller.pokemon.id, "from")
        text = teller.say(f"evolve.baby.{'itself' if own else 'first'}", name=teller.subject, mark=mark)
        return teller.finish(teller.lead(own, text, is_so=True), own_forms=False)
    roots = teller.lines.roots(teller.pokemon.id)
    babies = [one for one in roots if species[teller.context.dataset.pokemon[one].species_id].is_baby]
    key = "evolve.baby.of" if babies else "evolve.baby.none"
    text = teller.say(key, name=teller.subject, list=teller.how.names(babies or roots), mark=teller.how.mark(*before))
    return teller.finish(teller.lead(bool(babies), text, is_so=True), steps=before, own_forms=False)


def _is_among(target: Mon, ids: Iterable[int], teller: Teller) -> bool:
    """Whether a Pokémon is one of these varieties; one named without a form is any of its species."""
    if target.form_named:
        return target.pokemon_id in ids
    return target.species_id in teller.species_of(ids)


def _stage(query: Evolve, teller: Teller) -> Answer:
    place, total = teller.lines.stage(teller.pokemon.id)
    if total == 1:
        mark = teller.how.none_mark(teller.pokemon.id, "evolutions")
        text = teller.say("evolve.stage.single", name=teller.subject, mark=mark)
        if query.yes_no and query.expected is not None:
            text = teller.lead(query.expected == 1, text, is_so=True)
        return teller.finish(text)
    roots = teller.lines.roots(teller.pokemon.id)
    trees = [teller.lines.tree(root) for root in roots]
    line = teller.say("evolve.family.lines").join(teller.how.line(tree, how=False) for tree in trees)
    steps = (*teller.lines.out_of(teller.pokemon.id), *teller.lines.into(teller.pokemon.id))
    fields = {
        "name": teller.subject,
        "n": place,
        "total": total,
        "line": line,
        "mark": teller.how.mark(*steps),
    }
    babies = [one for one in teller.species_of(roots) if teller.context.dataset.species[one].is_baby]
    places = (place, place - 1) if babies else (place,)  # many do not count the baby
    wrong = query.expected is not None and query.expected not in places
    text = teller.say("evolve.stage.not" if wrong else "evolve.stage.one", expected=query.expected, **fields)
    if query.yes_no:
        text = teller.lead(not wrong, text, is_so=True)
    notes = [teller.say("evolve.first.baby", name=teller.context.species_name(one)) for one in babies]
    if babies and place > 1:
        notes.append(teller.say("evolve.stage.without_baby", n=place - 1, total=total - 1))
    return teller.finish(text, own_forms=False, notes=notes)


def _times(query: Evolve, teller: Teller) -> Answer:
    """How often the subject can still evolve, one evolution after the other."""
    steps = teller.steps()
    if not steps:
        text = teller.no_evolution()
        return teller.finish(teller.lead(False, text) if query.yes_no else text)
    tree = teller.lines.tree(steps[0].source)
    times = max(teller.lines.tree(step.source).depth() for step in steps) - 1
    line = teller.how.line(tree, how=False)
    mark = teller.how.mark(*(node.step for node in tree.walk() if node.step is not None))
    text = teller.say("evolve.times", name=teller.subject, n=times, times=times, line=line, mark=mark)
    if query.yes_no:
        text = teller.lead(query.expected == times, text, is_so=True)
    return teller.finish(text, own_forms=False)


def _stages(teller: Teller) -> Answer:
    """How many stages the longest line of the family has."""
    trees = [teller.lines.tree(root) for root in _roots(teller)]
    total = max(tree.depth() for tree in trees)
    longest = [tree for tree in trees if tree.depth() > 1] or trees
    line = teller.say("evolve.family.lines").join(teller.how.line(tree, how=False) for tree in longest)
    nodes = [node for tree in longest for node in tree.walk()]
    mark = teller.how.mark(*(node.step for node in nodes if node.step is not None))
    mark = mark or teller.how.none_mark(teller.pokemon.id, "evolutions")
    text = teller.say("evolve.stages", name=teller.subject, n=total, total=total, line=line, mark=mark)
    babies = [one for one in teller.species_of(node.pokemon_id for node in nodes)
              if teller.context.dataset.species[one].is_baby]  # fmt: skip
    notes = [teller.say("evolve.first.baby", name=teller.context.species_name(one)) for one in babies]
    if babies:
        notes.append(teller.say("evolve.stages_without_baby", total=total - 1))
    if teller.query.yes_no and teller.query.expected is not None:
        counts = (total, total - 1) if babies else (total,)  # many do not count the baby
        text = teller.lead(teller.query.expected in counts, text[:1].lower() + text[1:], is_so=True)
    return teller.finish(text, own_forms=False, notes=notes)


# --------------------------------------------------------------------------- the whole line


def _family(teller: Teller) -> Answer:
    trees = [teller.lines.tree(root) for root in _roots(teller)]
    own = [tree for tree in trees if any(node.pokemon_id == teller.pokemon.id for node in tree.walk())]
    others = [tree for tree in trees if tree not in own and tree.children]
    own = [tree for tree in own if tree.children]
    if not own and not others:
        if teller.is_battle_form:
            return teller.finish(teller.no_evolution())
        mark = teller.how.none_mark(teller.pokemon.id, "evolutions")
        return teller.finish(teller.say("evolve.family.alone", name=teller.subject, mark=mark))
    if not own:
        mark = teller.how.none_mark(teller.pokemon.id, "evolutions")
        itself = teller.say("evolve.none.itself", name=teller.subject, mark=mark)
        lines = teller.say("evolve.family.lines").join(teller.how.line(tree) for tree in others)
        return teller.finish(itself + teller.say("evolve.into.clause") + lines, own_forms=False)
    text = teller.say("evolve.family.lines").join(
        teller.say("evolve.family.line", name=teller.subject, line=teller.how.line(tree)) for tree in own
    )
    notes = []
    if others:
        lines = teller.say("evolve.family.lines").join(teller.how.line(tree) for tree in others)
        notes.append(teller.say("evolve.family.others", lines=lines))
    steps = teller.lines.into(teller.pokemon.id)
    return teller.finish(text, steps=steps, own_forms=False, notes=[*notes, *teller.baby_notes()])
