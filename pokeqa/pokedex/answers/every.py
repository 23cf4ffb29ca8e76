"""Yes or no about sets: does all of one fulfil a condition, is one Pokémon the only one of it?"""

from __future__ import annotations

from ...question.algebra import Condition, IsA, Mon, Or, Search
from ...question.set_queries import CompareSets, Every, Only
from ..answer import Answer
from ..conditions import compile_condition
from ..model import Pokemon
from .averages import compare_averages
from .cards import pokemon_card
from .check import judge
from .context import Context
from .found import find
from .only_family import only_family
from .search_words import NAMED, by_name, hits_table, plain_names, set_of
from .wording import Wording

#: Of two sets the difference is told.
PAIR = 2


def answer(query: Every, context: Context) -> Answer:
    """Yes with the count, or no with those that do or do not, whichever are fewer."""
    search = Search("pokemon", query.whole, scope=query.scope)
    found = find(search, context.dataset)
    name = set_of(query.whole, context, first_starters=found.first_starters)
    if not found.main:
        return context.answer(context.say("aggregate.empty", set=name))
    holds = compile_condition(query.part, context.dataset, query.scope)
    do = [pokemon for pokemon in found.main if holds(pokemon)]
    others = [pokemon for pokemon in found.main if not holds(pokemon)]
    clauses = Wording(context, 1 if len(do) == 1 else 2).condition(query.part)
    named = _named(query.whole)
    if len(named) > 1:
        return _of_named(query, named, context)
    row = context.table_row("pokemon", f"every {name}: {clauses}", "share", f"{len(do)}/{len(found.main)}", name)
    key = "every.all" if not others else "every.none" if not do else "every.some"
    headline = context.say(key, whole=len(found.main), part=len(do), n=len(do), set=name, clauses=clauses,
                           mark=context.mark(row))  # fmt: skip
    shown = do if do and len(do) < len(others) else others
    rest = ""
    if do and others:
        which = "do" if shown is do else "others"
        names = plain_names(by_name(shown, context)[:NAMED], context)
        rest = context.say(f"every.{which}" if len(shown) <= NAMED else f"every.{which}-first", names=names,
                           n=len(shown), count=len(shown), first=NAMED)  # fmt: skip
    if query.scope.generation is not None:
        headline = context.say("search.in-scope", when=context.scope_name(query.scope), sentence=headline)
    cards = [hits_table(search, tuple(shown or do), clauses, context)]
    return context.answer(context.sentences((headline, rest)), details=context.say("aggregate.ordinary"), cards=cards)


def _named(whole: Condition) -> list[Mon]:
    """The Pokémon, if the set is nothing but Pokémon that are named."""
    parts = whole.conditions if isinstance(whole, Or) else ()
    mons = [part.other for part in parts if isinstance(part, IsA)]
    return mons if len(mons) == len(parts) else []


def _of_named(query: Every, named: list[Mon], context: Context) -> Answer:
    """ "Are Mew and Celebi both mythical?": yes, or no with those that are and those that are not."""
    holds = compile_condition(query.part, context.dataset, query.scope)
    do = [mon for mon in named if holds(context.pokemon(mon))]
    others = [mon for mon in named if mon not in do]
    said, everyone, rest = (context.phrases.join(context.mon_name(m) for m in group) for group in (do, named, others))
    clauses = Wording(context, 1 if len(do) == 1 else 2).condition(query.part)
    row = context.table_row("pokemon", f"every {everyone}: {clauses}", "share", f"{len(do)}/{len(named)}", everyone)
    key = "every.named-all" if not others else "every.named-some" if do else "every.named-none"
    headline = context.say(key, names=everyone, do=said, others=rest, clauses=clauses, mark=context.mark(row))
    if query.scope.generation is not None:
        headline = context.say("search.in-scope", when=context.scope_name(query.scope), sentence=headline)
    cards = [pokemon_card(context, mon) for mon in named]
    return context.answer(headline, cards=cards, follow_ups=context.follow_ups(named[0], "weakness", "stats"))


def only(query: Only, context: Context) -> Answer:
    """Yes, or no with the others that fulfil the condition; or no because the Pokémon itself does not."""
    if query.also or query.family:
        return only_family(query, context)
    found = find(Search("pokemon", query.condition, scope=query.scope), context.dataset)
    judgement = judge(query.subject, query.condition, query.scope, context)
    others = [one for one in (*found.main, *found.extras) if not _is(one, query.subject)]
    clauses = Wording(context, 1).condition(query.condition)
    name = context.mon_name(query.subject)
    names = plain_names(by_name(others, context)[:NAMED], context)
    own = {"name": name, "clauses": clauses, "actual": judgement.actual, "negated": judgement.negated}
    count = {"names": names, "n": len(others), "count": len(others), "first": NAMED}
    more = "" if len(others) <= NAMED else "-first"
    if judgement.holds and not others:
        headline = context.say("only.yes", **own)
    elif judgement.holds:
        headline = context.say(f"only.no{more}", **own, **count)
    else:
        headline = context.say("only.not-even", **own)
        if others:
            headline = context.sentences((headline, context.say(f"only.those{more}", **own, **count)))
    return context.answer(
        headline,
        cards=[pokemon_card(context, query.subject, scope=query.scope)],
        follow_ups=context.follow_ups(query.subject, "weakness", "evolution", "ability"),
    )


def compare_sets(query: CompareSets, context: Context) -> Answer:
    """How many each of several sets has, the largest first, and the difference of two."""
    if query.average is not None:
        return compare_averages(query, query.average, context)
    counted = []
    for condition in query.sets:
        found = find(Search("pokemon", condition, forms="ordinary", scope=query.scope), context.dataset)
        name = set_of(condition, context, first_starters=found.first_starters)
        row = context.table_row("pokemon", f"count {name}", "count", str(len(found.main)), name)
        counted.append((len(found.main), name, context.mark(row)))
    first, second = counted[0][0], counted[1][0]
    holds = {"max": first > second, "min": first < second, "equal": first == second, "none": True}[query.claim]
    ranked = sorted(counted, key=lambda one: -one[0])
    values = context.say("list.comma").join(
        context.say("every.count", set=name, count=count, mark=mark) for count, name, mark in ranked
    )
    level = len({count for count, _, _ in counted}) == 1
    difference = ""
    if len(counted) == PAIR and not level:
        difference = context.say("compare.difference", value=str(abs(first - second)))
    key = "every.level" if level else "every.larger"
    headline = context.say(key, name=ranked[0][1], values=values, difference=difference)
    if query.claim != "none":
        headline = context.say("compare.yes" if holds else "compare.no") + headline
    headline = headline[:1].upper() + headline[1:]
    if query.scope.generation is not None:
        headline = context.say("search.in-scope", when=context.scope_name(query.scope), sentence=headline)
    return context.answer(headline, details=context.say("aggregate.ordinary"))


def _is(pokemon: Pokemon, mon: Mon) -> bool:
    """Is a variety the Pokémon that is asked about? One named without a form is its whole species."""
    return pokemon.id == mon.pokemon_id if mon.form_named else pokemon.species_id == mon.species_id
