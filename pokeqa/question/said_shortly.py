"""Follow-ups that leave out the move, the nature or the Pokémon that the talk is about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .algebra import Compare, Evolve, Facts, Learn
from .calculations import NatureCheck, NatureSearch
from .clause import is_free
from .context import Context
from .exchange import other_bend
from .lexer import Token
from .word_lists import word_list


def learn_it(tokens: list[Token], rest: list[Token], context: Context) -> Iterator[list[Token]]:
    """ "Can Charizard learn it?", 飞行系里谁学得会: the move that was named last, behind the verb."""
    at = next((i for i, t in enumerate(rest) if t.has("learn", "learn")), None)
    asked = any(t.has("yn") or t.has("aux", "can") for t in tokens)
    asked = asked or any(t.has("wh", word) for t in tokens for word in ("who", "which", "level", "how", "when"))
    asked = asked or any(t.has("noun", "pokemon") for t in tokens[at or 0 :][1:2])  # 覚えるポケモンは
    named = any(t.has("move") or t.has("noun", "move") or t.has("item") for t in tokens)
    moves = [t for t in context.things if t.has("move")]
    if at is None or named or not asked or len(moves) != 1 or any(t.has("wh", "what") for t in tokens):
        return
    if not any(t.has("mon") or t.has("wh", "who") or t.has("wh", "which") or t.has("noun", "pokemon") for t in tokens):
        return
    yield [*rest[: at + 1], *moves, *(t for t in rest[at + 1 :] if not t.has("pron"))]


def how_it_learns(tokens: list[Token], context: Context) -> Iterator[list[Token]]:
    """几级, "at what level?" behind a question about a move of one Pokémon: of the move, and of no evolution."""
    query = context.query
    if not isinstance(query, Learn) or query.move_id is None or query.pokemon is None or context.lost:
        return
    content = [t for t in tokens if not (is_free(t) and not t.has("wh")) and not t.has("ell")]
    asked = [t for t in content if t.has("wh", "level") or t.has("wh", "how")]
    verbs = [t for t in content if t.has("learn", "learn") and t not in asked]
    if asked and len(asked) + len(verbs) == len(content):  # 几级, 怎么学
        content = asked
        yield [*(t for t in context.tokens if not t.has("yn")), *content]


def of_natures(tokens: list[Token], bare: list[Token], context: Context) -> Iterator[list[Token]]:
    """ "Which one lowers Speed?", "the one that drops Speed instead?" behind a question about natures."""
    if not any(t.has("bend") for t in tokens):
        return
    told = [t for t in context.things if t.has("nature")]
    if len(told) == len(context.things) == 1 and not any(t.has("nature") for t in tokens):
        yield [*told, *(t for t in tokens if not t.has("pron"))]  # 减什么, "what does it lower?"
    if not isinstance(context.query, (NatureSearch, NatureCheck)):
        return
    instead = other_bend(bare, context.tokens) if any(t.text.casefold() == "instead" for t in tokens) else None
    if instead is not None:
        yield instead
    spoken = [t for t in tokens if not (t.has("pron") or t.text.casefold() == "instead")]
    query = context.query
    if isinstance(query, NatureSearch) and (query.raises is None) != (query.lowers is None) and not query.keeps:
        other = "lowers" if query.raises is not None else "raises"
        if len(spoken) == len(tokens) or any(t.has("pron") for t in tokens):
            said = [t for t in spoken if t.has("bend", other) or t.has("attr") or t.has("neg")]
            if any(t.has("bend", other) for t in said):
                yield [*context.tokens, *said]  # of those that raise Speed: "without lowering Attack"
    yield [*spoken, replace(tokens[-1], readings={"noun": ("nature",)})]


def asks_of_those_compared(tokens: list[Token], context: Context) -> bool:
    """ "Which evolves by friendship?" behind a comparison of several."""
    which = any(t.has("wh", "which") and t.text.isascii() for t in tokens[:2])
    describes = any(t.has(tag) for t in tokens for tag in ("type", "evolveby", "move", "ability", "egg_group", "gen"))
    other = any(t.has(tag) for t in tokens for tag in ("mon", "noun", "cmp", "sup", "attr", "mu"))
    return isinstance(context.query, Compare) and which and describes and not other


_WITH_IT = frozenset(word_list("with-it"))
_WHO_KNOWS = frozenset(word_list("who-knows"))


def who_has_it(tokens: list[Token], context: Context) -> Iterator[list[Token]]:
    """谁有, "who has it?" behind an ability."""
    moves = [t for t in context.things if t.has("move")]
    if len(moves) == len(context.things) == 1 and "".join(t.text for t in tokens) in _WHO_KNOWS:
        yield [*tokens, *moves]  # 谁会 behind the power of a move
    abilities = [t for t in context.things if t.has("ability")]
    who = any(t.has("wh", "who") or t.has("wh", "which") for t in tokens)
    has = any(t.has("aux", "have") or t.text.casefold() in _WITH_IT for t in tokens)
    rest = [t for t in tokens if not (t.has("wh") or t.has("aux", "have") or t.has("filler") or t.has("pron", "it"))]
    if len(abilities) == len(context.things) == 1 and who and has and not rest:
        yield [*(t for t in tokens if not t.has("pron")), *abilities]
    # "Does anything else have it?", "any others with it?": whoever has it
    else_ = [t for t in tokens if t.has("signature", "else")]
    small = [t for t in tokens if t.text.casefold() in _WITH_IT or any(t.has(x) for x in ("pron", "aux", "exist"))]
    around = [t for t in rest if t not in else_ and t not in small]
    if len(abilities) == len(context.things) == 1 and len(else_) == 1 and has and not around:
        yield [replace(else_[0], readings={"wh": ("who",)}), replace(else_[0], readings={"aux": ("have",)}), *abilities]


def winner(tokens: list[Token], context: Context) -> tuple[Token, ...]:
    """ "Which is the fastest? … how does it evolve?": the one that was asked for, else all that the talk is about."""
    asked = any(t.has("sup") for t in context.tokens) and not any(t.has("cmp") or t.has("sup") for t in tokens)
    several = len(context.mons) > 2 and isinstance(context.query, Compare) and not context.lost
    return (context.lead,) if several and asked and context.lead is not None else context.mons


#: What asks by itself who it is, so that it is what the talk is about behind the answer.
_WHO = ("who", "which")


def who_was_asked_for(tokens: list[Token], context: Context) -> list[Token]:
    """ "Who evolves from Magikarp? How heavy?": of the one that was asked for by its origin."""
    query = context.query
    asked = isinstance(query, Evolve) and query.direction == "into" and len(context.introduced) == 1
    who = any(t.has("wh", word) for t in context.tokens for word in _WHO) and any(
        t.has("ev", "from") or t.has("prep", "from") for t in context.tokens
    )
    of_it = any(t.has("attr") or t.has("mu") for t in tokens) and not any(t.has("ev") for t in tokens)
    return list(context.introduced) if asked and who and of_it else []


def abilities_were_told(context: Context) -> bool:
    """Was the last question for the abilities of one Pokémon?"""
    query = context.query
    return not context.lost and isinstance(query, Facts) and query.attributes == ("ability",)


def with_ability_asked(tokens: list[Token]) -> list[Token]:
    """ "Which one makes it immune to Ground?" behind abilities: which ability."""
    at = next((i for i, t in enumerate(tokens) if t.has("wh", "which")), None)
    if at is None or any(t.has("noun", "ability") for t in tokens):
        return tokens
    noun = replace(tokens[at], readings={"noun": ("ability",)}, text="ability")
    return [*tokens[: at + 1], noun, *tokens[at + 1 :]]
