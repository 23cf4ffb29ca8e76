"""Follow-ups that set what was told beside something else: the other side, one set more, the ordinary form, each
other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..pokedex.dataset import Dataset
from ..pokedex.numbers import POKEMON_NUMBERS
from .algebra import (
    ALL,
    Check,
    Compare,
    EvolutionWay,
    Evolve,
    Facts,
    HasType,
    Learn,
    Matchup,
    Mon,
    NumberAgainst,
    Query,
    Search,
    SharesWith,
)
from .asked_again import flipped, number_asked, pair_of
from .clause import is_free
from .context import Context
from .lexer import Token
from .set_queries import CompareSets
from .word_lists import word_list

#: What two Pokémon can be said to share, as `SharesWith` names it.
_SHARED = ("egg-group", "type", "ability", "color", "shape", "habitat", "generation", "growth-rate")


def beside(tokens: Sequence[Token], context: Context, dataset: Dataset) -> Query | None:
    """The question that sets what was told beside something else; None where the clause asks no such thing."""
    if context.lost or context.query is None:
        return None
    content = [t for t in tokens if not is_free(t) and not t.has("ell")]
    return (
        _turned_round(content, context)
        or _of_one_set_more(content, context)
        or _winner(content, context)
        or _over_the_ordinary(tokens, content, context, dataset)
        or _shared(tokens, content, context)
        or _that_way_too(tokens, content, context)
        or _at_which_level(content, context)
        or _who_has_more(tokens, content, context)
        or _how_it_compares(tokens, content, context)
        or _of_that_factor(content, context)
        or _among_them(tokens, content, context)
    )


def _turned_round(content: list[Token], context: Context) -> Query | None:
    """反过来打呢, "and the other way round, what happens?" behind a match-up; 会怎样 by itself is what was asked."""
    query = context.query
    if not isinstance(query, Matchup) or query.attacker is None or query.defender is None:
        return None
    around = [t for t in content if t.has("rev")]
    rest = [t for t in content if t not in around]
    if not content or not all(t.has("mu", "effect:att") or t.has("outcome") or t.has("wh", "how") for t in rest):
        return None
    if not around:
        return query if len(rest) == 1 and rest[0].has("outcome") else None
    return flipped(replace(query, relation="effect", yes_no=False, factor=None, negated=False))


def _of_one_set_more(content: list[Token], context: Context) -> Query | None:
    """那草系呢 behind "are there more Fire or Water types?": all three side by side."""
    query = context.query
    if not isinstance(query, CompareSets) or not all(isinstance(one, HasType) for one in query.sets):
        return None
    named = [t for t in content if t.has("type")]
    if len(named) != 1 or not all(t in named or t.has("noun", "type") for t in content):
        return None
    new = HasType(named[0].readings["type"][0])
    return None if new in query.sets else CompareSets((*query.sets, new), scope=query.scope)


def _winner(content: list[Token], context: Context) -> Query | None:
    """ "Who wins Special Attack?" behind a comparison."""
    words = [t for t in content if t.has("winning")]
    named = [t for t in content if t.has("attr")]
    rest = [t for t in content if t not in words and t not in named]
    pair = pair_of(context)
    if len(words) != 1 or pair is None or not all(t.has("wh") or t.has("pron") for t in rest):
        return None
    if not named and isinstance(context.query, Facts) and context.query.attributes[0] in POKEMON_NUMBERS:
        return Compare(pair, context.query.attributes[0], "max") if len(context.query.attributes) == 1 else None
    if len(named) != 1:
        return None
    numbers = [a for a in named[0].readings["attr"] if a in POKEMON_NUMBERS]
    subjects = context.query.subjects if isinstance(context.query, Compare) else pair
    return Compare(subjects, numbers[0], "max") if len(numbers) == 1 else None


def _over_the_ordinary(
    tokens: Sequence[Token], content: list[Token], context: Context, dataset: Dataset
) -> Query | None:
    """比普通的高多少, "how much higher than the regular one?" behind a number of a form."""
    words = [t for t in content if t.has("ordinaryform")]
    more = [t for t in content if t.has("cmp") or t.has("contrast", "differences") or t.has("renew", "margin")]
    rest = [t for t in content if t not in words and t not in more]
    asks = ("prep", "op", "wh", "pron", "yn", "aux")
    if len(words) != 1 or len(more) != 1 or not all(any(t.has(tag) for tag in asks) for t in rest):
        return None
    if len(context.mons) != 1 or len(context.mons[0].readings["mon"]) != 1:
        return None
    mon: Mon = context.mons[0].readings["mon"][0]
    ordinary = Mon(mon.species_id, dataset.species[mon.species_id].default_pokemon_id)
    attribute = number_asked(context)
    if attribute is None or ordinary.pokemon_id == mon.pokemon_id:
        return None
    claimed = any(t.has("yn") for t in tokens) or tokens[0].has("aux")
    less = more[0].has("cmp", ":lt")
    return Compare((mon, ordinary), attribute, "min" if less else "max", claim="first" if claimed else "none")  # type: ignore[arg-type]


def _shared(tokens: Sequence[Token], content: list[Token], context: Context) -> Query | None:
    """ "Do they share one?", 一样吗 behind the same question about two Pokémon."""
    query, pair = context.query, pair_of(context)
    same = [t for t in content if t.has("shares", "same")]
    rest = [t for t in content if t not in same]
    if len(same) != 1 or pair is None or not isinstance(query, Facts) or len(query.attributes) != 1:
        return None
    asked = any(t.has("yn") or t.has("aux") or t.mark == "?" for t in tokens) or len(tokens) == 1
    kept = query.attributes[0]
    said = [t for t in rest if t.has("attr", kept)]
    plain = ("pron", "yn", "aux", "list")
    if not asked or not all(t in said or any(t.has(tag) for tag in plain) for t in rest):
        return None
    if kept in POKEMON_NUMBERS and kept not in _SHARED:
        return Compare(pair, kept, "max", claim="equal")
    if kept not in _SHARED:
        return None
    whole = not any(t.text.casefold() in _ANY for t in tokens)
    if whole and kept in ("egg-group", "ability"):
        return Facts(pair, (kept,))  # all alike, or some of them: told side by side
    whole = whole and kept == "type"
    return Check(pair[0], SharesWith("typing" if whole else kept, pair[1]))  # type: ignore[arg-type]


#: Words that ask whether one is shared, and not whether all are the same.
_ANY = frozenset(word_list("beside/any"))


def _that_way_too(tokens: Sequence[Token], content: list[Token], context: Context) -> Query | None:
    """ "Does it work during the day?", 白天也行吗 behind how a Pokémon evolves."""
    query = context.query
    if not isinstance(query, Evolve) or query.direction != "into" or query.aspect == "needs":
        return None
    ways = [t for t in content if t.has("evolveby", "day") or t.has("evolveby", "night")]
    rest = [t for t in content if t not in ways]
    can = any(t.has("aux") or t.has("yn") for t in tokens)
    works = ("aux", "yn", "pron", "bool")
    if len(ways) != 1 or not can or not all(any(t.has(w) for w in works) or t.has("attr", "effect") for t in rest):
        return None
    way: EvolutionWay = "day" if ways[0].has("evolveby", "day") else "night"
    return Evolve(query.subject, "into", "can", query.target, yes_no=True, scope=query.scope, ways=(way,))


def _at_which_level(content: list[Token], context: Context) -> Query | None:
    """ "What level is that?", "which item does that take?" behind an evolution."""
    query = context.query
    if not isinstance(query, Evolve) or query.direction not in ("into", "from") or query.yes_no:
        return None
    asked = [t for t in content if t.has("wh", "level") or t.has("wh", "item")]
    rest = [t for t in content if t not in asked and not (t.has("pron") or t.has("aux", "do"))]
    if len(asked) != 1 or not all(t.has("occurs") or t.has("require") for t in rest):
        return None
    return replace(query, aspect="level" if asked[0].has("wh", "level") else "item")


def _who_has_more(tokens: Sequence[Token], content: list[Token], context: Context) -> Query | None:
    """ "Does anything have more?", "who has a higher one?" behind a number of one Pokémon."""
    attribute = number_asked(context)
    more = [t for t in content if t.has("cmp", ":gt") or t.has("cmp", ":lt")]
    if attribute is None or len(content) != 1 or more != content or len(context.mons) != 1 or context.before:
        return None
    words = [t.text.casefold() for t in tokens]
    anyone = any(word in _ANYONE for word in words)
    who = any(t.has("wh", "who") for t in tokens) and any(t.has("aux", "have") for t in tokens)
    if not (anyone or who) or any(t.has("pron") for t in tokens):
        return None
    mon: Mon = context.mons[0].readings["mon"][0]
    against = NumberAgainst(attribute, "gt" if more[0].has("cmp", ":gt") else "lt", mon)  # type: ignore[arg-type]
    return Search("pokemon", against, output="list" if who else "exists")


_ANYONE = frozenset(word_list("beside/anyone"))


def _how_it_compares(tokens: Sequence[Token], content: list[Token], context: Context) -> Query | None:
    """和胡地比呢, "compared to Alakazam?", "how does it compare to Alakazam?" behind a number of one Pokémon."""
    attribute = number_asked(context)
    named = [t for t in content if t.has("mon")]
    compares = any(t.has("prep", "between") or (t.has("prep", "than") and t.text == "比") for t in tokens)
    rest = [t for t in content if t not in named]
    if attribute is None or len(named) != 1 or not compares or len(context.mons) != 1:
        return None
    if not all(t.has("wh", "how") or t.has("pron", "it") for t in rest) or len(named[0].readings["mon"]) != 1:
        return None
    told, new = context.mons[0].readings["mon"][0], named[0].readings["mon"][0]
    return Compare((told, new), attribute, "max") if told != new else None  # type: ignore[arg-type]


def _of_that_factor(content: list[Token], context: Context) -> Query | None:
    """ "Which one is 4x?", 哪个是四倍 behind what a Pokémon is weak to."""
    query = context.query
    if not isinstance(query, Matchup) or query.attacker is not None or query.yes_no or query.relation == "all":
        return None
    named = [t for t in content if t.has("factor")]
    rest = [t for t in content if t not in named]
    if len(named) != 1 or not all(t.has("pron") or t.has("exist") or t.has("wh", "which") for t in rest):
        return None
    return replace(query, factor=named[0].readings["factor"][0], asked="types")


def _among_them(tokens: Sequence[Token], content: list[Token], context: Context) -> Query | None:
    """ "Is Thunderbolt one of them?", 里面有十万伏特吗 behind its moves; "is Mew one of them?" of a set."""
    query = context.query
    asks = any(t.has("yn") for t in tokens) or (bool(tokens) and tokens[0].has("aux"))
    among = any(t.has("pron", "them") or t.has("prep", "in") or t.has("exist") or t.text == "有" for t in tokens)
    among = among or any(t.has("among") for t in tokens)
    named = [t for t in content if t.has("move") or t.has("mon")]
    rest = [t for t in content if t not in named]
    if (
        not asks
        or not among
        or len(named) != 1
        or not all(t.has("pron", "them") or t.has("exist") or t.has("among") for t in rest)
    ):
        return None
    if any(t.has("learn") for t in tokens):
        return None
    if isinstance(query, Learn) and query.pokemon is not None and query.move_id is None and named[0].has("move"):
        return Learn(query.pokemon, named[0].readings["move"][0], "can", query.method, query.scope)
    whole = isinstance(query, Search) and query.what == "pokemon" and query.order is None and query.then == "none"
    if whole and isinstance(query, Search) and query.condition != ALL and len(named[0].readings.get("mon", ())) == 1:
        return Check(named[0].readings["mon"][0], query.condition, query.scope)
    return None
