"""Questions that begin with a preposition: "by what is Fighting beaten?", "under which types is it listed?"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .lexer import Token
from .word_lists import word_list

_FILLER = {"filler": ("filler",)}
#: Prepositions that lead to where something is listed; the question is the same without them.
_FILED = frozenset(word_list("led/filed"))
#: What a type is against those that it hits hard, where nothing stands behind it.
_STRONG = frozenset(word_list("led/strong"))
#: Verbs that a question led by "by" turns round, so far as their readings do not say so.
_BEATEN = frozenset(word_list("led/beaten"))
_ASKS = ("what", "which", "who")


def with_led_questions(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with such a question put as one that begins with its question word."""
    result = _without_bare_factor(_as_a_type(list(tokens)))
    if len(result) < 4 or not any(result[1].has("wh", one) for one in _ASKS):
        return result
    first = result[0].text.casefold()
    if first in _FILED and result[2].has("attr"):
        return [replace(result[0], readings=_FILLER), *result[1:]]
    if first == "by":
        return _turned_round(result)
    if first in ("against", "versus", "vs"):
        return _against(result)
    return result


def _as_a_type(tokens: list[Token]) -> list[Token]:
    """ "What am I weak to as a Fire type?" asks what Fire is weak to."""
    led = len(tokens) > 2 and tokens[0].has("whoami") and tokens[0].text.casefold().startswith("what am i")
    verb = tokens[1] if led else None
    types = [i for i, t in enumerate(tokens) if t.has("type") and not t.has("mu")]
    if verb is None or not verb.has("mu") or not types or any(t.has("mon") for t in tokens):
        return tokens
    if any(t.text.casefold() not in ("as", "a", "an", "with", "being", "if") for t in tokens[2 : types[0]]):
        return tokens
    asked = replace(tokens[0], text="what", readings={"wh": ("what",)})
    return [*tokens[types[0] :], verb, asked]


def _without_bare_factor(tokens: list[Token]) -> list[Token]:
    """ "How many types resist Fire, 4?": a bare number at the end is how many, and no factor."""
    last = tokens[-1] if tokens else None
    if last is None or not last.text.isdecimal() or not last.has("factor") or not tokens[0].has("wh", "howmany"):
        return tokens
    if any(t.has("mon") for t in tokens):
        return tokens
    return tokens[:-1]


def _turned_round(tokens: list[Token]) -> list[Token]:
    """ "By whom is max Speed Greninja outsped?" asks who outspeeds it."""
    asked = 2
    while asked < len(tokens) and (tokens[asked].has("noun") or tokens[asked].has("attr", "type")):
        asked += 1
    be = asked < len(tokens) and tokens[asked].has("aux", "be")
    if not (be or tokens[1].text.casefold().endswith((" is", " are"))):
        return tokens
    start = asked + be
    for i in range(start + 1, len(tokens)):
        verb = tokens[i]
        beaten = verb.text.casefold() in _BEATEN
        acts = verb.has("mu", "weak:att") or verb.has("mu", "effect:att") or verb.has("cmp", "speed:gt")
        if not (beaten or acts) or verb.has("type") or (verb.has("attr") and not beaten):
            continue
        if not any(t.has("mon") or t.has("type") for t in tokens[start:i]):
            return tokens
        moved = replace(verb, readings={"mu": ("weak:att",)}) if beaten and not acts else verb
        return [*tokens[1:asked], moved, *tokens[start:i], *tokens[i + 1 :]]
    return tokens


def _against(tokens: list[Token]) -> list[Token]:
    """ "Against whom is Dark effective?" asks what Dark is effective against."""
    last = tokens[-1]
    if last.text.casefold() not in _STRONG or not any(t.has("type") for t in tokens[1:-1]):
        return tokens
    asked = replace(tokens[1], readings={"wh": ("what",)}) if tokens[1].has("wh", "who") else tokens[1]
    strong = replace(last, text=f"{last.text} against", readings={"mu": ("weak:att",)})
    return [asked, *tokens[2:-1], strong]
