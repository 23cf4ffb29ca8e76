"""An answer that is guessed behind the question: "Chansey's Defense is what, 5?", 是几倍啊，三倍？."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .lexer import Token

#: What a guess is made of: a number with what it counts, or types.
_NUMBERS = ("number", "gen", "factor", "percent", "fraction")
_AROUND = ("filler", "usedoes", "unit", "times", "typecount", "adv", "signature", "prep", "yn", "wish", "pron", "light")
_LIMITS = ("typecount", "adv", "signature")


def without_guess(text: str, tokens: Sequence[Token], cuts: Sequence[int]) -> Iterator[list[Token]]:
    """Without what stands behind the last sign, where that is a number or a type that may be the answer."""
    if not cuts or not text.rstrip().endswith(("?", "？")):
        return
    asked, guess = tokens[: cuts[-1]], tokens[cuts[-1] :]
    if not any(t.has("wh") or t.has("times", "ratio") for t in asked) or any(t.has("bool", "or") for t in guess):
        return
    if _is_made_of(guess, _NUMBERS) and not any(t.has("number") for t in asked):
        yield list(asked)
    if _is_made_of(guess, ("type",)):
        own = any(t.has("attr", "type") for t in asked) and any(t.has("mon") for t in asked)
        if own or (any(t.has(tag) for t in guess for tag in _LIMITS) and sum(t.has("type") for t in asked) == 1):
            yield list(asked)


def _is_made_of(guess: Sequence[Token], tags: Sequence[str]) -> bool:
    """Is at least one of its words so read, and the others add nothing?"""
    named = [t for t in guess if any(t.has(tag) for tag in tags)]
    return bool(named) and all(t in named or any(t.has(tag) for tag in _AROUND) for t in guess)
