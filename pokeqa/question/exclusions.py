"""Sets that leave some out, asked without a question word: "any Pokémon other than Ho-Oh that learns Sacred Fire",
除了耿鬼之外，还有速度超过110的幽灵系吗.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .lexer import Token
from .word_lists import word_list

_ANY = word_list("exclusions/any")
_ANYTHING = frozenset({"any", "anyone", "anybody", "anything"})
#: What else there is.
_ELSE = frozenset(word_list("else"))
#: What sets others beside one: "130 Speed like Jolteon", 和雷伊布一样130速的还有谁.
_LIKE = frozenset(word_list("like"))
_WITH = frozenset(word_list("with"))
_ALIKE = frozenset(word_list("alike"))
_WITHOUT = {"neg": ("neg",)}
#: What may stand around one that somebody has, or that is left out, in front of "what else".
_HAVING = ("filler", "aux", "owning", "pron", "bool", "light", "wish", "neg", "list", "hist", "prep")
_HAVE = {"aux": ("have",), "filler": ("filler",)}


def with_exclusions(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with such a question as one that asks which ones there are."""
    result = _others_than(_than_neither(list(tokens)))
    left_out = next((i for i in range(len(result) - 1) if result[i].has("neg") and result[i + 1].has("mon")), None)
    if left_out is not None and result[0].has("signature", "else") and _says_any(result[0]):
        return [*_which_ones(result[0]), *result[1:]]  # "any other Pokémon with Levitate besides Gengar"
    if left_out is None or any(t.has("wh") for t in result) or left_out + 2 >= len(result):
        return result
    front = [t for t in result[:left_out] if not t.has("filler") and not t.has("bool")]
    anything = _says_any(result[left_out]) or (left_out > 0 and result[left_out - 1].text.casefold() in _ANYTHING)
    if anything and all(t.text.casefold() in _ANYTHING for t in front):
        first = result[left_out]
        return [*_which_ones(first), replace(first, text="other than"), *result[left_out + 1 :]]
    for k in range(left_out + 2, min(left_out + 4, len(result) - 1)):
        if result[k].text in _ELSE and result[k].has("bool"):
            result[k] = replace(result[k], text="有", readings=_HAVE)
            break
    return result


def _than_neither(tokens: list[Token]) -> list[Token]:
    """ "Neither Fire nor Bug, which other type hurts Meganium?": the types of the first half are left out."""
    if len(tokens) < 5 or tokens[0].text.casefold() != "neither" or not any(t.has("wh") for t in tokens[4:]):
        return tokens
    if not (tokens[1].has("type") and tokens[2].text.casefold() == "nor" and tokens[3].has("type")):
        return tokens
    first = replace(tokens[0], text="other than", readings={"neg": ("neg",)})
    return [first, tokens[1], replace(tokens[2], text="and", readings={"bool": ("and",)}), *tokens[3:]]


def _which_ones(before: Token) -> list[Token]:
    """The words "which Pokémon" in front of a token."""
    which = replace(before, text="which", readings={"wh": ("which",)}, end=before.start)
    return [which, replace(before, text="pokemon", readings={"noun": ("pokemon",)}, end=before.start)]


def _says_any(token: Token) -> bool:
    return token.text.casefold().startswith(_ANY)


def _others_than(tokens: list[Token]) -> list[Token]:
    """The tokens with one that others are set beside as one that is left out."""
    mons = [i for i, t in enumerate(tokens) if t.has("mon")]
    other = next((i for i, t in enumerate(tokens) if t.has("signature", "else")), None)
    if len(mons) != 1 or other is None:
        return tokens
    m = mons[0]
    numbered = any(t.has("number") for t in tokens)
    if numbered and m == len(tokens) - 1 and m > other and tokens[m - 1].text.casefold() in _LIKE:
        without = replace(tokens[m - 1], text="other than", readings=_WITHOUT)
        tokens[other] = replace(tokens[other], readings={**tokens[other].readings, "noun": ("pokemon",)})
        return [*tokens[: m - 1], without, tokens[m]]
    if numbered and m == 1 and tokens[0].text in _WITH and tokens[2].text in _ALIKE:
        return [replace(tokens[0], text="除了", readings=_WITHOUT), tokens[1], *tokens[3:]]
    asked = other - 1 if other and tokens[other - 1].has("wh") else other
    around = [t for i, t in enumerate(tokens[:asked]) if i != m]
    described = any(t.has("type") or t.has("ability") for t in tokens[other + 1 :])
    asks = m < asked and tokens[asked].text.isascii() and tokens[asked].has("wh") and described
    if asks and all(any(t.has(tag) for tag in _HAVING) for t in around):
        # "I've got a Gyarados, what else is Water/Flying?"
        without = replace(tokens[m], text="other than", readings=_WITHOUT, end=tokens[m].start)
        return [*_which_ones(tokens[m]), without, tokens[m], *tokens[other + 1 :]]
    return tokens
