"""Yes or no: do only these Pokémon, or only this family, fulfil a condition, or does anybody else?"""

from __future__ import annotations

from ...question.algebra import Search
from ...question.set_queries import Only
from ..answer import Answer
from .cards import pokemon_card
from .context import Context
from .found import find
from .search_words import NAMED, by_name, plain_names
from .wording import Wording


def only_family(query: Only, context: Context) -> Answer:
    """Those of the family that fulfil it, and the others that do."""
    found = find(Search("pokemon", query.condition, scope=query.scope), context.dataset)
    named = {mon.species_id for mon in (query.subject, *query.also)}
    if query.family:
        chains = {context.dataset.species[one].chain_id for one in named}
        named = {one.id for one in context.dataset.species.values() if one.chain_id in chains}
    hits = (*found.main, *found.extras)
    own = by_name([one for one in hits if one.species_id in named], context)
    others = by_name([one for one in hits if one.species_id not in named], context)
    missing = {mon.species_id for mon in query.also} - {one.species_id for one in own} if not query.family else set()
    clauses = Wording(context, 2).condition(query.condition)
    row = context.table_row("pokemon", f"only {clauses}", "count", str(len(own) + len(others)), clauses)
    said = {
        "own": plain_names(own, context), "names": plain_names(others[:NAMED], context), "clauses": clauses,
        "name": context.mon_name(query.subject), "n": len(others), "count": len(others), "first": NAMED,
        "mark": context.mark(row),
    }  # fmt: skip
    more = "" if len(others) <= NAMED else "-first"
    alone = bool(own) and not others and not missing
    key = "family-only" if own and not others else f"family-also{more}" if own else f"family-none{more}"
    lead = "lead-yes" if (bool(others) if query.others else alone) else "lead-no"
    headline = context.say(f"only.{lead}") + context.say(f"only.{key}", **said)
    return context.answer(
        headline,
        cards=[pokemon_card(context, query.subject, scope=query.scope)],
        follow_ups=context.follow_ups(query.subject, "weakness", "evolution", "ability"),
    )
