""" "And the Flying ones in there?", 里面有几只飞行系的: some of the set that was told of, said by where they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .context import Context, is_set
from .fold import fold
from .lexer import Token
from .word_lists import word_list

#: Words that point into the set, folded.
_THERE = frozenset(fold(word) for word in word_list("those-there"))
#: A follow-up is no longer than this.
_MOST_TOKENS = 14
#: What describes some of a set.
_DESCRIBES = ("type", "cls", "color", "typecount", "stage", "look", "gen", "region", "number", "mu", "ability", "move")


def with_those_there(tokens: list[Token], context: Context) -> list[Token]:
    """The clause with such words as "of those" in front."""
    if context.lost or not is_set(context.query) or not 1 < len(tokens) <= _MOST_TOKENS:
        return tokens
    if not any(t.has(tag) for t in tokens for tag in _DESCRIBES) or any(t.has("mon") for t in tokens):
        return tokens
    found = _pointing(tokens)
    if found is None:
        return tokens
    start, end = found
    first = tokens[start]
    those = replace(first, text="of those" if first.text.isascii() else "其中", readings={"pron": ("them",)}, mark="")
    opening = 1 if tokens[0].has("bool", "and") or tokens[0].has("ell") else 0
    rest = [t for i, t in enumerate(tokens) if not (start <= i < end or i < opening)]
    ones = [t for t in rest if t.has("noun", "pokemon") and t.has("filler")]
    asks = any(t.has("wh") for t in rest)
    return [those, *(t for t in rest if t not in ones or asks)] if rest else tokens


def _pointing(tokens: Sequence[Token]) -> tuple[int, int] | None:
    """Where words that point into the set stand, at the beginning or at the end."""
    for i in range(len(tokens)):
        for end in range(i + 1, min(i + 5, len(tokens)) + 1):
            if fold("".join(t.text for t in tokens[i:end])) in _THERE:
                return i, end
    return None
