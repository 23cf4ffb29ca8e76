"""Typed query in, `Answer` out: one module for each family of queries.

Each module has `answer(query, context) -> Answer`; `answer` below picks it by the query's class, then corrects the
false premises.
"""

from __future__ import annotations

from dataclasses import replace

from ...question.algebra import (
    Check,
    Compare,
    DexLookup,
    Evolve,
    Exists,
    Facts,
    History,
    Introduced,
    Learn,
    Matchup,
    Query,
    Search,
    Top,
)
from ...question.asked import Question
from ...question.effect_claims import EffectClaim
from ...question.form_change import FormChange
from ...question.joint_queries import Contrast, Measured, Similar, Together
from ...question.set_queries import Aggregate, CompareSets, CountClaim, Every, Groups, Only, OwnAbilities, Share
from ..answer import Answer
from ..dataset import Dataset
from . import (
    aggregate,
    calculated,
    chain,
    check,
    compare,
    contrast,
    effect_claims,
    every,
    evolve,
    facts,
    form_change,
    groups,
    history,
    introduced,
    learn,
    lookup,
    matchup,
    own_abilities,
    premises,
    search,
    search_ranked,
    share,
)
from .context import Context


def answer(question: Question, dataset: Dataset, language: str) -> Answer:
    """The answer to a typed question, in `language` ("en", "zh-hans", "zh-hant", "ja")."""
    context = Context(dataset, language)
    led = context.sentences(chain.said(step, context) for step in question.steps)
    found = _answer(question.query, context)
    if led:
        found = replace(found, headline=context.sentences((led, found.headline)))
    return premises.correct(question.premises, question.query, found, context)


def _answer(query: Query, context: Context) -> Answer:
    match query:
        case Facts():
            return facts.answer(query, context)
        case History():
            return history.answer(query, context)
        case Check():
            return check.answer(query, context)
        case Compare():
            return compare.answer(query, context)
        case Search() | CountClaim():
            return search.answer(query, context)
        case Matchup():
            return matchup.answer(query, context)
        case Evolve():
            return evolve.answer(query, context)
        case Learn():
            return learn.answer(query, context)
        case Introduced():
            return introduced.answer(query, context)
        case DexLookup() | Exists():
            return lookup.answer(query, context)
        case Aggregate():
            return aggregate.answer(query, context)
        case Share():
            return share.answer(query, context)
        case Every():
            return every.answer(query, context)
        case Top():
            return search_ranked.top(query, context)
        case CompareSets():
            return every.compare_sets(query, context)
        case Only():
            return every.only(query, context)
        case OwnAbilities():
            return own_abilities.answer(query, context)
        case Groups():
            return groups.answer(query, context)
        case Contrast():
            return contrast.answer(query, context)
        case Similar():
            return contrast.similar(query, context)
        case Measured():
            return compare.measured(query, context)
        case Together():
            return compare.together(query, context)
        case FormChange():
            return form_change.answer(query, context)
        case EffectClaim():
            return effect_claims.answer(query, context)
    return calculated.answer(query, context)
