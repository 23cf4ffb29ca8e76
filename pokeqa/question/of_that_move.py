"""Follow-ups that leave out the move they are about: 是先制招式吗, 必中吗, 先制技ですか, 烧伤概率多大.

So does the chance of a condition behind a question about a move: it is the move's, and no rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from .clause import is_free
from .context import Context, is_set
from .lexer import Token

#: What only moves are or do.
_OF_MOVES = ("movekind", "moveclass", "moveflag", "movedoes")
#: What names another subject, or asks which ones there are.
_OTHERS = ("wh", "list", "exist", "mon", "move", "ability", "item", "type", "noun", "sup", "cmp", "unknown", "learn")


#: What names a condition, and what asks how likely it is.
_CONDITION = ("ailment", "statusword", "moveail")
_CHANCE = (("attr", "chance"), ("catch", "chance"), ("sex", "often"))
_BESIDE_CHANCE = ("wh", "aux", "inflict", "percent", "prep", "exist", "pron", "foe", "ell", "bool", "mu", "damagecalc")


def of_that_move(tokens: list[Token], rest: list[Token], context: Context) -> Iterator[tuple[list[Token], list[Token]]]:
    """The move that the talk is about, and what is asked of it, where that is whether something is so."""
    move = _the_move(context)
    if not move or is_set(context.query) or context.group():
        return
    said = [t for t in tokens if not t.has("filler")]
    if len(said) == 1 and _is_one(said[0]):  # "a priority move?"
        yield move, [*rest, replace(rest[-1], text="", readings={"yn": ("yn",)})]
    elif _claims(tokens) or _asks_for_a_chance(tokens):
        yield move, rest


def claims_of_no_move(tokens: Sequence[Token], context: Context) -> bool:
    """是先制招式吗 behind a Pokémon: of which move that is asked is not known."""
    return bool(context.mons) and not (context.things or is_set(context.query) or context.group()) and _claims(tokens)


def _asks_for_a_chance(tokens: Sequence[Token]) -> bool:
    """Is all that is asked how likely a condition is?"""
    named = [t for t in tokens if any(map(t.has, _CONDITION))]
    likely = [t for t in tokens if any(t.has(tag, value) for tag, value in _CHANCE)]
    if not named or not likely:
        return False
    return all(t in named or t in likely or is_free(t) or any(map(t.has, _BESIDE_CHANCE)) for t in tokens)


def _claims(tokens: Sequence[Token]) -> bool:
    """Does a clause claim something of a move and name none?"""
    if not any(t.has("yn") for t in tokens) or any(t.text.isascii() and t.text.isalpha() for t in tokens):
        return False
    if not any(t.has(tag) for t in tokens for tag in _OF_MOVES):
        return False
    claimed = [t for t in tokens if not any(t.has(tag) for tag in _OF_MOVES)]
    return not any(t.has(tag) for t in claimed for tag in _OTHERS)


def _is_one(token: Token) -> bool:
    """Is a kind of move said of one, in English ("physical move", "sound move")?"""
    return token.text.casefold().endswith((" move", " attack")) and any(token.has(tag) for tag in _OF_MOVES)


def _the_move(context: Context) -> list[Token]:
    """The one move that the talk is about; empty where there is none, or several."""
    moves = [t for t in context.things if t.has("move")]
    return moves if len(moves) == len(context.things) == 1 else []
