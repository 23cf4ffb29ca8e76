"""Follow-ups to a question for a set: the set again, a part of it, who ranks first in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, Literal

from .algebra import ALL, NOW, And, Condition, HasType, Learn, LearnedBy, Query, Search
from .context import Context, as_set
from .lexer import ANY, TOLD_OF, Token
from .narrowing import limited
from .nothing_read import says_no
from .stages import evolving_so
from .word_lists import word_list

#: What describes Pokémon, so that it can pick some of a set.
_DESCRIBES = ("type", "cls", "gen", "region", "cmp", "typecount", "move", "ability", "gender", "stage", "color",
              "formkind", "evolveby", "mu", "number", "egg_group", "ev")  # fmt: skip
#: Which of those that were told of.
_WHICH_ONE = frozenset(word_list("which-one"))
_IS_THERE = frozenset(word_list("is-there"))
#: "Only the Ghost ones", 只要火系的.
_ONLY = word_list("of-sets/only")

#: What adds a description to the one before.
_ALSO = frozenset(word_list("also"))

#: The group that was told of.
_IN_THERE = frozenset(word_list("in-there"))
#: Words that leave some out.
_LEAVES_OUT = frozenset(word_list("leaves-out"))


def renewed(tokens: list[Token], content: list[Token]) -> Literal["list", "count"] | None:
    """Is the set asked for again: "name them", "how many are there?", 一共有几只."""
    words = [t for t in tokens if t.has("renew", "list") or t.has("renew", "count")]
    rest = [t for t in content if t not in words and not t.has("ell")]
    if len(words) == 1 and not rest:
        return "count" if words[0].has("renew", "count") else "list"
    them = any(t.has("pron", "them") for t in tokens) and any(t.has("list", "list") for t in tokens)
    if them and not words and all(t.has("list") or t.has("pron", "them") for t in rest):
        return "list"  # 列出它们
    if rest and not words and all(t.has("wh", "howmany") or t.has("exist") or t.has("pron", "them") for t in rest):
        return "count" if any(t.has("wh", "howmany") for t in rest) else None
    return None


def asks_of_them(tokens: list[Token]) -> bool:
    """ "Which of them are Grass types?", "only the Ghost ones", 哪些是传说: a description without a noun of its own."""
    if not tokens or any(_names_a_set(t) for t in tokens) or any(t.has("noun", "move") for t in tokens):
        return False
    if not any(t.has(tag) for tag in _DESCRIBES for t in tokens):
        return False
    them = any(t.has("pron", "them") for t in tokens)
    ones = any(t.has("noun", "pokemon") for t in tokens)
    only = _says_only(tokens)
    if leaves_out(tokens) or obliges(tokens):
        return True
    which = any(t.has("wh", "which") or t.has("wh", "who") for t in tokens)
    counts = any(t.has("wh", "howmany") for t in tokens)
    exists = any(t.has("exist") or t.has("list", "all") for t in tokens)
    if them:
        return which or counts or exists or only or opens_with_them(tokens)
    if says_also(tokens):
        return True
    adds = len(tokens) > 1 and tokens[0].text.casefold() == "and" and tokens[1].has("aux", "be")
    if adds and not any(t.has("pron") or t.has("wh") or t.has("cmp") for t in tokens):
        return True  # "and is a Fire type"
    also = tokens[0].has("bool", "and") or tokens[0].has("ell")  # "and which are weak to Fairy"
    also = also or any(t.text.casefold() in _WHICH_ONE for t in tokens)
    if asks_of_those_there(tokens):
        return True
    if _asks_for_any(tokens) or (counts and (also or _counts_bare(tokens))):
        return True
    return only or (ones and (which or counts or exists)) or (which and (also or not tokens[0].text.isascii()))


def _asks_for_any(tokens: Sequence[Token]) -> bool:
    """ "Any legendary ones?", "are any legendary?" behind a set: such among those that were spoken of."""
    said = [t for t in tokens if not (t.has("ell") or t.has("bool", "and") or t.has("aux"))]
    any_told = any(t.how == ANY for t in tokens[:2])
    return any_told or (bool(said) and said[0].text.casefold() == "any" and said[0].has("list", "all"))


def _counts_bare(tokens: Sequence[Token]) -> bool:
    """ "How many are legendary?": without a noun, and not "how many are there"."""
    at = next((i for i, t in enumerate(tokens) if t.has("wh", "howmany")), None)
    return at is not None and at + 2 < len(tokens) + 1 and tokens[at + 1 : at + 2] != [] and tokens[at + 1].has(
        "aux", "be"
    ) and not tokens[at + 1].has("exist")  # fmt: skip


def opens_with_them(tokens: Sequence[Token]) -> bool:
    """ "Of those, the single-type ones", "from those, fire only": the set first, then what picks of it."""
    said = [t for t in tokens if not (t.has("ell") or t.has("bool", "and"))]
    return bool(said) and said[0].has("pron", "them") and said[0].text.casefold().startswith(("of ", "from ", "among "))


def asks_of_those_there(tokens: Sequence[Token]) -> bool:
    """有水系的吗, 有没有钢系的: whether there are such among those that were spoken of."""
    closed = any(t.text == "的" or t.text.endswith("的") for t in tokens[-2:])
    return tokens[0].text in _IS_THERE and closed and not says_pokemon(tokens)


def says_also(tokens: Sequence[Token]) -> bool:
    """ "And how many are also Flying?", 同时是飞行系的有几只: of those that were spoken of."""
    asked = any(t.has("wh", "which") or t.has("wh", "who") or t.has("wh", "howmany") for t in tokens)
    # "Also, how many Flying types are there?" asks for more, of a set of its own.
    return asked and any(t.text.casefold() in _ALSO for t in tokens[tokens[0].text.isascii() :])


def obliges(tokens: Sequence[Token]) -> bool:
    """ "It has to be from Sinnoh", "it should know Surf": says of one that is wanted what it must be."""
    asks = any(t.has("wh") or t.has("yn") or t.has("mon") for t in tokens)
    subject = next((t for t in tokens if not t.has("bool")), None)
    must = any(t.has("oblige") or t.has("suits") or t.has("require") for t in tokens[:4])
    return subject is not None and subject.has("pron", "it") and must and not asks


def asks_for_others(tokens: Sequence[Token]) -> bool:
    """ "Who else is in there?", 里面还有谁: the others of a group that was told of."""
    there = any(t.text.casefold() in _IN_THERE for t in tokens)
    inside = any(a.has("prep", "in") and b.text.casefold() == "there" for a, b in pairwise(tokens))
    return (there or inside) and any(t.has("wh", "who") or t.has("wh", "which") for t in tokens)


def _says_only(tokens: Sequence[Token]) -> bool:
    first = next((t for t in tokens if not (t.has("ell") or t.has("bool", "and"))), tokens[0])
    return first.text.casefold() in _ONLY or any(t.has("adv", "only") for t in tokens)


def leaves_out(tokens: Sequence[Token]) -> bool:
    """ "Not counting legendaries?", 不算传说的呢: does the clause only leave some out of what was spoken of?"""
    first = next((t for t in tokens if not (t.has("ell") or t.has("bool") or t.has("filler"))), None)
    asks = any(t.has("wh") or t.has("aux") or t.has("mon") for t in tokens)
    return (
        first is not None
        and not says_no(tokens)
        and first.has("neg", "neg")
        and first.text.casefold() in _LEAVES_OUT
        and not asks
    )


def _names_a_set(token: Token) -> bool:
    """Whether a word for Pokémon names a set of its own; "one", "ones" and 哪只 do not."""
    return (
        token.has("noun", "pokemon")
        and token.how != ANY
        and not {"one", "ones"}.intersection(token.text.casefold().split())
    )


def says_pokemon(tokens: Sequence[Token]) -> bool:
    """Whether the clause names a set of its own by the word Pokémon."""
    return any(map(_names_a_set, tokens))


def with_noun(tokens: list[Token], what: Literal["pokemon", "move"] = "pokemon") -> list[Token]:
    """The clause with the word Pokémon (or moves) where it says "of them", or behind its question word."""
    noun: dict[str, tuple[Any, ...]] = {"noun": (what,)}
    if obliges(tokens):
        tokens = [replace(t, readings=noun) if t.has("pron", "it") else t for t in tokens]
    tokens = [t for t in tokens if not (t.has("adv", "only") or t.text.casefold() in _ONLY)] or tokens
    tokens = [t for t in tokens if not t.has("suits")] or tokens  # "which Gen 1 ones fit?"
    if any(t.has("ev") for t in tokens) and any(t.has("neg") for t in tokens):
        tokens = [t for t in tokens if not t.has("lost")]  # "those that don't evolve any more"
    if any(t.has("pron", "them") for t in tokens):
        return [replace(t, readings=noun, how=TOLD_OF) if t.has("pron", "them") else t for t in tokens]
    if any(t.has("noun", "pokemon") for t in tokens):
        return [replace(t, readings=noun, how=TOLD_OF) if t.has("noun", "pokemon") else t for t in tokens]
    at = next((i for i, t in enumerate(tokens) if t.has("wh")), None)
    if at is None and tokens:  # "and the slowest?"
        return [*(t for t in tokens if not t.has("ell")), replace(tokens[-1], readings=noun, how=TOLD_OF)]
    if at is None:
        return tokens
    return [*tokens[: at + 1], replace(tokens[at], readings=noun, how=TOLD_OF), *tokens[at + 1 :]]


def _of_its_moves(query: Search, before: Query | None) -> Query | None:
    """ "Which is the strongest?" behind the moves of a Pokémon: of those that it learns."""
    if not isinstance(before, Learn) or before.pokemon is None or before.move_id is not None or before.negated:
        return None
    if (query.order is None and query.condition == ALL) or before.level is not None or before.place != "all":
        return None
    parts: list[Condition] = [LearnedBy(before.pokemon, before.scope, before.method)]
    if before.move_type_id is not None:
        parts.append(HasType(before.move_type_id))
    if query.condition != ALL:
        parts.append(query.condition)
    return replace(query, condition=parts[0] if len(parts) == 1 else And(tuple(parts)))


def _ranks_its_own(query: Search, before: Search, tokens: Sequence[Token]) -> bool:
    """Does a ranking say of itself what the one before said of its set: another type, another generation?"""
    if query.order is None or any(t.has("pron", "them") for t in tokens):
        return False
    kinds = {type(one) for one in _parts(before.condition)}
    return any(type(one) in kinds and one not in _parts(before.condition) for one in _parts(query.condition))


def _parts(condition: Condition) -> tuple[Condition, ...]:
    return condition.conditions if isinstance(condition, And) else (condition,)


def narrowed(query: Query | None, context: Context, tokens: Sequence[Token]) -> Query | None:
    """A description or a ranking as one of the set that was spoken of; None where it is not that."""
    evolving = evolving_so(query, context)
    if evolving is not None:
        return evolving
    query, before, wanted = as_set(query), context.query, context.named_set()
    if asks_for_others(tokens):
        wanted = context.peers() or wanted
    if isinstance(query, Search) and query.what == "move":
        if isinstance(before, Search) and before.what == "move" and query.order is None and query.condition != ALL:
            return replace(before, condition=And((before.condition, query.condition)), output=query.output)
        return _of_its_moves(query, before)
    if not isinstance(query, Search) or query.what != "pokemon":
        return None
    limits = limited(tokens) is not None
    ranked = isinstance(before, Search) and (before.order is not None or limits) and query.order is None
    if ranked and isinstance(before, Search) and (limits or _says_only(tokens) or leaves_out(tokens)):
        # "Now only Fire types", 不算传说的呢: the same ranking in a smaller set.
        parts = [one for one in (before.condition, query.condition) if one != ALL]
        output = "exists" if query.output == "exists" else before.output  # 其中有没有不是恶系的
        return replace(before, condition=parts[0] if len(parts) == 1 else And(tuple(parts)), output=output)
    if isinstance(before, Search) and before.order is not None and _ranks_its_own(query, before, tokens):
        return None  # "fastest Flying type and heaviest Dragon type" are two rankings
    again = isinstance(before, Search) and before.order is not None and query.order is not None
    of_all = again and isinstance(before, Search) and before.order is not None and before.order.limit == 1
    if of_all and query.condition != ALL and not any(t.has("pron", "them") for t in tokens):
        wanted = None  # "fastest Water type? … fastest legendary one?": not of those that came first
    if wanted is None and again and isinstance(before, Search):
        wanted = before.condition  # "second fastest?": another place in the same ranking
    if wanted is None:
        return None
    if query.scope != (before.scope if isinstance(before, Search) else NOW):
        return None
    if query.order is not None and query.condition == ALL:
        return replace(query, condition=wanted)
    if query.condition == ALL or wanted == ALL:
        return None
    return replace(query, condition=And((wanted, query.condition)))
