"""Follow-ups by the place in a row: the number behind in the Pokédex, "into what?" behind when it evolves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..pokedex.dataset import Dataset
from .algebra import DexLookup, Evolve, EvolvesBy, Facts, Learn, Query, Search, Top
from .chains import relatives
from .clause import is_free
from .context import Context
from .fold import fold
from .lexer import Token
from .word_lists import word_list

#: What asks for other ways than those that were told.
_OTHER_WAYS = frozenset(fold(one) for one in word_list("at-the-next/other-ways"))


def at_the_next(tokens: Sequence[Token], context: Context, dataset: Dataset) -> Query | None:
    """The last question one place further; None where the clause asks no such thing."""
    query = context.query
    if context.lost:
        return None
    content = [t for t in tokens if not (t.has("ell") or (is_free(t) and not t.has("step")))]
    if isinstance(query, Search) and query.output == "exists" and tokens and all(t.has("list") for t in tokens):
        return replace(query, output="list")  # 举一个, "name one" behind whether there are any
    if isinstance(query, Top):
        return _of_the_row(tokens, content, query)
    if isinstance(query, Facts):
        return _in_steps(content, query)
    if isinstance(query, DexLookup):
        return _by_number(content, query)
    if isinstance(query, Learn):
        return _of_one_type(content, query)
    if isinstance(query, Evolve):
        return (
            _by_which_item(tokens, query)
            or _into_what(tokens, query)
            or _from_what(tokens, query)
            or _what_it_takes(tokens, content, query)
            or _not_that_way(content, query, dataset)
            or _by_other_means(tokens, query, dataset)
        )
    return None


def _of_the_row(tokens: Sequence[Token], content: Sequence[Token], query: Top) -> Query | None:
    """那第二快呢, "and who is second?" behind whether one comes first: who comes at that place."""
    order = query.search.order
    places = [t for t in content if t.has("rank")]
    rest = [t for t in content if t not in places and not (t.has("cmp") or t.has("pron") or t.has("noun"))]
    if order is None or len(places) != 1 or any(t.has("mon") for t in tokens):
        return None
    place = str(places[0].readings["rank"][0])
    if not place.isdigit() or not all(t.has("sup", f"{order.attribute}:{order.sense}") for t in rest):
        return None
    return replace(query.search, order=replace(order, start=int(place), limit=1))


def _in_steps(content: Sequence[Token], query: Facts) -> Query | None:
    """ "And in steps?", 那要走多少步 behind the egg cycles: the answer gives both."""
    around = ("wh", "aux", "pron", "bool", "prep", "attr", "require", "taking")
    steps = [t for t in content if t.has("egg", "steps")]
    said = len(steps) == 1 and query.attributes == ("hatch",)
    if not said or not all(t in steps or any(t.has(tag) for tag in around) for t in content):
        return None
    return (
        query if not any(t.has("attr") and not t.has("attr", "hatch") and not t.has("aux") for t in content) else None
    )


def _by_number(content: Sequence[Token], query: DexLookup) -> Query | None:
    """ "And the one right after?", 下一个呢 behind who has a number."""
    steps = [t for t in content if t.has("dexstep") or t.has("step")]
    around = ("pron", "noun", "wh", "list", "aux", "bool")
    if len(steps) != 1 or not all(t in steps or any(t.has(tag) for tag in around) for t in content):
        return None
    behind = steps[0].has("dexstep", "next") or steps[0].has("step", "next")
    number = query.number + (1 if behind else -1)
    return replace(query, number=number) if number > 0 else None


def _of_one_type(content: Sequence[Token], query: Learn) -> Query | None:
    """ "Only the Ghost ones", 只看水系的 behind the moves that a Pokémon learns: those of one type."""
    types = [t for t in content if t.has("type") and not t.has("mon")]
    rest = [t for t in content if t not in types]
    if len(types) != 1 or len(types[0].readings["type"]) != 1 or query.pokemon is None or query.move_id is not None:
        return None
    if query.aspect != "list" or query.negated or any(t.has("neg") for t in rest):
        return None
    around = ("adv", "pron", "light", "list", "aux", "wh", "prep", "typecount")
    if not all(t.has("noun", "move") or t.has("noun", "type") or any(t.has(tag) for tag in around) for t in rest):
        return None
    return replace(query, move_type_id=types[0].readings["type"][0])


def _into_what(tokens: Sequence[Token], query: Evolve) -> Query | None:
    """ "Into what?" behind at what level it evolves."""
    into = [t for t in tokens if t.has("prep", "into") or t.has("prep", "to")]
    asked = [t for t in tokens if t.has("wh", "what") or t.has("wh", "which") or t.has("wh", "who")]
    rest = [t for t in tokens if t not in into and t not in asked and not is_free(t)]
    if query.direction != "into" or query.target is not None or len(into) != 1 or len(asked) != 1 or rest:
        return None
    return replace(query, aspect="what", yes_no=False, negated=False, ways=(), level=None, item_id=None)


def _from_what(tokens: Sequence[Token], query: Evolve) -> Query | None:
    """ "From what?" behind whether it evolves."""
    start = [t for t in tokens if t.has("prep", "from")]
    asked = [t for t in tokens if t.has("wh", "what") or t.has("wh", "which") or t.has("wh", "who")]
    rest = [t for t in tokens if t not in start and t not in asked and not is_free(t) and not t.has("ell")]
    if query.direction != "into" or len(start) != 1 or len(asked) != 1 or rest:
        return None
    return Evolve(query.subject, "from", "what", scope=query.scope)


def _by_which_item(tokens: Sequence[Token], query: Evolve) -> Query | None:
    """ "Which of them needs a Sun Stone?", 哪个用日之石 behind what it evolves into."""
    items = [t for t in tokens if t.has("item")]
    asked = [t for t in tokens if t.has("wh", "which") or t.has("wh", "who") or t.has("wh", "what")]
    uses = [t for t in tokens if t.has("require") or t.has("itemuse") or t.has("ev")]
    rest = [t for t in tokens if t not in items and t not in asked and t not in uses and not is_free(t)]
    if (
        query.direction != "into"
        or len(items) != 1
        or len(asked) != 1
        or not uses
        or len(items[0].readings["item"]) > 1
    ):
        return None
    if not all(t.has("pron", "them") or t.has("aux") for t in rest) or any(t.has("noun", "pokemon") for t in asked):
        return None
    return Evolve(query.subject, "into", "what", scope=query.scope, item_id=items[0].readings["item"][0])


def _what_it_takes(tokens: Sequence[Token], content: Sequence[Token], query: Evolve) -> Query | None:
    """ "And what does it need?", 需要什么 behind whether it evolves: how it does."""
    needs = [t for t in tokens if t.has("require")]
    asked = any(t.has("wh", "what") or t.has("wh", "which") or t.has("wh", "when") for t in tokens)
    if query.direction == "family" or query.aspect == "needs" or len(needs) != 1 or not asked:
        return None
    if not all(t in needs or t.has("pron", "it") or t.has("wh") or t.has("aux") for t in content):
        return None
    return replace(query, aspect="how", yes_no=False, negated=False, expected=None, level=None)


def _by_other_means(tokens: Sequence[Token], query: Evolve, dataset: Dataset) -> Query | None:
    """ "Is there another way?", 还有别的办法吗 behind how it evolves: all ways, with their games."""
    said = fold("".join(t.text for t in tokens if not t.has("ell")))
    several = len(dataset.evolutions_from(query.subject.pokemon_id)) > 1
    if query.direction != "into" or not several or said not in _OTHER_WAYS:
        return None
    return replace(query, aspect="how", yes_no=False, negated=False, expected=None, level=None)


def _not_that_way(content: Sequence[Token], query: Evolve, dataset: Dataset) -> Query | None:
    """ "Without trading?", 不交换行不行 behind how it evolves, or what it comes from."""
    ways = [t for t in content if t.has("evolveby")]
    denied = [t for t in content if t.has("neg")]
    around = ("aux", "yn", "pron", "bool", "ev", "exist", "serves", "beaten")
    rest = [t for t in content if t not in ways and t not in denied and not t.has("wh", "how")]
    if query.direction == "family" or len(ways) != 1 or len(denied) != 1:
        return None
    if not all(any(t.has(tag) for tag in around) for t in rest):
        return None
    subject, target = query.subject, query.target
    if query.direction == "from":
        before = relatives(query.subject, "pre", dataset)
        if len(before) != 1:
            return None
        subject, target = before[0], query.subject
    needed = EvolvesBy(way=ways[0].readings["evolveby"][0])
    return Evolve(subject, "into", "needs", target, yes_no=True, negated=True, scope=query.scope, needed=needed)
