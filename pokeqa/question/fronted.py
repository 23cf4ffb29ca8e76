"""A name in front of its question: "Gastly, can it evolve without trading?" asks "can Gastly evolve"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .lexer import Token
from .word_lists import word_list

#: Pronouns for the name in front.
_IT = frozenset(word_list("it"))
#: What sets the name behind against what "it" is.
_SETS_AGAINST = ("cmp", "sup", "same", "shares", "contrast")


def with_fronted_name(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with the auxiliary in front of the name, where a name is taken up by a pronoun right behind it.

    A name set behind its question ("What type is it, Mimikyu?", 它怎么进化,丑丑鱼) stands where the pronoun stood.
    """
    result = _with_trailing_name(list(tokens))
    for i in range(len(result) - 3):
        name, verb, it = result[i : i + 3]
        if not name.has("mon"):
            if not (name.has("filler") or name.has("list", "one") or name.has("sex")):
                break
            continue
        asks = verb.has("aux", "can") or verb.has("aux", "do") or verb.has("aux", "be")
        if verb.has("aux") and not verb.has("aux", "have") and (it.has("type") or it.has("move")):
            return _with_object_named(result, i)
        if not asks or not verb.text.isascii() or it.text.casefold() not in _IT or not it.has("pron"):
            break
        if sum(t.has("mon") for t in result) > 1 and not any(t.has("ev") for t in result[i:]):
            break
        span = (name.origin[0], it.origin[1])
        return [replace(verb, origin=(span[0], span[0])), *result[:i], replace(name, origin=span), *result[i + 3 :]]
    return result


def _with_trailing_name(tokens: list[Token]) -> list[Token]:
    last, its = tokens[-1:], [i for i, t in enumerate(tokens) if t.has("pron", "it") and not t.has("mon")]
    if not last or not last[0].has("mon") or len(its) != 1 or sum(t.has("mon") for t in tokens) > 1:
        return tokens
    before = tokens[-2]
    apart = last[0].origin[0] - before.origin[1] > int(before.text.isascii())  # a sign stands between
    against = any(t.has(tag) for t in tokens for tag in _SETS_AGAINST)
    asks = any(t.has("wh") or t.has("attr") for t in tokens) and not against
    into = any(t.has("ev", "into") or t.has("ev", "from") or t.has("bool") for t in tokens)
    if not apart or not asks or into:
        return tokens
    at = its[0]
    return [*tokens[:at], replace(last[0], origin=tokens[at].origin), *tokens[at + 1 : -1]]


def _with_object_named(tokens: list[Token], i: int) -> list[Token]:
    """ "Mega Lopunny – can Ghost moves hit it?": the name in the place of the pronoun at the end."""
    last = len(tokens) - 1
    if not tokens[last].has("pron") or tokens[last].text.casefold() not in _IT or sum(t.has("mon") for t in tokens) > 1:
        return tokens
    return [*tokens[:i], *tokens[i + 1 : last], replace(tokens[i], origin=tokens[last].origin)]
