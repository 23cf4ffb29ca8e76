"""Whether another Pokémon has the ability that an answer named ("does Infernape have that last one too?"), or has the
same of what was asked for ("is Growlithe's the same?").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .algebra import And, Check, Condition, Evolve, Facts, HasAbility, Matchup, Mon, Query, SharesWith
from .clause import is_free
from .context import Context
from .describe.kinship import Shared
from .lexer import Token
from .word_lists import word_list

#: Which of several abilities a word means.
_PLACES = {"first": 0, "second": 1, "third": 2, "last": -1}
#: What points back at one, or at all.
_SAME = frozenset(word_list("has-it-too/same"))
_HAVE = frozenset(word_list("have"))
_AROUND = ("aux", "pron", "noun", "yn", "carry-from", "bool", "ell", "pointer", "exist")


def has_it_too(tokens: Sequence[Token], context: Context) -> Query | None:
    """Whether the one that is named has what the last answer told of; None where the clause asks no such thing."""
    told = [t for t in context.things if t.has("ability")]
    query = context.query
    named = [t for t in tokens if t.has("mon")]
    if context.lost or not told or len(named) != 1 or len(named[0].readings["mon"]) != 1:
        return None
    if not (isinstance(query, Check) or (isinstance(query, Facts) and _of_abilities(query))):
        return None
    rest = [t for t in tokens if t is not named[0]]
    content = [t for t in rest if not is_free(t) or t.text.casefold() in _HAVE]
    asks = tokens[0].has("aux", "do") or tokens[0].has("aux", "can") or any(t.has("yn") or t.has("exist") for t in rest)
    if not asks or not any(_has(t) for t in rest) or any(t.has("wh") or t.has("neg", "neg") for t in rest):
        return None
    if not all(any(t.has(tag) for tag in _AROUND) or _is_same(t) or _has(t) for t in content):
        return None
    meant = _meant(rest, told)
    if not meant:
        return None
    conditions: list[Condition] = [HasAbility(t.value("ability")) for t in meant]
    subject: Mon = named[0].value("mon")
    return Check(subject, conditions[0] if len(conditions) == 1 else And(tuple(conditions)), getattr(query, "scope"))  # noqa: B009


def _of_abilities(query: Facts) -> bool:
    return query.attributes in (("ability",), ("hidden-ability",), ("effect",))


def _has(token: Token) -> bool:
    return token.has("aux", "have") or token.has("exist") or token.text.casefold() in _HAVE


def _is_same(token: Token) -> bool:
    return token.text.casefold() in _SAME


def place_pointed_at(tokens: Sequence[Token]) -> int | None:
    """Which of several that were told of is meant, as an index ("the first one", 后者); None where none is named."""
    return next((at for word, at in _PLACES.items() if any(t.has("pron", word) for t in tokens)), None)


def _meant(rest: Sequence[Token], told: list[Token]) -> list[Token]:
    """The abilities that are pointed at; none where it is not clear which."""
    place = place_pointed_at(rest)
    if place is not None:
        return [told[place]] if -len(told) <= place < len(told) else []
    if any(t.has("pron", "them") and not t.has("pron", "it") for t in rest):
        return told
    # In a question of its own "it" is left out already: "does Ninjask have too?".
    points = not any(t.has("noun") for t in rest) or any(_is_same(t) for t in rest)
    return told if points and len(told) == 1 else []


def evolved_so_too(tokens: Sequence[Token], context: Context) -> list[Token] | None:
    """ "Are Wigglytuff and Delcatty too?" behind "Clefable is a Moon Stone evolution": the same said of the others."""
    query, named = context.query, [t for t in tokens if t.has("mon")]
    if context.lost or not named or not isinstance(query, Evolve) or not (query.item_id or query.ways):
        return None
    told = [t for t in context.tokens if t.has("mon")]
    said = [t for t in context.tokens if t.has("ev", "post") or t.has("item") or t.has("evolveby")]
    subject = query.target or query.subject
    if len(told) != 1 or told[0].readings["mon"] != (subject,) or not said:
        return None
    if not any(t.has("ev", "post") for t in said) and not (query.yes_no and query.target and query.aspect == "how"):
        return None
    rest = [t for t in tokens if t not in named]
    asks = [t for t in rest if t.has("aux", "be") or t.has("yn") or t.has("ell") or t.has("bool", "and")]
    if not asks or not all(is_free(t) or t in asks for t in rest):
        return None
    asked = [t for t in (*tokens, *context.tokens) if t.has("aux", "be")][:1]
    names = [t for t in tokens if t in named or t.has("bool", "and")]
    return [*asked, *names[names.index(named[0]) :], *said]


#: What two can share, by what was asked for.
_SHARED: dict[tuple[str, ...], Shared] = {
    ("egg-group",): "egg-group", ("type",): "typing", ("ability",): "ability", ("color",): "color",
    ("shape",): "shape", ("habitat",): "habitat", ("generation",): "generation", ("growth-rate",): "growth-rate",
}  # fmt: skip
_OF_BOTH = ("aux", "yn", "pron", "bool", "ell", "filler", "prep", "pointer", "adv", "noun")


def shares_it(tokens: Sequence[Token], context: Context) -> Query | None:
    """ "Is Growlithe's the same?", 那吉利蛋和它一样吗 behind what one has: whether the other has the same."""
    query, named = context.query, [t for t in tokens if t.has("mon")]
    same = [t for t in tokens if t.has("shares", "same")]
    if context.lost or len(named) != 1 or len(named[0].readings["mon"]) != 1 or len(same) != 1:
        return None
    rest = [t for t in tokens if t not in named and t not in same]
    asks = any(t.has("yn") or t.has("aux") for t in rest)
    if not asks or not all(any(t.has(tag) for tag in _OF_BOTH) and not t.has("attr") for t in rest):
        return None
    other: Mon = named[0].value("mon")
    if isinstance(query, Matchup) and isinstance(query.defender, Mon) and query.attacker is None:
        return replace(query, defender=other)  # "does Mega Garchomp share those?"
    shared = _SHARED.get(query.attributes) if isinstance(query, Facts) and len(query.subjects) == 1 else None
    subject = query.subjects[0] if isinstance(query, Facts) else None
    return Check(other, SharesWith(shared, subject)) if shared and isinstance(subject, Mon) else None
