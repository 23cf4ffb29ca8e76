"""Yes or no: does a condition hold for a Pokémon, a move, a type or an ability?

`judge` weighs it and finds the words; `answer` puts the polarity first. Premises are judged the same way.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ...question.algebra import (
    NOW,
    And,
    Check,
    Condition,
    ExistsIn,
    FromGeneration,
    HasAbility,
    HasForm,
    HasType,
    IsColor,
    Learns,
    Mon,
    MoveIs,
    Number,
    NumberAgainst,
    NumberOwn,
    Or,
    Scope,
    Stage,
    Subject,
    Sum,
    Thing,
    TypeCount,
)
from ..answer import Answer, Row
from ..conditions import compile_condition, compile_move_condition
from ..effects import text_of
from ..model import Move, Pokemon
from ..numbers import OPERATORS, move_number_of
from ..varieties import introduced_in, is_lasting
from . import learn
from .cards import Card, fact, pokemon_card
from .context import Context
from .move_numbers import effect_parts
from .reasons import ATTRIBUTES, Reasons
from .typed_forms import typed_forms, types_told
from .units import measure
from .values import field_of, value_of
from .wording import AllOf, AnyOf, Literal, Node, Wording, plain_form

#: How a yes or a no is said, by what the condition is about; everything else is "be".
POLARITIES: dict[type, str] = {Learns: "can", HasAbility: "can", HasForm: "have", Stage: "will"}

FORM_KINDS = ("mega", "primal")
FORMS_NAMED = 4


@dataclass(frozen=True, slots=True)
class Judgement:
    """A condition weighed: `holds` None where it is not known; `clause` and `negated` say it, `actual` the facts."""

    name: str
    holds: bool | None
    clause: str
    negated: str
    actual: str
    polarity: str


def answer(query: Check, context: Context) -> Answer:
    """Yes or no, then what is true."""
    missing = _not_then(query, context)
    if missing is not None:
        return missing
    learnt = _learnt(query, context)
    if learnt is not None:
        return learnt
    judgement = judge(query.subject, query.condition, query.scope, context)
    when = ""
    if query.scope.generation is not None and not isinstance(query.condition, ExistsIn):
        when = context.say("check.when", when=context.scope_name(query.scope))
    headline = _headline(judgement, when, context)
    if isinstance(query.subject, Thing):
        return context.answer(headline, details=_type_note(query, context))
    mon = query.subject
    details = [_type_note(query, context)]
    if judgement.holds is False and not mon.form_named and query.scope == NOW:
        details.append(_forms_that_do(mon, query.condition, context))
    return context.answer(
        headline,
        details=details,
        cards=[_card(mon, query.condition, query.scope, context)],
        follow_ups=context.follow_ups(mon, "weakness", "evolution", "ability"),
    )


def _learnt(query: Check, context: Context) -> Answer | None:
    """The answer where moves are asked about, without a level: each with its games, and those kept from before."""
    condition = query.condition
    every = not isinstance(condition, Or)
    moves = condition.conditions if isinstance(condition, And | Or) else (condition,)
    learnt = [c for c in moves if isinstance(c, Learns) and c.level is None]
    if not isinstance(query.subject, Mon) or query.negated or not learnt or len(learnt) < len(moves):
        return None
    return learn.several(query.subject, learnt, context, every=every)


def _not_then(query: Check, context: Context) -> Answer | None:
    """Says so where the Pokémon did not exist at the time asked about."""
    subject, generation = query.subject, query.scope.generation
    if isinstance(subject, Thing) or generation is None or isinstance(query.condition, ExistsIn | FromGeneration):
        return None
    if introduced_in(context.pokemon(subject), context.dataset) <= generation:
        return None
    value = value_of("generation", subject, context)
    sentence = context.say(
        "facts.too-new", name=context.mon_name(subject), when=context.scope_name(query.scope), since=value.text,
        mark=context.mark(value.row),
    )  # fmt: skip
    return context.answer(
        context.say("check.not-then", sentence=sentence), follow_ups=context.follow_ups(subject, "profile", "type")
    )


def judge(subject: Subject, condition: Condition, scope: Scope, context: Context) -> Judgement:
    """Weigh a condition for a subject. Raises `ValueError` for a condition that has no meaning for the subject."""
    if isinstance(subject, Thing):
        return _judge_thing(subject, condition, scope, context)
    pokemon = as_pokemon(subject, context)
    holds = compile_condition(condition, context.dataset, scope, by_form=subject.form_named)(pokemon)
    wording = Wording(context, number=1)
    node = plain_form(condition)
    if isinstance(node, AllOf) and holds is False:
        node = _failing(node, pokemon, scope, subject.form_named, context)
    actual = Reasons(context, subject, scope).said(
        node, in_full=not (holds and _says_it_all(condition, context.types(subject, scope)))
    )
    return Judgement(
        name=context.mon_name(subject),
        holds=holds,
        clause=wording.node(node),
        negated=wording.node(_denial(node) if holds is False else _negation(node)),
        actual=actual,
        polarity=_polarity(node),
    )


def _denial(node: Node) -> Node:
    """What is denied where no part holds: each of them, without the number of types that named types imply."""
    if not isinstance(node, AllOf):
        return _negation(node)
    typed = any(isinstance(part, Literal) and isinstance(part.condition, HasType) for part in node.parts)
    said = [
        part for part in node.parts
        if not (typed and isinstance(part, Literal) and isinstance(part.condition, TypeCount))
    ]  # fmt: skip
    denied = [_negation(part) for part in said]
    parts = [inner for one in denied for inner in (one.parts if isinstance(one, AllOf) else (one,))]
    return denied[0] if len(denied) == 1 else AllOf(tuple(part for part in parts if not isinstance(part, AllOf)))


def as_pokemon(mon: Mon, context: Context) -> Pokemon:
    """The variety of a `Mon`, with the types of the plate or memory that was named."""
    pokemon, cosmetic = context.pokemon(mon), context.cosmetic(mon)
    if cosmetic is not None and cosmetic.types:
        return replace(pokemon, types=cosmetic.types)
    return pokemon


def _headline(judgement: Judgement, when: str, context: Context) -> str:
    if judgement.holds is None:
        return context.say(
            "check.unknown", name=judgement.name, clause=judgement.clause, actual=judgement.actual, when=when
        )
    key = "holds" if judgement.holds else "fails"
    return context.say(
        f"check.{key}",
        polarity=context.say(f"check.polarity.{judgement.polarity}.{key}"),
        name=judgement.name,
        clause=judgement.clause,
        negated=judgement.negated,
        actual=judgement.actual,
        when=when,
    )


def _negation(node: Node) -> Node:
    if isinstance(node, Literal):
        return Literal(node.condition, not node.holds)
    if isinstance(node, AllOf):
        return AnyOf(tuple(_turned(part) for part in node.parts))
    return AllOf(tuple(_turned_all(part) for part in node.parts))


def _turned(part: Literal | AnyOf) -> Literal | AllOf:
    negated = _negation(part)
    if isinstance(negated, AnyOf):
        raise TypeError("The negation of an alternative is a conjunction.")
    return negated


def _turned_all(part: Literal | AllOf) -> Literal | AnyOf:
    negated = _negation(part)
    if isinstance(negated, AllOf):
        raise TypeError("The negation of a conjunction is an alternative.")
    return negated


def _failing(node: AllOf, pokemon: Pokemon, scope: Scope, by_form: bool, context: Context) -> Node:
    """The parts of a conjunction that do not hold."""
    parts = tuple(
        part for part in node.parts
        if not (isinstance(part, Literal)
                and compile_condition(part.condition, context.dataset, scope, by_form=by_form)(pokemon) is part.holds)
    )  # fmt: skip
    return parts[0] if len(parts) == 1 else AllOf(parts)


def _failing_of_move(node: AllOf, move: Move, scope: Scope, context: Context) -> Node:
    """The parts of a conjunction about a move that do not hold."""
    parts = tuple(
        part for part in node.parts
        if not (isinstance(part, Literal)
                and compile_move_condition(part.condition, context.dataset, scope)(move) is part.holds)
    )  # fmt: skip
    return parts[0] if len(parts) == 1 else AllOf(parts)


def _says_it_all(condition: Condition, types: tuple[int, ...]) -> bool:
    """Whether a condition that holds leaves nothing to add: "is from Generation 4", "is exactly 108"."""
    if isinstance(condition, FromGeneration | Number):
        return condition.op == "eq"
    return isinstance(condition, IsColor) or (isinstance(condition, HasType) and len(types) == 1)


def _polarity(node: Node) -> str:
    if isinstance(node, Literal):
        condition = node.condition
        if not node.holds or (isinstance(condition, HasAbility) and condition.slot != "any"):
            return "be"
        if isinstance(condition, Stage) and condition.name != "can-evolve":
            return "be"
        return POLARITIES.get(type(condition), "be")
    return _polarity(node.parts[0]) if node.parts else "be"


# --------------------------------------------------------------------------- what else is worth a word


def _type_note(query: Check, context: Context) -> str:
    """A word on a type that did not exist yet at the time asked about."""
    if query.scope.generation is None or not isinstance(query.condition, HasType):
        return ""
    record = context.dataset.types[query.condition.type_id]
    if record.generation <= query.scope.generation:
        return ""
    row = context.thing_row(Thing("type", record.id), "generation", str(record.generation))
    since = context.generation_region(record.generation)
    return context.say("check.type-since", type=context.name(record.names), since=since, mark=context.mark(row))


def _forms_that_do(mon: Mon, condition: Condition, context: Context) -> str:
    """The forms of a species for which the condition holds although it does not for the ordinary one."""
    if isinstance(condition, FromGeneration | ExistsIn | HasForm):
        return ""
    holds = compile_condition(condition, context.dataset, by_form=True)
    forms = []
    if isinstance(condition, HasType):
        typed = (one for one in typed_forms(mon, context) if holds(as_pokemon(one, context)))
        told = types_told(typed, context)
        return context.say("check.forms-that-do", forms=context.phrases.join(told[:FORMS_NAMED])) if told else ""
    for pokemon_id in context.species(mon).pokemon_ids:
        form = context.dataset.pokemon[pokemon_id]
        if (is_lasting(form) or form.form_kind in FORM_KINDS) and holds(form):
            attribute = ATTRIBUTES.get(type(condition))
            name = context.mon_name(form)
            if attribute is None:
                forms.append(name)
                continue
            value = value_of(attribute, form, context)
            text = context.say("check.form", name=name, value=value.text)
            forms.append(text + context.mark(value.row))
    return context.say("check.forms-that-do", forms=context.phrases.join(forms[:FORMS_NAMED])) if forms else ""


def _card(mon: Mon, condition: Condition, scope: Scope, context: Context) -> Card:
    leaves = [condition]
    measures = [leaf.attribute for leaf in leaves if isinstance(leaf, Number | NumberAgainst | NumberOwn)]
    highlight = [one for one in measures if not isinstance(one, Sum)]
    facts = []
    attribute = ATTRIBUTES.get(type(condition))
    if attribute not in (None, "type"):
        value = value_of(attribute, mon, context, scope)
        facts.append(fact(context, attribute, value.text or context.say("answer.unknown"), highlight=True))
    return pokemon_card(context, mon, highlight=highlight, facts=facts, scope=scope)


# --------------------------------------------------------------------------- moves, types, abilities


def _judge_thing(thing: Thing, condition: Condition, scope: Scope, context: Context) -> Judgement:
    wording, node = Wording(context, 1, kind=thing.kind), plain_form(condition)
    if thing.kind == "move":
        move = context.dataset.moves[thing.id]
        holds = compile_move_condition(condition, context.dataset, scope)(move)
        if isinstance(node, AllOf) and holds is False:
            node = _failing_of_move(node, move, scope, context)
        rows, facts = _move_facts(node, thing, move, scope, context)
        said_all = not facts or (holds and _says_it_all(condition, (move.type_id,)))
        actual = context.mark(*rows) if said_all else _actual(facts, context)
    else:
        holds, actual = _since(thing, condition, context)
    return Judgement(
        name=context.thing_name(thing),
        holds=holds,
        clause=wording.node(node),
        negated=wording.node(_negation(node)),
        actual=actual,
        polarity="be",
    )


def _actual(facts: list[str], context: Context) -> str:
    return context.say("check.actual", fact=context.say("list.semicolon").join(facts))


def _since(thing: Thing, condition: Condition, context: Context) -> tuple[bool, str]:
    """Whether a type, an ability or a game was there in a generation."""
    generation = context.generation_of(thing)
    match condition:
        case ExistsIn(asked):
            holds = generation <= asked
        case FromGeneration(asked, op):
            holds = OPERATORS[op](generation, asked)
        case _:
            raise ValueError(f"The condition {condition!r} has no meaning for {thing!r}.")
    text = context.say(
        "check.since", generation=context.generation_name(generation), games=context.first_games(generation)
    )
    row = context.thing_row(thing, "generation", str(generation))
    return holds, _actual([text + context.mark(row)], context)


def _move_facts(node: Node, thing: Thing, move: Move, scope: Scope, context: Context) -> tuple[list[Row], list[str]]:
    """The rows and the facts behind a condition about a move."""
    if not isinstance(node, Literal):
        parts = [_move_facts(part, thing, move, scope, context) for part in node.parts]
        return [row for rows, _ in parts for row in rows], [fact for _, facts in parts for fact in facts]
    then = context.dataset.move_in(move.id, scope.generation)
    match node.condition:
        case HasType():
            field, text = "type", context.type_name(then.type_id)
            said = context.say("actual.types", value=text)
        case MoveIs("damage-class", "status") if then.damage_class == "status" and effect_parts(move, context):
            field, text = "meta", context.say("things.effect.join").join(effect_parts(move, context))
            said = context.say("actual.effect", value=text)
        case MoveIs("damage-class", _):
            field, text = "damage_class", context.say(f"damage-class.{then.damage_class}")
            said = context.say("actual.move-class", value=text)
        case Number(attribute, _, _, _):
            number = move_number_of(attribute, context.dataset, scope)(move)
            field = field_of(attribute)
            text = context.say("answer.unknown") if number is None else measure(attribute, number)
            said = context.say("actual.unknown") if number is None else context.say("actual.number", value=text)
        case FromGeneration() | ExistsIn() | MoveIs("generation", _):
            field, text = "generation", context.generation_name(move.generation)
            said = context.say("actual.generation", value=text)
        case MoveIs("target", _) | MoveIs("does", "spread" | "hits-allies"):
            field, text = "target", context.say(f"things.target.{move.target}")
            said = context.say("actual.target", value=text)
        case MoveIs("does", "never-misses"):
            field, number = "accuracy", then.accuracy
            text = context.say("search.no-value") if number is None else str(number)
            said = context.say("actual.no-accuracy" if number is None else "actual.accuracy", value=text)
        case MoveIs("ailment" | "does" | "raises" | "lowers", _):
            clauses = effect_parts(move, context)
            field, text = "meta", context.say("things.effect.join").join(clauses)
            if not clauses:
                written = text_of(context.dataset, thing, context.language)
                field, text = "effect", written.rstrip(".。") if written else context.say("things.none")
            said = context.say("actual.effect", value=text)
        case _:
            return [context.thing_row(thing, "flags", ", ".join(sorted(move.flags)))], []
    row = context.thing_row(thing, field, text)
    return [row], [said + context.mark(row)]
