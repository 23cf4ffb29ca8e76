"""False premises: what a question takes for granted and should not."""

from __future__ import annotations

from dataclasses import replace

from ...question.algebra import (
    NOW,
    Check,
    Compare,
    Evolve,
    Exists,
    Facts,
    HasType,
    History,
    Learn,
    Matchup,
    Query,
    Search,
)
from ...question.asked import Premise
from ..answer import Answer
from .check import judge
from .context import Context


def correct(premises: tuple[Premise, ...], query: Query, found: Answer, context: Context) -> Answer:
    """The answer with a correction of every false premise: in front, or behind a yes or no, which stays first."""
    corrections = [said for premise in premises if (said := _correction(premise, context))]
    if not corrections:
        return found
    if _is_said_by(premises, query):
        return replace(found, headline=context.sentences(corrections), rows=context.rows)
    parts = [found.headline, *corrections] if is_yes_or_no(query) else [*corrections, found.headline]
    return replace(found, headline=context.sentences(parts), rows=context.rows)


def _is_said_by(premises: tuple[Premise, ...], query: Query) -> bool:
    """Does the correction say all that is asked: the types of a Pokémon that was taken to have another?"""
    if not isinstance(query, Facts) or query.attributes != ("type",) or len(premises) != 1 or query.scope != NOW:
        return False
    return isinstance(premises[0].condition, HasType) and query.subjects == (premises[0].subject,)


def is_yes_or_no(query: Query) -> bool:
    """Whether the answer to a query starts with yes or no."""
    match query:
        case Check() | Exists():
            return True
        case Compare():
            return query.claim != "none"
        case Search():
            return query.output == "exists"
        case History() | Matchup():
            return query.yes_no
        case Evolve():
            return query.yes_no or query.aspect == "can"
        case Learn():
            return query.aspect == "can"
    return False


def _correction(premise: Premise, context: Context) -> str:
    scope = Check(premise.subject, premise.condition).scope
    judgement = judge(premise.subject, premise.condition, scope, context)
    if judgement.holds is not False:
        return ""
    return context.say(
        "premise.false",
        name=judgement.name,
        clause=judgement.clause,
        negated=judgement.negated,
        actual=judgement.actual,
    )
