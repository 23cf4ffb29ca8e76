"""Who has what is asked about, told beside the question: "what does Truant do, my Slaking keeps loafing"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .lexer import Token
from .word_lists import word_list

#: What the question may be about, which does the same whoever has it.
_THINGS = ("ability", "item")
#: Words of an aside that would be a question or a condition.
_ASKING = ("wh", "yn", "suppose", "bool", "cmp", "sup", "neg", "gen", "vg", "type")
_OWN = frozenset(word_list("own-mon"))


def without_bearer(tokens: Sequence[Token], cuts: Sequence[int]) -> Iterator[list[Token]]:
    """Without what is told of a Pokémon of one's own, in front of the first sign or behind the last one."""
    for cut in dict.fromkeys((cuts[-1], cuts[0])) if cuts else ():
        for told, asked in ((tokens[cut:], tokens[:cut]), (tokens[:cut], tokens[cut:])):
            if _is_told(told) and _asks_of_a_thing(asked):
                yield list(asked)


def _is_told(piece: Sequence[Token]) -> bool:
    """Is it a statement about one Pokémon that is one's own?"""
    own = any(token.text.casefold() in _OWN for token in piece)
    others = any(token.has(tag) for token in piece for tag in (*_ASKING, *_THINGS) if not token.has("filler"))
    return own and sum(token.has("mon") for token in piece) == 1 and not others


def _asks_of_a_thing(piece: Sequence[Token]) -> bool:
    """Is it asked what one ability or item does?"""
    things = [token for token in piece if any(token.has(tag) for tag in _THINGS)]
    asks = any(token.has("wh", "what") or token.has("attr", "effect") for token in piece)
    return len(things) == 1 and asks and not any(token.has("mon") or token.has("yn") for token in piece)
