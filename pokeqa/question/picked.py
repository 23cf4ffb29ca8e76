"""What a follow-up points at or leaves unsaid: "the ice one" of several, "the same move", 打快龙如何."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..pokedex.dataset import Dataset
from .algebra import Evolve, Matchup, Mon
from .chains import relatives
from .clause import is_free
from .context import THINGS, Context
from .fold import fold
from .lexer import Token
from .names import NameIndex
from .once_evolved import named_once_evolved, once_evolved
from .pronouns import content_too
from .word_lists import word_list

#: What stands for a Pokémon behind the word that picks it; the English one needs an article in front.
_ONE = frozenset(word_list("picked/one"))
_THAT_ONE = frozenset(word_list("that-one"))
_ARTICLES = frozenset(word_list("articles"))
#: A form's name is said in no more words.
_FORM_WORDS = 2
#: Words that are no name of a form in front of "one".
_NO_FORM = ("mon", "pron", "rank", "cmp", "sup", "wh", "ordinaryform", "neg", "aux")
#: What says which side of a match-up a name is on.
_SIDES = frozenset(word_list("sides"))
#: What sets something after an evolution.
_LATER = frozenset(word_list("picked/later"))
#: So many results are meant at most.
_FEW = 3
#: What asks for it beside "the same".
_DO = frozenset(word_list("picked/do"))
_SAME = frozenset(word_list("picked/same"))


def with_picked(tokens: list[Token], context: Context, index: NameIndex) -> list[Token]:
    """The clause with the Pokémon that is picked in place of the words; the same tokens where none is."""
    if any(t.has("mon") for t in tokens) or not (context.mons or context.told):
        return tokens
    for at, token in enumerate(tokens):
        said = fold(token.text)
        if said not in _ONE and said not in _THAT_ONE:
            continue
        start = at
        while start > 0 and (tokens[start - 1].has("noun", "type") or tokens[start - 1].text in ("的", "型")):
            start -= 1
        for first in range(start - 1, max(start - 1 - _FORM_WORDS, -1), -1):
            led = first > 0 and fold(tokens[first - 1].text) in _ARTICLES
            if said in _ONE and not led:
                continue
            picked = _picked(tokens[first:start], context, index)
            if picked is not None:
                begin = first - 1 if led else first
                place = replace(token, readings={"mon": (picked,)}, how="context", text=_text(picked, index.dataset))
                return [*tokens[:begin], place, *tokens[at + 1 :]]
    return tokens


def picked_step(tokens: Sequence[Token], context: Context, dataset: Dataset) -> Evolve | None:
    """ "The water one?" behind what Eevee evolves into: how it becomes that one."""
    query = context.query
    said = [t for t in tokens if not (is_free(t) or t.has("ell"))]
    if context.lost or not isinstance(query, Evolve) or query.direction != "into" or len(said) != 1:
        return None
    if not said[0].has("mon") or any(t.has("wh") for t in tokens):
        return None
    target: Mon = said[0].readings["mon"][0]
    return (
        Evolve(query.subject, "into", "how", target=target, scope=query.scope)
        if target in relatives(query.subject, "post", dataset)
        else None
    )


def _text(mon: Mon, dataset: Dataset) -> str:
    return dataset.pokemon[mon.pokemon_id].names["en"]


def _picked(words: Sequence[Token], context: Context, index: NameIndex) -> Mon | None:
    """The only one of a group that the words describe, of the nearest group that has one."""
    dataset = index.dataset
    for group in _groups(context, dataset):
        if len(words) == 1 and words[0].has("type"):
            wanted = words[0].readings["type"][0]
            found = {m for m in group if wanted in dataset.pokemon[m.pokemon_id].types}
        elif any(t.has(tag) for t in words for tag in _NO_FORM):
            return None
        else:
            phrase = "".join(fold(t.text) for t in words)
            found = {form for m in group for form in index.named_form(m.species_id, phrase)}
        if len(found) == 1:
            return next(iter(found))
    return None


def _groups(context: Context, dataset: Dataset) -> Iterator[Sequence[Mon]]:
    """What may be picked from, the nearest first: those that were told of, what one evolves into, its siblings."""
    for told in (context.told, context.mons, context.offered):
        if len(told) > 1:
            yield [m for t in told for m in t.readings["mon"][:1]]
    for token in context.mons[-1:]:
        mon: Mon = token.readings["mon"][0]
        yield relatives(mon, "post", dataset)
        yield [m for one in relatives(mon, "pre", dataset) for m in relatives(one, "post", dataset)]


def with_what_it_becomes(tokens: list[Token], context: Context, dataset: Dataset) -> list[Token]:
    """The clause with the next stage for 进化成的那只, "the one it evolves into"."""
    if len(context.mons) != 1 or any(t.has("mon") for t in tokens):
        return named_once_evolved(tokens, context, dataset) or tokens
    meant = once_evolved(tokens, context, dataset) or _after_evolving(tokens, context, dataset)
    if meant is not None:
        return meant
    at = next((i for i, t in enumerate(tokens) if t.has("ev", "into") or t.has("ev", "post")), None)
    if at is None:
        return _then(tokens, context, dataset)
    behind = at + 1
    if behind < len(tokens) and tokens[behind].text == "的":
        behind += 1
    begin, end = at, behind + 1
    if behind >= len(tokens) or fold(tokens[behind].text) not in _THAT_ONE:
        begin = next((i for i in range(at) if fold(tokens[i].text) in ("one", "theone", "thatone")), -1)
        asked = begin < 0  # "how heavy is what it becomes?"
        if asked:
            begin = next((i for i in range(1, at) if tokens[i].text.casefold() == "what" and i < at - 1), -1)
        end = at + 1
        if (
            begin < 0
            or (end >= len(tokens) and not asked)
            or (asked and not any(t.has("attr") for t in tokens[:begin]))
            or not all(t.has("pron") or is_free(t) for t in tokens[begin:at])
        ):
            return tokens
    results = relatives(context.mons[0].readings["mon"][0], "post", dataset)
    if len(results) != 1:
        return tokens
    place = replace(tokens[at], readings={"mon": results}, how="context", text=_text(results[0], dataset))
    return [*tokens[:begin], place, *tokens[end:]]


def _then(tokens: list[Token], context: Context, dataset: Dataset) -> list[Token]:
    """ "What type is it then?" behind what a Pokémon evolves into: it is what it has become."""
    query = context.query
    place = next((i for i, t in enumerate(tokens) if t.has("pron", "it")), None)
    if place is None or tokens[-1].text.casefold() not in _BY_THEN or not isinstance(query, Evolve):
        return tokens
    results = relatives(query.subject, "post", dataset)
    if query.direction != "into" or context.lost or len(results) != 1:
        return tokens
    named = replace(tokens[place], readings={"mon": results}, how="context", text=_text(results[0], dataset))
    return [*tokens[:place], named, *tokens[place + 1 : -1]]


#: At the end of a question: once it has evolved.
_BY_THEN = frozenset(word_list("by-then"))


def _after_evolving(tokens: list[Token], context: Context, dataset: Dataset) -> list[Token] | None:
    """ "What type will it be?" behind how it evolves: of what it becomes."""
    query = context.query
    if context.lost or not isinstance(query, Evolve) or query.direction != "into" or query.yes_no:
        return None
    at = next((i for i, t in enumerate(tokens) if t.has("pron", "it")), None)
    later = any(fold(t.text) in _LATER for t in tokens)
    if at is None or not later or any(t.has("ev") or t.has("evolveby") for t in tokens):
        return None
    results = (query.target,) if query.target is not None else relatives(query.subject, "post", dataset)
    if not 0 < len(results) <= _FEW:
        return None
    places = [replace(tokens[at], readings={"mon": (m,)}, how="context", text=_text(m, dataset)) for m in results]
    return [*tokens[:at], *places, *tokens[at + 1 :]]


def without_the_same(tokens: list[Token], context: Context) -> list[Token]:
    """ "Same move in Emerald?": no more than "and in Emerald?" where one move is what the talk is about."""
    for i in range(len(tokens) - 1):
        kind = next((kind for kind in THINGS if tokens[i + 1].has("noun", kind)), None)
        if fold(tokens[i].text) in _SAME and kind is not None and any(t.has(kind) for t in context.things):
            and_ = replace(tokens[i], text="and", readings={"bool": ("and",)})
            return [and_, *tokens[:i], *tokens[i + 2 :]]
    times = [t for t in tokens if t.has("gen") or t.has("vg")]
    rest = [t for t in tokens if t not in times and not (is_free(t) or t.has("ell") or t.has("prep"))]
    if times and rest and all(fold(t.text) in _SAME or fold(t.text) in _DO for t in rest):
        return [replace(rest[0], text="and", readings={"bool": ("and",)}), *times]  # "now do the same in gen 9"
    return tokens


def with_it_used(tokens: list[Token], context: Context) -> list[Token]:
    """ "Which Pokémon evolve with it?" behind an item: "it" is the item, and no part of a set phrase."""
    if len(context.things) != 1 or not context.things[0].has("item") or not any(t.has("ev") for t in tokens):
        return tokens
    return [
        replace(t, readings=context.things[0].readings, text=context.things[0].text) if fold(t.text) == "withit" or
        t.text.casefold() == "with it" else t
        for t in tokens
    ]  # fmt: skip


def same_side(bare: list[Token], context: Context) -> list[Token]:
    """ "And against Scizor?" behind what hits another one hard: the word for the side says nothing new."""
    if not isinstance(context.query, Matchup) or len(bare) < 2:
        return bare
    return [t for t in bare if t.text.casefold() not in _SIDES] or bare


def about_the_thing(tokens: list[Token], mons: list[Token], context: Context) -> Iterator[list[Token]]:
    """打多龙巴鲁托效果如何 behind a move, 适合烈咬陆鲨吗 behind a nature: it begins with what it leaves unsaid."""
    things = context.things
    if (
        len(things) == 1
        and not mons
        and tokens[-1].text in ("有", "拥有", "具有")
        and things[0].has("ability")
        and any(t.has("wh") for t in tokens)
    ):
        yield [*tokens, *things]  # 哪些宝可梦有
        return
    if len(things) == 1 and not mons and things[0].has("move") and _claims_a_kind(tokens):
        yield [*things, *tokens]
        return
    first = next((t for t in tokens if not (t.has("ell") or t.has("filler"))), None)
    if len(things) != 1 or len(mons) != 1 or first is None or any(t.has("pron") for t in tokens):
        return
    if things[0].has("move") and first.has("mu", "effect:att") and not any(t.has("move") for t in tokens):
        yield [*things, *(t for t in tokens if not t.has("ell") or content_too(t))]
    elif things[0].has("nature") and first.has("suits"):
        yield [*things, *tokens]


def _claims_a_kind(tokens: Sequence[Token]) -> bool:
    """是先制招式吗, 属于特殊招式吧: is it asked of a move left unsaid whether it is of a kind?"""
    asked = any(t.has("yn") for t in tokens)
    kinds = [t for t in tokens if any(t.has(kind) for kind in _KINDS)]
    rest = [t for t in tokens if t not in kinds and not (is_free(t) or t.has("ell") or t.has("aux", "be"))]
    is_ = any(t.text in _IS for t in tokens)
    return asked and is_ and len(kinds) == 1 and not rest


#: What a move can be said to be.
_KINDS = ("movekind", "moveclass", "moveflag")
_IS = frozenset(word_list("is"))
