"""A claim that sets one Pokémon beside the one of the talk: "is Steelix heavier?", "faster than Garchomp?"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .clause import is_free
from .context import Context
from .lexer import Token
from .word_lists import word_list

_THAN = {
    "en": Token(0, 0, "than", {"prep": ("than",)}),
    "zh": Token(0, 0, "比", {"prep": ("than",)}),
    "ja": Token(0, 0, "より", {"prep": ("than",)}),
}
_TOPIC = Token(0, 0, "は", {"aux": ("be",), "filler": ("filler",)})
_IS = Token(0, 0, "is", {"aux": ("be",)})


def claimed_against(tokens: Sequence[Token], name: Token, other: Token) -> Iterator[list[Token]]:
    """The claim in full, so that what it says of which of the two is kept; `other` is what the talk is about."""
    compared = [t for t in tokens if t.has("cmp") or t.has("op", "gt") or t.has("op", "lt")]
    if len(compared) != 1 or any(_asks_who(t) or t.has("bool", "or") or t.has("bymuch") for t in tokens):
        return
    language = _script("".join(t.text for t in tokens))
    at = tokens.index(name)
    said = any(_is_than(t) for t in tokens)
    if not said and language == "en":
        yield [*tokens, _THAN["en"], other]
    elif not said and language == "zh":
        yield [_THAN["zh"], other, *tokens]
    elif not said:
        yield [other, _THAN["ja"], *tokens]
    elif language == "en" and at and _is_than(tokens[at - 1]) and not any(t.has("aux") for t in tokens):
        yield [_IS, other, *tokens]
    elif language == "ja":
        yield [other, _TOPIC, *tokens]
    elif name.has("move"):
        yield [other, *tokens]


#: What a comparative begins with that asks who is ahead.
_WHO = tuple(word_list("who-of-two"))
#: What stands behind the one that is said to be ahead, and before the other.
_SIDES = frozenset(word_list("sides-of-a-comparison"))


def set_beside(tokens: list[Token], mon: Token, context: Context) -> Iterator[tuple[Token, list[Token], bool]]:
    """和快龙比谁的攻击高, "heavier than Wailord?": the other side is what the talk is about.

    Each is the other one, the clause, and whether it is read in full.
    """
    asks = (
        tokens[0].has("cmp")
        or tokens[-1].text.startswith("より")
        or any(
            _asks_who(t)
            or t.has("yn")
            or (t.has("prep", "between") and not t.has("bool"))
            or t.has("aux", "be")
            or t.has("aux", "do")
            or t.text in _SIDES
            for t in tokens
        )
    )
    if not asks or not _leans(tokens) or any(t.has("noun", "pokemon") for t in tokens):
        return
    focus = [m for m in context.mons if m.readings["mon"] != mon.readings["mon"]]
    if focus:
        yield from ((focus[-1], read, True) for read in claimed_against(tokens, mon, focus[-1]))
        yield focus[-1], tokens, False


def _leans(tokens: Sequence[Token]) -> bool:
    """Does a clause with one Pokémon set it beside something that it does not name?"""
    at = next((i for i, t in enumerate(tokens) if t.has("mon")), 0)
    joins = at > 0 and tokens[at - 1].has("bool", "and") and all(is_free(t) or t.has("ell") for t in tokens[:at])
    if joins and any(t.has("breed") for t in tokens):
        return True  # 那可以跟皮皮生吗
    return any(
        t.has("cmp") or t.has("prep", "than") or (t.has("prep", "between") and not t.has("bool")) for t in tokens
    )


def moves_claimed(tokens: Sequence[Token], context: Context) -> Iterator[list[Token]]:
    """ "Is Aura Sphere more accurate?", 比十万伏特强吗 behind a move."""
    moves = [t for t in tokens if t.has("move")]
    others = [t for t in context.things if t.has("move")]
    named = any(t.has("mon") for t in tokens)
    if not named and len(moves) == 1 and len(others) == 1 and moves[0].readings["move"] != others[0].readings["move"]:
        yield from claimed_against(tokens, moves[0], others[0])


def _asks_who(token: Token) -> bool:
    """A word that asks, or a comparative that holds one: 谁快."""
    return token.has("wh") or (token.has("cmp") and token.text.startswith(_WHO))


def _is_than(token: Token) -> bool:
    return token.has("prep", "than") or token.text.casefold().endswith("than") or token.text.startswith("より")


def _script(text: str) -> str:
    if any("\u3040" <= character <= "\u30fa" for character in text):
        return "ja"
    return "zh" if any("\u4e00" <= character <= "\u9fff" for character in text) else "en"
