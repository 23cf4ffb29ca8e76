"""Shares: how many of a set are something else as well, in percent."""

from __future__ import annotations

from ...question.algebra import And
from ...question.set_queries import Share
from ..answer import Answer
from .aggregate import members_of, moves_of
from .context import Context
from .search_words import set_of
from .units import plain
from .wording import Wording


def answer(query: Share, context: Context) -> Answer:
    """The two counts and the percentage."""
    both = And((query.whole, query.part))
    if query.what == "move":
        whole, part = len(moves_of(query.whole, query.scope, context)), len(moves_of(both, query.scope, context))
    else:
        whole, part = len(members_of(query.whole, query.scope, context)), len(members_of(both, query.scope, context))
    name = set_of(query.whole, context, kind=query.what)
    if not whole:
        return context.answer(context.say("aggregate.empty", set=name))
    percent = plain(round(100 * part / whole, 1))
    clauses = Wording(context, max(part, 2), kind=query.what).condition(query.part)
    row = context.table_row(query.what, f"share {name}: {clauses}", "share", f"{part}/{whole}", name)
    headline = context.say("aggregate.share", percent=percent, part=part, whole=whole, set=name, clauses=clauses,
                           n=part, mark=context.mark(row))  # fmt: skip
    if query.scope.generation is not None:
        headline = context.say("search.in-scope", when=context.scope_name(query.scope), sentence=headline)
    note = context.say("search.moves-counted" if query.what == "move" else "aggregate.ordinary")
    return context.answer(headline, details=note)
