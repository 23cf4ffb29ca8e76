"""What "it", "those", "the other one" and "that move" stand for in a clause that leans on an earlier one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from .algebra import Check, Search
from .clause import is_free
from .context import THINGS, Context, is_set
from .lexer import Token
from .word_lists import word_list

#: Possessives; behind a Pokémon of the same clause they mean it.
_POSSESSIVES = frozenset(word_list("possessives"))

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "last", "middle")
#: Where the one that a word means stands among several.
_PLACES = {"second": 1, "third": 2, "fourth": 3, "fifth": 4, "sixth": 5}
#: So many that share a place are meant by "it".
_TIED = 3
#: How many are meant by "these three".
_COUNTED = {"three": 3, "four": 4}
#: Words that point at what was asked for, and not at what it was asked of.
_THAT = frozenset(word_list("pronouns/that"))
#: Words in front of a noun that point back.
_POINTING = word_list("pronouns/pointing")


#: A name and a pronoun behind its verb.
_NAMED_AND_IT = 3


def own_possessives(tokens: list[Token]) -> list[Token]:
    """Without "its" behind the clause's own Pokémon: "a Vaporeon with its standard ability"."""
    result: list[Token] = []
    named = False
    own_types = not any(t.has("mon") for t in tokens)
    # "Primal Groudon, which type does it gain?": "it" is the one Pokémon named, unless two are set against each other.
    against = any(t.has("pron", "them") and not t.has("pron", "it") for t in tokens)
    learns = any(t.has("learn") for t in tokens) and not any(t.has("move") for t in tokens)
    held = len(tokens) > _NAMED_AND_IT and tokens[-1].has("pron", "it") and tokens[-2].has("aux", "have")
    own_it = (
        not learns
        and not held  # "does Machamp have it"
        and not any(
            t.has("shares", "same") and not t.has("cmp") for t in tokens
        )  # "does Milotic share a group with it"
        and sum(t.has("mon") for t in tokens) == 1
        and (against or not any(t.has("cmp") or t.has("mu") or t.has("prep", "than") for t in tokens))
    )
    # "My team is A, B and C, what is it weak to?", "A and B, what are they weak to?": the names of the clause itself.
    several = sum(t.has("mon") for t in tokens) > 1
    of_a_team = several and any(t.has("team") for t in tokens)
    compares = any(t.has("cmp") or t.has("sup") for t in tokens)
    becomes = (
        sum(t.has("mon") for t in tokens) == 2
        and any(t.has("wh") for t in tokens)
        and any(t.has("ev", "into") or t.has("prep", "into") for t in tokens)
        and not compares
        and not any(t.has("mu") or t.has("cmp") for t in tokens)
    )
    before = 0
    for token in tokens:
        before += token.has("mon")
        if (token.has("pron", "it") or token.has("pron", "them")) and not token.has("mon"):
            behind = before > 1 and not compares and token.has("pron", "them")
            if of_a_team or (several and behind):
                continue
        if result and result[-1].has("ev", "into") and token.has("pron", "it") and before == 1 and named:
            result.append(token)  # "when does Eevee evolve into it": what it becomes is no Eevee
            continue
        if becomes and before == 1 and token.has("pron", "it"):
            continue  # "I caught an Eevee. How does it become Sylveon?"
        them = against and token.has("pron", "them") and not token.has("pron", "it")
        place = any(token.has("pron", word) for word in _ORDINALS)  # "that last one": of several that were told of
        if named and token.has("pron") and not (them or place) and (token.text.casefold() in _POSSESSIVES or own_it):
            continue
        named = named or token.has("mon") or token.has("unknown") or (token.has("type") and own_types)
        result.append(token)
    return result


def with_both(tokens: list[Token]) -> list[Token]:
    """ "Is Milotic faster than both?": behind a comparison the word for two is a pronoun."""
    at = 1 + bool(tokens and tokens[0].has("bool"))
    if (
        len(tokens) > at + 1 and tokens[at].text.casefold() == "both" and tokens[at - 1].has("aux")
        and not tokens[at + 1].has("prep") and not any(t.has("mon") for t in tokens)
    ):  # fmt: skip
        return [*tokens[:at], replace(tokens[at], readings={"pron": ("them",)}), *tokens[at + 1 :]]  # "do both learn"
    compared = [i for i, t in enumerate(tokens) if t.has("cmp")]
    if not compared or sum(t.has("mon") for t in tokens) > 1:
        return tokens
    return [
        replace(t, readings={"pron": ("them",)})
        if i > compared[0] and t.text.casefold() == "both" and not any(u.has("mon") for u in tokens[i:])
        else t
        for i, t in enumerate(tokens)
    ]


def _the_first(tokens: list[Token]) -> list[Token]:
    """The "first" of "type of the first?", "and the first?": nothing stands behind that it could be the first of."""
    if len(tokens) < 2 or tokens[-1].text.casefold() != "first" or tokens[-2].text.casefold() != "the":
        return []
    alone = len(tokens) == 2 or tokens[-3].has("prep", "of") or tokens[-3].has("ell") or tokens[-3].has("bool", "and")
    return tokens[-1:] if alone else []


