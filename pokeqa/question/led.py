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
    result = list(tokens)
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
