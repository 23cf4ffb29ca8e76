"""Follow-ups of yes or no that leave out the move they are about: 是先制招式吗, 必中吗, 先制技ですか."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .context import Context
from .lexer import Token

#: What only moves are or do.
_OF_MOVES = ("movekind", "moveclass", "moveflag", "movedoes")
#: What names another subject, or asks which ones there are.
_OTHERS = ("wh", "list", "exist", "mon", "move", "ability", "item", "type", "noun", "sup", "cmp", "unknown", "learn")


def claims_of_a_move(tokens: Sequence[Token], context: Context) -> bool:
    """Does a clause claim something of a move and name none?"""
    said = [t for t in tokens if not t.has("filler")]
    if len(said) == 1 and _is_one(said[0]) and the_move(context):
        return True  # "a priority move?"
    if not any(t.has("yn") for t in tokens) or any(t.text.isascii() and t.text.isalpha() for t in tokens):
        return False
    if not any(t.has(tag) for t in tokens for tag in _OF_MOVES):
        return False
    claimed = [t for t in tokens if not any(t.has(tag) for tag in _OF_MOVES)]
    return not any(t.has(tag) for t in claimed for tag in _OTHERS) and not context.group()


def _is_one(token: Token) -> bool:
    """Is a kind of move said of one, in English ("physical move", "sound move")?"""
    return token.text.casefold().endswith((" move", " attack")) and any(token.has(tag) for tag in _OF_MOVES)


def the_move(context: Context) -> list[Token]:
    """The one move that the talk is about; empty where there is none, or several."""
    moves = [t for t in context.things if t.has("move")]
    return moves if len(moves) == len(context.things) == 1 else []


def asking(tokens: list[Token]) -> list[Token]:
    """The clause as a question of yes or no: the English one says only what kind of move it is."""
    return tokens if any(t.has("yn") for t in tokens) else [*tokens, replace(tokens[-1], text="", readings={"yn": ("yn",)})]