def _of_several(tokens: list[Token]) -> list[Token]:
    """ "The last of those", "the first of them" as one pronoun for the one in that place."""
    for i in range(len(tokens) - 1):
        word, them = tokens[i].text.casefold(), tokens[i + 1]
        of_them = them.has("pron", "them") and them.text.casefold().startswith("of ")
        if of_them and word in _ORDINALS and not any(t.has("sup") for t in tokens):
            return [*tokens[:i], replace(tokens[i], readings={"pron": (word,)}), *_becoming(tokens[i + 2 :])]
    return tokens


def _becoming(tokens: list[Token]) -> list[Token]:
    """ "Into what?" asks what it evolves into."""
    asked = len(tokens) > 1 and tokens[0].has("prep", "into") and tokens[1].has("wh")
    return [replace(tokens[0], readings={"ev": ("into",)}), *tokens[1:]] if asked else tokens


def with_ordinals(tokens: list[Token], context: Context) -> list[Token]:
    """ "The second's type?", 2番目のタイプは: behind several that were named, a place is a pronoun."""
    tokens = _of_several(tokens)
    if any(t.has("pron", word) for t in tokens for word in _ORDINALS):
        return tokens
    ranks = [t for t in tokens if t.has("rank")] or _the_first(tokens)
    named = len(context.told) > 1 or len(context.group()) > 1
    named = named or (len(context.things) > 1 and only_things_have(tokens))  # "what does the second do?" of abilities
    others = any(t.has(tag) for t in tokens for tag in ("mon", "sup", "cmp", "pron", "stageword"))
    if len(ranks) != 1 or not named or others:
        return tokens
    places = {"2": "second", "3": "third", "4": "fourth", "5": "fifth", "6": "sixth", "-1": "last"}
    word = places.get(str(ranks[0].readings["rank"][0])) if ranks[0].has("rank") else "first"
    if word is None:
        return tokens
    return [_of_the_one(replace(t, readings={"pron": (word,)}) if t is ranks[0] else t) for t in tokens]


def _of_the_one(token: Token) -> Token:
    """The type in "the second one's type" is no number of types."""
    if token.text.casefold().replace("’", "'") not in ("one's type", "ones type"):
        return token
    return replace(token, readings={"attr": ("type",), "noun": ("type",)})


def resolved(tokens: list[Token], context: Context) -> Iterator[list[Token]]:
    """The clause with what its pronouns stand for put in, the likeliest reading first."""
    if _means_a_set(tokens, context):
        return
    own = [t.readings["mon"] for t in tokens if t.has("mon")]
    focus = [m for m in context.mons or context.types if m.readings.get("mon") not in own]
    things = [] if any(t in tokens for t in context.things) else list(context.things)
    moves = [t for t in things if t.has("move")] if len(things) == 1 else []
    named = [_with_names(tokens, context, focus, moves), _with_names(tokens, context, focus, [])]
    pair = [*context.thing_before, *things] if len(things) == 1 else things
    pointed = [_with_things(tokens, things), _with_things(tokens, pair) if pair != things else None]
    explains = any(t.text.casefold() in _EXPLAINING for t in tokens)  # "explain it" behind an ability
    first = pointed if context.about_things or only_things_have(tokens) or explains else named
    for reading in (*first, *(named if first is pointed else pointed)):
        if reading is not None:
            yield reading


_EXPLAINING = frozenset(word_list("explaining"))


def pointed(tokens: list[Token], context: Context) -> list[Token] | None:
    """The clause with "that move", 这个特性 as what was named last; None where nothing points back."""
    for i, token in enumerate(tokens):
        led = i > 0 and tokens[i - 1].text.endswith(("这个", "那个", "這個", "該"))  # 有这个|特性
        if not (led or token.text.casefold().startswith(_POINTING)) or any(token.has(tag) for tag in THINGS):
            continue
        kind = next((kind for kind in THINGS if token.has("noun", kind)), None)
        meant = [t for t in context.things if kind is not None and t.has(kind)]
        if meant and not any(t.has(kind) for t in tokens if kind is not None):
            return [*tokens[:i], *meant, *tokens[i + 1 :]]
    return None


#: What a move, an ability or an item has and a Pokémon has not.
_THING_ONLY = frozenset({"power", "accuracy", "pp", "priority", "damage-class", "contact", "effect", "target", "cost"})


def only_things_have(tokens: Sequence[Token]) -> bool:
    """Is something asked for that no Pokémon has?"""
    return any(_THING_ONLY.intersection(t.readings.get("attr", ())) for t in tokens)


def is_of_things(tokens: Sequence[Token], context: Context) -> bool:
    """Is something asked for that no Pokémon has, or a name in a language, of what the talk is about?"""
    content = [t for t in tokens if not is_free(t) and not t.has("ell")]
    named = any(t.has("lang") for t in content) and all(t.has("lang") or t.has("attr", "name") for t in content)
    return only_things_have(tokens) or (named and context.about_things and not context.lost)


