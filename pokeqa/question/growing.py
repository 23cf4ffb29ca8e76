"""How fast Eggs hatch and Pokémon level up, compared: "hatches faster than", "needs more exp to reach 100", 谁升级快.

The words are read as a comparison of egg cycles, or of the experience for level 100; "how fast does it level up", of
one, as a word for the growth rate.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .lexer import Token
from .word_lists import word_list

_OTHER_WAY = {"gt": "lt", "lt": "gt"}
#: What else is said about the end of growing.
_LAST_LEVEL = 100


def with_growing(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with such a comparison of two Pokémon in place of its words."""
    result = list(tokens)
    named = sum(token.has("mon") for token in tokens)
    if named == 1:
        return _how_fast(result)
    if named < 2 or any(t.has("attr", "speed") or t.has("gen") for t in tokens):
        return result
    at = next((i for i, t in enumerate(tokens) if t.has("cmp") and _way(t) is not None), None)
    if at is None or (found := _way(tokens[at])) is None:
        return result
    own, way = found
    hatching = [i for i, t in enumerate(tokens) if t.has("egg") or t.has("attr", "hatch")]
    points = [i for i, t in enumerate(tokens) if t.has("exp", "exp")]
    levelling = [i for i, t in enumerate(tokens) if _levels_up(tokens, i)]
    if hatching and not points and not levelling:
        counted = any(t.has("egg", "steps") for t in tokens)
        hatches = any(t.has("egg", "hatch") or t.has("attr", "hatch") for t in tokens)
        if not own:
            counted = counted or any(t.has("attr", "hatch") for t in tokens)
        if own == "height":  # "takes longer to hatch", "does its Egg take longer than"
            counted = any(t.has("require") for t in tokens)
        elif bool(own) == counted and hatches:
            return result
        if not hatches and own != "height":
            return result
        hatching += [i for i, t in enumerate(tokens) if t.has("require")]
        return _replaced(result, at, f"hatch:{way if counted else _OTHER_WAY[way]}", hatching)
    if points and not own and _gives(tokens):
        giving = [i for i, t in enumerate(tokens) if t.has("exp", "gives")]
        return _replaced(result, at, f"base-experience:{way}", [*points, *giving])
    if points and not own:
        return _replaced(result, at, f"growth-rate:{way}", [*points, *_goal(tokens)])
    if levelling and own == "speed" and not points:
        return _replaced(result, at, f"growth-rate:{_OTHER_WAY[way]}", [*levelling, *_goal(tokens)])
    return result


def _way(token: Token) -> tuple[str, str] | None:
    """What a comparative compares ("speed", or nothing by itself), and which way."""
    for value in token.readings["cmp"]:
        own, _, way = str(value).partition(":")
        if own in ("", "speed", "height") and way in _OTHER_WAY:
            return own, way
    return None


def _levels_up(tokens: Sequence[Token], i: int) -> bool:
    token, said = tokens[i], tokens[i].text.casefold()
    if token.has("learn", "level-up") or token.has("attr", "growth-rate"):
        return True
    if token.has("exp", "reach") and "level" in said:
        return True
    if token.has("wh", "level") and token.text.isascii():  # "levels up faster", "level faster"
        return not any(t.has("number") for t in tokens)
    return said == "up" and i > 0 and tokens[i - 1].has("wh", "level")


#: Words for how fast something goes.
_SPEEDS = frozenset(word_list("speeds"))


def _how_fast(tokens: list[Token]) -> list[Token]:
    """The tokens with "how fast does it level up" and 升级有多快 read as the growth rate."""
    fast = [
        i for i, t in enumerate(tokens)
        if t.has("attr", "speed") and (t.has("wh", "howmuch") or t.text.casefold().startswith("how "))
    ]  # fmt: skip
    pairs = [
        i for i, t in enumerate(tokens)
        if t.text.casefold() in _SPEEDS and i and tokens[i - 1].text.casefold() == "how"
    ]  # fmt: skip
    levelling = [i for i in range(len(tokens)) if _levels_up(tokens, i)]
    if len(fast) + len(pairs) != 1 or not levelling or any(t.has("attr", "growth-rate") for t in tokens):
        return tokens
    if any(t.has("number") or t.has("ev") or t.has("move") or t.has("stat") for t in tokens):
        return tokens
    silent = [*levelling, *(i - 1 for i in pairs)]
    for i in silent:
        tokens[i] = replace(tokens[i], readings={"filler": ("filler",)})
    at = (fast or pairs)[0]
    tokens[at] = replace(tokens[at], readings={"attr": ("growth-rate",)})
    return tokens


def _gives(tokens: Sequence[Token]) -> bool:
    """Is the experience given by a beaten Pokémon, and not needed for a level?"""
    if any(t.has("require") or t.has("number") or t.has("exp", "reach") or t.has("exp", "maxlevel") for t in tokens):
        return False
    return any(t.has("exp", "gives") for t in tokens)


def _goal(tokens: Sequence[Token]) -> list[int]:
    """ "To reach level 100", 升到100级: the words for the level up to which the experience counts."""
    numbers = [i for i, t in enumerate(tokens) if t.has("number")]
    if any(tokens[i].readings["number"][0] != _LAST_LEVEL for i in numbers):
        return []
    return [
        i for i, t in enumerate(tokens)
        if i in numbers or t.has("exp", "reach") or t.has("exp", "maxlevel") or t.has("wh", "level")
        or t.has("require") or t.has("beaten", "get") or t.has("attr", "growth-rate")
    ]  # fmt: skip


def _replaced(tokens: list[Token], at: int, sense: str, silent: Sequence[int]) -> list[Token]:
    for i in silent:
        if i != at and not tokens[i].has("mon"):
            tokens[i] = replace(tokens[i], readings={"filler": ("filler",)})
    tokens[at] = replace(tokens[at], readings={"cmp": (sense,)})
    return tokens
