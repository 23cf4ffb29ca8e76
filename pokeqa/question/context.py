"""Follow-ups: a clause that leans on an earlier one, completed from it before it is parsed.

The work is done on tokens, so a completed clause is read by the same frames as one that was asked in full.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from .algebra import ALL, And, Compare, DexLookup, Evolve, Introduced, Learn, Learns, Matchup, Mon, Query, Search, Types
from .clause import is_free
from .exchange import exchanged
from .fold import fold
from .lexer import Token
from .names import NameIndex

#: Possessives; behind a Pokémon of the same clause they mean it.
_POSSESSIVES = frozenset({"its", "their", "his", "her", "它的", "他的", "她的", "其", "その"})


#: A list of this many or more may be cut short, so what it names is not all there is.
LISTED = 12


def is_set(query: Query | None) -> bool:
    """Whether a query describes a set of Pokémon."""
    return isinstance(query, Search) and query.what == "pokemon"


def _as_set(query: Query | None) -> Query | None:
    """The learners of a move as the set that they are, so that "how many of them?" can narrow it."""
    if isinstance(query, Learn) and query.pokemon is None and query.move_id is not None and not query.negated:
        learns = Learns(query.move_id, query.scope, query.method)
        return Search("pokemon", learns if query.condition == ALL else And((query.condition, learns)))
    return query


@dataclass(slots=True)
class Context:
    """The last clause that was understood, and the Pokémon the talk is about (latest clause's, in order)."""

    query: Query | None
    tokens: tuple[Token, ...]
    text: str
    mons: tuple[Token, ...]
    types: tuple[Token, ...] = ()
    #: The last clause was not understood, so the answer to it says nothing about `query`.
    lost: bool = False
    #: `mons` are several that an answer named: "it" is none of them.
    several: bool = False
    #: The Pokémon of the clause before, where it was about another one: "which one is faster?" is about both.
    before: tuple[Token, ...] = ()

    @classmethod
    def after(cls, query: Query | None, tokens: Sequence[Token], text: str, before: Context | None) -> Context:
        """The context behind a clause; one without names keeps the talk's subject."""
        query = _as_set(query)
        mons = tuple(t for t in tokens if t.has("mon"))
        types = tuple(t for t in tokens if t.has("type") and not t.has("mon"))
        if mons or isinstance(query, Search):
            types = ()
        elif not types and before is not None:
            types = before.types
        several = False
        if not mons and before is not None and not is_set(query):
            mons, several = before.mons, before.several
        elif isinstance(query, Compare):
            several = len(mons) > 1  # "it" may be the first, the last or the one that came out ahead
        if query is None and before is not None and not any(t.has("mon") for t in tokens):
            return cls(before.query, before.tokens, before.text, mons, types, lost=True, several=several)
        earlier: tuple[Token, ...] = ()
        if before is not None and len(mons) == 1:
            last = before.mons[-1:] if before.mons else ()
            earlier = last if last and last[0].readings["mon"] != mons[0].readings["mon"] else before.before
        return cls(query, tuple(tokens), text, mons, types, lost=query is None, several=several, before=earlier)

    def hear(self, tokens: Sequence[Token]) -> None:
        """An answer named Pokémon where the question named none: they are what the talk is about now."""
        if self.lost or any(t.has("mon") for t in self.tokens):
            return
        if isinstance(self.query, (Search, Introduced, DexLookup)):
            named = tuple(t for t in tokens if t.has("mon"))
            if named and len(named) < LISTED:
                self.mons, self.several = named, len(named) > 1


@dataclass(slots=True)
class Completed:
    """One way to read a clause. `flip`: it asks for the last query the other way round; `narrow`: for one of the set
    that the last query describes; `renew`: for that set again, as a list or as a number.
    """

    tokens: list[Token]
    text: str
    used_context: bool = False
    flip: bool = False
    narrow: bool = False
    renew: Literal["list", "count"] | None = None


def text_of(tokens: Sequence[Token]) -> str:
    """The tokens as a text."""
    result = ""
    for token in tokens:
        spaced = result and result[-1:].isascii() and token.text[:1].isascii()
        result += (" " if spaced else "") + token.text
    return result


def complete(tokens: list[Token], context: Context | None, index: NameIndex) -> Iterator[Completed]:
    """The ways to read a clause, the likeliest first."""
    text = text_of(tokens)
    tokens = _own_possessives(tokens)
    plain = Completed(tokens, text)
    if context is None:
        yield plain
        return
    content = [t for t in tokens if not is_free(t)]
    refers = [t for t in tokens if t.has("pron")]
    marked = any(t.has("ell") for t in tokens) or bool(tokens and tokens[0].has("bool", "and"))
    marked = marked or (len(tokens) == 2 and tokens[0].has("mon") and tokens[1].text == "は")  # ライチュウは？
    mons = [t for t in tokens if t.has("mon")]
    if any(t.has("rev") for t in tokens) and all(t.has("rev") or is_free(t) or t.has("ell") for t in tokens):
        yield Completed(tokens, f"{context.text} ({text})", True, True)
        return
    rest = [t for t in tokens if not (t.has("ell") and not _content_too(t))]
    bare = [t for t in content if not t.has("ell") and not (t.has("bool", "and"))]
    repeats = bool(mons) and len(bare) > len(mons) and any(t.has("wh") for t in bare)
    if (marked or repeats) and bare and not refers:
        yield from _substituted(bare, context)
    if not mons and not refers:
        for changed in exchanged(bare, context.query, context.tokens):
            yield Completed(changed, text_of(changed), True)
    if not mons:
        yield from _form_substituted([t for t in bare if not t.has("pron")], context, index)
    again = _renewed(tokens, content) if is_set(context.query) and not mons else None
    if again is not None:
        yield Completed(tokens, f"{context.text} ({text})", True, renew=again)
        return
    if is_set(context.query) and not mons and _of_them(tokens):
        yield Completed(_with_noun(tokens), f"{context.text} ({text})", True, narrow=True)
    if not mons and len(context.mons) == 1 and context.before and any(t.has("cmp") for t in tokens):
        # "which one is faster?" after two questions about one Pokémon each
        yield _about([*context.before[-1:], *context.mons], [t for t in rest if not t.has("pron")])
    if is_set(context.query) and not mons and any(t.has("sup") for t in tokens) and not _says_pokemon(tokens):
        # "which of them is the fastest?": one of those that the answer named, or of the set if it named only some.
        if context.several:
            yield _about(context.mons, [t for t in rest if not t.has("pron")])
        yield Completed(_with_noun(tokens), f"{context.text} ({text})", True, narrow=True)
    if refers:
        yield from _pronouns(tokens, context)
        stripped = [t for t in tokens if not (t.has("pron") and not t.has("mon"))]
        if is_all_free(refers) or len(stripped) < len(tokens):
            yield plain
        return
    asks = any(t.has("wh") or t.has("yn") or t.has("aux", "be") or t.has("aux", "do") for t in tokens)
    leaning = asks and mons and context.mons and _leans(tokens) and not any(t.has("noun", "pokemon") for t in tokens)
    if leaning:
        # 和快龙比谁的攻击高: the other side is what the talk is about.
        focus = [m for m in context.mons if m.readings["mon"] != mons[0].readings["mon"]]
        if focus and len(mons) == 1:
            yield _about(focus[-1:], tokens)
    yield plain
    if not content:
        return  # "thanks" leans on nothing
    if not mons and not context.mons and context.types and any(t.has("mu") or t.has("attr") for t in content):
        # 妖精系克制谁,又被谁克制: the type is what the talk is about.
        yield _about(context.types, tokens)
    if not mons and context.mons:
        focus = list(context.mons)
        compares = any(t.has("cmp") or t.has("sup") for t in tokens)
        for names in [focus] if compares or len(focus) == 1 or context.several else [focus[-1:], focus]:
            yield _about(names, rest)

    if bare and not mons and context.query is not None and all(_adds(t) for t in bare):
        # "how?", "at what level?", "and in gen 3?" add to what was asked.
        added = [*context.tokens, *bare]
        yield Completed(added, text_of(added), True)


def _renewed(tokens: list[Token], content: list[Token]) -> Literal["list", "count"] | None:
    """Is the set asked for again: "name them", "how many are there?", 一共有几只."""
    words = [t for t in tokens if t.has("renew")]
    rest = [t for t in content if not t.has("renew") and not t.has("ell")]
    if len(words) == 1 and not rest:
        return "count" if words[0].has("renew", "count") else "list"
    them = any(t.has("pron", "them") for t in tokens) and any(t.has("list", "list") for t in tokens)
    if them and not words and all(t.has("list") or t.has("pron", "them") for t in rest):
        return "list"  # 列出它们
    if rest and not words and all(t.has("wh", "howmany") or t.has("exist") or t.has("pron", "them") for t in rest):
        return "count" if any(t.has("wh", "howmany") for t in rest) else None
    return None


def _of_them(tokens: list[Token]) -> bool:
    """ "Which of them are Grass types?", 哪些是传说: a description without a noun of its own."""
    counts = any(t.has("wh", "howmany") for t in tokens) and any(t.has("pron", "them") for t in tokens)
    if any(t.has("noun", "pokemon") or t.has("noun", "move") for t in tokens) or not (
        counts or any(t.has("wh", "which") or t.has("wh", "who") for t in tokens)
    ):
        return False
    described = any(any(t.has(tag) for tag in ("type", "cls", "gen", "region", "cmp", "typecount")) for t in tokens)
    return described and (any(t.has("pron", "them") for t in tokens) or not tokens[0].text.isascii())


def _about(names: Sequence[Token], tokens: list[Token]) -> Completed:
    """The clause with what the talk is about in front."""
    whole = [*names, *tokens]
    return Completed(whole, text_of(whole), True)


def _says_pokemon(tokens: list[Token]) -> bool:
    """Whether the clause names a set of its own by the word Pokémon; "one" and 哪只 do not."""
    return any(t.has("noun", "pokemon") and "one" not in t.text.casefold().split() for t in tokens)


def _with_noun(tokens: list[Token]) -> list[Token]:
    """The clause with the word Pokémon where it says "of them", or behind its question word."""
    noun = {"noun": ("pokemon",)}
    if any(t.has("pron", "them") for t in tokens):
        return [replace(t, readings=noun) if t.has("pron", "them") else t for t in tokens]
    if any(t.has("noun", "pokemon") for t in tokens):
        return tokens
    at = next((i for i, t in enumerate(tokens) if t.has("wh")), None)
    if at is None and tokens:  # "and the slowest?"
        return [*(t for t in tokens if not t.has("ell")), replace(tokens[-1], readings=noun)]
    return tokens if at is None else [*tokens[: at + 1], replace(tokens[at], readings=noun), *tokens[at + 1 :]]


def _adds(token: Token) -> bool:
    return (
        token.has("gen")
        or token.has("vg")
        or token.has("wh", "how")
        or token.has("wh", "level")
        or token.has("wh", "item")
    )


def _form_substituted(bare: list[Token], context: Context, index: NameIndex) -> Iterator[Completed]:
    """The earlier clause about another form of its Pokémon: "and in Mega form?"."""
    places = [i for i, t in enumerate(context.tokens) if t.has("mon")]
    if not bare or len(places) != 1 or context.query is None or any(t.has("mon") for t in bare):
        return
    mon = context.tokens[places[0]].readings["mon"][0]
    spoken = [t for t in bare if not t.has("wh")]  # Mega之后是多少 asks again what was asked
    found = index.named_form(mon.species_id, "".join(fold(t.text) for t in spoken))
    if found:
        changed = list(context.tokens)
        place = changed[places[0]]
        changed[places[0]] = replace(place, readings={"mon": found}, text=f"{bare[0].text} {place.text}", how="form")
        yield Completed(changed, text_of(changed), True)


def is_all_free(tokens: Sequence[Token]) -> bool:
    """Have all these tokens a reading without content?"""
    return all(is_free(t) for t in tokens)


def _own_possessives(tokens: list[Token]) -> list[Token]:
    """Without "its" behind the clause's own Pokémon: "a Vaporeon with its standard ability"."""
    result: list[Token] = []
    named = False
    own_types = not any(t.has("mon") for t in tokens)
    # "Primal Groudon, which type does it gain?": "it" is the one Pokémon named, unless two are set against each other.
    own_it = sum(t.has("mon") for t in tokens) == 1 and not any(
        t.has("cmp") or t.has("mu") or t.has("prep", "than") for t in tokens
    )
    for token in tokens:
        if named and token.has("pron") and (token.text.casefold() in _POSSESSIVES or own_it):
            continue
        named = named or token.has("mon") or token.has("unknown") or (token.has("type") and own_types)
        result.append(token)
    return result


def _content_too(token: Token) -> bool:
    return any(tag not in ("ell", "filler") for tag in token.readings)


def _leans(tokens: Sequence[Token]) -> bool:
    """Does a clause with one Pokémon compare it with something that it does not name?"""
    return any(t.has("cmp") for t in tokens) or any(t.has("prep", "than") for t in tokens)


def _pronouns(tokens: list[Token], context: Context) -> Iterator[Completed]:
    """The clause with what "it" or "those" stand for put in."""
    subjects = context.mons or context.types
    if not subjects or _means_a_set(tokens, context):
        return
    result: list[Token] = []
    own = [t.readings["mon"] for t in tokens if t.has("mon")]
    focus = [m for m in subjects if m.readings.get("mon") not in own]
    if not focus:
        return
    done = possessive = False
    for token in tokens:
        if token.has("pron") and not done:
            plural = token.has("pron", "them") and not token.has("pron", "it")
            if plural and len(focus) == 1 and context.before and not own:
                wanted = [*context.before[-1:], *focus]  # "what about their attack?" after two questions
            else:
                wanted = _meant(token, focus, context.several)
            if not wanted:
                return
            result.extend(replace(m, start=token.start, end=token.end, origin=token.origin) for m in wanted)
            done = True
            possessive = token.text.casefold() in _POSSESSIVES or token.text.endswith("的")
        elif token.has("pron") and not _content_too(token):
            continue
        elif possessive and token.has("attr") and token.has("mu"):
            # "their attack" is a stat of theirs and no attack.
            result.append(replace(token, readings={k: v for k, v in token.readings.items() if k != "mu"}))
        else:
            result.append(token)
    result = [t for t in result if not (t.has("ell") and not _content_too(t))]
    yield Completed(result, text_of(result), True)


def _means_a_set(tokens: list[Token], context: Context) -> bool:
    """Whether "those" are Pokémon that a description picks out: one earlier in the same text ("which Fire types …, and
    which of them"), or the clause before, whose names ("slower than Golem") are not what it picks.
    """
    at = next(i for i, t in enumerate(tokens) if t.has("pron"))
    if not tokens[at].has("pron", "them") or tokens[at].has("pron", "it"):
        return False
    described = [
        i for i, t in enumerate(tokens[:at]) if t.has("noun", "pokemon") or (t.has("type") and not t.has("mon"))
    ]
    # "which Fire types of those" describes and refers in one.
    if described and any(t.has("wh") or t.has("bool", "and") for t in tokens[described[-1] + 1 : at]):
        return True
    return is_set(context.query) and bool(context.mons) and all(m in context.tokens for m in context.mons)


def _meant(pronoun: Token, focus: list[Token], several: bool) -> list[Token]:
    """What a pronoun stands for among the Pokémon the talk is about, oldest first."""
    if pronoun.has("pron", "first"):
        return focus[:1] if len(focus) > 1 else []
    if pronoun.has("pron", "second"):
        return focus[1:2]
    if pronoun.has("pron", "last"):
        return focus[-1:] if len(focus) > 1 else []
    if pronoun.has("pron", "them") and not pronoun.has("pron", "it"):
        return focus
    return [] if several else focus[-1:]


def _substituted(bare: list[Token], context: Context) -> Iterator[Completed]:
    """The earlier clause with its Pokémon, type or generation exchanged for the new one ("what about Raichu?")."""
    for tag in ("mon", "type", "gen", "move", "ability", "sup", "attr"):
        new = [t for t in bare if t.has(tag)]
        others = [t for t in bare if not t.has("noun") and t not in new]
        if not new or any(not _also_in(t, context) for t in others):
            continue
        places = [i for i, t in enumerate(context.tokens) if t.has(tag)]
        if not places or context.query is None:
            continue
        if len(new) == len(places):
            swapped = list(context.tokens)
            for i, token in zip(places, new, strict=True):
                swapped[i] = replace(token, start=swapped[i].start, end=swapped[i].end)
        elif len(new) == 1:
            swapped = list(context.tokens)
            swapped[places[-1]] = replace(new[0], start=swapped[places[-1]].start, end=swapped[places[-1]].end)
        elif len(places) == 1:
            swapped = [*context.tokens[: places[0]], *new, *context.tokens[places[0] + 1 :]]
        else:
            continue
        yield Completed(swapped, text_of(swapped), True)
        return


def _also_in(token: Token, context: Context) -> bool:
    """Does the earlier clause say this too? 火恐龙又是几级 repeats the level that was asked for."""
    return any(
        tag in other.readings and set(values) & set(other.readings[tag])
        for other in context.tokens
        for tag, values in token.readings.items()
        if tag not in ("filler", "unknown")
    )


def narrowed(query: Query, before: Query | None) -> Query | None:
    """A ranking of all Pokémon as one of the set that was described before; None where it is not that."""
    if not (isinstance(query, Search) and isinstance(before, Search) and query.what == before.what == "pokemon"):
        return None
    if query.scope != before.scope:
        return None
    if query.order is not None and query.condition == ALL:
        return replace(query, condition=before.condition)
    if query.order is None and query.condition != ALL and before.condition != ALL:
        return replace(query, condition=And((before.condition, query.condition)))
    return None


def flipped(query: Query) -> Query | None:
    """The same question the other way round, or None where there is no other way."""
    if isinstance(query, Matchup) and query.attacker is not None and query.defender is not None:
        if isinstance(query.attacker, (Mon, Types)):
            return replace(query, attacker=query.defender, defender=query.attacker)
        return None
    if isinstance(query, Matchup):
        side = query.attacker or query.defender
        if query.attacker is None:
            return replace(query, attacker=side, defender=None)
        if isinstance(query.attacker, (Mon, Types)):
            return replace(query, attacker=None, defender=query.attacker)
        return None
    if isinstance(query, Evolve) and query.direction in ("into", "from"):
        return replace(query, direction="from" if query.direction == "into" else "into")
    if isinstance(query, Compare):
        return replace(query, sense="min" if query.sense == "max" else "max")
    return None