def _with_things(tokens: list[Token], things: list[Token]) -> list[Token] | None:
    """ "What does it do?", "who learns it?": the move or ability that was named last."""
    at = next((i for i, t in enumerate(tokens) if t.has("pron")), None)
    if at is None or not things:
        return None
    places = {"first": 0, **_PLACES, "last": -1}
    place = next((places[word] for word in places if tokens[at].has("pron", word)), None)
    if place is not None:
        if len(things) < 2 or place >= len(things) or any(t.has("mon") for t in tokens):
            return None
        things = [things[place]]
    plural = tokens[at].has("pron", "them") and not tokens[at].has("pron", "it")
    # "What does that do?" behind the abilities that it can have: what each of them does.
    of_each = all(t.has("ability") for t in things) and any(t.has("attr", "effect") for t in tokens)
    if len(things) > 1 and not plural and (not of_each or any(t.has("mon") for t in tokens)):
        return None
    put = [replace(t, start=tokens[at].start, end=tokens[at].end, origin=tokens[at].origin) for t in things]
    return _without_leads([*tokens[:at], *put, *tokens[at + 1 :]])


def _with_names(tokens: list[Token], context: Context, focus: list[Token], moves: list[Token]) -> list[Token] | None:
    """The Pokémon (or types) of the talk for the first pronoun, the move for a second one ("does it learn it?")."""
    if not focus:
        return None
    own = any(t.has("mon") for t in tokens)
    result: list[Token] = []
    done = possessive = False
    for token in tokens:
        if token.has("pron") and not done:
            wanted = _meant(token, focus, context, own=own)
            plural = token.has("pron", "them") and not token.has("pron", "it")
            if not wanted or (plural and len(wanted) == 1 and any(t.has("sup") for t in tokens)):
                return None
            result.extend(replace(m, start=token.start, end=token.end, origin=token.origin) for m in wanted)
            done = True
            possessive = token.text.casefold() in _POSSESSIVES or token.text.endswith("的")
        elif token.has("pron") and token.readings.keys() <= {"pron", "filler"}:
            result.extend(replace(m, start=token.start, end=token.end, origin=token.origin) for m in moves)
        elif possessive and token.has("attr") and token.has("mu"):
            # "their attack" is a stat of theirs and no attack.
            result.append(replace(token, readings={k: v for k, v in token.readings.items() if k != "mu"}))
        else:
            result.append(token)
    return _without_leads(result)


def _without_leads(tokens: list[Token]) -> list[Token]:
    return [t for t in tokens if not (t.has("ell") and not content_too(t))]


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


def _meant(pronoun: Token, focus: list[Token], context: Context, *, own: bool) -> list[Token]:
    """What a pronoun stands for among the Pokémon the talk is about, oldest first."""
    told = [*context.before, *focus] if len(focus) == 1 and not own else focus
    for word, count in _COUNTED.items():
        if pronoun.has("pron", word):
            return told[-count:] if len(told) >= count else []
    if pronoun.has("pron", "other"):
        return _other(focus, context)
    if len(context.told) > 1 and any(pronoun.has("pron", word) for word in _ORDINALS):
        focus = list(context.told)  # the third of those that the answer named
    if pronoun.has("pron", "middle"):
        return focus[len(focus) // 2 :][:1] if len(focus) > 2 and len(focus) % 2 else []
    if pronoun.has("pron", "first"):
        told = told if len(told) == 2 else focus  # "the first one" of two that the same was asked of in turn
        return told[:1] if len(told) > 1 else []
    for word, place in _PLACES.items():
        if pronoun.has("pron", word):
            return focus[place : place + 1]
    if pronoun.has("pron", "last"):
        return focus[-1:] if len(focus) > 1 else []
    if pronoun.has("pron", "them") and not pronoun.has("pron", "it"):
        if isinstance(context.query, Check) and len(context.told) > 1 and not own:
            return list(context.told)  # the forms that it has
        # "what about their attack?" after two questions about one Pokémon each
        return focus if len(focus) > 1 or own else told[-2:]
    if context.pointed and pronoun.text.casefold() in _THAT:
        return list(context.pointed)
    if context.introduced:
        return list(context.introduced)
    if context.several and context.lead is None and _is_a_tie(context):
        return focus
    if context.several:
        return [context.lead] if context.lead is not None else []
    return focus[-1:]


def _is_a_tie(context: Context) -> bool:
    """Was the one at the top asked for, where the answer named a few that share the place?"""
    query = context.query
    first = isinstance(query, Search) and query.order is not None and query.order.limit == query.order.start == 1
    return first and len(context.mons) <= _TIED


def _other(focus: list[Token], context: Context) -> list[Token]:
    """ "The other one": of two that were compared the one that is not ahead, of two in turn the one before."""
    if len(focus) == 1:
        return list(context.before[-1:])
    if len(focus) != 2:
        return []
    return [m for m in focus if m != context.lead] if context.lead is not None else focus[1:]


def content_too(token: Token) -> bool:
    """Whether a small word can be something else beside."""
    return any(tag not in ("ell", "filler") for tag in token.readings)
