"""Words that their phrase reads otherwise: "more red or more blue ones", "come from Sinnoh", 没有不怕岩石的……吗."""

from __future__ import annotations

from dataclasses import replace

from .lexer import Token


def phrased(tokens: list[Token]) -> list[Token]:
    """The tokens with such words read as their phrase means them."""
    return _denied_twice(_comes_from_somewhere(_or_more_of(tokens)))


def _or_more_of(tokens: list[Token]) -> list[Token]:
    """The tokens with the "or more" of "more red or more blue ones" read as a choice, and not as a bound."""
    for i, token in enumerate(tokens):
        if token.text.casefold() not in ("or more", "or fewer") or i == 0 or i + 1 == len(tokens):
            continue
        bounded = tokens[i - 1].has("number") or tokens[i - 1].has("unit") or tokens[i - 1].has("attr")
        if not bounded and any(tokens[i + 1].has(tag) for tag in ("type", "color", "cls", "gender", "look")):
            tokens[i] = replace(token, readings={"bool": ("or",)})
    return tokens


def _comes_from_somewhere(tokens: list[Token]) -> list[Token]:
    """The tokens with the "come from" of a region or a generation read as where they were introduced."""
    for i in range(len(tokens) - 1):
        came = tokens[i].has("ev", "from") and tokens[i].text.casefold().partition(" ")[0] in _COMING
        place = tokens[i + 1] if not tokens[i + 1].has("filler") or i + 2 == len(tokens) else tokens[i + 2]
        if came and (place.has("region") or place.has("gen")):
            tokens[i] = replace(tokens[i], readings={"intro": ("intro",)})
    return tokens


#: "Comes from" in all its forms.
_COMING = frozenset({"come", "comes", "came", "coming"})


def _denied_twice(tokens: list[Token]) -> list[Token]:
    """The tokens with 没有不怕岩石的飞行系吗 read as the question whether there is one."""
    for i, token in enumerate(tokens[:-2]):
        started = all(t.has("light") or t.has("filler") or t.has("gen") or t.has("prep") for t in tokens[:i])
        again = tokens[i + 1].has("neg", "neg") and not tokens[i + 1].text.startswith("没")
        if started and token.text == "没有" and again and tokens[-1].has("yn") and any(t.text == "的" for t in tokens):
            tokens[i] = replace(token, readings={"neg": ("negyn",), "exist": ("exist",)})
    return tokens
